//! What can be wrong with a file: what, where, and how to mend it. `Display` is for
//! developers and `play`; the page says it in the reader's language.

use core::fmt;

use serde_json::Value;

use crate::engine::config::{ConfigProblem, Unit};
use crate::text::Locale;

use super::limits::PROBLEMS_MAX;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Place in the file, such as `turns[3].replies[0].say`; empty for the file as a whole.
    pub path: String,
    /// What is wrong.
    pub what: ProblemKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// There is nothing in the file.
    Empty,
    /// The file is longer than it may be.
    TooLarge {
        /// Its length, in bytes.
        bytes: usize,
        /// The limit, in bytes.
        most: usize,
    },
    /// The file is not text in UTF-8.
    NotText {
        /// The line where it stops being text.
        line: usize,
    },
    /// The text is not JSON.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser says, in English.
        reason: String,
    },
    /// The file is made for another version of the format.
    OtherFormat {
        /// The version that the file names.
        found: String,
        /// The version that is understood.
        known: u64,
    },
    /// A field is missing.
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// A field that the format does not have: it is left aside. A warning.
    UnknownField {
        /// Its name.
        name: String,
        /// A field of the format that is spelled much like it.
        nearest: Option<&'static str>,
    },
    /// A value of another type.
    WrongType {
        /// What should stand here.
        expected: Expected,
        /// What stands here.
        found: Expected,
    },
    /// A text in two languages lacks one.
    MissingLanguage {
        /// The language that is missing.
        language: Locale,
    },
    /// A text is empty.
    EmptyText,
    /// A text is too long.
    TooLong {
        /// Its length, in characters.
        length: usize,
        /// The limit, in characters.
        most: usize,
    },
    /// A list is too long.
    TooMany {
        /// How many entries it has.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A number lies outside its range.
    OutOfRange {
        /// The number.
        value: String,
        /// Least value.
        least: u64,
        /// Greatest value.
        most: u64,
    },
    /// An id or a name with other signs than `a-z`, `0-9` and `-`.
    BadName {
        /// The name.
        name: String,
    },
    /// A name that is not one of those known.
    UnknownName {
        /// The name.
        name: String,
        /// Those known.
        known: Vec<&'static str>,
    },
    /// A call lacks an argument.
    MissingArgument {
        /// The argument.
        name: &'static str,
    },
    /// A call has an argument that the function does not know.
    UnknownArgument {
        /// The argument.
        name: String,
    },
    /// Two entries have the same id.
    Duplicate {
        /// The id.
        id: String,
    },
    /// A reference to something that is not in the file.
    UnknownReference {
        /// What is referred to.
        id: String,
    },
    /// A fact that is needed, or replaced, before it is said.
    TooEarly {
        /// The fact.
        id: String,
        /// The turn in which it is said.
        turn: u32,
    },
    /// Not `YYYY-MM-DD HH:MM`, or no such day.
    BadMoment {
        /// What stands here.
        text: String,
    },
    /// A moment before that of the turn before.
    MomentGoesBack,
    /// Not `turn.call.kind.nth`, nor `kind.nth`.
    BadAddress {
        /// What stands here.
        text: String,
    },
    /// The miniature has no documents, no working context and no tokens.
    NotInMiniature,
    /// Replies to a document of which the model is not told. A warning.
    NotAnnounced,
    /// A question whose answer is in the script: it shows nothing about memory. A warning.
    ScriptedAnswer,
    /// The settings do not go together.
    Settings(ConfigProblem),
    /// More problems than are listed.
    More {
        /// How many more.
        count: usize,
    },
}

/// Kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An object.
    Object,
    /// An object, or a text as a model would write one.
    ObjectOrText,
    /// A list.
    List,
    /// A text.
    Text,
    /// A text, or an object with `es` and `en`.
    TextOrBoth,
    /// A list, or an object with `es` and `en`.
    ListOrBoth,
    /// A whole number.
    Number,
    /// A number with decimals.
    Decimal,
    /// True or false.
    Boolean,
    /// Nothing.
    Null,
}

impl Expected {
    /// The kind of a value.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_f64() => Self::Decimal,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }
}

impl ProblemKind {
    /// True where the file can be used all the same.
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::UnknownField { .. } | Self::ScriptedAnswer | Self::NotAnnounced
        )
    }
}

/// Problems as they are found, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Problems {
    found: Vec<Problem>,
    more: usize,
    is_fault: bool,
}

impl Problems {
    pub fn add(&mut self, path: &str, what: ProblemKind) {
        self.is_fault |= !what.is_warning();
        if self.found.len() < PROBLEMS_MAX {
            let path = path.to_owned();
            self.found.push(Problem { path, what });
        } else {
            self.more += 1;
        }
    }

    /// True where the file cannot be used.
    pub fn is_fault(&self) -> bool {
        self.is_fault
    }

