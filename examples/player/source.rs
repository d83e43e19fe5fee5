//! What is played: an example, a session, or a text.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use memgpt_playground::agent_file::differences::{Difference, differences};
use memgpt_playground::agent_file::perform::Replay;
use memgpt_playground::agent_file::problems::Problem as AgentProblem;
use memgpt_playground::agent_file::{self, start, window};
use memgpt_playground::engine::config::{ConfigProblem, RuleSet};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::search;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::model::script::{self, Language};
use memgpt_playground::recording::Recording;
use memgpt_playground::run::{Run, RunSettings, Wait};
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::problems::{Problem, ProblemKind};
use memgpt_playground::scenario::script::Script;
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::scenario::{self, file};
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use memgpt_playground::trace::export::{ImportProblem, SESSION_BYTES_MAX};

use super::options::Options;

/// Moment of the first message of a text: always the same, so that a run can be repeated.
const START: &str = "2026-01-05 09:00";

/// A run, and what goes on with it.
#[derive(Debug)]
pub struct Source {
    run: Run,
    performer: Performer,
}

/// What goes on with a run.
#[derive(Debug)]
enum Performer {
    /// A script.
    Script(Performance),
    /// The record of an agent.
    Record(Box<Replay>, Arc<PlayedAgent>),
    /// Nothing: the run is complete as it is.
    Nobody(Option<Arc<Recording>>),
}

/// A recorded agent that is played.
#[derive(Debug)]
pub struct PlayedAgent {
    /// The form of its file.
    pub version: &'static str,
    /// Its number in the file, from 1.
    pub number: usize,
    /// How many agents the file has.
    pub count: usize,
    /// The record.
    pub recording: Arc<Recording>,
    /// What was left out or changed.
    pub remarks: Vec<AgentProblem>,
}

/// Why a file cannot be played.
#[derive(Debug)]
pub struct BadFile {
    /// The file as it was named.
    file: String,
    /// What is wrong.
    what: Wrong,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum Wrong {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is a directory.
    Directory,
    /// It is no text, or too long.
    Text(ProblemKind),
    /// It is a text without a message.
    NoMessage,
    /// An example with faults: the first, and how many more there are.
    Example(Box<Problem>, usize),
    /// An agent file that cannot be played.
    Agent(Box<AgentProblem>),
    /// An agent is asked for, and the file is none of agents.
    NoAgents,
    /// A session that cannot be taken.
    Session(ImportProblem),
    /// A session that leads elsewhere than recorded.
    OtherDigest {
        /// As recorded.
        recorded: String,
        /// As it is now.
        now: String,
    },
    /// Options that would change a session.
    SessionIsFixed,
    /// Settings that do not go together.
    Settings(ConfigProblem),
}

/// Opens the file that the options name.
///
/// # Errors
/// Why it cannot be played.
pub fn open(options: &Options) -> Result<Source, BadFile> {
    let opened = bytes(&options.file).and_then(|bytes| source(&bytes, options));
    opened.map_err(|what| {
        let file = options.file.to_string_lossy().escape_debug().to_string();
        BadFile { file, what }
    })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Wrong> {
    let file = File::open(path).map_err(Wrong::Unreadable)?;
    let about = file.metadata().map_err(Wrong::Unreadable)?;
    if about.is_dir() {
        return Err(Wrong::Directory);
    }
    let mut bytes = Vec::new();
    // One byte more than is taken, so that a longer file is known as such.
    let most = SESSION_BYTES_MAX as u64 + 1;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(Wrong::Unreadable)?;
    Ok(bytes)
}

fn source(bytes: &[u8], options: &Options) -> Result<Source, Wrong> {
    let is_named_agent = options
        .file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("af"));
    if is_named_agent || agent_file::is_agent_file(bytes) {
        return agent(bytes, options);
    }
    if options.agent.is_some() || options.from_window {
        return Err(Wrong::NoAgents);
    }
    let text = file::decode(bytes, SESSION_BYTES_MAX).map_err(Wrong::Text)?;
    let is_named_json = options
        .file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    if file::is_session(text) {
        session(text, options)
    } else if is_named_json || text.trim_start().starts_with('{') {
        example(bytes, options)
    } else {
        messages(text, options)
    }
}

fn agent(bytes: &[u8], options: &Options) -> Result<Source, Wrong> {
    let wrong = |problem| Wrong::Agent(Box::new(problem));
    let file = agent_file::read(bytes).map_err(wrong)?;
    let version = file.version;
    let position = match &options.agent {
        Some(wanted) => file.position(wanted).map_err(wrong)?,
        None => 0,
    };
    let count = file.agents.len();
    let Some(agent) = file.agents.into_iter().nth(position) else {
        return Err(Wrong::NoAgents);
    };
    let recording = agent.recording.map_err(wrong)?;
    let recording = match options.locale {
        Some(locale) => Arc::new(Recording {
            language: locale.tag().into(),
            ..(*recording).clone()
        }),
        None => recording,
    };
    let recording = if options.from_window {
        Arc::new(window::from_window(&recording))
    } else {
        recording
    };
    let config = start::config(&recording, &options.choices).map_err(wrong)?;
    let engine = start::engine(&recording, config, Some(search::ranked));
    let engine = engine.map_err(Wrong::Settings)?;
    let played = PlayedAgent {
        version: version.name(),
        number: position + 1,
        count,
        recording: Arc::clone(&recording),
        remarks: agent.remarks,
    };
    Ok(Source {
        run: Run::new(engine),
        performer: Performer::Record(Box::new(Replay::new(recording, scripted)), played.into()),
    })
}

fn example(bytes: &[u8], options: &Options) -> Result<Source, Wrong> {
    let checked = scenario::read(bytes).map_err(|problems| {
        let faults: Vec<Problem> = problems
            .into_iter()
            .filter(|problem| !problem.what.is_warning())
            .collect();
        let more = faults.len().saturating_sub(1);
        let first = faults.into_iter().next();
        first.map_or(Wrong::NoMessage, |first| {
            Wrong::Example(Box::new(first), more)
        })
    })?;
    let example = checked.scenario;
    let locale = options.locale.unwrap_or(Locale::Es);
    let config = example
        .config(&options.choices, locale)
        .map_err(Wrong::Settings)?;
    let engine = Engine::new(config, wording(locale)).map_err(Wrong::Settings)?;
    Ok(Source {
        run: Run::new(engine),
        performer: Performer::Script(Performance::new(example.script(locale), scripted)),
    })
}

fn messages(text: &str, options: &Options) -> Result<Source, Wrong> {
    let lines: Vec<Arc<str>> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(Arc::from)
        .collect();
    if lines.is_empty() {
        return Err(Wrong::NoMessage);
    }
    let locale = options
        .locale
        .unwrap_or_else(|| match script::language_of(&lines.join("\n")) {
            Some(Language::English) => Locale::En,
            Some(Language::Spanish) | None => Locale::Es,
        });
    let config = options
        .choices
        .config(RuleSet::Paper)
        .map_err(Wrong::Settings)?;
    let engine = Engine::new(config, wording(locale)).map_err(Wrong::Settings)?;
    let start = Timestamp::parse(START).unwrap_or_default();
    Ok(Source {
        run: Run::new(engine),
        performer: Performer::Script(Performance::new(
            Script::of_messages(lines.into_iter(), start),
            scripted,
        )),
    })
}

fn session(text: &str, options: &Options) -> Result<Source, Wrong> {
    if options.choices != Choices::default() || options.locale.is_some() {
        return Err(Wrong::SessionIsFixed);
    }
    let build = |settings: &RunSettings| {
        let Some(locale) = Locale::from_name(&settings.language) else {
            return Err(format!("there is no language {:?}", settings.language));
        };
        let engine = match &settings.recording {
            Some(recording) => {
                start::engine(recording, settings.config.clone(), Some(search::ranked))
            }
            None => Engine::new(settings.config.clone(), wording(locale)),
        };
        engine.map_err(|problem| ProblemKind::Settings(problem).to_string())
    };
    let (session, imported) = Run::import(text, build).map_err(Wrong::Session)?;
    let run = imported.journal;
    if !imported.is_same {
        let (recorded, now) = (session.digest, run.digest().to_string());
        return Err(Wrong::OtherDigest { recorded, now });
    }
    Ok(Source {
        run,
        performer: Performer::Nobody(session.settings.recording),
    })
}

impl Source {
    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// One event more, and `None`; or what is waited for at the end.
    pub fn advance(&mut self) -> Option<Wait> {
        match &mut self.performer {
            Performer::Script(performance) => performance.advance(&mut self.run),
            Performer::Record(replay, _) => replay.advance(&mut self.run),
            Performer::Nobody(_) => Some(Wait::User),
        }
    }

