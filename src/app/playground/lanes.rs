//! Lanes: the conversation in view once more, answered by another model.

use std::sync::Arc;

use crate::app::lanes::side::{self, Side};
use crate::app::lanes::{By, Lane};
use crate::app::record::Record;
use crate::engine::input::Stimulus;
use crate::engine::reply::{ModelFailure, Reply};
use crate::run::{Run, Wait};

use super::{LiveModel, Playground, View};

impl Playground {
    /// All lanes, in order of number.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The lane of this number.
    pub fn lane_of(&self, future: u32) -> Option<&Lane> {
        self.lanes.iter().find(|lane| lane.future == future)
    }

    /// The lane in view, where the future in view is one.
    pub fn lane(&self) -> Option<&Lane> {
        self.lane_of(self.runs.number())
    }

    /// The recorded agent with which the run begins, whoever answers in the future in view.
    pub fn recorded(&self) -> Option<&dyn Record> {
        self.record.as_deref()
    }

    /// What came from outside in the conversation in view: what a lane that is not through
    /// has still to be told counts too.
    pub fn user_side(&self) -> Arc<Side> {
        let came = Side::of(self.run());
        match self.lane() {
            Some(lane) if lane.left() > 0 => lane.whole_side(&came),
            _ => came,
        }
    }

    /// Begins a lane for the scripted model, and plays it to its end.
    pub fn begin_scripted_lane(&mut self) {
        self.begin_lane(By::Scripted, None);
    }

    /// Begins a lane for this live model: it is asked as soon as something was said.
    pub fn begin_live_lane(&mut self, live: LiveModel, by: By) {
        self.begin_lane(by, Some(live));
    }

    fn begin_lane(&mut self, by: By, live: Option<LiveModel>) {
        let side = self.user_side();
        let number = self.runs.number();
        // The lane of a lane is one of the same conversation, while that is what it is.
        let own = self.lane().filter(|lane| !lane.is_left && !lane.is_fork);
        let of = own.map_or(number, |lane| lane.of);
        let mut journal = Run::new(self.run().machine().clone());
        self.wait = journal.settle();
        self.leave();
        self.runs.begin(journal);
        self.is_live = live.is_some();
        if live.is_some() {
            self.live = live;
        }
        let lane = Lane::new(self.runs.number(), of, by, side);
        self.lanes.push(lane);
        let kept: Vec<u32> = self
            .runs
            .others()
            .iter()
            .map(|other| other.number)
            .collect();
        let here = self.runs.number();
        self.lanes
            .retain(|lane| lane.future == here || kept.contains(&lane.future));
        self.is_touched = true;
        self.play_lane();
        self.changed();
        let of = self.parts_at(number).unwrap_or(1);
        self.view = View::At(of.max(1));
    }

    /// Says in the lane in view what is left to be said, as long as somebody answers at once.
    pub fn play_lane(&mut self) {
        let here = self.runs.number();
        let Some(at) = self.lanes.iter().position(|lane| lane.future == here) else {
            return;
        };
        let mut performance = self.fresh_performance();
        let lane = &mut self.lanes[at];
        let run = self.runs.journal_mut();
        self.wait = loop {
            let wait = run.settle();
            let input = match wait {
                Wait::User => lane.next(run),
                Wait::Model(purpose) => performance.answer(run, purpose),
                Wait::Closed | Wait::Broken(_) => None,
            };
            let Some(input) = input else {
                break wait;
            };
            // What the machine does not take of the user's side is left out; it goes on.
            if run.admit(input).is_err() && wait != Wait::User {
                break wait;
            }
        };
    }

    /// Plays a lane of another playground as the only future of this one.
    pub(super) fn play_again(&mut self, lane: &Lane, side: Arc<Side>) {
        let number = self.runs.number();
        self.lanes
            .push(Lane::new(number, number, lane.by.clone(), side));
        self.play_lane();
        self.changed();
    }

    /// A run that was read from a file, that begins like a recorded agent, and in which none
    /// of its replies stands: a lane that somebody saved.
    pub(super) fn take_for_lane(&mut self) {
        let Some(recording) = self.record.as_ref().map(|record| record.recording()) else {
            return;
        };
        let replies: Vec<&Reply> = self.run().inputs().iter().filter_map(side::reply).collect();
        if replies.is_empty() || replies.iter().any(|reply| recording.holds(reply)) {
            return;
        }
        let last = replies.last().and_then(|reply| reply.by.as_ref());
        let by = last.map_or(By::Scripted, |by| By::Live {
            name: Arc::clone(&by.model),
            price: None,
        });
        let number = self.runs.number();
        self.lanes.push(Lane::through(number, by, self.run()));
    }

    /// Goes on with the lane in view after it was stopped, to where it waits again.
    pub fn go_on_lane(&mut self) {
        let view = self.position();
        self.play_lane();
        self.changed();
        self.view = View::At(view);
    }

    /// Nobody speaks for the user in the lane in view any more.
    pub(super) fn leave_lane(&mut self) {
        let here = self.runs.number();
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.future == here) {
            lane.is_left = true;
        }
    }

    /// What came after the first `count` events is kept as another future. One that parts from
    /// a lane is a lane as well: its model answers in it.
    pub(super) fn fork(&mut self, count: usize) {
        if count >= self.count() {
            return;
        }
        let lane = self.lane().cloned();
        self.leave();
        self.runs.fork(count);
        let number = self.runs.number();
        self.lanes
            .extend(lane.map(|lane| lane.forked(number, count)));
    }

    /// Another future came into view: in each answers who answered in it when it was left.
    pub(super) fn came_from(&mut self, left: u32) {
        let here = self.runs.number();
        if here == left {
            return;
        }
        if self.is_live {
            self.live_elsewhere.push(left);
        }
        self.is_live = self.live_elsewhere.contains(&here);
        self.live_elsewhere.retain(|number| *number != here);
        // The model of one lane is asked neither in another nor in the conversation itself.
        let is_of_another = |live: &LiveModel| match self.lane().filter(|lane| !lane.is_left) {
            Some(lane) => !lane.is_by(&live.name),
            None => self.answered_by().is_some_and(|name| name != live.name),
        };
        if self.is_live && self.live.as_ref().is_some_and(is_of_another) {
            self.live = None;
        }
    }

    /// Keeps whether a live model answers in the future in view, which will be left.
    pub(super) fn leave(&mut self) {
        if self.is_live {
            self.live_elsewhere.push(self.runs.number());
        }
    }
}

/// True where a lane goes on after this: its model answered, or the machine itself makes room.
/// A person who stops it, or ends a turn that failed, decides when it goes on.
pub(super) fn goes_on_after(what: &Stimulus) -> bool {
    matches!(
        what,
        Stimulus::Replied(_) | Stimulus::Failed(ModelFailure::ContextFull)
    )
}
