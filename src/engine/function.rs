//! The functions that a model can call: names, arguments, faults (memgpt.md 2.1).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The functions of the preset `memgpt_chat`, and the lesson's `evict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Function {
    /// Speaks to the user; the only way to reach them.
    SendMessage,
    /// Holds back timers for a while.
    PauseHeartbeats,
    /// Adds a line to a block of working context.
    CoreMemoryAppend,
    /// Replaces text in a block of working context.
    CoreMemoryReplace,
    /// Searches recall storage by text.
    ConversationSearch,
    /// Searches recall storage by date.
    ConversationSearchDate,
    /// Stores a passage in archival storage.
    ArchivalMemoryInsert,
    /// Searches archival storage.
    ArchivalMemorySearch,
    /// Chooses what leaves the queue: the lesson's reading, not in the paper.
    Evict,
}

impl Function {
    /// The parameter that says which page of results is wanted.
    pub const PAGE: &str = "page";

    /// The eight functions of MemGPT, in the order of its schemas.
    pub const MEMGPT: [Self; 8] = [
        Self::SendMessage,
        Self::PauseHeartbeats,
        Self::CoreMemoryAppend,
        Self::CoreMemoryReplace,
        Self::ConversationSearch,
        Self::ConversationSearchDate,
        Self::ArchivalMemoryInsert,
        Self::ArchivalMemorySearch,
    ];

    /// The name that goes to the model and comes back from it.
    pub fn wire(self) -> &'static str {
        match self {
            Self::SendMessage => "send_message",
            Self::PauseHeartbeats => "pause_heartbeats",
            Self::CoreMemoryAppend => "core_memory_append",
            Self::CoreMemoryReplace => "core_memory_replace",
            Self::ConversationSearch => "conversation_search",
            Self::ConversationSearchDate => "conversation_search_date",
            Self::ArchivalMemoryInsert => "archival_memory_insert",
            Self::ArchivalMemorySearch => "archival_memory_search",
            Self::Evict => "evict",
        }
    }

    /// The function of that name, if there is one.
    pub fn from_wire(name: &str) -> Option<Self> {
        Self::MEMGPT
            .into_iter()
            .chain([Self::Evict])
            .find(|function| function.wire() == name)
    }

    /// True where a call spends the page-in budget.
    pub fn is_search(self) -> bool {
        matches!(
            self,
            Self::ConversationSearch | Self::ConversationSearchDate | Self::ArchivalMemorySearch
        )
    }

    /// True where the function reads or writes external context.
    pub fn needs_external(self) -> bool {
        self.is_search() || self == Self::ArchivalMemoryInsert
    }

    /// True where the schema has `request_heartbeat` (all but the first two; memgpt.md 2.1).
    pub fn takes_heartbeat(self) -> bool {
        !matches!(
            self,
            Self::SendMessage | Self::PauseHeartbeats | Self::Evict
        )
    }

    /// Parameters beside `request_heartbeat`, in schema order.
    pub fn parameters(self) -> &'static [Parameter] {
        use ParameterKind::{Identifiers, Integer, Text};
        const fn needed(name: &'static str, kind: ParameterKind) -> Parameter {
            Parameter {
                name,
                kind,
                is_required: true,
            }
        }
        const PAGE: Parameter = Parameter {
            name: Function::PAGE,
            kind: Integer,
            is_required: false,
        };
        match self {
            Self::SendMessage => const { &[needed("message", Text)] },
            Self::PauseHeartbeats => const { &[needed("minutes", Integer)] },
            Self::CoreMemoryAppend => const { &[needed("name", Text), needed("content", Text)] },
            Self::CoreMemoryReplace => {
                const {
                    &[
                        needed("name", Text),
                        needed("old_content", Text),
                        needed("new_content", Text),
                    ]
                }
            }
            Self::ConversationSearch | Self::ArchivalMemorySearch => {
                const { &[needed("query", Text), PAGE] }
            }
            Self::ConversationSearchDate => {
                const { &[needed("start_date", Text), needed("end_date", Text), PAGE] }
            }
            Self::ArchivalMemoryInsert => const { &[needed("content", Text)] },
            Self::Evict => const { &[needed("ids", Identifiers)] },
        }
    }
}

/// One parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name in the schema.
    pub name: &'static str,
    /// Its type.
    pub kind: ParameterKind,
    /// False where it may be left out.
    pub is_required: bool,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// A string.
    Text,
    /// A whole number.
    Integer,
    /// A list of message numbers.
    Identifiers,
    /// True or false.
    Boolean,
}

