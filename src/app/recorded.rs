//! A recorded agent that is open: which of its file, and how it is run.

use std::any::Any;
use std::sync::Arc;

use crate::agent_file::differences::{Difference, differences};
use crate::agent_file::perform::{self, Replay};
use crate::agent_file::problems::Problem;
use crate::agent_file::{AgentFile, start, window};
use crate::engine::config::{Config, RuleSet};
use crate::engine::input::Input;
use crate::engine::machine::Engine;
use crate::engine::search::NewWordIndex;
use crate::engine::timestamp::Timestamp;
use crate::recording::Recording;
use crate::run::{Run, Wait};
use crate::scenario::perform::Model;
use crate::text::Locale;
use crate::trace::journal::Recorded;

use super::link::Changes;
use super::playground::{OpenProblem, Playground};
use super::record::Record;

/// A recorded agent that is open.
#[derive(Clone, Debug)]
pub struct OpenAgent {
    recording: Arc<Recording>,
    /// The file that it came from; `None` where a saved run brought it.
    file: Option<Arc<OpenFile>>,
    /// Its position among the agents of the file.
    position: usize,
    /// True where only what was in its window is played.
    is_from_window: bool,
}

/// An agent file that is open.
#[derive(Debug)]
pub struct OpenFile {
    /// Its name.
    pub name: String,
    /// Its agents.
    pub agents: AgentFile,
}

impl OpenAgent {
    /// Reads a file and takes its first agent.
    ///
    /// # Errors
    /// Why it cannot be played, and where.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, OpenProblem> {
        let agents = crate::agent_file::read(bytes).map_err(problem)?;
        let name = name.to_owned();
        Self::of(Arc::new(OpenFile { name, agents }), 0, false)
    }

    /// An agent of a file, from the beginning or from its window on.
    ///
    /// # Errors
    /// Why it cannot be played, and where.
    pub fn of(
        file: Arc<OpenFile>,
        position: usize,
        is_from_window: bool,
    ) -> Result<Self, OpenProblem> {
        let agent = file.agents.agents.get(position);
        let Some(agent) = agent else {
            let wanted = (position + 1).to_string();
            return Err(file.agents.position(&wanted).err().map_or_else(
                || problem(crate::agent_file::problems::ProblemKind::NoAgents.into()),
                problem,
            ));
        };
        let recording = agent.recording.clone().map_err(problem)?;
        let recording = if is_from_window {
            Arc::new(window::from_window(&recording))
        } else {
            recording
        };
        Ok(Self {
            recording,
            file: Some(Arc::clone(&file)),
            position,
            is_from_window,
        })
    }

    /// The agent that a saved run repeats.
    pub fn saved(recording: Arc<Recording>) -> Self {
        let is_from_window = !recording.past.is_empty();
        Self {
            recording,
            file: None,
            position: 0,
            is_from_window,
        }
    }

    /// The agent that is open in a playground.
    pub fn open_in(playground: &Playground) -> Option<&Self> {
        playground.record()?.as_any().downcast_ref()
    }

    /// The file that it came from.
    pub fn file(&self) -> Option<&Arc<OpenFile>> {
        self.file.as_ref()
    }

    /// Its position among the agents of the file.
    pub fn position(&self) -> usize {
        self.position
    }

    /// True where only what was in its window is played.
    pub fn is_from_window(&self) -> bool {
        self.is_from_window
    }

    /// What was left out or changed of it.
    pub fn remarks(&self) -> &[Problem] {
        let file = self.file.as_ref();
        let agent = file.and_then(|file| file.agents.agents.get(self.position));
        agent.map_or(&[], |agent| &agent.remarks)
    }

    /// What was recorded otherwise than it came in a run.
    pub fn differences(&self, run: &Run) -> Vec<Difference> {
        differences(&self.recording, run)
    }
}

fn problem(problem: Problem) -> OpenProblem {
    OpenProblem::Agent(Box::new(problem))
}

impl Record for OpenAgent {
    fn rules(&self) -> RuleSet {
        self.recording.rules
    }

    fn locale(&self) -> Locale {
        start::locale(&self.recording)
    }

    fn start(&self) -> Timestamp {
        start::first_moment(&self.recording)
    }

    fn config(&self, changes: &Changes) -> Result<Config, OpenProblem> {
        start::config(&self.recording, &changes.choices()).map_err(problem)
    }

    fn engine(&self, config: Config, words: Option<NewWordIndex>) -> Result<Engine, OpenProblem> {
        start::engine(&self.recording, config, words).map_err(OpenProblem::Settings)
    }

    fn finish(&self, run: &mut Run, model: Model, beside: Model) -> Wait {
        Replay::new(Arc::clone(&self.recording), model)
            .with_beside(beside)
            .finish(run)
    }

    fn said_again(&self, inputs: &[Recorded<Input>]) -> Arc<dyn Record> {
        Arc::new(Self {
            recording: Arc::new(perform::said_again(&self.recording, inputs)),
            ..self.clone()
        })
    }

    fn recording(&self) -> Arc<Recording> {
        Arc::clone(&self.recording)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
