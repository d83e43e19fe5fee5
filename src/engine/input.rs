//! Everything that comes from outside. Inputs are the truth of a run: recorded, and
//! enough to run it again. A key is never one of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::config::{EvictionPolicy, WhenSpent};
use super::ids::MessageId;
use super::reply::{ModelFailure, Reply};
use super::timestamp::Timestamp;

/// One thing from outside, at a moment that the host gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// When. A moment before the last one is taken as the last one.
    pub at: Timestamp,
    /// What.
    pub what: Stimulus,
}

/// What came from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stimulus {
    /// The user says something; in the miniature: gives an item, or asks for one given before.
    User(Arc<str>),
    /// A timer fires and wants to give the model control.
    Timer,
    /// The user comes, and says nothing yet.
    Login,
    /// A recording has no reply here: the model is not asked.
    Unasked,
    /// A recording goes on here, where the rules would give control to the user.
    Continued,
    /// The user gives a document, already cut into passages.
    Document {
        /// Title, shown to the model.
        title: Arc<str>,
        /// Passages, in order.
        passages: Vec<Arc<str>>,
        /// True where the model is told; false while an example is set up.
        is_announced: bool,
    },
    /// The model replied.
    Replied(Arc<Reply>),
    /// The model call brought no reply.
    Failed(ModelFailure),
    /// A setting is changed. It applies from the next model call, never inside a flush.
    Setting(Setting),
    /// The user stops the turn.
    Stop,
}

/// One setting, with its new value. Values out of range are clamped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Capacity of main context, in units.
    Window(u32),
    /// Which leaves first.
    Policy(EvictionPolicy),
    /// Most search calls a turn.
    PageInBudget(Option<u32>),
    /// What happens when that budget is spent.
    WhenSpent(WhenSpent),
    /// With or without external context.
    External(bool),
    /// Seed of the random policy.
    Seed(u64),
    /// A message that never leaves, or may leave again.
    Pin {
        /// The message.
        id: MessageId,
        /// True to pin.
        is_pinned: bool,
    },
}

/// Why an input was not admitted. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A turn is still running: only a stop or a setting is admitted.
    TurnRunning,
    /// No model call is waiting for a reply.
    NothingAsked,
    /// The text is empty.
    Empty,
    /// There is no external context to store in.
    NoExternalContext,
    /// There is no such message in the queue, or it is about to leave.
    NoSuchMessage(MessageId),
    /// The session is at its limit of events.
    SessionFull,
    /// The run stopped on a broken invariant.
    Broken,
}

impl Setting {
    /// Stable name, as in the trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Window(_) => "window",
            Self::Policy(_) => "policy",
            Self::PageInBudget(_) => "page_in_budget",
            Self::WhenSpent(_) => "when_spent",
            Self::External(_) => "external",
            Self::Seed(_) => "seed",
            Self::Pin { .. } => "pin",
        }
    }
}
