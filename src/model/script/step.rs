//! A step that the author of a scenario wrote for the model to follow.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::engine::function::{Function, RawCall};
use crate::engine::reply::{FunctionSchema, Reply, Request};

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
    let step = &spoken(step, request);
    let is_declared = |call: &RawCall| {
        let is_invented = Function::from_wire(&call.name).is_none();
        let mut schemas = request.functions.iter();
        is_invented
            || schemas.any(|schema| schema.function.wire() == &*call.name && has_page(schema, call))
    };
    step.calls.iter().all(is_declared).then(|| step.clone())
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
        super::view::string(&arguments, "message").into()
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
