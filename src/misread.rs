//! Text that is no JSON, or not of the form that is read: where, and what is wrong there.

/// What a JSON parser found, with the place apart from the words, so that no sentence says
/// the place twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The parser's words, without the place.
    pub reason: String,
}

impl From<&serde_json::Error> for Misread {
    fn from(error: &serde_json::Error) -> Self {
        let said = error.to_string();
        Self {
            line: error.line().max(1),
            column: error.column().max(1),
            reason: match said.rsplit_once(" at line ") {
                Some((reason, _)) => reason.to_owned(),
                None => said,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_stands_apart_from_the_words() {
        for (text, line, column) in [("", 1, 1), ("{\n  \"a\": }", 2, 8), ("[1, 2", 1, 5)] {
            let error = serde_json::from_str::<Vec<u8>>(text).unwrap_err();
            let error = match serde_json::from_str::<serde_json::Value>(text) {
                Err(syntax) => syntax,
                Ok(_) => error,
            };
            let misread = Misread::from(&error);
            assert_eq!((misread.line, misread.column), (line, column), "{text}");
            assert!(!misread.reason.is_empty() && !misread.reason.contains("line"));
        }
    }
}
