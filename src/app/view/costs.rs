//! The costs: model calls and function calls apart, tokens, waiting, money.

use leptos::prelude::*;

use crate::app::cost::{Price, Reported, TurnCost, reported, thousandths, total};
use crate::app::session::Session;
use crate::text::{Locale, t, words};

use super::parts::{dynamic, facts, number, plain, quoted, say, step_link, table};

/// Most rows: the newest.
const ROWS_MAX: usize = 100;

/// What the tab holds.
pub fn costs() -> AnyView {
    let session = Session::get();
    let price = RwSignal::new(Price::EXAMPLE);
    let turns = Memo::new(move |_| {
        session.read(|playground, frame| {
            (
                playground.costs_up_to(frame.position),
                !frame.counts_items(),
                reported(&playground.run().events()[..frame.position.min(playground.count())]),
            )
        })
    });
    let sum = dynamic(move || {
        let (locale, price) = (session.locale(), price.get());
        turns.with(|(turns, has_tokens, reported)| {
            let mut rows = summary(locale, &total(turns), price, *has_tokens);
            rows.extend(counted(locale, reported));
            facts("facts", rows)
        })
    });
    let by_turn = dynamic(move || {
        let locale = session.locale();
        let lang = session.frame.with_untracked(|frame| frame.content.tag());
        turns.with(|(turns, has_tokens, _)| table_of(locale, turns, *has_tokens, lang))
    });
    let form = dynamic(move || {
        if turns.with(|(_, has_tokens, _)| *has_tokens) {
            price_form(price)
        } else {
            ().into_any()
        }
    });
    view! { {sum} {form} {by_turn} }.into_any()
}

fn table_of(locale: Locale, turns: &[TurnCost], has_tokens: bool, lang: &'static str) -> AnyView {
    let mut heads = vec![
        (t::costs::turn(locale).to_owned(), false),
        (t::costs::said(locale).to_owned(), false),
        (t::costs::model_calls(locale).to_owned(), false),
        (t::costs::function_calls(locale).to_owned(), true),
    ];
    if has_tokens {
        heads.push((t::costs::tokens_in(locale).to_owned(), true));
        heads.push((t::costs::tokens_out(locale).to_owned(), true));
    }
    let row = |turn: &TurnCost| {
        let mut cells = vec![
            step_link(locale.number(u64::from(turn.turn)), turn.position),
            quoted(words::shorten(&turn.said, 48), lang),
            plain(breakdown(locale, turn)),
            plain(locale.number(u64::from(turn.function_calls))),
        ];
        if has_tokens {
            cells.push(plain(locale.number(turn.tokens_in)));
            cells.push(plain(locale.number(turn.tokens_out)));
        }
        cells
    };
    let newest = turns[turns.len().saturating_sub(ROWS_MAX)..].iter().rev();
    table(say(t::costs::by_turn), heads, newest.map(row).collect())
}

/// `2 model calls: 1 + 1 for the page-in`.
fn breakdown(locale: Locale, turn: &TurnCost) -> String {
    let calls = t::count::model_calls(locale, u64::from(turn.model_calls()));
    let reasons: [(u32, fn(Locale, u64) -> String); 7] = [
        (turn.page_in_calls, t::costs::for_page_ins),
        (turn.empty_search_calls, t::costs::for_empty_searches),
        (turn.chained_calls, t::costs::for_chained),
        (turn.failure_calls, t::costs::for_failures),
        (turn.warning_calls, t::costs::for_warning),
        (turn.summary_calls, t::costs::for_summaries),
        (turn.choice_calls, t::costs::for_choices),
    ];
    let further = reasons.into_iter().filter(|(count, _)| *count > 0);
    let further: Vec<String> = further
        .map(|(count, words)| words(locale, u64::from(count)))
        .collect();
    if further.is_empty() {
        return calls;
    }
    let first = (turn.first_calls > 0).then(|| locale.number(u64::from(turn.first_calls)));
    let all: Vec<String> = first.into_iter().chain(further).collect();
    format!("{calls}: {}", all.join(" + "))
}

fn summary(
    locale: Locale,
    total: &TurnCost,
    price: Price,
    has_tokens: bool,
) -> Vec<(String, String)> {
    let movements = t::costs::movement_counts(
        locale,
        &t::count::page_ins(locale, u64::from(total.page_ins)),
        &t::count::page_outs(locale, u64::from(total.page_outs)),
    );
    let mut facts = vec![
        (t::costs::model_calls(locale), breakdown(locale, total)),
        (
            t::costs::function_calls(locale),
            locale.number(u64::from(total.function_calls)),
        ),
        (t::costs::movements(locale), movements),
    ];
    if has_tokens {
        let money = |tokens_in| {
            let millionths = price.money(tokens_in, total.tokens_out);
            t::costs::dollars(locale, &locale.decimal(millionths / 100, 4))
        };
        let waiting = price.waiting(u64::from(total.model_calls()), total.tokens_out);
        let long = t::costs::long_context_sum(
            locale,
            &money(total.long_context_in),
            total.long_context_in,
        );
        facts.push((
            t::costs::tokens(locale),
            t::costs::tokens_both(locale, total.tokens_in, total.tokens_out),
        ));
        facts.push((
            t::costs::waiting(locale),
            t::costs::seconds(locale, &locale.decimal(waiting / 100, 1)),
        ));
        facts.push((t::costs::money(locale), money(total.tokens_in)));
        facts.push((t::costs::long_context(locale), long));
    }
    facts
        .into_iter()
        .map(|(name, words)| (name.to_owned(), words))
        .collect()
}

/// What the provider of a live model counted itself, beside our estimate.
fn counted(locale: Locale, reported: &Reported) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    if reported.calls > 0 {
        let words = t::costs::reported_both(
            locale,
            reported.estimated_read,
            reported.estimated_written,
            reported.cached,
            reported.read,
            reported.reasoning,
            reported.written,
        );
        facts.push((t::costs::reported(locale).to_owned(), words));
    }
    if reported.cut_calls > 0 {
        let words = t::costs::cut_calls(locale, u64::from(reported.cut_calls));
        facts.push((t::costs::cut(locale).to_owned(), words));
    }
    facts
}

/// The price and speed that money and waiting are counted with.
fn price_form(price: RwSignal<Price>) -> AnyView {
    let field = move |label: fn(Locale) -> &'static str,
                      get: fn(&Price) -> u64,
                      set: fn(&mut Price, u64)| {
        let value = Signal::derive(move || {
            let value = price.with(get);
            format!("{}.{:03}", value / 1_000, value % 1_000)
        });
        number(say(label), value, "any", move |typed| {
            if let Some(value) = thousandths(&typed) {
                price.update(|price| set(price, value));
            }
        })
    };
    view! {
        <fieldset class="fields">
            <legend>{say(t::costs::assumed)}</legend>
            {field(t::costs::price_in, |price| price.read, |price, value| price.read = value)}
            {field(t::costs::price_out, |price| price.written, |price, value| price.written = value)}
            {field(t::costs::time_a_call, |price| price.milliseconds_a_call, |price, value| price.milliseconds_a_call = value)}
        </fieldset>
    }
    .into_any()
}
