//! Who has control: heartbeats, warnings, timers, stops and settings at every moment, and the
//! faults of kind C.

use memgpt_playground::engine::config::{Chaining, PlainText, RuleSet};
use memgpt_playground::engine::event::{Controller, Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Refused, Setting, Stimulus};
use memgpt_playground::engine::message::{Body, HeartbeatReason};
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::Wait;
use serde_json::json;

use crate::support::{START, Story, call, calls, chained, plain, raw, say, think, words};

fn wide() -> Story {
    Story::paper(|config| config.window = 32_768)
}

fn insert() -> Reply {
    chained(Function::ArchivalMemoryInsert, json!({"content": "x"}))
}

/// Calls of the memory functions, without asking for another step.
fn silent() -> Vec<Reply> {
    [
        call(
            Function::CoreMemoryAppend,
            &json!({"name": "human", "content": "x"}),
        ),
        call(
            Function::CoreMemoryReplace,
            &json!({"name": "persona", "old_content": "I", "new_content": "I"}),
        ),
        call(Function::ArchivalMemoryInsert, &json!({"content": "x"})),
        call(Function::ArchivalMemorySearch, &json!({"query": "x"})),
        call(Function::ConversationSearch, &json!({"query": "x"})),
        call(
            Function::ConversationSearchDate,
            &json!({"start_date": "2026-03-01", "end_date": "2026-03-01"}),
        ),
    ]
    .map(|one| calls(&[one]))
    .to_vec()
}

#[test]
fn c1_a_first_reply_that_stores_is_taken_as_it_is() {
    let mut story = wide();
    story.mark();
    story.turn("remember that I like rain", &[insert(), say("I will")]);
    assert_eq!(
        story.state().totals().model_calls,
        2,
        "nobody is asked again"
    );
    assert_eq!(story.state().passages(), 1);
    assert_eq!(story.faults(), []);
}

#[test]
fn c3_a_result_is_read_also_where_the_model_forgot_to_ask_for_it() {
    for reply in silent() {
        let mut story = Story::paper(|config| {
            config.window = 32_768;
            config.blocks[0].value = "I am".into();
        });
        story.mark();
        assert_eq!(
            story.user("what do you know of Banh Mi?"),
            Wait::Model(Purpose::Act)
        );
        assert_eq!(
            story.reply(reply.clone()),
            Wait::Model(Purpose::Act),
            "{reply:?}"
        );
        assert!(story.kinds().contains(&"heartbeat"));
        assert_eq!(story.reply(say("nothing")), Wait::User);
        assert_eq!(story.said(), ["nothing"]);
    }
    // A search is read in any step; an edit later in the turn may be the end of it.
    let mut story = wide();
    story.turn(
        "go",
        &[
            insert(),
            calls(&[call(Function::ArchivalMemorySearch, &json!({"query": "x"}))]),
            calls(&[call(
                Function::ArchivalMemoryInsert,
                &json!({"content": "y"}),
            )]),
        ],
    );
    assert_eq!(story.state().turn_totals().model_calls, 3);
    // Who speaks has answered.
    let mut story = wide();
    story.turn(
        "go",
        &[calls(&[
            call(Function::ArchivalMemorySearch, &json!({"query": "x"})),
            call(Function::SendMessage, &json!({"message": "one moment"})),
        ])],
    );
    assert_eq!(story.state().turn_totals().model_calls, 1);
    // Rules may leave it out, as the first release did.
    let mut story = Story::paper(|config| config.forces_heartbeat = false);
    for reply in silent() {
        story.turn("go", &[reply]);
    }
}

#[test]
fn c5_pausing_and_speaking_never_force_a_step() {
    let mut story = wide();
    story.turn(
        "be quiet",
        &[calls(&[call(
            Function::PauseHeartbeats,
            &json!({"minutes": 9}),
        )])],
    );
    story.turn("speak", &[say("yes")]);
    // Nor do they take one that they ask for: their schema has no such argument.
    for function in [Function::PauseHeartbeats, Function::SendMessage] {
        let arguments = json!({"minutes": 9, "request_heartbeat": true});
        let arguments = if function == Function::SendMessage {
            json!({"message": "a", "request_heartbeat": true})
        } else {
            arguments
        };
        story.turn("again", &[calls(&[call(function, &arguments)])]);
    }
    // A wrong call does, as any wrong call.
    story.turn(
        "again",
        &[calls(&[raw("pause_heartbeats", "{}")]), say("sorry")],
    );
}

