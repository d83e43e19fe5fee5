//! What has come of a reply that is not finished: bounded, since a model may go on for ever
//! and the page must stay usable.

use crate::provider::reading::Delta;

/// Characters of each text that are shown: the latest.
const SHOWN_MAX: usize = 4_000;

/// Calls that are shown.
const CALLS_MAX: usize = 8;

/// What has come so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streamed {
    /// Reasoning.
    pub thoughts: String,
    /// Visible text, words of a refusal too.
    pub text: String,
    /// Names of calls and their arguments so far.
    pub calls: Vec<(u32, String, String)>,
}

impl Streamed {
    /// True where nothing has come yet.
    pub fn is_empty(&self) -> bool {
        self.thoughts.is_empty() && self.text.is_empty() && self.calls.is_empty()
    }

    /// Adds what arrived.
    pub fn add(&mut self, deltas: Vec<Delta>) {
        for delta in deltas {
            match delta {
                Delta::Thoughts(piece) => append(&mut self.thoughts, &piece),
                Delta::Text(piece) | Delta::Refusal(piece) => append(&mut self.text, &piece),
                Delta::Call { call, name } => {
                    if let Some(known) = self.call(call) {
                        known.1 = name;
                    }
                }
                Delta::Arguments { call, piece } => {
                    if let Some(known) = self.call(call) {
                        append(&mut known.2, &piece);
                    }
                }
            }
        }
    }

    fn call(&mut self, number: u32) -> Option<&mut (u32, String, String)> {
        if let Some(at) = self.calls.iter().position(|(known, ..)| *known == number) {
            return self.calls.get_mut(at);
        }
        if self.calls.len() >= CALLS_MAX {
            return None;
        }
        self.calls.push((number, String::new(), String::new()));
        self.calls.last_mut()
    }
}

/// Appends, and drops the beginning of what became too long.
fn append(text: &mut String, piece: &str) {
    text.push_str(piece);
    // Cut seldom: each cut moves the whole text.
    if text.len() > SHOWN_MAX * 8 {
        let start = text.len() - SHOWN_MAX * 4;
        let start = (start..text.len()).find(|at| text.is_char_boundary(*at));
        let rest = start.map_or(String::new(), |start| format!("…{}", &text[start..]));
        *text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_together_by_their_call() {
        let mut streamed = Streamed::default();
        let name = |call, name: &str| Delta::Call {
            call,
            name: name.into(),
        };
        let piece = |call, piece: &str| Delta::Arguments {
            call,
            piece: piece.into(),
        };
        streamed.add(vec![Delta::Text("He".into()), name(0, "a"), piece(0, "{")]);
        streamed.add(vec![Delta::Text("y".into()), name(1, "b"), piece(0, "}")]);
        assert_eq!(streamed.text, "Hey");
        assert_eq!(
            streamed.calls,
            [(0, "a".into(), "{}".into()), (1, "b".into(), String::new())]
        );
    }

    #[test]
    fn what_never_ends_stays_bounded() {
        let mut streamed = Streamed::default();
        for number in 0..10_000 {
            streamed.add(vec![
                Delta::Text("é".repeat(50)),
                Delta::Thoughts("x".repeat(50)),
                Delta::Call {
                    call: number,
                    name: "n".into(),
                },
                Delta::Arguments {
                    call: 0,
                    piece: "y".repeat(50),
                },
            ]);
        }
        let all = [&streamed.text, &streamed.thoughts, &streamed.calls[0].2];
        assert!(all.iter().all(|text| text.len() <= SHOWN_MAX * 8 + 100));
        assert_eq!(streamed.calls.len(), CALLS_MAX);
    }
}
