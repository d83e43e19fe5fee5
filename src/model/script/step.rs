//! A step that the author of a scenario wrote for the model to follow.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::engine::function::{Function, RawCall};
use crate::engine::reply::{FunctionSchema, Reply, Request, Role};

use super::view::{page_lines, page_numbers, string};

/// A reply as the author of a scenario wrote it, in the content language of the run.
pub type ScriptStep = Reply;

/// The step as a reply, where the request declares every function that it calls. Without
/// them (no external store, another rule set) the author's words would rest on what the
/// model cannot do, so it converses freely instead. A function that no rule set has is one
/// that the author has it invent, as real models do: that it is told so is the point.
///
/// Where no function speaks to the user, plain text does: what the author wrote as a message
/// is said so, once nothing else is to be called.
pub(super) fn followed(step: &ScriptStep, request: &Request) -> Option<Reply> {
    let step = &counted(spoken(step, request), request);
    let is_declared = |call: &RawCall| {
        let is_invented = Function::from_wire(&call.name).is_none();
        let mut schemas = request.functions.iter();
        is_invented
            || schemas.any(|schema| schema.function.wire() == &*call.name && has_page(schema, call))
    };
    step.calls.iter().all(is_declared).then(|| step.clone())
}

/// The step with its pages counted as the machine counts them. Authors count from 1; some
/// releases count from 0, which the model knows once it has read a page 0.
fn counted(step: Reply, request: &Request) -> Reply {
    let page = format!("\"{}\"", Function::PAGE);
    let asks = |call: &RawCall| call.arguments.contains(&page);
    if !step.calls.iter().any(asks) || !counts_from_zero(request) {
        return step;
    }
    let calls = step.calls.iter().map(|call| {
        let Ok(Value::Object(mut arguments)) = serde_json::from_str(&call.arguments) else {
            return call.clone();
        };
        if let Some(number) = arguments.get(Function::PAGE).and_then(Value::as_i64) {
            arguments.insert(Function::PAGE.to_owned(), (number - 1).into());
        }
        RawCall {
            name: Arc::clone(&call.name),
            arguments: Value::Object(arguments).to_string().into(),
        }
    });
    Reply {
        calls: calls.collect(),
        ..step.clone()
    }
}

/// True where a page 0 stands in the request.
fn counts_from_zero(request: &Request) -> bool {
    let results = request.messages.iter().filter(|one| one.role == Role::Tool);
    results
        .filter_map(|one| serde_json::from_str::<Value>(&one.content).ok())
        .any(|result| {
            let text = string(&result, "message");
            page_lines(&text).is_some() && page_numbers(&text).is_some_and(|(page, _)| page == 0)
        })
}

/// True unless the call asks for a page where results come without pages.
fn has_page(schema: &FunctionSchema, call: &RawCall) -> bool {
    let page = format!("\"{}\"", Function::PAGE);
    schema.json.contains(&page) || !call.arguments.contains(&page)
}

/// The step with its message as plain text, where no function speaks to the user.
fn spoken(step: &ScriptStep, request: &Request) -> Reply {
    let has_function = request
        .functions
        .iter()
        .any(|schema| schema.function == Function::SendMessage);
    let speaks = |call: &&RawCall| Function::from_wire(&call.name) == Some(Function::SendMessage);
    let Some(message) = step.calls.iter().find(speaks).filter(|_| !has_function) else {
        return step.clone();
    };
    let others: Vec<RawCall> = step
        .calls
        .iter()
        .filter(|call| !speaks(call))
        .cloned()
        .collect();
    let text = if others.is_empty() {
        let arguments = serde_json::from_str(&message.arguments).unwrap_or(Value::Null);
        string(&arguments, "message").into()
    } else {
        Arc::clone(&step.text)
    };
    Reply {
        text,
        calls: others.into(),
        ..step.clone()
    }
}

/// The reply without arguments that the schemas do not have: `request_heartbeat` where every
/// call gives another step.
pub(super) fn declared(reply: Reply, request: &Request) -> Reply {
    const HEARTBEAT: &str = "request_heartbeat";
    let takes = |name: &str| {
        let mut schemas = request.functions.iter();
        let schema = schemas.find(|schema| schema.function.wire() == name);
        schema.is_none_or(|schema| schema.json.contains(HEARTBEAT))
    };
    let is_right = |call: &RawCall| !call.arguments.contains(HEARTBEAT) || takes(&call.name);
    if reply.calls.iter().all(is_right) {
        return reply;
    }
    let without = |call: &RawCall| {
        let arguments = serde_json::from_str::<Map<String, Value>>(&call.arguments);
        let Ok(mut arguments) = arguments.map_err(|_| ()) else {
            return call.clone();
        };
        arguments.remove(HEARTBEAT);
        RawCall {
            name: Arc::clone(&call.name),
            arguments: Value::Object(arguments).to_string().into(),
        }
    };
    let calls = reply.calls.iter();
    let calls = calls.map(|call| {
        if is_right(call) {
            call.clone()
        } else {
            without(call)
        }
    });
    Reply {
        calls: calls.collect(),
        ..reply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reply::PromptMessage;

    fn request(head: &str) -> Request {
        let message = format!(r#"{head} ["2024-01-01, the boat"]"#);
        let result = PromptMessage {
            role: Role::Tool,
            content: serde_json::json!({ "status": "OK", "message": message }).to_string(),
            calls: Vec::new(),
            function: Some(Function::ArchivalMemorySearch.wire().into()),
        };
        let schema = FunctionSchema {
            function: Function::ArchivalMemorySearch,
            json: r#"{"query":0,"page":0,"request_heartbeat":0}"#.to_owned(),
        };
        Request {
            messages: vec![result],
            functions: vec![schema],
            tokens: 1,
        }
    }

    #[test]
    fn the_second_page_is_the_second_however_the_machine_counts() {
        let arguments = r#"{"query":"boat","page":2}"#.to_owned();
        let step = Reply::calling("", Function::ArchivalMemorySearch, arguments);
        for (head, page) in [
            ("1 of 2 results (page 1/2):", 2),
            ("1 of 2 results (page 0/1):", 1),
            ("1 de 2 resultados (página 0/1):", 1),
        ] {
            let reply = followed(&step, &request(head)).unwrap();
            let read: Value = serde_json::from_str(&reply.calls[0].arguments).unwrap();
            assert_eq!(read["page"], page, "{head}");
            assert_eq!(read["query"], "boat");
        }
    }
}
