//! The options of `decode`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use lexopt::prelude::*;
use memgpt_playground::provider::profile::Profile;
use memgpt_playground::provider::protocol::Protocol;

/// What `--help` prints.
pub const HELP: &str = "\
Reads the body of a provider's reply and prints one JSON object:
text, tool_calls, stop, usage, error, repairs, and what else there is.

decode --protocol NAME [options] FILE

FILE                the bytes of the body, as they came
--protocol NAME     openai-chat, openai-responses, anthropic-messages, gemini-native,
                    ollama-native
--provider NAME     who answered, where that matters (ollama, lmstudio, llamacpp, vllm run
                    on one's own machine)
--status N          status of HTTP, 200 unless given
--content-type T    content type as announced
--chunk N           feeds N bytes at a time; the result is the same
";

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The file to read.
    pub file: PathBuf,
    /// What it speaks.
    pub protocol: Protocol,
    /// The server runs on one's own machine.
    pub is_local: bool,
    /// Status of HTTP.
    pub status: u16,
    /// Content type.
    pub content_type: String,
    /// Bytes a chunk.
    pub chunk: Option<usize>,
}

/// An option that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// No file is named.
    NoFile,
    /// A second file is named.
    SecondFile(String),
    /// No protocol is named.
    NoProtocol,
    /// The protocol is not known.
    UnknownProtocol(String),
    /// A number is none, or out of its range.
    BadNumber(&'static str, String, &'static str),
    /// Not an option, or a value is missing.
    Unreadable(String),
}

impl fmt::Display for BadOption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = || Protocol::ALL.map(Protocol::name).join(", ");
        match self {
            Self::NoFile => write!(out, "no file is named; --help says how"),
            Self::SecondFile(name) => write!(out, "a second file is named: {name:?}"),
            Self::NoProtocol => write!(out, "--protocol is needed: {}", known()),
            Self::UnknownProtocol(name) => {
                write!(out, "--protocol {name:?} is not known: {}", known())
            }
            Self::BadNumber(option, value, range) => {
                write!(out, "{option} {value:?} is not {range}")
            }
            Self::Unreadable(problem) => write!(out, "{}", problem.replace('\n', " ")),
        }
    }
}

/// Reads the arguments; `None` where help is asked for.
///
/// # Errors
/// The first argument that is not understood.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, BadOption> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let unreadable = |error: lexopt::Error| BadOption::Unreadable(error.to_string());
    let mut file = None;
    let mut protocol = None;
    let mut is_local = false;
    let mut status = 200;
    let mut content_type = String::new();
    let mut chunk = None;
    while let Some(argument) = parser.next().map_err(unreadable)? {
        let name = match argument {
            Value(path) if file.is_none() => {
                file = Some(PathBuf::from(path));
                continue;
            }
            Value(path) => return Err(BadOption::SecondFile(path.to_string_lossy().into_owned())),
            Long(name) => name.to_owned(),
            Short('h') => return Ok(None),
            other => return Err(unreadable(other.unexpected())),
        };
        if name == "help" {
            return Ok(None);
        }
        if !["protocol", "provider", "status", "content-type", "chunk"].contains(&name.as_str()) {
            return Err(unreadable(Long(&name).unexpected()));
        }
        let value = parser.value().map_err(unreadable)?;
        let value = value.to_string_lossy().into_owned();
        match name.as_str() {
            "protocol" => match Protocol::from_name(&value) {
                Some(known) => protocol = Some(known),
                None => return Err(BadOption::UnknownProtocol(value)),
            },
            // A provider that is not in the table is a compatible endpoint like any other.
            "provider" => {
                is_local = Profile::named(&value).is_some_and(|profile| profile.is_local);
            }
            "status" => match value.parse() {
                Ok(number @ 100..600) => status = number,
                _ => {
                    return Err(BadOption::BadNumber(
                        "--status",
                        value,
                        "a status from 100 to 599",
                    ));
                }
            },
            "content-type" => content_type = value,
            _ => match value.parse() {
                Ok(number @ 1..) => chunk = Some(number),
                _ => {
                    return Err(BadOption::BadNumber(
                        "--chunk",
                        value,
                        "a number of bytes from 1",
                    ));
                }
            },
        }
    }
    Ok(Some(Options {
        file: file.ok_or(BadOption::NoFile)?,
        protocol: protocol.ok_or(BadOption::NoProtocol)?,
        is_local,
        status,
        content_type,
        chunk,
    }))
}
