//! Files of other shapes than a whole conversation play as far as they mean anything.

use memgpt_playground::agent_file::Version;
use memgpt_playground::agent_file::differences::Kind;
use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::event::Happening;
use memgpt_playground::recording::BlockOrigin;
use memgpt_playground::scenario::settings::Choices;
use serde_json::{Value, json};

use super::{OWN, Played, called, own, own_value, play, played, read, returned, user};

fn say(id: &str, text: &str) -> Value {
    called(id, "send_message", &json!({ "message": text }))
}

#[test]
fn both_versions_are_read_and_played_to_the_end() {
    let versions = [Version::One, Version::Two];
    for (name, version) in OWN.into_iter().zip(versions) {
        let file = read(&own(name));
        assert_eq!(file.version, version);
        for agent in &file.agents {
            let Played { recording, run, .. } = play(agent, &Choices::default());
            assert!(!recording.turns.is_empty());
            assert_eq!(run.head().totals().function_calls as usize, {
                let turns = recording.turns.iter();
                let replies = turns.flat_map(|turn| &turn.replies);
                replies.map(|reply| reply.reply.calls.len()).sum::<usize>()
            });
        }
    }
}

#[test]
fn every_rule_set_of_tokens_plays_them_in_any_window() {
    for name in OWN {
        let file = read(&own(name));
        for rules in RuleSet::ALL.into_iter().skip(1) {
            for window in [None, Some(1_024), Some(1_500), Some(128_000)] {
                let rules = Some(rules);
                let choices = Choices {
                    rules,
                    window,
                    ..Choices::default()
                };
                let played = play(&file.agents[0], &choices);
                assert!(played.run.len() > 20);
            }
        }
    }
}

#[test]
fn a_file_without_messages_opens_with_its_blocks() {
    for messages in [Value::Null, json!([])] {
        let played = played(messages);
        assert_eq!(played.kinds(), ["began"]);
        assert_eq!(&*played.run.head().blocks()[0], "Ana");
        assert_eq!(played.differences, []);
    }
}

#[test]
fn a_file_of_blocks_alone_is_an_agent() {
    let file = json!({ "core_memory": [{ "label": "persona", "value": "I am." }], "agent_type": null, "name": "x", "system": "s" });
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    assert_eq!(played.kinds(), ["began"]);
    assert_eq!(played.run.machine().config().blocks[0].limit, 5_000);
}

#[test]
fn a_tool_that_we_lack_uses_its_recorded_result() {
    let played = played(json!([
        user("What time is it?"),
        called("1", "clock", &json!({ "request_heartbeat": true })),
        returned("1", "OK", json!("Ten.")),
        say("2", "Ten."),
        returned("2", "OK", json!("None")),
    ]));
    assert_eq!(played.said(), ["Ten."]);
    assert!(played.kinds().contains(&"result_recorded"));
    assert!(!played.kinds().contains(&"call_failed"));
    let kinds: Vec<&str> = played
        .differences
        .iter()
        .map(|one| one.kind.name())
        .collect();
    assert_eq!(kinds, ["stand_in", "only_ours"]);
}

#[test]
fn edits_of_later_releases_move_the_blocks_as_they_did() {
    // The block is "Ana" in the end; a rethink cannot be undone, all else is.
    let played = played(json!([
        user("I am Ana, and I like tea."),
        called(
            "1",
            "memory_insert",
            &json!({ "label": "human", "new_str": "Likes tea.", "request_heartbeat": true }),
        ),
        returned("1", "OK", json!("The block was edited.")),
        called(
            "2",
            "memory_replace",
            &json!({ "label": "human", "old_string": "\nLikes tea.", "new_string": "" }),
        ),
        returned("2", "OK", json!("The block was edited.")),
        called(
            "3",
            "memory_replace",
            &json!({ "label": "human", "old_string": "Leo", "new_string": "Zoe" }),
        ),
        returned("3", "Failed", json!("not there")),
        called(
            "4",
            "memory_rethink",
            &json!({ "label": "human", "new_memory": "Ana" }),
        ),
        returned("4", "OK", json!("The block was edited.")),
    ]));
    let edits: Vec<(&str, &str)> = played
        .run
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            Happening::BlockEdited(edit) => Some((&*edit.undeclared.as_ref()?.name, &*edit.after)),
            _ => None,
        })
        .collect();
    assert_eq!(
        edits,
        [
            ("memory_insert", "Ana\nLikes tea."),
            ("memory_replace", "Ana"),
            ("memory_rethink", "Ana"),
        ]
    );
    assert_eq!(&*played.run.head().blocks()[0], "Ana");
    let subjects = || played.differences.iter().map(|one| one.subject.name());
    assert!(!subjects().any(|name| name == "block"));
    // The one that failed then changes nothing, and its failure goes back to the model.
    assert!(played.kinds().contains(&"result_recorded"));
    // What goes back to the model is what was recorded.
    let results = played.of_kind(Kind::StandIn);
    assert_eq!(results.len(), 4);
    let shown = results[0].recorded.as_ref().map(|side| &*side.text);
    assert_eq!(shown, Some("The block was edited."));
    assert!(
        played
            .of_kind(Kind::Text)
            .iter()
            .all(|one| one.subject.name() != "result")
    );
}

