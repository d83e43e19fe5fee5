//! When each rule set flushes, what it warns of, what gives another step, and what calls
//! return.

use memgpt_playground::engine::config::{RuleSet, Unit};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::{CallFault, Function};
use memgpt_playground::engine::reply::{ModelFailure, Reply, Usage};
use memgpt_playground::run::Wait;
use serde_json::json;

use crate::support::{Story, call, calls, chained, plain, raw, say, words};

const REACTIVE: [RuleSet; 3] = [RuleSet::MemGpt01, RuleSet::MemGpt02, RuleSet::MemGpt03];

/// Talks without warnings until something of this kind happens.
fn until(story: &mut Story, kind: &str, reply: &Reply) {
    for number in 0..400 {
        story.mark();
        let mut wait = story.user(&format!("{number} {}", words(30)));
        while let Wait::Model(purpose) = wait {
            if story.kinds().contains(&kind) {
                return;
            }
            wait = story.reply(match purpose {
                Purpose::Act => reply.clone(),
                _ => plain("notes"),
            });
        }
        if story.kinds().contains(&kind) {
            return;
        }
    }
    panic!("no {kind}");
}

fn refusals(story: &Story) -> Vec<ModelFailure> {
    story.all(|what| match what {
        Happening::ModelFailed { failure, .. } => Some(failure.clone()),
        _ => None,
    })
}

#[test]
fn the_old_releases_flush_only_after_a_refusal_and_then_go_on() {
    for rules in REACTIVE {
        let mut story = Story::under(rules, |config| config.warning = None);
        until(&mut story, "flush_began", &say("fine"));
        let kinds = story.kinds();
        let at = kinds
            .iter()
            .position(|kind| *kind == "flush_began")
            .unwrap();
        assert_eq!(kinds[at - 1], "model_failed", "{rules:?} {kinds:?}");
        assert_eq!(refusals(&story), [ModelFailure::ContextFull]);
        // The same event is tried again once there is room.
        assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
        assert!(story.request().tokens <= story.state().config().window);
        assert_eq!(story.queue_kinds().last(), Some(&"user"));
    }
}

#[test]
fn letta_counts_the_prompt_before_it_is_sent() {
    let mut story = Story::under(RuleSet::Letta2025, |config| config.warning = None);
    until(&mut story, "flush_began", &say("fine"));
    assert_eq!(refusals(&story), []);
}

#[test]
fn a_reply_that_no_longer_fits_is_lost_and_asked_for_again() {
    for rules in [RuleSet::MemGpt01, RuleSet::MemGpt02, RuleSet::Letta2025] {
        let mut story = Story::under(rules, |config| config.warning = None);
        let room = |story: &Story| story.state().config().window - story.total();
        while room(&story) > 250 {
            story.turn(&words(20), &[say("fine")]);
        }
        story.user("and?");
        let before = story.queue();
        let left = usize::try_from(room(&story)).unwrap();
        story.mark();
        assert_eq!(
            story.reply(say(&words(2 * left))),
            Wait::Model(Purpose::Summarise)
        );
        assert_eq!(refusals(&story), [ModelFailure::ReplyCut]);
        assert!(
            !story.kinds().contains(&"assistant"),
            "a lost reply is stored"
        );
        story.reply(plain("notes"));
        assert!(story.queue().iter().all(|id| before.contains(id)));
        assert_eq!(story.reply(say("fine")), Wait::User);
    }
}

#[test]
fn the_releases_warn_of_what_the_last_call_read_and_wrote() {
    for rules in [
        RuleSet::MemGpt01,
        RuleSet::MemGpt02,
        RuleSet::MemGpt03,
        RuleSet::Letta2025,
    ] {
        let mut story = Story::under(rules, |_| {});
        let threshold = story.state().config().warning_at().unwrap();
        let mut last = 0;
        let warned = loop {
            story.mark();
            let mut wait = story.user(&words(12));
            while wait == Wait::Model(Purpose::Act) && !story.state().is_warned() {
                let reply = say("fine");
                last = story.request().tokens + story_tokens(&reply);
                wait = story.reply(reply);
            }
            let found = story.all(|what| match what {
                Happening::PressureWarned { tokens, .. } => Some(*tokens),
                _ => None,
            });
            if let Some(tokens) = found.first() {
                break *tokens;
            }
            assert!(last <= threshold, "{rules:?}: the warning is late");
        };
        assert_eq!(warned, last, "{rules:?}");
        assert!(warned > threshold);
    }
}

/// What a reply takes as it was written.
fn story_tokens(reply: &Reply) -> u32 {
    use memgpt_playground::engine::package::call_tokens;
    reply.calls.iter().map(call_tokens).sum()
}

