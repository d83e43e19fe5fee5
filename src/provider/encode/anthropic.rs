//! The body of Anthropic's Messages.

use serde_json::{Map, Value, json};

use super::turns::{Turn, Turns};
use super::{Choice, Part, object};

pub fn body(part: &Part<'_>, turns: &mut Turns<'_>) -> Map<String, Value> {
    turns.open_with_user();
    let ask = part.ask;
    let mut body = object([
        ("model", ask.model.into()),
        ("max_tokens", ask.answer_max.into()),
        ("messages", messages(turns).into()),
        ("stream", ask.is_streamed.into()),
    ]);
    let mut add = |key: &str, value: Value| body.insert(key.to_owned(), value);
    if !turns.system.is_empty() {
        add("system", turns.system.as_str().into());
    }
    if part.is_native {
        let tools = part.functions.iter().map(|function| {
            let none = json!({ "type": "object", "properties": {} });
            json!({
                "name": function["name"],
                "description": function["description"],
                "input_schema": function.get("parameters").unwrap_or(&none),
            })
        });
        add("tools", tools.collect());
        let mut choice = match part.choice() {
            Choice::Named(name) => json!({ "type": "tool", "name": name }),
            Choice::Some(_) => json!({ "type": "any" }),
            Choice::Open => json!({ "type": "auto" }),
        };
        if ask.profile.parallel_switch {
            choice["disable_parallel_tool_use"] = true.into();
        }
        add("tool_choice", choice);
    }
    if let Some(schema) = part.answer_schema() {
        let format = json!({ "type": "json_schema", "schema": schema });
        add("output_config", json!({ "format": format }));
    }
    part.add_sampling(&mut body);
    body
}

/// Roles take turns; results come first in the message behind their calls.
fn messages(turns: &Turns<'_>) -> Vec<Value> {
    let mut messages: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut add = |role, block| match messages.last_mut() {
        Some((last, blocks)) if *last == role => blocks.push(block),
        _ => messages.push((role, vec![block])),
    };
    for turn in &turns.turns {
        match turn {
            Turn::System(text) | Turn::User(text) => {
                add("user", json!({ "type": "text", "text": text }));
            }
            Turn::Assistant { content, calls } => {
                // An empty text is refused.
                if !content.trim().is_empty() {
                    add("assistant", json!({ "type": "text", "text": content }));
                }
                for call in calls {
                    let input = &call.arguments;
                    add(
                        "assistant",
                        json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input }),
                    );
                }
                for call in calls {
                    let result = json!({ "type": "tool_result", "tool_use_id": call.id, "content": call.result });
                    add("user", result);
                }
            }
        }
    }
    let messages = messages.into_iter();
    messages
        .map(|(role, content)| json!({ "role": role, "content": content }))
        .collect()
}
