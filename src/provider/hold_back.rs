//! Keeps the text of a call from flashing up while it streams: what may become the mark of a
//! call is held back, and what follows a mark is not shown. The finished reply shows what it
//! was.

use super::text_call::MARKS;

/// Filters one streamed text.
#[derive(Clone, Debug, Default)]
pub struct HoldBack {
    held: String,
    is_hiding: bool,
}

impl HoldBack {
    /// What may be shown after this piece.
    pub fn push(&mut self, piece: &str) -> String {
        if self.is_hiding {
            return String::new();
        }
        self.held.push_str(piece);
        let marks = MARKS.iter().filter_map(|mark| self.held.find(mark));
        let end = match marks.min() {
            Some(at) => {
                self.is_hiding = true;
                at
            }
            None => self.held.len() - self.open_end(),
        };
        let shown = self.held[..end].to_owned();
        self.held.drain(..end);
        shown
    }

    /// How many bytes at the end may be the beginning of a mark.
    fn open_end(&self) -> usize {
        let text = self.held.as_bytes();
        let ends = MARKS.iter().map(|mark| {
            let longest = (mark.len() - 1).min(text.len());
            let fits = |length: &usize| text.ends_with(&mark.as_bytes()[..*length]);
            (1..=longest).rev().find(fits).unwrap_or(0)
        });
        ends.max().unwrap_or(0)
    }

    /// The text has ended: what was held back and is no call.
    pub fn finish(self) -> String {
        if self.is_hiding {
            String::new()
        } else {
            self.held
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pieces: &[&str], expected: &[&str], last: &str) {
        let mut filter = HoldBack::default();
        let shown: Vec<String> = pieces.iter().map(|piece| filter.push(piece)).collect();
        assert_eq!(shown, expected);
        assert_eq!(filter.finish(), last);
    }

    #[test]
    fn e09_marks_never_flash_up() {
        check(
            &["Well <tool", "_call>{\"name\":", "\"x\"}</tool_call>"],
            &["Well ", "", ""],
            "",
        );
        check(&["a <", "b> c"], &["a ", "<b> c"], "");
        check(&["a <tool"], &["a "], "<tool");
        check(&["é[TOOL_CALLS]", "[é"], &["é", ""], "");
    }
}
