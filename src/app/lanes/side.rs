//! The user's side of a run: what came from outside and not from a model.

use std::sync::Arc;

use crate::engine::event::Happening;
use crate::engine::ids::MessageId;
use crate::engine::input::{Input, Setting, Stimulus};
use crate::engine::message::Body;
use crate::engine::reply::Reply;
use crate::run::Run;
use crate::trace::journal::Recorded;

/// What came from outside, in order, each with its moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// All that comes again.
    pub given: Vec<Given>,
    /// Messages pinned that the model wrote or fetched: they have no counterpart, and are left
    /// out.
    pub pins_left_out: usize,
    /// Turns that the user stopped: the other model did what was stopped, so they are left out.
    pub stops_left_out: usize,
}

/// One thing from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// As it was recorded.
    pub input: Input,
    /// Where it pins a message: the place in the side of what brought that message.
    pub pins: Option<usize>,
}

/// How much there is of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages of the user.
    pub messages: usize,
    /// Documents.
    pub documents: usize,
    /// Timers that fired, and users that came without a word.
    pub timers: usize,
    /// Settings.
    pub settings: usize,
}

impl Side {
    /// What came from outside in a run. What a recording only repeats of the machine of then
    /// (that it went on, that no model was asked) is no side of the user's.
    pub fn of(run: &Run) -> Arc<Self> {
        Self::with_places(run).0
    }

    /// The same, with the number of events that there were before each thing.
    pub fn with_places(run: &Run) -> (Arc<Self>, Vec<usize>) {
        let mut side = Self::default();
        // How many events there were before each thing that comes again.
        let mut places: Vec<usize> = Vec::new();
        for recorded in run.inputs() {
            let after = recorded.after as usize;
            let mut pins = None;
            match &recorded.input.what {
                Stimulus::Replied(_)
                | Stimulus::Failed(_)
                | Stimulus::Unasked
                | Stimulus::Continued => continue,
                Stimulus::Stop => {
                    side.stops_left_out += 1;
                    continue;
                }
                Stimulus::Setting(Setting::Pin { id, .. }) => {
                    let brings = |at: &usize| arrived(run, *at) == Some(*id);
                    pins = places.iter().position(brings);
                    if pins.is_none() {
                        side.pins_left_out += 1;
                        continue;
                    }
                }
                Stimulus::User(_)
                | Stimulus::Timer
                | Stimulus::Login
                | Stimulus::Document { .. }
                | Stimulus::Setting(_) => {}
            }
            places.push(after);
            let input = recorded.input.clone();
            side.given.push(Given { input, pins });
        }
        (side.into(), places)
    }

    /// How much there is of each kind.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for given in &self.given {
            match given.input.what {
                Stimulus::User(_) => counts.messages += 1,
                Stimulus::Document { .. } => counts.documents += 1,
                Stimulus::Setting(_) => counts.settings += 1,
                _ => counts.timers += 1,
            }
        }
        counts
    }
}

/// The reply that was recorded, where one was.
pub fn reply(recorded: &Recorded<Input>) -> Option<&Reply> {
    match &recorded.input.what {
        Stimulus::Replied(reply) => Some(reply),
        _ => None,
    }
}

/// The message that arrived with the event after so many.
pub(super) fn arrived(run: &Run, after: usize) -> Option<MessageId> {
    match &run.events().get(after)?.what {
        Happening::Arrived(message) => {
            let is_outside = matches!(message.body, Body::User(_) | Body::Timer | Body::Login);
            is_outside.then_some(message.id)
        }
        _ => None,
    }
}
