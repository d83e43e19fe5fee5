//! How a trace is printed.

use std::io::{self, Write};

use memgpt_playground::agent_file::differences::{Difference, Side, counts};
use memgpt_playground::engine::event::{Event, Happening};
use memgpt_playground::engine::message::Body;
use memgpt_playground::recording::BlockOrigin;
use memgpt_playground::run::Run;
use serde_json::{Map, Value, json};

use super::options::Format;
use super::source::PlayedAgent;

/// Longest text of a difference in lines to read, in characters.
const SIDE_MAX: usize = 400;

/// Which agent is played, under which settings, and what was left out of its file.
pub fn agent(
    agent: &PlayedAgent,
    run: &Run,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let PlayedAgent {
        version,
        number,
        count,
        recording,
        remarks,
    } = agent;
    let config = run.machine().config();
    let (name, rules) = (&recording.agent, config.rules.name());
    let (messages, in_window) = (recording.messages, recording.window.len());
    let (turns, replies, window) = (recording.turns.len(), recording.replies(), config.window);
    if format == Format::JsonLines {
        let blocks: Vec<Value> = recording
            .blocks
            .iter()
            .map(|block| json!({ "label": block.label, "origin": block.origin }))
            .collect();
        let remarks: Vec<Value> = remarks
            .iter()
            .map(|remark| json!({ "path": remark.path, "remark": remark.what.to_string() }))
            .collect();
        let about = json!({ "agent": {
            "name": name, "version": version, "number": number, "agents": count,
            "messages": messages, "in_window": in_window, "turns": turns, "replies": replies,
            "rules": rules, "window": window, "blocks": blocks, "remarks": remarks,
        } });
        return writeln!(out, "{about}");
    }
    let name = printable(name).replace(char::is_whitespace, " ");
    writeln!(
        out,
        "agent {name:?} version={version} agent={number}/{count} messages={messages} \
         in_window={in_window} turns={turns} replies={replies} rules={rules} window={window}"
    )?;
    for block in &recording.blocks {
        let label = printable(&block.label);
        let origin = match block.origin {
            BlockOrigin::FirstMessage => "as the first system message shows it",
            BlockOrigin::EditsUndone => "with the recorded edits undone",
            BlockOrigin::Unedited => "as it is in the file: no edit of it is recorded",
            BlockOrigin::AtTheEnd => "as it is in the file: the recorded edits cannot be undone",
        };
        writeln!(out, "       block     {label}: {origin}")?;
    }
    for remark in remarks {
        writeln!(out, "       remark    {}", printable(&remark.to_string()))?;
    }
    Ok(())
}

/// All events of a record that was played, each with what differs from it, and how much
/// differs in all.
pub fn recorded(
    run: &Run,
    differences: &[Difference],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rest = differences;
    for position in 1..=run.len() {
        // Not in order of events are only those that were found at the end of a turn.
        let here: Vec<&Difference> = {
            let is_here = |difference: &&Difference| difference.position as usize == position;
            let count = rest
                .iter()
                .take_while(|difference| difference.position as usize <= position);
            let count = count.count();
            let (now, later) = rest.split_at(count);
            rest = later;
            now.iter().filter(is_here).collect()
        };
        event(run, position, &here, format, out)?;
    }
    let counts = counts(differences);
    if format == Format::JsonLines {
        let counts: Map<String, Value> = counts
            .iter()
            .map(|(kind, count)| (kind.name().to_owned(), (*count).into()))
            .chain([("total".to_owned(), differences.len().into())])
            .collect();
        return writeln!(out, "{}", json!({ "differences": counts }));
    }
    write!(out, "differences total={}", differences.len())?;
    for (kind, count) in counts {
        write!(out, " {}={count}", kind.name())?;
    }
    writeln!(out)
}

/// A difference, as lines to read.
fn difference(difference: &Difference, out: &mut dyn Write) -> io::Result<()> {
    let Difference {
        kind,
        subject,
        message,
        recorded,
        ours,
        ..
    } = difference;
    let message = message.map(|message| format!(" messages[{message}]"));
    let of = match subject.of() {
        "" => String::new(),
        name => format!(" of {}", printable(name)),
    };
    let (kind, subject) = (kind.name(), subject.name());
    let message = message.unwrap_or_default();
    writeln!(out, "       differs   {kind}: {subject}{of}{message}")?;
    for (name, side) in [("recorded", recorded), ("ours", ours)] {
        let Some(side) = side else { continue };
        let status = match side.is_ok {
            Some(true) => "OK ",
            Some(false) => "Failed ",
            None => "",
        };
        let mut text: String = side.text.chars().take(SIDE_MAX).collect();
        if text.len() < side.text.len() {
            text.push('…');
        }
        let text = printable(&text);
        let text = text.lines().collect::<Vec<_>>().join("\n                 ");
        writeln!(out, "         {name:<8} {status}{text}")?;
    }
    Ok(())
}

fn side(side: &Option<Side>) -> Value {
    match side {
        None => Value::Null,
        Some(Side { is_ok, text }) => json!({ "ok": is_ok, "text": text }),
    }
}

/// One event: its line, and beneath it what was said, thought and called, and what differs
/// from a record.
pub fn event(
    run: &Run,
    position: usize,
    differences: &[&Difference],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
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
        for differing in differences {
            difference(differing, out)?;
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
    if !differences.is_empty() {
        let differences: Vec<Value> = differences
            .iter()
            .map(|one| {
                json!({
                    "kind": one.kind.name(), "subject": one.subject.name(), "of": one.subject.of(),
                    "message": one.message, "recorded": side(&one.recorded), "ours": side(&one.ours),
                })
            })
            .collect();
        object.insert("differences".to_owned(), differences.into());
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
    match label {
        "persona" => "persona",
        "human" => "human",
        _ => "block",
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
