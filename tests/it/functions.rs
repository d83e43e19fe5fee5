//! The functions, one by one, with the exact meaning that memgpt.md 2.1 gives them, and the
//! faults of kinds D, E and F.

use memgpt_playground::engine::config::{Config, SearchRule};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::{CallFault, Function, ParameterKind, RawCall};
use memgpt_playground::engine::ids::{MessageId, Origin, PassageId};
use memgpt_playground::engine::input::{Setting, Stimulus};
use memgpt_playground::engine::message::{Body, StoredBy};
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::Wait;
use serde_json::{Value, json};

use crate::support::{Story, call, calls, chained, plain, raw, say, words};

fn append(name: &str, content: &str) -> Reply {
    chained(
        Function::CoreMemoryAppend,
        json!({"name": name, "content": content}),
    )
}

fn replace(name: &str, old: &str, new: &str) -> Reply {
    chained(
        Function::CoreMemoryReplace,
        json!({"name": name, "old_content": old, "new_content": new}),
    )
}

fn search(query: &str, page: Value) -> Reply {
    chained(
        Function::ConversationSearch,
        json!({"query": query, "page": page}),
    )
}

fn dates(start: &str, end: &str) -> Reply {
    chained(
        Function::ConversationSearchDate,
        json!({"start_date": start, "end_date": end}),
    )
}

/// A large window, so that only the functions are seen.
fn wide(change: impl FnOnce(&mut Config)) -> Story {
    Story::paper(|config| {
        config.window = 32_768;
        config.warning = None;
        change(config);
    })
}

/// A turn with one call that must fail; what the model is told of it.
#[track_caller]
fn fails(story: &mut Story, reply: Reply) -> (CallFault, String) {
    let before = story.state().clone();
    story.mark();
    story.turn("go", &[reply, say("sorry")]);
    let faults = story.faults();
    assert_eq!(faults.len(), 1, "{:?}", story.kinds());
    assert_eq!(before.blocks(), story.state().blocks());
    assert_eq!(before.passages(), story.state().passages());
    assert!(
        story.kinds().contains(&"heartbeat"),
        "the failure gives another step"
    );
    let (is_ok, text) = story.results().remove(0);
    assert!(!is_ok);
    (faults[0].clone(), text)
}

/// A turn with one call that must succeed; what it returns.
#[track_caller]
fn works(story: &mut Story, reply: Reply) -> String {
    story.mark();
    story.turn("go", &[reply, say("done")]);
    assert_eq!(story.faults(), []);
    let (is_ok, text) = story.results().remove(0);
    assert!(is_ok);
    text
}

#[test]
fn append_adds_a_line_and_counts_characters() {
    let mut story = wide(|config| config.blocks[1].limit = 10);
    assert_eq!(works(&mut story, append("human", "ñandú")), "");
    assert_eq!(story.block(1), "ñandú");
    // Five, a line's end, four: the limit itself is allowed.
    works(&mut story, append("human", "añil"));
    assert_eq!(story.block(1), "ñandú\nañil");
    let (fault, text) = fails(&mut story, append("human", "a"));
    let expected = CallFault::BlockFull {
        block: "human".into(),
        limit: 10,
        asked: 12,
    };
    assert_eq!(fault, expected);
    assert!(
        text.contains("10") && text.contains("12"),
        "both numbers: {text}"
    );
    assert!(text.contains("archival_memory_insert"), "a way out: {text}");
}

#[test]
fn e2_a_block_one_short_of_its_limit_takes_all_or_nothing() {
    let mut story = wide(|config| config.blocks[1].value = "x".repeat(1_999).into());
    for content in ["y", "yy", &"y".repeat(4_000)] {
        let (fault, _) = fails(&mut story, append("human", content));
        assert!(
            matches!(fault, CallFault::BlockFull { limit: 2_000, .. }),
            "{fault:?}"
        );
        assert_eq!(story.block(1).len(), 1_999);
    }
    // Once there is room again it goes in.
    works(&mut story, replace("human", &"x".repeat(1_999), "x"));
    works(&mut story, append("human", "y"));
    assert_eq!(story.block(1), "x\ny");
}

