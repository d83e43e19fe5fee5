//! What happened. One event is one visible change: picture, sentence, trace and numbers
//! all hang on the same one.

use std::sync::Arc;

use super::config::Config;
use super::function::{Call, CallFault, Function, RawCall};
use super::ids::{MessageId, Origin};
use super::input::Setting;
use super::message::{Message, Passage, ResultPage};
use super::parts::Parts;
use super::reply::{ModelFailure, Reply};
use super::timestamp::Timestamp;

/// One visible change of the machine, with the moment of the input that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The moment.
    pub at: Timestamp,
    /// The change.
    pub what: Happening,
}

/// The change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The run began: the pinned parts of main context are in place.
    Began {
        /// What the pinned parts take.
        pinned: Pinned,
    },
    /// A message entered the queue at its end; where recall is write-through it was written there too.
    Arrived(Arc<Message>),
    /// The miniature: the user asks for an item that was given before. Takes no slot.
    Asked {
        /// The item's text.
        text: Arc<str>,
    },
    /// The miniature: a new item waits for a slot, since all are taken.
    Offered {
        /// The item's text.
        text: Arc<str>,
    },
    /// A message was refused: with the pinned parts alone it exceeds the window.
    Oversized {
        /// Tokens of the message.
        tokens: u32,
        /// Tokens that would be free with an empty queue.
        room: u32,
    },
    /// The pinned parts alone exceed the window: no flush can help. The turn ends.
    PinnedOverflow {
        /// Tokens of the pinned parts.
        pinned: u32,
        /// Tokens that the prompt may take.
        limit: u32,
    },
    /// The queue manager raised the memory-pressure warning.
    PressureWarned {
        /// Tokens of the prompt.
        tokens: u32,
        /// The threshold that they reached.
        threshold: u32,
    },
    /// The model was called.
    ModelAsked {
        /// What for.
        purpose: Purpose,
        /// What the prompt takes; sums to what the model reads.
        parts: Parts,
        /// How many messages a request for a summary folds; else 0.
        folds: u32,
    },
    /// The model replied.
    Replied {
        /// What it had been asked for.
        purpose: Purpose,
        /// The reply.
        reply: Arc<Reply>,
        /// Tokens that it wrote, as we count.
        tokens: u32,
    },
    /// The first reply of the run is not one that the rule set takes: it is stored nowhere,
    /// and the model is asked again.
    ReplyRejected {
        /// What it lacks.
        why: Rejection,
        /// How often the model may still be asked again.
        left: u32,
    },
    /// The model call brought no reply. The turn ends, a flush goes on without a summary.
    ModelFailed {
        /// What it had been asked for.
        purpose: Purpose,
        /// Why.
        failure: ModelFailure,
    },
    /// A recording has no reply here: the model is not asked.
    NotAsked,
    /// The function executor took a call.
    CallBegan {
        /// The call as the model wrote it; apart, since events of other kinds are smaller.
        call: Box<RawCall>,
        /// The call as it was read, or what is wrong with it.
        read: Arc<Result<Call, CallFault>>,
    },
    /// The call was wrong: it changed nothing and goes back to the model as a failure.
    CallFailed {
        /// The call as the model wrote it.
        call: Box<RawCall>,
        /// What was wrong.
        fault: Box<CallFault>,
    },
    /// The function is none of those declared here: what the call brought when it was
    /// recorded goes back to the model.
    ResultRecorded {
        /// The call as the model wrote it.
        call: Box<RawCall>,
        /// False where it failed then.
        is_ok: bool,
        /// True where the model asked for another step.
        wants_heartbeat: bool,
    },
    /// The model spoke to the user.
    Said {
        /// Its words.
        text: Arc<str>,
    },
    /// The model edited a block of working context.
    BlockEdited(Arc<BlockEdit>),
    /// The user gave a document; its passages are stored next.
    DocumentGiven(Arc<Document>),
    /// A passage was stored in archival storage.
    PassageStored {
        /// The passage.
        passage: Arc<Passage>,
    },
    /// A search ran: these are the originals that matched. Nothing has moved yet.
    Searched {
        /// The search, with its arguments.
        call: Arc<Call>,
        /// The page that was found.
        page: Arc<ResultPage>,
    },
    /// The page entered the queue: copies of stored messages or passages.
    PagedIn {
        /// The function result that holds the copies; in the miniature the item itself.
        message: Arc<Message>,
        /// The originals.
        page: Arc<ResultPage>,
    },
    /// Timers are held back.
    HeartbeatsPaused {
        /// How long, in minutes, after clipping.
        minutes: u32,
    },
    /// A timer fired while timers are held back: nothing is done.
    TimerHeld {
        /// Until when.
        until: Timestamp,
    },
    /// A flush began: these will leave, in this order.
    FlushBegan {
        /// What will leave, in this order, and who chose it.
        victims: Arc<[Victim]>,
        /// Tokens of the prompt before.
        tokens: u32,
        /// True where the cut leaves a result in the queue without its call, as the cut rule
        /// of this release did.
        parts_call: bool,
    },
    /// A message left the window.
    Evicted {
        /// The message.
        id: MessageId,
        /// What it took, in units.
        tokens: u32,
        /// Who chose it.
        by: Decider,
        /// True where it is written to the store now (the miniature).
        is_written: bool,
    },
    /// What left was folded into the recursive summary, in the first slot.
    Summarised {
        /// The new summary.
        message: Arc<Message>,
        /// Messages of which words are still in the summary.
        kept: Arc<[MessageId]>,
        /// False where the model brought no summary and a note stands in its place.
        is_by_model: bool,
    },
    /// The flush ended.
    FlushEnded {
        /// Tokens of the prompt before.
        before: u32,
        /// Tokens of the prompt after.
        after: u32,
    },
    /// The queue cannot be reduced: too little may leave. The turn ends.
    FlushFailed {
        /// Tokens of the prompt.
        tokens: u32,
        /// Tokens that it may take.
        limit: u32,
    },
    /// The page-in budget is spent and the rule is to stop: the turn ends.
    BudgetStopped {
        /// The budget, in search calls a turn.
        budget: u32,
    },
    /// The turn has made all the model calls it may: it ends.
    CallCapReached {
        /// The cap, in model calls a turn.
        cap: u32,
    },
    /// A setting changed.
    SettingChanged(Arc<SettingChange>),
    /// The user stopped the turn.
    Stopped,
    /// The session is at its limit of events.
    SessionFull {
        /// The limit.
        events: u32,
    },
    /// Control went back to the user: the turn is over.
    Yielded,
}

