//! Looking: strides, marks, addresses; back and forward lead to the same.

use memgpt_playground::app::keys::Direction;
use memgpt_playground::app::link::StepName;
use memgpt_playground::app::mark::Mark;
use memgpt_playground::text::Locale;
use memgpt_playground::text::caption::FULL;
use memgpt_playground::trace::cursor::Stride;

use super::{opened, slots};

#[test]
fn walking_to_the_end_and_back_shows_the_same_at_every_step() {
    let mut playground = opened("five-slots", Locale::Es);
    playground.look_at(1);
    let mut seen = Vec::new();
    loop {
        let (before, after) = playground.states();
        seen.push((
            playground.position(),
            playground.scene(&before, &after),
            playground.caption(&after, Locale::Es, FULL),
        ));
        match playground.stride(Direction::Forward, Stride::Event) {
            Some(next) => playground.look_at(next),
            None => break,
        }
    }
    assert_eq!(seen.len(), playground.count());
    assert_eq!(slots(&playground), ["5", "6", "7", "1", "2"]);
    while let Some((position, scene, caption)) = seen.pop() {
        assert_eq!(playground.position(), position);
        let (before, after) = playground.states();
        assert_eq!(playground.scene(&before, &after), scene);
        assert_eq!(playground.caption(&after, Locale::Es, FULL), caption);
        if let Some(previous) = playground.stride(Direction::Back, Stride::Event) {
            playground.look_at(previous);
        }
    }
}

#[test]
fn marks_are_reached_forward_and_back() {
    let mut playground = opened("five-slots", Locale::En);
    playground.look_at(1);
    let mut page_ins = Vec::new();
    while let Some(next) = playground.to_mark(Direction::Forward, |mark| mark == Mark::PageIn) {
        page_ins.push(next);
        playground.look_at(next);
        assert_eq!(playground.event().unwrap().what.kind(), "paged_in");
    }
    assert_eq!(page_ins.len(), 2);
    let back = playground.to_mark(Direction::Back, |mark| mark == Mark::PageIn);
    assert_eq!(back, Some(page_ins[0]));
    assert_eq!(
        playground.to_mark(Direction::Forward, |mark| mark == Mark::Warning),
        None
    );
}

#[test]
fn an_address_that_is_gone_leads_to_the_nearest_earlier_step() {
    let playground = opened("five-slots", Locale::En);
    let find = |text: &str| playground.find(&StepName::parse(text).unwrap());
    let (position, is_exact) = find("8.1.paged_in.1").unwrap();
    assert!(is_exact);
    assert_eq!(
        playground.run().events()[position - 1].what.kind(),
        "paged_in"
    );
    let (nearest, is_exact) = find("8.1.paged_in.7").unwrap();
    assert_eq!((nearest, is_exact), (position, false));
    assert!(!find("99.1.evicted.1").unwrap().1);
    assert!(find("first-page-in").unwrap().1);
    assert!(find("no-such-mark").is_none());
}
