//! What `play` does, without the process around it.

mod options;
mod print;
mod source;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use memgpt_playground::engine::machine::Invariant;
use memgpt_playground::run::Wait;

pub use options::BadOption;
pub use source::BadFile;

/// Why `play` ended early.
#[derive(Debug)]
pub enum Failure {
    /// An option that is not understood.
    Option(BadOption),
    /// A file that cannot be played.
    File(BadFile),
    /// The trace could not be written.
    Output(io::Error),
    /// A fault of ours: a rule of the machine did not hold.
    Broken(Invariant),
}

impl Failure {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Self::Option(_) | Self::File(_) | Self::Output(_) => 2,
            Self::Broken(_) => 1,
        }
    }
}

/// Plays what the arguments say and prints the trace.
///
/// # Errors
/// Why it ended early; `Display` is one line.
pub fn play(
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let options = match options::read(arguments).map_err(Failure::Option)? {
        Some(options) => options,
        None => {
            return out
                .write_all(options::HELP.as_bytes())
                .map_err(Failure::Output);
        }
    };
    let mut source = source::open(&options).map_err(Failure::File)?;
    let written = Failure::Output;
    if let Some(agent) = source.agent() {
        print::agent(agent, source.run(), options.format, out).map_err(written)?;
    }
    let mut printed = 0;
    // What differs from a record is only known at its end.
    let is_recorded = source.differences().is_some();
    let wait = loop {
        let wait = source.advance();
        if !is_recorded {
            for position in printed + 1..=source.run().len() {
                print::event(source.run(), position, &[], options.format, out).map_err(written)?;
            }
            printed = source.run().len();
        }
        if let Some(wait) = wait {
            break wait;
        }
    };
    if let Some(differences) = source.differences() {
        print::recorded(source.run(), &differences, options.format, out).map_err(written)?;
    }
    print::totals(source.run(), options.format, out).map_err(Failure::Output)?;
    match wait {
        Wait::Broken(invariant) => Err(Failure::Broken(invariant)),
        _ => Ok(()),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(problem) => problem.fmt(out),
            Self::File(problem) => problem.fmt(out),
            Self::Output(error) => write!(out, "the trace cannot be written: {error}"),
            Self::Broken(invariant) => write!(
                out,
                "a rule of the machine does not hold ({invariant:?}): this is a fault of play"
            ),
        }
    }
}
