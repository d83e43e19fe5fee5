//! Every recorded body gives the reading that its index says, however it is cut.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::decoder;

/// The folder of the recordings, which is no part of the repository.
fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/recordings");
    if root.join("index.json").is_file() {
        return Some(root);
    }
    eprintln!("skipped: there are no recordings beside the repository");
    None
}

fn decode(folder: &Path, entry: &Value, chunk: Option<usize>) -> Value {
    let text = |key: &str| entry[key].as_str().unwrap().to_owned();
    let file = folder.join(text("file"));
    let mut arguments = vec![
        "--protocol".to_owned(),
        text("protocol"),
        "--provider".to_owned(),
        text("provider"),
        "--status".to_owned(),
        entry["http_status"].to_string(),
        "--content-type".to_owned(),
        text("content_type"),
        file.to_str().unwrap().to_owned(),
    ];
    if let Some(chunk) = chunk {
        arguments.extend(["--chunk".to_owned(), chunk.to_string()]);
    }
    let printed = decoder::decode(arguments.into_iter().map(Into::into)).unwrap();
    serde_json::from_str(&printed).unwrap()
}

#[test]
fn every_recording_gives_the_expected_reading() {
    let Some(folder) = folder() else { return };
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    assert!(index.len() >= 30, "only {} recordings", index.len());
    let mut wrong = Vec::new();
    for entry in &index {
        let found = decode(&folder, entry, None);
        let expected = entry["expect"].as_object().unwrap();
        for (key, value) in expected {
            let is_right = match (key.as_str(), value) {
                ("usage", Value::Object(usage)) => usage
                    .iter()
                    .all(|(part, count)| found["usage"][part] == *count),
                ("error", Value::Object(error)) => is_error(error, &found["error"]),
                _ => found[key] == *value,
            };
            if !is_right {
                let file = &entry["file"];
                wrong.push(format!(
                    "{file} {key}\n  expected {value}\n  found {}",
                    found[key]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The kind, and what else is stated; a code may be a number.
fn is_error(expected: &serde_json::Map<String, Value>, found: &Value) -> bool {
    expected.iter().all(|(key, value)| match key.as_str() {
        "also" => true,
        "code" => value.is_number() || found["code"] == *value,
        _ => found[key] == *value,
    })
}

#[test]
fn the_size_of_the_chunks_changes_nothing() {
    let Some(folder) = folder() else { return };
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    for entry in &index {
        let whole = decode(&folder, entry, None);
        for chunk in [1, 2, 3, 7, 64, 1000] {
            let cut = decode(&folder, entry, Some(chunk));
            assert_eq!(cut, whole, "{} by {chunk}", entry["file"]);
        }
    }
}
