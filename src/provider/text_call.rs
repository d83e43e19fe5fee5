//! Calls that a model writes as text. The text must be the assistant's own: this is never
//! given what a user said or a function returned, and in native mode what it finds is shown
//! and not run (provider-faults E).

use serde_json::{Map, Value};

use super::arguments::{self, Read};
use super::limits::Limits;
use super::reading::{Arguments, ToolCall};
use super::repair::{Repair, note};
use super::tolerant;

/// How calls were asked for, which says what counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextMode {
    /// The whole answer is to be one JSON object: prose or a fence around it is a slip.
    Json,
    /// A call is to stand alone or between tags: JSON within prose is something that the
    /// model talks about.
    Text,
}

/// What was found in a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The calls, in order.
    pub calls: Vec<ToolCall>,
    /// The text before the first of them.
    pub before: String,
    /// What was put right.
    pub repairs: Vec<Repair>,
}

/// How a call stands between marks. The end may be missing where the text ends.
const TAGS: &[(&str, &str)] = &[
    ("<tool_call>", "</tool_call>"),
    ("<function_call>", "</function_call>"),
    ("[TOOL_REQUEST]", "[END_TOOL_REQUEST]"),
    ("[TOOL_CALLS]", ""),
    ("<|python_tag|>", "<|eom_id|>"),
    // A model that saw results in tags copies the tag.
    ("<tool_response>", "</tool_response>"),
];

/// `<function=NAME>` and the arguments.
const FUNCTION: (&str, &str) = ("<function=", "</function>");

/// Names that a call may have for its name and for its arguments.
const NAMES: &[&str] = &["name", "function", "function_name", "tool", "tool_name"];
const ARGUMENTS: &[&str] = &["arguments", "parameters", "params", "args", "input"];

/// Marks by which a text that holds a call begins, for holding it back while it streams.
pub const MARKS: &[&str] = &[
    "<tool_call>",
    "<function_call>",
    "<function=",
    "[TOOL_REQUEST]",
    "[TOOL_CALLS]",
    "<|python_tag|>",
    "<|tool_call",
    "<tool_response>",
];

/// Finds the calls in an assistant's text. `is_known` says which functions there are.
///
/// What follows a call is dropped, except further calls: a model that goes on invents what
/// the function returned (provider-faults E12).
pub fn find(text: &str, mode: TextMode, is_known: &dyn Fn(&str) -> bool) -> Option<Found> {
    let finder = Finder { is_known };
    let trimmed = text.trim();
    let found = finder
        .tagged(text)
        .or_else(|| finder.alone(trimmed))
        .or_else(|| finder.fenced(trimmed, mode));
    match mode {
        TextMode::Json => found.or_else(|| finder.within_prose(trimmed)),
        TextMode::Text => found,
    }
}

struct Finder<'a> {
    is_known: &'a dyn Fn(&str) -> bool,
}

