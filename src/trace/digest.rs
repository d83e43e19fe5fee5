//! A run in one number: equal where text and state are equal, on every machine.

use core::fmt;

use xxhash_rust::xxh64::Xxh64;

use super::journal::Journal;
use super::machine::Machine;

/// Version of the trace text. A change of its form gets a new one.
pub const TRACE_FORMAT: u32 = 1;

/// 64 bits, shown as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl<M: Machine> Journal<M> {
    /// The digest of the whole record: format number, trace text and the texts that it
    /// leaves out, text of the last state.
    pub fn digest(&self) -> Digest {
        let mut hash = Xxh64::new(0);
        hash.update(format!("{TRACE_FORMAT}\n").as_bytes());
        for (index, event) in self.events().iter().enumerate() {
            hash.update(self.trace_line(index + 1).as_bytes());
            hash.update(b"\n");
            self.machine().texts(event, &mut |text| {
                hash.update(text.as_bytes());
                hash.update(b"\0");
            });
        }
        hash.update(self.machine().render(self.head()).as_bytes());
        Digest(hash.digest())
    }

    /// One line of the trace: position, turn and call, then the event.
    pub fn trace_line(&self, position: usize) -> String {
        let index = position.saturating_sub(1);
        match (self.events().get(index), self.places().get(index)) {
            (Some(event), Some(place)) => {
                format!(
                    "{position:06} {}.{} {}",
                    place.turn,
                    place.call,
                    self.machine().line(event)
                )
            }
            _ => String::new(),
        }
    }
}
