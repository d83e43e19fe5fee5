//! Decodes a reply: bytes in, in any chunks; parts as they arrive, then one reading.
//!
//! Nothing here waits or calls: the page feeds what the network brings, the tests and the
//! example feed files. What a cut body or a failing server said until then is kept and
//! marked, and its calls are never run.

mod anthropic;
mod calls;
mod chat;
mod collect;
mod gemini;
mod ollama;
mod responses;
mod stop;
mod think;

use serde_json::Value;

use super::classify::{Head, classify};
use super::complaint::{Complaint, is_error};
use super::error::{ErrorKind, ProviderError};
use super::framing::{Framing, Piece, TooLarge};
use super::limits::Limits;
use super::protocol::Protocol;
use super::reading::{Delta, Reading};
use super::repair::Repair;
use super::scrub::Scrubber;
use collect::Collected;

/// Decodes one reply. What it holds is not scrubbed yet, so it cannot be printed.
pub struct Decoder {
    protocol: Protocol,
    head: Head,
    scrubber: Scrubber,
    framing: Framing,
    limits: Limits,
    collected: Collected,
    /// The body is beyond reading: what follows is ignored.
    is_over: bool,
}

impl Decoder {
    /// For a reply under this head. The scrubber removes the key from all that is given out.
    pub fn new(protocol: Protocol, head: Head, scrubber: Scrubber) -> Self {
        Self::within(Limits::STANDARD, protocol, head, scrubber)
    }

    /// The same within other limits.
    pub fn within(limits: Limits, protocol: Protocol, head: Head, scrubber: Scrubber) -> Self {
        Self {
            protocol,
            head,
            collected: Collected::new(protocol, limits, &scrubber),
            scrubber,
            framing: Framing::new(limits),
            limits,
            is_over: false,
        }
    }

    /// Takes the next bytes; gives what they add to the reply.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Delta> {
        if self.is_over {
            return Vec::new();
        }
        let mut pieces = Vec::new();
        let fed = self.framing.feed(bytes, &mut pieces);
        self.read(pieces);
        if fed == Err(TooLarge) {
            self.fail(ErrorKind::BadStream, "the reply is larger than allowed");
        }
        self.collected.take_deltas()
    }

    /// True where nothing that follows can matter: the request may be ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The body has ended, by itself or not.
    pub fn finish(mut self) -> (Reading, Vec<Delta>) {
        if !self.is_over {
            let framing = std::mem::replace(&mut self.framing, Framing::new(self.limits));
            let mut pieces = Vec::new();
            framing.finish(&mut pieces);
            self.read(pieces);
        }
        if self.collected.error.is_none() && self.head.status >= 400 {
            self.collected.error = Some(classify(&self.head, &Complaint::default()));
        }
        if self.collected.error.is_none() && !self.collected.is_ended {
            self.collected.error = Some(ProviderError::of(ErrorKind::Truncated));
        }
        self.collected.finish(&self.scrubber)
    }

    fn read(&mut self, pieces: Vec<Piece>) {
        for piece in pieces {
            if self.is_over {
                return;
            }
            match piece {
                Piece::Event {
                    name,
                    data,
                    is_ended,
                } => self.event(name.as_deref(), &data, is_ended),
                Piece::Json(text) => self.json(None, &text, true, true),
                // The head or the missing end says what it is.
                Piece::CutJson => self.note_characters(""),
                Piece::Text(text) => self.text(&text),
            }
        }
    }

    fn event(&mut self, name: Option<&str>, data: &str, is_ended: bool) {
        let data = data.trim();
        if data == "[DONE]" {
            self.collected.is_ended = true;
            self.is_over = true;
        } else {
            self.json(name, data, false, is_ended);
        }
    }

    fn json(&mut self, name: Option<&str>, text: &str, is_whole: bool, is_ended: bool) {
        self.note_characters(text);
        match serde_json::from_str::<Value>(text) {
            Ok(value) => self.value(name, &value, is_whole),
            // A failure in plain words.
            Err(_) if name == Some("error") => self.complain(&Complaint::of_text(text)),
            Err(_) if !is_ended => {}
            Err(_) => self.fail(
                ErrorKind::BadStream,
                "the reply is not the JSON it should be",
            ),
        }
    }

    fn note_characters(&mut self, text: &str) {
        if text.contains(char::REPLACEMENT_CHARACTER) {
            self.collected.note(Repair::BrokenCharacters);
        }
    }

    fn value(&mut self, name: Option<&str>, value: &Value, is_whole: bool) {
        let is_failure = name == Some("error") || is_error(value) || self.head.status >= 400;
        if is_failure {
            self.complain(&Complaint::of_json(value));
        }
        match value {
            // A list of what a stream would bring one by one.
            Value::Array(list) if !is_failure => {
                list.iter()
                    .for_each(|one| self.collected.read(name, one, true));
            }
            Value::Object(_) => self.collected.read(name, value, is_whole),
            _ => {}
        }
    }

    /// A body that is neither stream nor JSON.
    fn text(&mut self, text: &str) {
        let complaint = Complaint::of_text(text);
        if self.head.status >= 400 {
            self.complain(&complaint);
        } else if !text.trim().is_empty() {
            let shown = complaint.message;
            self.fail(ErrorKind::BadStream, &shown);
        }
    }

    /// The first failure counts: what follows repeats it with fewer words.
    fn complain(&mut self, complaint: &Complaint) {
        let error = classify(&self.head, complaint);
        self.collected.error.get_or_insert(error);
        self.collected.is_ended = true;
    }

    fn fail(&mut self, kind: ErrorKind, message: &str) {
        let mut complaint = Complaint::of_text(message);
        complaint.words.clear();
        let error = ProviderError {
            kind,
            ..classify(&self.head, &complaint)
        };
        self.collected.error.get_or_insert(error);
        self.collected.is_ended = true;
        self.is_over = true;
    }

    /// The protocol that is decoded.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }
}
