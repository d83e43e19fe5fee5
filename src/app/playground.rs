//! What is open on the page: an example or items of one's own, its run with its futures,
//! and where one looks at. Every command of the page ends here; knows no browser.

mod live;

pub use live::LiveModel;

use std::fmt::Write;
use std::sync::Arc;

use crate::agent_file::is_agent_file;
use crate::agent_file::problems::Problem as AgentProblem;
use crate::engine::config::{Config, ConfigProblem, RuleSet};
use crate::engine::event::Event;
use crate::engine::input::{Input, Refused, Setting, Stimulus};
use crate::engine::machine::{Engine, Invariant};
use crate::engine::search::NewWordIndex;
use crate::engine::state::State;
use crate::engine::stores::Stores;
use crate::engine::timestamp::Timestamp;
use crate::engine::wording::Wording;
use crate::explain;
use crate::run::{Run, RunSettings, Runs, SessionFile, Wait};
use crate::scenario::Scenario;
use crate::scenario::perform::{Model, Performance};
use crate::scenario::script::Script;
use crate::scene::{self, Scene};
use crate::text::caption::{Caption, FullWords, caption_with};
use crate::text::t;
use crate::text::{Locale, log_line};
use crate::trace::address::Address;
use crate::trace::cursor::{self, Stride};
use crate::trace::export::ImportProblem;
use crate::trace::journal::Recorded;

use super::conversation::{self, Line};
use super::cost::{self, TurnCost};
use super::keys::Direction;
use super::ledger::Ledger;
use super::link::{Changes, StepName};
use super::mark::{self, Mark, Signs};
use super::record::Record;
use super::recorded::OpenAgent;

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

/// Most messages of small talk at a time.
const CHAT_MAX: u32 = 60;

/// Moment of the first of one's own items: nothing here reads a clock.
const ITEMS_START: Timestamp = Timestamp(1_767_603_600);

impl Playground {
    /// Opens `source` and runs its script to the end, with `changes` of its settings, in a
    /// content language. Looks at the beginning.
    ///
    /// # Errors
    /// Where the settings make no machine.
    pub fn open(
        source: Source,
        changes: Changes,
        locale: Locale,
        supplied: Supplied,
    ) -> Result<Self, OpenProblem> {
        let mut playground = Self::prepare(source, changes, locale, supplied)?;
        playground.repeat_file();
        playground.run_script();
        Ok(playground)
    }

    /// The same once more from the beginning, under other settings: what the user said
    /// beside the example, or in the run of a file, is said again.
    ///
    /// # Errors
    /// Where the settings make no machine.
    pub fn again(&self, changes: Changes) -> Result<Self, OpenProblem> {
        let mut again = Self::prepare(self.source.clone(), changes, self.locale, self.supplied)?;
        if self.is_touched {
            let inputs = self.run().inputs();
            again.script = self.script.said_again(inputs);
            again.record = self.record.as_ref().map(|record| record.said_again(inputs));
            again.is_touched = true;
        }
        again.is_live = self.is_live;
        again.live.clone_from(&self.live);
        again.run_script();
        Ok(again)
    }

