//! A run that a live model answers in: it waits, records, and never asks twice.

use std::sync::Arc;

use memgpt_playground::app::cost::reported;
use memgpt_playground::app::link::Changes;
use memgpt_playground::app::live::choices::Choices;
use memgpt_playground::app::playground::{ForkAt, LiveModel, Playground};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::{Setting, Stimulus};
use memgpt_playground::engine::reply::{Answerer, ModelFailure, Reply, Usage};
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use serde_json::json;

use super::{SUPPLIED, kinds, opened};

/// A moment later than all examples.
const NOW: Timestamp = Timestamp(1_800_000_000);

fn model() -> LiveModel {
    LiveModel {
        name: "small-1".into(),
        connection: 1,
        clock: || NOW,
    }
}

/// A conversation that has not begun.
fn unspoken() -> Playground {
    let live = model();
    let source = Playground::unspoken(Choices::default().config(), &live);
    let mut playground =
        Playground::open(source, Changes::default(), Locale::En, SUPPLIED).unwrap();
    playground.connect(live);
    playground
}

fn by_live(reply: Reply, read: u32) -> Stimulus {
    Stimulus::Replied(Arc::new(Reply {
        usage: Some(Usage {
            prompt: read,
            completion: 9,
            cached: Some(3),
            reasoning: None,
        }),
        by: Some(Arc::new(Answerer {
            provider: "custom".into(),
            model: "small-1".into(),
            repairs: Vec::new(),
        })),
        ..reply
    }))
}

fn says(text: &str) -> Stimulus {
    by_live(Reply::say("", text), 700)
}

/// Something is said, and the live model answers it.
fn turn(playground: &mut Playground, said: &str, answer: &str) {
    playground.follow();
    playground.say(said, ForkAt::TurnEnd).unwrap();
    assert!(playground.question().is_some());
    playground.answered(says(answer)).unwrap();
}

#[test]
fn it_waits_until_the_answer_comes() {
    let mut playground = unspoken();
    assert!(playground.question().is_none());
    playground
        .say("My bike code is 4417.", ForkAt::TurnEnd)
        .unwrap();
    let (request, turn) = playground.question().unwrap();
    assert_eq!(turn, 1);
    assert!(
        request
            .messages
            .iter()
            .any(|message| message.content.contains("4417"))
    );
    assert!(
        !playground.awaits_model(),
        "the scripted model is not waited for"
    );
    let save = json!({"label": "human", "content": "Bike code 4417.", "request_heartbeat": true});
    let save = by_live(Reply::call("", Function::CoreMemoryAppend, &save), 700);
    playground.answered(save).unwrap();
    assert!(playground.question().is_some(), "a heartbeat asks again");
    playground.answered(says("Noted.")).unwrap();
    assert_eq!(playground.wait(), Wait::User);
    assert_eq!(playground.answered_by().as_deref(), Some("small-1"));
    assert!(
        playground
            .run()
            .events()
            .iter()
            .all(|event| event.at <= NOW)
    );
    let reported = reported(playground.run().events());
    assert_eq!(
        (
            reported.calls,
            reported.read,
            reported.written,
            reported.cached
        ),
        (2, 1_400, 18, 6)
    );
    assert!(reported.estimated_read > 0);
}

#[test]
fn a_saved_run_is_opened_again_without_asking() {
    let mut playground = unspoken();
    for number in 0..14 {
        turn(
            &mut playground,
            &format!("message {number}"),
            &"long answer ".repeat(90),
        );
        // A summary is asked for too.
        while playground.question().is_some() {
            let summary = Reply {
                text: "They wrote.".into(),
                ..Reply::default()
            };
            playground.answered(by_live(summary, 300)).unwrap();
        }
    }
    assert!(kinds(&playground).contains(&"evicted"), "something left");
    let text = serde_json::to_string(&playground.session()).unwrap();
    assert!(text.contains("small-1"));
    let imported = Playground::import(&text, SUPPLIED).unwrap();
    assert!(imported.is_same);
    let mut again = imported.accept();
    assert_eq!(kinds(&again), kinds(&playground));
    assert!(again.is_live() && again.live().is_none() && again.question().is_none());
    // Going on is for whoever connects a model, or hands over to the scripted one.
    again.follow();
    again.say("Still there?", ForkAt::TurnEnd).unwrap();
    assert!(again.question().is_some());
    again.disconnect();
    assert_eq!(again.wait(), Wait::User);
    assert!(again.question().is_none());
}

#[test]
fn acting_in_the_past_keeps_both_futures_without_asking_twice() {
    let mut playground = unspoken();
    turn(&mut playground, "one", "first");
    let parts_at = playground.count();
    turn(&mut playground, "two", "second");
    let all = kinds(&playground);
    playground.look_at(parts_at);
    playground.say("another two", ForkAt::TurnEnd).unwrap();
    assert!(playground.question().is_some());
    let first = playground.runs().others()[0].number;
    assert!(playground.restore(first));
    assert_eq!(kinds(&playground), all);
    assert!(playground.question().is_none());
    // The other one still waits.
    let second = playground.runs().others()[0].number;
    assert!(playground.restore(second));
    assert!(playground.question().is_some());
}

#[test]
fn a_failure_or_a_stop_ends_the_turn() {
    for what in [
        Stimulus::Failed(ModelFailure::Other {
            kind: "BadKey".into(),
        }),
        Stimulus::Stop,
    ] {
        let mut playground = unspoken();
        playground.say("one", ForkAt::TurnEnd).unwrap();
        playground.answered(what).unwrap();
        assert_eq!(playground.wait(), Wait::User);
        assert!(playground.answered(says("late")).is_err(), "nobody asked");
    }
}

#[test]
fn a_window_that_is_full_is_emptied_once_and_not_for_ever() {
    let mut playground = unspoken();
    for number in 0..4 {
        turn(
            &mut playground,
            &format!("message {number}"),
            &"answer ".repeat(40),
        );
    }
    playground.follow();
    playground.say("more", ForkAt::TurnEnd).unwrap();
    let mut refusals = 0;
    while playground.question().is_some() && refusals < 50 {
        refusals += 1;
        playground
            .answered(Stimulus::Failed(ModelFailure::ContextFull))
            .unwrap();
    }
    assert!((2..50).contains(&refusals), "{refusals}");
    assert_eq!(playground.wait(), Wait::User);
}

#[test]
fn an_example_goes_on_with_a_live_model_and_its_script_says_nothing_by_itself() {
    let mut playground = opened("pressure-alert", Locale::En);
    playground.look_at(20);
    playground.connect(model());
    playground.set(&[Setting::Window(3_000)]).unwrap();
    assert!(playground.question().is_none() || playground.run().head().turn() <= 2);
    let again = playground.again(Changes::default()).unwrap();
    assert!(again.is_live() && again.question().is_some());
}

#[test]
fn a_prompt_that_was_cut_shows_in_the_costs() {
    let mut playground = unspoken();
    playground.set(&[Setting::Window(16_000)]).unwrap();
    for number in 0..60 {
        turn(
            &mut playground,
            &format!("message {number}"),
            &"a longer answer than before ".repeat(12),
        );
    }
    let (request, _) = {
        playground.follow();
        playground.say("and now", ForkAt::TurnEnd).unwrap();
        playground.question().unwrap()
    };
    assert!(request.tokens > 6_000, "{}", request.tokens);
    playground
        .answered(by_live(Reply::say("", "Hello!"), 4_096))
        .unwrap();
    assert_eq!(reported(playground.run().events()).cut_calls, 1);
}
