//! What was recorded beside what comes of it.

use memgpt_playground::agent_file::differences::{Kind, Subject};
use serde_json::{Value, json};

use super::{called, played, returned, user};

#[test]
fn the_same_is_no_difference() {
    let played = played(json!([
        user("Hi."),
        called("1", "send_message", &json!({ "message": "Hello." })),
        returned("1", "OK", json!("None")),
    ]));
    assert_eq!(played.differences, []);
}

#[test]
fn a_status_a_text_and_a_moment_are_told_apart() {
    let append =
        |content: &str| json!({ "label": "human", "content": content, "request_heartbeat": true });
    let at = |mut value: Value, at: &str| {
        value["created_at"] = json!(at);
        value
    };
    let result = |id: &str, status: &str, message: Value, time: &str| {
        let content = json!({ "status": status, "message": message, "time": time }).to_string();
        json!({ "role": "tool", "tool_call_id": id, "content": content, "created_at": "2025-05-01T10:00:05" })
    };
    let long = "x".repeat(200);
    let played = played(json!([
        at(user("Hi."), "2025-05-01T10:00:00"),
        at(
            called("1", "core_memory_append", &append(&long)),
            "2025-05-01T10:00:02"
        ),
        result("1", "OK", json!("None"), "2025-05-01 10:00:02 AM UTC+0000"),
        at(
            called("2", "core_memory_append", &append("b")),
            "2025-05-01T10:00:05"
        ),
        result("2", "OK", json!("done"), "2025-05-01 10:00:05 AM UTC+0000"),
        at(
            called("3", "send_message", &json!({ "message": "c" })),
            "2025-05-01T10:00:05"
        ),
        result("3", "OK", json!("None"), "2025-05-01 03:00:06 AM PDT-0700"),
    ]));
    let results: Vec<(&str, u32)> = played
        .differences
        .iter()
        .filter(|one| matches!(one.subject, Subject::Result(_)))
        .map(|one| (one.kind.name(), one.message.unwrap()))
        .collect();
    assert_eq!(results, [("status", 2), ("text", 4), ("time", 6)]);
    let time = &played.of_kind(Kind::Time)[0];
    assert_eq!(
        &*time.recorded.as_ref().unwrap().text,
        "2025-05-01 10:00:06"
    );
    assert_eq!(&*time.ours.as_ref().unwrap().text, "2025-05-01 10:00:05");
}

#[test]
fn an_edit_that_leads_elsewhere_shows_in_the_block() {
    let played = played(json!([
        { "role": "system", "content": "Be brief.\n<human>\nEva\n</human>" },
        user("I am Ana."),
        called("1", "core_memory_append", &json!({ "label": "human", "content": "b" })),
        { "role": "system", "content": "Be brief.\n<human>\nEva\nc\n</human>" },
        returned("1", "OK", Value::Null),
    ]));
    let blocks: Vec<(&str, Option<u32>)> = played
        .differences
        .iter()
        .filter(|one| matches!(one.subject, Subject::Block(_)))
        .map(|one| (&*one.recorded.as_ref().unwrap().text, one.message))
        .collect();
    assert_eq!(blocks, [("Eva\nc", Some(3)), ("Ana", None)]);
}

#[test]
fn replies_that_the_rules_leave_no_room_for_are_only_recorded() {
    // A window in which the second reply can never be asked for.
    let long = "word ".repeat(20_000);
    let played = played(json!([
        user("Hi."),
        called(
            "1",
            "core_memory_append",
            &json!({ "label": "human", "content": "b", "request_heartbeat": true, "x": long })
        ),
        called("2", "send_message", &json!({ "message": "Hello." })),
        user("More."),
        called("3", "send_message", &json!({ "message": "Here." })),
    ]));
    let lost: Vec<Option<u32>> = played
        .of_kind(Kind::OnlyRecorded)
        .into_iter()
        .filter(|one| one.subject == Subject::Reply)
        .map(|one| one.message)
        .collect();
    assert!(lost.len() <= 3, "{lost:?}");
    assert_eq!(played.heard(), ["Hi.", "More."]);
}

#[test]
fn a_call_that_the_rules_answer_with_another_step_is_not_asked_for() {
    let played = played(json!([
        user("Hi."),
        called(
            "1",
            "core_memory_append",
            &json!({ "label": "human", "content": "b" })
        ),
        returned("1", "OK", Value::Null),
        user("More."),
        called("2", "send_message", &json!({ "message": "Here." })),
    ]));
    assert_eq!(played.said(), ["Here."]);
    let asked = played
        .kinds()
        .iter()
        .filter(|kind| **kind == "model_asked")
        .count();
    assert_eq!(asked, 2);
    assert!(played.kinds().contains(&"not_asked"));
}
