//! The body of OpenAI's Chat Completions and of what is compatible.

use serde_json::{Map, Value, json};

use super::super::profile::{AnswerLimit, NoContent, SystemPlace};
use super::turns::{PairedCall, Turn, Turns};
use super::{Choice, Part, object};

pub fn body(part: &Part<'_>, turns: &Turns<'_>) -> Map<String, Value> {
    let ask = part.ask;
    let mut body = object([
        ("model", ask.model.into()),
        ("messages", messages(part, turns).into()),
        ("stream", ask.is_streamed.into()),
    ]);
    let mut add = |key: &str, value: Value| body.insert(key.to_owned(), value);
    let limit = match ask.profile.answer_limit {
        AnswerLimit::MaxTokens => "max_tokens",
        AnswerLimit::MaxCompletionTokens => "max_completion_tokens",
    };
    add(limit, ask.answer_max.into());
    if ask.is_streamed && ask.profile.stream_usage {
        add("stream_options", json!({ "include_usage": true }));
    }
    // An empty list of functions is refused, and so is what is said about none.
    if part.is_native {
        let tools = part.functions.iter();
        let tools = tools.map(|function| json!({ "type": "function", "function": function }));
        add("tools", tools.collect());
        match part.choice() {
            Choice::Named(name) => {
                let choice = json!({ "type": "function", "function": { "name": name } });
                add("tool_choice", choice);
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
            json!({ "type": "json_schema", "json_schema": { "name": "call", "schema": schema } });
        add("response_format", format);
    }
    part.add_sampling(&mut body);
    body
}

fn messages(part: &Part<'_>, turns: &Turns<'_>) -> Vec<Value> {
    let system = match part.ask.profile.system {
        SystemPlace::Developer => "developer",
        SystemPlace::Role | SystemPlace::Top => "system",
    };
    let mut messages = Vec::new();
    if !turns.system.is_empty() {
        messages.push(json!({ "role": system, "content": turns.system }));
    }
    let raw: Vec<_> = calls(turns).map(|call| call.raw).collect();
    let mut belongings = part.ask.echoes.of(&raw).into_iter();
    for turn in &turns.turns {
        match turn {
            Turn::System(text) => messages.push(json!({ "role": system, "content": text })),
            Turn::User(text) => messages.push(json!({ "role": "user", "content": text })),
            Turn::Assistant { content, calls } if calls.is_empty() => {
                messages.push(json!({ "role": "assistant", "content": content }));
            }
            Turn::Assistant { content, calls } => {
                let content = match part.ask.profile.no_content {
                    NoContent::Null if content.is_empty() => Value::Null,
                    _ => content.as_str().into(),
                };
                let written: Vec<Value> = calls.iter().map(call).collect();
                let mut message =
                    json!({ "role": "assistant", "content": content, "tool_calls": written });
                let own: Vec<_> = belongings.by_ref().take(calls.len()).collect();
                let thoughts = own.iter().map(|belonging| belonging.thoughts);
                let thoughts = thoughts.max_by_key(|thoughts| thoughts.len());
                if let Some(thoughts) = thoughts.filter(|thoughts| !thoughts.is_empty())
                    && part.ask.profile.echo_reasoning
                {
                    message["reasoning_content"] = thoughts.into();
                }
                messages.push(message);
                let results = calls.iter().map(|call| {
                    json!({ "role": "tool", "tool_call_id": call.id, "content": call.result })
                });
                messages.extend(results);
            }
        }
    }
    messages
}

/// All calls of all turns, in order.
pub fn calls<'a, 'b>(turns: &'b Turns<'a>) -> impl Iterator<Item = &'b PairedCall<'a>> {
    turns.turns.iter().flat_map(|turn| match turn {
        Turn::Assistant { calls, .. } => calls.as_slice(),
        _ => &[],
    })
}

/// The arguments are a text here.
fn call(call: &PairedCall<'_>) -> Value {
    let arguments = Value::Object(call.arguments.clone()).to_string();
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.name, "arguments": arguments },
    })
}
