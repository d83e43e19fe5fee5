//! The arguments of a call, from the text or value that a provider sends.
//!
//! Strict reading first, then one bounded pass of repairs, then a fault for the model
//! (provider-faults B). Nothing is run that had to be guessed.

use serde_json::{Map, Value};

use super::reading::Arguments;
use super::repair::{Repair, note};
use super::tolerant::{self, Unreadable};

/// What came of a text of arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// Arguments, or a text that goes back to the model.
    Arguments(Arguments),
    /// The text ends within a string: the reply was cut, whatever it says of its end.
    Cut,
}

/// Reads the text of arguments for the function of this name.
pub fn read(name: &str, text: &str, repairs: &mut Vec<Repair>) -> Read {
    let trimmed = text.trim();
    if matches!(trimmed, "" | "null" | "\"\"") {
        note(repairs, Repair::EmptyArguments);
        return none();
    }
    match serde_json::from_str::<Value>(trimmed) {
        Ok(Value::Object(object)) => return sound(object, trimmed),
        Ok(Value::String(inner)) => return doubly_encoded(&inner, text, repairs),
        Ok(_) => return Read::Arguments(Arguments::Broken(text.to_owned())),
        Err(_) => {}
    }
    let unfenced = without_fence(trimmed);
    let body = unfenced.unwrap_or(trimmed);
    if let Some((object, repair)) = twice(body) {
        note(repairs, repair);
        return Read::Arguments(from_object(object));
    }
    let mut found = Vec::new();
    if unfenced.is_some() {
        found.push(Repair::Fence);
    }
    match tolerant::read(body, &mut found) {
        Ok(Value::Object(object)) => {
            found.into_iter().for_each(|repair| note(repairs, repair));
            Read::Arguments(from_object(object))
        }
        Err(Unreadable::CutInString) => Read::Cut,
        Ok(_) | Err(Unreadable::Broken) => match only_message(name, body) {
            Some(object) => {
                note(repairs, Repair::InnerQuotes);
                Read::Arguments(from_object(object))
            }
            None => Read::Arguments(Arguments::Broken(text.to_owned())),
        },
    }
}

/// Takes arguments that came as a JSON value.
pub fn from_value(value: &Value) -> Arguments {
    match value {
        Value::Object(object) => from_object(object.clone()),
        Value::Null => from_object(Map::new()),
        other => Arguments::Broken(other.to_string()),
    }
}

/// Arguments with these members.
pub fn from_object(object: Map<String, Value>) -> Arguments {
    let text = Value::Object(object.clone()).to_string();
    Arguments::Object { object, text }
}

fn none() -> Read {
    Read::Arguments(from_object(Map::new()))
}

fn sound(object: Map<String, Value>, text: &str) -> Read {
    Read::Arguments(Arguments::Object {
        object,
        text: text.to_owned(),
    })
}

fn doubly_encoded(inner: &str, text: &str, repairs: &mut Vec<Repair>) -> Read {
    match serde_json::from_str::<Value>(inner.trim()) {
        Ok(Value::Object(object)) => {
            note(repairs, Repair::DoubleEncoding);
            sound(object, inner.trim())
        }
        _ => Read::Arguments(Arguments::Broken(text.to_owned())),
    }
}

/// The inside of a fenced block that is the whole text.
fn without_fence(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?.strip_suffix("```")?;
    let (language, body) = inner.split_once('\n')?;
    language
        .trim()
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric())
        .then(|| body.trim())
}

/// Two objects in one text: `{}` as a placeholder before the real ones, or the same twice.
/// Two different ones mean two things.
fn twice(text: &str) -> Option<(Map<String, Value>, Repair)> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let first = stream.next()?.ok()?;
    let second = stream.next()?.ok()?;
    if stream.next().is_some() {
        return None;
    }
    match (first, second) {
        (Value::Object(first), Value::Object(second)) if first.is_empty() => {
            Some((second, Repair::Placeholder))
        }
        (Value::Object(first), Value::Object(second)) if first == second => {
            Some((second, Repair::RepeatedArguments))
        }
        _ => None,
    }
}

/// `{"message":"…"}` with quotes in its text that are not escaped: with one name and one
/// text, everything between the outermost quotes is the text. Only for what is said, never
/// for what is stored.
fn only_message(name: &str, text: &str) -> Option<Map<String, Value>> {
    if name != "send_message" {
        return None;
    }
    let inner = text.strip_prefix('{')?.trim_start();
    let inner = inner.strip_prefix("\"message\"")?.trim_start();
    let inner = inner.strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let inner = inner.strip_suffix('}')?.trim_end().strip_suffix('"')?;
    // A second name would be swallowed.
    if inner.contains("\":") || inner.contains("\" :") {
        return None;
    }
    let mut escaped = String::from("\"");
    let mut after_backslash = false;
    for letter in inner.chars() {
        match letter {
            '"' if !after_backslash => escaped.push_str("\\\""),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            letter => escaped.push(letter),
        }
        after_backslash = letter == '\\' && !after_backslash;
    }
    escaped.push('"');
    let message: String = serde_json::from_str(&escaped).ok()?;
    Some(Map::from_iter([("message".to_owned(), message.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: Option<&str>, repaired: &[Repair]) {
        let mut repairs = Vec::new();
        let object = match read(name, text, &mut repairs) {
            Read::Arguments(arguments) => arguments
                .object()
                .map(|object| Value::Object(object.clone()).to_string()),
            Read::Cut => Some("cut".to_owned()),
        };
        assert_eq!(object.as_deref(), expected, "{text}");
        assert_eq!(repairs, repaired, "{text}");
    }

    #[test]
    fn empty_arguments_are_none() {
        for text in ["", " \n", "null", "\"\""] {
            check("f", text, Some("{}"), &[Repair::EmptyArguments]);
        }
        check("f", "{}", Some("{}"), &[]);
        check("f", " { } ", Some("{}"), &[]);
    }

    #[test]
    fn an_object_may_be_wrapped() {
        check(
            "f",
            r#""{\"a\":1}""#,
            Some(r#"{"a":1}"#),
            &[Repair::DoubleEncoding],
        );
        check(
            "f",
            "```json\n{\"a\":1}\n```",
            Some(r#"{"a":1}"#),
            &[Repair::Fence],
        );
        check(
            "f",
            r#"{}{"a":1}"#,
            Some(r#"{"a":1}"#),
            &[Repair::Placeholder],
        );
        check(
            "f",
            r#"{"a":1}{"a":1}"#,
            Some(r#"{"a":1}"#),
            &[Repair::RepeatedArguments],
        );
        check("f", r#"{"a":1}{"a":2}"#, None, &[]);
    }

    #[test]
    fn what_is_no_object_goes_back_to_the_model() {
        for text in [
            "12",
            "[1]",
            "true",
            "\"text\"",
            "some words",
            "{\"a\":1},\"b\":2}",
        ] {
            check("f", text, None, &[]);
        }
    }

    #[test]
    fn quotes_in_what_is_said_are_kept_and_in_what_is_stored_refused() {
        let said = r#"{"message":"She said "later", then left."}"#;
        let expected = r#"{"message":"She said \"later\", then left."}"#;
        check("send_message", said, Some(expected), &[Repair::InnerQuotes]);
        check("core_memory_append", said, None, &[]);
        let two = r#"{"message":"She said "a", then","mood":"b" c"}"#;
        check("send_message", two, None, &[]);
    }

    #[test]
    fn cut_strings_are_cut_for_every_function() {
        for name in ["send_message", "core_memory_append"] {
            check(name, r#"{"message":"I was just ab"#, Some("cut"), &[]);
        }
    }
}