#[test]
fn replace_changes_every_occurrence_and_empty_deletes() {
    let mut story = wide(|config| config.blocks[1].value = "James, James and JAMES".into());
    works(&mut story, replace("human", "James", "Ana"));
    assert_eq!(story.block(1), "Ana, Ana and JAMES");
    works(&mut story, replace("human", "Ana", ""));
    assert_eq!(story.block(1), ",  and JAMES");
    // What a replacement brings is not replaced again.
    works(&mut story, replace("human", "a", "aa"));
    assert_eq!(story.block(1), ",  aand JAMES");
}

#[test]
fn a_replacement_over_the_limit_is_refused_before_it_is_made() {
    let mut story = wide(|config| config.blocks[1].value = "o".repeat(2_000).into());
    let (fault, _) = fails(&mut story, replace("human", "o", &"ñ".repeat(3_000_000)));
    let expected = CallFault::BlockFull {
        block: "human".into(),
        limit: 2_000,
        asked: u32::MAX,
    };
    assert_eq!(fault, expected);
    works(&mut story, replace("human", "oo", "ñ"));
    assert_eq!(story.block(1), "ñ".repeat(1_000));
}

#[test]
fn e1_a_text_that_is_not_there_is_told_and_changes_nothing() {
    let mut story = wide(|config| config.blocks[1].value = "First name: Chad".into());
    let (fault, text) = fails(&mut story, replace("human", "Human", "Sarah"));
    let expected = CallFault::TextNotFound {
        block: "human".into(),
        old: "Human".into(),
    };
    assert_eq!(fault, expected);
    assert!(text.contains("Human") && text.contains("human"), "{text}");
    // The model sees the block as it is in its next prompt.
    story.user("again");
    assert!(
        story.request().messages[0]
            .content
            .contains("First name: Chad")
    );
}

#[test]
fn e3_an_empty_old_text_is_refused() {
    let mut story = wide(|config| config.blocks[1].value = "abc".into());
    let (fault, _) = fails(&mut story, replace("human", "", "x"));
    assert_eq!(fault, CallFault::EmptyOldContent);
    assert_eq!(story.block(1), "abc");
}

#[test]
fn an_unknown_block_is_named() {
    let mut story = wide(|_| {});
    for name in ["diary", "Human", "", "human "] {
        let (fault, text) = fails(&mut story, append(name, "x"));
        assert_eq!(fault, CallFault::UnknownBlock { name: name.into() });
        assert!(text.contains("persona"), "{text}");
    }
}

#[test]
fn a_full_edit_shows_in_the_very_next_prompt_with_its_usage() {
    let mut story = wide(|_| {});
    story.user("hello");
    story.reply(append("human", "ñandú"));
    let system = story.request().messages[0].content.clone();
    assert!(
        system.contains("<human characters=\"5/2000\">\nñandú\n</human>"),
        "{system}"
    );
    assert!(
        system.contains("<persona characters=\"0/2000\">"),
        "{system}"
    );
}

#[test]
fn pause_clips_to_six_hours_and_really_holds_timers() {
    for (minutes, clipped) in [
        (30, 30),
        (360, 360),
        (361, 360),
        (i64::MAX, 360),
        (0, 0),
        (-5, 0),
    ] {
        let mut story = wide(|_| {});
        story.mark();
        story.turn(
            "go",
            &[calls(&[
                call(Function::PauseHeartbeats, &json!({"minutes": minutes})),
                call(Function::SendMessage, &json!({"message": "quiet now"})),
            ])],
        );
        let paused = story.all(|what| match what {
            Happening::HeartbeatsPaused { minutes } => Some(*minutes),
            _ => None,
        });
        assert_eq!(paused, [clipped]);
        assert!(story.results()[0].1.contains(&clipped.to_string()));
        // One second before the end a timer is held, at the end it fires.
        if clipped > 0 {
            story.wait(clipped * 60 - 1);
            story.mark();
            assert_eq!(story.give(Stimulus::Timer), Wait::User);
            assert_eq!(story.kinds(), ["timer_held"]);
            story.wait(1);
        }
        story.mark();
        assert_eq!(story.give(Stimulus::Timer), Wait::Model(Purpose::Act));
        assert_eq!(story.kinds(), ["timer", "model_asked"]);
    }
}

