//! Acting: saying something, changing settings, in the past too; futures come back.

use memgpt_playground::app::playground::ForkAt;
use memgpt_playground::engine::config::EvictionPolicy;
use memgpt_playground::engine::input::{Refused, Setting};
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;

use super::{items, kinds, opened, slots};

#[test]
fn saying_something_at_the_end_goes_on() {
    let mut playground = opened("five-slots", Locale::En);
    playground.follow();
    let count = playground.count();
    playground.say("8", ForkAt::TurnEnd).unwrap();
    assert_eq!(playground.position(), count + 1);
    assert!(playground.runs().others().is_empty());
    playground.follow();
    assert_eq!(slots(&playground), ["6", "7", "1", "2", "8"]);
    assert_eq!(playground.say("  ", ForkAt::TurnEnd), Err(Refused::Empty));
}

#[test]
fn saying_something_in_the_past_forks_and_the_old_future_comes_back() {
    let mut playground = opened("five-slots", Locale::En);
    let old = playground.run().digest();
    let sixth = playground.find(
        &"6.0.offered.1"
            .parse()
            .map(memgpt_playground::app::link::StepName::Address)
            .unwrap(),
    );
    let position = sixth.unwrap().0;
    playground.look_at(position);
    assert!(playground.would_fork() && !playground.is_between_turns());
    playground.say("other", ForkAt::TurnEnd).unwrap();
    assert_eq!(playground.runs().others().len(), 1);
    assert_eq!(kinds(&playground)[playground.position() - 1], "offered");
    assert!(
        playground.position() > position,
        "the turn in view is finished first"
    );
    playground.follow();
    assert_eq!(slots(&playground), ["3", "4", "5", "6", "other"]);
    let number = playground.runs().others()[0].number;
    assert!(
        playground
            .parts_at(number)
            .is_some_and(|parts_at| parts_at > position)
    );
    assert!(playground.restore(number));
    assert_eq!(playground.run().digest(), old);
    assert_eq!(playground.runs().others().len(), 1);
}

#[test]
fn interrupting_stops_the_turn_first() {
    let mut playground = opened("five-slots", Locale::En);
    playground.look_at(
        playground
            .find(&memgpt_playground::app::link::StepName::parse("8.1.model_asked.1").unwrap())
            .unwrap()
            .0,
    );
    let here = playground.position();
    playground.say("new", ForkAt::Here).unwrap();
    assert_eq!(kinds(&playground)[here], "stopped");
    assert_eq!(playground.wait(), Wait::User);
    playground.follow();
    assert!(slots(&playground).contains(&"new".to_owned()));
}

#[test]
fn within_the_last_turn_nothing_would_be_cut_off() {
    for id in ["five-slots", "pressure-alert"] {
        let mut playground = opened(id, Locale::Es);
        playground.follow();
        let (count, last) = (playground.count(), playground.run().head().turn());
        for position in 1..=count {
            playground.look_at(position);
            let turn = playground.run().places()[position - 1].turn;
            assert_eq!(
                playground.has_later_turn(),
                turn < last,
                "{id} at {position}"
            );
            if turn == last && position + 1 == count {
                playground.say("9", ForkAt::TurnEnd).unwrap();
                assert_eq!(playground.position(), count + 1);
                assert!(playground.runs().others().is_empty(), "{id} at {position}");
                break;
            }
        }
    }
}

#[test]
fn a_setting_changed_in_the_past_runs_the_rest_under_it() {
    let mut playground = opened("five-slots", Locale::En);
    playground.look_at(playground.opens_at());
    playground
        .set(&[
            Setting::Window(6),
            Setting::Policy(EvictionPolicy::LeastRecentlyUsed),
        ])
        .unwrap();
    assert_eq!(
        kinds(&playground)[playground.position() - 1],
        "setting_changed"
    );
    playground.follow();
    assert_eq!(playground.run().head().turn(), 9, "the script goes on");
    assert_eq!(playground.run().head().config().window, 6);
    assert_eq!(slots(&playground).len(), 6);
}

#[test]
fn small_talk_goes_on_until_something_overflows() {
    for locale in Locale::ALL {
        let mut playground = opened("six-sessions", locale);
        playground.follow();
        let start = playground.count();
        let (count, is_full) = playground.chat_on(locale, ForkAt::TurnEnd).unwrap();
        assert!(is_full && count >= 1, "{count} messages");
        assert!(playground.position() >= start);
        let next = &kinds(&playground)[playground.position()..];
        assert!(
            ["pressure_warned", "evicted", "flush_began"].contains(&next[0]),
            "next is {:?}",
            &next[..3.min(next.len())]
        );
    }
}

#[test]
fn what_the_script_has_next_is_offered_after_a_fork() {
    let mut playground = items(&["a", "b", "c"]);
    playground.follow();
    assert_eq!(playground.next_line(), None);
    playground.look_at(3);
    playground.say("z", ForkAt::TurnEnd).unwrap();
    playground.follow();
    assert_eq!(playground.next_line().as_deref(), Some("c"));
}