#[test]
fn c6_a_model_that_repeats_itself_is_stopped_by_the_cap_and_not_invited() {
    let mut story = wide();
    story.mark();
    let mut wait = story.user("go");
    let mut asked = 0;
    while let Wait::Model(_) = wait {
        asked += 1;
        let again = json!({"name": "human", "old_content": "x", "new_content": "x"});
        wait = story.reply(if asked == 1 {
            chained(
                Function::CoreMemoryAppend,
                json!({"name": "human", "content": "x"}),
            )
        } else {
            chained(Function::CoreMemoryReplace, again)
        });
        assert!(asked < 97, "96 edits in a row");
    }
    assert_eq!(asked, story.state().config().model_calls_max);
    assert!(story.kinds().ends_with(&["call_cap_reached", "yielded"]));
    assert!(
        story
            .results()
            .iter()
            .all(|(is_ok, text)| *is_ok && text.is_empty())
    );
    // The next turn has all its calls again.
    story.turn("enough", &[insert(), say("yes")]);
}

#[test]
fn c9_a_reply_without_a_call_is_a_thought() {
    for reply in [think("hm"), plain("hello"), Reply::default()] {
        let mut story = wide();
        story.mark();
        assert_eq!(story.user("hello"), Wait::Model(Purpose::Act));
        assert_eq!(story.reply(reply.clone()), Wait::User);
        assert_eq!(story.said(), [""; 0], "only send_message reaches the user");
        assert_eq!(
            story.kinds(),
            ["user", "model_asked", "replied", "assistant", "yielded"]
        );
        // The next message finds all in order.
        story.turn("hello?", &[say("hello")]);
    }
    // Where the rules say so plain text is the reply.
    let mut story = Story::paper(|config| config.plain_text = PlainText::Reply);
    story.mark();
    story.turn("hello", &[plain("hello")]);
    assert_eq!(story.said(), ["hello"]);
    story.mark();
    story.turn("hello", &[think("hm")]);
    assert_eq!(story.said(), [""; 0]);
}

/// A conversation in which the next step reaches the threshold of the warning.
fn before_warning() -> Story {
    let mut story = Story::paper(|config| config.window = 4_096);
    let threshold = story.state().config().warning_at().unwrap();
    while story.total() + 250 < threshold {
        story.turn(&words(20), &[say("fine")]);
    }
    story.mark();
    story
}

#[test]
fn c12_warning_and_heartbeat_both_come_the_warning_first() {
    let full = words(90);
    let reasons = [
        (
            chained(Function::ArchivalMemoryInsert, json!({"content": "x"})),
            HeartbeatReason::Requested,
        ),
        (calls(&[raw("nope", "{}")]), HeartbeatReason::CallFailed),
    ];
    for (reply, reason) in reasons {
        let mut story = before_warning();
        story.user(&full);
        assert_eq!(story.reply(reply), Wait::Model(Purpose::Act));
        let kinds = story.kinds();
        assert!(
            kinds.ends_with(&["pressure_warned", "pressure_alert", "model_asked"]),
            "{kinds:?}"
        );
        // The model answers the warning by saving something; then comes the heartbeat.
        story.mark();
        let save = call(
            Function::CoreMemoryAppend,
            &json!({"name": "human", "content": "x"}),
        );
        assert_eq!(story.reply(calls(&[save])), Wait::Model(Purpose::Act));
        let arrived = story.all(|what| match what {
            Happening::Arrived(message) => match message.body {
                Body::Heartbeat(reason) => Some(reason),
                _ => None,
            },
            _ => None,
        });
        assert_eq!(arrived, [reason]);
        assert_eq!(story.reply(say("fine")), Wait::User);
    }
}