#[test]
fn a_shorter_pause_takes_the_place_of_a_longer_one() {
    let mut story = wide(|_| {});
    let pause = |minutes: u32| {
        calls(&[call(
            Function::PauseHeartbeats,
            &json!({"minutes": minutes}),
        )])
    };
    story.turn("go", &[pause(300)]);
    story.turn("go on", &[pause(0)]);
    assert_eq!(story.give(Stimulus::Timer), Wait::Model(Purpose::Act));
}

/// Twelve messages about a dog, then one about rain.
fn twelve_dogs(change: impl FnOnce(&mut Config)) -> Story {
    let mut story = wide(change);
    for number in 1..=12 {
        story.wait(86_400);
        story.turn(&format!("dog number {number}"), &[say("fine")]);
    }
    story.turn("rain", &[say("fine")]);
    story
}

fn hits(story: &Story) -> Vec<u32> {
    let page = story.pages().remove(0);
    page.hits
        .iter()
        .map(|hit| match hit {
            Origin::Message(MessageId(id)) | Origin::Passage(PassageId(id)) => *id,
        })
        .collect()
}

#[test]
fn f1_pages_follow_one_another_without_overlap() {
    for rule in [SearchRule::Substring, SearchRule::Ranked] {
        for (size, first) in [(5, 0), (10, 1), (1, 1), (12, 0), (7, 1), (100, 1)] {
            let mut story = twelve_dogs(|config| {
                (config.page_size, config.page_first, config.search) = (size, first, rule);
            });
            let last = first + 12_u32.div_ceil(size) - 1;
            let mut seen = Vec::new();
            for page in first..=last {
                let text = works(&mut story, search("dog", json!(page)));
                let found = story.pages().remove(0);
                assert_eq!((found.page, found.page_last, found.total), (page, last, 12));
                let shown = found.hits.len();
                assert!(
                    text.starts_with(&format!("{shown} of 12 results (page {page}/{last}): [")),
                    "{text}"
                );
                seen.extend(hits(&story));
            }
            let in_order = seen.is_sorted();
            assert_eq!(in_order, rule == SearchRule::Substring || seen.len() == 1);
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 12, "{size} a page");
        }
    }
}

#[test]
fn the_first_page_is_the_one_that_is_meant_when_none_is_given() {
    for first in [0, 1] {
        let mut story = twelve_dogs(|config| config.page_first = first);
        for page in [Value::Null, json!("None"), json!("none"), json!(first)] {
            works(&mut story, search("dog", page));
            assert_eq!(story.pages()[0].page, first);
        }
        let without = chained(Function::ConversationSearch, json!({"query": "dog"}));
        works(&mut story, without);
        assert_eq!(story.pages()[0].page, first);
    }
}

#[test]
fn f6_a_page_that_is_not_there_says_which_ones_are() {
    let mut story = twelve_dogs(|_| {});
    for page in [-1, 0, 3, 99, i64::MAX, i64::MIN, 4_294_967_297] {
        let searches = story.state().totals().searches;
        let (fault, text) = fails(&mut story, search("dog", json!(page)));
        let expected = CallFault::PageOutOfRange {
            page,
            first: 1,
            last: 2,
        };
        assert_eq!(fault, expected);
        assert!(
            text.contains(&page.to_string()) && text.contains('2'),
            "{text}"
        );
        assert_eq!(
            story.state().totals().searches,
            searches,
            "no search was made"
        );
    }
    for page in [json!(1.5), json!("two"), json!([1]), json!(true)] {
        let (fault, _) = fails(&mut story, search("dog", page));
        let expected = CallFault::WrongType {
            name: "page",
            expected: ParameterKind::Integer,
        };
        assert_eq!(fault, expected);
    }
}

