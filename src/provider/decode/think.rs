//! Reasoning that a server leaves between tags in the text.

/// Divides text into reasoning and answer while it streams. Only a text that begins with the
/// tag has any: elsewhere the tag is something that the model talks about.
#[derive(Clone, Debug, Default)]
pub struct Think {
    state: State,
    /// What may become a tag.
    held: String,
    /// There were tags.
    pub has_tags: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Beginning,
    Within(usize),
    /// Behind the tags: the blanks before the answer belong to them.
    Behind,
    Outside,
}

/// Bytes, most of them blanks, that may stand before a tag.
const BLANKS_MAX: usize = 256;

const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
];

/// A piece that is sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    /// Reasoning.
    pub thoughts: String,
    /// Answer.
    pub text: String,
}

impl Think {
    /// Takes more text.
    pub fn push(&mut self, piece: &str) -> Sorted {
        self.held.push_str(piece);
        let mut sorted = Sorted::default();
        loop {
            match self.state {
                State::Beginning => {
                    let begun = self.held.trim_start();
                    if let Some(tag) = TAGS.iter().position(|(open, _)| begun.starts_with(open)) {
                        self.held = begun[TAGS[tag].0.len()..].to_owned();
                        self.state = State::Within(tag);
                        self.has_tags = true;
                    } else if self.held.len() < BLANKS_MAX
                        && TAGS.iter().any(|(open, _)| open.starts_with(begun))
                    {
                        return sorted;
                    } else {
                        self.state = State::Outside;
                    }
                }
                State::Within(tag) => {
                    let close = TAGS[tag].1;
                    if let Some(at) = self.held.find(close) {
                        sorted.thoughts.push_str(&self.held[..at]);
                        self.held.drain(..at + close.len());
                        self.state = State::Behind;
                    } else {
                        let kept = overlap(&self.held, close);
                        let end = self.held.len() - kept;
                        sorted.thoughts.push_str(&self.held[..end]);
                        self.held.drain(..end);
                        return sorted;
                    }
                }
                State::Behind => {
                    let begun = self.held.trim_start();
                    if begun.is_empty() {
                        self.held.clear();
                        return sorted;
                    }
                    self.held = begun.to_owned();
                    self.state = State::Outside;
                }
                State::Outside => {
                    sorted.text.push_str(&self.held);
                    self.held.clear();
                    return sorted;
                }
            }
        }
    }

    /// The text has ended.
    pub fn finish(&mut self) -> Sorted {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Within(_) => Sorted {
                thoughts: held,
                text: String::new(),
            },
            _ => Sorted {
                thoughts: String::new(),
                text: held,
            },
        }
    }
}

/// Divides a finished text whose reasoning has no opening tag, since the prompt of the server
/// opened it: into reasoning and answer. `None` where it is no such text.
pub fn unopened(text: &str) -> Option<(&str, &str)> {
    let (_, close) = TAGS.iter().find(|(_, close)| text.contains(close))?;
    let (thoughts, answer) = text.split_once(close)?;
    // An opened one is something that is talked about; so is what stands in a quotation.
    let is_open = TAGS.iter().any(|(open, _)| text.contains(open));
    let is_quoted = thoughts.contains('`');
    (!is_open && !is_quoted).then(|| (thoughts, answer.trim_start()))
}

/// How many bytes at the end of a text are the beginning of a mark.
pub fn overlap(text: &str, mark: &str) -> usize {
    let longest = mark.len().saturating_sub(1).min(text.len());
    let fits = |length: &usize| text.as_bytes().ends_with(&mark.as_bytes()[..*length]);
    (1..=longest).rev().find(fits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, thoughts: &str, answer: &str) {
        for size in 1..=text.len().max(1) {
            let mut think = Think::default();
            let mut all = Sorted::default();
            let letters: Vec<char> = text.chars().collect();
            for piece in letters.chunks(size) {
                let piece: String = piece.iter().collect();
                let sorted = think.push(&piece);
                all.thoughts += &sorted.thoughts;
                all.text += &sorted.text;
            }
            let sorted = think.finish();
            all.thoughts += &sorted.thoughts;
            all.text += &sorted.text;
            assert_eq!(
                (all.thoughts.as_str(), all.text.as_str()),
                (thoughts, answer)
            );
        }
    }

    #[test]
    fn tags_at_the_beginning_hold_reasoning() {
        check("<think>\nhm é</think>\n\nHello", "\nhm é", "Hello");
        check("  <thinking>a<b</thinking> c", "a<b", "c");
        check("<think>cut of", "cut of", "");
        check("<think></think>", "", "");
    }

    #[test]
    fn a_tag_that_the_prompt_opened_closes_the_reasoning() {
        assert_eq!(unopened("Hm.</think>\n\nYes."), Some(("Hm.", "Yes.")));
        assert_eq!(unopened("Write `</think>` at its end."), None);
        assert_eq!(unopened("From <think> to </think>."), None);
        assert_eq!(unopened("Yes."), None);
    }

    #[test]
    fn tags_elsewhere_are_text() {
        check("I <think> so</think>", "", "I <think> so</think>");
        check("<thin ice>", "", "<thin ice>");
        check("<th", "", "<th");
        check(" ", "", " ");
        check("", "", "");
    }
}
