//! Files that break, or are no agent: one clear line each, with the place and what to do.

use memgpt_playground::agent_file::{self, limits::AGENTS_MAX};
use memgpt_playground::scenario::settings::Choices;
use serde_json::{Value, json};

use super::{called, own, own_value, play, problem, read, returned, user};

/// Checks the line that is said of a file.
#[track_caller]
fn says(bytes: impl AsRef<[u8]>, line: &str) {
    assert_eq!(problem(bytes.as_ref()).to_string(), line);
}

#[test]
fn what_is_no_json() {
    const CUT: &str = "the file may be cut short: export the agent again";
    says("", "the file is empty; export the agent again");
    says(" \n\t", "the file is empty; export the agent again");
    says(
        "<!doctype html><html></html>",
        "the file is a web page, not an agent; download the file itself (raw)",
    );
    says(
        "\u{feff} <html>",
        "the file is a web page, not an agent; download the file itself (raw)",
    );
    says(
        [0xff, 0xfe, b'{', 0],
        "the file is text in UTF-16; save it as UTF-8",
    );
    says(
        [0xfe, 0xff, 0, b'{'],
        "the file is text in UTF-16; save it as UTF-8",
    );
    says(
        b"{\n\"a\": \"\xff\"}",
        "line 2 is not text in UTF-8; save the file as UTF-8",
    );
    says(
        "{\"a\": \0}",
        "line 1 is not text in UTF-8; save the file as UTF-8",
    );
    says(
        "{\"a\": 1e999}",
        &format!("line 1, column 11: not JSON: number out of range; {CUT}"),
    );
    says(
        "{\"messages\": [",
        &format!("line 1, column 14: not JSON: EOF while parsing a list; {CUT}"),
    );
    let deep = format!("{{\"messages\": {}", "[".repeat(100_000));
    says(
        deep,
        "line 1, column 140: lists and objects are nested too deeply for an agent file",
    );
    says(
        "\"{\"",
        &format!(
            "in the text that the file holds as a JSON string, line 1, column 1: not JSON: EOF while parsing an object; {CUT}"
        ),
    );
}

#[test]
fn what_is_no_agent() {
    const FORM: &str = "not an agent; an agent file has \"agents\" (version 2) or \"messages\" and \"core_memory\" (version 1)";
    for (text, found) in [
        ("[]", "a list […]"),
        ("7", "a whole number"),
        ("1.5", "a number with decimals"),
        ("null", "null"),
        ("true", "true or false"),
        ("{}", "an object {…}"),
        ("{\"format\": 1, \"turns\": []}", "an object {…}"),
        ("\"\\\"x\\\"\"", "a text in quotes"),
    ] {
        says(text, &format!("this is {found}, {FORM}"));
    }
    says(
        "{\"agents\": []}",
        "agents: the list is empty; export at least one agent into the file",
    );
    says(
        "{\"agents\": {}}",
        "agents: this is an object {…}; write a list […]",
    );
    says(
        "{\"agents\": null}",
        "agents: this is null; write a list […]",
    );
    says(
        "{\"agents\": [null]}",
        "agents[0]: this is null; write an object {…}",
    );
    says(
        "{\"agents\": [[]]}",
        "agents[0]: this is a list […]; write an object {…}",
    );
    says(
        "{\"agents\": [{\"messages\": 7}]}",
        "agents[0].messages: this is a whole number; write a list […]",
    );
    says(
        "{\"messages\": \"x\", \"system\": \"\"}",
        "messages: this is a text in quotes; write a list […]",
    );
    let many = json!({ "agents": vec![json!({}); AGENTS_MAX + 1] });
    says(many.to_string(), "agents: 1001 entries; there may be 1000");
}

#[test]
fn a_byte_order_mark_does_no_harm() {
    for name in super::OWN {
        let with = ["\u{feff}".as_bytes(), &own(name)].concat();
        assert_eq!(read(&with).agents.len(), read(&own(name)).agents.len());
    }
}

#[test]
fn a_file_that_was_cut_short_says_where() {
    for name in super::OWN {
        let whole = own(name);
        for part in 1..20 {
            let cut = &whole[..whole.len() * part / 20];
            let line = problem(cut).to_string();
            let is_place =
                line.starts_with("line ") || line == "the file is empty; export the agent again";
            assert!(is_place, "{line}");
        }
    }
}