    pub fn into_list(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let (path, count) = (String::new(), self.more);
            let what = ProblemKind::More { count };
            self.found.push(Problem { path, what });
        }
        self.found
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            self.what.fmt(out)
        } else {
            write!(out, "{}: {}", self.path, self.what)
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "the file is empty"),
            Self::TooLarge { bytes, most } => {
                write!(out, "the file has {bytes} bytes; it may have {most}")
            }
            Self::NotText { line } => {
                write!(
                    out,
                    "line {line} is not text in UTF-8; save the file as UTF-8"
                )
            }
            Self::NotJson {
                line,
                column,
                reason,
            } => {
                write!(out, "line {line}, column {column}: not JSON: {reason}")
            }
            Self::OtherFormat { found, known } => {
                write!(
                    out,
                    "made for format {found}; only format {known} is understood"
                )
            }
            Self::Missing { field } => write!(out, "the field \"{field}\" is missing; add it"),
            Self::UnknownField {
                name,
                nearest: Some(nearest),
            } => {
                write!(
                    out,
                    "there is no field {name:?}; did you mean \"{nearest}\"?"
                )
            }
            Self::UnknownField {
                name,
                nearest: None,
            } => {
                write!(out, "there is no field {name:?}; it is left aside")
            }
            Self::WrongType { expected, found } => {
                write!(out, "this is {found}; write {expected}")
            }
            Self::MissingLanguage { language } => {
                let tag = language.tag();
                write!(
                    out,
                    "the language \"{tag}\" is missing; add it, or give one text for both"
                )
            }
            Self::EmptyText => write!(out, "the text is empty; write it, or remove the field"),
            Self::TooLong { length, most } => {
                write!(out, "{length} characters; there may be {most}")
            }
            Self::TooMany { count, most } => write!(out, "{count} entries; there may be {most}"),
            Self::OutOfRange { value, least, most } => {
                write!(out, "{value} is out of range; write {least} to {most}")
            }
            Self::BadName { name } => {
                write!(out, "{name:?} is no name here; use a-z, 0-9 and - only")
            }
            Self::UnknownName { name, known } => {
                write!(
                    out,
                    "there is no {name:?}; write one of: {}",
                    known.join(", ")
                )
            }
            Self::MissingArgument { name } => {
                write!(out, "the argument \"{name}\" is missing; add it")
            }
            Self::UnknownArgument { name } => {
                write!(out, "the function has no argument {name:?}; remove it")
            }
            Self::Duplicate { id } => write!(out, "{id:?} is there twice; rename one"),
            Self::UnknownReference { id } => {
                write!(out, "{id:?} is not in this file; correct it, or add it")
            }
            Self::TooEarly { id, turn } => {
                write!(out, "{id:?} is only said in turn {turn}; move one of them")
            }
            Self::BadMoment { text } => {
                write!(out, "{text:?} is no moment; write YYYY-MM-DD HH:MM")
            }
            Self::MomentGoesBack => {
                write!(out, "this is before the turn before it; time only goes on")
            }
            Self::BadAddress { text } => {
                write!(
                    out,
                    "{text:?} is no place; write turn.call.kind.nth, such as 6.1.evicted.1"
                )
            }
            Self::NotInMiniature => {
                write!(
                    out,
                    "the rule set \"miniature\" has no such thing; remove it"
                )
            }
            Self::NotAnnounced => {
                write!(
                    out,
                    "the model is not told of this document, so it answers nothing; add \"is_announced\": true"
                )
            }
            Self::ScriptedAnswer => {
                write!(
                    out,
                    "the answer is scripted, so it shows nothing; remove the replies"
                )
            }
            Self::Settings(problem) => settings(problem, out),
            Self::More { count } => write!(out, "{count} further problems"),
        }
    }
}

fn settings(problem: &ConfigProblem, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match problem {
        ConfigProblem::OutOfRange {
            field,
            value,
            least,
            most,
        } => {
            write!(out, "{field} is {value}; it may be {least} to {most}")
        }
        ConfigProblem::NotForUnit { field, unit } => {
            let unit = match unit {
                Unit::Items => "items",
                Unit::Tokens => "tokens",
            };
            write!(out, "{field} does not go with a window that counts {unit}")
        }
        ConfigProblem::BlockTwice { label } => write!(out, "the block {label} is there twice"),
        ConfigProblem::BlockTooLong {
            label,
            length,
            limit,
        } => {
            write!(
                out,
                "the block {label} starts with {length} characters; its limit is {limit}"
            )
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Object => "an object {…}",
            Self::ObjectOrText => "an object {…}, or a text in quotes",
            Self::List => "a list […]",
            Self::Text => "a text in quotes",
            Self::TextOrBoth => "a text in quotes, or {\"es\": …, \"en\": …}",
            Self::ListOrBoth => "a list […], or {\"es\": […], \"en\": […]}",
            Self::Number => "a whole number",
            Self::Decimal => "a number with decimals",
            Self::Boolean => "true or false",
            Self::Null => "null",
        })
    }
}
