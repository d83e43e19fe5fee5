//! One message of an agent file, as far as it means anything.

use std::sync::Arc;

use serde_json::Value;

use crate::engine::function::RawCall;
use crate::engine::timestamp::Timestamp;
use crate::scenario::problems::Expected;

use super::limits::CALLS_MAX;
use super::moment;
use super::node::{Node, shortened};
use super::problems::{ProblemKind, Remarks};

/// A message, checked.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// Position in the list of the file.
    pub number: u32,
    /// Its id, where it has one.
    pub id: Option<Arc<str>>,
    /// When it was written; what the package says where the message itself does not.
    pub at: Option<Timestamp>,
    /// What it is.
    pub what: What,
}

/// What a message is.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// Message 0, or message 0 made anew.
    System(Arc<str>),
    /// The user said something.
    User(Arc<str>),
    /// The user came; the last time before.
    Login(Arc<str>),
    /// A timer.
    Timer,
    /// Another heartbeat, with its reason.
    Heartbeat(Arc<str>),
    /// A warning or another alert.
    Alert(Arc<str>),
    /// A summary of what had left.
    Summary(Arc<str>),
    /// The model's reply.
    Reply(Spoken),
    /// What calls brought.
    Results(Vec<Returned>),
}

/// A reply of the model.
#[derive(Clone, Debug)]
pub(super) struct Spoken {
    /// Inner thoughts.
    pub thoughts: Arc<str>,
    /// Plain text that is no thought.
    pub text: Arc<str>,
    /// Its calls, each with its id.
    pub calls: Vec<(Option<Arc<str>>, RawCall)>,
}

/// What a call brought.
#[derive(Clone, Debug)]
pub(super) struct Returned {
    /// The id of the call.
    pub id: Option<Arc<str>>,
    /// False where it failed.
    pub is_ok: bool,
    /// The text that the model read.
    pub text: Arc<str>,
    /// The moment that the package names.
    pub at: Option<Timestamp>,
}

/// How the plain text of a reply is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainText {
    /// As an inner thought (memgpt.md 2.4).
    Thought,
    /// As the reply to the user (memgpt.md 5.2).
    Reply,
}

/// The parts of a content.
#[derive(Default)]
struct Content {
    text: String,
    reasoning: String,
}

/// Reads one message; `None` where it means nothing, which is remarked on.
pub(super) fn read(
    node: &Node<'_>,
    number: u32,
    plain: PlainText,
    remarks: &mut Remarks,
) -> Option<Message> {
    node.object(remarks)?;
    let id = node.text_in("id", remarks).map(Arc::from);
    let created = node
        .text_in("created_at", remarks)
        .and_then(moment::created);
    let content = content(node, remarks);
    let (what, named) = what(node, content, plain, remarks)?;
    Some(Message {
        number,
        id,
        at: created.or(named),
        what,
    })
}

fn what(
    node: &Node<'_>,
    content: Content,
    plain: PlainText,
    remarks: &mut Remarks,
) -> Option<(What, Option<Timestamp>)> {
    let role = node.text_in("role", remarks).unwrap_or_default();
    let what = match role {
        "system" | "developer" => What::System(content.text.into()),
        "user" => return packaged(node, &content.text, remarks),
        "summary" => {
            let unpacked = package(&content.text);
            let text = unpacked
                .as_ref()
                .and_then(|unpacked| unpacked["message"].as_str());
            What::Summary(text.unwrap_or(&content.text).into())
        }
        "assistant" => What::Reply(spoken(node, content, plain, remarks)?),
        // A call that waited for a yes is a call.
        "approval" if node.field("tool_calls").is_some() => {
            What::Reply(spoken(node, content, plain, remarks)?)
        }
        "tool" | "function" => {
            let results = results(node, &content.text, remarks);
            let at = results.first().and_then(|result| result.at);
            return Some((What::Results(results), at));
        }
        _ => {
            let role = shortened(role);
            remarks.add(|| node.path(), ProblemKind::UnknownRole { role });
            return None;
        }
    };
    Some((what, None))
}