/// A message that a flush lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    /// The message.
    pub id: MessageId,
    /// Who chose it.
    pub by: Decider,
}

/// What a model call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To act: think, call a function, speak.
    Act,
    /// To summarise what leaves the queue.
    Summarise,
    /// To choose what leaves (the lesson's reading).
    ChooseVictims,
}

/// What a first reply lacks (memgpt.md 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It calls no function.
    NoCall,
    /// It calls another function than the first reply may.
    OtherFunction,
    /// It holds no thoughts.
    NoThoughts,
    /// Its thoughts hold braces, quotes, or speak of functions.
    WrongThoughts,
}

/// Who caused a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// Queue manager or function executor, by rule.
    Automatic,
    /// The model, by function call.
    Model,
    /// The user.
    User,
}

/// Who has control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// The user.
    User,
    /// The queue manager.
    QueueManager,
    /// The model.
    Model,
    /// The function executor.
    FunctionExecutor,
}

/// What the pinned parts take of the window, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pinned {
    /// System instructions.
    pub system: u32,
    /// Function schemas.
    pub schemas: u32,
    /// Working context.
    pub working_context: u32,
}

/// An edit of working context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockEdit {
    /// Position of the block in the settings.
    pub index: u32,
    /// Its label.
    pub label: Arc<str>,
    /// `core_memory_append` or `core_memory_replace`: what the edit is like, whatever the
    /// function was called.
    pub function: Function,
    /// The block before.
    pub before: Arc<str>,
    /// The block after.
    pub after: Arc<str>,
    /// What working context takes after, in units.
    pub tokens: u32,
    /// Where a recorded call of a function that is not declared here makes it: the recorded
    /// result goes back to the model.
    pub undeclared: Option<Undeclared>,
}

/// A recorded call of a function that is not declared here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undeclared {
    /// The name of the function.
    pub name: Arc<str>,
    /// True where the model asked for another step.
    pub wants_heartbeat: bool,
}

/// A document that the user gave, cut into passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its title, shown to the model.
    pub title: Arc<str>,
    /// Its passages, in order.
    pub passages: Vec<Arc<str>>,
    /// True where the model is told of it.
    pub is_announced: bool,
}