impl Finder<'_> {
    /// Calls between marks, one after another. Not within a fence: that is a quotation.
    fn tagged(&self, text: &str) -> Option<Found> {
        let mut found = Found::default();
        let mut rest = text;
        let mut seen = 0;
        while found.calls.len() < Limits::STANDARD.calls
            && let Some((start, after, body)) = next_tagged(rest, found.calls.is_empty())
        {
            let is_quoted = text[..seen + start].matches("```").count() % 2 == 1;
            if is_quoted {
                return None;
            }
            let calls = match body {
                Body::Json(json) => self.read_json(json, &mut found.repairs),
                Body::Function(name, json) => self.read_function(name, json, &mut found.repairs),
            };
            let Some(calls) = calls else { break };
            if found.calls.is_empty() {
                found.before = rest[..start].trim_end().to_owned();
            }
            found.calls.extend(calls);
            seen += after;
            rest = &rest[after..];
        }
        if found.calls.is_empty() {
            return None;
        }
        Some(finished(found, rest))
    }

    /// The whole text is a call, or begins with one.
    fn alone(&self, text: &str) -> Option<Found> {
        if !text.starts_with(['{', '[']) {
            return None;
        }
        let mut found = Found::default();
        if let Some(calls) = self.read_json(text, &mut found.repairs) {
            found.calls = calls;
            return Some(finished(found, ""));
        }
        let mut found = Found::default();
        let (value, length) = tolerant::read_first(text, &mut found.repairs)?;
        found.calls = self.calls_of(&value, &mut found.repairs)?;
        Some(finished(found, &text[length..]))
    }

    /// A fenced block: alone in both modes, in prose where the answer was to be JSON.
    fn fenced(&self, text: &str, mode: TextMode) -> Option<Found> {
        if mode == TextMode::Text && !(text.starts_with("```") && text.ends_with("```")) {
            return None;
        }
        let mut found = Found::default();
        let (before, rest) = text.split_once("```")?;
        let (inner, after) = rest.split_once("```").unwrap_or((rest, ""));
        let (_, body) = inner.split_once('\n').unwrap_or(("", inner));
        found.calls = self.read_json(body.trim(), &mut found.repairs)?;
        found.before = before.trim_end().to_owned();
        note(&mut found.repairs, Repair::Fence);
        Some(finished(found, after))
    }

    /// The first object in prose that is a call.
    fn within_prose(&self, text: &str) -> Option<Found> {
        // A text that begins as JSON and is none is not searched for a part that is.
        if text.starts_with(['{', '[']) {
            return None;
        }
        for (start, _) in text.match_indices('{').take(32) {
            let mut found = Found::default();
            let Some((value, length)) = tolerant::read_first(&text[start..], &mut found.repairs)
            else {
                continue;
            };
            if let Some(calls) = self.calls_of(&value, &mut found.repairs) {
                found.calls = calls;
                found.before = text[..start].trim_end().to_owned();
                return Some(finished(found, &text[start + length..]));
            }
        }
        None
    }

    fn read_json(&self, text: &str, repairs: &mut Vec<Repair>) -> Option<Vec<ToolCall>> {
        let mut found = Vec::new();
        let text = text.trim();
        let value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(_) => tolerant::read(text, &mut found).ok()?,
        };
        let calls = self.calls_of(&value, &mut found)?;
        found.into_iter().for_each(|repair| note(repairs, repair));
        Some(calls)
    }

    fn read_function(
        &self,
        name: &str,
        json: &str,
        repairs: &mut Vec<Repair>,
    ) -> Option<Vec<ToolCall>> {
        if !(self.is_known)(name) {
            return None;
        }
        let mut found = Vec::new();
        if json.starts_with("<parameter=") {
            return Some(vec![ToolCall {
                id: None,
                name: name.to_owned(),
                arguments: arguments::from_object(parameters(json)?),
            }]);
        }
        let arguments = match arguments::read(name, json, &mut found) {
            Read::Arguments(arguments @ Arguments::Object { .. }) => arguments,
            _ => return None,
        };
        found.into_iter().for_each(|repair| note(repairs, repair));
        let name = name.to_owned();
        Some(vec![ToolCall {
            id: None,
            name,
            arguments,
        }])
    }

    /// The calls that a value is; `None` where it is something else.
    fn calls_of(&self, value: &Value, repairs: &mut Vec<Repair>) -> Option<Vec<ToolCall>> {
        match value {
            Value::Array(list) if !list.is_empty() && list.len() <= 64 => list
                .iter()
                .map(|one| self.call_of(one.as_object()?, repairs))
                .collect(),
            Value::Object(object) => match object.get("tool_calls") {
                Some(list @ Value::Array(_)) => self.calls_of(list, repairs),
                _ => self.call_of(object, repairs).map(|call| vec![call]),
            },
            _ => None,
        }
    }

    fn call_of(&self, object: &Map<String, Value>, repairs: &mut Vec<Repair>) -> Option<ToolCall> {
        // The shape of the native protocol, written as text.
        if let Some(Value::Object(function)) = object.get("function") {
            return self.call_of(function, repairs);
        }
        let name = NAMES.iter().find_map(|key| object.get(*key)?.as_str())?;
        if !(self.is_known)(name) {
            return None;
        }
        let arguments = ARGUMENTS.iter().find_map(|key| object.get(*key))?;
        let mut arguments = match arguments {
            Value::String(text) => match arguments::read(name, text, repairs) {
                Read::Arguments(arguments) => arguments,
                Read::Cut => return None,
            },
            value => arguments::from_value(value),
        };
        // A heartbeat beside the arguments counts (provider-faults A09).
        if let (Some(beat), Some(inner)) = (object.get("request_heartbeat"), arguments.object())
            && !inner.contains_key("request_heartbeat")
        {
            let mut inner = inner.clone();
            inner.insert("request_heartbeat".to_owned(), beat.clone());
            arguments = arguments::from_object(inner);
            note(repairs, Repair::HeartbeatBeside);
        }
        Some(ToolCall {
            id: None,
            name: name.to_owned(),
            arguments,
        })
    }
}

enum Body<'a> {
    Json(&'a str),
    Function(&'a str, &'a str),
}

