//! How a trace is printed.

use std::io::{self, Write};

use memgpt_playground::engine::event::{Event, Happening};
use memgpt_playground::engine::message::Body;
use memgpt_playground::run::Run;
use serde_json::{Map, Value, json};

use super::options::Format;

/// One event: its line, and beneath it what was said, thought and called.
pub fn event(run: &Run, position: usize, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let index = position - 1;
    let (Some(event), Some(place)) = (run.events().get(index), run.places().get(index)) else {
        return Ok(());
    };
    if format == Format::Text {
        writeln!(out, "{}", run.trace_line(position))?;
        for (who, text) in texts(event) {
            for (number, line) in printable(&text).lines().enumerate() {
                let who = if number == 0 {
                    format!("{who}:")
                } else {
                    String::new()
                };
                writeln!(out, "       {who:<9} {line}")?;
            }
        }
        return Ok(());
    }
    let mut object = Map::new();
    object.insert("position".to_owned(), position.into());
    object.insert("turn".to_owned(), place.turn.into());
    object.insert("call".to_owned(), place.call.into());
    object.insert("at".to_owned(), event.at.to_string().into());
    object.insert("event".to_owned(), event.what.kind().into());
    for (name, value) in event.what.fields() {
        object.insert(name.to_owned(), typed(value));
    }
    let texts: Map<String, Value> = texts(event)
        .into_iter()
        .map(|(who, text)| (who.to_owned(), text.into()))
        .collect();
    if !texts.is_empty() {
        object.insert("texts".to_owned(), texts.into());
    }
    writeln!(out, "{}", Value::Object(object))
}

/// What the run cost, in the last line.
pub fn totals(run: &Run, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let totals = run.head().totals();
    let counts = [
        ("events", run.len() as u64),
        ("model_calls", totals.model_calls.into()),
        ("function_calls", totals.function_calls.into()),
        ("page_ins", totals.page_ins.into()),
        ("page_outs", totals.page_outs.into()),
        ("tokens_in", totals.tokens_in),
        ("tokens_out", totals.tokens_out),
    ];
    let digest = run.digest();
    if format == Format::Text {
        write!(out, "totals")?;
        for (name, count) in counts {
            write!(out, " {name}={count}")?;
        }
        return writeln!(out, " digest={digest}");
    }
    let mut object: Map<String, Value> = counts
        .into_iter()
        .map(|(name, count)| (name.to_owned(), count.into()))
        .collect();
    object.insert("digest".to_owned(), digest.to_string().into());
    writeln!(out, "{}", Value::Object(object))
}

/// The words of an event, each with who they are of.
fn texts(event: &Event) -> Vec<(&'static str, String)> {
    match &event.what {
        Happening::Arrived(message) => match &message.body {
            Body::User(text) | Body::Item(text) => vec![("user", text.to_string())],
            _ => Vec::new(),
        },
        Happening::Asked { text } | Happening::Offered { text } => vec![("user", text.to_string())],
        Happening::Replied { reply, .. } => {
            let thoughts =
                (!reply.thoughts.is_empty()).then(|| ("thinks", reply.thoughts.to_string()));
            thoughts.into_iter().collect()
        }
        Happening::CallBegan { call, .. } if &*call.name != "send_message" => {
            vec![("calls", format!("{} {}", call.name, call.arguments))]
        }
        Happening::Said { text } => vec![("agent", text.to_string())],
        Happening::BlockEdited(edit) => vec![(edit_name(&edit.label), edit.after.to_string())],
        Happening::PassageStored { passage } => vec![("stored", passage.text.to_string())],
        Happening::Summarised { message, .. } => {
            vec![("summary", message.body.spoken().to_owned())]
        }
        Happening::PagedIn { message, .. } => match &message.body {
            Body::FunctionResult { text, .. } => vec![("page", text.to_string())],
            body => vec![("page", body.spoken().to_owned())],
        },
        _ => Vec::new(),
    }
}

fn edit_name(label: &str) -> &'static str {
    if label == "persona" {
        "persona"
    } else {
        "human"
    }
}

/// A field of the trace as JSON: numbers and truths as such.
fn typed(value: String) -> Value {
    match value.as_str() {
        "true" => true.into(),
        "false" => false.into(),
        text => text
            .parse::<u64>()
            .map_or_else(|_| json!(value), Value::from),
    }
}

/// The text without signs that would move a terminal's cursor.
fn printable(text: &str) -> String {
    let plain = |sign: char| {
        if sign.is_control() && sign != '\n' {
            '\u{fffd}'
        } else {
            sign
        }
    };
    text.chars().map(plain).collect()
}
