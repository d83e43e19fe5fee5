//! The three stations between main context and external context, and what each does.

use std::sync::Arc;

use crate::engine::event::{Happening, Purpose};
use crate::engine::function::RawCall;
use crate::engine::message::{Body, StoredBy};

use super::Moment;
use super::words::excerpt;

/// The queue manager: lets messages in and out, by rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueManagerStation {
    /// Nothing to do.
    Idle,
    /// It lets a message in.
    Admits,
    /// It refuses a message that cannot fit.
    Refuses,
    /// It warns the model.
    Warns,
    /// It lets messages out: so many of so many have left.
    Flushes {
        /// How many have left.
        left: u32,
        /// How many will have left.
        of: u32,
    },
    /// It lets one item out.
    Evicts,
    /// It cannot make room.
    CannotFlush,
    /// It ends the turn: a limit is reached.
    Ends,
}

/// The model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelStation {
    /// What it does.
    pub state: ModelState,
    /// What it thought last in this turn; empty where it thought nothing.
    pub thoughts: Arc<str>,
    /// What it asked for last in this turn.
    pub calls: Arc<[RawCall]>,
}

/// What the model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelState {
    /// It waits to be called.
    Idle,
    /// It was called, reads so many units and thinks.
    Thinks {
        /// What for.
        purpose: Purpose,
        /// What it reads.
        tokens: u32,
    },
    /// It has replied, asking for functions.
    Calls,
    /// It has replied without asking for anything.
    Replied,
    /// It brought no reply.
    Failed,
}

/// The function executor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutorStation {
    /// What it does.
    pub state: ExecutorState,
}

/// What the function executor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutorState {
    /// Nothing.
    Idle,
    /// It took a call.
    Took,
    /// It searched and found so many, of which so many are on this page.
    Found {
        /// On this page.
        shown: u32,
        /// In all.
        total: u32,
    },
    /// It brings a page into the window.
    Brings,
    /// It wrote into working context.
    Edited,
    /// It wrote into archival storage.
    Stored,
    /// It passes words on to the user.
    Speaks,
    /// It holds timers back.
    Pauses,
    /// The call was wrong.
    Failed,
    /// It returns the result.
    Returns,
}

pub(super) fn queue_manager(moment: &Moment) -> QueueManagerStation {
    if let Some(flush) = moment.after.flush() {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        return QueueManagerStation::Flushes {
            left: count(flush.evicted),
            of: count(flush.victims.len()),
        };
    }
    match moment.what {
        Some(Happening::Evicted { .. }) => QueueManagerStation::Evicts,
        Some(Happening::PagedIn { .. }) => QueueManagerStation::Admits,
        Some(Happening::PressureWarned { .. }) => QueueManagerStation::Warns,
        Some(Happening::Oversized { .. } | Happening::PinnedOverflow { .. }) => {
            QueueManagerStation::Refuses
        }
        Some(Happening::FlushFailed { .. }) => QueueManagerStation::CannotFlush,
        Some(Happening::BudgetStopped { .. } | Happening::CallCapReached { .. }) => {
            QueueManagerStation::Ends
        }
        Some(Happening::Arrived(message)) => match &message.body {
            Body::PressureAlert => QueueManagerStation::Warns,
            _ if message.id.0 > 0 => QueueManagerStation::Admits,
            _ => QueueManagerStation::Idle,
        },
        _ => QueueManagerStation::Idle,
    }
}

pub(super) fn model(moment: &Moment) -> ModelStation {
    let state = match moment.what {
        Some(Happening::ModelAsked { purpose, parts, .. }) => ModelState::Thinks {
            purpose: *purpose,
            tokens: parts.total(),
        },
        Some(Happening::ModelFailed { .. }) => ModelState::Failed,
        Some(Happening::Replied { reply, .. }) if reply.calls.is_empty() => ModelState::Replied,
        Some(Happening::Replied { .. } | Happening::CallBegan { .. }) => ModelState::Calls,
        _ => ModelState::Idle,
    };
    let (thoughts, calls) = match moment.what {
        Some(Happening::Replied {
            purpose: Purpose::Act,
            reply,
            ..
        }) => {
            let thoughts = if reply.calls.is_empty() && reply.thoughts.is_empty() {
                &reply.text
            } else {
                &reply.thoughts
            };
            (excerpt(thoughts), Arc::clone(&reply.calls))
        }
        Some(Happening::ModelAsked { .. } | Happening::Yielded) => Default::default(),
        _ => last_reply(moment),
    };
    ModelStation {
        state,
        thoughts,
        calls,
    }
}

/// What the model thought and asked for last, since the user spoke.
fn last_reply(moment: &Moment) -> (Arc<str>, Arc<[RawCall]>) {
    if moment.after.is_idle() {
        return Default::default();
    }
    let said_in_turn = moment.after.dialogue().iter().rev();
    let queued = moment.after.queue().slots().rev();
    let queued = queued
        .take_while(|slot| slot.id.0 > moment.after.messages_before_turn())
        .filter_map(|slot| moment.stores.message(slot.id));
    for message in said_in_turn.chain(queued) {
        if let Body::Assistant {
            thoughts, calls, ..
        } = &message.body
        {
            return (excerpt(thoughts), Arc::clone(calls));
        }
    }
    Default::default()
}

pub(super) fn executor(moment: &Moment) -> ExecutorStation {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let state = match moment.what {
        Some(Happening::CallBegan { .. }) => ExecutorState::Took,
        Some(Happening::CallFailed { .. }) => ExecutorState::Failed,
        Some(Happening::Searched { page, .. }) => ExecutorState::Found {
            shown: count(page.hits.len()),
            total: page.total,
        },
        Some(Happening::PagedIn { .. }) => ExecutorState::Brings,
        Some(Happening::BlockEdited(_)) => ExecutorState::Edited,
        Some(Happening::PassageStored { passage }) if passage.by == StoredBy::Model => {
            ExecutorState::Stored
        }
        Some(Happening::Said { .. }) => ExecutorState::Speaks,
        Some(Happening::HeartbeatsPaused { .. }) => ExecutorState::Pauses,
        Some(Happening::Arrived(message)) => match &message.body {
            Body::FunctionResult { .. } => ExecutorState::Returns,
            _ => ExecutorState::Idle,
        },
        _ => ExecutorState::Idle,
    };
    ExecutorStation { state }
}
