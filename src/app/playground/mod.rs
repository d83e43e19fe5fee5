//! What is open on the page: an example or items of one's own, its run with its futures,
//! and where one looks at. Every command of the page ends here; knows no browser.

mod acting;
mod lanes;
mod live;
mod looking;
mod opening;
mod written;

pub use live::LiveModel;

use std::sync::Arc;

use crate::agent_file::problems::Problem as AgentProblem;
use crate::engine::config::{Config, ConfigProblem, RuleSet};
use crate::engine::event::Event;
use crate::engine::input::{Input, Stimulus};
use crate::engine::machine::Invariant;
use crate::engine::search::NewWordIndex;
use crate::engine::state::State;
use crate::engine::stores::Stores;
use crate::engine::timestamp::Timestamp;
use crate::engine::wording::Wording;
use crate::explain;
use crate::run::{Run, Runs, Wait};
use crate::scenario::Scenario;
use crate::scenario::perform::Model;
use crate::scenario::script::Script;
use crate::scene::{self, Scene};
use crate::text::Locale;
use crate::text::caption::{Caption, FullWords, caption_with};
use crate::trace::address::Address;
use crate::trace::export::ImportProblem;
use crate::trace::journal::Recorded;

use super::conversation::Line;
use super::cost::{self, TurnCost};
use super::lanes::Lane;
use super::ledger::Ledger;
use super::link::Changes;
use super::mark::{Mark, Signs};
use super::record::Record;

/// What the run was made of.
#[derive(Clone, Debug)]
pub enum Source {
    /// An example.
    Example(Arc<Scenario>),
    /// Items that a person gave, one a turn.
    Items(Vec<Arc<str>>),
    /// A session from a file.
    File(Arc<SavedRun>),
    /// A recorded agent from a file.
    Agent(Arc<dyn Record>),
}

impl Source {
    /// The rule set that it is run under where nothing else is chosen.
    pub fn rules(&self) -> RuleSet {
        match self {
            Self::Example(scenario) => scenario.rules,
            Self::Items(_) => RuleSet::Miniature,
            Self::File(saved) => saved.config.rules,
            Self::Agent(record) => record.rules(),
        }
    }
}

/// What a session file held.
#[derive(Clone, Debug)]
pub struct SavedRun {
    config: Config,
    start: Timestamp,
    example: Option<String>,
    record: Option<Arc<dyn Record>>,
    inputs: Vec<Recorded<Input>>,
    events: usize,
    /// A live model answered in it, or is to.
    is_live: bool,
}

/// Where one looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// At the last event, wherever that is.
    Following,
    /// After this many events.
    At(usize),
}

/// How something is said while one looks at the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForkAt {
    /// After the turn in view.
    TurnEnd,
    /// Right here: the turn is stopped.
    Here,
}

/// The run that is open, and the view of it.
#[derive(Clone, Debug)]
pub struct Playground {
    source: Source,
    changes: Changes,
    locale: Locale,
    script: Script,
    record: Option<Arc<dyn Record>>,
    runs: Runs,
    wait: Wait,
    supplied: Supplied,
    is_live: bool,
    live: Option<LiveModel>,
    /// The futures not in view in which a live model answers.
    live_elsewhere: Vec<u32>,
    lanes: Vec<Lane>,
    view: View,
    revision: u32,
    is_touched: bool,
    marks: Vec<(usize, Mark)>,
    signs: Signs,
    ledger: Ledger,
    costs: Vec<TurnCost>,
    lines: Arc<[Line]>,
}

/// Why something could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenProblem {
    /// The settings do not go together.
    Settings(ConfigProblem),
    /// The session file cannot be taken.
    Import(ImportProblem),
    /// The agent file cannot be played.
    Agent(Box<AgentProblem>),
}

/// What a run is made with that the first screen does without.
#[derive(Clone, Copy, Debug)]
pub struct Supplied {
    /// The scripted model.
    pub model: Model,
    /// The index of words; without it nothing can be ranked.
    pub words: Option<NewWordIndex>,
    /// The words that a model reads: all, or those of the miniature.
    pub wording: fn(Locale) -> Wording,
}

/// A session file that was read.
#[derive(Debug)]
pub struct Imported {
    playground: Playground,
    /// True where it leads to the same trace again; else another version of the engine made it.
    pub is_same: bool,
    /// The version that made it.
    pub engine: String,
}