#[test]
fn the_warning_comes_once_a_period_and_again_after_a_flush() {
    let mut story = Story::paper(|config| config.window = 3_000);
    story.mark();
    for _ in 0..60 {
        story.turn(&words(25), &[say("fine")]);
    }
    let marks: Vec<&str> = story
        .kinds()
        .into_iter()
        .filter(|kind| matches!(*kind, "pressure_warned" | "flush_ended"))
        .collect();
    assert!(marks.len() > 4, "{marks:?}");
    for pair in marks.windows(2) {
        assert_ne!(pair[0], pair[1], "{marks:?}");
    }
    assert_eq!(marks[0], "pressure_warned");
}

#[test]
fn a_failure_is_told_before_what_was_asked_for() {
    let mut story = wide();
    story.mark();
    story.turn(
        "go",
        &[
            calls(&[
                call(
                    Function::ArchivalMemoryInsert,
                    &json!({"content": "x", "request_heartbeat": true}),
                ),
                raw("nope", "{}"),
            ]),
            say("sorry"),
        ],
    );
    let reasons = story.all(|what| match what {
        Happening::Arrived(message) => match message.body {
            Body::Heartbeat(reason) => Some(reason),
            _ => None,
        },
        _ => None,
    });
    // One step was asked for twice, and given once.
    assert_eq!(reasons, [HeartbeatReason::CallFailed]);
}

#[test]
fn only_a_stop_a_setting_or_a_reply_may_come_while_a_turn_runs() {
    let mut story = wide();
    story.user("hello");
    let document = Stimulus::Document {
        title: "t".into(),
        passages: vec!["p".into()],
        is_announced: true,
    };
    let before = story.state().clone();
    for what in [Stimulus::User("and".into()), Stimulus::Timer, document] {
        assert_eq!(story.admit(what), Err(Refused::TurnRunning));
        assert_eq!(*story.state(), before);
    }
    story.reply(say("hello"));
    let idle = story.state().clone();
    for what in [
        Stimulus::Replied(say("hello").into()),
        Stimulus::Failed(memgpt_playground::engine::reply::ModelFailure::ContextFull),
        Stimulus::Stop,
    ] {
        assert_eq!(story.admit(what), Err(Refused::NothingAsked));
    }
    for text in ["", " ", "\n\t\u{2003}"] {
        assert_eq!(
            story.admit(Stimulus::User(text.into())),
            Err(Refused::Empty)
        );
    }
    let unknown = Setting::Pin {
        id: MessageId(99),
        is_pinned: true,
    };
    assert_eq!(
        story.admit(Stimulus::Setting(unknown)),
        Err(Refused::NoSuchMessage(MessageId(99)))
    );
    assert_eq!(*story.state(), idle);
}

#[test]
fn control_goes_from_hand_to_hand() {
    let mut story = wide();
    assert_eq!(story.state().controller(), Controller::User);
    story.admit(Stimulus::User("hello".into())).unwrap();
    let mut hands = vec![story.state().controller()];
    let mut follow = |story: &mut Story| {
        loop {
            let hand = story.state().controller();
            if hands.last() != Some(&hand) {
                hands.push(hand);
            }
            if story.run.advance().is_some() {
                break;
            }
        }
    };
    follow(&mut story);
    story.admit(Stimulus::Replied(say("hi").into())).unwrap();
    follow(&mut story);
    use Controller::{FunctionExecutor, Model, QueueManager, User};
    assert_eq!(
        hands,
        [
            QueueManager,
            Model,
            QueueManager,
            FunctionExecutor,
            QueueManager,
            User
        ]
    );
}

