//! Invented bodies, each for a kind of fault that clients of many providers met, in
//! `tests/provider/`: what each is to be read as, whole and in every cut.

use std::fs;
use std::path::{Path, PathBuf};

use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::decode::Decoder;
use memgpt_playground::provider::protocol::Protocol;
use memgpt_playground::provider::reading::{Delta, Reading};
use memgpt_playground::provider::repair::Repair;
use memgpt_playground::provider::scrub::Scrubber;
use serde_json::Value;

use super::decoder;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/provider")
}

/// What the index says of one body.
pub struct Fixture {
    entry: Value,
    pub body: Vec<u8>,
    pub protocol: Protocol,
    pub head: Head,
}

/// All of them.
pub fn fixtures() -> Vec<Fixture> {
    let index = fs::read_to_string(folder().join("index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    let fixtures = index.into_iter().map(|entry| {
        let body = fs::read(folder().join(entry["file"].as_str().unwrap())).unwrap();
        let protocol = Protocol::from_name(entry["protocol"].as_str().unwrap()).unwrap();
        let status = entry["status"].as_u64().unwrap_or(200);
        let head = Head {
            status: u16::try_from(status).unwrap(),
            content_type: entry["content_type"].as_str().unwrap_or_default().into(),
            is_local: entry.get("provider").is_some(),
            ..Head::default()
        };
        Fixture {
            entry,
            body,
            protocol,
            head,
        }
    });
    fixtures.collect()
}

impl Fixture {
    fn name(&self) -> &str {
        self.entry["file"].as_str().unwrap()
    }

    /// The reading of these chunks, and what was given out on the way.
    pub fn read<'a>(&self, chunks: impl IntoIterator<Item = &'a [u8]>) -> (Reading, Vec<Delta>) {
        let mut decoder = Decoder::new(self.protocol, self.head.clone(), Scrubber::none());
        let mut deltas = Vec::new();
        for chunk in chunks {
            deltas.extend(decoder.feed(chunk));
        }
        let (reading, last) = decoder.finish();
        deltas.extend(last);
        (reading, deltas)
    }
}

#[test]
fn every_kind_of_fault_is_read_as_it_should_be() {
    let fixtures = fixtures();
    assert!(fixtures.len() > 100);
    let mut wrong = Vec::new();
    for fixture in &fixtures {
        let mut arguments = vec![
            "--protocol".to_owned(),
            fixture.protocol.name().to_owned(),
            "--status".to_owned(),
            fixture.head.status.to_string(),
            "--content-type".to_owned(),
            fixture.head.content_type.clone(),
        ];
        if let Some(provider) = fixture.entry.get("provider") {
            arguments.extend(["--provider".into(), provider.as_str().unwrap().into()]);
        }
        let file = folder().join(fixture.name());
        arguments.push(file.to_str().unwrap().into());
        let printed = decoder::decode(arguments.into_iter().map(Into::into)).unwrap();
        let found: Value = serde_json::from_str(&printed).unwrap();
        for (key, expected) in fixture.entry["expect"].as_object().unwrap() {
            // Of an error only what is named counts: its words are the provider's.
            let is_right = match (key.as_str(), expected) {
                ("error", Value::Object(parts)) => parts
                    .iter()
                    .all(|(part, value)| found["error"][part] == *value),
                _ => found[key] == *expected,
            };
            if !is_right {
                wrong.push(format!(
                    "{} ({}) {key}\n  expected {expected}\n  found    {}",
                    fixture.name(),
                    fixture.entry["kind"],
                    found[key]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_cut_of_every_body_gives_the_same() {
    for fixture in fixtures() {
        let body = fixture.body.as_slice();
        let whole = fixture.read([body]);
        for at in 0..=body.len() {
            let (reading, deltas) = fixture.read([&body[..at], &body[at..]]);
            assert_eq!(reading, whole.0, "{} cut at {at}", fixture.name());
            assert_eq!(deltas, whole.1, "{} cut at {at}", fixture.name());
        }
        for size in [1, 2, 3, 5, 16] {
            let (reading, deltas) = fixture.read(body.chunks(size));
            assert_eq!(reading, whole.0, "{} by {size}", fixture.name());
            assert_eq!(deltas, whole.1, "{} by {size}", fixture.name());
        }
    }
}

#[test]
fn what_is_shown_while_it_streams_is_what_is_read_in_the_end() {
    // Where the end shows that what was taken for text is reasoning, it moves then.
    let moves = |fixture: &Fixture| fixture.name() == "c12-unopened.json";
    for fixture in fixtures().into_iter().filter(|fixture| !moves(fixture)) {
        let (reading, deltas) = fixture.read(fixture.body.chunks(7));
        let mut shown = Reading::default();
        for delta in deltas {
            match delta {
                Delta::Text(text) => shown.text += &text,
                Delta::Thoughts(text) => shown.thoughts += &text,
                Delta::Refusal(text) => shown.refusal += &text,
                Delta::Call { .. } | Delta::Arguments { .. } => {}
            }
        }
        assert_eq!(shown.text, reading.text, "{}", fixture.name());
        assert_eq!(shown.thoughts, reading.thoughts, "{}", fixture.name());
        assert_eq!(shown.refusal, reading.refusal, "{}", fixture.name());
    }
}

/// A body that ends too early never brings a call that its whole does not bring, and never
/// one whose arguments are other than those: half a call is not run.
#[test]
fn no_beginning_of_a_body_brings_a_call_of_its_own() {
    for fixture in fixtures() {
        let whole = fixture.read([fixture.body.as_slice()]).0;
        for at in 0..fixture.body.len() {
            let (cut, _) = fixture.read([&fixture.body[..at]]);
            // The end was announced, and a failure came behind it.
            let text = String::from_utf8_lossy(&fixture.body[..at]);
            let was_ended = whole.error.is_some() && text.contains("\"finish_reason\": \"");
            for call in &cut.tool_calls {
                assert!(
                    was_ended || whole.tool_calls.contains(call),
                    "{} cut at {at}: {call:?}",
                    fixture.name()
                );
            }
            if cut.repairs.contains(&Repair::CutCalls) {
                assert!(cut.tool_calls.is_empty(), "{} cut at {at}", fixture.name());
            }
        }
    }
}
