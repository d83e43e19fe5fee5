//! Budgets of the lesson: page-ins a turn, what happens when they are spent, and the cap on
//! model calls.

use memgpt_playground::engine::config::{EvictionPolicy, WhenSpent};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::{CallFault, Function};
use memgpt_playground::engine::input::Setting;
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::json;

use crate::support::{Story, call, calls, chained, plain, raw, say, words};

fn search(query: &str) -> Reply {
    chained(Function::ConversationSearch, json!({"query": query}))
}

fn with_budget(budget: Option<u32>, when_spent: WhenSpent) -> Story {
    let mut story = Story::paper(|config| {
        config.window = 32_768;
        config.page_ins_max = budget;
        config.when_spent = when_spent;
    });
    story.turn("my dog is Toby", &[say("hello Toby")]);
    story.mark();
    story
}

#[test]
fn the_budget_counts_searches_of_a_turn_empty_ones_too() {
    for budget in 0..4_u32 {
        let mut story = with_budget(Some(budget), WhenSpent::AnswerWithout);
        let mut replies: Vec<Reply> = (0..budget)
            .map(|number| search(if number % 2 == 0 { "dog" } else { "submarine" }))
            .collect();
        replies.extend([search("dog"), say("Toby")]);
        story.turn("which dog?", &replies);
        assert_eq!(story.pages().len(), budget as usize);
        assert_eq!(story.faults(), [CallFault::BudgetSpent { budget }]);
        assert_eq!(story.state().turn_totals().searches, budget);
        assert_eq!(story.state().turn_totals().page_ins, budget.div_ceil(2));
        // The next turn has a budget of its own.
        if budget > 0 {
            story.mark();
            story.turn("which dog?", &[search("dog"), say("Toby")]);
            assert_eq!(story.faults(), []);
        }
    }
    let mut story = with_budget(None, WhenSpent::Stop);
    story.turn("which dog?", &vec![search("dog"); 15]);
    assert_eq!(story.faults(), []);
}

#[test]
fn a_call_that_is_wrong_spends_nothing() {
    let mut story = with_budget(Some(1), WhenSpent::AnswerWithout);
    let wrong = [
        chained(
            Function::ConversationSearch,
            json!({"query": "dog", "page": 99}),
        ),
        chained(Function::ConversationSearch, json!({"query": ""})),
        chained(
            Function::ConversationSearchDate,
            json!({"start_date": "x", "end_date": "y"}),
        ),
    ];
    let mut replies = wrong.to_vec();
    replies.extend([search("dog"), say("Toby")]);
    story.turn("which dog?", &replies);
    assert_eq!(story.pages().len(), 1);
    assert!(
        !story
            .faults()
            .iter()
            .any(|fault| matches!(fault, CallFault::BudgetSpent { .. }))
    );
}

#[test]
fn a_spent_budget_is_told_as_the_rule_says() {
    let words = wording(Locale::En).faults;
    for (rule, text) in [
        (WhenSpent::AnswerWithout, words.budget_answer_without),
        (WhenSpent::SayUnknown, words.budget_say_unknown),
        (WhenSpent::Stop, words.budget_stop),
    ] {
        let mut story = with_budget(Some(1), rule);
        story.user("which dog?");
        story.reply(search("dog"));
        let queue = story.queue().len();
        let wait = story.reply(search("dog"));
        let (is_ok, told) = story.results().remove(1);
        assert!(!is_ok);
        assert_eq!(told, text.replace("{budget}", "1"));
        if rule == WhenSpent::Stop {
            assert_eq!(wait, Wait::User);
            assert!(
                story
                    .kinds()
                    .ends_with(&["function_result", "budget_stopped", "yielded"])
            );
            // The pair stands in the queue; nobody was asked about it.
            assert_eq!(story.queue().len(), queue + 2);
        } else {
            assert_eq!(wait, Wait::Model(Purpose::Act));
            assert_eq!(story.kinds()[story.kinds().len() - 2], "heartbeat");
        }
    }
}

#[test]
fn the_budget_holds_within_one_reply() {
    let mut story = with_budget(Some(2), WhenSpent::AnswerWithout);
    let one = call(Function::ConversationSearch, &json!({"query": "dog"}));
    story.turn("which dog?", &[calls(&vec![one; 5]), say("Toby")]);
    assert_eq!(story.pages().len(), 2);
    assert_eq!(story.faults().len(), 3);
}