    /// Everything but the run.
    fn prepare(
        source: Source,
        changes: Changes,
        locale: Locale,
        supplied: Supplied,
    ) -> Result<Self, OpenProblem> {
        let (config, script, record) = match &source {
            Source::Example(scenario) => {
                let config = scenario
                    .config(&changes.choices(), locale)
                    .map_err(OpenProblem::Settings)?;
                (config, scenario.script(locale), None)
            }
            Source::Items(items) => {
                let mut config = changes.rules.unwrap_or(RuleSet::Miniature).config();
                changes.apply(&mut config);
                (
                    config,
                    Script::of_messages(items.iter().cloned(), ITEMS_START),
                    None,
                )
            }
            Source::File(saved) => {
                let own = &saved.config;
                let rules = changes.rules.filter(|rules| *rules != own.rules);
                let record = saved.record.clone();
                let mut config = match (rules, &record) {
                    (None, _) => own.clone(),
                    (Some(_), Some(record)) => record.config(&changes)?,
                    (Some(rules), None) => rules.config(),
                };
                changes.apply(&mut config);
                (config, beginning_at(saved.start), record)
            }
            Source::Agent(record) => {
                let script = beginning_at(record.start());
                (record.config(&changes)?, script, Some(Arc::clone(record)))
            }
        };
        let locale = record.as_ref().map_or(locale, |record| record.locale());
        let engine = match &record {
            Some(record) => record.engine(config, supplied.words)?,
            None => engine(config, locale, supplied)?,
        };
        Ok(Self {
            is_touched: matches!(source, Source::File(_)),
            is_live: matches!(&source, Source::File(saved) if saved.is_live),
            live: None,
            source,
            changes,
            locale,
            script,
            record,
            runs: Runs::new(Run::new(engine)),
            wait: Wait::User,
            supplied,
            view: View::At(1),
            revision: 0,
            marks: Vec::new(),
            signs: Signs::default(),
            ledger: Ledger::default(),
            costs: Vec::new(),
            lines: [].into(),
        })
    }

    /// Gives the run of a file what it was given then.
    fn repeat_file(&mut self) {
        if let Source::File(saved) = &self.source {
            let journal = self.runs.journal_mut();
            // Under the settings of then it leads where it led; what it took when it was
            // read, it takes again.
            let _ = journal.replay(&saved.inputs, saved.events);
        }
    }

    /// Reads a file: a session, or a recorded agent.
    ///
    /// # Errors
    /// Why it cannot be taken, and where.
    pub fn read_file(
        name: &str,
        bytes: &[u8],
        supplied: Supplied,
    ) -> Result<Imported, OpenProblem> {
        let ending = name.rsplit('.').next().unwrap_or_default();
        let text = str::from_utf8(bytes);
        match text {
            Ok(text) if !ending.eq_ignore_ascii_case("af") && !is_agent_file(bytes) => {
                Self::import(text.trim_start_matches('\u{feff}'), supplied)
            }
            // What is no text is said by the reader of agents.
            _ => {
                let agent = OpenAgent::read(name, bytes)?;
                let source = Source::Agent(Arc::new(agent));
                let locale = Locale::Es;
                let playground = Self::open(source, Changes::default(), locale, supplied)?;
                Ok(Imported {
                    playground,
                    is_same: true,
                    engine: String::new(),
                })
            }
        }
    }

    /// Reads a session file and runs it again.
    ///
    /// # Errors
    /// Why it cannot be taken, and where.
    pub fn import(text: &str, supplied: Supplied) -> Result<Imported, OpenProblem> {
        let build = |settings: &RunSettings| {
            let config = settings.config.clone();
            let built = match &settings.recording {
                Some(recording) => {
                    OpenAgent::saved(Arc::clone(recording)).engine(config, supplied.words)
                }
                None => engine(config, Locale::from_tag(&settings.language), supplied),
            };
            built.map_err(|problem| format!("{problem:?}"))
        };
        let (file, imported) = Run::import(text, build).map_err(OpenProblem::Import)?;
        let SessionFile {
            settings,
            engine,
            inputs,
            events,
            ..
        } = file;
        let locale = Locale::from_tag(&settings.language);
        let record = settings.recording.map(OpenAgent::saved);
        let is_of_live = |recorded: &Recorded<Input>| matches!(&recorded.input.what, Stimulus::Replied(reply) if reply.by.is_some());
        let is_live = inputs.iter().any(is_of_live);
        let source = Source::File(Arc::new(SavedRun {
            config: settings.config,
            start: settings.start,
            example: settings.example,
            record: record.map(|record| Arc::new(record) as Arc<dyn Record>),
            inputs,
            events: events as usize,
            is_live,
        }));
        let mut playground = Self::prepare(source, Changes::default(), locale, supplied)?;
        playground.runs = Runs::new(imported.journal);
        playground.drive();
        playground.changed();
        Ok(Imported {
            playground,
            is_same: imported.is_same,
            engine,
        })
    }