/// The next call between marks: where it begins, where it ends, and what it holds. After a
/// first call only blanks may stand before the next.
fn next_tagged(text: &str, is_first: bool) -> Option<(usize, usize, Body<'_>)> {
    let tags = TAGS.iter().filter_map(|tag| Some((text.find(tag.0)?, tag)));
    let tag = tags.min_by_key(|(start, _)| *start);
    let function = text.find(FUNCTION.0);
    let start = tag
        .map(|(start, _)| start)
        .into_iter()
        .chain(function)
        .min()?;
    if !is_first && !text[..start].trim().is_empty() {
        return None;
    }
    match tag {
        Some((at, (open, close))) if at == start => {
            let inner = &text[at + open.len()..];
            let inner_start = at + open.len();
            let end = if close.is_empty() {
                None
            } else {
                inner.find(close)
            };
            let (body, after) = match end {
                Some(end) => (&inner[..end], inner_start + end + close.len()),
                None => (inner, text.len()),
            };
            // `<tool_call><function=…>` of Qwen.
            match function_body(body.trim()) {
                Some((name, json)) => Some((at, after, Body::Function(name, json))),
                None => Some((at, after, Body::Json(body))),
            }
        }
        _ => {
            let rest = &text[start..];
            let (end, after) = match rest.find(FUNCTION.1) {
                Some(end) => (end, end + FUNCTION.1.len()),
                None => (rest.len(), rest.len()),
            };
            let (name, json) = function_body(&rest[..end])?;
            Some((start, start + after, Body::Function(name, json)))
        }
    }
}

/// `<function=NAME>{…}` or `<function=NAME{…}`, with or without its end.
fn function_body(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(FUNCTION.0)?;
    let inner = inner.trim_end().strip_suffix(FUNCTION.1).unwrap_or(inner);
    let end = inner.find(['>', '{', '(', ' ', ','])?;
    let name = inner[..end].trim();
    let json = inner[end..].trim_start_matches(['>', ' ', ',']);
    Some((name, json.trim()))
}

/// `<parameter=NAME>VALUE</parameter>`, one after another (Qwen's coder). Values are texts;
/// the schema says later what else they are. `None` where one is cut.
fn parameters(text: &str) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.strip_prefix("<parameter=")?.split_once('>')?;
        let (value, after) = after.split_once("</parameter>")?;
        let value = value.strip_prefix('\n').unwrap_or(value);
        let value = value.strip_suffix('\n').unwrap_or(value);
        object.insert(name.trim().to_owned(), value.into());
        rest = after.trim();
    }
    Some(object)
}

