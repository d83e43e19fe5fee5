//! A run that a live model answers in. It waits until the answer comes, and records it: so it
//! can be stepped, forked, saved and opened again without asking twice.

use std::sync::Arc;

use crate::engine::config::Config;
use crate::engine::input::{Input, Refused, Stimulus};
use crate::engine::reply::Request;
use crate::engine::timestamp::Timestamp;
use crate::run::Wait;

use super::lanes::goes_on_after;
use super::{Playground, SavedRun, Source, View};

/// The live model that is to answer from here on.
#[derive(Clone, Debug)]
pub struct LiveModel {
    /// Its name, to be shown.
    pub name: Arc<str>,
    /// Number of the connection: a run that was connected to one is not to another.
    pub connection: u32,
    /// Gives the moment of what comes from outside: a live run keeps the time of its day.
    pub clock: fn() -> Timestamp,
}

impl Playground {
    /// A conversation that has not begun, for a live model to answer in.
    pub fn unspoken(config: Config, live: &LiveModel) -> Source {
        Source::File(Arc::new(SavedRun {
            config,
            start: (live.clock)(),
            example: None,
            record: None,
            inputs: Vec::new(),
            events: 0,
            is_live: true,
        }))
    }

    /// True where a live model is to answer. The scripted one never answers for it.
    pub fn is_live(&self) -> bool {
        self.is_live
    }

    /// The live model that answers, where one is connected.
    pub fn live(&self) -> Option<&LiveModel> {
        self.live.as_ref()
    }

    /// The name of the live model that answered last, in the whole run.
    pub fn answered_by(&self) -> Option<Arc<str>> {
        let inputs = self.run().inputs().iter().rev();
        let mut names = inputs.filter_map(|recorded| match &recorded.input.what {
            Stimulus::Replied(reply) => Some(Arc::clone(&reply.by.as_ref()?.model)),
            _ => None,
        });
        names.next()
    }

    /// From here on this live model answers.
    pub fn connect(&mut self, live: LiveModel) {
        self.is_live = true;
        self.is_touched = true;
        if !self.lane().is_some_and(|lane| lane.is_by(&live.name)) {
            self.leave_lane();
        }
        self.live = Some(live);
    }

    /// From here on the scripted model answers again, also what is waited for.
    pub fn disconnect(&mut self) {
        self.is_live = false;
        self.live = None;
        self.leave_lane();
        if matches!(self.wait, Wait::Model(_)) {
            self.drive();
            self.changed();
        }
    }

    /// True where it waits for a live model's answer.
    pub fn is_asked(&self) -> bool {
        self.is_live && matches!(self.wait, Wait::Model(_))
    }

    /// What a live model is to be asked now, and the turn: the whole prompt is put together.
    pub fn question(&self) -> Option<(Request, u32)> {
        if !self.is_asked() {
            return None;
        }
        let run = self.run();
        let request = run.machine().request(run.head(), run.stores())?;
        Some((request, run.head().turn()))
    }

    /// The answer of the live model, its failure, or a stop: recorded, and the run goes on to
    /// where it waits again. The view stays where it is.
    ///
    /// # Errors
    /// Why it is not admitted; nothing changes then.
    pub fn answered(&mut self, what: Stimulus) -> Result<(), Refused> {
        let view = self.position();
        // In a lane the moments are those of what is said again.
        let at = match self.lane() {
            Some(lane) if !lane.is_left => self.run().head().now(),
            _ => self.moment(),
        };
        let goes_on = goes_on_after(&what);
        self.runs.journal_mut().admit(Input { at, what })?;
        self.drive();
        if goes_on {
            self.play_lane();
        }
        self.changed();
        self.view = View::At(view);
        Ok(())
    }

    /// The moment of what comes from outside now.
    pub(super) fn moment(&self) -> Timestamp {
        match &self.live {
            Some(live) if self.is_live => (live.clock)(),
            _ => self.script.moment_after(self.run().head()),
        }
    }
}
