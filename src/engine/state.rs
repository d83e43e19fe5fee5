//! The state between two events. Small, and free of texts that are stored elsewhere: a
//! checkpoint is a clone of it. Recall and archival grow outside, only by appending; the
//! state holds how much of them belongs to it.

use std::sync::Arc;

use super::config::{Config, Unit};
use super::context::FifoQueue;
use super::event::{Controller, Document, Pinned, Purpose, Victim};
use super::function::{Call, CallFault};
use super::ids::MessageId;
use super::message::{Message, ResultPage};
use super::ranges::IdRanges;
use super::reply::{RecordedResult, Reply};
use super::timestamp::Timestamp;

/// The state of a run between two events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) config: Arc<Config>,
    pub(super) pinned: Pinned,
    pub(super) blocks: Arc<[Arc<str>]>,
    pub(super) queue: FifoQueue,
    pub(super) phase: Phase,
    pub(super) due: Due,
    /// Settings that wait until no flush and no model call is under way.
    pub(super) queued: Option<(Arc<Config>, Pinned)>,
    /// Who chooses what leaves, where the model is asked.
    pub(super) choice: Choice,
    pub(super) is_warned: bool,
    /// True until the first reply that the rule set takes.
    pub(super) is_first_due: bool,
    /// Replies of this turn that were not taken for the first one.
    pub(super) rejections: u32,
    /// What the last call to act read and wrote, in tokens.
    pub(super) last_call: u32,
    /// Flushes since the last call to act that came after its step.
    pub(super) step_flushes: u32,
    /// When working context was last changed.
    pub(super) blocks_at: Timestamp,
    pub(super) is_stopping: bool,
    pub(super) must_flush: bool,
    pub(super) refusals: u32,
    pub(super) now: Timestamp,
    pub(super) paused_until: Timestamp,
    pub(super) events: u32,
    /// Bytes that the session holds, reckoned ([`super::held`]).
    pub(super) held: u64,
    pub(super) turn: u32,
    pub(super) messages: u32,
    pub(super) messages_before_turn: u32,
    pub(super) passages: u32,
    /// What was written to the store as it left (the miniature).
    pub(super) written: IdRanges,
    pub(super) dialogue: Vec<Arc<Message>>,
    pub(super) uses: u32,
    pub(super) draws: u64,
    pub(super) totals: Totals,
    pub(super) turn_totals: Totals,
    pub(super) controller: Controller,
}

/// What has been counted, over a run or a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Calls of the model, those for summaries and choices included.
    pub model_calls: u32,
    /// Calls of the model for a summary.
    pub summary_calls: u32,
    /// Calls of the model to choose what leaves.
    pub choice_calls: u32,
    /// Functions that the model called, failed ones included.
    pub function_calls: u32,
    /// Calls that failed.
    pub failures: u32,
    /// Searches that ran, empty ones too.
    pub searches: u32,
    /// Searches that brought at least one stored item into the window.
    pub page_ins: u32,
    /// Messages that left the queue.
    pub page_outs: u32,
    /// Messages that arrived; in the miniature: items written into the window for the first time.
    pub arrivals: u32,
    /// Units that the model read.
    pub tokens_in: u64,
    /// Tokens that the model wrote.
    pub tokens_out: u64,
}

/// What is due once the step is done, in strict priority (memgpt.md 3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Due {
    pub budget_stop: bool,
    pub failed: bool,
    pub heartbeat: bool,
}

/// Who chooses what leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nobody was asked yet.
    #[default]
    Open,
    /// The model answered.
    Given(Arc<Reply>),
    /// Its answer was of no use: the oldest leaves.
    Fallback,
}

/// What the machine is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing has happened yet.
    New,
    /// What stands in the queue before the user first speaks arrives, message by message.
    Booting(u8),
    /// Waits for the user.
    Idle,
    /// The miniature: an item waits for a slot.
    ItemDue(Arc<str>),
    /// The model is to be called.
    CallDue,
    /// Waits for the model's reply; then goes on with `resume`.
    Asking {
        purpose: Purpose,
        resume: Arc<Phase>,
    },
    /// The reply is there.
    ReplyDue {
        purpose: Purpose,
        reply: Arc<Reply>,
        /// Tokens that the model wrote.
        tokens: u32,
        resume: Arc<Phase>,
    },
    /// The calls of a reply are run, one after another.
    Executing(Execution),
    /// All calls are done.
    StepDone,
    /// The pressure alert is to arrive.
    AlertDue,
    /// A flush is under way.
    Flushing(Flush),
    /// A document is stored, passage by passage.
    Storing {
        document: Arc<Document>,
        stored: usize,
    },
    /// The turn is to end.
    Ending,
    /// No further event.
    Closed,
}

/// A reply whose calls are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Execution {
    pub reply: Arc<Reply>,
    /// The assistant's message; 0 in the miniature.
    pub group: MessageId,
    pub index: usize,
    pub stage: Stage,
    pub wants_heartbeat: bool,
    /// True where the reply is to the user's own message.
    pub answers_user: bool,
    /// True where no call of the reply speaks to the user.
    pub is_silent: bool,
}

