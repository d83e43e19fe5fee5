//! Cuts a text into passages: the pieces in which it is stored, found and brought in.

use super::limits::PASSAGE_CHARACTERS;

/// The passages of a text, in order: its paragraphs; short ones that follow each other
/// stand together, and long ones are cut where a sentence ends. None is longer than
/// [`PASSAGE_CHARACTERS`], and none is empty.
///
/// ```
/// use memgpt_playground::scenario::passages::split;
/// assert_eq!(split("One.\n\n\nTwo."), ["One. Two."]);
/// ```
pub fn split(text: &str) -> Vec<String> {
    let mut passages: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        for piece in pieces(&words) {
            match passages.last_mut() {
                Some(last) if length(last) + 1 + length(piece) <= PASSAGE_CHARACTERS => {
                    last.push(' ');
                    last.push_str(piece);
                }
                _ => passages.push(piece.to_owned()),
            }
        }
    }
    passages
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A paragraph in pieces that are short enough.
fn pieces(paragraph: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = paragraph;
    while length(rest) > PASSAGE_CHARACTERS {
        let end = rest
            .char_indices()
            .nth(PASSAGE_CHARACTERS)
            .map_or(rest.len(), |(at, _)| at);
        let within = &rest[..end];
        // At the end of a sentence, else between words, else anywhere.
        let sentence = within
            .rmatch_indices(['.', '!', '?', '…', ';'])
            .find(|(at, sign)| {
                let after = at + sign.len();
                rest[after..].starts_with(' ')
            });
        let cut = sentence
            .map(|(at, sign)| at + sign.len())
            .or_else(|| within.rfind(' '))
            .filter(|cut| *cut > 0)
            .unwrap_or(end);
        pieces.push(rest[..cut].trim());
        rest = rest[cut..].trim_start();
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paragraphs_stand_together_while_they_are_short() {
        let long = "A sentence of some length, which is here again and again. ".repeat(30);
        let passages = split(&format!(
            "Title\n\nA first line.\nA second.\n{long}\n\nThe end."
        ));
        assert!(passages[0].starts_with("Title A first line. A second."));
        assert!(passages.iter().all(|passage| passage.ends_with('.')));
        assert_eq!(split(" \n\n\t\n"), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_is_too_long(text in "([a-z\\. \n]{0,400}|[añ]{0,1500}){0,5}") {
            let passages = split(&text);
            let signs = |text: &str| text.chars().filter(|sign| !sign.is_whitespace()).collect::<String>();
            prop_assert_eq!(signs(&passages.join("")), signs(&text));
            for passage in &passages {
                prop_assert!(length(passage) <= PASSAGE_CHARACTERS && !passage.trim().is_empty());
            }
        }
    }
}
