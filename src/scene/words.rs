//! The words of a message or a call, short enough to be read in a row.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::engine::function::{Call, Function, RawCall};
use crate::engine::message::{Body, Message};

/// Longest excerpt, in characters: more is cut by the view anyway.
pub const EXCERPT_MAX: usize = 160;

/// The words of a stored message. Read only when they are shown: of a thousand rows a
/// screen shows thirty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(pub Arc<Message>);

/// By the number of the message: cheap, and equal words have equal ones.
impl Hash for Words {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl Words {
    /// The first words, in one line. Empty for a message that has none.
    pub fn excerpt(&self) -> Arc<str> {
        excerpt(&self.full())
    }

    /// What the message says, whole.
    pub fn full(&self) -> Arc<str> {
        match &self.0.body {
            Body::Item(text) | Body::User(text) => Arc::clone(text),
            Body::Assistant {
                thoughts,
                text,
                calls,
            } => spoken(thoughts, text, calls),
            body => body.spoken().into(),
        }
    }
}

/// What the model said or asked for; its thoughts where it did neither.
fn spoken(thoughts: &Arc<str>, text: &Arc<str>, calls: &[RawCall]) -> Arc<str> {
    if let Some(said) = calls.iter().find_map(said) {
        return said;
    }
    match calls.first() {
        Some(call) => written(call),
        None if text.is_empty() => Arc::clone(thoughts),
        None => Arc::clone(text),
    }
}

/// What a call of `send_message` says to the user.
pub fn said(call: &RawCall) -> Option<Arc<str>> {
    if Function::from_wire(&call.name) != Some(Function::SendMessage) {
        return None;
    }
    arguments(call)?.get("message")?.as_str().map(Arc::from)
}

/// A call as a person reads it: the name and the arguments that matter, `search("dog")`.
pub fn written(call: &RawCall) -> Arc<str> {
    let Some(arguments) = arguments(call) else {
        return excerpt(&format!("{}({})", call.name, call.arguments));
    };
    // In the order of the schema; what it does not have, behind.
    let function = Function::from_wire(&call.name);
    let parameters = function.map_or(&[][..], Function::parameters);
    let place = |name: &str| parameters.iter().position(|it| it.name == name);
    let mut shown: Vec<(&String, &Value)> = Vec::new();
    for given in arguments
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "request_heartbeat" | "inner_thoughts"))
    {
        let order = |(name, _): &(&String, &Value)| place(name).unwrap_or(usize::MAX);
        let at = shown.partition_point(|other| order(other) <= order(&given));
        shown.insert(at, given);
    }
    let shown: Vec<String> = shown
        .into_iter()
        .map(|(_, value)| value.to_string())
        .collect();
    excerpt(&format!("{}({})", call.name, shown.join(", ")))
}

/// The words that a search looks for, or the days between which it does.
pub fn query(call: &Call) -> Arc<str> {
    match (call.text("query"), call.text("start_date")) {
        ("", "") => "".into(),
        ("", start) => excerpt(&format!("{start} – {}", call.text("end_date"))),
        (query, _) => excerpt(query),
    }
}

/// The first words of `text`, in one line.
pub fn excerpt(text: &str) -> Arc<str> {
    let is_short = text.len() <= EXCERPT_MAX;
    if is_short && !text.contains(['\n', '\r', '\t']) {
        return text.into();
    }
    let mut kept = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count >= EXCERPT_MAX {
            kept.push('…');
            break;
        }
        kept.push(if letter.is_whitespace() { ' ' } else { letter });
    }
    kept.into()
}

fn arguments(call: &RawCall) -> Option<Map<String, Value>> {
    match serde_json::from_str(&call.arguments).ok()? {
        Value::Object(arguments) => Some(arguments),
        _ => None,
    }
}
