//! The example that opens first, as part of the program: the first screen needs neither its
//! file nor what reads files. A test holds it equal to `public/scenarios/five-slots.json`.

use std::sync::Arc;

use crate::engine::config::{EvictionPolicy, RuleSet};
use crate::engine::timestamp::Timestamp;

use super::bilingual::Bilingual;
use super::builtin::BUILT_IN;
use super::example::{Fact, FoundIn, Question, Scenario, Turn};
use super::mark::Mark;
use super::settings::Overrides;

/// The first turn: 2026-01-05 09:00, in seconds.
const START: i64 = 1_767_603_600;

/// Seconds from one turn to the next.
const INTERVAL: u32 = 60;

/// Seven items, then the first two again.
const ITEMS: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 1, 2];

/// How many of them are new.
const NEW: u32 = 7;

/// Places to look at, in order of name.
const MARKS: [(&str, &str); 7] = [
    ("first-eviction", "6.0.evicted.1"),
    ("first-page-in", "8.1.paged_in.1"),
    ("first-question", "8.0.asked.1"),
    ("first-search", "8.1.searched.1"),
    ("last-arrival", "7.0.arrived.1"),
    ("second-page-in", "9.1.paged_in.1"),
    (OPENS_AT, "6.0.offered.1"),
];

/// The mark at which it opens: something is about to happen.
const OPENS_AT: &str = "sixth-offered";

/// The example that opens first.
pub fn first() -> Scenario {
    let built_in = &BUILT_IN[0];
    let both = |es: &str, en: &str| Bilingual {
        es: Arc::from(es),
        en: Arc::from(en),
    };
    let turn = |(at, item): (usize, u32)| Turn {
        at: Timestamp(START + at as i64 * i64::from(INTERVAL)),
        session: None,
        user: Bilingual::same(item.to_string().into()),
        replies: Vec::new(),
    };
    let fact = |item: u32| Fact {
        id: format!("item-{item}").into(),
        turn: item,
        text: both(&format!("El elemento {item}."), &format!("Item {item}.")),
        replaces: None,
    };
    let question = |(at, item): (usize, &u32)| Question {
        turn: NEW + 1 + at as u32,
        needs: vec![format!("item-{item}").into()],
        found_in: Some(FoundIn::Recall),
        accept: Bilingual::same(vec![item.to_string().into()]),
    };
    let mark = |(name, place): (&str, &str)| {
        let place = place.parse::<Mark>().ok()?;
        Some((Arc::from(name), Bilingual::same(place)))
    };
    Scenario {
        id: built_in.id.into(),
        title: both(built_in.title.es, built_in.title.en),
        about: Some(both(
            "Caben cinco elementos y llegan siete: mira cuál sale, dónde queda y cuánto cuesta traerlo de vuelta.",
            "There is room for five items and seven arrive: watch which one leaves, where it goes and what it costs \
             to bring it back.",
        )),
        note: Some(both(
            "La semilla es 7, como en la lección, pero con esta regla no cambia nada: siempre sale el elemento más \
             antiguo.",
            "The seed is 7, as in the lesson, but under this rule it changes nothing: the oldest item always leaves.",
        )),
        rules: RuleSet::Miniature,
        overrides: Overrides {
            window: Some(5),
            policy: Some(EvictionPolicy::Oldest),
            ..Overrides::default()
        },
        seed: Some(7),
        start: Timestamp(START),
        interval: INTERVAL,
        documents: Vec::new(),
        turns: ITEMS.into_iter().enumerate().map(turn).collect(),
        facts: (1..=NEW).map(fact).collect(),
        questions: ITEMS[NEW as usize..]
            .iter()
            .enumerate()
            .map(question)
            .collect(),
        marks: MARKS.into_iter().filter_map(mark).collect(),
        opens_at: Some(OPENS_AT.into()),
        suggestions: Bilingual::default(),
        next: Some(BUILT_IN[1].id.into()),
    }
}
