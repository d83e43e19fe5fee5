//! Futures as a thing of their own: what made each, how two of them compare, that any step
//! can be forked by a setting, and that none is lost unsaid.

use std::sync::Arc;

use memgpt_playground::app::futures::{Comparison, Made, compared, named};
use memgpt_playground::app::link::{Changes, StepName};
use memgpt_playground::app::playground::{ForkAt, Playground};
use memgpt_playground::engine::config::{EvictionPolicy, WhenSpent};
use memgpt_playground::engine::input::Setting;
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use memgpt_playground::trace::address::Place;
use memgpt_playground::trace::futures::FUTURES_MAX;

use super::opened;

fn look(playground: &mut Playground, step: &str) {
    let (position, is_exact) = playground.find(&StepName::parse(step).unwrap()).unwrap();
    assert!(is_exact, "{step}");
    playground.look_at(position);
}

fn both(playground: &Playground, numbers: [u32; 2]) -> Comparison {
    compared(playground, numbers).unwrap()
}

#[test]
fn a_future_is_named_by_what_made_it() {
    let mut playground = opened("pressure-alert", Locale::En);
    look(&mut playground, "3.0.arrived.1");
    playground
        .say("I have a parrot called Kiwi.", ForkAt::TurnEnd)
        .unwrap();
    look(&mut playground, "2.1.model_asked.1");
    let settings = [Setting::Window(1_536), Setting::WhenSpent(WhenSpent::Stop)];
    playground.set(&settings).unwrap();
    let all = named(&playground);
    let made: Vec<&Made> = all.iter().map(|future| &future.made).collect();
    let text: Arc<str> = "I have a parrot called Kiwi.".into();
    let said = Place { turn: 3, call: 1 };
    let set = Place { turn: 2, call: 1 };
    assert_eq!(
        made,
        [
            &Made::First,
            &Made::Said { place: said, text },
            &Made::Set {
                place: set,
                settings: settings.to_vec()
            },
        ]
    );
    assert_eq!(all.iter().filter(|future| future.is_in_view).count(), 1);
    // They keep their names when they come back into view.
    assert!(playground.restore(1));
    assert_eq!(
        named(&playground)
            .iter()
            .map(|future| &future.made)
            .collect::<Vec<_>>(),
        made
    );
    assert!(playground.restore(2) && playground.restore(3));
    assert_eq!(
        named(&playground)
            .iter()
            .map(|future| &future.made)
            .collect::<Vec<_>>(),
        made
    );
}

#[test]
fn two_futures_are_compared_where_they_part_what_they_cost_and_what_they_say() {
    let mut playground = opened("five-slots", Locale::En);
    look(&mut playground, "6.0.offered.1");
    let here = playground.position();
    playground
        .set(&[Setting::Policy(EvictionPolicy::Random), Setting::Seed(3)])
        .unwrap();
    let comparison = both(&playground, [1, 2]);
    assert_eq!(comparison.shared, here);
    let [first, second] = comparison.first.clone().map(Option::unwrap);
    assert_eq!(first.position, here + 1);
    assert_eq!(first.address.to_string(), "6.0.evicted.1");
    assert_eq!(second.address.to_string(), "6.0.setting_changed.1");
    // Whole and since are what the engine counted.
    for (at, number) in comparison.numbers.into_iter().enumerate() {
        let run = playground.runs().record(number).unwrap();
        let (whole, before) = (run.head().totals(), run.state_at(here).totals());
        assert_eq!(comparison.whole[at], whole);
        assert_eq!(
            comparison.since[at].page_outs,
            whole.page_outs - before.page_outs
        );
        assert_eq!(
            comparison.since[at].model_calls,
            whole.model_calls - before.model_calls
        );
    }
    // The turns from the sixth on stand beside each other; nothing is asked that the other does not.
    let turns: Vec<u32> = comparison.turns.iter().map(|pair| pair.turn).collect();
    assert_eq!(turns, [6, 7, 8, 9]);
    for pair in &comparison.turns {
        let [left, right] = pair.spoken.clone().map(Option::unwrap);
        assert_eq!(left.user, right.user);
    }
    // What is only in one queue is in none of the other.
    let [left, right] = &comparison.queue_only;
    assert!(left.iter().all(|queued| !right.contains(queued)));
    assert_eq!(left.len() + comparison.queue_shared, 5);
    assert_eq!(right.len() + comparison.queue_shared, 5);
    // The other way round it is the same from the other side.
    let turned = both(&playground, [2, 1]);
    assert_eq!(turned.shared, comparison.shared);
    assert_eq!(turned.first[0], comparison.first[1]);
    assert_eq!(turned.queue_only[1], comparison.queue_only[0]);
}