#[test]
fn a_stop_at_any_moment_ends_the_turn_in_order() {
    // A turn with everything in it: flush, summary, several calls, warning, heartbeats.
    let turn = |stop_at: Option<usize>| -> Option<Story> {
        let mut story = Story::paper(|config| config.window = 3_000);
        for _ in 0..9 {
            story.turn(&words(30), &[say("fine")]);
        }
        let started = story.run.len();
        let mut is_stopped = false;
        story.admit(Stimulus::User(words(120).into())).unwrap();
        let mut steps = 0;
        loop {
            if stop_at.is_some_and(|at| story.run.len() == started + at) && !is_stopped {
                is_stopped = story.admit(Stimulus::Stop).is_ok();
                story.mark();
            }
            let checked = story
                .run
                .machine()
                .check(story.run.head(), story.run.stores());
            assert_eq!(checked, Ok(()));
            match story.run.advance() {
                None => {}
                Some(Wait::Model(purpose)) => {
                    assert!(!is_stopped, "a model is asked after the stop");
                    steps += 1;
                    let reply = match (purpose, steps) {
                        (Purpose::Summarise, _) => plain("notes"),
                        (_, ..=3) => calls(&[
                            call(
                                Function::ArchivalMemoryInsert,
                                &json!({"content": "x", "request_heartbeat": true}),
                            ),
                            raw("nope", "{}"),
                            call(Function::ConversationSearch, &json!({"query": "word"})),
                        ]),
                        _ => say("done"),
                    };
                    story.admit(Stimulus::Replied(reply.into())).unwrap();
                }
                Some(_) => break,
            }
        }
        if stop_at.is_some() && !is_stopped {
            return None;
        }
        Some(story)
    };
    let whole = turn(None).unwrap();
    let kinds: Vec<&str> = whole
        .run
        .events()
        .iter()
        .map(|event| event.what.kind())
        .collect();
    for kind in [
        "flush_began",
        "summarised",
        "pressure_warned",
        "call_failed",
    ] {
        assert!(kinds.contains(&kind), "no {kind} in this turn");
    }
    let mut stopped = 0;
    for at in 1..whole.run.len() {
        let Some(mut story) = turn(Some(at)) else {
            break;
        };
        stopped += 1;
        assert_eq!(story.kinds().last(), Some(&"yielded"), "stop after {at}");
        assert_eq!(
            story
                .kinds()
                .iter()
                .filter(|kind| **kind == "yielded")
                .count(),
            1
        );
        // What was raised still came, and the next turn is as any other.
        let alerts = |kind: &str| {
            let events = story.run.events().iter();
            events
                .filter(|event| match &event.what {
                    Happening::Arrived(message) => message.body.kind() == kind,
                    what => what.kind() == kind,
                })
                .count()
        };
        assert_eq!(
            alerts("pressure_warned"),
            alerts("pressure_alert"),
            "stop after {at}"
        );
        story.mark();
        story.turn("go on", &[say("yes")]);
        // A warning that was still waiting is answered after that.
        assert_eq!(
            story.said().first().map(String::as_str),
            Some("yes"),
            "stop after {at}"
        );
    }
    assert!(stopped > 30, "{stopped}");
}

#[test]
fn a_setting_at_any_moment_waits_for_the_next_call_and_for_the_end_of_a_flush() {
    let mut story = Story::paper(|config| {
        config.window = 3_000;
        config.warning = None;
    });
    let mut wait = story.user(&words(60));
    while wait == Wait::Model(Purpose::Act) {
        story.reply(say("fine"));
        wait = story.user(&words(60));
    }
    // In the flush.
    assert_eq!(wait, Wait::Model(Purpose::Summarise));
    let (tokens, requested) = (story.total(), story.request());
    for window in [1_800, 6_000] {
        story.setting(Setting::Window(window));
        assert_eq!(story.state().config().window, 3_000);
        assert_eq!(
            (story.total(), story.request()),
            (tokens, requested.clone())
        );
    }
    story.setting(Setting::External(false));
    assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
    // Both apply to the call that comes next.
    assert_eq!(story.state().config().window, 6_000);
    assert!(!story.state().config().has_external);
    assert_eq!(story.request().functions.len(), 4);
    // While the model acts.
    story.setting(Setting::External(true));
    assert_eq!(story.request().functions.len(), 4, "it was asked already");
    story.reply(insert());
    assert!(
        matches!(story.faults()[..], [.., _]),
        "what was not declared cannot be called"
    );
    assert_eq!(story.request().functions.len(), 8);
}

#[test]
fn a_window_that_was_small_has_its_room_for_the_answer_back() {
    let mut story = Story::paper(|config| {
        config.window = 8_192;
        config.reserve = 2_000;
    });
    story.setting(Setting::Window(1_536));
    assert_eq!(story.state().config().reserve, 768);
    story.setting(Setting::Window(8_192));
    assert_eq!(story.state().config().reserve, 2_000);
    for wrong in [0, u32::MAX] {
        story.setting(Setting::Window(wrong));
        assert!(story.state().config().check().is_ok());
    }
}

