//! Where a word begins and ends.

use super::fold::is_combining;

/// The words of a text that is in lower case: runs of letters and digits. A separator of
/// thousands belongs to its number; what English hangs on with an apostrophe (`sister's`,
/// `I'll`) is left out.
pub(super) fn split(lowered: &str) -> Split<'_> {
    Split { rest: lowered }
}

/// Iterator of [`split`].
pub(super) struct Split<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let mut start = 0;
        while !is_of_word(self.rest, start)? {
            start += length_of_character(self.rest.as_bytes()[start]);
        }
        let rest = self.rest.get(start..)?;
        let (word, after) = rest.split_at(word_length(rest));
        self.rest = after_contraction(after);
        Some(word)
    }
}

/// Whether the character at a byte belongs to a word; `None` at the end of the text.
fn is_of_word(text: &str, at: usize) -> Option<bool> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return Some(byte.is_ascii_alphanumeric());
    }
    let character = text.get(at..)?.chars().next()?;
    Some(character.is_alphanumeric() || is_combining(character))
}

fn length_of_character(first: u8) -> usize {
    match first {
        0..=0x7F => 1,
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    }
}

/// Bytes of the word that `text` begins with.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(is_of_word) = is_of_word(text, end) {
        if is_of_word {
            end += length_of_character(bytes[end]);
        } else if matches!(bytes[end], b'.' | b',')
            && is_thousands(&bytes[..end], &bytes[end + 1..])
        {
            end += 1;
        } else {
            break;
        }
    }
    end
}

/// True where a point or comma between these groups the digits of one number by three.
fn is_thousands(before: &[u8], after: &[u8]) -> bool {
    let group = before
        .iter()
        .rev()
        .take_while(|digit| digit.is_ascii_digit())
        .count();
    let is_whole = before.len() == group || matches!(before[before.len() - group - 1], b'.' | b',');
    let following = after
        .iter()
        .take(4)
        .take_while(|digit| digit.is_ascii_digit())
        .count();
    (1..=3).contains(&group) && is_whole && following == 3
}

/// Skips `'s`, `'t`, `'ll` and their like after a word.
fn after_contraction(rest: &str) -> &str {
    let Some(hung_on) = rest.strip_prefix(['\'', '’']) else {
        return rest;
    };
    let tail = &hung_on[..word_length(hung_on)];
    if matches!(tail, "s" | "t" | "d" | "m" | "ll" | "re" | "ve") {
        &hung_on[tail.len()..]
    } else {
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(split(text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        check("¿qué tal, ana?", &["qué", "tal", "ana"]);
        check("¡hola!¡adiós!", &["hola", "adiós"]);
        check("core_memory_append", &["core", "memory", "append"]);
        check("", &[]);
        check("¿?¡! ...", &[]);
    }

    #[test]
    fn apostrophes_of_english_are_understood() {
        check("my sister's dog", &["my", "sister", "dog"]);
        check("i’ll say i don't", &["i", "say", "i", "don"]);
        check(
            "the sisters' o'brien 'quoted'",
            &["the", "sisters", "o", "brien", "quoted"],
        );
    }

    #[test]
    fn numbers_hold_together() {
        check("1.500 o 1,500,000", &["1.500", "o", "1,500,000"]);
        check("3,5 y 2026-03-01", &["3", "5", "y", "2026", "03", "01"]);
        check(
            "01.03.2026 a las 8:30.",
            &["01", "03", "2026", "a", "las", "8", "30"],
        );
        check("en 2026,100 veces", &["en", "2026", "100", "veces"]);
    }
}
