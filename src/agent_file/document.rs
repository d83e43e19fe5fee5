//! From bytes to JSON, or to what keeps a file from being JSON.

use serde_json::Value;

use crate::misread::Misread;

use super::limits::BYTES_MAX;
use super::problems::{Problem, ProblemKind};

/// The document in a file. Where the file holds it once more as a JSON string, one such
/// layer is taken off.
///
/// # Errors
/// What the file is instead.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, Problem> {
    let text = decode(bytes)?;
    let value = json(text, false)?;
    match &value {
        Value::String(inner) => json(inner.trim_start_matches('\u{feff}'), true),
        _ => Ok(value),
    }
}

fn decode(bytes: &[u8]) -> Result<&str, Problem> {
    if bytes.len() > BYTES_MAX {
        let (bytes, most) = (bytes.len(), BYTES_MAX);
        return Err(ProblemKind::TooLarge { bytes, most }.into());
    }
    let not_text = |at: usize| -> Problem {
        let line = 1 + bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
        let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        ProblemKind::NotText { line, is_utf16 }.into()
    };
    let text = str::from_utf8(bytes).map_err(|error| not_text(error.valid_up_to()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let beginning = text.trim_start();
    if beginning.is_empty() {
        return Err(ProblemKind::Empty.into());
    }
    // No text has this sign; files of other programs do.
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(not_text(at));
    }
    if beginning.starts_with('<') {
        return Err(ProblemKind::WebPage.into());
    }
    Ok(text)
}

fn json(text: &str, is_inside: bool) -> Result<Value, Problem> {
    serde_json::from_str(text).map_err(|error| {
        let Misread {
            line,
            column,
            reason,
        } = (&error).into();
        if reason.starts_with("recursion limit") {
            return ProblemKind::TooDeep { line, column }.into();
        }
        ProblemKind::NotJson {
            line,
            column,
            reason,
            is_inside,
        }
        .into()
    })
}

/// True where JSON looks like an agent file, whatever else may be wrong with it.
pub(super) fn looks_like_agent(value: &Value) -> bool {
    const VERSION_1: [&str; 6] = [
        "core_memory",
        "in_context_message_indices",
        "agent_type",
        "llm_config",
        "messages",
        "system",
    ];
    let has = |name: &str| value.get(name).is_some_and(|value| !value.is_null());
    has("agents") || VERSION_1.iter().filter(|name| has(name)).count() >= 2
}
