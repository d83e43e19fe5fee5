//! How what is stored becomes what the model reads (memgpt.md 2.3): JSON texts with a
//! `type` or a `status`, the same shape in all rule sets.

use core::fmt::Write;
use std::sync::Arc;

use super::config::{BlockTags, Config};
use super::function::{CallFault, Function, Parameter, ParameterKind, RawCall};
use super::ids::MessageId;
use super::message::{Body, HeartbeatReason, Message};
use super::reply::{FunctionSchema, PromptMessage, Role};
use super::timestamp::Timestamp;
use super::tokens;
use super::wording::{Wording, fill};

/// What a message costs beyond its texts, in tokens: role and separators (OpenAI's
/// published counting for chat messages adds 3).
const MESSAGE_OVERHEAD: u32 = 3;

/// A message as the model reads it. `summary_role` is the role of the first slot.
pub fn message(message: &Message, wording: &Wording, summary_role: Role) -> PromptMessage {
    let (role, content) = match &message.body {
        Body::Item(text) => {
            let id = message.id.0.to_string();
            (
                Role::User,
                object(&[("type", quote("item")), ("id", id), ("item", quote(text))]),
            )
        }
        Body::Assistant {
            thoughts,
            text,
            calls,
        } => {
            let content = if text.is_empty() {
                thoughts.to_string()
            } else {
                format!("{thoughts}\n{text}")
            };
            return PromptMessage {
                role: Role::Assistant,
                content,
                calls: calls.to_vec(),
                function: None,
            };
        }
        Body::FunctionResult {
            function,
            is_ok,
            text,
            ..
        } => {
            let content = result(*is_ok, text, message.at);
            return PromptMessage {
                role: Role::Tool,
                content,
                calls: Vec::new(),
                function: Some(function.clone()),
            };
        }
        Body::User(text) => (
            Role::User,
            event("user_message", "message", text, message.at),
        ),
        Body::Heartbeat(reason) => {
            let reason = match reason {
                HeartbeatReason::Requested => &wording.heartbeat_requested,
                HeartbeatReason::CallFailed => &wording.heartbeat_failed,
                HeartbeatReason::Recorded => &wording.heartbeat_recorded,
            };
            (Role::User, event("heartbeat", "reason", reason, message.at))
        }
        Body::Timer => (
            Role::User,
            event("heartbeat", "reason", &wording.timer, message.at),
        ),
        Body::Login => (
            Role::User,
            event("login", "last_login", &wording.first_login, message.at),
        ),
        Body::PressureAlert => (
            Role::User,
            event(
                "system_alert",
                "message",
                &wording.pressure_alert,
                message.at,
            ),
        ),
        Body::DocumentNotice { title, passages } => {
            let text = fill(
                &wording.document_notice,
                &[("title", title), ("passages", passages)],
            );
            (
                Role::User,
                event("system_alert", "message", &text, message.at),
            )
        }
        Body::Summary(summary) => {
            let hidden = summary.covers.len();
            let values: [(&str, &dyn core::fmt::Display); 4] = [
                ("hidden", &hidden),
                ("total", &summary.total),
                ("folded", &summary.folded),
                ("summary", &summary.text),
            ];
            (
                summary_role,
                event(
                    "system_alert",
                    "message",
                    &fill(&wording.summary, &values),
                    message.at,
                ),
            )
        }
    };
    PromptMessage {
        role,
        content,
        calls: Vec::new(),
        function: None,
    }
}

/// The tokens of a message as packaged.
pub fn message_tokens(packaged: &PromptMessage) -> u32 {
    let calls = packaged.calls.iter().map(call_tokens).sum::<u32>();
    let function = packaged.function.as_deref().map_or(0, tokens::estimate);
    MESSAGE_OVERHEAD + tokens::estimate(&packaged.content) + calls + function
}

/// The tokens of a call as the model wrote it.
pub fn call_tokens(call: &RawCall) -> u32 {
    MESSAGE_OVERHEAD + tokens::estimate(&call.name) + tokens::estimate(&call.arguments)
}

