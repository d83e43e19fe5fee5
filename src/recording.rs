//! What a real agent said and did, ready to be repeated: its parts of main context as they
//! stood at the beginning, and turn by turn what came from outside and what the model
//! answered. Plain data; knows the engine's words and nothing of files.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::config::RuleSet;
use crate::engine::function::Function;
use crate::engine::reply::Reply;
use crate::engine::timestamp::Timestamp;

/// A recorded agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Name of the agent.
    pub agent: Arc<str>,
    /// Where the list of its messages stands in the file, such as `agents[0].messages`.
    pub path: Arc<str>,
    /// How many messages that list has.
    pub messages: u32,
    /// Those of them that were in the window when the file was written, by position.
    pub window: Vec<u32>,
    /// The model that answered, where the file names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Arc<str>>,
    /// Content language: `es` or `en`.
    pub language: Arc<str>,
    /// The rule set that it belongs to.
    pub rules: RuleSet,
    /// Its system instructions; `None` where the file has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<Arc<str>>,
    /// The canned exchange before the user first speaks, where the record begins with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<RecordedBoot>,
    /// Its blocks.
    pub blocks: Vec<RecordedBlock>,
    /// Those of our functions that it had; `None` where the file does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions: Option<Vec<Function>>,
    /// What its window held, in tokens.
    pub held: Held,
    /// What lies in recall storage from the start, where only the rest is played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<PastMessage>,
    /// The turns, in order.
    pub turns: Vec<RecordedTurn>,
}

/// A message that is not played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastMessage {
    /// When.
    pub at: Timestamp,
    /// What it is.
    pub what: Past,
}

/// What a message is that is not played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Past {
    /// The user said something.
    User(Arc<str>),
    /// The user came.
    Login,
    /// A timer.
    Timer,
    /// The model's reply.
    Reply(Arc<Reply>),
    /// What a call brought.
    Result {
        /// The function.
        function: Arc<str>,
        /// False where it failed.
        is_ok: bool,
        /// The text that the model read.
        text: Arc<str>,
    },
    /// A heartbeat.
    Heartbeat,
    /// A warning.
    Alert,
    /// A summary of what had left.
    Summary(Arc<str>),
}

/// What the window held when the file was written, as we count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Tokens of the messages of the window list, message 0 left aside.
    pub queue: u32,
    /// Tokens of the largest message that comes from outside.
    pub largest: u32,
}

/// The canned exchange of memgpt.md 1.3, in the words of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedBoot {
    /// What the model thinks in it.
    pub thought: Arc<str>,
    /// What it says in it.
    pub message: Arc<str>,
    /// What the event of the first login says of the last one.
    pub last_login: Arc<str>,
}

/// A block of working context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedBlock {
    /// Its label.
    pub label: Arc<str>,
    /// Its limit, in characters.
    pub limit: u32,
    /// What it held before the record begins, as far as that can be told.
    pub start: Arc<str>,
    /// What it held when the file was written.
    pub end: Arc<str>,
    /// How the first value is known.
    pub origin: BlockOrigin,
}

/// How the value of a block at the beginning is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockOrigin {
    /// The first system message of the record shows it.
    FirstMessage,
    /// The recorded edits were undone, from the value at the end.
    EditsUndone,
    /// No edit of it is recorded: it is the value at the end.
    Unedited,
    /// The edits cannot be undone: it is the value at the end all the same.
    AtTheEnd,
}

/// One turn: what came, and what the model answered, call by call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedTurn {
    /// When it came.
    pub at: Timestamp,
    /// What came.
    pub cue: Cue,
    /// Its message, by position in the list; `None` where none is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<u32>,
    /// What the machine put into the queue before the first reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<RecordedEvent>,
    /// What the model answered.
    pub replies: Vec<RecordedReply>,
    /// True where the scripted model answers, and not the record.
    #[serde(default, skip_serializing_if = "is_no")]
    pub is_free: bool,
}

/// What begins a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The run itself: the agent speaks first.
    Boot,
    /// The user said something.
    User(Arc<str>),
    /// The user came.
    Login,
    /// A timer.
    Timer,
    /// Nothing that is recorded.
    Nothing,
}

/// A reply of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedReply {
    /// When.
    pub at: Timestamp,
    /// Its message, by position in the list.
    pub message: u32,
    /// The reply, with what its calls brought.
    pub reply: Arc<Reply>,
    /// The messages that hold what its calls brought, one a call.
    pub results: Vec<Option<ResultPlace>>,
    /// What the machine put into the queue after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<RecordedEvent>,
}

/// Where a recorded result stands, and when it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultPlace {
    /// Its message, by position in the list.
    pub message: u32,
    /// The moment that it names, where it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

/// Something that the machine of then put into the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedEvent {
    /// Its message, by position in the list.
    pub message: u32,
    /// What it is.
    pub what: RecordedWhat,
}

/// What the machine of then put into the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedWhat {
    /// A heartbeat, with its reason.
    Heartbeat(Arc<str>),
    /// A warning or another alert.
    Alert(Arc<str>),
    /// A summary of what had left.
    Summary(Arc<str>),
    /// Message 0 made anew: the blocks as they stood in it, by position in
    /// [`Recording::blocks`].
    Recompiled(Vec<(u32, Arc<str>)>),
}

impl Recording {
    /// How many replies are recorded.
    pub fn replies(&self) -> usize {
        self.turns.iter().map(|turn| turn.replies.len()).sum()
    }

    /// True where this is one of its replies.
    pub fn holds(&self, reply: &Reply) -> bool {
        let mut replies = self.turns.iter().flat_map(|turn| &turn.replies);
        replies.any(|recorded| *recorded.reply == *reply)
    }

    /// The place of a message in the file.
    pub fn place(&self, message: u32) -> String {
        format!("{}[{message}]", self.path)
    }
}

fn is_no(value: &bool) -> bool {
    !*value
}
