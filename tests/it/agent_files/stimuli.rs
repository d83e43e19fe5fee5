//! The inputs that only a record gives: whenever they come, no rule of the machine breaks, and
//! where they do not belong they are refused and change nothing.

use memgpt_playground::engine::config::{Config, RuleSet};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::Stimulus;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::reply::{RecordedResult, Reply};
use memgpt_playground::run::Wait;
use serde_json::json;

use crate::support::{Story, calls, chained, raw, say, think, words};

/// Numbers in some order, the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn reply(numbers: &mut Numbers) -> Reply {
    let foreign = |is_ok| Reply {
        recorded: [Some(RecordedResult {
            is_ok,
            text: words(30).into(),
            edit: None,
        })]
        .into(),
        ..calls(&[raw("clock", r#"{"request_heartbeat":true}"#)])
    };
    match numbers.below(6) {
        0 => say("fine"),
        1 => think("hm"),
        2 => chained(
            Function::CoreMemoryAppend,
            json!({ "name": "human", "content": "a" }),
        ),
        3 => foreign(true),
        4 => foreign(false),
        _ => calls(&[
            raw("clock", "{}"),
            raw("send_message", r#"{"message":"b"}"#),
        ]),
    }
}

#[test]
fn whenever_they_come_every_rule_holds() {
    for seed in 0..300 {
        let mut numbers = Numbers(seed);
        let rules = RuleSet::ALL[1 + numbers.below(6) as usize];
        let mut config: Config = rules.config();
        config.first_reply = None;
        config.window = [1_024, 1_536, 2_048][numbers.below(3) as usize];
        config.reserve = config.reserve.min(config.window / 2);
        let mut story = Story::new(config);
        for _ in 0..150 {
            let what = match numbers.below(3) {
                0 => Stimulus::Unasked,
                1 => Stimulus::Continued,
                _ => Stimulus::Login,
            };
            let before = story.run.head().clone();
            let belongs = match what {
                Stimulus::Unasked => before.is_about_to_ask(),
                Stimulus::Continued => before.may_go_on(),
                _ => before.is_idle(),
            };
            let is_taken = numbers.below(3) == 0 && story.admit(what).is_ok();
            if is_taken {
                assert!(belongs);
            } else {
                assert_eq!(*story.run.head(), before);
            }
            let checked = story
                .run
                .machine()
                .check(story.run.head(), story.run.stores());
            assert_eq!(checked, Ok(()), "seed {seed}");
            match story.run.advance() {
                Some(Wait::Model(_)) => {
                    let reply = reply(&mut numbers);
                    story.admit(Stimulus::Replied(reply.into())).unwrap();
                }
                Some(Wait::User) => story.admit(Stimulus::User(words(20).into())).unwrap_or(()),
                _ => {}
            }
        }
    }
}

#[test]
fn the_miniature_takes_none_of_them() {
    let mut story = Story::miniature(|_| {});
    for what in [Stimulus::Unasked, Stimulus::Continued, Stimulus::Login] {
        assert!(story.admit(what).is_err());
    }
}

#[test]
fn a_recorded_result_stands_in_for_a_function_that_is_not_declared_and_for_no_other() {
    let mut story = Story::paper(|_| {});
    let recorded = |text: &str| {
        Some(RecordedResult {
            is_ok: true,
            text: text.into(),
            edit: None,
        })
    };
    let reply = Reply {
        recorded: [recorded("ten"), recorded("no")].into(),
        ..calls(&[
            raw("clock", "{}"),
            raw("core_memory_append", r#"{"name":"nobody","content":"a"}"#),
        ])
    };
    story.turn("What time is it?", &[reply, say("ten")]);
    let results: Vec<(bool, String)> = story
        .run
        .stores()
        .messages()
        .iter()
        .filter_map(|message| match &message.body {
            Body::FunctionResult { is_ok, text, .. } => Some((*is_ok, text.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(results[0], (true, "ten".to_owned()));
    assert!(!results[1].0);
}

/// memgpt.md 2.1: null in the first release and in the paper's rules, the word None in those
/// that came after.
#[test]
fn a_function_without_a_value_returns_what_its_release_returned() {
    for (rules, expected) in [
        (RuleSet::Paper, ""),
        (RuleSet::MemGpt01, ""),
        (RuleSet::MemGpt02, "None"),
        (RuleSet::MemGpt03, "None"),
        (RuleSet::Letta2025, "None"),
    ] {
        let mut story = Story::under(rules, |config| config.first_reply = None);
        story.turn("Hi.", &[say("hello")]);
        let newest = story.run.stores().messages().iter().rev();
        let mut results = newest.filter_map(|message| match &message.body {
            Body::FunctionResult { text, .. } => Some(text.to_string()),
            _ => None,
        });
        assert_eq!(results.next().unwrap(), expected, "{rules:?}");
    }
}
