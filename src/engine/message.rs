//! What the queue and recall storage hold.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::function::RawCall;
use super::ids::{MessageId, Origin, PassageId};
use super::ranges::IdRanges;
use super::reply::Role;
use super::timestamp::Timestamp;

/// One message, or one item of the miniature. Never changes once it exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number, in order of arrival.
    pub id: MessageId,
    /// When it arrived.
    pub at: Timestamp,
    /// What it says.
    pub body: Body,
    /// Its share of the window: tokens as packaged, or 1 where items count.
    pub tokens: u32,
}

/// What a message says, before it is packaged (memgpt.md 2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An item of the lesson's miniature.
    Item(Arc<str>),
    /// What the user said.
    User(Arc<str>),
    /// The model's reply: inner thoughts, plain text, function calls.
    Assistant {
        /// Inner monologue; the user does not see it.
        thoughts: Arc<str>,
        /// Plain text beside or instead of a call.
        text: Arc<str>,
        /// The calls of this reply that are executed, in order.
        calls: Arc<[RawCall]>,
    },
    /// What a function returned.
    FunctionResult {
        /// The name as the model gave it.
        function: Arc<str>,
        /// False where the call failed.
        is_ok: bool,
        /// The text that the model reads.
        text: Arc<str>,
        /// The page, where the call was a search.
        page: Option<Arc<ResultPage>>,
    },
    /// Gives the model another step.
    Heartbeat(HeartbeatReason),
    /// The memory-pressure warning.
    PressureAlert,
    /// The recursive summary, in the first slot of the queue.
    Summary(Arc<Summary>),
    /// A timer gives control to the model.
    Timer,
    /// The user came for the first time, before they said anything (memgpt.md 1.3).
    Login,
    /// A document was put into archival storage.
    DocumentNotice {
        /// Title of the document.
        title: Arc<str>,
        /// How many passages it became.
        passages: u32,
    },
}

/// Why the model gets another step without the user (memgpt.md 2.3, 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeartbeatReason {
    /// The call asked for it (`request_heartbeat`).
    Requested,
    /// The call failed.
    CallFailed,
    /// A recording goes on, though nothing here asked for it.
    Recorded,
}

/// The recursive summary of what left the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The words of the model.
    pub text: Arc<str>,
    /// Every message that it stands for, those of the summaries before it included.
    pub covers: IdRanges,
    /// Users' messages of which a clause is still in the text.
    pub kept: Arc<[MessageId]>,
    /// Messages that ever arrived when it was written, summaries included (memgpt.md 2.3: t).
    pub total: u32,
    /// How many messages (a previous summary counts as one) were folded in this time.
    pub folded: u32,
}

/// One page of search results: copies, whose originals stay where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultPage {
    /// The originals of the copies on this page, in order.
    pub hits: Vec<Origin>,
    /// Number of this page, in the rule set's own counting.
    pub page: u32,
    /// Number of the last page, in the same counting.
    pub page_last: u32,
    /// How many results there are in all.
    pub total: u32,
}

/// A passage of archival storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its number, in order of insertion.
    pub id: PassageId,
    /// When it was stored.
    pub at: Timestamp,
    /// Its text.
    pub text: Arc<str>,
    /// Who put it there.
    pub by: StoredBy,
}

/// Who put a passage into archival storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredBy {
    /// The model, by function call.
    Model,
    /// The user, by giving a document.
    User,
}

impl Body {
    /// The words that a person reads, and that a search can find; empty for what has none.
    pub fn spoken(&self) -> &str {
        match self {
            Self::Item(text) | Self::User(text) => text,
            Self::Assistant { text, .. } => text,
            Self::FunctionResult { text, .. } => text,
            Self::Summary(summary) => &summary.text,
            Self::DocumentNotice { title, .. } => title,
            Self::Heartbeat(_) | Self::PressureAlert | Self::Timer | Self::Login => "",
        }
    }

    /// The role in which it stands in the queue. Events are packaged as the user's; so is
    /// the summary of all releases.
    pub fn role(&self) -> Role {
        match self {
            Self::Assistant { .. } => Role::Assistant,
            Self::FunctionResult { .. } => Role::Tool,
            Self::Item(_)
            | Self::User(_)
            | Self::Heartbeat(_)
            | Self::PressureAlert
            | Self::Summary(_)
            | Self::Timer
            | Self::Login
            | Self::DocumentNotice { .. } => Role::User,
        }
    }

    /// Stable name of the kind, as in the trace.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Item(_) => "item",
            Self::User(_) => "user",
            Self::Assistant { .. } => "assistant",
            Self::FunctionResult { .. } => "function_result",
            Self::Heartbeat(_) => "heartbeat",
            Self::PressureAlert => "pressure_alert",
            Self::Summary(_) => "summary",
            Self::Timer => "timer",
            Self::Login => "login",
            Self::DocumentNotice { .. } => "document",
        }
    }

    /// True for the reply that calls belong to.
    pub fn has_calls(&self) -> bool {
        matches!(self, Self::Assistant { calls, .. } if !calls.is_empty())
    }
}
