//! Removes the key from a reply while it streams: what may be the beginning of the key is
//! held back until it is known whether it goes on.

use super::super::reading::Delta;
use super::{MASK, Scrubber};

/// Cleans the parts of one reply as they arrive.
#[derive(Clone, Debug, Default)]
pub struct DeltaScrubber {
    scrubber: Scrubber,
    thoughts: Channel,
    text: Channel,
    refusal: Channel,
    /// Names of calls so far, and their arguments.
    arguments: Vec<(u32, Channel)>,
}

/// One text of a reply.
#[derive(Clone, Debug, Default)]
struct Channel {
    held: String,
    /// A letter that stands as `\u0041`, so far as it has come.
    escape: String,
}

impl Channel {
    fn push(&mut self, scrubber: &Scrubber, piece: &str) -> String {
        let held = std::mem::take(&mut self.held) + piece;
        let mut rest = held.as_str();
        let mut clean = String::new();
        while let Some((start, end)) = scrubber.find(rest) {
            // A longer form may begin at the same place or before.
            if end == rest.len() && scrubber.open_end(rest) > end - start {
                break;
            }
            clean.push_str(&rest[..start]);
            clean.push_str(MASK);
            rest = &rest[end..];
        }
        let (shown, kept) = rest.split_at(rest.len() - scrubber.open_end(rest));
        clean.push_str(shown);
        self.held = kept.to_owned();
        clean
    }

    fn finish(&mut self, scrubber: &Scrubber) -> String {
        let escape = std::mem::take(&mut self.escape);
        self.held.push_str(&escape);
        let held = std::mem::take(&mut self.held);
        scrubber.text(&held)
    }

    /// Text of JSON, in which a plain letter may be disguised as `\u0041`: it is written out.
    fn unescape(&mut self, piece: &str) -> String {
        let mut plain = String::new();
        for letter in piece.chars() {
            if !self.escape.is_empty() {
                self.escape.push(letter);
                let is_open = match self.escape.len() {
                    2 => letter == 'u',
                    length => letter.is_ascii_hexdigit() && length < 6,
                };
                if !is_open {
                    let escape = std::mem::take(&mut self.escape);
                    plain.push_str(&written_out(&escape));
                }
            } else if letter == '\\' {
                self.escape.push(letter);
            } else {
                plain.push(letter);
            }
        }
        plain
    }
}

fn written_out(escape: &str) -> String {
    let code = escape
        .strip_prefix("\\u")
        .filter(|digits| digits.len() == 4)
        .and_then(|digits| u8::from_str_radix(digits, 16).ok());
    match code {
        Some(code) if (b' '..=b'~').contains(&code) && !matches!(code, b'"' | b'\\') => {
            char::from(code).to_string()
        }
        _ => escape.to_owned(),
    }
}

impl DeltaScrubber {
    /// For one reply.
    pub fn new(scrubber: &Scrubber) -> Self {
        Self {
            scrubber: scrubber.clone(),
            ..Self::default()
        }
    }

    /// What may be shown of these parts and of what was held back before.
    pub fn push(&mut self, deltas: Vec<Delta>) -> Vec<Delta> {
        if self.scrubber.is_empty() {
            return deltas;
        }
        let cleaned = deltas.into_iter().map(|delta| self.clean(delta));
        cleaned.filter(|delta| !is_empty(delta)).collect()
    }

    fn clean(&mut self, delta: Delta) -> Delta {
        let scrubber = &self.scrubber;
        match delta {
            Delta::Thoughts(text) => Delta::Thoughts(self.thoughts.push(scrubber, &text)),
            Delta::Text(text) => Delta::Text(self.text.push(scrubber, &text)),
            Delta::Refusal(text) => Delta::Refusal(self.refusal.push(scrubber, &text)),
            Delta::Call { call, name } => {
                let name = scrubber.text(&name);
                // A part of the key is no name: it is shown when the call is complete.
                let end = name.len() - scrubber.open_end(&name);
                let name = name[..end].to_owned();
                Delta::Call { call, name }
            }
            Delta::Arguments { call, piece } => {
                let at = self
                    .arguments
                    .iter()
                    .position(|(number, _)| *number == call);
                let at = at.unwrap_or_else(|| {
                    self.arguments.push((call, Channel::default()));
                    self.arguments.len() - 1
                });
                let channel = &mut self.arguments[at].1;
                let piece = channel.unescape(&piece);
                let piece = channel.push(scrubber, &piece);
                Delta::Arguments { call, piece }
            }
        }
    }

    /// The reply has ended: what was held back.
    pub fn finish(&mut self) -> Vec<Delta> {
        let scrubber = &self.scrubber;
        let mut last = vec![
            Delta::Thoughts(self.thoughts.finish(scrubber)),
            Delta::Text(self.text.finish(scrubber)),
            Delta::Refusal(self.refusal.finish(scrubber)),
        ];
        for (call, channel) in &mut self.arguments {
            let piece = channel.finish(scrubber);
            last.push(Delta::Arguments { call: *call, piece });
        }
        last.retain(|delta| !is_empty(delta));
        last
    }
}

fn is_empty(delta: &Delta) -> bool {
    match delta {
        Delta::Thoughts(text) | Delta::Text(text) | Delta::Refusal(text) => text.is_empty(),
        Delta::Call { name, .. } => name.is_empty(),
        Delta::Arguments { piece, .. } => piece.is_empty(),
    }
}