#[test]
fn nothing_found_is_an_answer_and_no_page_in() {
    let mut story = twelve_dogs(|_| {});
    let before = story.state().totals();
    assert_eq!(
        works(&mut story, search("submarine", Value::Null)),
        "No results."
    );
    let after = story.state().totals();
    assert_eq!(after.searches, before.searches + 1);
    assert_eq!(after.page_ins, before.page_ins);
    assert!(!story.kinds().contains(&"paged_in"));
    for query in ["", "  \n"] {
        let (fault, _) = fails(&mut story, search(query, Value::Null));
        assert_eq!(fault, CallFault::EmptyText { name: "query" });
    }
}

#[test]
fn f7_f8_f9_only_what_was_said_is_found() {
    let mut story = Story::paper(|config| {
        config.window = 2_600;
        config.search = SearchRule::Substring;
    });
    story.turn("my dog is called Toby", &[say("Toby is a fine name")]);
    // What stands in calls, results, heartbeats, alerts, thoughts' calls and summaries.
    story.turn(
        "note it",
        &[
            append("human", "dog: Toby"),
            search("Toby", Value::Null),
            chained(
                Function::ArchivalMemoryInsert,
                json!({"content": "Toby, dog"}),
            ),
            say("noted"),
        ],
    );
    while story.state().queue().summary().is_none() {
        story.turn(&words(30), &[say("fine")]);
    }
    let kinds: Vec<&str> = story
        .run
        .stores()
        .messages()
        .iter()
        .map(|message| message.body.kind())
        .collect();
    for kind in ["heartbeat", "pressure_alert", "summary", "function_result"] {
        assert!(kinds.contains(&kind), "no {kind} in this run");
    }
    let found = |story: &mut Story, query: &str| {
        works(story, search(query, Value::Null));
        let ids = hits(story);
        let bodies = ids.iter().map(|id| story.message(*id).body.kind());
        bodies.collect::<Vec<_>>()
    };
    assert_eq!(found(&mut story, "Toby"), ["user", "assistant"]);
    for query in [
        "memory",
        "Automated",
        "status",
        "talked",
        "dog: Toby",
        "request_heartbeat",
        "OK",
    ] {
        assert_eq!(found(&mut story, query), [""; 0], "{query}");
    }
}

