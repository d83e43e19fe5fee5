//! Letta agent files: what is read of them, how they are played, and what is said of those
//! that cannot be.

mod breaking;
mod differences;
mod mutations;
mod page;
mod real;
mod shapes;
mod stimuli;
mod travel;
mod window;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use memgpt_playground::agent_file::differences::{Difference, Kind, differences};
use memgpt_playground::agent_file::perform::Replay;
use memgpt_playground::agent_file::problems::Problem;
use memgpt_playground::agent_file::{self, AgentFile, start};
use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::search;
use memgpt_playground::recording::Recording;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::scenario::perform::scripted;
use memgpt_playground::scenario::settings::Choices;
use serde_json::{Value, json};

/// The files of our own writing, one a version.
const OWN: [&str; 2] = ["harbour.v1", "huerto.v2"];

/// A file of our own writing.
fn own(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents");
    fs::read(root.join(format!("{name}.af"))).unwrap()
}

/// The same as a JSON value.
fn own_value(name: &str) -> Value {
    serde_json::from_slice(&own(name)).unwrap()
}

/// A file that can be read.
fn read(bytes: &[u8]) -> AgentFile {
    agent_file::read(bytes).unwrap_or_else(|problem| panic!("{problem}"))
}

/// What is wrong with a file, or with its first agent.
fn problem(bytes: &[u8]) -> Problem {
    match agent_file::read(bytes) {
        Err(problem) => problem,
        Ok(file) => file.agents[0].recording.clone().unwrap_err(),
    }
}

/// A record that was played to its end.
struct Played {
    recording: Arc<Recording>,
    run: Run,
    differences: Vec<Difference>,
    remarks: Vec<Problem>,
}

/// Plays an agent to its end.
fn play(agent: &agent_file::CheckedAgent, choices: &Choices) -> Played {
    let recording = agent.recording.clone().unwrap();
    let config = start::config(&recording, choices).unwrap();
    let engine = start::engine(&recording, config, Some(search::ranked)).unwrap();
    let mut run = Run::new(engine);
    let mut replay = Replay::new(Arc::clone(&recording), scripted);
    let mut wait = None;
    // A record has an end: each message of it gives some events, and each of them no more.
    let most = 200 * (recording.messages as usize + 10);
    while wait.is_none() && run.len() < most {
        wait = replay.advance(&mut run);
    }
    assert_eq!(wait, Some(Wait::User), "after {} events", run.len());
    Played {
        differences: differences(&recording, &run),
        remarks: agent.remarks.clone(),
        recording,
        run,
    }
}

/// Plays the first agent of a file of version 1 with these messages.
fn played(messages: Value) -> Played {
    let file = json!({
        "agent_type": "memgpt_agent", "name": "test", "system": "Be brief.",
        "core_memory": [{ "label": "human", "value": "Ana", "limit": 100 }],
        "messages": messages,
    });
    let file = read(file.to_string().as_bytes());
    play(&file.agents[0], &Choices::default())
}

impl Played {
    /// What users said in it.
    fn heard(&self) -> Vec<String> {
        let heard = self
            .run
            .events()
            .iter()
            .filter_map(|event| match &event.what {
                Happening::Arrived(message) => match &message.body {
                    Body::User(text) => Some(text.to_string()),
                    _ => None,
                },
                _ => None,
            });
        heard.collect()
    }

    /// What the agent said in it.
    fn said(&self) -> Vec<String> {
        let said = self
            .run
            .events()
            .iter()
            .filter_map(|event| match &event.what {
                Happening::Said { text } => Some(text.to_string()),
                _ => None,
            });
        said.collect()
    }

    /// The kinds of its events.
    fn kinds(&self) -> Vec<&'static str> {
        let events = self.run.events().iter();
        events.map(|event| event.what.kind()).collect()
    }

    /// Its differences of one kind.
    fn of_kind(&self, kind: Kind) -> Vec<&Difference> {
        let all = self.differences.iter();
        all.filter(|difference| difference.kind == kind).collect()
    }

    /// What was left out or changed, in words.
    fn remarked(&self) -> Vec<String> {
        self.remarks.iter().map(ToString::to_string).collect()
    }
}

/// The text of a message of the user, packaged as the releases did.
fn user(text: &str) -> Value {
    let content = json!({ "type": "user_message", "message": text, "time": "" }).to_string();
    json!({ "role": "user", "content": [{ "type": "text", "text": content }] })
}

/// A reply with one call.
fn called(id: &str, name: &str, arguments: &Value) -> Value {
    let function = json!({ "name": name, "arguments": arguments.to_string() });
    json!({
        "role": "assistant", "content": [{ "type": "text", "text": "Hm." }],
        "tool_calls": [{ "id": id, "type": "function", "function": function }],
    })
}

/// What a call brought.
fn returned(id: &str, status: &str, message: Value) -> Value {
    let content = json!({ "status": status, "message": message, "time": "" }).to_string();
    json!({ "role": "tool", "tool_call_id": id, "content": [{ "type": "text", "text": content }] })
}
