//! Everything is needed at once: whatever leaves is needed again, under every policy.

use memgpt_playground::app::link::Changes;
use memgpt_playground::app::playground::{ForkAt, Playground, Source};
use memgpt_playground::app::policies::{asks_too_much, compared};
use memgpt_playground::engine::config::{EvictionPolicy, RuleSet, WhenSpent};
use memgpt_playground::engine::event::Happening;
use memgpt_playground::explain;
use memgpt_playground::text::{Locale, caption};

use super::{SUPPLIED, example, items, opened, slots};

const ID: &str = "everything-at-once";

fn under(changes: Changes) -> Playground {
    Playground::open(Source::Example(example(ID)), changes, Locale::En, SUPPLIED).unwrap()
}

fn said(playground: &Playground) -> Vec<String> {
    let events = playground.run().events().iter();
    events
        .filter_map(|event| match &event.what {
            Happening::Said { text } => Some(text.to_string()),
            _ => None,
        })
        .collect()
}

#[test]
fn twelve_page_ins_end_where_they_began() {
    for locale in Locale::ALL {
        let mut playground = opened(ID, locale);
        playground.look_at(playground.opens_at());
        let before = slots(&playground);
        playground.follow();
        assert_eq!(slots(&playground), before);
        assert_eq!(playground.run().head().totals().page_ins, 12);
    }
}

#[test]
fn no_policy_helps_at_any_window_that_is_smaller_than_what_is_needed() {
    let windows = [1, 2, 5, 11];
    for policy in EvictionPolicy::ALL {
        for window in windows {
            for when_spent in WhenSpent::ALL {
                for seed in 1..4 {
                    let playground = under(Changes {
                        policy: Some(policy),
                        window: Some(window),
                        when_spent: Some(when_spent),
                        seed: Some(seed),
                        ..Changes::default()
                    });
                    let place = format!("{policy:?} {window} {when_spent:?} {seed}");
                    let totals = playground.run().head().totals();
                    assert_eq!(totals.page_ins, 12, "{place}");
                    let said = said(&playground);
                    match when_spent {
                        WhenSpent::Stop => assert!(said.is_empty(), "{place}"),
                        WhenSpent::SayUnknown => {
                            assert!(said[0].starts_with("I don't know"), "{place}: {said:?}");
                        }
                        WhenSpent::AnswerWithout => {
                            assert!(said[0].contains("of 12"), "{place}: {said:?}");
                        }
                    }
                }
            }
        }
        let wide = under(Changes {
            policy: Some(policy),
            window: Some(12),
            ..Changes::default()
        });
        assert_eq!(wide.run().head().totals().page_ins, 0);
        assert!(said(&wide)[0].starts_with("Now all 12"));
    }
}

#[test]
fn the_comparison_says_what_was_run() {
    let mut playground = opened(ID, Locale::Es);
    playground.look_at(1);
    assert_eq!(compared(&playground), None);
    playground.follow();
    let comparison = compared(&playground).unwrap();
    assert_eq!(comparison.needed, 12);
    let policies: Vec<_> = comparison
        .outcomes
        .iter()
        .map(|outcome| outcome.policy)
        .collect();
    assert_eq!(policies[..4], EvictionPolicy::ALL);
    let [small @ .., wide] = &comparison.outcomes[..] else {
        panic!("nothing compared");
    };
    for outcome in small {
        assert_eq!(
            (outcome.window, outcome.page_ins, outcome.in_view),
            (5, 12, 5)
        );
        let choices = outcome.policy == EvictionPolicy::ModelChosen;
        // Fourteen to act; the model's choices cost as many calls more as items left.
        assert_eq!(outcome.model_calls, if choices { 26 } else { 14 });
    }
    assert_eq!(
        (wide.window, wide.page_ins, wide.in_view, wide.model_calls),
        (12, 0, 12, 1)
    );
    // And nothing is compared where everything has room, or one thing is asked for.
    assert_eq!(
        asks_too_much(&under(Changes {
            window: Some(12),
            ..Changes::default()
        })),
        None
    );
    assert_eq!(asks_too_much(&opened("five-slots", Locale::Es)), None);
    assert_eq!(asks_too_much(&opened("pressure-alert", Locale::Es)), None);
}