/// The tokens of a system message.
pub fn system_tokens(text: &str) -> u32 {
    MESSAGE_OVERHEAD + tokens::estimate(text)
}

/// The question of the miniature: an item is needed, or several at once. It takes no slot.
pub fn item_request(text: &str, items: &[Arc<str>]) -> PromptMessage {
    let asked = if items.len() > 1 {
        let items: Vec<String> = items.iter().map(|item| quote(item)).collect();
        ("items", format!("[{}]", items.join(",")))
    } else {
        ("item", quote(text))
    };
    let content = object(&[("type", quote("item_request")), asked]);
    PromptMessage {
        role: Role::User,
        content,
        calls: Vec::new(),
        function: None,
    }
}

/// A function's response.
pub fn result(is_ok: bool, text: &str, at: Timestamp) -> String {
    let status = if is_ok { "OK" } else { "Failed" };
    // A function without a value returns null (memgpt.md 2.1).
    let message = if text.is_empty() {
        "null".to_owned()
    } else {
        quote(text)
    };
    object(&[
        ("status", quote(status)),
        ("message", message),
        ("time", quote(&at.to_string())),
    ])
}

/// A message of recall storage as it stands in a result page.
pub fn recall_line(role: &str, at: Timestamp, text: &str) -> String {
    format!("{at}, {role} - {text}")
}

/// A passage as it stands in a result page.
pub fn archival_line(at: Timestamp, text: &str) -> String {
    format!("{at}, {text}")
}

/// The text of a result page: its head, then a JSON list of lines.
pub fn page(head: &str, lines: &[String]) -> String {
    let mut text = format!("{head} [");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(&quote(line));
    }
    text.push(']');
    text
}

/// Working context as it stands in message 0, a block a tag (memgpt.md 1.2, 5.4).
pub fn block(tags: BlockTags, label: &str, value: &str, limit: u32) -> String {
    let length = value.chars().count();
    match tags {
        BlockTags::Plain => format!("<{label}>\n{value}\n</{label}>"),
        BlockTags::Usage => {
            format!("<{label} characters=\"{length}/{limit}\">\n{value}\n</{label}>")
        }
        BlockTags::Metadata => format!(
            "<{label}>\n<metadata>\n- chars_current={length}\n- chars_limit={limit}\n\
             </metadata>\n<value>\n{value}\n</value>\n</{label}>"
        ),
    }
}

/// One line of a transcript to summarise.
pub fn transcript_line(role: &str, text: &str) -> String {
    object(&[("role", quote(role)), ("text", quote(text))])
}

/// The request for a summary of `lines`, made by [`transcript_line`].
pub fn summary_request(words: u32, lines: &[String]) -> PromptMessage {
    let transcript = format!("[{}]", lines.join(","));
    let content = object(&[
        ("type", quote("summary_request")),
        ("words", words.to_string()),
        ("transcript", transcript),
    ]);
    PromptMessage {
        role: Role::User,
        content,
        calls: Vec::new(),
        function: None,
    }
}

/// The request to choose what leaves: the queue, what may leave of it, and how much room is needed.
pub fn eviction_request(queue: &[(MessageId, u32, String)], room: u32) -> PromptMessage {
    let mut list = String::from("[");
    for (index, (id, tokens, text)) in queue.iter().enumerate() {
        if index > 0 {
            list.push(',');
        }
        let entry = [
            ("id", id.0.to_string()),
            ("tokens", tokens.to_string()),
            ("text", quote(text)),
        ];
        list.push_str(&object(&entry));
    }
    list.push(']');
    let content = object(&[
        ("type", quote("eviction_request")),
        ("room", room.to_string()),
        ("queue", list),
    ]);
    PromptMessage {
        role: Role::User,
        content,
        calls: Vec::new(),
        function: None,
    }
}

