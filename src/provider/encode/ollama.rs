//! The body of Ollama's `/api/chat`. The window is always said: otherwise it is 4,096 tokens
//! on most machines, and what is beyond is cut from the front without a word.

use serde_json::{Map, Value, json};

use super::turns::{Turn, Turns};
use super::{Part, object};

pub fn body(part: &Part<'_>, turns: &Turns<'_>) -> Map<String, Value> {
    let ask = part.ask;
    let mut options = object([("num_predict", ask.answer_max.into())]);
    if let Some(window) = ask.window {
        options.insert("num_ctx".to_owned(), window.into());
    }
    part.add_sampling(&mut options);
    let mut body = object([
        ("model", ask.model.into()),
        ("messages", messages(turns).into()),
        ("stream", ask.is_streamed.into()),
        ("options", options.into()),
    ]);
    if part.is_native {
        let tools = part.functions.iter();
        let tools = tools.map(|function| json!({ "type": "function", "function": function }));
        body.insert("tools".to_owned(), tools.collect());
    }
    if let Some(schema) = part.answer_schema() {
        body.insert("format".to_owned(), schema);
    }
    body
}

fn messages(turns: &Turns<'_>) -> Vec<Value> {
    let mut messages = Vec::new();
    if !turns.system.is_empty() {
        messages.push(json!({ "role": "system", "content": turns.system }));
    }
    for turn in &turns.turns {
        match turn {
            Turn::System(text) => messages.push(json!({ "role": "system", "content": text })),
            Turn::User(text) => messages.push(json!({ "role": "user", "content": text })),
            Turn::Assistant { content, calls } => {
                let mut message = json!({ "role": "assistant", "content": content });
                if !calls.is_empty() {
                    // The arguments are an object here: a text breaks the template.
                    let written = calls.iter().map(|call| {
                        json!({ "function": { "name": call.name, "arguments": call.arguments } })
                    });
                    message["tool_calls"] = written.collect();
                }
                messages.push(message);
                let results = calls.iter().map(
                    |call| json!({ "role": "tool", "tool_name": call.name, "content": call.result }),
                );
                messages.extend(results);
            }
        }
    }
    messages
}