#[test]
fn moments_never_go_back() {
    let mut story = wide();
    story.turn(
        "pause",
        &[calls(&[call(
            Function::PauseHeartbeats,
            &json!({"minutes": 1}),
        )])],
    );
    let later = START.later(3_600);
    story
        .admit_at(later, Stimulus::User("an hour later".into()))
        .unwrap();
    story.settle();
    story.reply(say("yes"));
    // A timer that says it is from before the pause ended is taken at the last moment.
    story.mark();
    story.admit_at(START, Stimulus::Timer).unwrap();
    story.settle();
    assert_eq!(story.kinds(), ["timer", "model_asked"]);
    assert_eq!(story.state().now(), later);
    let last = story.message(story.state().messages());
    assert_eq!(last.at, later);
    // The end of time is a moment as well.
    story.reply(say("yes"));
    for moment in [i64::MAX, i64::MIN, 0] {
        story
            .admit_at(Timestamp(moment), Stimulus::User("now".into()))
            .unwrap();
        story.settle();
        story.reply(calls(&[call(
            Function::PauseHeartbeats,
            &json!({"minutes": 360}),
        )]));
        assert_eq!(story.state().now(), Timestamp(i64::MAX));
    }
}

#[test]
fn a_document_is_stored_and_the_model_told_in_a_turn_of_its_own() {
    let mut story = wide();
    let document = |is_announced| Stimulus::Document {
        title: "keys.txt".into(),
        passages: vec!["one".into(), "two".into()],
        is_announced,
    };
    story.mark();
    assert_eq!(story.give(document(true)), Wait::Model(Purpose::Act));
    assert_eq!(
        story.kinds(),
        [
            "document_given",
            "passage_stored",
            "passage_stored",
            "document",
            "model_asked"
        ]
    );
    assert!(
        story
            .request()
            .messages
            .last()
            .unwrap()
            .content
            .contains("keys.txt")
    );
    story.reply(say("thanks"));
    let turn = story.state().turn();
    story.mark();
    assert_eq!(story.give(document(false)), Wait::User);
    assert_eq!(
        story.kinds(),
        [
            "document_given",
            "passage_stored",
            "passage_stored",
            "yielded"
        ]
    );
    assert_eq!(story.state().turn(), turn);
    // Without passages, or without external context, there is nothing to do.
    let empty = Stimulus::Document {
        title: "t".into(),
        passages: vec![" ".into()],
        is_announced: true,
    };
    assert_eq!(story.admit(empty), Err(Refused::Empty));
    story.setting(Setting::External(false));
    assert_eq!(story.admit(document(true)), Err(Refused::NoExternalContext));
    // A title beyond the window is refused as a message would be.
    story.setting(Setting::External(true));
    let passages = story.state().passages();
    story.mark();
    story.give(Stimulus::Document {
        title: words(40_000).into(),
        passages: vec!["p".into()],
        is_announced: true,
    });
    assert_eq!(story.kinds(), ["oversized", "yielded"]);
    assert_eq!(story.state().passages(), passages);
}

#[test]
fn where_any_call_goes_on_there_are_no_heartbeats() {
    let mut story = Story::paper(|config| {
        config.window = 32_768;
        config.chaining = Chaining::AnyCall;
    });
    story.mark();
    story.turn(
        "go",
        &[
            calls(&[call(
                Function::ArchivalMemoryInsert,
                &json!({"content": "x"}),
            )]),
            calls(&[raw("nope", "{}")]),
            say("done"),
        ],
    );
    assert!(!story.kinds().contains(&"heartbeat"));
    assert_eq!(story.state().turn_totals().model_calls, 3);
}

#[test]
fn a_failed_model_call_ends_the_turn_and_loses_nothing() {
    for rules in RuleSet::ALL {
        let mut story = Story::under(rules, |_| {});
        story.user("1");
        if story.state().counts_items() {
            story.user("1");
        }
        story.mark();
        assert_eq!(story.fail("Timeout"), Wait::User);
        assert_eq!(story.kinds(), ["model_failed", "yielded"]);
        assert!(story.queue().contains(&1));
        // Asking again is up to the user.
        assert_eq!(story.user("1"), Wait::Model(Purpose::Act));
    }
}