/// The schema of a function, as providers take it. Where calls ask for their own
/// heartbeats, `request_heartbeat` is added to, and required on, all but the first two
/// (memgpt.md 2.1).
pub fn schema(function: Function, config: &Config, wording: &Wording) -> FunctionSchema {
    let mut properties = Vec::new();
    let mut required = Vec::new();
    let is_taken = |parameter: &&Parameter| config.takes(parameter);
    for parameter in function.parameters().iter().filter(is_taken) {
        properties.push((parameter.name, kind_schema(parameter.kind)));
        if parameter.is_required {
            required.push(quote(parameter.name));
        }
    }
    if function.takes_heartbeat() && config.shows_heartbeats() {
        properties.push(("request_heartbeat", kind_schema(ParameterKind::Boolean)));
        required.push(quote("request_heartbeat"));
    }
    let parameters = object(&[
        ("type", quote("object")),
        ("properties", object(&properties)),
        ("required", format!("[{}]", required.join(","))),
    ]);
    let json = object(&[
        ("name", quote(function.wire())),
        ("description", quote(wording.functions.of(function))),
        ("parameters", parameters),
    ]);
    FunctionSchema { function, json }
}

fn kind_schema(kind: ParameterKind) -> String {
    match kind {
        ParameterKind::Text => r#"{"type":"string"}"#,
        ParameterKind::Integer => r#"{"type":"integer"}"#,
        ParameterKind::Boolean => r#"{"type":"boolean"}"#,
        ParameterKind::Identifiers => r#"{"type":"array","items":{"type":"integer"}}"#,
    }
    .to_owned()
}

/// How a fault is told to the model.
pub fn fault(fault: &CallFault, wording: &Wording, budget: &str) -> String {
    let words = &wording.faults;
    match fault {
        CallFault::UnknownFunction { name } => fill(&words.unknown_function, &[("name", name)]),
        CallFault::BrokenArguments { problem } => {
            fill(&words.broken_arguments, &[("problem", problem)])
        }
        CallFault::MissingArgument { name } => fill(&words.missing_argument, &[("name", name)]),
        CallFault::UnknownArgument { name } => fill(&words.unknown_argument, &[("name", name)]),
        CallFault::WrongType { name, expected } => {
            let expected = match expected {
                ParameterKind::Text => "string",
                ParameterKind::Integer => "integer",
                ParameterKind::Boolean => "boolean",
                ParameterKind::Identifiers => "integer[]",
            };
            fill(
                &words.wrong_type,
                &[("name", name), ("expected", &expected)],
            )
        }
        CallFault::UnknownBlock { name } => fill(&words.unknown_block, &[("name", name)]),
        CallFault::BlockFull {
            block,
            limit,
            asked,
        } => fill(
            &words.block_full,
            &[("block", block), ("limit", limit), ("asked", asked)],
        ),
        CallFault::TextNotFound { block, old } => {
            fill(&words.text_not_found, &[("block", block), ("old", old)])
        }
        CallFault::EmptyOldContent => words.empty_old_content.clone(),
        CallFault::BadDate { text } => fill(&words.bad_date, &[("text", text)]),
        CallFault::PageOutOfRange { page, first, last } => fill(
            &words.page_out_of_range,
            &[("page", page), ("first", first), ("last", last)],
        ),
        CallFault::EmptyText { name } => fill(&words.empty_text, &[("name", name)]),
        CallFault::BudgetSpent { budget: most } => fill(budget, &[("budget", most)]),
        CallFault::NotEvictable { id } => fill(&words.not_evictable, &[("id", id)]),
    }
}

fn event(kind: &str, key: &str, text: &str, at: Timestamp) -> String {
    object(&[
        ("type", quote(kind)),
        (key, quote(text)),
        ("time", quote(&at.to_string())),
    ])
}

/// A JSON object of fields whose values are JSON texts, in this order.
pub fn object(fields: &[(&str, String)]) -> String {
    let mut text = String::from("{");
    for (index, (key, value)) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "\"{key}\":{value}");
    }
    text.push('}');
    text
}

/// `text` as a JSON string.
pub fn quote(text: &str) -> String {
    // Cannot fail for a text. Not by way of a value: printing any value brings the printing
    // of fractions along, with its tables.
    serde_json::to_string(text).unwrap_or_default()
}