#[test]
fn a_tool_that_we_lack_without_a_recorded_result_fails() {
    let played = played(json!([user("Hi."), called("1", "clock", &json!({}))]));
    assert!(played.kinds().contains(&"call_failed"));
    let all: Vec<(&str, &str)> = played
        .differences
        .iter()
        .map(|one| (one.kind.name(), one.subject.name()))
        .collect();
    assert_eq!(all, [("only_ours", "result"), ("only_ours", "heartbeat")]);
}

#[test]
fn the_first_of_several_agents_plays_and_the_others_can_be_chosen() {
    let file = read(&own("huerto.v2"));
    assert_eq!(file.agents.len(), 2);
    assert_eq!(file.position("semillero"), Ok(1));
    assert_eq!(file.position("2"), Ok(1));
    assert_eq!(file.position("1"), Ok(0));
    for wanted in ["0", "3", "", "nadie", "-1"] {
        let line = file.position(wanted).unwrap_err().to_string();
        assert!(line.contains("cuaderno del huerto, semillero"), "{line}");
    }
    let second = play(&file.agents[1], &Choices::default());
    assert_eq!(second.heard(), ["Hola, ¿quién eres?"]);
}

#[test]
fn messages_out_of_order_are_played_in_the_order_of_their_moments() {
    let mut file = own_value("harbour.v1");
    let before = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    let messages = file["messages"].as_array_mut().unwrap();
    messages.swap(4, 20);
    messages.swap(9, 13);
    let after = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    assert_eq!(before.said(), after.said());
    assert!(after.remarked()[0].contains("order of their moments"));
}

#[test]
fn a_result_that_stands_before_its_call_belongs_to_it() {
    let played = played(json!([
        user("Hi."),
        returned("1", "OK", json!("None")),
        say("1", "Hello."),
    ]));
    assert_eq!(played.said(), ["Hello."]);
    assert_eq!(played.differences, []);
}

#[test]
fn null_content_and_parts_that_are_no_text() {
    let mut quiet = say("1", "Hello.");
    quiet["content"] = Value::Null;
    let photo = json!({ "role": "user", "content": [
        { "type": "image", "source": {} }, { "type": "text", "text": "Look." }, null, "and this",
    ] });
    let nothing = json!({ "role": "user", "content": null });
    let played = played(json!([photo, quiet, nothing]));
    assert_eq!(played.heard(), ["[image]\nLook.\nand this"]);
    assert_eq!(played.said(), ["Hello."]);
    assert_eq!(
        played.remarked(),
        [
            "messages[0].content[0]: a part of kind \"image\" is no text; its kind is shown",
            "messages[2]: the message says nothing; it is left out",
        ]
    );
}

#[test]
fn a_string_that_holds_the_document_is_taken_as_the_document() {
    for name in OWN {
        let whole = play(&read(&own(name)).agents[0], &Choices::default());
        let text = String::from_utf8(own(name)).unwrap();
        let once = Value::String(text).to_string();
        let inside = play(&read(once.as_bytes()).agents[0], &Choices::default());
        assert_eq!(whole.run.digest(), inside.run.digest());
        let twice = Value::String(once).to_string();
        let line = super::problem(twice.as_bytes()).to_string();
        assert!(
            line.contains("this is a text in quotes, not an agent"),
            "{line}"
        );
    }
}

#[test]
fn replies_without_anything_before_them_are_played() {
    let played = played(json!([
        say("1", "First."),
        say("2", "Second."),
        user("Hi."),
        say("3", "Third.")
    ]));
    assert_eq!(played.said(), ["First.", "Second.", "Third."]);
    assert_eq!(played.run.head().turn(), 2);
}

#[test]
fn a_turn_that_goes_on_by_itself_goes_on() {
    // No heartbeat is asked for, and none is recorded.
    let played = played(json!([
        user("Hi."),
        say("1", "One."),
        say("2", "Two."),
        user("More."),
        say("3", "Three.")
    ]));
    assert_eq!(played.said(), ["One.", "Two.", "Three."]);
    assert_eq!(played.heard().len(), 2);
    assert_eq!(played.run.head().turn(), 2);
}