#[test]
fn without_a_budget_the_cap_ends_it_and_a_budget_of_nothing_at_once() {
    for (budget, page_ins) in [(None, 60), (Some(0), 0), (Some(1), 1), (Some(7), 7)] {
        let playground = under(Changes {
            budget: Some(budget),
            ..Changes::default()
        });
        assert_eq!(playground.run().head().totals().page_ins, page_ins);
    }
}

#[test]
fn the_page_says_why_in_both_languages() {
    for (locale, why, again) in [
        (
            Locale::Es,
            "Ninguna política lo arregla",
            "También hace falta",
        ),
        (Locale::En, "No policy helps", "It is needed too"),
    ] {
        let playground = opened(ID, locale);
        let run = playground.run();
        let sentences: Vec<(String, &str)> = (1..=run.len())
            .map(|position| {
                let state = run.state_at(position);
                let what = &run.events()[position - 1].what;
                let context = explain::context(run.machine(), &state, run.stores(), what);
                (caption(locale, what, &context).sentence, what.kind())
            })
            .collect();
        let of = |words: &str| -> Vec<&str> {
            let with = sentences.iter().filter(|(said, _)| said.contains(words));
            with.map(|(_, kind)| *kind).collect()
        };
        assert_eq!(of(why), ["call_failed"]);
        assert_eq!(of(again), ["evicted"; 12]);
    }
}

#[test]
fn several_items_are_asked_for_together_only_where_all_are_known() {
    let run = |list: &[&str]| {
        let playground = items(list);
        let events = playground.run().events().iter();
        let kinds = events.filter_map(|event| match &event.what {
            Happening::Asked { text } => Some(text.to_string()),
            _ => None,
        });
        (kinds.collect::<Vec<_>>(), said(&playground).pop())
    };
    // Both known, in any case and with any space; a doubled one counts once.
    assert_eq!(run(&["a", "b", "A+b"]).0, ["a + b"]);
    assert_eq!(run(&["a", "b", "a + b + a"]).0, ["a + b"]);
    assert_eq!(run(&["a", "b", "a + a"]).0, ["a"]);
    // One is not known: it is an item like any other, and then asked for by its own name.
    assert_eq!(run(&["a", "a + b", "b", "a + b"]).0, ["a + b"]);
    assert_eq!(run(&["a", "b", "+", "a +", "+ a"]).0, Vec::<String>::new());
    // Two slots hold what is needed, once it was brought.
    let (_, answer) = run(&["a", "b", "c", "d", "a + c"]);
    assert!(answer.unwrap().contains("a, c"));
}

#[test]
fn a_wider_window_in_the_middle_of_the_question_lets_it_end() {
    use memgpt_playground::engine::input::Setting;
    let mut playground = opened(ID, Locale::En);
    let (at, _) = playground
        .scenario()
        .unwrap()
        .mark("first-page-in", Locale::En)
        .unwrap()
        .find(playground.run());
    playground.look_at(at);
    playground.set(&[Setting::Window(12)]).unwrap();
    assert!(
        said(&playground)[0].starts_with("Now all 12"),
        "{:?}",
        said(&playground)
    );
    playground.say("open() + close()", ForkAt::TurnEnd).unwrap();
    assert!(said(&playground).pop().unwrap().contains("open(), close()"));
}

#[test]
fn under_rules_that_count_tokens_it_is_a_conversation_like_any_other() {
    for rules in RuleSet::ALL {
        let mut playground = under(Changes {
            rules: Some(rules),
            ..Changes::default()
        });
        assert!(playground.broken().is_none());
        playground.follow();
        let is_miniature = rules == RuleSet::Miniature;
        assert_eq!(
            asks_too_much(&playground).is_some(),
            is_miniature,
            "{rules:?}"
        );
    }
}
