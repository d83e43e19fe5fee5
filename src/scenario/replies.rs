//! The replies of a turn: what the scripted model answers, call by call.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::engine::function::{Function, ParameterKind, RawCall};
use crate::engine::reply::Reply;
use crate::text::Locale;

use super::bilingual::Bilingual;
use super::limits::{CALLS_MAX, ID_MAX, NEEDS_MAX, REPLIES_MAX, TEXT_MAX};
use super::problems::{Expected, ProblemKind, Problems};
use super::raw::{Fields, Node, shortened};
use super::script::ScriptedReply;

/// The replies of one turn.
pub(super) fn read(node: &Node<'_>, problems: &mut Problems) -> Vec<Bilingual<ScriptedReply>> {
    // A reply with a fault keeps its number.
    let nodes = node.list(REPLIES_MAX, problems);
    nodes
        .iter()
        .map(|node| reply(node, problems).unwrap_or_default())
        .collect()
}

fn reply(node: &Node<'_>, problems: &mut Problems) -> Option<Bilingual<ScriptedReply>> {
    const SAYS: [&str; 4] = ["thoughts", "text", "calls", "say"];
    let fields = node.fields(&["thoughts", "text", "calls", "say", "needs"], problems)?;
    let text = |name, problems: &mut Problems| {
        let texts = fields
            .field(name)
            .and_then(|node| node.both(TEXT_MAX, problems));
        texts.unwrap_or_else(|| Bilingual::same("".into()))
    };
    let (thoughts, plain) = (text("thoughts", problems), text("text", problems));
    let mut calls = Bilingual::<Vec<RawCall>>::default();
    if let Some(node) = fields.field("calls") {
        for node in node.list(CALLS_MAX, problems) {
            if let Some(call) = call(&node, problems) {
                calls.es.push(call.es);
                calls.en.push(call.en);
            }
        }
    }
    if let Some(said) = fields
        .field("say")
        .and_then(|node| node.both(TEXT_MAX, problems))
    {
        calls.es.push(say(&said.es));
        calls.en.push(say(&said.en));
    }
    if SAYS.iter().all(|name| fields.field(name).is_none()) {
        problems.add(&node.path, ProblemKind::Missing { field: "say" });
    }
    let needs = fields
        .field("needs")
        .and_then(|node| node.both_lists(NEEDS_MAX, TEXT_MAX, problems))
        .unwrap_or_default();
    let step = |locale: Locale| ScriptedReply {
        reply: Reply {
            thoughts: Arc::clone(thoughts.of(locale)),
            text: Arc::clone(plain.of(locale)),
            calls: calls.of(locale).as_slice().into(),
            ..Reply::default()
        },
        needs: needs.of(locale).clone(),
    };
    Some(Bilingual {
        es: step(Locale::Es),
        en: step(Locale::En),
    })
}

fn say(message: &Arc<str>) -> RawCall {
    let mut arguments = Map::new();
    arguments.insert("message".to_owned(), (**message).into());
    raw(Function::SendMessage, arguments)
}

fn raw(function: Function, arguments: Map<String, Value>) -> RawCall {
    RawCall {
        name: function.wire().into(),
        arguments: Value::Object(arguments).to_string().into(),
    }
}

fn call(node: &Node<'_>, problems: &mut Problems) -> Option<Bilingual<RawCall>> {
    let fields = node.fields(&["name", "arguments", IS_WRONG], problems)?;
    let is_wrong = fields
        .field(IS_WRONG)
        .and_then(|node| node.boolean(problems));
    if is_wrong == Some(true) {
        return wrong_call(&fields, problems);
    }
    let function = fields
        .required("name", problems)
        .and_then(|node| node.one_of(&Function::MEMGPT, Function::wire, problems));
    let empty = Map::new();
    let arguments = fields.field("arguments");
    let (given, node) = match &arguments {
        None => (&empty, node),
        Some(node) => match node.value {
            Value::Object(given) => (given, node),
            _ => {
                node.wrong(Expected::Object, problems);
                return None;
            }
        },
    };
    let function = function?;
    let call = |locale, problems: &mut Problems| {
        let arguments = in_language(given, locale);
        check(function, node, &arguments, problems);
        raw(function, arguments)
    };
    let es = call(Locale::Es, problems);
    // What is wrong is wrong in both: said once.
    let en = call(Locale::En, &mut Problems::default());
    Some(Bilingual { es, en })
}