/// The text of a content: a text, or parts, of which those that are no text leave their kind.
fn content(node: &Node<'_>, remarks: &mut Remarks) -> Content {
    let mut read = Content::default();
    let Some(content) = node.field("content") else {
        return read;
    };
    if let Value::String(text) = content.value {
        text.clone_into(&mut read.text);
        return read;
    }
    let count = content.list(remarks).map_or(0, <[Value]>::len);
    for index in 0..count {
        let Some(part) = content.entry(index) else {
            break;
        };
        part_text(&part, &mut read, remarks);
    }
    read
}

fn part_text(part: &Node<'_>, read: &mut Content, remarks: &mut Remarks) {
    if let Value::String(text) = part.value {
        push(&mut read.text, text);
        return;
    }
    if part.value.is_null() || part.object(remarks).is_none() {
        return;
    }
    match part.text_in("type", remarks).unwrap_or("text") {
        "text" => push(
            &mut read.text,
            part.text_in("text", remarks).unwrap_or_default(),
        ),
        "reasoning" | "summarized_reasoning" | "thinking" => {
            let text = part.text_in("reasoning", remarks);
            let text = text.or_else(|| part.text_in("thinking", remarks));
            let text = text.or_else(|| part.text_in("text", remarks));
            push(&mut read.reasoning, text.unwrap_or_default());
        }
        // The provider keeps these for itself.
        "redacted_reasoning" | "omitted_reasoning" => {}
        other => {
            let kind = shortened(other);
            push(&mut read.text, &format!("[{kind}]"));
            remarks.add(|| part.path(), ProblemKind::PartNotText { kind });
        }
    }
}

fn push(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// The object that a text is, where it is packaged (memgpt.md 2.3).
fn package(text: &str) -> Option<Value> {
    let text = text.trim();
    let is_object = text.starts_with('{') && text.ends_with('}');
    let value: Value = is_object.then(|| serde_json::from_str(text).ok())??;
    value.is_object().then_some(value)
}

/// A message in the role of the user: what the user said, or an event.
fn packaged(
    node: &Node<'_>,
    content: &str,
    remarks: &mut Remarks,
) -> Option<(What, Option<Timestamp>)> {
    let package = package(content).filter(|package| package["type"].is_string());
    let at = package
        .as_ref()
        .and_then(|package| moment::packaged(package["time"].as_str()?));
    let text = |name: &str| -> Arc<str> {
        let value = package.as_ref().map(|package| &package[name]);
        value.and_then(Value::as_str).unwrap_or_default().into()
    };
    let kind = package
        .as_ref()
        .and_then(|package| package["type"].as_str());
    let what = match kind {
        Some("login") => What::Login(text("last_login")),
        Some("heartbeat") => {
            let reason = text("reason");
            if reason.to_ascii_lowercase().contains("timer") {
                What::Timer
            } else {
                What::Heartbeat(reason)
            }
        }
        Some("system_alert") => {
            let message = text("message");
            let has_statistics = package
                .as_ref()
                .is_some_and(|package| package.get("compaction_stats").is_some());
            if has_statistics || is_summary(&message) {
                What::Summary(message)
            } else {
                What::Alert(message)
            }
        }
        Some("user_message") => What::User(text("message").trim().into()),
        _ => What::User(content.trim().into()),
    };
    if matches!(&what, What::User(text) if text.is_empty()) {
        remarks.add(|| node.path(), ProblemKind::EmptyMessage);
        return None;
    }
    Some((what, at))
}

/// True for an alert that is the summary: it tells how many messages it stands for
/// (memgpt.md 2.3).
fn is_summary(alert: &str) -> bool {
    let has_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let lower = alert.to_lowercase();
    let Some(at) = lower.find("summary of") else {
        return false;
    };
    has_number(&lower[..at]) || has_number(&lower[at..])
}

fn spoken(
    node: &Node<'_>,
    content: Content,
    plain: PlainText,
    remarks: &mut Remarks,
) -> Option<Spoken> {
    let calls = calls(node, remarks);
    let Content { text, reasoning } = content;
    let (mut thoughts, text) = match plain {
        PlainText::Reply => (reasoning, text),
        PlainText::Thought => {
            let mut thoughts = reasoning;
            push(&mut thoughts, &text);
            (thoughts, String::new())
        }
    };
    if thoughts.trim().is_empty() {
        thoughts = thoughts_in(&calls).unwrap_or_default();
    }
    if calls.is_empty() && thoughts.trim().is_empty() && text.trim().is_empty() {
        remarks.add(|| node.path(), ProblemKind::EmptyMessage);
        return None;
    }
    Some(Spoken {
        thoughts: thoughts.into(),
        text: text.into(),
        calls,
    })
}

/// Thoughts that the model had to write into its call (memgpt.md 2.4).
fn thoughts_in(calls: &[(Option<Arc<str>>, RawCall)]) -> Option<String> {
    let (_, call) = calls.first()?;
    let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
    arguments.get("inner_thoughts")?.as_str().map(str::to_owned)
}

fn calls(node: &Node<'_>, remarks: &mut Remarks) -> Vec<(Option<Arc<str>>, RawCall)> {
    let Some(list) = node.field("tool_calls") else {
        return Vec::new();
    };
    let count = list.list(remarks).map_or(0, <[Value]>::len);
    if count > CALLS_MAX {
        let most = CALLS_MAX;
        remarks.add(|| list.path(), ProblemKind::TooMany { count, most });
    }
    let mut calls = Vec::new();
    for index in 0..count.min(CALLS_MAX) {
        let Some(entry) = list.entry(index) else {
            break;
        };
        calls.extend(call(&entry, remarks));
    }
    calls
}

fn call(node: &Node<'_>, remarks: &mut Remarks) -> Option<(Option<Arc<str>>, RawCall)> {
    node.object(remarks)?;
    let id = node.text_in("id", remarks).map(Arc::from);
    let Some(function) = node.field("function") else {
        node.wrong(Expected::Object, remarks);
        return None;
    };
    function.object(remarks)?;
    let name: Arc<str> = function.text_in("name", remarks).unwrap_or_default().into();
    let arguments: Arc<str> = match function.field("arguments") {
        None => "{}".into(),
        Some(arguments) => match arguments.value {
            Value::String(text) => {
                let is_object =
                    serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object());
                if !is_object {
                    remarks.add(|| arguments.path(), ProblemKind::BrokenArguments);
                }
                text.as_str().into()
            }
            // Some files hold them as an object.
            Value::Object(_) => arguments.value.to_string().into(),
            _ => {
                arguments.wrong(Expected::Text, remarks);
                arguments.value.to_string().into()
            }
        },
    };
    Some((id, RawCall { name, arguments }))
}