    /// The agent that is played.
    pub fn agent(&self) -> Option<&PlayedAgent> {
        match &self.performer {
            Performer::Record(_, agent) => Some(agent),
            _ => None,
        }
    }

    /// What was recorded otherwise than it came; `None` where nothing was recorded.
    pub fn differences(&self) -> Option<Vec<Difference>> {
        let recording = match &self.performer {
            Performer::Record(_, agent) => &agent.recording,
            Performer::Nobody(recording) => recording.as_ref()?,
            Performer::Script(_) => return None,
        };
        Some(differences(recording, &self.run))
    }
}

impl fmt::Display for BadFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.file)?;
        match &self.what {
            Wrong::Unreadable(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(out, "there is no such file")
            }
            Wrong::Unreadable(error) => write!(out, "the file cannot be read: {error}"),
            Wrong::Directory => write!(out, "this is a directory; name a file in it"),
            Wrong::Text(problem) => problem.fmt(out),
            Wrong::NoMessage => write!(out, "there is no message in the file; write one a line"),
            Wrong::Example(first, 0) => first.fmt(out),
            Wrong::Example(first, more) => write!(out, "{first} (and {more} more)"),
            Wrong::Agent(problem) => problem.fmt(out),
            Wrong::NoAgents => write!(out, "this is no agent file; leave --agent and --from out"),
            Wrong::Session(problem) => problem.fmt(out),
            Wrong::OtherDigest { recorded, now } => write!(
                out,
                "the session leads to digest {now}, recorded is {recorded}: \
                 another version made it, or it was changed"
            ),
            Wrong::SessionIsFixed => write!(
                out,
                "a session is played as it was recorded; its settings and language cannot be changed"
            ),
            Wrong::Settings(problem) => ProblemKind::Settings(problem.clone()).fmt(out),
        }
    }
}
