//! What can be wrong with an agent file: what, where, and how to mend it. `Display` is for
//! developers and `play`; the page says it in the reader's language.

use core::fmt;

use crate::engine::config::ConfigProblem;
use crate::scenario::problems::{Expected, ProblemKind as Common};

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Place in the file, such as `agents[0].messages[12].role`; empty for the file as a
    /// whole.
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
        /// The line where it stops being text, from 1.
        line: usize,
        /// True where its first bytes say UTF-16.
        is_utf16: bool,
    },
    /// The file is a web page.
    WebPage,
    /// The text is not JSON.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser says, in English.
        reason: String,
        /// True where the place is in the text that the file holds as one JSON string.
        is_inside: bool,
    },
    /// Lists and objects are nested too deeply.
    TooDeep {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// JSON, but no agent.
    NotAnAgent {
        /// What it is.
        found: Expected,
    },
    /// The file has the form of version 2, and no agent in it.
    NoAgents,
    /// There is no agent of that name or number.
    NoSuchAgent {
        /// What was asked for.
        wanted: String,
        /// The names of those there are, in order.
        known: Vec<String>,
    },
    /// A list is too long.
    TooMany {
        /// How many entries it has.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A value of another type.
    WrongType {
        /// What should stand here.
        expected: Expected,
        /// What stands here.
        found: Expected,
    },
    /// The settings of the run do not go together.
    Settings(ConfigProblem),
    /// The rule set counts items, and a recorded agent needs tokens.
    ItemsOnly,
    /// Left out: no such role is known.
    UnknownRole {
        /// The role.
        role: String,
    },
    /// Left out: the message says nothing.
    EmptyMessage,
    /// A part of a message that is no text: its kind stands in its place.
    PartNotText {
        /// The kind of the part.
        kind: String,
    },
    /// Left out: a result whose call is not recorded.
    ResultWithoutCall {
        /// The id of the call; empty where none is given.
        id: String,
    },
    /// The arguments of a call are no JSON object: the call fails here too.
    BrokenArguments,
    /// Two entries have the same id: the first counts.
    DuplicateId {
        /// The id.
        id: String,
    },
    /// A reference to something that is not in the file: left aside.
    UnknownId {
        /// What is referred to.
        id: String,
    },
    /// The messages do not stand in the order of their moments: they are played in that order.
    OutOfOrder,
    /// Left out: there is a block of that label already.
    BlockTwice {
        /// The label.
        label: String,
    },
    /// Left out: a block without a label.
    BlockWithoutLabel,
    /// A block is longer than its limit: the limit is raised.
    BlockTooLong {
        /// Its length, in characters.
        length: usize,
        /// Its limit, in characters.
        limit: u64,
    },
    /// More of the kind than are listed.
    More {
        /// How many more.
        count: usize,
    },
}

/// What was left out or changed of a file that plays all the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Remarks {
    found: Vec<Problem>,
    more: usize,
}

impl Remarks {
    pub fn add(&mut self, path: impl FnOnce() -> String, what: ProblemKind) {
        if self.found.len() < super::limits::REMARKS_MAX {
            let path = path();
            self.found.push(Problem { path, what });
        } else {
            self.more += 1;
        }
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

impl From<ProblemKind> for Problem {
    fn from(what: ProblemKind) -> Self {
        let path = String::new();
        Self { path, what }
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
            Self::Empty => write!(out, "the file is empty; export the agent again"),
            Self::TooLarge { bytes, most } => {
                let (bytes, most) = (*bytes, *most);
                Common::TooLarge { bytes, most }.fmt(out)
            }
            Self::NotText { is_utf16: true, .. } => {
                write!(out, "the file is text in UTF-16; save it as UTF-8")
            }
            Self::NotText { line, .. } => Common::NotText { line: *line }.fmt(out),
            Self::WebPage => write!(
                out,
                "the file is a web page, not an agent; download the file itself (raw)"
            ),
            Self::NotJson {
                line,
                column,
                reason,
                is_inside,
            } => {
                let inside = if *is_inside {
                    "in the text that the file holds as a JSON string, "
                } else {
                    ""
                };
                write!(
                    out,
                    "{inside}line {line}, column {column}: not JSON: {reason}; \
                     the file may be cut short: export the agent again"
                )
            }
            Self::TooDeep { line, column } => write!(
                out,
                "line {line}, column {column}: lists and objects are nested too deeply for an \
                 agent file"
            ),
            Self::NotAnAgent { found } => write!(
                out,
                "this is {found}, not an agent; an agent file has \"agents\" (version 2) or \
                 \"messages\" and \"core_memory\" (version 1)"
            ),
            Self::NoAgents => write!(
                out,
                "the list is empty; export at least one agent into the file"
            ),
            Self::NoSuchAgent { wanted, known } => {
                // Names are the file's own: no sign of them may move a terminal's cursor.
                let names = known.iter().map(|name| name.escape_debug().to_string());
                let names: Vec<String> = names.collect();
                write!(
                    out,
                    "there is no agent {wanted:?}; write a number from 1 to {}, or one of: {}",
                    known.len(),
                    names.join(", ")
                )
            }
            Self::TooMany { count, most } => {
                let (count, most) = (*count, *most);
                Common::TooMany { count, most }.fmt(out)
            }
            Self::WrongType { expected, found } => {
                let (expected, found) = (*expected, *found);
                Common::WrongType { expected, found }.fmt(out)
            }
            Self::Settings(problem) => Common::Settings(problem.clone()).fmt(out),
            Self::ItemsOnly => write!(
                out,
                "a recorded agent needs a window of tokens; choose another rule set than miniature"
            ),
            Self::UnknownRole { role } => {
                write!(out, "there is no role {role:?}; the message is left out")
            }
            Self::EmptyMessage => write!(out, "the message says nothing; it is left out"),
            Self::PartNotText { kind } => {
                write!(out, "a part of kind {kind:?} is no text; its kind is shown")
            }
            Self::ResultWithoutCall { id } => write!(
                out,
                "the call {id:?} of this result is not recorded; the result is left out"
            ),
            Self::BrokenArguments => {
                write!(out, "the arguments are no JSON object; the call fails")
            }
            Self::DuplicateId { id } => write!(out, "{id:?} is there twice; the first counts"),
            Self::UnknownId { id } => write!(out, "{id:?} is not in this file; it is left aside"),
            Self::OutOfOrder => write!(
                out,
                "the messages are not in the order of their moments; they are played in that order"
            ),
            Self::BlockTwice { label } => {
                write!(
                    out,
                    "there is a block {label:?} already; this one is left out"
                )
            }
            Self::BlockWithoutLabel => write!(out, "the block has no label; it is left out"),
            Self::BlockTooLong { length, limit } => write!(
                out,
                "{length} characters are more than the limit of {limit}; the limit is raised"
            ),
            Self::More { count } => write!(out, "{count} further remarks"),
        }
    }
}
