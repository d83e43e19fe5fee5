//! The ledger of what left: when, which, why, where it is now, whether it was needed again.

use leptos::prelude::*;

use crate::app::frame::Frame;
use crate::app::ledger::{PageOut, Whereabouts};
use crate::app::playground::Playground;
use crate::app::session::Session;
use crate::engine::event::Decider;
use crate::engine::ids::Origin;
use crate::explain;
use crate::text::context::Excerpt;
use crate::text::{Locale, labels, t, words};

use super::parts::{all, dynamic, plain, quoted, say, step_link, table};

/// Most rows: the newest.
const ROWS_MAX: usize = 200;

/// What the tab holds.
pub fn evictions() -> AnyView {
    let session = Session::get();
    let ledger = dynamic(move || {
        let locale = session.locale();
        session.read(|playground, frame| ledger(locale, playground, frame))
    });
    view! { <p>{say(t::ledger::lead)}</p> {ledger} }.into_any()
}

fn ledger(locale: Locale, playground: &Playground, frame: &Frame) -> AnyView {
    let entries = playground.ledger().up_to(frame.position);
    if entries.is_empty() {
        return view! { <p class="note">{t::ledger::empty(locale)}</p> }.into_any();
    }
    let newest = entries[entries.len().saturating_sub(ROWS_MAX)..]
        .iter()
        .rev();
    let heads = [
        (t::ledger::when(locale), false),
        (t::ledger::which(locale), false),
        (t::ledger::size(locale), true),
        (t::ledger::why(locale), false),
        (t::ledger::now(locale), false),
        (t::ledger::again(locale), false),
    ];
    let heads = heads
        .map(|(words, is_number)| (words.to_owned(), is_number))
        .to_vec();
    table(
        say(t::tabs::evictions),
        heads,
        newest
            .map(|entry| row(locale, playground, frame, entry))
            .collect(),
    )
}

fn row(locale: Locale, playground: &Playground, frame: &Frame, entry: &PageOut) -> Vec<AnyView> {
    let step = |position: usize| step_link(t::ledger::step(locale, position as u64), position);
    // What the conversation says is in its language, what we say of it in the page's.
    let (language, said) = match explain::excerpt(Origin::Message(entry.id), playground.stores()) {
        Some(Excerpt::Words(text)) => (frame.content.tag(), words::shorten(&text, 60)),
        Some(other) => {
            let rules = frame.after.config().rules;
            (locale.tag(), labels::excerpt(locale, rules, &other, 60))
        }
        None => (locale.tag(), String::new()),
    };
    let what = format!("{} {said}", entry.id);
    let why = match entry.by {
        Decider::Model => t::ledger::by_model(locale),
        _ => labels::policy_name(locale, entry.policy),
    };
    let now = Whereabouts::of(entry.id, &frame.after, playground.stores());
    let back = entry.returned_by(frame.position);
    let back = if back.is_empty() {
        plain(t::ledger::not_yet(locale).to_owned())
    } else {
        all(back.iter().map(|position| step(*position)))
    };
    vec![
        step(entry.position),
        quoted(what, language),
        plain(locale.number(u64::from(entry.tokens))),
        plain(why.to_owned()),
        plain(whereabouts(locale, now)),
        back,
    ]
}

fn whereabouts(locale: Locale, now: Whereabouts) -> String {
    let mut places: Vec<String> = Vec::new();
    if now.is_back {
        places.push(t::ledger::is_back(locale).to_owned());
    }
    if now.is_reachable {
        places.push(t::ledger::in_recall(locale).to_owned());
    }
    if let Some(id) = now.copy_in {
        places.push(t::ledger::copy_in(locale, &id));
    }
    if now.is_in_summary {
        places.push(t::ledger::in_summary(locale).to_owned());
    }
    if places.is_empty() {
        places.push(t::ledger::nowhere(locale).to_owned());
    }
    places.join("; ")
}
