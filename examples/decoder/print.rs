//! A reading as one JSON object.

use memgpt_playground::provider::error::ProviderError;
use memgpt_playground::provider::reading::{Arguments, Reading, Signed, ToolCall};
use memgpt_playground::provider::text_call::{TextMode, find};
use serde_json::{Map, Value, json};

/// The fields that are always there, and those that say something.
pub fn json(reading: &Reading) -> Value {
    let calls: Vec<Value> = reading.tool_calls.iter().map(call).collect();
    let usage = reading.usage.map(|usage| {
        json!({
            "prompt": usage.prompt,
            "completion": usage.completion,
            "cached": usage.cached,
            "reasoning": usage.reasoning,
        })
    });
    let repairs: Vec<&str> = reading.repairs.iter().map(|repair| repair.name()).collect();
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_owned(), value);
    add("text", said(&reading.text));
    add("tool_calls", calls.into());
    add("stop", reading.stop.name().into());
    add("usage", usage.into());
    add("error", reading.error.as_ref().map(error).into());
    add("repairs", repairs.into());
    if !reading.thoughts.is_empty() {
        add("reasoning", said(&reading.thoughts));
    }
    if !reading.refusal.is_empty() {
        add("refusal", said(&reading.refusal));
    }
    let in_text = calls_in_text(reading);
    if !in_text.is_empty() {
        add("call_in_text", in_text.into());
    }
    if !reading.signatures.is_empty() {
        let signatures = reading.signatures.iter().map(|signature| {
            let on = match signature.on {
                Signed::Thoughts => "thinking".to_owned(),
                Signed::Message => "message".to_owned(),
                Signed::Call(call) => format!("tool_calls[{call}]"),
            };
            let head: String = signature.value.chars().take(12).collect();
            json!({ "on": on, "length": signature.value.len(), "head": head })
        });
        add("signatures", signatures.collect());
    }
    Value::Object(object)
}

/// What a reader of calls in text would find: in the text, or in what the provider refused.
/// Nobody says here which functions there are, so any name of the right letters counts.
fn calls_in_text(reading: &Reading) -> Vec<Value> {
    if !reading.tool_calls.is_empty() {
        return Vec::new();
    }
    let is_name = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        (1..=64).contains(&name.len()) && name.bytes().all(is_letter)
    };
    let refused = reading.error.as_ref();
    let refused = refused.and_then(|error| error.failed_generation.as_deref());
    let text = refused.unwrap_or(&reading.text);
    let found = find(text, TextMode::Text, &is_name).unwrap_or_default();
    let calls = found.calls.iter().map(|call| {
        let arguments = call.arguments.object().cloned().unwrap_or_default();
        json!({ "name": call.name, "arguments": arguments })
    });
    calls.collect()
}

fn said(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        text.into()
    }
}

fn call(call: &ToolCall) -> Value {
    let arguments = match &call.arguments {
        Arguments::Object { object, .. } => Value::Object(object.clone()),
        Arguments::Broken(text) => text.as_str().into(),
    };
    json!({ "id": call.id, "name": call.name, "arguments": arguments })
}

fn error(error: &ProviderError) -> Value {
    let mut object = Map::new();
    object.insert("kind".to_owned(), error.kind.name().into());
    object.insert("retry_after_ms".to_owned(), error.retry_after_ms.into());
    let known = [
        ("used", error.used.map(Value::from)),
        ("max", error.max.map(Value::from)),
        ("code", error.code.clone().map(Value::from)),
        ("parameter", error.parameter.clone().map(Value::from)),
        (
            "message",
            Some(said(&error.message)).filter(|message| !message.is_null()),
        ),
    ];
    for (key, value) in known {
        if let Some(value) = value {
            object.insert(key.to_owned(), value);
        }
    }
    Value::Object(object)
}
