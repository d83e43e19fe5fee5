//! What was recorded beside what came of it here. Nothing is hidden and nothing is made
//! equal but moments: docs/AGENT-FILES.md says what explains each kind.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;

use crate::engine::event::{Event, Happening};
use crate::engine::message::{Body, HeartbeatReason, Message};
use crate::engine::package;
use crate::engine::reply::Role;
use crate::engine::timestamp::Timestamp;
use crate::engine::wording::Wording;
use crate::recording::{Cue, RecordedEvent, RecordedReply, RecordedTurn, RecordedWhat, Recording};
use crate::run::Run;

use super::moment;
use super::perform::{Follower, Place};

/// One difference between the record and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position of the event at which it shows, from 1.
    pub position: u32,
    /// The recorded message, by position in its list; `None` where none is recorded.
    pub message: Option<u32>,
    /// What kind of difference it is.
    pub kind: Kind,
    /// What differs.
    pub subject: Subject,
    /// As it was recorded.
    pub recorded: Option<Side>,
    /// As it is here.
    pub ours: Option<Side>,
}

/// One side of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Whether it went well, where that can be said.
    pub is_ok: Option<bool>,
    /// Its words; empty where it has none.
    pub text: Arc<str>,
}

/// Kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It went well on one side only.
    Status,
    /// The words differ.
    Text,
    /// Only the record has it.
    OnlyRecorded,
    /// Only our machine does it.
    OnlyOurs,
    /// Only the moment differs.
    Time,
    /// The recorded result stands in for that of a function that is not ours.
    StandIn,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Something from outside.
    Input,
    /// A reply of the model.
    Reply,
    /// What a call of this function brought.
    Result(Arc<str>),
    /// A heartbeat.
    Heartbeat,
    /// The memory-pressure warning, or another alert.
    Alert,
    /// The summary.
    Summary,
    /// The block of this label.
    Block(Arc<str>),
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Status,
        Self::Text,
        Self::OnlyRecorded,
        Self::OnlyOurs,
        Self::Time,
        Self::StandIn,
    ];

    /// Name in traces and in the page's attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Text => "text",
            Self::OnlyRecorded => "only_recorded",
            Self::OnlyOurs => "only_ours",
            Self::Time => "time",
            Self::StandIn => "stand_in",
        }
    }
}

impl Subject {
    /// Name in traces, without what it is of.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Reply => "reply",
            Self::Result(_) => "result",
            Self::Heartbeat => "heartbeat",
            Self::Alert => "alert",
            Self::Summary => "summary",
            Self::Block(_) => "block",
        }
    }

    /// The function or the block that it is of; empty for the rest.
    pub fn of(&self) -> &str {
        match self {
            Self::Result(name) | Self::Block(name) => name,
            _ => "",
        }
    }
}

/// How many differences there are of each kind.
pub fn counts(differences: &[Difference]) -> [(Kind, usize); 6] {
    Kind::ALL.map(|kind| {
        let of_kind = |difference: &&Difference| difference.kind == kind;
        (kind, differences.iter().filter(of_kind).count())
    })
}

/// All differences, in the order of the events at which they show.
pub fn differences<'a>(recording: &'a Recording, run: &'a Run) -> Vec<Difference> {
    let mut comparison = Comparison {
        recording,
        words: run.machine().wording(),
        found: Vec::new(),
        position: 0,
        pending: VecDeque::new(),
        reply: None,
        results: 0,
        blocks: run.machine().start().blocks().to_vec(),
        is_beside: false,
    };
    let mut follower = Follower::new(recording);
    if let Some(turn) = follower.place().turn(recording) {
        comparison.pending = turn.before.iter().collect();
    }
    loop {
        let before = follower.place();
        let Some(event) = follower.next(recording, run) else {
            break;
        };
        comparison.position += 1;
        comparison.take(event, before, follower.place());
    }
    comparison.finish(follower.place());
    comparison.found
}

struct Comparison<'a> {
    recording: &'a Recording,
    words: &'a Wording,
    found: Vec<Difference>,
    position: u32,
    /// What was recorded since the last reply and has not come yet.
    pending: VecDeque<&'a RecordedEvent>,
    /// The reply whose calls are run.
    reply: Option<&'a RecordedReply>,
    /// How many of its calls have their result.
    results: usize,
    blocks: Vec<Arc<str>>,
    /// True once something was said that the record does not have.
    is_beside: bool,
}