#[test]
fn a_budget_that_changes_in_the_turn_counts_what_was_spent() {
    let mut story = with_budget(None, WhenSpent::AnswerWithout);
    story.user("which dog?");
    story.reply(search("dog"));
    story.reply(search("dog"));
    story.setting(Setting::PageInBudget(Some(1)));
    story.reply(search("dog"));
    // The model had been asked under the old budget; the next call is under the new one.
    assert_eq!(story.pages().len(), 3);
    story.reply(search("dog"));
    assert_eq!(story.faults(), [CallFault::BudgetSpent { budget: 1 }]);
    assert_eq!(story.state().page_ins_left(), Some(0));
}

#[test]
fn the_cap_counts_every_call_of_the_turn() {
    for cap in 1..6 {
        let mut story = Story::paper(|config| {
            config.model_calls_max = cap;
            config.policy = EvictionPolicy::ModelChosen;
        });
        for _ in 0..30 {
            story.mark();
            let mut wait = story.user(&words(30));
            while let Wait::Model(purpose) = wait {
                wait = story.reply(match purpose {
                    Purpose::Act => {
                        chained(Function::ArchivalMemoryInsert, json!({"content": "x"}))
                    }
                    Purpose::Summarise => plain("notes"),
                    Purpose::ChooseVictims => calls(&[raw("evict", r#"{"ids":[1]}"#)]),
                });
            }
            let totals = story.state().turn_totals();
            assert_eq!(totals.model_calls, cap);
            assert!(story.kinds().ends_with(&["call_cap_reached", "yielded"]));
        }
        assert!(story.state().totals().page_outs > 0);
    }
}

#[test]
fn a_choice_of_the_model_that_is_no_use_leaves_it_to_the_oldest() {
    let bad = [
        Reply::default(),
        say("I cannot choose"),
        calls(&[raw("evict", "{}")]),
        calls(&[raw("evict", r#"{"ids":[]}"#)]),
        calls(&[raw("evict", r#"{"ids":[999999]}"#)]),
        calls(&[raw("evict", r#"{"ids":[-1]}"#)]),
        calls(&[raw("evict", r#"{"ids":["2"]}"#)]),
        calls(&[raw("evict", "all")]),
        plain("evict 3"),
    ];
    for reply in bad {
        let mut story = Story::paper(|config| {
            config.policy = EvictionPolicy::ModelChosen;
            config.warning = None;
        });
        while story.user(&words(40)) == Wait::Model(Purpose::Act) {
            story.reply(say("fine"));
        }
        story.mark();
        let oldest = story.queue()[0];
        assert_eq!(story.state().asking(), Some(Purpose::ChooseVictims));
        assert_eq!(
            story.reply(reply.clone()),
            Wait::Model(Purpose::Summarise),
            "{reply:?}"
        );
        let first = story.all(|what| match what {
            Happening::Evicted { id, by, .. } => Some((id.0, by.name())),
            _ => None,
        })[0];
        assert_eq!(first, (oldest, "automatic"));
        assert_eq!(story.faults().len(), 1);
        assert_eq!(
            story.state().turn_totals().choice_calls,
            1,
            "nobody is asked twice"
        );
    }
    // A choice of too little is filled up with the oldest, and both say who chose.
    let mut story = Story::paper(|config| {
        config.policy = EvictionPolicy::ModelChosen;
        config.warning = None;
    });
    while story.user(&words(40)) == Wait::Model(Purpose::Act) {
        story.reply(say("fine"));
    }
    let chosen = story.queue()[3];
    story.mark();
    story.reply(calls(&[raw(
        "evict",
        &format!("{{\"ids\":[{chosen},{chosen}]}}"),
    )]));
    let evicted = story.all(|what| match what {
        Happening::Evicted { id, by, .. } => Some((id.0, by.name())),
        _ => None,
    });
    assert!(evicted[0].1 == "model" && evicted.iter().any(|(id, _)| *id == chosen));
    assert!(evicted.iter().any(|(_, by)| *by == "automatic"));
}