#[test]
fn what_was_never_heard_is_not_found_as_said() {
    let mut story = wide(|config| config.search = SearchRule::Substring);
    let wrong = raw("send_message", r#"{"message":"submarine","mood":"bad"}"#);
    story.turn("hello", &[calls(&[wrong]), say("a boat")]);
    assert_eq!(
        works(&mut story, search("submarine", Value::Null)),
        "No results."
    );
    works(&mut story, search("boat", Value::Null));
    assert_eq!(hits(&story).len(), 1);
}

#[test]
fn f10_the_counts_in_the_prompt_are_fresh() {
    let mut story = wide(|_| {});
    story.user("hello");
    let told = |story: &Story| story.request().messages[0].content.clone();
    assert!(
        told(&story).contains("1 messages in recall, 0 passages"),
        "{}",
        told(&story)
    );
    story.reply(chained(
        Function::ArchivalMemoryInsert,
        json!({"content": "x"}),
    ));
    // The user, the call, its result, the heartbeat.
    assert!(
        told(&story).contains("4 messages in recall, 1 passages"),
        "{}",
        told(&story)
    );
}

#[test]
fn a_search_finds_nothing_of_the_turn_itself() {
    let mut story = wide(|_| {});
    story.turn("the dog barks", &[say("it does")]);
    story.mark();
    story.turn(
        "where is the dog?",
        &[
            search("dog", Value::Null),
            search("dog", Value::Null),
            say("I do not know"),
        ],
    );
    let pages: Vec<_> = story.pages().into_iter().map(|page| page.hits).collect();
    assert_eq!(pages, vec![vec![Origin::Message(MessageId(1))]; 2]);
    // In the next turn the question is past as well.
    works(&mut story, search("dog", Value::Null));
    assert_eq!(hits(&story).len(), 2);
}

#[test]
fn dates_include_both_ends() {
    let mut story = twelve_dogs(|config| config.page_size = 100);
    // Dog 1 came on the second of March, dog 12 and the rain on the thirteenth.
    let users = |story: &Story| -> Vec<String> {
        let ids = hits(story);
        let bodies = ids.into_iter().map(|id| story.message(id).body.clone());
        bodies
            .filter_map(|body| match body {
                Body::User(text) => Some(text.to_string()),
                _ => None,
            })
            .collect()
    };
    works(&mut story, dates("2026-03-04", "2026-03-06"));
    assert_eq!(
        users(&story),
        ["dog number 3", "dog number 4", "dog number 5"]
    );
    works(&mut story, dates("2026-03-13", "2026-03-13"));
    assert_eq!(users(&story)[..2], ["dog number 12", "rain"]);
    assert_eq!(
        works(&mut story, dates("2026-03-14", "2027-01-01")),
        "No results."
    );
    assert_eq!(
        works(&mut story, dates("2026-03-06", "2026-03-04")),
        "No results."
    );
    works(&mut story, dates("0001-01-01", "9999-12-31"));
    assert!(users(&story).len() > 12);
    for (start, end, wrong) in [
        ("2026-02-30", "2026-03-01", "2026-02-30"),
        ("2026-03-01", "tomorrow", "tomorrow"),
        ("2026-3-1", "2026-03-02", "2026-3-1"),
        ("2026-03-01", "2026-03-01 10:00", "2026-03-01 10:00"),
        ("", "2026-03-01", ""),
    ] {
        let (fault, text) = fails(&mut story, dates(start, end));
        assert_eq!(fault, CallFault::BadDate { text: wrong.into() });
        assert!(text.contains("YYYY-MM-DD"), "{text}");
    }
}

#[test]
fn midnight_belongs_to_the_day_that_begins() {
    let mut story = wide(|_| {});
    let midnight = Timestamp::parse("2026-03-02").unwrap();
    story
        .admit_at(
            Timestamp(midnight.0 - 1),
            Stimulus::User("last second".into()),
        )
        .unwrap();
    story.settle();
    story.reply(say("one"));
    story
        .admit_at(midnight, Stimulus::User("first second".into()))
        .unwrap();
    story.settle();
    story.reply(say("two"));
    works(&mut story, dates("2026-03-01", "2026-03-01"));
    let texts: Vec<_> = hits(&story)
        .into_iter()
        .map(|id| story.message(id).body.spoken().to_owned())
        .collect();
    assert!(
        texts.contains(&"last second".to_owned()) && !texts.contains(&"first second".to_owned())
    );
}

#[test]
fn archival_holds_what_was_inserted_and_by_whom() {
    let mut story = wide(|_| {});
    assert_eq!(
        works(
            &mut story,
            chained(
                Function::ArchivalMemoryInsert,
                json!({"content": "the key is under the mat"})
            )
        ),
        ""
    );
    story.give(Stimulus::Document {
        title: "keys.txt".into(),
        passages: vec!["a key of iron".into(), "  ".into(), "a key of brass".into()],
        is_announced: false,
    });
    let by: Vec<StoredBy> = story
        .run
        .stores()
        .passages()
        .iter()
        .map(|passage| passage.by)
        .collect();
    assert_eq!(by, [StoredBy::Model, StoredBy::User, StoredBy::User]);
    works(
        &mut story,
        chained(Function::ArchivalMemorySearch, json!({"query": "key"})),
    );
    let mut found = hits(&story);
    found.sort_unstable();
    assert_eq!(found, [1, 2, 3]);
    // The same text twice is two passages; recall knows none of it.
    works(
        &mut story,
        chained(
            Function::ArchivalMemoryInsert,
            json!({"content": "a key of iron"}),
        ),
    );
    assert_eq!(story.state().passages(), 4);
    assert_eq!(
        works(&mut story, search("brass", Value::Null)),
        "No results."
    );
    let (fault, _) = fails(
        &mut story,
        chained(Function::ArchivalMemoryInsert, json!({"content": " "})),
    );
    assert_eq!(fault, CallFault::EmptyText { name: "content" });
}

#[test]
fn a_passage_beyond_any_window_is_stored_whole_and_comes_back_cut() {
    let mut story = Story::paper(|config| config.warning = None);
    story.turn("hello", &[say("hello")]);
    let long = format!("key {}", words(20_000));
    story.give(Stimulus::Document {
        title: "long".into(),
        passages: vec![long.as_str().into(), "key of iron".into()],
        is_announced: false,
    });
    assert_eq!(&*story.run.stores().passages()[0].text, long);
    story.mark();
    story.turn(
        "which key?",
        &[
            chained(Function::ArchivalMemorySearch, json!({"query": "key"})),
            say("iron"),
        ],
    );
    let (_, text) = story.results().remove(0);
    let list = &text[text.find('[').unwrap()..];
    let lines: Vec<String> = serde_json::from_str(list).unwrap();
    assert_eq!(lines.len(), 2, "both copies can be read");
    assert!(lines.iter().any(|line| line.ends_with('…')));
    assert!(lines.iter().any(|line| line.ends_with("key of iron")));
    assert_eq!(story.pages()[0].hits.len(), 2);
}

#[test]
fn d1_a_function_that_was_never_declared_is_named_back() {
    let mut story = wide(|_| {});
    for name in [
        "personal_diary.add",
        "send_message ",
        "Send_Message",
        "evict",
        "",
        "日記",
        "a\"b",
    ] {
        let (fault, text) = fails(&mut story, calls(&[raw(name, "{}")]));
        assert_eq!(fault, CallFault::UnknownFunction { name: name.into() });
        assert!(text.contains(name), "{text}");
    }
    // What is not declared where there is no external context is unknown there.
    story.setting(Setting::External(false));
    for function in [Function::ConversationSearch, Function::ArchivalMemoryInsert] {
        let (fault, _) = fails(
            &mut story,
            calls(&[call(function, &json!({"query": "x", "content": "x"}))]),
        );
        assert!(matches!(fault, CallFault::UnknownFunction { .. }));
    }
}

#[test]
fn d2_several_calls_run_in_order_and_each_has_its_result() {
    let mut story = wide(|_| {});
    story.mark();
    story.turn(
        "hello",
        &[
            calls(&[
                call(
                    Function::CoreMemoryAppend,
                    &json!({"name": "human", "content": "one"}),
                ),
                raw("personal_diary.add", "{}"),
                call(
                    Function::CoreMemoryAppend,
                    &json!({"name": "human", "content": "two"}),
                ),
                call(Function::SendMessage, &json!({"message": "noted"})),
            ]),
            say("sorry"),
        ],
    );
    assert_eq!(story.block(1), "one\ntwo");
    let ok: Vec<bool> = story.results().iter().map(|(is_ok, _)| *is_ok).collect();
    assert_eq!(ok, [true, false, true, true, true]);
    assert_eq!(story.said(), ["noted", "sorry"]);
    // Two objects in the arguments of one call are broken arguments, not two calls.
    let twice = raw("send_message", r#"{"message":"a"}{"message":"b"}"#);
    let (fault, _) = fails(&mut story, calls(&[twice]));
    assert!(matches!(fault, CallFault::BrokenArguments { .. }));
}

#[test]
fn d3_what_is_no_json_is_a_failure_of_the_call() {
    let mut story = wide(|_| {});
    for text in [
        "{",
        "{I think I should}",
        "",
        "null",
        "[]",
        "\"a\"",
        "{\"message\": \"a\"",
        "{'message': 'a'}",
        "\u{0}",
    ] {
        let (fault, told) = fails(&mut story, calls(&[raw("send_message", text)]));
        assert!(matches!(fault, CallFault::BrokenArguments { .. }), "{text}");
        assert!(told.contains("JSON"), "{told}");
        assert_eq!(story.said(), ["sorry"]);
    }
}

#[test]
fn d7_thoughts_in_the_arguments_are_no_argument() {
    let mut story = wide(|_| {});
    for function in Function::MEMGPT {
        let mut arguments = json!({"inner_thoughts": "hm", "request_heartbeat": true});
        for parameter in function.parameters() {
            arguments[parameter.name] = match parameter.name {
                "minutes" | "page" => json!(1),
                "name" => json!("human"),
                "start_date" | "end_date" => json!("2026-03-01"),
                "old_content" => json!("a"),
                _ => json!("a"),
            };
        }
        story.mark();
        let mut wait = story.user("go");
        wait = match wait {
            Wait::Model(_) => story.reply(calls(&[call(function, &arguments)])),
            other => other,
        };
        while let Wait::Model(_) = wait {
            wait = story.reply(say("fine"));
        }
        assert_eq!(story.faults(), [], "{function:?}");
    }
}

#[test]
fn d8_an_object_where_a_text_belongs_is_refused() {
    let mut story = wide(|_| {});
    let wrong = [
        (
            Function::ArchivalMemoryInsert,
            "content",
            json!({"content": {"category": "life", "date": "x"}}),
        ),
        (Function::SendMessage, "message", json!({"message": ["a"]})),
        (Function::SendMessage, "message", json!({"message": 7})),
        (
            Function::CoreMemoryAppend,
            "content",
            json!({"name": "human", "content": false}),
        ),
        (
            Function::CoreMemoryAppend,
            "name",
            json!({"name": 1, "content": "x"}),
        ),
    ];
    for (function, name, arguments) in wrong {
        let (fault, text) = fails(&mut story, calls(&[call(function, &arguments)]));
        let expected = CallFault::WrongType {
            name,
            expected: ParameterKind::Text,
        };
        assert_eq!(fault, expected);
        assert!(text.contains(name) && text.contains("string"), "{text}");
    }
    for minutes in [json!("30"), json!(1.5), json!(null)] {
        let (fault, _) = fails(
            &mut story,
            calls(&[call(
                Function::PauseHeartbeats,
                &json!({"minutes": minutes}),
            )]),
        );
        assert!(matches!(
            fault,
            CallFault::WrongType {
                name: "minutes",
                ..
            } | CallFault::MissingArgument { name: "minutes" }
        ));
    }
}

#[test]
fn every_missing_and_every_unknown_argument_is_named() {
    let mut story = wide(|_| {});
    for function in Function::MEMGPT {
        for missing in function
            .parameters()
            .iter()
            .filter(|parameter| parameter.is_required)
        {
            let mut arguments = json!({});
            for other in function
                .parameters()
                .iter()
                .filter(|other| other.name != missing.name)
            {
                arguments[other.name] = match other.kind {
                    ParameterKind::Text => json!("2026-03-01"),
                    _ => json!(1),
                };
            }
            let (fault, text) = fails(&mut story, calls(&[call(function, &arguments)]));
            // An unknown block is only looked at once all arguments are there.
            assert_eq!(
                fault,
                CallFault::MissingArgument { name: missing.name },
                "{function:?}"
            );
            assert!(text.contains(missing.name), "{text}");
        }
    }
    let (fault, text) = fails(
        &mut story,
        calls(&[raw("send_message", r#"{"message":"a","tone":"b"}"#)]),
    );
    assert_eq!(
        fault,
        CallFault::UnknownArgument {
            name: "tone".into()
        }
    );
    assert!(text.contains("tone"));
}

#[test]
fn what_a_model_writes_at_any_length_is_a_fault_or_a_value() {
    let mut story = Story::paper(|config| config.warning = None);
    let huge = "ñ".repeat(300_000);
    let replies: Vec<RawCall> = vec![
        raw(&huge, "{}"),
        raw("send_message", &huge),
        call(Function::SendMessage, &json!({"message": huge})),
        call(
            Function::CoreMemoryAppend,
            &json!({"name": huge, "content": huge}),
        ),
        call(Function::ArchivalMemoryInsert, &json!({"content": huge})),
        call(Function::ConversationSearch, &json!({"query": huge})),
        call(
            Function::ConversationSearchDate,
            &json!({"start_date": huge, "end_date": huge}),
        ),
        call(Function::SendMessage, &json!({ huge.as_str(): 1 })),
        raw(
            "send_message",
            &format!("{{\"message\":{}", "[".repeat(100_000)),
        ),
    ];
    for reply in replies {
        let mut wait = story.user("go on");
        while wait == Wait::Model(Purpose::Summarise) {
            wait = story.reply(plain("notes"));
        }
        assert_eq!(wait, Wait::Model(Purpose::Act));
        wait = story.reply(calls(&[reply]));
        for _ in 0..10 {
            wait = match wait {
                Wait::Model(Purpose::Summarise) => story.reply(plain("notes")),
                Wait::Model(_) => {
                    assert!(story.request().tokens <= story.state().config().prompt_max());
                    story.reply(say("fine"))
                }
                _ => break,
            };
        }
        assert_eq!(wait, Wait::User);
    }
}

#[test]
fn results_are_packaged_with_status_message_and_time() {
    let mut story = wide(|_| {});
    story.user("hello \"you\"\n");
    story.reply(calls(&[
        call(
            Function::CoreMemoryAppend,
            &json!({"name": "human", "content": "x"}),
        ),
        raw("nope", "{}"),
        call(Function::PauseHeartbeats, &json!({"minutes": 5})),
    ]));
    let request = story.request();
    let content: Vec<Value> = request.messages[1..]
        .iter()
        .filter(|message| !message.content.is_empty())
        .map(|message| serde_json::from_str(&message.content).unwrap())
        .collect();
    let time = "2026-03-01 09:00:00";
    assert_eq!(
        content[0],
        json!({"type": "user_message", "message": "hello \"you\"", "time": time})
    );
    assert_eq!(
        content[1],
        json!({"status": "OK", "message": null, "time": time})
    );
    assert_eq!(content[2]["status"], "Failed");
    assert!(content[2]["message"].as_str().unwrap().contains("nope"));
    assert_eq!(content[3]["status"], "OK");
    assert!(content[3]["message"].as_str().unwrap().contains('5'));
    assert_eq!(content[4]["type"], "heartbeat");
    assert!(content[4]["reason"].is_string());
    let calls = &request.messages[2].calls;
    assert_eq!(calls.len(), 3);
    let functions: Vec<_> = request.messages[3..6]
        .iter()
        .map(|message| message.function.as_deref())
        .collect();
    assert_eq!(
        functions,
        [
            Some("core_memory_append"),
            Some("nope"),
            Some("pause_heartbeats")
        ]
    );
}

#[test]
fn schemas_ask_for_a_heartbeat_in_all_but_the_first_two() {
    let mut story = wide(|_| {});
    story.user("hello");
    let request = story.request();
    let names: Vec<Function> = request
        .functions
        .iter()
        .map(|schema| schema.function)
        .collect();
    assert_eq!(names, Function::MEMGPT);
    for (index, schema) in request.functions.iter().enumerate() {
        let schema: Value = serde_json::from_str(&schema.json).unwrap();
        let required = schema["parameters"]["required"].as_array().unwrap();
        let asks = required.iter().any(|name| name == "request_heartbeat");
        assert_eq!(asks, index >= 2, "{schema}");
        assert_eq!(
            schema["parameters"]["properties"]["request_heartbeat"].is_object(),
            asks
        );
    }
}

#[test]
fn a_return_is_capped_where_the_rules_cap_it_and_searches_are_not() {
    let mut story = twelve_dogs(|config| config.function_return_max = Some(10));
    let (_, text) = fails(&mut story, calls(&[raw("nope", "{}")]));
    assert_eq!(text.chars().count(), 10);
    assert!(works(&mut story, search("dog", Value::Null)).len() > 100);
}
