//! Encodes a request for a provider: the messages as the engine packaged them, the functions,
//! and as much of "exactly one call" as the provider can be told.

mod anthropic;
mod browser;
mod chat;
pub mod echo;
mod gemini;
mod ollama;
mod responses;
mod schema;
mod turns;

use serde_json::{Map, Value, json};

use super::profile::{Force, Profile, Tools};
use super::protocol::Protocol;
use crate::engine::reply::Request;
use echo::Echoes;
pub use turns::Healing;
use turns::Turns;

/// A request, and how it is to be asked.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// What the engine asks.
    pub request: &'a Request,
    /// Whom.
    pub profile: &'a Profile,
    /// The provider's name of the model.
    pub model: &'a str,
    /// What the answer may take, in tokens.
    pub answer_max: u32,
    /// What the window is to take, in tokens, for servers that must be told (Ollama).
    pub window: Option<u32>,
    /// Temperature and seed, where the person sets them.
    pub sampling: Option<Sampling>,
    /// The answer is to come in pieces.
    pub is_streamed: bool,
    /// What earlier replies of this provider want back.
    pub echoes: &'a Echoes,
    /// How to write a call as text, in the content language; the schemas follow it, one a
    /// line. Only for providers that cannot call functions.
    pub text_instructions: &'a str,
}

/// How the next token is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Temperature, in thousandths.
    pub temperature_permille: u32,
    /// Seed.
    pub seed: u32,
}

/// A body ready to be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// The body.
    pub body: Value,
    /// What had to be put right in the messages so that no provider refuses them.
    pub healed: Vec<Healing>,
}

/// The body of a request.
pub fn encode(ask: &Ask<'_>) -> Encoded {
    let functions = declared(ask.request);
    let is_native = ask.profile.tools == Tools::Native && !functions.is_empty();
    let mut turns = Turns::new(&ask.request.messages, is_native);
    if !is_native && !functions.is_empty() {
        turns.system.push_str("\n\n");
        turns.system.push_str(ask.text_instructions);
        for schema in &functions {
            turns.system.push('\n');
            turns.system.push_str(&schema.to_string());
        }
    }
    let part = Part {
        ask,
        functions: &functions,
        is_native,
    };
    let mut body = match ask.profile.protocol {
        Protocol::OpenAiChat => chat::body(&part, &turns),
        Protocol::OpenAiResponses => responses::body(&part, &turns),
        Protocol::AnthropicMessages => anthropic::body(&part, &mut turns),
        Protocol::GeminiNative => gemini::body(&part, &mut turns),
        Protocol::OllamaNative => ollama::body(&part, &turns),
        Protocol::BrowserPrompt => browser::body(&part, &turns),
    };
    if let Ok(Value::Object(extra)) = serde_json::from_str(ask.profile.extra) {
        body.extend(extra);
    }
    Encoded {
        body: Value::Object(body),
        healed: turns.healed,
    }
}

/// The schemas of the functions that may be called, as values.
fn declared(request: &Request) -> Vec<Value> {
    let schemas = request.functions.iter();
    let schemas = schemas.map(|schema| serde_json::from_str(&schema.json));
    schemas.filter_map(Result::ok).collect()
}

/// What the encoders share.
struct Part<'a> {
    ask: &'a Ask<'a>,
    functions: &'a [Value],
    /// Functions are declared by the protocol's own means.
    is_native: bool,
}

/// What to say about which function is to be called.
enum Choice<'a> {
    /// This one.
    Named(&'a str),
    /// One of them.
    Some(&'static str),
    /// Nothing can be said.
    Open,
}

impl Part<'_> {
    fn choice(&self) -> Choice<'_> {
        let only = match self.functions {
            [only] => only.get("name").and_then(Value::as_str),
            _ => None,
        };
        match (self.ask.profile.force, only) {
            (Force::None, _) => Choice::Open,
            (Force::Named, Some(name)) => Choice::Named(name),
            (Force::Named | Force::Required, _) => Choice::Some("required"),
            (Force::Any, _) => Choice::Some("any"),
        }
    }

    /// The schema that the whole answer is held to, where calls are asked for so.
    fn answer_schema(&self) -> Option<Value> {
        let is_held = self.ask.profile.tools == Tools::JsonSchema && !self.functions.is_empty();
        is_held.then(|| schema::of_call(self.functions))
    }

    /// Temperature and seed, under these names.
    fn add_sampling(&self, body: &mut Map<String, Value>) {
        let Some(sampling) = self.ask.sampling else {
            return;
        };
        if self.ask.profile.takes_sampling {
            let temperature = f64::from(sampling.temperature_permille) / 1000.0;
            body.insert("temperature".to_owned(), json!(temperature));
            body.insert("seed".to_owned(), json!(sampling.seed));
        }
    }
}

/// An object from pairs.
fn object<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}
