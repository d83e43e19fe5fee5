//! A call of a live model as the engine takes it: what is only written differently is put
//! right by the declared schema; what is wrong is left for the engine to tell the model.

use serde_json::{Map, Value};

use super::arguments;
use super::reading::{Arguments, ToolCall};
use super::repair::{Repair, note};
use crate::engine::function::RawCall;
use crate::engine::reply::Request;

/// Names under which models put their thoughts among the arguments.
const THOUGHTS: &[&str] = &["inner_thoughts", "thinking", "thoughts"];

/// The call for the engine. Thoughts among its arguments are moved to the others.
pub fn raw(
    call: ToolCall,
    request: &Request,
    thoughts: &mut Vec<String>,
    repairs: &mut Vec<Repair>,
) -> RawCall {
    let name = match declared_name(&call.name, request) {
        Some(declared) if declared != call.name => {
            note(repairs, Repair::FunctionName);
            declared.to_owned()
        }
        _ => call.name,
    };
    let arguments = match call.arguments {
        Arguments::Object { object, text } => {
            let properties = properties(&name, request);
            let mut changed = object.clone();
            take_thoughts(&mut changed, &properties, thoughts, repairs);
            for (argument, value) in &mut changed {
                let kind = properties
                    .get(argument)
                    .and_then(|schema| schema.get("type"))
                    .and_then(Value::as_str);
                if let Some(fitting) = kind.and_then(|kind| fitting(value, kind)) {
                    note(repairs, Repair::ArgumentType);
                    *value = fitting;
                }
            }
            if changed == object {
                text
            } else {
                arguments::from_object(changed).text().to_owned()
            }
        }
        Arguments::Broken(text) => text,
    };
    RawCall {
        name: name.into(),
        arguments: arguments.into(),
    }
}

fn take_thoughts(
    object: &mut Map<String, Value>,
    properties: &Map<String, Value>,
    thoughts: &mut Vec<String>,
    repairs: &mut Vec<Repair>,
) {
    for name in THOUGHTS {
        let is_declared = properties.contains_key(*name);
        if let Some(Value::String(thought)) = object.get(*name)
            && !is_declared
        {
            thoughts.push(thought.clone());
            note(repairs, Repair::ThoughtsAmongArguments);
            object.remove(*name);
        }
    }
}

fn properties(name: &str, request: &Request) -> Map<String, Value> {
    let functions = request.functions.iter();
    let mut schemas = functions.filter(|schema| schema.function.wire() == name);
    let schema = schemas.next().map(|schema| schema.json.as_str());
    let schema: Value = schema
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
    match schema.pointer("/parameters/properties") {
        Some(Value::Object(properties)) => properties.clone(),
        _ => Map::new(),
    }
}

/// The value as this type, where it is only written as another. What is declared as a text
/// stays one, whatever it looks like.
fn fitting(value: &Value, kind: &str) -> Option<Value> {
    match (kind, value) {
        ("integer", Value::String(text)) => text.trim().parse::<i64>().ok().map(Value::from),
        ("integer", Value::Number(number)) if number.as_i64().is_none() => {
            // 2.0 is 2; 2.5 is a fault.
            let text = number.to_string();
            let whole = text.strip_suffix(".0")?;
            whole.parse::<i64>().ok().map(Value::from)
        }
        ("number", Value::String(text)) => text
            .trim()
            .parse::<serde_json::Number>()
            .ok()
            .map(Value::Number),
        ("boolean", Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        ("array" | "object", Value::String(text)) => {
            let inner: Value = serde_json::from_str(text).ok()?;
            let fits = match kind {
                "array" => inner.is_array(),
                _ => inner.is_object(),
            };
            fits.then_some(inner)
        }
        _ => None,
    }
}

/// The declared name that is meant: the same but for prefix, suffix, case, and hyphens or
/// underscores, and only where one alone is. A synonym is another name: what writes to
/// memory is never guessed.
pub fn declared_name<'a>(name: &str, request: &'a Request) -> Option<&'a str> {
    let declared = || {
        let functions = request.functions.iter();
        functions.map(|schema| schema.function.wire())
    };
    if let Some(exact) = declared().find(|wire| *wire == name) {
        return Some(exact);
    }
    // What some servers leave behind a name, and put before it.
    let bare = name.split("<|").next().unwrap_or(name).trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = match bare.rsplit_once(':') {
        Some((before, number)) if digits(number) => before,
        _ => bare,
    };
    let bare = bare.rsplit(['.', ':', '/']).next().unwrap_or(bare);
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|letter| !matches!(letter, '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(bare);
    let mut alike = declared().filter(|wire| plain(wire) == wanted);
    match (alike.next(), alike.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
