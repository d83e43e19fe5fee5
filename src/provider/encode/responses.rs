//! The body of OpenAI's Responses. The provider keeps nothing: all history is sent. Items
//! carry no ids of their own and no reasoning, so that none can be without what it needs
//! beside it (provider-faults G10).

use serde_json::{Map, Value, json};

use super::turns::{Turn, Turns};
use super::{Choice, Part, object};

pub fn body(part: &Part<'_>, turns: &Turns<'_>) -> Map<String, Value> {
    let ask = part.ask;
    let mut body = object([
        ("model", ask.model.into()),
        ("input", items(turns).into()),
        ("stream", ask.is_streamed.into()),
        ("store", false.into()),
        ("max_output_tokens", ask.answer_max.into()),
    ]);
    let mut add = |key: &str, value: Value| body.insert(key.to_owned(), value);
    if !turns.system.is_empty() {
        add("instructions", turns.system.as_str().into());
    }
    if part.is_native {
        let tools = part.functions.iter().map(|function| {
            let mut tool = function.clone();
            tool["type"] = "function".into();
            // Said, since it is strict otherwise, and refuses what may be left out.
            tool["strict"] = false.into();
            tool
        });
        add("tools", tools.collect());
        match part.choice() {
            Choice::Named(name) => {
                add("tool_choice", json!({ "type": "function", "name": name }));
            }
            Choice::Some(word) => {
                add("tool_choice", word.into());
            }
            Choice::Open => {}
        }
        if ask.profile.parallel_switch {
            add("parallel_tool_calls", false.into());
        }
    }
    if let Some(schema) = part.answer_schema() {
        let format =
            json!({ "type": "json_schema", "name": "call", "schema": schema, "strict": false });
        add("text", json!({ "format": format }));
    }
    part.add_sampling(&mut body);
    body
}

fn items(turns: &Turns<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    for turn in &turns.turns {
        match turn {
            Turn::System(text) => items.push(json!({ "role": "system", "content": text })),
            Turn::User(text) => items.push(json!({ "role": "user", "content": text })),
            Turn::Assistant { content, calls } => {
                if !content.trim().is_empty() {
                    items.push(json!({ "role": "assistant", "content": content }));
                }
                // All calls, then all results: one between is refused by some.
                items.extend(calls.iter().map(|call| {
                    let arguments = Value::Object(call.arguments.clone()).to_string();
                    json!({
                        "type": "function_call",
                        "call_id": call.id,
                        "name": call.name,
                        "arguments": arguments,
                    })
                }));
                items.extend(calls.iter().map(|call| {
                    json!({ "type": "function_call_output", "call_id": call.id, "output": call.result })
                }));
            }
        }
    }
    items
}
