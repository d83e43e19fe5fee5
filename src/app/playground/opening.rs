//! Opening: an example, items, a session file or a recorded agent, under settings; and running
//! it again.

use std::sync::Arc;

use crate::agent_file::is_agent_file;
use crate::app::ledger::Ledger;
use crate::app::link::Changes;
use crate::app::mark::Signs;
use crate::app::record::Record;
use crate::app::recorded::OpenAgent;
use crate::engine::config::Config;
use crate::engine::config::RuleSet;
use crate::engine::input::Input;
use crate::engine::input::Stimulus;
use crate::engine::machine::Engine;
use crate::engine::timestamp::Timestamp;
use crate::run::Run;
use crate::run::RunSettings;
use crate::run::Runs;
use crate::run::SessionFile;
use crate::run::Wait;
use crate::scenario::script::Script;
use crate::text::Locale;
use crate::trace::journal::Recorded;

use super::Imported;
use super::OpenProblem;
use super::Playground;
use super::SavedRun;
use super::Source;
use super::Supplied;
use super::View;

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
        match self.lane() {
            Some(lane) => again.play_again(lane, self.user_side()),
            None => again.run_script(),
        }
        Ok(again)
    }

    /// Everything but the run.
    pub(super) fn prepare(
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
            live_elsewhere: Vec::new(),
            lanes: Vec::new(),
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
    pub(super) fn repeat_file(&mut self) {
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
        playground.take_for_lane();
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
