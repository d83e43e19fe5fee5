//! The replies of a turn: what the scripted model answers, call by call.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::engine::function::{Function, RawCall};
use crate::text::Locale;

use super::bilingual::Bilingual;
use super::example::ScriptedReply;
use super::limits::{CALLS_MAX, ID_MAX, REPLIES_MAX, TEXT_MAX};
use super::problems::{Expected, ProblemKind, Problems};
use super::raw::{Node, shortened};

/// The replies of one turn.
pub(super) fn read(node: &Node<'_>, problems: &mut Problems) -> Vec<ScriptedReply> {
    // A reply with a fault keeps its number.
    let nodes = node.list(REPLIES_MAX, problems);
    nodes
        .iter()
        .map(|node| reply(node, problems).unwrap_or_default())
        .collect()
}

fn reply(node: &Node<'_>, problems: &mut Problems) -> Option<ScriptedReply> {
    let fields = node.fields(&["thoughts", "text", "calls", "say"], problems)?;
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
    if ["thoughts", "text", "calls", "say"]
        .iter()
        .all(|name| fields.field(name).is_none())
    {
        problems.add(&node.path, ProblemKind::Missing { field: "say" });
    }
    Some(ScriptedReply {
        thoughts,
        text: plain,
        calls,
    })
}

fn say(message: &Arc<str>) -> RawCall {
    RawCall {
        name: Function::SendMessage.wire().into(),
        arguments: json!({ "message": &**message }).to_string().into(),
    }
}

fn call(node: &Node<'_>, problems: &mut Problems) -> Option<Bilingual<RawCall>> {
    let fields = node.fields(&["name", "arguments"], problems)?;
    let name = fields.required("name", problems);
    let name = name.and_then(|node| Some((node.text(ID_MAX, problems)?, node)));
    let arguments = fields.field("arguments");
    let function = name
        .as_ref()
        .and_then(|(name, _)| Function::from_wire(name));
    if let (Some((name, node)), None) = (&name, function) {
        let name = shortened(name);
        problems.add(&node.path, ProblemKind::UnknownFunction { name });
    }
    if let Some(function) = function {
        check_arguments(function, node, arguments.as_ref(), problems);
    }
    let arguments = match &arguments {
        None => Bilingual::same("{}".into()),
        Some(node) => written(node, problems)?,
    };
    let name: Arc<str> = name?.0.into();
    let call = |arguments: &Arc<str>| RawCall {
        name: Arc::clone(&name),
        arguments: Arc::clone(arguments),
    };
    Some(Bilingual {
        es: call(&arguments.es),
        en: call(&arguments.en),
    })
}

/// Warns of arguments that make the call fail.
fn check_arguments(
    function: Function,
    call: &Node<'_>,
    node: Option<&Node<'_>>,
    problems: &mut Problems,
) {
    let empty = Map::new();
    let (given, path) = match node.map(|node| (node.value, &node.path)) {
        // A text is passed on as it is, to show what broken JSON does.
        Some((Value::Object(given), path)) => (given, path),
        Some(_) => return,
        None => (&empty, &call.path),
    };
    let parameters = function.parameters();
    for parameter in parameters {
        if parameter.is_required && !given.contains_key(parameter.name) {
            let name = parameter.name;
            problems.add(path, ProblemKind::MissingArgument { name });
        }
    }
    for name in given.keys() {
        let is_known = parameters.iter().any(|parameter| parameter.name == name)
            || (name == "request_heartbeat" && function.takes_heartbeat());
        if !is_known {
            let name = shortened(name);
            problems.add(path, ProblemKind::UnknownArgument { name });
        }
    }
}

/// Arguments as the model writes them, in both languages.
fn written(node: &Node<'_>, problems: &mut Problems) -> Option<Bilingual<Arc<str>>> {
    match node.value {
        Value::String(text) => Some(Bilingual::same(text.as_str().into())),
        Value::Object(given) => {
            let of = |locale| Value::Object(in_language(given, locale)).to_string().into();
            Some(Bilingual {
                es: of(Locale::Es),
                en: of(Locale::En),
            })
        }
        _ => {
            node.wrong(Expected::Object, problems);
            None
        }
    }
}

/// Arguments with those that are given in both languages chosen.
fn in_language(given: &Map<String, Value>, locale: Locale) -> Map<String, Value> {
    let choose = |(name, value): (&String, &Value)| {
        let chosen = match value {
            Value::Object(both) if both.contains_key("es") && both.contains_key("en") => {
                &both[locale.tag()]
            }
            other => other,
        };
        (name.clone(), chosen.clone())
    };
    given.iter().map(choose).collect()
}
