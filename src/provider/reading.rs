//! What a body was read as: the same for every protocol.

use serde_json::{Map, Value};

use super::error::ProviderError;
use super::repair::Repair;

/// A finished reply of a provider, or its failure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Visible text, its blocks joined.
    pub text: String,
    /// Reasoning, apart from the text.
    pub thoughts: String,
    /// The words of a refusal.
    pub refusal: String,
    /// Complete calls for us, in order; empty where the reply was cut or failed.
    pub tool_calls: Vec<ToolCall>,
    /// Why it ended.
    pub stop: Stop,
    /// What the provider counted, where it says.
    pub usage: Option<Usage>,
    /// What went wrong.
    pub error: Option<ProviderError>,
    /// What was put right, each kind once, in the order in which it was met.
    pub repairs: Vec<Repair>,
    /// Opaque values that this provider wants back unchanged.
    pub signatures: Vec<Signature>,
}

/// One call that a model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The provider's id; `None` where it is missing, empty, or that of another call.
    pub id: Option<String>,
    /// The name as the model gave it, declared or not.
    pub name: String,
    /// The arguments.
    pub arguments: Arguments,
}

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments {
    /// Read, and the text to go on with: the model's own where it is sound.
    Object {
        /// The members.
        object: Map<String, Value>,
        /// Valid JSON for the same object.
        text: String,
    },
    /// Text that is no JSON object and cannot be made one safely. It goes back to the model.
    Broken(String),
}

impl Arguments {
    /// The text that the engine reads: JSON, or what is wrong.
    pub fn text(&self) -> &str {
        match self {
            Self::Object { text, .. } | Self::Broken(text) => text,
        }
    }

    /// The object, where it is one.
    pub fn object(&self) -> Option<&Map<String, Value>> {
        match self {
            Self::Object { object, .. } => Some(object),
            Self::Broken(_) => None,
        }
    }
}

/// Why a reply ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// The model had nothing more to say.
    #[default]
    Done,
    /// It asks for calls. Decided by the calls, never by what the provider says.
    ToolCalls,
    /// The limit for the answer was reached: what came is cut.
    Length,
    /// A filter of the provider held it back.
    Filtered,
    /// The model refused.
    Refused,
    /// The provider pauses and wants to be asked again.
    Paused,
    /// The window is full.
    ContextFull,
    /// It failed; [`Reading::error`] says how.
    Error,
    /// A reason that is not known here.
    Unknown(String),
}

impl Stop {
    /// Its stable name.
    pub fn name(&self) -> String {
        match self {
            Self::Done => "done".into(),
            Self::ToolCalls => "tool_calls".into(),
            Self::Length => "length".into(),
            Self::Filtered => "filtered".into(),
            Self::Refused => "refused".into(),
            Self::Paused => "paused".into(),
            Self::ContextFull => "context_full".into(),
            Self::Error => "error".into(),
            Self::Unknown(raw) => format!("unknown:{raw}"),
        }
    }
}

/// Tokens as a provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens read, those from a cache included.
    pub prompt: u32,
    /// Tokens written, reasoning included.
    pub completion: u32,
    /// Tokens of the prompt that came from a cache; `None` where it does not say.
    pub cached: Option<u32>,
    /// Tokens of the answer that were reasoning; `None` where it does not say.
    pub reasoning: Option<u32>,
}

/// An opaque value, and what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// What it belongs to.
    pub on: Signed,
    /// The value.
    pub value: String,
}

/// What a signature belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// The reasoning.
    Thoughts,
    /// The message as a whole.
    Message,
    /// The call at this place of [`Reading::tool_calls`], from 0.
    Call(u32),
}

/// A part of a reply as it arrives. Joined, the parts of a kind are that of [`Reading`],
/// except where a repair at the end moves something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// Reasoning.
    Thoughts(String),
    /// Visible text.
    Text(String),
    /// Words of a refusal.
    Refusal(String),
    /// A call, counted from 0, has this name.
    Call {
        /// Which call of the reply.
        call: u32,
        /// Its name so far.
        name: String,
    },
    /// More of the arguments of a call. They are final only at the end of the reply.
    Arguments {
        /// Which call of the reply.
        call: u32,
        /// The piece.
        piece: String,
    },
}
