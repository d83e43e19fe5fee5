//! A run as a file: its settings and inputs, and the digest that they must lead to again.

use core::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::misread::Misread;

use super::journal::{Diverged, Journal, Recorded};
use super::machine::Machine;

/// Version of the file's form.
pub const SESSION_FORMAT: u32 = 1;

/// Longest session file that is read, in bytes.
pub const SESSION_BYTES_MAX: usize = 64 * 1_024 * 1_024;

/// A run as a file. `S` says what the machine was made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session<S, I> {
    /// Always `memgpt-playground session`.
    pub kind: String,
    /// [`SESSION_FORMAT`].
    pub format: u32,
    /// Version of the engine that made it.
    pub engine: String,
    /// What the machine was made of.
    pub settings: S,
    /// What came from outside.
    pub inputs: Vec<Recorded<I>>,
    /// How many events there were.
    pub events: u32,
    /// The digest, 16 hexadecimal digits.
    pub digest: String,
}

/// The mark of a session file.
pub const SESSION_KIND: &str = "memgpt-playground session";

/// Why a session file was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportProblem {
    /// Longer than [`SESSION_BYTES_MAX`].
    TooLong {
        /// Its length, in bytes.
        bytes: usize,
    },
    /// Not JSON, or not of the form.
    Unreadable(Misread),
    /// JSON, but no session.
    NotASession,
    /// A newer form than this page knows.
    NewerFormat {
        /// The form's number.
        format: u32,
    },
    /// The settings make no machine.
    BadSettings {
        /// What is wrong with them.
        problem: String,
    },
    /// An input cannot come where the record says.
    Diverged {
        /// Events before the input, by the record.
        after: u32,
    },
}

/// A session file as it was read, and its run.
pub type Taken<S, M> = (Session<S, <M as Machine>::Input>, Imported<M>);

/// A session that was read and run again.
#[derive(Debug)]
pub struct Imported<M: Machine> {
    /// The run.
    pub journal: Journal<M>,
    /// True where the digest is the recorded one; else another version of the engine made it.
    pub is_same: bool,
}

impl<M: Machine> Journal<M>
where
    M::Input: Serialize + DeserializeOwned,
{
    /// This run as a file.
    pub fn session<S>(&self, settings: S) -> Session<S, M::Input> {
        Session {
            kind: SESSION_KIND.to_owned(),
            format: SESSION_FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            settings,
            inputs: self.inputs().to_vec(),
            events: u32::try_from(self.len()).unwrap_or(u32::MAX),
            digest: self.digest().to_string(),
        }
    }

    /// Runs a session again. `build` makes the machine of its settings.
    ///
    /// # Errors
    /// Why the file cannot be taken, and where.
    pub fn import<S: DeserializeOwned>(
        text: &str,
        build: impl FnOnce(&S) -> Result<M, String>,
    ) -> Result<Taken<S, M>, ImportProblem> {
        if text.len() > SESSION_BYTES_MAX {
            return Err(ImportProblem::TooLong { bytes: text.len() });
        }
        let unreadable = |error: serde_json::Error| ImportProblem::Unreadable((&error).into());
        let mark: Mark = serde_json::from_str(text).map_err(unreadable)?;
        if mark.kind != SESSION_KIND {
            return Err(ImportProblem::NotASession);
        }
        if mark.format > SESSION_FORMAT {
            return Err(ImportProblem::NewerFormat {
                format: mark.format,
            });
        }
        let session: Session<S, M::Input> = serde_json::from_str(text).map_err(unreadable)?;
        let machine =
            build(&session.settings).map_err(|problem| ImportProblem::BadSettings { problem })?;
        let mut journal = Self::new(machine);
        journal
            .replay(&session.inputs, session.events as usize)
            .map_err(|diverged| match diverged {
                Diverged::TooEarly { after }
                | Diverged::OutOfOrder { after }
                | Diverged::Refused { after, .. } => ImportProblem::Diverged { after },
            })?;
        let is_same = journal.digest().to_string() == session.digest;
        Ok((session, Imported { journal, is_same }))
    }
}

/// What tells a session file from another.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct Mark {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    format: u32,
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(
                out,
                "the file has {bytes} bytes, at most {SESSION_BYTES_MAX} are read"
            ),
            Self::Unreadable(Misread {
                line,
                column,
                reason,
            }) => write!(
                out,
                "line {line}, column {column}: not a readable session: {reason}"
            ),
            Self::NotASession => write!(
                out,
                "the file is no session of the playground (field \"kind\")"
            ),
            Self::NewerFormat { format } => {
                write!(
                    out,
                    "the session has format {format}, this version reads up to {SESSION_FORMAT}"
                )
            }
            Self::BadSettings { problem } => {
                write!(out, "the settings of the session are wrong: {problem}")
            }
            Self::Diverged { after } => {
                write!(out, "the input after event {after} cannot come there")
            }
        }
    }
}