    /// Takes what has come since the run was opened.
    pub fn supply(&mut self, supplied: Supplied) {
        self.supplied = supplied;
    }

    /// True where nothing goes on before the scripted model is there.
    pub fn awaits_model(&self) -> bool {
        !self.is_live && matches!(self.wait, Wait::Model(_))
    }

    /// Goes on after the model has come.
    pub fn go_on(&mut self) {
        self.run_script();
    }

    // What can be asked.

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

    /// The recorded agent that is open.
    pub fn record(&self) -> Option<&dyn Record> {
        self.record.as_deref()
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

    /// Lines of the log around the view: at most `most`, of one kind or of all.
    pub fn trace_around(
        &self,
        locale: Locale,
        wanted: Option<Mark>,
        most: usize,
    ) -> Vec<(usize, String)> {
        let positions: Vec<usize> = match wanted {
            Some(wanted) => self
                .marks
                .iter()
                .filter(|(_, mark)| *mark == wanted)
                .map(|(at, _)| *at)
                .collect(),
            None => (1..=self.count()).collect(),
        };
        let here = positions.partition_point(|position| *position <= self.position());
        let start = here
            .saturating_sub(most / 2)
            .min(positions.len().saturating_sub(most));
        let end = (start + most).min(positions.len());
        self.log(locale, &positions[start..end])
    }

    /// The log as text: of some kinds, or of everything; with the costs at the end.
    pub fn trace_text(&self, locale: Locale, wanted: Option<&[Mark]>) -> String {
        let positions: Vec<usize> = match wanted {
            Some(wanted) => self
                .marks
                .iter()
                .filter(|(_, mark)| wanted.contains(mark))
                .map(|(at, _)| *at)
                .collect(),
            None => (1..=self.count()).collect(),
        };
        let mut text = format!("{}\n", t::trace::head(locale));
        for (position, line) in self.log(locale, &positions) {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{position}. {line}");
        }
        let total = cost::total(&self.costs);
        let counts = [
            t::count::model_calls(locale, u64::from(total.model_calls())),
            t::count::function_calls(locale, u64::from(total.function_calls)),
            t::count::page_ins(locale, u64::from(total.page_ins)),
            t::count::page_outs(locale, u64::from(total.page_outs)),
        ];
        text.push_str(&counts.join(", "));
        text.push('\n');
        text
    }

    /// The log of the lesson: page-outs and page-ins, and what they cost.
    pub fn movements_text(&self, locale: Locale) -> String {
        self.trace_text(locale, Some(&[Mark::PageOut, Mark::PageIn]))
    }

    /// The lines at these positions, in order.
    fn log(&self, locale: Locale, positions: &[usize]) -> Vec<(usize, String)> {
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            return Vec::new();
        };
        let run = self.run();
        let mut state = run.state_at(first - 1);
        let mut lines = Vec::with_capacity(positions.len());
        let mut wanted = positions.iter().peekable();
        for position in *first..=*last {
            let Some(event) = run.events().get(position - 1) else {
                break;
            };
            state.apply(event);
            if wanted.next_if(|wanted| **wanted == position).is_some() {
                let context = explain::context(run.machine(), &state, run.stores(), &event.what);
                lines.push((position, log_line(locale, &event.what, &context)));
            }
        }
        lines
    }

    /// The session as a file.
    pub fn session(&self) -> SessionFile {
        let settings = match &self.source {
            Source::File(saved) => self.settings(saved.example.clone()),
            Source::Example(scenario) => self.settings(Some(scenario.id.to_string())),
            Source::Items(_) | Source::Agent(_) => self.settings(None),
        };
        self.run().session(settings)
    }

    fn settings(&self, example: Option<String>) -> RunSettings {
        RunSettings {
            config: self.run().machine().config().clone(),
            language: self.locale.tag().to_owned(),
            start: self.script.start,
            example,
            recording: self.record.as_ref().map(|record| record.recording()),
        }
    }

