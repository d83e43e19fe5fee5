//! The guide for authors says what is true.

use std::fs;
use std::path::PathBuf;

use memgpt_playground::engine::function::Function;
use memgpt_playground::scenario::{self, limits};
use serde_json::Value;

use super::files::bytes;

fn guide() -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("docs/SCENARIOS.md")).unwrap()
}

/// The blocks of code of one kind.
fn blocks(guide: &str, kind: &str) -> Vec<String> {
    let open = format!("```{kind}\n");
    let rest = guide.split(&open).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn its_examples_can_be_used_as_they_stand() {
    let examples = blocks(&guide(), "json");
    assert_eq!(examples.len(), 4);
    for example in &examples[..2] {
        assert_eq!(scenario::read(example.as_bytes()).unwrap().warnings, []);
    }
    for call in &examples[2..] {
        let call: Value = serde_json::from_str(call).unwrap();
        let mut example: Value = serde_json::from_str(&examples[0]).unwrap();
        example["turns"][0]["replies"] = serde_json::json!([{ "calls": [call] }]);
        let read = scenario::read(example.to_string().as_bytes()).unwrap();
        assert_eq!(read.warnings, []);
    }
}

/// All names of fields below a value, those that authors choose left out.
fn fields(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                if !matches!(name.as_str(), "es" | "en") {
                    found.push(name.clone());
                }
                // What a model invents is in no guide.
                let is_wrong = name == "arguments" && map.contains_key("is_wrong");
                if name != "marks" && !is_wrong {
                    fields(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_function_and_limit_is_explained() {
    let guide = guide();
    let mut named: Vec<String> = Vec::new();
    for id in [
        "five-slots",
        "five-slots-model",
        "pressure-alert",
        "six-sessions",
        "three-documents",
        "unreliable-manager",
    ] {
        fields(&serde_json::from_slice(&bytes(id)).unwrap(), &mut named);
    }
    named.extend(Function::MEMGPT.map(|function| function.wire().to_owned()));
    for name in named {
        assert!(
            guide.contains(&format!("`{name}`")) || guide.contains(&format!("`\"{name}\":")),
            "{name} is not explained"
        );
    }
    let guide = guide.split_whitespace().collect::<Vec<_>>().join(" ");
    for (words, limit, value) in [
        ("1,048,576 bytes", limits::BYTES_MAX, 1_048_576),
        ("10,000 turns", limits::TURNS_MAX, 10_000),
        ("64 replies a turn", limits::REPLIES_MAX, 64),
        ("20,000 characters in one text", limits::TEXT_MAX, 20_000),
        ("100 documents", limits::DOCUMENTS_MAX, 100),
        ("of 10,000 passages each", limits::PASSAGES_MAX, 10_000),
        ("up to 120 characters", limits::TITLE_MAX, 120),
    ] {
        assert!(guide.contains(words), "{words} is not said");
        assert_eq!(limit, value, "{words}");
    }
}
