//! What a sentence may say beyond the event itself. Plain values: whoever holds the state
//! fills them in, so that no text knows a state.

use std::sync::Arc;

use crate::engine::config::{Config, Unit};
use crate::engine::event::Happening;
use crate::engine::ids::{MessageId, Origin};

/// The numbers and texts around an event, as they are right after it.
#[derive(Clone, Debug)]
pub struct CaptionContext<'a> {
    /// The settings that apply.
    pub config: &'a Config,
    /// What the prompt takes, in units.
    pub prompt: u32,
    /// What the line takes that tells how much lies outside, in tokens.
    pub statistics: u32,
    /// How many messages or items the queue holds, the summary not counted.
    pub held: u32,
    /// Counts of this turn.
    pub turn: TurnCounts,
    /// The newest thing that the model has yet to read.
    pub unread: Unread,
    /// The items that the question of this turn needs at once; empty where it needs one, or
    /// where none is asked for (the miniature).
    pub needed: Vec<Arc<str>>,
    /// First words of the messages and passages that the event names; see [`mentioned`].
    pub excerpts: Vec<(Origin, Excerpt)>,
}

/// The newest thing that the model has yet to read, where it costs a call of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A page of results.
    Page,
    /// A function that failed.
    Failure,
    /// Anything else.
    Other,
}

/// What a person recognises a message by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Excerpt {
    /// Somebody's words.
    Words(Arc<str>),
    /// The result of the function of that name.
    Result(Arc<str>),
    /// A heartbeat.
    Heartbeat,
    /// The memory-pressure warning.
    Warning,
    /// A timer event.
    Timer,
    /// The user's first login.
    Login,
}

/// Counts of one turn, up to and with the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCounts {
    /// Model calls, those for summaries and choices included.
    pub model_calls: u32,
    /// Model calls for a summary.
    pub summary_calls: u32,
    /// Model calls to choose what leaves.
    pub choice_calls: u32,
    /// Function calls, failed ones included.
    pub function_calls: u32,
    /// Searches that ran, empty ones too.
    pub searches: u32,
    /// Searches that brought something in.
    pub page_ins: u32,
    /// Tokens that the model read.
    pub tokens_in: u64,
    /// Tokens that it wrote.
    pub tokens_out: u64,
}

impl CaptionContext<'_> {
    /// True in the miniature.
    pub(super) fn counts_items(&self) -> bool {
        self.config.unit == Unit::Items
    }

    /// Tokens that the conversation may still take before a flush.
    pub(super) fn free(&self) -> u32 {
        self.config.flush_line().saturating_sub(self.prompt)
    }

    /// True where the question needs more at once than the window has places: whichever
    /// leaves is needed again.
    pub(super) fn needs_too_much(&self) -> bool {
        self.needed.len() > self.config.window as usize
    }

    /// What a person recognises a message by.
    pub(super) fn excerpt(&self, id: MessageId) -> Option<&Excerpt> {
        let wanted = Origin::Message(id);
        let found = self.excerpts.iter().find(|(origin, _)| *origin == wanted);
        found.map(|(_, excerpt)| excerpt)
    }
}

/// The messages of which the sentence shows the first words.
pub fn mentioned(what: &Happening) -> Vec<Origin> {
    match what {
        Happening::Evicted { id, .. } => vec![Origin::Message(*id)],
        _ => Vec::new(),
    }
}
