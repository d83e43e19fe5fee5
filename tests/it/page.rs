//! What is open on the page, without a browser: opening, looking, acting, reading off.

mod acting;
mod futures;
mod hostile;
mod lanes;
mod live;
mod looking;
mod opening;
mod reading;
mod real;
mod together;

use std::sync::Arc;

use memgpt_playground::app::link::Changes;
use memgpt_playground::app::playground::{Playground, Source, Supplied};
use memgpt_playground::engine::search::ranked;
use memgpt_playground::scenario::perform::scripted;
use memgpt_playground::scenario::{self, Scenario};
use memgpt_playground::text::{Locale, wording};

/// All that a run may be made with.
const SUPPLIED: Supplied = Supplied {
    model: scripted,
    words: Some(ranked),
    wording: wording::wording,
};

/// An example as it ships.
fn example(id: &str) -> Arc<Scenario> {
    let path = format!("{}/public/scenarios/{id}.json", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    Arc::new(scenario::read(&bytes).unwrap().scenario)
}

/// An example, opened as the page opens it.
fn opened(id: &str, locale: Locale) -> Playground {
    Playground::open(
        Source::Example(example(id)),
        Changes::default(),
        locale,
        SUPPLIED,
    )
    .unwrap()
}

/// One's own items in five slots.
fn items(items: &[&str]) -> Playground {
    let items = items.iter().map(|item| Arc::from(*item)).collect();
    Playground::open(
        Source::Items(items),
        Changes::default(),
        Locale::En,
        SUPPLIED,
    )
    .unwrap()
}

/// The items in the slots, in order.
fn slots(playground: &Playground) -> Vec<String> {
    let (_, after) = playground.states();
    let item = |id| {
        playground
            .stores()
            .message(id)
            .unwrap()
            .body
            .spoken()
            .to_owned()
    };
    after.queue().slots().map(|slot| item(slot.id)).collect()
}

/// The kinds of all events.
fn kinds(playground: &Playground) -> Vec<&'static str> {
    playground
        .run()
        .events()
        .iter()
        .map(|event| event.what.kind())
        .collect()
}
