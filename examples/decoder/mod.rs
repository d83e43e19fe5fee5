//! What `decode` does, for the program and for the tests.

mod options;
mod print;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::PathBuf;

use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::decode::Decoder;
use memgpt_playground::provider::reading::Reading;
use memgpt_playground::provider::scrub::Scrubber;

use options::{BadOption, HELP, Options};

/// Why nothing is printed.
#[derive(Debug)]
pub enum BadUse {
    /// An option is not understood.
    Option(BadOption),
    /// The file cannot be read.
    File(PathBuf, std::io::Error),
}

impl fmt::Display for BadUse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(problem) => problem.fmt(out),
            Self::File(path, error) => write!(out, "cannot read {path:?}: {error}"),
        }
    }
}

/// The line to print for these arguments.
///
/// # Errors
/// An argument is not understood, or the file cannot be read.
pub fn decode(arguments: impl IntoIterator<Item = OsString>) -> Result<String, BadUse> {
    let Some(options) = options::read(arguments).map_err(BadUse::Option)? else {
        return Ok(HELP.trim_end().to_owned());
    };
    let body =
        fs::read(&options.file).map_err(|error| BadUse::File(options.file.clone(), error))?;
    Ok(print::json(&read(&options, &body)).to_string())
}

fn read(options: &Options, body: &[u8]) -> Reading {
    let head = Head {
        status: options.status,
        content_type: options.content_type.clone(),
        is_local: options.is_local,
        ..Head::default()
    };
    let mut decoder = Decoder::new(options.protocol, head, Scrubber::none());
    let chunk = options.chunk.unwrap_or(body.len().max(1));
    for bytes in body.chunks(chunk) {
        decoder.feed(bytes);
    }
    decoder.finish().0
}