impl Playground {
    /// What the run was made of.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The example that is open.
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        match &self.source {
            Source::Example(scenario) => Some(scenario),
            _ => None,
        }
    }

    /// The recorded agent that answers in the future in view: in a lane none does.
    pub fn record(&self) -> Option<&dyn Record> {
        self.record.as_deref().filter(|_| self.lane().is_none())
    }

    /// What differs from the example's settings.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The content language of the run.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The run in view.
    pub fn run(&self) -> &Run {
        self.runs.journal()
    }

    /// The run with its futures.
    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// What the run waits for at its end.
    pub fn wait(&self) -> Wait {
        self.wait
    }

    /// The broken invariant on which the run stopped.
    pub fn broken(&self) -> Option<Invariant> {
        match self.wait {
            Wait::Broken(invariant) => Some(invariant),
            _ => None,
        }
    }

    /// A number that changes with the record.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// True once something was said or changed that the example does not have.
    pub fn is_touched(&self) -> bool {
        self.is_touched
    }

    /// True where it holds what a person said, changed or gave.
    pub fn is_own(&self) -> bool {
        self.is_touched || matches!(self.source, Source::Items(_) | Source::Agent(_))
    }

    /// Takes the place of another one on the page: its revision is one that the other never
    /// had, so that nothing of the other is taken for this one's.
    pub fn count_on_from(&mut self, other: &Self) {
        self.revision = self.revision.max(other.revision) + 1;
    }

    /// How many events there are.
    pub fn count(&self) -> usize {
        self.run().len()
    }

    /// The position in view, from 1.
    pub fn position(&self) -> usize {
        match self.view {
            View::Following => self.count(),
            View::At(position) => position.clamp(1, self.count().max(1)),
        }
    }

    /// True where the view stays at the end as it moves on.
    pub fn is_following(&self) -> bool {
        self.view == View::Following
    }

    /// The event in view.
    pub fn event(&self) -> Option<&Event> {
        self.run().events().get(self.position().checked_sub(1)?)
    }

    /// The address of the event in view.
    pub fn address(&self) -> Option<Address> {
        self.run().address(self.position())
    }

    /// Events that stand out, with their positions.
    pub fn marks(&self) -> &[(usize, Mark)] {
        &self.marks
    }

    /// The signs of the timeline.
    pub fn signs(&self) -> &Signs {
        &self.signs
    }

    /// The ledger of what left.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The costs by turn, up to the position in view.
    pub fn costs(&self) -> &[TurnCost] {
        &self.costs
    }

    /// The lines of the conversation, those after the view too.
    pub fn lines(&self) -> &Arc<[Line]> {
        &self.lines
    }

    /// The states before and after the event in view.
    pub fn states(&self) -> (State, State) {
        let position = self.position();
        let before = self.run().state_at(position.saturating_sub(1));
        let mut after = before.clone();
        if let Some(event) = self.event() {
            after.apply(event);
        }
        (before, after)
    }

    /// The picture of the event in view.
    pub fn scene(&self, before: &State, after: &State) -> Scene {
        scene::at(
            before,
            self.event(),
            after,
            self.stores(),
            self.run().machine(),
        )
    }

    /// Everything that was said or stored.
    pub fn stores(&self) -> &Stores {
        self.run().stores()
    }

    /// What the script would have the user say next, at the end of the run.
    pub fn next_line(&self) -> Option<Arc<str>> {
        let mut performance = self.fresh_performance();
        let cursor = performance.cursor(self.run());
        match cursor.next(performance.script(), self.run().head())?.what {
            Stimulus::User(text) => Some(text),
            _ => None,
        }
    }

    /// The costs of the turns that had begun at a position. The last one may be going on.
    pub fn costs_up_to(&self, position: usize) -> Vec<TurnCost> {
        if position >= self.count() {
            return self.costs.clone();
        }
        cost::costs(&self.run().events()[..position], self.run().places())
    }

    /// What the page says about the event in view, given the state after it and what makes
    /// the words beyond the miniature.
    pub fn caption(&self, after: &State, locale: Locale, full: FullWords) -> Option<Caption> {
        let what = &self.event()?.what;
        let context = explain::context(self.run().machine(), after, self.stores(), what);
        Some(caption_with(locale, what, &context, full))
    }
}