impl<'a> Comparison<'a> {
    fn take(&mut self, event: &Event, before: Place, place: Place) {
        if (before.turns, before.current) != (place.turns, place.current) {
            self.end_turn(before);
            let turn = place.turn(self.recording).filter(|turn| !turn.is_free);
            self.is_beside |= turn.is_none();
            self.pending = turn
                .map(|turn| turn.before.iter().collect())
                .unwrap_or_default();
        }
        if let Happening::BlockEdited(edit) = &event.what
            && let Some(block) = self.blocks.get_mut(edit.index as usize)
        {
            *block = Arc::clone(&edit.after);
        }
        let Some(turn) = place.turn(self.recording).filter(|turn| !turn.is_free) else {
            return;
        };
        match &event.what {
            Happening::Arrived(message) => self.arrived(message, event.at, before),
            Happening::PagedIn { message, .. } => self.result(message, event.at),
            Happening::Summarised { message, .. } => {
                let text = summary_text(message, self.words);
                self.event(Subject::Summary, &text, |what| match what {
                    RecordedWhat::Summary(text) => Some(text),
                    _ => None,
                });
            }
            Happening::ResultRecorded { call, is_ok, .. } => self.stand_in(&call.name, *is_ok),
            Happening::BlockEdited(edit) => {
                if let Some(undeclared) = &edit.undeclared {
                    self.stand_in(&undeclared.name, true);
                }
            }
            Happening::Oversized { .. } => {
                self.input_lost(turn);
            }
            _ => {}
        }
    }

    /// What was recorded goes back to the model, since the function is none of ours.
    fn stand_in(&mut self, name: &Arc<str>, is_ok: bool) {
        let recorded = self
            .reply
            .and_then(|reply| reply.reply.recorded(self.results));
        let recorded = recorded.map(|recorded| Side {
            is_ok: Some(is_ok),
            text: Arc::clone(&recorded.text),
        });
        let place = self
            .reply
            .and_then(|reply| *reply.results.get(self.results)?);
        let message = place.map(|place| place.message);
        let subject = Subject::Result(Arc::clone(name));
        self.add(Kind::StandIn, subject, message, recorded, None);
    }

    fn arrived(&mut self, message: &Message, at: Timestamp, before: Place) {
        match &message.body {
            Body::Assistant { .. } => {
                self.close_gap();
                self.reply = before.reply(self.recording);
                self.results = 0;
                self.pending = self
                    .reply
                    .map(|reply| reply.after.iter().collect())
                    .unwrap_or_default();
            }
            Body::FunctionResult { .. } => self.result(message, at),
            Body::Heartbeat(HeartbeatReason::Recorded) => {
                let found = self.pending.iter().position(|event| {
                    matches!(
                        event.what,
                        RecordedWhat::Heartbeat(_) | RecordedWhat::Alert(_)
                    )
                });
                match found.and_then(|at| self.pending.remove(at)) {
                    Some(event) => self.only_recorded(event),
                    None => self.add(Kind::OnlyOurs, Subject::Heartbeat, None, None, None),
                }
            }
            Body::Heartbeat(reason) => {
                let text = match reason {
                    HeartbeatReason::CallFailed => &self.words.heartbeat_failed,
                    _ => &self.words.heartbeat_requested,
                };
                let text = text.as_str().into();
                self.event(Subject::Heartbeat, &text, |what| match what {
                    RecordedWhat::Heartbeat(text) => Some(text),
                    _ => None,
                });
            }
            Body::PressureAlert => {
                let text = self.words.pressure_alert.as_str().into();
                self.event(Subject::Alert, &text, |what| match what {
                    RecordedWhat::Alert(text) => Some(text),
                    _ => None,
                });
            }
            _ => {}
        }
    }

