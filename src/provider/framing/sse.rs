//! Events of an event stream, as browsers read them, with three differences: an event that
//! the end of the body cuts is given too and marked, a line that starts with `error:` is an
//! event (some servers report failures so), and sizes have limits.

use super::lines::Lines;
use super::{Piece, TooLarge};

/// Collects bytes to events.
#[derive(Debug)]
pub struct Events {
    limit: usize,
    lines: Lines,
    name: Option<String>,
    data: Option<String>,
    /// Some event came: the body is an event stream.
    has_events: bool,
    /// A line came that no event stream has.
    has_strangers: bool,
    /// The beginning as it stands, in case the body is a text that only begins like a field.
    beginning: Vec<u8>,
}

/// Bytes that are kept of what may be a text: enough for the line that says what is wrong.
const BEGINNING_MAX: usize = 4096;

impl Events {
    /// Events of at most so many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            lines: Lines::new(limit),
            name: None,
            data: None,
            has_events: false,
            has_strangers: false,
            beginning: Vec::new(),
        }
    }

    /// Takes a byte.
    ///
    /// # Errors
    /// The event is beyond its limit.
    pub fn take(&mut self, byte: u8, out: &mut Vec<Piece>) -> Result<(), TooLarge> {
        if !self.has_events && self.beginning.len() < BEGINNING_MAX {
            self.beginning.push(byte);
        }
        match self.lines.take(byte)? {
            Some(line) if line.is_empty() => {
                self.dispatch(true, out);
                Ok(())
            }
            Some(line) => self.field(&line),
            None => Ok(()),
        }
    }

    fn field(&mut self, line: &str) -> Result<(), TooLarge> {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => self.add(value)?,
            "event" => self.name = Some(value.to_owned()),
            "error" => {
                self.name = Some("error".to_owned());
                self.add(value)?;
            }
            // A comment has an empty name.
            "" | "id" | "retry" => {}
            _ => self.has_strangers = true,
        }
        Ok(())
    }

    fn add(&mut self, value: &str) -> Result<(), TooLarge> {
        match &mut self.data {
            Some(data) if data.len() + value.len() >= self.limit => return Err(TooLarge),
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
        Ok(())
    }

    fn dispatch(&mut self, is_ended: bool, out: &mut Vec<Piece>) {
        let name = self.name.take();
        self.has_events |= self.data.is_some();
        if let Some(data) = self.data.take().filter(|data| !data.trim().is_empty()) {
            out.push(Piece::Event {
                name,
                data,
                is_ended,
            });
        }
    }

    /// The body has ended.
    pub fn finish(mut self, out: &mut Vec<Piece>) {
        let line = self.lines.end();
        // Beyond the limit it is dropped: the event counts as cut then.
        if !line.is_empty() && self.field(&line).is_err() {
            self.data = Some("{".to_owned());
        }
        self.dispatch(false, out);
        if self.has_strangers && !self.has_events {
            let text = String::from_utf8_lossy(&self.beginning).into_owned();
            out.push(Piece::Text(text));
        }
    }
}