#[test]
fn a_future_compared_with_itself_does_not_differ() {
    let playground = opened("pressure-alert", Locale::Es);
    let same = both(&playground, [1, 1]);
    assert_eq!(same.shared, playground.count());
    assert_eq!(same.first, [None, None]);
    assert!(same.turns.iter().all(|pair| pair.is_same()));
    assert_eq!(same.queue_only, [Vec::new(), Vec::new()]);
    assert_eq!(compared(&playground, [1, 9]), None);
}

#[test]
fn where_one_ends_the_other_goes_on() {
    let mut playground = opened("pressure-alert", Locale::En);
    look(&mut playground, "4.1.said.1");
    playground.say("Good night.", ForkAt::TurnEnd).unwrap();
    let comparison = both(&playground, [1, 2]);
    let last = comparison.turns.last().unwrap();
    assert!(last.spoken[0].is_some() && last.spoken[1].is_none());
    assert!(comparison.turns.iter().any(|pair| !pair.is_same()));
}

#[test]
fn the_same_numbers_whatever_is_in_view() {
    let mut playground = opened("pressure-alert", Locale::En);
    look(&mut playground, "3.0.arrived.1");
    playground
        .say("I have a parrot called Kiwi.", ForkAt::TurnEnd)
        .unwrap();
    assert!(playground.restore(1));
    look(&mut playground, "5.1.said.1");
    playground.say("And a canary.", ForkAt::TurnEnd).unwrap();
    let numbers: Vec<u32> = named(&playground)
        .iter()
        .map(|future| future.number)
        .collect();
    let pairs: Vec<[u32; 2]> = numbers
        .iter()
        .flat_map(|left| numbers.iter().map(|right| [*left, *right]))
        .collect();
    let seen = |playground: &Playground| -> Vec<Comparison> {
        pairs.iter().map(|pair| both(playground, *pair)).collect()
    };
    let first = seen(&playground);
    for number in numbers.iter().rev() {
        assert!(playground.restore(*number));
        assert_eq!(seen(&playground), first);
    }
}

/// Any setting at any step: inside a turn, between a call and its reply, in a flush.
#[test]
fn a_setting_forks_at_every_step_and_waits_for_the_next_call() {
    let settings = [
        Setting::Window(1_536),
        Setting::Policy(EvictionPolicy::ModelChosen),
        Setting::PageInBudget(Some(0)),
        Setting::External(false),
    ];
    for id in ["pressure-alert", "three-documents"] {
        let whole = opened(id, Locale::En);
        for (nth, position) in (1..=whole.count()).step_by(7).enumerate() {
            let mut playground = whole.clone();
            playground.look_at(position);
            let setting = settings[nth % settings.len()].clone();
            playground.set(std::slice::from_ref(&setting)).unwrap();
            let place = format!("{id} {position} {setting:?}");
            assert!(playground.broken().is_none(), "{place}");
            assert_eq!(playground.wait(), Wait::User, "{place}");
            let kinds: Vec<&str> = playground.run().events()[position..]
                .iter()
                .map(|event| event.what.kind())
                .collect();
            assert_eq!(kinds[0], "setting_changed", "{place}");
            // Within a flush the old settings hold until it ends.
            let in_flush = playground.run().state_at(position).flush().is_some();
            if in_flush {
                let end = kinds
                    .iter()
                    .position(|kind| *kind == "flush_ended")
                    .unwrap();
                let policy = |at: usize| playground.run().state_at(position + at).config().policy;
                assert_eq!(policy(1), policy(end), "{place}");
            }
            if position < whole.count() {
                let kept = playground.runs().others()[0].number;
                assert!(playground.restore(kept), "{place}");
                assert_eq!(playground.run().digest(), whole.run().digest(), "{place}");
            }
        }
    }
}

#[test]
fn more_futures_than_there_is_room_for_are_said() {
    let mut playground = opened("five-slots", Locale::En);
    for count in 0..FUTURES_MAX {
        look(&mut playground, "6.0.offered.1");
        playground
            .say(&format!("x{count}"), ForkAt::TurnEnd)
            .unwrap();
        assert_eq!(playground.take_dropped(), None, "{count}");
    }
    assert!(named(&playground).len() > 8);
    look(&mut playground, "6.0.offered.1");
    playground.say("one more", ForkAt::TurnEnd).unwrap();
    assert_eq!(playground.take_dropped(), Some(1));
    assert_eq!(playground.take_dropped(), None);
    // Those that are left have their names, and each comes back.
    for future in named(&playground) {
        assert!(matches!(future.made, Made::Said { .. }), "{future:?}");
        assert!(playground.restore(future.number));
    }
}

#[test]
fn running_it_again_begins_with_one_future_and_takes_none_from_the_old() {
    let mut playground = opened("five-slots", Locale::En);
    look(&mut playground, "6.0.offered.1");
    playground.say("other", ForkAt::TurnEnd).unwrap();
    let again = playground.again(Changes::default()).unwrap();
    assert!(again.runs().others().is_empty());
    assert_eq!(playground.runs().others().len(), 1);
}