/// A change of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChange {
    /// What was set.
    pub setting: Setting,
    /// All settings after.
    pub config: Arc<Config>,
    /// The pinned parts after.
    pub pinned: Pinned,
}

impl Happening {
    /// All kinds, in the order of the enum.
    pub const KINDS: [&str; 34] = [
        "began",
        "arrived",
        "asked",
        "offered",
        "oversized",
        "pinned_overflow",
        "pressure_warned",
        "model_asked",
        "replied",
        "reply_rejected",
        "model_failed",
        "not_asked",
        "call_began",
        "call_failed",
        "result_recorded",
        "said",
        "block_edited",
        "document_given",
        "passage_stored",
        "searched",
        "paged_in",
        "heartbeats_paused",
        "timer_held",
        "flush_began",
        "evicted",
        "summarised",
        "flush_ended",
        "flush_failed",
        "budget_stopped",
        "call_cap_reached",
        "setting_changed",
        "stopped",
        "session_full",
        "yielded",
    ];

    /// Stable name of the kind: in the trace, in marks and in links.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Began { .. } => "began",
            Self::Arrived(_) => "arrived",
            Self::Asked { .. } => "asked",
            Self::Offered { .. } => "offered",
            Self::Oversized { .. } => "oversized",
            Self::PinnedOverflow { .. } => "pinned_overflow",
            Self::PressureWarned { .. } => "pressure_warned",
            Self::ModelAsked { .. } => "model_asked",
            Self::Replied { .. } => "replied",
            Self::ReplyRejected { .. } => "reply_rejected",
            Self::ModelFailed { .. } => "model_failed",
            Self::NotAsked => "not_asked",
            Self::CallBegan { .. } => "call_began",
            Self::CallFailed { .. } => "call_failed",
            Self::ResultRecorded { .. } => "result_recorded",
            Self::Said { .. } => "said",
            Self::BlockEdited(_) => "block_edited",
            Self::DocumentGiven(_) => "document_given",
            Self::PassageStored { .. } => "passage_stored",
            Self::Searched { .. } => "searched",
            Self::PagedIn { .. } => "paged_in",
            Self::HeartbeatsPaused { .. } => "heartbeats_paused",
            Self::TimerHeld { .. } => "timer_held",
            Self::FlushBegan { .. } => "flush_began",
            Self::Evicted { .. } => "evicted",
            Self::Summarised { .. } => "summarised",
            Self::FlushEnded { .. } => "flush_ended",
            Self::FlushFailed { .. } => "flush_failed",
            Self::BudgetStopped { .. } => "budget_stopped",
            Self::CallCapReached { .. } => "call_cap_reached",
            Self::SettingChanged(_) => "setting_changed",
            Self::Stopped => "stopped",
            Self::SessionFull { .. } => "session_full",
            Self::Yielded => "yielded",
        }
    }

    /// Who caused it.
    pub fn cause(&self) -> Decider {
        match self {
            Self::Asked { .. }
            | Self::Offered { .. }
            | Self::DocumentGiven(_)
            | Self::SettingChanged(_)
            | Self::Stopped
            | Self::Oversized { .. } => Decider::User,
            Self::Replied { .. }
            | Self::CallBegan { .. }
            | Self::CallFailed { .. }
            | Self::ResultRecorded { .. }
            | Self::Said { .. }
            | Self::BlockEdited(_)
            | Self::Searched { .. }
            | Self::PagedIn { .. }
            | Self::HeartbeatsPaused { .. } => Decider::Model,
            Self::Arrived(message) => message.body.sender(),
            Self::PassageStored { passage } => match passage.by {
                super::message::StoredBy::Model => Decider::Model,
                super::message::StoredBy::User => Decider::User,
            },
            Self::Evicted { by, .. } => *by,
            _ => Decider::Automatic,
        }
    }

    /// Originals that this event touches in external context.
    pub fn origins(&self) -> &[Origin] {
        match self {
            Self::Searched { page, .. } | Self::PagedIn { page, .. } => &page.hits,
            _ => &[],
        }
    }
}

impl super::message::Body {
    /// Who sent it.
    pub fn sender(&self) -> Decider {
        match self {
            Self::Item(_) | Self::User(_) | Self::Login | Self::DocumentNotice { .. } => {
                Decider::User
            }
            Self::Assistant { .. } => Decider::Model,
            _ => Decider::Automatic,
        }
    }
}
