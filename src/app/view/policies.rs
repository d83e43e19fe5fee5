//! Why no policy helps: the same question under each of them, run and counted. Nothing
//! where the question in view asks for no more than there is room for.

use leptos::prelude::*;

use crate::app::policies::{Comparison, Outcome, asks_too_much, compared};
use crate::app::session::Session;
use crate::text::{Locale, labels, t};

use super::parts::{dynamic, plain, say, table};

/// The comparison, below the explanation.
pub fn policies() -> AnyView {
    let session = Session::get();
    // Running it again is work: once for each question, not for each step.
    let question = Memo::new(move |_| {
        session.read(|playground, _| Some((playground.revision(), asks_too_much(playground)?)))
    });
    let comparison = Memo::new(move |_| {
        question.get()?;
        session.read_untracked(compared)
    });
    dynamic(move || match comparison.get() {
        Some(comparison) => shown(session.locale(), &comparison),
        None => ().into_any(),
    })
    .into_any()
}

fn shown(locale: Locale, comparison: &Comparison) -> AnyView {
    let needed = comparison.needed as u64;
    let window = comparison
        .outcomes
        .first()
        .map_or(0, |outcome| u64::from(outcome.window));
    let heads = vec![
        (t::policies::policy(locale).to_owned(), false),
        (t::policies::slots(locale).to_owned(), true),
        (t::policies::page_ins(locale).to_owned(), true),
        (t::policies::page_outs(locale).to_owned(), true),
        (t::policies::model_calls(locale).to_owned(), true),
        (t::policies::in_view(locale).to_owned(), true),
    ];
    let row = |outcome: &Outcome| {
        let number = |value: u32| plain(locale.number(u64::from(value)));
        let seen = t::policies::of_needed(locale, needed, outcome.in_view as u64);
        vec![
            plain(labels::policy_name(locale, outcome.policy).to_owned()),
            number(outcome.window),
            number(outcome.page_ins),
            number(outcome.page_outs),
            number(outcome.model_calls),
            plain(seen),
        ]
    };
    let rows = comparison.outcomes.iter().map(row).collect();
    view! {
        <section class="policies" aria-labelledby="policies-title">
            <h3 id="policies-title">{t::policies::title(locale)}</h3>
            <p>{t::policies::about(locale, needed, window)}</p>
            {table(say(t::policies::title), heads, rows)}
            <p class="note">{t::policies::run_here(locale)}</p>
        </section>
    }
    .into_any()
}
