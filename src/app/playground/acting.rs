//! Acting: saying and setting something, which forks in the past, and going back to a future.

use crate::app::conversation;
use crate::app::cost;
use crate::app::ledger::Ledger;
use crate::app::mark;
use crate::app::mark::Mark;
use crate::app::mark::Signs;
use crate::engine::input::Input;
use crate::engine::input::Refused;
use crate::engine::input::Setting;
use crate::engine::input::Stimulus;
use crate::run::Wait;
use crate::scenario::perform::Model;
use crate::scenario::perform::Performance;
use crate::scenario::script::Script;
use crate::text::Locale;
use crate::text::t;

use super::ForkAt;
use super::Playground;
use super::View;

/// Most messages of small talk at a time.
const CHAT_MAX: u32 = 60;

impl Playground {
    /// True where acting now would cut off what came after the view.
    pub fn would_fork(&self) -> bool {
        self.position() < self.count()
    }

    /// True where the turn in view is over: something can be said here without a stop.
    pub fn is_between_turns(&self) -> bool {
        self.turn_end() == self.position()
    }

    /// True where a turn comes after the one in view: what is said at its end would cut
    /// that off.
    pub fn has_later_turn(&self) -> bool {
        self.turn_end() < self.count()
    }

    pub(super) fn turn_end(&self) -> usize {
        let places = self.run().places();
        let position = self.position();
        let Some(here) = places.get(position.saturating_sub(1)) else {
            return position;
        };
        places
            .partition_point(|place| place.turn <= here.turn)
            .max(position)
    }

    /// The user says something; what came after the view is kept as another future. Then
    /// the model answers, and the view is at the first thing that happened.
    ///
    /// # Errors
    /// Why it is not admitted; nothing changes then.
    pub fn say(&mut self, text: &str, fork_at: ForkAt) -> Result<(), Refused> {
        if text.trim().is_empty() {
            return Err(Refused::Empty);
        }
        let here = match fork_at {
            ForkAt::TurnEnd => self.turn_end(),
            ForkAt::Here => self.position(),
        };
        self.fork(here);
        self.leave_lane();
        self.wait = Wait::User;
        if !self.run().head().is_idle() {
            let at = self.run().head().now();
            // Where no turn runs there is nothing to stop.
            let _ = self.runs.journal_mut().admit(Input {
                at,
                what: Stimulus::Stop,
            });
        }
        self.drive();
        let at = self.moment();
        let said = self.runs.journal_mut().admit(Input {
            at,
            what: Stimulus::User(text.into()),
        });
        if said.is_ok() {
            self.drive();
        }
        self.is_touched = true;
        self.changed();
        self.view = View::At((here + 1).min(self.count().max(1)));
        said
    }

    /// Settings change here; what came after is kept as another future, and the script goes
    /// on under them.
    ///
    /// # Errors
    /// Why one is not admitted.
    pub fn set(&mut self, settings: &[Setting]) -> Result<(), Refused> {
        let here = self.position();
        let had_script = self.would_fork();
        self.fork(here);
        let mut result = Ok(());
        for setting in settings {
            let at = self.run().head().now();
            let what = Stimulus::Setting(setting.clone());
            result = result.and(self.runs.journal_mut().admit(Input { at, what }));
        }
        self.is_touched = true;
        // A live model is asked what a person says, and not what a script says by itself.
        if had_script && !self.is_live {
            if self.lane().is_some() {
                self.play_lane();
                self.changed();
            } else {
                self.run_script();
            }
        } else {
            self.drive();
            self.changed();
        }
        self.look_at(here + 1);
        result
    }

    /// Small talk until something overflows, or until [`CHAT_MAX`] messages; then looks at
    /// the step before. How many messages it took, and whether anything overflowed.
    ///
    /// # Errors
    /// Why the first message is not admitted.
    pub fn chat_on(&mut self, locale: Locale, fork_at: ForkAt) -> Result<(u32, bool), Refused> {
        let lines: Vec<&str> = t::chat::small_talk(locale).split('|').collect();
        let said_before = self.lines.len();
        let is_limit = |mark: Mark| matches!(mark, Mark::Warning | Mark::PageOut | Mark::Failure);
        let mut start = None;
        for count in 1..=CHAT_MAX {
            let line = lines[(said_before + count as usize) % lines.len()];
            if let Err(refused) = self.say(line, fork_at) {
                return if count == 1 {
                    Err(refused)
                } else {
                    Ok((count, true))
                };
            }
            let began = *start.get_or_insert(self.position());
            let found = self
                .marks
                .iter()
                .find(|(at, mark)| *at >= began && is_limit(*mark));
            if let Some((at, _)) = found {
                let before = at.saturating_sub(1).max(1);
                self.look_at(before);
                return Ok((count, true));
            }
            self.follow();
        }
        self.look_at(self.count());
        Ok((CHAT_MAX, false))
    }

    /// Takes another future into view, at the point where the two part. False where it no
    /// longer leads where it led.
    pub fn restore(&mut self, number: u32) -> bool {
        let parts_at = self.parts_at(number).unwrap_or_else(|| self.position());
        let left = self.runs.number();
        if self.runs.restore(number).is_err() {
            return false;
        }
        self.came_from(left);
        self.drive();
        self.changed();
        self.look_at(parts_at);
        true
    }

    /// The number of the future that made room for another since this was last asked.
    pub fn take_dropped(&mut self) -> Option<u32> {
        self.runs.take_dropped()
    }

    /// The last position that the future in view shares with another one.
    pub fn parts_at(&self, number: u32) -> Option<usize> {
        let other = self
            .runs
            .others()
            .iter()
            .find(|future| future.number == number)?;
        let known = self.run().inputs();
        let same = known
            .iter()
            .zip(&other.inputs)
            .take_while(|(left, right)| left == right)
            .count();
        let next = [known.get(same), other.inputs.get(same)];
        let parts_at = next
            .into_iter()
            .flatten()
            .map(|next| next.after as usize)
            .min();
        Some(parts_at.unwrap_or(other.events as usize).min(self.count()))
    }

    /// Runs the rest of the script, with the model's answers.
    pub(super) fn run_script(&mut self) {
        self.wait = match &self.record {
            Some(record) => {
                let (model, beside) = (self.supplied.model, self.model());
                record.finish(self.runs.journal_mut(), model, beside)
            }
            None => self.fresh_performance().finish(self.runs.journal_mut()),
        };
        self.changed();
    }

    /// A performance that reads the run from its beginning: one that was used may remember
    /// what a fork has cut off.
    pub(super) fn fresh_performance(&self) -> Performance {
        Performance::new(self.script.clone(), self.model())
    }

    /// Who answers at once: for a live model nobody does.
    pub(super) fn model(&self) -> Model {
        if self.is_live {
            |_, _, _| None
        } else {
            self.supplied.model
        }
    }

    /// Lets the model answer until the user has control.
    pub(super) fn drive(&mut self) {
        self.wait =
            Performance::new(Script::default(), self.model()).finish(self.runs.journal_mut());
    }

    pub(super) fn changed(&mut self) {
        self.revision += 1;
        let run = self.runs.journal();
        let events = run.events();
        self.marks = mark::marks(events);
        self.signs = Signs::of(&self.marks, events.len());
        self.ledger = Ledger::new(events, run.machine().config().policy);
        self.lines = conversation::lines(events).into();
        self.costs = cost::costs(events, run.places());
    }
}