fn finished(mut found: Found, after: &str) -> Found {
    note(&mut found.repairs, Repair::CallInText);
    if !after.trim().is_empty() {
        note(&mut found.repairs, Repair::TextAfterCall);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_known(name: &str) -> bool {
        [
            "send_message",
            "core_memory_append",
            "archival_memory_search",
            "conversation_search",
        ]
        .contains(&name)
    }

    fn calls(text: &str, mode: TextMode) -> Vec<String> {
        let found = find(text, mode, &is_known).unwrap_or_default();
        let calls = found.calls.iter();
        calls
            .map(|call| format!("{} {}", call.name, call.arguments.text()))
            .collect()
    }

    #[track_caller]
    fn finds(text: &str, expected: &[&str]) {
        assert_eq!(calls(text, TextMode::Text), expected, "{text}");
        assert_eq!(calls(text, TextMode::Json), expected, "{text}");
    }

    #[test]
    fn e01_calls_between_tags() {
        let call = "archival_memory_search {\"query\":\"first concert\"}";
        let json = r#"{"name": "archival_memory_search", "arguments": {"query": "first concert"}}"#;
        finds(&format!("<tool_call>\n{json}\n</tool_call>"), &[call]);
        finds(&format!("<tool_call> {json} </tool_call>\n"), &[call]);
        finds(&format!("Let me look. <tool_call>{json}"), &[call]);
        finds(&format!("[TOOL_REQUEST]{json}[END_TOOL_REQUEST]"), &[call]);
        finds(&format!("[TOOL_CALLS][{json}]"), &[call]);
        finds(&format!("<|python_tag|>{json}"), &[call]);
        finds(
            &format!("<tool_call>{json}</tool_call>\n<tool_call>{json}</tool_call>"),
            &[call, call],
        );
    }

    #[test]
    fn e03_a_copied_result_tag_counts_only_around_a_call() {
        finds(
            r#"<tool_response>{"name": "core_memory_append", "arguments": {"label": "human"}}</tool_response>"#,
            &[r#"core_memory_append {"label":"human"}"#],
        );
        finds(
            r#"<tool_response>{"status": "OK", "message": "x"}</tool_response>"#,
            &[],
        );
    }

    #[test]
    fn e06_special_tokens_are_not_parsed_blindly() {
        finds(
            r#"<|tool_call>call:archival_memory_insert{content:<|"|>Bike code 4417<|"|>}<tool_call|>"#,
            &[],
        );
    }

    #[test]
    fn e07_bare_json_counts_only_as_the_whole_content() {
        let json = r#"{"name":"send_message","parameters":{"message":"Happy birthday, Timo!"}}"#;
        let call = r#"send_message {"message":"Happy birthday, Timo!"}"#;
        finds(json, &[call]);
        let prose = format!("You could write {json} for that.");
        assert_eq!(calls(&prose, TextMode::Text), Vec::<String>::new());
        assert_eq!(calls(&prose, TextMode::Json), [call]);
        finds(r#"{"name":"Timo","parameters":{"age":5}}"#, &[]);
        finds("{Hello there! How are you?}", &[]);
    }

    #[test]
    fn e10_a_quotation_is_no_call() {
        let text = "Like this:\n```\n<tool_call>{\"name\":\"send_message\",\"arguments\":{}}</tool_call>\n```\n";
        assert_eq!(calls(text, TextMode::Text), Vec::<String>::new());
    }

    #[test]
    fn e12_what_follows_a_call_is_invented() {
        let text = "{\"function\":\"conversation_search\",\"params\":{\"query\":\"job\"}}\nFUNCTION RETURN {\"status\":\"OK\",\"message\":\"works at the zoo\"}\n{\"function\":\"send_message\",\"params\":{\"message\":\"You work at the zoo.\"}}";
        let found = find(text, TextMode::Text, &is_known).unwrap();
        assert_eq!(found.calls.len(), 1);
        assert_eq!(found.calls[0].name, "conversation_search");
        assert!(found.repairs.contains(&Repair::TextAfterCall));
        let tagged = "<tool_call>{\"name\":\"conversation_search\",\"arguments\":{\"query\":\"job\"}}</tool_call>\n<tool_response>{\"results\":1}</tool_response>\n<tool_call>{\"name\":\"send_message\",\"arguments\":{\"message\":\"zoo\"}}</tool_call>";
        assert_eq!(calls(tagged, TextMode::Text).len(), 1);
    }

    #[test]
    fn g12_the_form_of_groq() {
        let call = r#"core_memory_append {"content":"Sings in a choir","label":"human"}"#;
        for text in [
            r#"<function=core_memory_append{"content":"Sings in a choir","label":"human"}</function>"#,
            r#"<function=core_memory_append>{"content":"Sings in a choir","label":"human"}</function>"#,
            r#"<tool_call><function=core_memory_append>{"content":"Sings in a choir","label":"human"}</function></tool_call>"#,
        ] {
            finds(text, &[call]);
        }
        finds(r#"<function=format_disk>{"a":1}</function>"#, &[]);
        finds(
            "<tool_call>\n<function=core_memory_append>\n<parameter=label>\nhuman\n</parameter>\n<parameter=content>\nSings in a choir\n</parameter>\n</function>\n</tool_call>",
            &[call],
        );
        finds(
            "<function=core_memory_append><parameter=content>Sings in a ch",
            &[],
        );
    }

    #[test]
    fn b13_a_fence_or_prose_around_the_json() {
        let text = "Sure! Here is my action:\n```json\n{\"name\":\"send_message\",\"arguments\":{\"message\":\"Hi, Jonas.\"}}\n```";
        let call = r#"send_message {"message":"Hi, Jonas."}"#;
        assert_eq!(calls(text, TextMode::Json), [call]);
        assert_eq!(calls(text, TextMode::Text), Vec::<String>::new());
        let fence = text.split_once('\n').unwrap().1;
        finds(fence, &[call]);
    }

    #[test]
    fn b14_no_surgery_on_brackets() {
        finds(
            r#"{ "function": "send_message",{ "function": "send_message", "params": {"message": "Hello, Ben."} }"#,
            &[],
        );
    }

    #[test]
    fn a_cut_call_is_none() {
        finds(
            r#"<tool_call>{"name":"send_message","arguments":{"message":"I was"#,
            &[],
        );
        finds(
            r#"{"name":"send_message","arguments":{"message":"I was"#,
            &[],
        );
    }

    #[test]
    fn a09_a_heartbeat_beside_the_arguments_counts() {
        finds(
            r#"{"name":"archival_memory_search","arguments":{"query":"allergies"},"request_heartbeat":true}"#,
            &[r#"archival_memory_search {"query":"allergies","request_heartbeat":true}"#],
        );
    }
}