/// The field of a call that is meant to be wrong.
const IS_WRONG: &str = "is_wrong";

/// A call that is meant to be wrong: the model makes it as it stands, and whatever is wrong
/// with it comes back to the model. Arguments in quotes are what the model writes, letter by
/// letter, so that they need not be JSON.
fn wrong_call(fields: &Fields<'_>, problems: &mut Problems) -> Option<Bilingual<RawCall>> {
    let name = fields.required("name", problems);
    let name: Arc<str> = name.and_then(|node| node.text(ID_MAX, problems))?.into();
    let node = fields.field("arguments");
    let is_text = |value: &Value| match value {
        Value::String(_) => true,
        Value::Object(both) => {
            let is_text = |locale: Locale| both.get(locale.tag()).is_some_and(Value::is_string);
            both.len() == Locale::ALL.len() && Locale::ALL.into_iter().all(is_text)
        }
        _ => false,
    };
    let arguments = match node {
        None => Bilingual::same("{}".into()),
        Some(node) if is_text(node.value) => node.both(TEXT_MAX, problems)?,
        Some(node) => {
            let Value::Object(given) = node.value else {
                node.wrong(Expected::ObjectOrText, problems);
                return None;
            };
            let written = |locale| Arc::from(Value::Object(in_language(given, locale)).to_string());
            Bilingual {
                es: written(Locale::Es),
                en: written(Locale::En),
            }
        }
    };
    let call = |arguments: Arc<str>| RawCall {
        name: Arc::clone(&name),
        arguments,
    };
    Some(Bilingual {
        es: call(arguments.es),
        en: call(arguments.en),
    })
}

/// Checks the arguments against the parameters of the function.
fn check(function: Function, node: &Node<'_>, given: &Map<String, Value>, problems: &mut Problems) {
    let parameters = function.parameters();
    for parameter in parameters.iter().filter(|parameter| parameter.is_required) {
        if !given.contains_key(parameter.name) {
            let name = parameter.name;
            problems.add(&node.path, ProblemKind::MissingArgument { name });
        }
    }
    for (name, value) in given {
        let kind = if name == "request_heartbeat" && function.takes_heartbeat() {
            Some(ParameterKind::Boolean)
        } else {
            let parameter = parameters.iter().find(|parameter| parameter.name == name);
            parameter.map(|parameter| parameter.kind)
        };
        let expected = match kind {
            None => {
                let name = shortened(name);
                problems.add(&node.path, ProblemKind::UnknownArgument { name });
                continue;
            }
            Some(ParameterKind::Text) => (value.is_string(), Expected::TextOrBoth),
            Some(ParameterKind::Integer) => (value.as_i64().is_some(), Expected::Number),
            Some(ParameterKind::Boolean) => (value.is_boolean(), Expected::Boolean),
            Some(ParameterKind::Identifiers) => (value.is_array(), Expected::List),
        };
        if let (false, expected) = expected {
            let path = format!("{}.{}", node.path, shortened(name));
            Node { value, path }.wrong(expected, problems);
        }
    }
}

/// Arguments with those that are given in both languages chosen.
fn in_language(given: &Map<String, Value>, locale: Locale) -> Map<String, Value> {
    // One by one: collecting a map sorts a list first, with code of its own.
    let mut all = Map::new();
    for (name, value) in given {
        let chosen = match value {
            Value::Object(both) if both.contains_key("es") && both.contains_key("en") => {
                &both[locale.tag()]
            }
            other => other,
        };
        all.insert(name.clone(), chosen.clone());
    }
    all
}