#[test]
fn ids_that_are_there_twice_or_go_in_circles() {
    let mut file = own_value("huerto.v2");
    for message in file["agents"][0]["messages"].as_array_mut().unwrap() {
        message["id"] = json!("message-0");
        if let Some(calls) = message["tool_calls"].as_array_mut() {
            calls.iter_mut().for_each(|call| call["id"] = json!("same"));
        }
        if message["role"] == "tool" {
            message["tool_call_id"] = json!("same");
        }
    }
    file["blocks"][0]["id"] = json!("block-1");
    file["agents"][0]["block_ids"] = json!(["block-1", "block-1", "agent-0", "block-9", 7, null]);
    file["groups"] = json!([{ "id": "group-0", "agent_ids": ["agent-0", "group-0"] }]);
    file["agents"][0]["group_ids"] = json!(["group-0"]);
    file["agents"][0]["multi_agent_group"] = json!({ "agent_ids": ["agent-0"] });
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    assert_eq!(played.heard().len(), 3);
    assert!(
        played
            .remarked()
            .iter()
            .any(|line| line.contains("\"message-0\" is there twice"))
    );
    assert!(
        played
            .remarked()
            .iter()
            .any(|line| line.contains("\"block-9\" is not in this file"))
    );
}

#[test]
fn another_type_in_any_field_is_no_crash() {
    let strange: Vec<Value> = serde_json::from_str(
        r#"[null, true, 0, -1, 1.5, 1e300, 18446744073709551615, "", "x", "\u0000", [], [[]], [7], {}, {"a": []}]"#,
    )
    .unwrap();
    for name in super::OWN {
        let file = own_value(name);
        let paths = paths(&file);
        // Every field of the first messages and of all that is no message.
        for path in paths.iter().filter(|path| {
            !path.contains("/messages/")
                || path.contains("/messages/0/")
                || path.contains("/messages/5/")
        }) {
            for value in &strange {
                let mut file = file.clone();
                *file.pointer_mut(path).unwrap() = value.clone();
                super::mutations::try_out(file.to_string().as_bytes());
            }
        }
    }
}

/// The places of all values below a value, as JSON pointers.
fn paths(value: &Value) -> Vec<String> {
    fn walk(value: &Value, path: &str, all: &mut Vec<String>) {
        match value {
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    all.push(format!("{path}/{index}"));
                    walk(value, &format!("{path}/{index}"), all);
                }
            }
            Value::Object(map) => {
                for (name, value) in map {
                    all.push(format!("{path}/{name}"));
                    walk(value, &format!("{path}/{name}"), all);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk(value, "", &mut all);
    all
}

#[test]
fn a_file_of_another_kind_is_no_agent_file() {
    for text in [
        "{\"format\": 1, \"turns\": []}",
        "hello",
        "",
        "[]",
        "{\"kind\": \"memgpt-playground session\"}",
    ] {
        assert!(!agent_file::is_agent_file(text.as_bytes()), "{text}");
    }
    for name in super::OWN {
        assert!(agent_file::is_agent_file(&own(name)));
    }
}

#[test]
fn many_remarks_are_counted_and_not_listed() {
    let messages = vec![json!({ "role": "nobody" }); 300];
    let played = super::played(json!(messages));
    assert_eq!(played.remarks.len(), 101);
    assert_eq!(played.remarked()[100], "200 further remarks");
}

#[test]
fn long_names_are_shortened_and_control_signs_are_no_harm() {
    let name = "\u{1b}[31m".repeat(1_000);
    let file = json!({ "name": name, "system": "s", "messages": [{ "role": name }] });
    let agent = &read(file.to_string().as_bytes()).agents[0];
    assert_eq!(agent.name.chars().count(), 64);
    assert!(agent.remarks[0].to_string().len() < 700);
}

#[test]
fn an_edit_that_would_fill_the_memory_is_not_made() {
    let many = "a".repeat(100_000);
    let file = json!({
        "agent_type": "memgpt_agent", "name": "test", "system": "Be brief.",
        "core_memory": [{ "label": "human", "value": many, "limit": 200_000 }],
        "messages": [
            user("Hi."),
            called(
                "1",
                "core_memory_replace",
                &json!({ "label": "human", "old_content": "a", "new_content": many }),
            ),
            returned("1", "OK", Value::Null),
        ],
    });
    let file = read(file.to_string().as_bytes());
    assert_eq!(file.agents[0].recording.as_ref().unwrap().turns.len(), 1);
}
