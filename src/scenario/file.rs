//! What kind of file something is, before it is read as one.

use serde_json::Value;

use crate::trace::export::SESSION_KIND;

use super::problems::ProblemKind;

/// The text of a file, without a byte order mark.
///
/// # Errors
/// What keeps it from being a text of at most `most` bytes.
pub fn decode(bytes: &[u8], most: usize) -> Result<&str, ProblemKind> {
    if bytes.len() > most {
        let bytes = bytes.len();
        return Err(ProblemKind::TooLarge { bytes, most });
    }
    let text = str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ProblemKind::Empty);
    }
    match text.find('\0') {
        // No text has this sign; files of other programs do.
        Some(at) => Err(not_text(text.as_bytes(), at)),
        None => Ok(text),
    }
}

fn not_text(bytes: &[u8], at: usize) -> ProblemKind {
    let before = bytes.iter().take(at);
    let line = 1 + before.filter(|byte| **byte == b'\n').count();
    ProblemKind::NotText { line }
}

/// True for a session saved on the page, whatever else may be wrong with it.
pub fn is_session(text: &str) -> bool {
    let is_object = text.trim_start().starts_with('{');
    let kind = |value: Value| value.get("kind").is_some_and(|kind| kind == SESSION_KIND);
    is_object && serde_json::from_str(text).is_ok_and(kind)
}