    // Looking elsewhere.

    /// Looks at a position.
    pub fn look_at(&mut self, position: usize) {
        let position = position.clamp(1, self.count().max(1));
        self.view = View::At(position);
    }

    /// Looks at the end, and stays there.
    pub fn follow(&mut self) {
        self.view = View::Following;
    }

    /// The position one stride away; `None` at the end or beginning.
    pub fn stride(&self, direction: Direction, stride: Stride) -> Option<usize> {
        let places = self.run().places();
        match direction {
            Direction::Forward => cursor::forward(places, self.position(), stride),
            Direction::Back => cursor::backward(places, self.position(), stride),
        }
    }

    /// The position of the next or last mark of one of these kinds.
    pub fn to_mark(&self, direction: Direction, is_wanted: impl Fn(Mark) -> bool) -> Option<usize> {
        let position = self.position();
        let wanted = |(at, mark): &&(usize, Mark)| {
            let is_there = match direction {
                Direction::Forward => *at > position,
                Direction::Back => *at < position,
            };
            is_there && is_wanted(*mark)
        };
        let found = match direction {
            Direction::Forward => self.marks.iter().find(wanted),
            Direction::Back => self.marks.iter().rfind(wanted),
        };
        found.map(|(at, _)| *at)
    }

    /// The position that a link names, and whether it is exactly there.
    pub fn find(&self, step: &StepName) -> Option<(usize, bool)> {
        match step {
            StepName::Address(address) => Some(self.run().find(address)),
            StepName::Mark(name) => {
                Some(self.scenario()?.mark(name, self.locale)?.find(self.run()))
            }
        }
    }

    /// The position at which the page opens: where something is about to happen.
    pub fn opens_at(&self) -> usize {
        if self.is_live {
            return self.count().max(1);
        }
        let mark = self
            .scenario()
            .and_then(|scenario| scenario.opens_at.clone());
        let named = mark.and_then(|name| self.find(&StepName::Mark(name.as_ref().into())));
        let named = named.map(|(position, _)| position);
        // Without a mark: before the first thing that stands out.
        let before_mark = || {
            self.marks
                .first()
                .map(|(position, _)| position.saturating_sub(1).max(1))
        };
        named.or_else(before_mark).unwrap_or(1)
    }

    // Acting.

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

    fn turn_end(&self) -> usize {
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
        self.runs.fork(here);
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
        self.runs.fork(here);
        let mut result = Ok(());
        for setting in settings {
            let at = self.run().head().now();
            let what = Stimulus::Setting(setting.clone());
            result = result.and(self.runs.journal_mut().admit(Input { at, what }));
        }
        self.is_touched = true;
        // A live model is asked what a person says, and not what a script says by itself.
        if had_script && !self.is_live {
            self.run_script();
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
        if self.runs.restore(number).is_err() {
            return false;
        }
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
    fn run_script(&mut self) {
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
    fn fresh_performance(&self) -> Performance {
        Performance::new(self.script.clone(), self.model())
    }

    /// Who answers at once: for a live model nobody does.
    fn model(&self) -> Model {
        if self.is_live {
            |_, _, _| None
        } else {
            self.supplied.model
        }
    }

    /// Lets the model answer until the user has control.
    fn drive(&mut self) {
        self.wait =
            Performance::new(Script::default(), self.model()).finish(self.runs.journal_mut());
    }

    fn changed(&mut self) {
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

impl Imported {
    /// The run, to be shown.
    pub fn accept(self) -> Playground {
        self.playground
    }
}

/// The script of a run that has none, from this moment on.
fn beginning_at(start: Timestamp) -> Script {
    Script {
        start,
        ..Script::default()
    }
}

fn engine(config: Config, locale: Locale, supplied: Supplied) -> Result<Engine, OpenProblem> {
    Engine::with_words(config, (supplied.wording)(locale), supplied.words)
        .map_err(OpenProblem::Settings)
}