#[test]
fn logins_timers_and_alerts_are_events() {
    let event = |content: Value| json!({ "role": "user", "content": content.to_string() });
    let played = played(json!([
        event(json!({ "type": "login", "last_login": "yesterday", "time": "" })),
        say("1", "Welcome."),
        event(json!({ "type": "heartbeat", "reason": "Automated timer", "time": "" })),
        say("2", "Still here."),
        event(json!({ "type": "system_alert", "message": "Memory is short.", "time": "" })),
        say("3", "Noted."),
        event(
            json!({ "type": "system_alert", "message": "Here is a summary of the last 3 messages: none." })
        ),
        user("Bye."),
    ]));
    assert_eq!(played.said(), ["Welcome.", "Still here.", "Noted."]);
    let all: Vec<(&str, &str)> = played
        .differences
        .iter()
        .map(|one| (one.kind.name(), one.subject.name()))
        .collect();
    assert_eq!(
        all,
        [
            ("only_ours", "result"),
            ("only_ours", "result"),
            ("only_recorded", "alert"),
            ("only_ours", "result"),
            ("only_recorded", "summary"),
        ]
    );
}

#[test]
fn a_file_may_name_blocks_twice_without_labels_and_beyond_their_limits() {
    let file = json!({
        "name": "x", "system": "s", "messages": [],
        "core_memory": [
            { "label": "human", "value": "Ana", "limit": 2 },
            { "label": "human", "value": "Eva" },
            { "value": "nobody" },
            { "label": "persona", "value": 7, "limit": "many" },
            null,
        ],
    });
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    let blocks = &played.run.machine().config().blocks;
    let blocks: Vec<(&str, u32, &str)> = blocks
        .iter()
        .map(|block| (&*block.label, block.limit, &*block.value))
        .collect();
    assert_eq!(blocks, [("human", 3, "Ana"), ("persona", 5_000, "")]);
    assert_eq!(
        played.remarked(),
        [
            "core_memory[0]: 3 characters are more than the limit of 2; the limit is raised",
            "core_memory[1]: there is a block \"human\" already; this one is left out",
            "core_memory[2]: the block has no label; it is left out",
            "core_memory[3].value: this is a whole number; write a text in quotes",
            "core_memory[3].limit: this is a text in quotes; write a whole number",
            "core_memory[4]: this is null; write an object {…}",
        ]
    );
}

#[test]
fn blocks_begin_as_they_were_before_the_recorded_edits() {
    let edit = |id: &str, old: &str, new: &str| {
        called(
            id,
            "core_memory_replace",
            &json!({ "label": "human", "old_content": old, "new_content": new }),
        )
    };
    let undone = played(json!([
        user("I am Ana."),
        edit("1", "Eva", "Ana"),
        returned("1", "OK", Value::Null),
    ]));
    assert_eq!(&*undone.recording.blocks[0].start, "Eva");
    assert_eq!(undone.recording.blocks[0].origin, BlockOrigin::EditsUndone);
    assert_eq!(&*undone.run.head().blocks()[0], "Ana");
    // An edit that failed then changed nothing, and fails here too.
    let failed = played(json!([
        user("I am Ana."),
        edit("1", "Eva", "Ana"),
        returned("1", "Failed", json!("not there")),
    ]));
    assert_eq!(failed.recording.blocks[0].origin, BlockOrigin::Unedited);
    assert!(failed.kinds().contains(&"call_failed"));
    assert_eq!(failed.of_kind(Kind::Status), Vec::<&_>::new());
}

#[test]
fn a_v1_agent_of_letta_speaks_in_plain_text() {
    let file = json!({ "agents": [{
        "name": "x", "agent_type": "letta_v1_agent", "system": "s",
        "messages": [
            { "role": "user", "content": "Hi.", "id": "a" },
            { "role": "assistant", "id": "b", "content": [
                { "type": "reasoning", "reasoning": "A greeting." }, { "type": "text", "text": "Hello." } ] },
        ],
        "in_context_message_ids": ["a", "b", "b", "c"],
    }] });
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    assert_eq!(played.run.machine().config().rules, RuleSet::Letta2026);
    assert_eq!(played.said(), ["Hello."]);
    assert_eq!(
        played.remarked(),
        [
            "agents[0].in_context_message_ids[2]: \"b\" is there twice; the first counts",
            "agents[0].in_context_message_ids[3]: \"c\" is not in this file; it is left aside",
        ]
    );
}

#[test]
fn the_window_is_a_fifth_larger_than_what_was_in_it() {
    let file = own_value("harbour.v1");
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    let recording = &played.recording;
    assert_eq!((recording.messages, recording.window.len()), (37, 10));
    // A longer message than the window held is no message that is refused.
    let mut file = file;
    let content = "word ".repeat(3_000);
    file["messages"][4]["content"] = json!(content);
    let played = play(
        &read(file.to_string().as_bytes()).agents[0],
        &Choices::default(),
    );
    assert!(!played.kinds().contains(&"oversized"));
    assert!(played.run.machine().config().window > 3_000);
}
