//! A record from its window on: what stood outside the window when the file was written lies
//! in recall storage from the start, an old summary stands in its slot, and the rest is played.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::function::{Function, RawCall};
use crate::engine::ids::MessageId;
use crate::engine::message::{Body, HeartbeatReason, Summary};
use crate::engine::ranges::IdRanges;
use crate::engine::reply::{Reply, Request};
use crate::engine::timestamp::Timestamp;
use crate::model::script::ScriptStep;
use crate::recording::{
    Cue, Past, PastMessage, RecordedEvent, RecordedTurn, RecordedWhat, Recording,
};
use crate::run::Run;
use crate::scenario::settings::Choices;

use super::perform::{Follower, Replay};
use super::start;

/// The record from its window on. Its blocks begin as they were when the window begins.
pub fn from_window(recording: &Recording) -> Recording {
    let window: BTreeSet<u32> = recording.window.iter().copied().collect();
    let is_in_window = |turn: &RecordedTurn| {
        let own = turn.message.into_iter();
        let replies = turn.replies.iter().map(|reply| reply.message);
        own.chain(replies).any(|number| window.contains(&number))
    };
    let first = recording.turns.iter().position(is_in_window);
    let first = first.unwrap_or(recording.turns.len());
    let (before, after) = recording.turns.split_at(first);
    let mut turns = after.to_vec();
    let mut past = boot(recording);
    let mut summary = None;
    for turn in before {
        take(turn, &mut past, |event, text| {
            if window.contains(&event.message) {
                summary = Some((turn.at, Arc::clone(text)));
            }
        });
    }
    if let Some(turn) = turns.first_mut() {
        let at = turn.at;
        turn.before.retain(|event| match &event.what {
            RecordedWhat::Summary(text) if window.contains(&event.message) => {
                summary = Some((at, Arc::clone(text)));
                false
            }
            _ => true,
        });
    }
    if let Some((at, text)) = summary {
        let what = Past::Summary(text);
        past.push(PastMessage { at, what });
    }
    let mut blocks = recording.blocks.clone();
    for (block, value) in blocks.iter_mut().zip(blocks_at(recording, first)) {
        block.start = value;
    }
    Recording {
        boot: None,
        blocks,
        past,
        turns,
        ..recording.clone()
    }
}

/// What the blocks hold before this turn of the whole record.
fn blocks_at(recording: &Recording, turn: usize) -> Vec<Arc<str>> {
    let played = || {
        let config = start::config(recording, &Choices::default()).ok()?;
        let engine = start::engine(recording, config, None).ok()?;
        let mut run = Run::new(engine);
        Replay::new(Arc::new(recording.clone()), quiet).finish(&mut run);
        let mut follower = Follower::new(recording);
        let mut count = 0;
        while follower.next(recording, &run).is_some() && follower.place().turns <= turn {
            count += 1;
        }
        Some(run.state_at(count).blocks().to_vec())
    };
    played().unwrap_or_default()
}

/// Makes no summary: what the blocks hold hangs on none.
fn quiet(_: &Request, _: Option<&ScriptStep>, _: u64) -> Option<Reply> {
    Some(Reply::default())
}

/// The canned exchange at the beginning, as messages.
fn boot(recording: &Recording) -> Vec<PastMessage> {
    let Some(boot) = &recording.boot else {
        return Vec::new();
    };
    let at = start::first_moment(recording);
    let name: Arc<str> = Function::SendMessage.wire().into();
    let arguments = serde_json::json!({ "message": boot.message });
    let call = RawCall {
        name: Arc::clone(&name),
        arguments: arguments.to_string().into(),
    };
    let reply = Reply {
        thoughts: Arc::clone(&boot.thought),
        calls: [call].into(),
        ..Reply::default()
    };
    let result = Past::Result {
        function: name,
        is_ok: true,
        text: Arc::default(),
    };
    [Past::Reply(reply.into()), result, Past::Login]
        .map(|what| PastMessage { at, what })
        .to_vec()
}

/// The messages of a turn that is not played. Summaries are none of them: the last stands in
/// its own slot.
fn take(
    turn: &RecordedTurn,
    past: &mut Vec<PastMessage>,
    mut summary: impl FnMut(&RecordedEvent, &Arc<str>),
) {
    let mut add = |at: Timestamp, what: Past| past.push(PastMessage { at, what });
    match &turn.cue {
        Cue::User(text) => add(turn.at, Past::User(Arc::clone(text))),
        Cue::Login => add(turn.at, Past::Login),
        Cue::Timer => add(turn.at, Past::Timer),
        Cue::Boot | Cue::Nothing => {}
    }
    let mut events =
        |at: Timestamp, events: &[RecordedEvent], add: &mut dyn FnMut(Timestamp, Past)| {
            for event in events {
                match &event.what {
                    RecordedWhat::Heartbeat(_) => add(at, Past::Heartbeat),
                    RecordedWhat::Alert(_) => add(at, Past::Alert),
                    RecordedWhat::Summary(text) => summary(event, text),
                    RecordedWhat::Recompiled(_) => {}
                }
            }
        };
    events(turn.at, &turn.before, &mut add);
    for reply in &turn.replies {
        add(reply.at, Past::Reply(Arc::clone(&reply.reply)));
        for (index, call) in reply.reply.calls.iter().enumerate() {
            if let Some(recorded) = reply.reply.recorded(index) {
                let what = Past::Result {
                    function: Arc::clone(&call.name),
                    is_ok: recorded.is_ok,
                    text: Arc::clone(&recorded.text),
                };
                add(reply.at, what);
            }
        }
        events(reply.at, &reply.after, &mut add);
    }
}

/// The messages of the past as they lie in recall storage.
pub(super) fn bodies(recording: &Recording) -> Vec<(Timestamp, Body)> {
    let count = u32::try_from(recording.past.len()).unwrap_or(u32::MAX);
    let body = |what: &Past| match what {
        Past::User(text) => Body::User(Arc::clone(text)),
        Past::Login => Body::Login,
        Past::Timer => Body::Timer,
        Past::Reply(reply) => Body::Assistant {
            thoughts: Arc::clone(&reply.thoughts),
            text: Arc::clone(&reply.text),
            calls: Arc::clone(&reply.calls),
        },
        Past::Result {
            function,
            is_ok,
            text,
        } => Body::FunctionResult {
            function: Arc::clone(function),
            is_ok: *is_ok,
            text: Arc::clone(text),
            page: None,
        },
        Past::Heartbeat => Body::Heartbeat(HeartbeatReason::Requested),
        Past::Alert => Body::PressureAlert,
        Past::Summary(text) => {
            // It stands for all that is before it.
            let mut covers = IdRanges::default();
            (1..count).for_each(|id| covers.insert(MessageId(id)));
            Body::Summary(Arc::new(Summary {
                text: Arc::clone(text),
                covers,
                kept: [].into(),
                total: count,
                folded: count.saturating_sub(1),
            }))
        }
    };
    let past = recording.past.iter();
    past.map(|message| (message.at, body(&message.what)))
        .collect()
}