/// A function call exactly as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct RawCall {
    /// The name that the model gave, declared or not.
    pub name: Arc<str>,
    /// The arguments: text that should be a JSON object.
    pub arguments: Arc<str>,
}

/// A call whose name and arguments are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub function: Function,
    /// Its arguments, checked against [`Function::parameters`], in that order.
    pub arguments: Arguments,
    /// True where the model asked for another step.
    pub wants_heartbeat: bool,
}

/// The arguments of a call. Every call of a run is kept with its events, and a JSON map
/// takes several hundred bytes for two short texts; so these are kept as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments(Box<[(&'static str, Argument)]>);

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A string.
    Text(Arc<str>),
    /// A whole number.
    Integer(i64),
    /// A list of message numbers, as the model gave them.
    Identifiers(Box<[i64]>),
}

impl Arguments {
    /// Arguments in the order of the schema.
    pub fn new(arguments: Vec<(&'static str, Argument)>) -> Self {
        Self(arguments.into())
    }

    /// An argument, where it is given.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        let mut all = self.0.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, argument)| argument)
    }

    /// As a JSON object.
    pub fn to_json(&self) -> Map<String, Value> {
        // One by one: collecting a map sorts a list first, with code of its own.
        let mut values = Map::new();
        for (name, argument) in self.0.iter() {
            let value = match argument {
                Argument::Text(text) => Value::from(&**text),
                Argument::Integer(number) => Value::from(*number),
                Argument::Identifiers(ids) => Value::from(&**ids),
            };
            values.insert((*name).to_owned(), value);
        }
        values
    }
}

/// What was wrong with a call. It goes back to the model as a failure and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallFault {
    /// No function of that name was declared.
    UnknownFunction {
        /// The name that the model invented.
        name: Arc<str>,
    },
    /// The arguments are not a JSON object.
    BrokenArguments {
        /// What the parser says, with line and column.
        problem: Arc<str>,
    },
    /// A required argument is missing.
    MissingArgument {
        /// Its name.
        name: &'static str,
    },
    /// An argument that the schema does not have.
    UnknownArgument {
        /// Its name.
        name: Arc<str>,
    },
    /// An argument has another type than the schema says.
    WrongType {
        /// Its name.
        name: &'static str,
        /// The type it should have.
        expected: ParameterKind,
    },
    /// There is no block of that name.
    UnknownBlock {
        /// The name that the model gave.
        name: Arc<str>,
    },
    /// The edit would make the block longer than its limit; nothing was changed.
    BlockFull {
        /// The block.
        block: Arc<str>,
        /// Its limit, in characters.
        limit: u32,
        /// The length that was asked for, in characters.
        asked: u32,
    },
    /// The text to replace is not in the block.
    TextNotFound {
        /// The block.
        block: Arc<str>,
        /// The text that was looked for.
        old: Arc<str>,
    },
    /// `old_content` is empty: releases put the new text between all characters (#1616).
    EmptyOldContent,
    /// Not `YYYY-MM-DD`, or no such day.
    BadDate {
        /// What the model gave.
        text: Arc<str>,
    },
    /// There is no such page.
    PageOutOfRange {
        /// The page that was asked for.
        page: i64,
        /// First page, in the rule set's counting.
        first: u32,
        /// Last page, in the rule set's counting.
        last: u32,
    },
    /// The query or the content is empty.
    EmptyText {
        /// The argument.
        name: &'static str,
    },
    /// The page-in budget of this turn is spent.
    BudgetSpent {
        /// The budget, in search calls a turn.
        budget: u32,
    },
    /// `evict` names what is not in the queue, or may not leave.
    NotEvictable {
        /// The number that the model gave.
        id: i64,
    },
}

impl CallFault {
    /// Stable name of the kind, as in the trace.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::UnknownFunction { .. } => "unknown_function",
            Self::BrokenArguments { .. } => "broken_arguments",
            Self::MissingArgument { .. } => "missing_argument",
            Self::UnknownArgument { .. } => "unknown_argument",
            Self::WrongType { .. } => "wrong_type",
            Self::UnknownBlock { .. } => "unknown_block",
            Self::BlockFull { .. } => "block_full",
            Self::TextNotFound { .. } => "text_not_found",
            Self::EmptyOldContent => "empty_old_content",
            Self::BadDate { .. } => "bad_date",
            Self::PageOutOfRange { .. } => "page_out_of_range",
            Self::EmptyText { .. } => "empty_text",
            Self::BudgetSpent { .. } => "budget_spent",
            Self::NotEvictable { .. } => "not_evictable",
        }
    }
}