/// What a tool message holds: one result as its content, or a list of them.
fn results(node: &Node<'_>, content: &str, remarks: &mut Remarks) -> Vec<Returned> {
    let id: Option<Arc<str>> = node.text_in("tool_call_id", remarks).map(Arc::from);
    let returns = node.field("tool_returns");
    let count = returns
        .as_ref()
        .and_then(|list| list.list(remarks))
        .map_or(0, <[Value]>::len)
        .min(CALLS_MAX);
    // A list of one says the same as the content, less surely.
    if count <= 1 && !content.trim().is_empty() {
        return vec![returned(id, content, None)];
    }
    let mut results = Vec::new();
    for index in 0..count {
        let Some(entry) = returns.as_ref().and_then(|list| list.entry(index)) else {
            break;
        };
        if entry.object(remarks).is_none() {
            continue;
        }
        let own = entry.text_in("tool_call_id", remarks).map(Arc::from);
        let text = entry.text_in("func_response", remarks).unwrap_or_default();
        let is_ok = entry
            .text_in("status", remarks)
            .map(|status| status != "error");
        results.push(returned(own.or_else(|| id.clone()), text, is_ok));
    }
    if results.is_empty() {
        results.push(returned(id, content, None));
    }
    results
}

fn returned(id: Option<Arc<str>>, content: &str, is_ok: Option<bool>) -> Returned {
    let unpacked = package(content).filter(|package| package["status"].is_string());
    let Some(package) = unpacked else {
        return Returned {
            id,
            is_ok: is_ok.unwrap_or(true),
            text: content.into(),
            at: None,
        };
    };
    let text = match &package["message"] {
        Value::String(text) => text.as_str().into(),
        Value::Null => Arc::default(),
        other => other.to_string().into(),
    };
    Returned {
        id,
        is_ok: package["status"] != "Failed",
        text,
        at: package["time"].as_str().and_then(moment::packaged),
    }
}