/// C12: the releases sent one of the two and lost the heartbeat; here both come.
#[test]
fn c12_a_warning_and_a_heartbeat_that_coincide_both_come_under_every_rule_set() {
    for rules in RuleSet::ALL {
        let config = rules.config();
        if config.warning.is_none() {
            continue;
        }
        for (reply, reason) in [
            (
                chained(Function::ArchivalMemoryInsert, json!({"content": "x"})),
                "heartbeat",
            ),
            (calls(&[raw("nope", "{}")]), "heartbeat"),
        ] {
            let mut story = Story::under(rules, |_| {});
            while story.total() < story.state().config().warning_at().unwrap() - 30 {
                if story.state().is_warned() {
                    break;
                }
                story.turn(&words(6), &[say("fine")]);
            }
            if story.state().is_warned() {
                continue;
            }
            story.user(&words(60));
            story.mark();
            story.reply(reply.clone());
            let kinds = story.kinds();
            let alert = kinds
                .iter()
                .position(|kind| *kind == "pressure_alert")
                .unwrap();
            assert_eq!(kinds[alert + 1], "model_asked", "{rules:?} {kinds:?}");
            // Control is the model's; the step after the alert still owes the heartbeat.
            story.mark();
            story.reply(Reply::default());
            assert!(
                story.kinds().contains(&reason),
                "{rules:?} {:?}",
                story.kinds()
            );
        }
    }
}

#[test]
fn letta_2026_compacts_after_the_step_and_then_yields() {
    let mut story = Story::under(RuleSet::Letta2026, |_| {});
    until(&mut story, "flush_began", &plain("fine"));
    let kinds = story.kinds();
    let at = kinds
        .iter()
        .position(|kind| *kind == "flush_began")
        .unwrap();
    assert_eq!(kinds[at - 1], "said", "after the step: {kinds:?}");
    story.mark();
    assert_eq!(story.reply(plain("notes")), Wait::User);
    assert!(
        story.kinds().ends_with(&["flush_ended", "yielded"]),
        "{:?}",
        story.kinds()
    );
    let line = story.state().config().flush_after_step_at().unwrap();
    assert!(story.total() <= line);
}

#[test]
fn letta_2026_goes_on_after_a_compaction_in_the_middle_of_a_turn() {
    let mut story = Story::under(RuleSet::Letta2026, |_| {});
    let line = story.state().config().flush_after_step_at().unwrap();
    while story.total() + 120 < line {
        story.turn(&words(20), &[plain("fine")]);
    }
    story.user("note that");
    let content = words(90);
    let insert = calls(&[call(
        Function::ArchivalMemoryInsert,
        &json!({"content": content}),
    )]);
    story.mark();
    assert_eq!(story.reply(insert), Wait::Model(Purpose::Summarise));
    assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
    assert!(
        story.queue_kinds().contains(&"user"),
        "the user is still heard"
    );
    assert_eq!(story.reply(plain("done")), Wait::User);
}

