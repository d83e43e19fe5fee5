//! What is wrong with a file is said: what, where, and how to mend it.

use expect_test::{Expect, expect};
use memgpt_playground::scenario::script::ScriptedReply;
use memgpt_playground::scenario::{self, checked::Checked};
use serde_json::{Value, json};

/// A file that is right.
fn right() -> Value {
    json!({
        "format": 1,
        "id": "one",
        "title": { "es": "Uno", "en": "One" },
        "rules": "paper",
        "turns": [
            { "user": { "es": "Me llamo Ana.", "en": "My name is Ana." }, "replies": [{ "say": "Hola" }] },
            { "user": { "es": "¿Cómo me llamo?", "en": "What is my name?" } }
        ],
        "facts": [{ "id": "name", "turn": 1, "text": "Ana" }],
        "questions": [{ "turn": 2, "needs": ["name"], "accept": ["Ana"] }]
    })
}

fn read(value: &Value) -> Result<Checked, Vec<scenario::problems::Problem>> {
    scenario::read(value.to_string().as_bytes())
}

/// All problems and warnings of a file, one a line.
fn said(bytes: &[u8]) -> String {
    let problems = match scenario::read(bytes) {
        Ok(checked) => checked.warnings,
        Err(problems) => problems,
    };
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// The problems of the right file once `change` was made to it.
fn check(change: impl Fn(&mut Value), expected: Expect) {
    let mut value = right();
    change(&mut value);
    expected.assert_eq(&said(value.to_string().as_bytes()));
}

#[test]
fn a_right_file_is_read() {
    let checked = read(&right()).unwrap();
    assert_eq!(checked.warnings, []);
    assert_eq!(checked.scenario.turns.len(), 2);
    assert_eq!(&*checked.scenario.turns[1].user.en, "What is my name?");
    assert_eq!(
        checked.scenario.turns[1].at.0 - checked.scenario.turns[0].at.0,
        60
    );
}

#[test]
fn files_that_are_no_json_name_the_place() {
    let cases: [(&[u8], Expect); 8] = [
        (b"", expect!["the file is empty"]),
        (b" \n\t ", expect!["the file is empty"]),
        (
            b"{\n  \"format\": 1,\n}",
            expect!["line 3, column 1: not JSON: trailing comma"],
        ),
        (
            b"{\"format\": 1",
            expect!["line 1, column 12: not JSON: EOF while parsing an object"],
        ),
        (
            b"hola",
            expect!["line 1, column 1: not JSON: expected value"],
        ),
        (
            b"{}\n{}",
            expect!["line 2, column 1: not JSON: trailing characters"],
        ),
        (
            b"{\n\"id\": \"\xff\"}",
            expect!["line 2 is not text in UTF-8; save the file as UTF-8"],
        ),
        (
            b"\xff\xfe{\0}\0",
            expect!["line 1 is not text in UTF-8; save the file as UTF-8"],
        ),
    ];
    for (bytes, expected) in cases {
        expected.assert_eq(&said(bytes));
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_no_harm() {
    let text = serde_json::to_string_pretty(&right()).unwrap();
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(scenario::read(text.as_bytes()), read(&right()));
}

#[test]
fn too_much_is_refused_with_the_limit() {
    let long = vec![b' '; 1_048_577];
    expect!["the file has 1048577 bytes; it may have 1048576"].assert_eq(&said(&long));
    let turn = json!({ "user": "a" });
    check(
        |file| file["turns"] = vec![turn.clone(); 10_001].into(),
        expect!["turns: 10001 entries; there may be 10000"],
    );
    check(
        |file| file["turns"][0]["user"] = "x".repeat(20_001).into(),
        expect!["turns[0].user: 20001 characters; there may be 20000"],
    );
    let deep = format!("{{\"format\":1,\"id\":{}", "[".repeat(200_000));
    expect!["line 1, column 144: not JSON: recursion limit exceeded"]
        .assert_eq(&said(deep.as_bytes()));
}

#[test]
fn every_problem_is_listed_at_once() {
    check(
        |file| *file = json!({ "format": 1 }),
        expect![[r#"
            the field "id" is missing; add it
            the field "title" is missing; add it
            the field "rules" is missing; add it
            the field "turns" is missing; add it"#]],
    );
    check(
        |file| *file = json!([1]),
        expect!["this is a list […]; write an object {…}"],
    );
    check(
        |file| {
            file["id"] = "Uno Dos".into();
            file["title"] = json!({ "es": "Uno" });
            file["rules"] = "memgpt".into();
            file["seed"] = 1.5.into();
            file["start"] = "2026-02-30 10:00".into();
            file["interval"] = (-1).into();
        },
        expect![[r#"
            id: "Uno Dos" is no name here; use a-z, 0-9 and - only
            title: the language "en" is missing; add it, or give one text for both
            rules: there is no "memgpt"; write one of: miniature, paper, memgpt-0.1, memgpt-0.2, memgpt-0.3, letta-2025, letta-2026
            seed: this is a number with decimals; write a whole number
            start: "2026-02-30 10:00" is no moment; write YYYY-MM-DD HH:MM
            interval: -1 is out of range; write 0 to 315360000"#]],
    );
}

#[test]
fn another_version_of_the_format_is_not_judged_further() {
    check(
        |file| {
            file["format"] = 2.into();
            file["id"] = 7.into();
        },
        expect!["format: made for format 2; only format 1 is understood"],
    );
}

#[test]
fn unknown_fields_are_warned_of_and_left_aside() {
    let mut file = right();
    file["opensAt"] = "x".into();
    file["turns"][0]["answer"] = "x".into();
    let checked = read(&file).unwrap();
    assert_eq!(checked.scenario, read(&right()).unwrap().scenario);
    expect![[r#"
        there is no field "opensAt"; did you mean "opens_at"?
        turns[0]: there is no field "answer"; it is left aside"#]]
    .assert_eq(&said(file.to_string().as_bytes()));
}

#[test]
fn turns_and_replies_are_judged() {
    check(
        |file| {
            file["turns"][0]["at"] = "2026-01-06 10:00".into();
            file["turns"][1]["at"] = "2026-01-05 10:00".into();
            file["turns"][0]["replies"] = json!([
                {},
                { "say": "" },
                { "calls": [{ "arguments": {} }, { "name": "send_message", "arguments": 3 }] }
            ]);
        },
        expect![[r#"
            turns[0].replies[0]: the field "say" is missing; add it
            turns[0].replies[1].say: the text is empty; write it, or remove the field
            turns[0].replies[2].calls[0]: the field "name" is missing; add it
            turns[0].replies[2].calls[1].arguments: this is a whole number; write an object {…}
            turns[1].at: this is before the turn before it; time only goes on"#]],
    );
}

#[test]
fn calls_are_checked_against_their_functions() {
    check(
        |file| {
            file["turns"][0]["replies"] = json!([{ "calls": [
                { "name": "personal_diary.add", "arguments": { "text": "x" } },
                { "name": "core_memory_append", "arguments": { "name": "human", "contents": "x" } },
                { "name": "send_message", "arguments": { "message": { "es": "x" } } },
                { "name": "send_message", "arguments": "{broken" },
                { "name": "conversation_search", "arguments": { "query": "x", "page": "1", "request_heartbeat": 1 } }
            ] }]);
        },
        expect![[r#"
            turns[0].replies[0].calls[0].name: there is no "personal_diary.add"; write one of: send_message, pause_heartbeats, core_memory_append, core_memory_replace, conversation_search, conversation_search_date, archival_memory_insert, archival_memory_search
            turns[0].replies[0].calls[1].arguments: the argument "content" is missing; add it
            turns[0].replies[0].calls[1].arguments: the function has no argument "contents"; remove it
            turns[0].replies[0].calls[2].arguments.message: this is an object {…}; write a text in quotes, or {"es": …, "en": …}
            turns[0].replies[0].calls[3].arguments: this is a text in quotes; write an object {…}
            turns[0].replies[0].calls[4].arguments.page: this is a text in quotes; write a whole number
            turns[0].replies[0].calls[4].arguments.request_heartbeat: this is a whole number; write true or false"#]],
    );
}

#[test]
fn arguments_can_be_given_in_both_languages() {
    let mut file = right();
    file["turns"][0]["replies"] = json!([{ "calls": [{
        "name": "core_memory_append",
        "arguments": { "name": "human", "content": { "es": "Se llama Ana.", "en": "Is called Ana." } }
    }] }]);
    let replies = &read(&file).unwrap().scenario.turns[0].replies;
    let arguments = |reply: &ScriptedReply| -> Value {
        serde_json::from_str(&reply.reply.calls[0].arguments).unwrap()
    };
    assert_eq!(arguments(&replies[0].es)["content"], "Se llama Ana.");
    assert_eq!(arguments(&replies[0].en)["content"], "Is called Ana.");
    assert_eq!(arguments(&replies[0].en)["name"], "human");
}

/// The file whose first turn calls this.
fn calling(call: Value) -> Value {
    let mut value = right();
    value["turns"][0]["replies"] = json!([{ "calls": [call] }]);
    value
}

#[test]
fn a_document_is_a_list_of_passages_or_a_text_and_has_its_place() {
    let mut value = right();
    value["documents"] = json!([{ "title": "A", "text": { "es": "Uno.\n\nDos.", "en": "One." }, "before_turn": 2,
        "is_announced": true, "replies": [{ "say": "ok" }] }]);
    let checked = read(&value).unwrap();
    assert_eq!(checked.warnings, []);
    let document = &checked.scenario.documents[0];
    assert_eq!(document.passages.es[..], ["Uno. Dos.".into()]);
    assert_eq!((document.before_turn, document.replies.len()), (2, 1));
    check(
        |file| {
            file["documents"] = json!([
                { "title": "A", "passages": [], "before_turn": 3 },
                { "title": "B", "passages": ["b"], "before_turn": 0 },
                { "title": "C" },
                { "title": "D", "text": 7 }
            ]);
        },
        expect![[r#"
            documents[0].passages: the text is empty; write it, or remove the field
            documents[0].before_turn: 3 is out of range; write 1 to 2
            documents[1].before_turn: 0 is out of range; write 1 to 2
            documents[2]: the field "passages" is missing; add it
            documents[3].text: this is a whole number; write a text in quotes, or {"es": …, "en": …}"#]],
    );
    check(
        |file| {
            file["documents"] =
                json!([{ "title": "A", "passages": ["a"], "replies": [{ "say": "b" }] }]);
        },
        expect![[
            r#"documents[0].replies: the model is not told of this document, so it answers nothing; add "is_announced": true"#
        ]],
    );
}

#[test]
fn a_call_that_is_meant_to_be_wrong_is_made_as_it_stands() {
    let broken = r#"{"content": "Ana"#;
    let cases = [
        (
            json!({ "name": "personal_diary_add" }),
            "personal_diary_add",
            "{}",
        ),
        (
            json!({ "name": "core_memory_append", "arguments": { "block": 7 } }),
            "core_memory_append",
            r#"{"block":7}"#,
        ),
        (
            json!({ "name": "core_memory_append", "arguments": { "text": { "es": "Té", "en": "Tea" } } }),
            "core_memory_append",
            r#"{"text":"Tea"}"#,
        ),
        (
            json!({ "name": "archival_memory_insert", "arguments": broken }),
            "archival_memory_insert",
            broken,
        ),
        (
            json!({ "name": "archival_memory_insert", "arguments": { "es": "{", "en": broken } }),
            "archival_memory_insert",
            broken,
        ),
    ];
    for (mut call, name, arguments) in cases {
        // Without the word it is a mistake of the author's.
        assert!(read(&calling(call.clone())).is_err(), "{call}");
        call["is_wrong"] = json!(true);
        let checked = read(&calling(call.clone())).unwrap();
        assert_eq!(checked.warnings, [], "{call}");
        let made = &checked.scenario.turns[0].replies[0].en.reply.calls[0];
        assert_eq!((&*made.name, &*made.arguments), (name, arguments));
    }
}

#[test]
fn a_call_that_is_meant_to_be_wrong_is_still_judged_as_part_of_the_file() {
    let cases = [
        (
            json!({ "is_wrong": true }),
            r#"turns[0].replies[0].calls[0]: the field "name" is missing; add it"#,
        ),
        (
            json!({ "name": "a", "arguments": [1], "is_wrong": true }),
            "turns[0].replies[0].calls[0].arguments: this is a list […]; write an object {…}, or a text in quotes",
        ),
        (
            json!({ "name": "send_message", "arguments": { "message": "a" }, "is_wrong": "yes" }),
            "turns[0].replies[0].calls[0].is_wrong: this is a text in quotes; write true or false",
        ),
        (
            json!({ "name": "a".repeat(65), "is_wrong": true }),
            "turns[0].replies[0].calls[0].name: 65 characters; there may be 64",
        ),
    ];
    for (call, expected) in cases {
        assert_eq!(said(calling(call).to_string().as_bytes()), expected);
    }
}

#[test]
fn facts_and_questions_refer_to_what_is_there() {
    check(
        |file| {
            file["facts"] = json!([
                { "id": "name", "turn": 1, "text": "Ana" },
                { "id": "name", "turn": 2, "text": "Ana" },
                { "id": "later", "turn": 2, "text": "Ana", "replaces": "older" },
                { "id": "last", "turn": 9, "text": "Ana" }
            ]);
            file["questions"] = json!([
                { "turn": 2, "needs": ["later", "nobody"], "accept": [], "found_in": "attic" }
            ]);
        },
        expect![[r#"
            facts[1].id: "name" is there twice; rename one
            facts[2].replaces: "older" is not in this file; correct it, or add it
            facts[3].turn: 9 is out of range; write 0 to 2
            questions[0].needs[0]: "later" is only said in turn 2; move one of them
            questions[0].needs[1]: "nobody" is not in this file; correct it, or add it
            questions[0].found_in: there is no "attic"; write one of: working-context, queue, summary, recall, archival, nowhere
            questions[0].accept: the text is empty; write it, or remove the field"#]],
    );
    check(
        |file| file["questions"][0]["turn"] = 1.into(),
        expect![[r#"
            questions[0].turn: the answer is scripted, so it shows nothing; remove the replies
            questions[0].needs[0]: "name" is only said in turn 1; move one of them"#]],
    );
}

#[test]
fn marks_are_places() {
    check(
        |file| {
            file["marks"] = json!({ "Big": "1.1.said.1", "a": "said", "b": "1.1.spoke.1", "c": "evicted.2", "d": { "es": "2.1.said.1", "en": "2.2.said.1" } });
            file["opens_at"] = "e".into();
        },
        expect![[r#"
            marks.Big: "Big" is no name here; use a-z, 0-9 and - only
            marks.a: "said" is no place; write turn.call.kind.nth, such as 6.1.evicted.1
            marks.b: there is no "spoke"; write one of: began, arrived, asked, offered, oversized, pinned_overflow, pressure_warned, model_asked, replied, reply_rejected, model_failed, not_asked, call_began, call_failed, result_recorded, said, block_edited, document_given, passage_stored, searched, paged_in, heartbeats_paused, timer_held, flush_began, evicted, summarised, flush_ended, flush_failed, budget_stopped, call_cap_reached, setting_changed, stopped, session_full, yielded
            opens_at: "e" is not in this file; correct it, or add it"#]],
    );
}

#[test]
fn settings_must_go_together() {
    check(
        |file| file["config"] = json!({ "window": 100 }),
        expect!["config: window is 100; it may be 1024 to 1048576"],
    );
    check(
        |file| {
            file["config"] =
                json!({ "blocks": { "human": { "limit": 4, "value": "Se llama Ana." } } });
        },
        expect!["config: the block human starts with 13 characters; its limit is 4"],
    );
    check(
        |file| {
            file["config"] = json!({
                "window": "2048",
                "policy": "newest",
                "when_spent": 3,
                "warning": 2000,
                "page_ins_max": null,
                "blocks": { "user": {}, "human": { "limit": 0 } }
            });
        },
        expect![[r#"
            config.window: this is a text in quotes; write a whole number
            config.warning: 2000 is out of range; write 0 to 1000
            config.policy: there is no "newest"; write one of: oldest, least-recently-used, random, model-chosen
            config.when_spent: this is a whole number; write a text in quotes
            config.blocks: there is no field "user"; it is left aside
            config.blocks.human.limit: 0 is out of range; write 1 to 1000000"#]],
    );
    check(
        |file| {
            file["rules"] = "miniature".into();
            file["config"] = json!({ "window": 5, "reserve": 3, "blocks": {} });
            file["documents"] = json!([{ "title": "a", "passages": ["b"] }]);
        },
        expect![[r#"
            config.reserve: the rule set "miniature" has no such thing; remove it
            config.blocks: the rule set "miniature" has no such thing; remove it
            documents: the rule set "miniature" has no such thing; remove it"#]],
    );
}
