//! How much memory a session holds, reckoned from its events: the bound of a run. A count of
//! events alone would let long texts fill a page, or stop a long conversation too early.

use super::event::{Event, Happening};
use super::message::{Body, Message};

/// Most bytes that a session holds. Beyond it a page would hold too much; the trace can be
/// exported. A free conversation of a hundred thousand turns stays below it.
pub const HELD_MAX: u64 = 256 << 20;

/// What an event takes with its share of messages, checkpoints and search index, texts apart
/// (measured by `make bench`).
const EVENT: u64 = 144;

/// What a change of settings takes: it holds all settings.
const SETTINGS: u64 = 1_024;

impl Event {
    /// Bytes that a session holds for this event, reckoned. A text that several events share
    /// counts where it came.
    pub(super) fn held(&self) -> u64 {
        EVENT
            + match &self.what {
                Happening::Replied { reply, .. } => {
                    let calls = reply.calls.iter();
                    let called = calls.map(|call| length(&call.name) + length(&call.arguments));
                    length(&reply.thoughts) + length(&reply.text) + called.sum::<u64>()
                }
                Happening::Arrived(message)
                | Happening::PagedIn { message, .. }
                | Happening::Summarised { message, .. } => text(message),
                Happening::BlockEdited(edit) => length(&edit.after),
                Happening::PassageStored { passage } => length(&passage.text),
                Happening::SettingChanged(_) => SETTINGS,
                _ => 0,
            }
    }
}

fn text(message: &Message) -> u64 {
    match &message.body {
        // It came with the reply.
        Body::Assistant { .. } => 0,
        body => length(body.spoken()),
    }
}

fn length(text: &str) -> u64 {
    text.len() as u64
}