/// C6, C9, C10: no heartbeats; any call, ok or failed, gives another step, up to the cap; a
/// reply without a call ends the turn, an empty one too.
#[test]
fn letta_2026_ends_a_turn_with_a_reply_that_calls_nothing() {
    let mut story = Story::under(RuleSet::Letta2026, |config| config.window = 65_536);
    let failed = calls(&[raw("send_message", r#"{"message":"hello"}"#)]);
    let rethink = calls(&[call(
        Function::CoreMemoryAppend,
        &json!({"name": "human", "content": "a"}),
    )]);
    story.user("hello");
    assert_eq!(story.reply(failed), Wait::Model(Purpose::Act));
    let unknown = CallFault::UnknownFunction {
        name: "send_message".into(),
    };
    assert_eq!(story.faults(), [unknown]);
    assert_eq!(story.reply(rethink.clone()), Wait::Model(Purpose::Act));
    assert_eq!(story.reply(plain("hello")), Wait::User);
    assert_eq!(story.said(), ["hello"]);
    assert!(!story.kinds().contains(&"heartbeat"));
    story.mark();
    story.user("and now");
    assert_eq!(story.reply(Reply::default()), Wait::User);
    // Ninety-six edits in a row were seen; here the cap is fifty.
    story.mark();
    let mut wait = story.user("again");
    while wait != Wait::User {
        wait = story.reply(rethink.clone());
    }
    assert_eq!(story.state().turn_totals().model_calls, 50);
    assert!(story.kinds().ends_with(&["call_cap_reached", "yielded"]));
}

#[test]
fn limits_of_blocks_are_told_and_not_enforced_in_letta_2026() {
    for rules in RuleSet::ALL {
        let config = rules.config();
        if config.unit == Unit::Items {
            continue;
        }
        let mut story = Story::under(rules, |config| {
            config.window = 1_048_576;
            for block in &mut config.blocks {
                block.limit = 100;
            }
        });
        story.mark();
        story.user("note that");
        let content = "x".repeat(101);
        story.reply(chained(
            Function::CoreMemoryAppend,
            json!({"name": "human", "content": content}),
        ));
        let is_full = story
            .faults()
            .iter()
            .any(|it| matches!(it, CallFault::BlockFull { .. }));
        assert_eq!(is_full, rules != RuleSet::Letta2026, "{rules:?}");
        let returned = story.results().remove(0).1;
        // What an edit returns: the block as it is now, or nothing.
        assert_eq!(
            returned == content,
            rules == RuleSet::Letta2026,
            "{rules:?}"
        );
    }
    // What no window could hold is refused all the same.
    let mut story = Story::under(RuleSet::Letta2026, |config| config.window = 1_048_576);
    story.user("note that");
    story.reply(calls(&[call(
        Function::CoreMemoryAppend,
        &json!({"name": "human", "content": "x".repeat(1_000_001)}),
    )]));
    assert!(matches!(
        story.faults()[..],
        [CallFault::BlockFull {
            limit: 1_000_000,
            ..
        }]
    ));
}

#[test]
fn pages_are_those_of_the_rule_set() {
    for rules in RuleSet::ALL {
        let config = rules.config();
        if config.unit == Unit::Items {
            continue;
        }
        let mut story = Story::under(rules, |config| {
            config.window = 65_536;
            config.warning = None;
        });
        let end = if rules == RuleSet::Letta2026 {
            plain("ok")
        } else {
            say("ok")
        };
        for number in 0..12 {
            story.turn(
                &format!("the dog is number {number}"),
                std::slice::from_ref(&end),
            );
        }
        story.mark();
        story.user("which dog?");
        let query = |page: Option<i64>| {
            let mut arguments = json!({"query": "dog"});
            if let Some(page) = page {
                arguments["page"] = page.into();
            }
            chained(Function::ConversationSearch, arguments)
        };
        let (size, first, last) = match rules {
            RuleSet::Paper => (10, 1, 2),
            RuleSet::Letta2026 => (5, 1, 1),
            _ => (5, 0, 2),
        };
        story.reply(query(None));
        let page = story.pages().remove(0);
        assert_eq!(
            (page.hits.len(), page.page, page.page_last, page.total),
            (size, first, last, 12),
            "{rules:?}"
        );
        if rules == RuleSet::Letta2026 {
            story.reply(query(Some(1)));
            let unknown = CallFault::UnknownArgument {
                name: "page".into(),
            };
            assert_eq!(story.faults(), [unknown]);
            continue;
        }
        // F1: page p holds rows p x size to p x size + size - 1, and none twice.
        let mut hits = page.hits;
        for page in first + 1..=last {
            story.reply(query(Some(page.into())));
            hits.extend(story.pages().pop().unwrap().hits);
        }
        assert_eq!(hits.len(), 12);
        hits.sort_unstable();
        hits.dedup();
        assert_eq!(hits.len(), 12, "{rules:?}");
        // F6: beyond them, the range is told.
        story.reply(query(Some(i64::from(last) + 1)));
        story.reply(query(Some(-1)));
        let out = |page| CallFault::PageOutOfRange { page, first, last };
        assert_eq!(
            story.faults(),
            [out(i64::from(last) + 1), out(-1)],
            "{rules:?}"
        );
    }
}

#[test]
fn what_functions_return_is_cut_where_the_release_cut_it() {
    for (rules, most) in [
        (RuleSet::MemGpt02, None),
        (RuleSet::MemGpt03, Some(3_000)),
        (RuleSet::Letta2025, Some(6_000)),
        (RuleSet::Letta2026, Some(50_000)),
    ] {
        assert_eq!(rules.config().function_return_max, most);
        let mut story = Story::under(rules, |config| config.window = 1_048_576);
        story.mark();
        story.user("hello");
        story.reply(calls(&[raw(&"x".repeat(60_000), "{}")]));
        let returned = u32::try_from(story.results().remove(0).1.chars().count()).unwrap();
        assert!(
            most.is_none_or(|most| returned == most),
            "{rules:?} {returned}"
        );
        assert!(most.is_some() || returned > 60_000);
    }
}

#[test]
fn b1_b2_the_warning_does_not_hang_on_what_a_provider_counts() {
    let counted = |prompt, completion| {
        Some(Usage {
            prompt,
            completion,
            ..Usage::default()
        })
    };
    for rules in RuleSet::ALL {
        if rules.config().warning.is_none() {
            continue;
        }
        let lines = [
            None,
            counted(0, 0),
            counted(9, 1),
            counted(u32::MAX, u32::MAX),
        ]
        .map(|usage| {
            let mut story = Story::under(rules, |_| {});
            let reply = Reply {
                usage,
                ..say("fine")
            };
            until(&mut story, "pressure_warned", &reply);
            story
                .run
                .events()
                .iter()
                .map(|event| event.what.line())
                .collect::<Vec<_>>()
        });
        assert!(lines.iter().all(|other| *other == lines[0]), "{rules:?}");
    }
}