    /// Something that our machine put into the queue, and what was recorded of the kind.
    fn event(
        &mut self,
        subject: Subject,
        text: &Arc<str>,
        of: impl Fn(&'a RecordedWhat) -> Option<&'a Arc<str>>,
    ) {
        let ours = Some(Side::words(Arc::clone(text)));
        let found = self
            .pending
            .iter()
            .position(|event| of(&event.what).is_some());
        let found = found.and_then(|at| self.pending.remove(at));
        match found.and_then(|event| Some((event.message, of(&event.what)?))) {
            None => self.add(Kind::OnlyOurs, subject, None, None, ours),
            Some((message, recorded)) => {
                if let Some(kind) = compared(recorded, text) {
                    let recorded = Some(Side::words(Arc::clone(recorded)));
                    self.add(kind, subject, Some(message), recorded, ours);
                }
            }
        }
    }

    fn result(&mut self, message: &Message, at: Timestamp) {
        let Body::FunctionResult {
            function,
            is_ok,
            text,
            ..
        } = &message.body
        else {
            return;
        };
        let Some(reply) = self.reply else { return };
        let index = self.results;
        self.results += 1;
        let subject = Subject::Result(Arc::clone(function));
        let ours = Side {
            is_ok: Some(*is_ok),
            text: Arc::clone(text),
        };
        let place = reply.results.get(index).copied().flatten();
        let (Some(recorded), Some(place)) = (reply.reply.recorded(index), place) else {
            self.add(Kind::OnlyOurs, subject, None, None, Some(ours));
            return;
        };
        let kind = if recorded.is_ok != *is_ok {
            Some(Kind::Status)
        } else {
            let is_later = place.at.is_some_and(|recorded| recorded != at);
            let kind = compared(&recorded.text, text);
            kind.or(is_later.then_some(Kind::Time))
        };
        let Some(kind) = kind else { return };
        let recorded = Side {
            is_ok: Some(recorded.is_ok),
            text: Arc::clone(&recorded.text),
        };
        let (recorded, ours) = match (kind, place.at) {
            (Kind::Time, Some(then)) => (moment_of(then), moment_of(at)),
            _ => (recorded, ours),
        };
        self.add(
            kind,
            subject,
            Some(place.message),
            Some(recorded),
            Some(ours),
        );
    }

    fn add(
        &mut self,
        kind: Kind,
        subject: Subject,
        message: Option<u32>,
        recorded: Option<Side>,
        ours: Option<Side>,
    ) {
        self.found.push(Difference {
            position: self.position.max(1),
            message,
            kind,
            subject,
            recorded,
            ours,
        });
    }

    fn only_recorded(&mut self, event: &RecordedEvent) {
        let (subject, text) = match &event.what {
            RecordedWhat::Heartbeat(text) => (Subject::Heartbeat, text),
            RecordedWhat::Alert(text) => (Subject::Alert, text),
            RecordedWhat::Summary(text) => (Subject::Summary, text),
            RecordedWhat::Recompiled(shown) => return self.recompiled(event.message, shown),
        };
        let recorded = Some(Side::words(Arc::clone(text)));
        self.add(
            Kind::OnlyRecorded,
            subject,
            Some(event.message),
            recorded,
            None,
        );
    }

    /// Message 0 made anew shows the blocks: they should be as ours.
    fn recompiled(&mut self, message: u32, shown: &[(u32, Arc<str>)]) {
        for (index, value) in shown {
            let at = *index as usize;
            let (Some(ours), Some(block)) = (self.blocks.get(at), self.recording.blocks.get(at))
            else {
                continue;
            };
            if let Some(kind) = compared(value, ours) {
                let ours = Some(Side::words(Arc::clone(ours)));
                let recorded = Some(Side::words(Arc::clone(value)));
                let subject = Subject::Block(Arc::clone(&block.label));
                self.add(kind, subject, Some(message), recorded, ours);
            }
        }
    }

    /// What was recorded up to here and never came.
    fn close_gap(&mut self) {
        for event in std::mem::take(&mut self.pending) {
            self.only_recorded(event);
        }
    }

    /// A turn is over: replies that were not taken in are only recorded.
    fn end_turn(&mut self, place: Place) {
        // Before the event that begins the next one.
        let position = self.position;
        self.position = position.saturating_sub(1);
        self.close_gap();
        let turn = place.turn(self.recording).filter(|turn| !turn.is_free);
        for reply in turn.map_or(&[][..], |turn| {
            turn.replies.get(place.replies..).unwrap_or_default()
        }) {
            self.lost(reply);
        }
        self.reply = None;
        self.position = position;
    }

    /// What came from outside was not taken, or never came.
    fn input_lost(&mut self, turn: &RecordedTurn) {
        let text = match &turn.cue {
            Cue::User(text) => Arc::clone(text),
            _ => Arc::default(),
        };
        let (subject, recorded) = (Subject::Input, Some(Side::words(text)));
        self.add(Kind::OnlyRecorded, subject, turn.message, recorded, None);
    }

    fn lost(&mut self, reply: &'a RecordedReply) {
        let names = reply.reply.calls.iter().map(|call| &*call.name);
        let names: Vec<&str> = names.collect();
        let text = if names.is_empty() {
            Arc::clone(&reply.reply.thoughts)
        } else {
            names.join(", ").into()
        };
        let recorded = Some(Side::words(text));
        self.add(
            Kind::OnlyRecorded,
            Subject::Reply,
            Some(reply.message),
            recorded,
            None,
        );
        reply
            .after
            .iter()
            .for_each(|event| self.only_recorded(event));
    }

    fn finish(&mut self, place: Place) {
        self.position += 1;
        self.end_turn(place);
        self.position -= 1;
        if self.is_beside {
            return;
        }
        for turn in self.recording.turns.get(place.turns..).unwrap_or_default() {
            self.input_lost(turn);
            turn.replies.iter().for_each(|reply| self.lost(reply));
        }
        let blocks = self.blocks.clone();
        for (block, ours) in self.recording.blocks.iter().zip(blocks) {
            if let Some(kind) = compared(&block.end, &ours) {
                let recorded = Some(Side::words(Arc::clone(&block.end)));
                let subject = Subject::Block(Arc::clone(&block.label));
                self.add(kind, subject, None, recorded, Some(Side::words(ours)));
            }
        }
    }
}

impl Side {
    fn words(text: Arc<str>) -> Self {
        let is_ok = None;
        Self { is_ok, text }
    }
}

fn moment_of(at: Timestamp) -> Side {
    Side::words(at.to_string().into())
}

/// The words of a summary as the model reads them.
fn summary_text(message: &Message, words: &Wording) -> Arc<str> {
    let packaged = package::message(message, words, Role::User);
    let read: Option<Value> = serde_json::from_str(&packaged.content).ok();
    let text = read.as_ref().and_then(|read| read["message"].as_str());
    text.unwrap_or_else(|| message.body.spoken()).into()
}

/// How two texts differ; `None` where they do not.
fn compared(recorded: &str, ours: &str) -> Option<Kind> {
    if recorded == ours {
        return None;
    }
    let is_same = moment::without_moments(recorded) == moment::without_moments(ours);
    Some(if is_same { Kind::Time } else { Kind::Text })
}
