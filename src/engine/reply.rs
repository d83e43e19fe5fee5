//! What goes to a model and what comes back: the same for scripted and live ones.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::function::{Function, RawCall};
use super::package;

/// A request as the model gets it. It holds nothing else that a model could know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// System message first, then the queue in order.
    pub messages: Vec<PromptMessage>,
    /// The functions that may be called, as JSON Schema texts.
    pub functions: Vec<FunctionSchema>,
    /// What the whole request takes of the window, in tokens (items in the miniature).
    pub tokens: u32,
}

/// One message of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// Who speaks, as providers name it.
    pub role: Role,
    /// The content. Users' and functions' messages are packaged JSON with a `type` or a `status`.
    pub content: String,
    /// The calls of an assistant's message.
    pub calls: Vec<RawCall>,
    /// The function whose result this is.
    pub function: Option<Arc<str>>,
}

/// Roles as providers name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions, working context, summary.
    System,
    /// The user, and events packaged as such.
    User,
    /// The model.
    Assistant,
    /// Results of functions.
    Tool,
}

/// A function as declared to the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionSchema {
    /// Which function.
    pub function: Function,
    /// `{"name":…,"description":…,"parameters":…}`.
    pub json: String,
}

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Inner monologue.
    #[serde(default)]
    pub thoughts: Arc<str>,
    /// Plain text outside any call.
    #[serde(default)]
    pub text: Arc<str>,
    /// Function calls, in order.
    #[serde(default)]
    pub calls: Arc<[RawCall]>,
    /// What the provider counted; `None` where it says nothing (zeros count as nothing).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// A reply from a recording: what each of its calls brought then, where that is known.
    /// It stands in for a function that is not declared here, and for nothing else.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub recorded: Arc<[Option<RecordedResult>]>,
    /// The live model that answered; `None` for the scripted one. For the reader alone: no
    /// rule of the machine looks at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Arc<Answerer>>,
}

/// What a call brought when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// False where the call failed.
    pub is_ok: bool,
    /// The text that the model read.
    pub text: Arc<str>,
    /// Where the call edited a block by a function of another release: the call of a function
    /// of ours that does the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<Box<RawCall>>,
}

/// Which live model answered. Never a key, never the address of an endpoint of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answerer {
    /// Name of the provider, as in the table of providers.
    pub provider: Arc<str>,
    /// The provider's name of the model.
    pub model: Arc<str>,
    /// Names of what was put right in the reply, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Arc<str>>,
}

/// Tokens as a provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read, those from a cache included.
    pub prompt: u32,
    /// Tokens written, reasoning included.
    pub completion: u32,
    /// Tokens read that came from a cache; `None` where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<u32>,
    /// Tokens written that were reasoning; `None` where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u32>,
}

/// A model call that brought no reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelFailure {
    /// The provider refused the prompt as too long for its window.
    ContextFull,
    /// The reply broke off, since it no longer fits into the window.
    ReplyCut,
    /// Anything else; the kind is a name, never a text that could hold a secret.
    Other {
        /// Name of the kind, in CamelCase.
        kind: Arc<str>,
    },
}

fn is_empty(results: &Arc<[Option<RecordedResult>]>) -> bool {
    results.is_empty()
}

impl Reply {
    /// What the call at this place brought when it was recorded.
    pub fn recorded(&self, index: usize) -> Option<&RecordedResult> {
        self.recorded.get(index)?.as_ref()
    }

    /// A reply that speaks to the user by `send_message`.
    pub fn say(thoughts: &str, message: &str) -> Self {
        Self::calling(
            thoughts,
            Function::SendMessage,
            package::object(&[("message", package::quote(message))]),
        )
    }

    /// A reply with one function call.
    pub fn call(thoughts: &str, function: Function, arguments: &serde_json::Value) -> Self {
        Self::calling(thoughts, function, arguments.to_string())
    }

    /// A reply with one function call, whose arguments are a JSON text.
    pub fn calling(thoughts: &str, function: Function, arguments: String) -> Self {
        let call = RawCall {
            name: function.wire().into(),
            arguments: arguments.into(),
        };
        Self {
            thoughts: thoughts.into(),
            calls: [call].into(),
            ..Self::default()
        }
    }
}