/// Where one call is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The executor is to take it.
    Begin,
    /// It is to act, if it was rightly written.
    Act(Arc<Result<Call, CallFault>>),
    /// Its result is to enter the queue.
    Return(Returned),
}

/// What a call brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Returned {
    /// Nothing but success.
    Plain,
    /// Success, and this text.
    Text(Arc<str>),
    /// Timers are held back, for these minutes.
    Paused(u32),
    /// A page of results.
    Page(Arc<ResultPage>),
    /// A fault.
    Fault(CallFault),
    /// What the call brought when it was recorded.
    Recorded(RecordedResult),
}

/// A flush under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flush {
    pub victims: Arc<[Victim]>,
    pub evicted: usize,
    /// Tokens of the prompt before.
    pub before: u32,
    /// Tokens that the victims took.
    pub freed: u32,
    /// Lines of the transcript that are summarised already.
    pub folded: usize,
    /// Lines of the transcript that the summary in the making was asked for.
    pub asked: usize,
    /// The summary so far, when made in pieces.
    pub running: Option<Arc<str>>,
    /// True where the model brings no summary of what is still to be folded.
    pub is_missing: bool,
    pub is_summarised: bool,
    /// True where it comes after a step; else before a call.
    pub is_after_step: bool,
}

/// How far a flush is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlushProgress<'a> {
    /// What leaves, in this order.
    pub victims: &'a [Victim],
    /// How many of them have left.
    pub evicted: usize,
    /// True where the summary stands in the first slot.
    pub is_summarised: bool,
}

impl State {
    /// The settings that apply now.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What the pinned parts take.
    pub fn pinned(&self) -> Pinned {
        self.pinned
    }

    /// The values of the blocks, in the order of [`Config::blocks`].
    pub fn blocks(&self) -> &[Arc<str>] {
        &self.blocks
    }

    /// The conversation queue.
    pub fn queue(&self) -> &FifoQueue {
        &self.queue
    }

    /// The moment of the last input.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The turn, from 1; 0 before the first input.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many events there have been.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// True where the session holds as much as it may: nothing more comes in.
    pub fn is_full(&self) -> bool {
        self.held >= super::held::HELD_MAX || self.events == u32::MAX
    }

    /// Highest number of a message: numbers 1 to this belong to this state.
    pub fn messages(&self) -> u32 {
        self.messages
    }

    /// Highest number of a message before this turn: what recall is searched up to.
    pub fn messages_before_turn(&self) -> u32 {
        self.messages_before_turn
    }

    /// Highest number of a passage.
    pub fn passages(&self) -> u32 {
        self.passages
    }

    /// True where a message stands in recall storage.
    pub fn is_stored(&self, id: MessageId) -> bool {
        id.0 >= 1
            && id.0 <= self.messages
            && (self.config.writes == super::config::RecallWrite::OnArrival
                || self.written.contains(id))
    }

    /// How many messages recall storage holds.
    pub fn recall_len(&self) -> u32 {
        match self.config.writes {
            super::config::RecallWrite::OnArrival => self.messages,
            super::config::RecallWrite::OnEviction => self.written.len(),
        }
    }

    /// Counts over the whole run.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Counts over this turn.
    pub fn turn_totals(&self) -> Totals {
        self.turn_totals
    }

    /// Who has control.
    pub fn controller(&self) -> Controller {
        self.controller
    }

    /// True where the warning of this flush period was given.
    pub fn is_warned(&self) -> bool {
        self.is_warned
    }

    /// True where the user may speak.
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Idle
    }

    /// What the model is being asked for.
    pub fn asking(&self) -> Option<Purpose> {
        match &self.phase {
            Phase::Asking { purpose, .. } => Some(*purpose),
            _ => None,
        }
    }

    /// The flush under way: what leaves, and how far it is.
    pub fn flush(&self) -> Option<FlushProgress<'_>> {
        let flush = match &self.phase {
            Phase::Flushing(flush) => flush,
            Phase::Asking { resume, .. } => match &**resume {
                Phase::Flushing(flush) => flush,
                _ => return None,
            },
            _ => return None,
        };
        Some(FlushProgress {
            victims: &flush.victims,
            evicted: flush.evicted,
            is_summarised: flush.is_summarised,
        })
    }

    /// The miniature: the item that waits for a slot.
    pub fn waiting(&self) -> Option<&Arc<str>> {
        let mut phase = &self.phase;
        loop {
            match phase {
                Phase::ItemDue(text) => return Some(text),
                Phase::Asking { resume, .. } | Phase::ReplyDue { resume, .. } => phase = resume,
                _ => return None,
            }
        }
    }

    /// Searches that this turn may still make; `None` is without limit.
    pub fn page_ins_left(&self) -> Option<u32> {
        self.config
            .page_ins_max
            .map(|most| most.saturating_sub(self.turn_totals.searches))
    }

    /// The miniature: what was said in this turn. It takes no slot.
    pub fn dialogue(&self) -> &[Arc<Message>] {
        &self.dialogue
    }

    /// True where items are counted.
    pub fn counts_items(&self) -> bool {
        self.config.unit == Unit::Items
    }
}
