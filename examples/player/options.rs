//! The options of `play`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use lexopt::prelude::*;
use memgpt_playground::engine::config::{EvictionPolicy, RuleSet, WhenSpent};
use memgpt_playground::engine::windows::{WINDOWS, window_named};
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::text::Locale;

/// What `--help` prints.
pub const HELP: &str = "\
Runs an example, a recorded agent, a saved session or a text, and prints its trace, one event a line.

play FILE [options]

FILE                an example (docs/SCENARIOS.md), a Letta agent file (docs/AGENT-FILES.md), a
                    session saved on the page, or a text with one user message a line (empty
                    lines and lines with # are skipped)
--rules R           miniature, paper, memgpt-0.1, memgpt-0.2, memgpt-0.3, letta-2025,
                    letta-2026
--policy P          oldest, least-recently-used, random, model-chosen
--window N          capacity of main context, in tokens (items in the miniature), or the
                    name of a model: toy, llama-1, llama-2, gpt-3.5-turbo, mistral-7b, gpt-4,
                    gpt-3.5-turbo-16k, gpt-4-32k, claude-2, gpt-4-turbo, letta, yi-34b-200k
--seed N            seed of chance
--lang es|en        content language; else that of a text, and es for an example
--format text|jsonl lines to read, or one JSON object an event
--page-ins N        most search calls a turn
--when-spent W      answer-without, say-unknown, stop
--agent A           which agent of an agent file: its name, or its number from 1
--from F            of an agent file: beginning, or window (what was in the window is played,
                    the rest lies in recall storage from the start)
--without-external  the problem before MemGPT: nothing can be stored or fetched
";

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The file to play.
    pub file: PathBuf,
    /// Content language, where it is given.
    pub locale: Option<Locale>,
    /// What is printed.
    pub format: Format,
    /// Which agent of an agent file, by name or number.
    pub agent: Option<String>,
    /// True where an agent file is played from its window on.
    pub from_window: bool,
    /// Settings over those of the file.
    pub choices: Choices,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines to read.
    Text,
    /// JSON Lines.
    JsonLines,
}

impl Format {
    const ALL: [Self; 2] = [Self::Text, Self::JsonLines];

    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::JsonLines => "jsonl",
        }
    }
}

/// An option that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// No file is named.
    NoFile,
    /// A second file is named.
    SecondFile(String),
    /// Not an option, a value is missing, or one stands where none is wanted.
    Unreadable(String),
    /// The value is none of those that the option knows.
    BadValue {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it knows.
        known: String,
    },
    /// The value is no whole number, or too large a one.
    NotANumber {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
    },
}

/// Reads the arguments; `None` where help is asked for.
///
/// # Errors
/// The first argument that is not understood.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, BadOption> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut file = None;
    let mut locale = None;
    let mut format = Format::Text;
    let mut agent = None;
    let mut from_window = false;
    let mut choices = Choices::default();
    let unreadable = |error: lexopt::Error| BadOption::Unreadable(error.to_string());
    while let Some(argument) = parser.next().map_err(unreadable)? {
        let name = match argument {
            Value(path) if file.is_none() => {
                file = Some(PathBuf::from(path));
                continue;
            }
            Value(path) => return Err(BadOption::SecondFile(path.to_string_lossy().into_owned())),
            Long(name) => format!("--{name}"),
            Short('h') => "--help".to_owned(),
            other => return Err(unreadable(other.unexpected())),
        };
        let mut value = |option| {
            let value = parser.value().map_err(unreadable)?;
            Ok((option, value.to_string_lossy().into_owned()))
        };
        match name.as_str() {
            "--rules" => {
                choices.rules = Some(named(value("--rules")?, &RuleSet::ALL, RuleSet::name)?);
            }
            "--policy" => choices.policy = Some(policy(value("--policy")?)?),
            "--when-spent" => {
                let value = value("--when-spent")?;
                choices.when_spent = Some(named(value, &WhenSpent::ALL, WhenSpent::name)?);
            }
            "--window" => choices.window = Some(window(value("--window")?)?),
            "--page-ins" => choices.page_ins_max = Some(Some(number(value("--page-ins")?)?)),
            "--seed" => choices.seed = Some(number(value("--seed")?)?),
            "--lang" => locale = Some(named(value("--lang")?, &Locale::ALL, Locale::tag)?),
            "--format" => format = named(value("--format")?, &Format::ALL, Format::name)?,
            "--agent" => agent = Some(value("--agent")?.1),
            "--from" => {
                let froms = ["beginning", "window"];
                from_window = named(value("--from")?, &froms, |name| name)? == "window";
            }
            "--without-external" => choices.has_external = Some(false),
            "--help" => return Ok(None),
            other => {
                return Err(BadOption::Unreadable(format!(
                    "there is no option {other:?}"
                )));
            }
        }
    }
    let file = file.ok_or(BadOption::NoFile)?;
    Ok(Some(Options {
        file,
        locale,
        format,
        agent,
        from_window,
        choices,
    }))
}

fn named<T: Copy>(
    (option, value): (&'static str, String),
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, BadOption> {
    let found = all.iter().copied().find(|one| name(*one) == value);
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|one| name(*one)).collect();
        let known = known.join(", ");
        BadOption::BadValue {
            option,
            value,
            known,
        }
    })
}

fn policy((option, value): (&'static str, String)) -> Result<EvictionPolicy, BadOption> {
    match EvictionPolicy::from_name(&value) {
        Some(policy) => Ok(policy),
        None => named((option, value), &EvictionPolicy::ALL, EvictionPolicy::name),
    }
}

/// A number of tokens, or the name of a window.
fn window((option, value): (&'static str, String)) -> Result<u32, BadOption> {
    if let Some(tokens) = window_named(&value) {
        return Ok(tokens);
    }
    let digits = value.strip_prefix('-').unwrap_or(&value);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return number((option, value));
    }
    let names: Vec<&str> = WINDOWS.iter().map(|window| window.name).collect();
    let known = format!("a number of tokens, {}", names.join(", "));
    Err(BadOption::BadValue {
        option,
        value,
        known,
    })
}

fn number<T: std::str::FromStr>((option, value): (&'static str, String)) -> Result<T, BadOption> {
    value.parse().map_err(|_| BadOption::NotANumber {
        option,
        value: value.clone(),
    })
}

impl fmt::Display for BadOption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => write!(out, "no file is named; write: play FILE (or play --help)"),
            Self::SecondFile(path) => write!(out, "{path:?}: only one file can be played"),
            Self::Unreadable(problem) => {
                let line: Vec<&str> = problem.split_whitespace().collect();
                write!(out, "{} (see play --help)", line.join(" "))
            }
            Self::BadValue {
                option,
                value,
                known,
            } => {
                write!(
                    out,
                    "{option} {value:?} is not known; write one of: {known}"
                )
            }
            Self::NotANumber { option, value } => {
                write!(out, "{option} {value:?} is no whole number in its range")
            }
        }
    }
}
