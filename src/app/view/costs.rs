//! The costs: model calls and function calls apart, tokens, waiting, money.

use leptos::prelude::*;

use crate::app::cost::{Price, TurnCost, total};
use crate::app::session::Session;
use crate::text::{Locale, t, words};

use super::evictions::step_link;
use super::say;

/// Most rows: the newest.
const ROWS_MAX: usize = 100;

/// The costs up to the moment in view.
#[component]
pub fn Costs() -> impl IntoView {
    let session = Session::get();
    let price = RwSignal::new(Price::EXAMPLE);
    let turns = Memo::new(move |_| {
        session.read(|playground, frame| playground.costs_up_to(frame.position))
    });
    let has_tokens = Memo::new(move |_| session.frame.with(|frame| !frame.counts_items()));
    let rows = move || {
        let (locale, has_tokens) = (session.locale(), has_tokens.get());
        turns.with(|turns| {
            let newest = turns[turns.len().saturating_sub(ROWS_MAX)..].iter().rev();
            newest
                .map(|turn| row(session, locale, turn, has_tokens))
                .collect_view()
        })
    };
    let sum = move || {
        let (locale, has_tokens, price) = (session.locale(), has_tokens.get(), price.get());
        turns.with(|turns| summary(locale, &total(turns), price, has_tokens))
    };
    view! {
        <div class="costs-sum">{sum}</div>
        <Show when=move || has_tokens.get()><PriceForm price/></Show>
        <div class="table-scroll" tabindex="0" role="group" aria-label=say(t::tabs::cost)>
            <table>
                <caption>{say(t::costs::by_turn)}</caption>
                <thead>
                    <tr>
                        <th scope="col">{say(t::costs::turn)}</th>
                        <th scope="col">{say(t::costs::model_calls)}</th>
                        <th scope="col" class="number">{say(t::costs::function_calls)}</th>
                        <Show when=move || has_tokens.get()>
                            <th scope="col" class="number">{say(t::costs::tokens_in)}</th>
                            <th scope="col" class="number">{say(t::costs::tokens_out)}</th>
                        </Show>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(session: Session, locale: Locale, turn: &TurnCost, has_tokens: bool) -> AnyView {
    let number = |value: u64| locale.number(value);
    let tokens = has_tokens.then(|| {
        view! {
            <td class="number">{number(turn.tokens_in)}</td>
            <td class="number">{number(turn.tokens_out)}</td>
        }
    });
    view! {
        <tr>
            <th scope="row">
                {step_link(session, locale, turn.position)} " "
                <span lang=session.frame.with_untracked(|frame| frame.content.tag())>{words::shorten(&turn.said, 48)}</span>
            </th>
            <td>{breakdown(locale, turn)}</td>
            <td class="number">{number(u64::from(turn.function_calls))}</td>
            {tokens}
        </tr>
    }
    .into_any()
}

/// `2 model calls: 1 + 1 for the page-in`.
pub fn breakdown(locale: Locale, turn: &TurnCost) -> String {
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
    let mut parts: Vec<String> = reasons
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| words(locale, u64::from(count)))
        .collect();
    if parts.is_empty() {
        return calls;
    }
    if turn.first_calls > 0 {
        parts.insert(0, locale.number(u64::from(turn.first_calls)));
    }
    format!("{calls}: {}", parts.join(" + "))
}

fn summary(locale: Locale, total: &TurnCost, price: Price, has_tokens: bool) -> AnyView {
    let mut facts: Vec<(&str, String)> = vec![
        (t::costs::model_calls(locale), breakdown(locale, total)),
        (
            t::costs::function_calls(locale),
            locale.number(u64::from(total.function_calls)),
        ),
        (
            t::costs::movements(locale),
            t::costs::movement_counts(
                locale,
                &t::count::page_ins(locale, u64::from(total.page_ins)),
                &t::count::page_outs(locale, u64::from(total.page_outs)),
            ),
        ),
    ];
    if has_tokens {
        let money = |tokens_in, tokens_out| money(locale, price.money(tokens_in, tokens_out));
        let waiting = price.waiting(u64::from(total.model_calls()), total.tokens_out);
        facts.push((
            t::costs::tokens(locale),
            t::costs::tokens_both(locale, total.tokens_in, total.tokens_out),
        ));
        facts.push((
            t::costs::waiting(locale),
            t::costs::seconds(locale, &locale.decimal(waiting / 100, 1)),
        ));
        facts.push((
            t::costs::money(locale),
            money(total.tokens_in, total.tokens_out),
        ));
        facts.push((
            t::costs::long_context(locale),
            t::costs::long_context_sum(
                locale,
                &money(total.long_context_in, total.tokens_out),
                total.long_context_in,
            ),
        ));
    }
    let fact = |(name, words): (&str, String)| view! { <dt>{name.to_owned()}</dt><dd>{words}</dd> };
    view! { <dl class="facts">{facts.into_iter().map(fact).collect_view()}</dl> }.into_any()
}

/// Millionths of a dollar, with four decimals.
fn money(locale: Locale, millionths: u64) -> String {
    t::costs::dollars(locale, &locale.decimal(millionths / 100, 4))
}

/// The price and speed that money and waiting are counted with.
#[component]
fn PriceForm(
    /// The price.
    price: RwSignal<Price>,
) -> impl IntoView {
    let field = move |label: fn(Locale) -> &'static str,
                      get: fn(&Price) -> u64,
                      set: fn(&mut Price, u64)| {
        view! {
            <label class="field">
                <span>{say(label)}</span>
                <input
                    type="number" inputmode="decimal" min="0" max="1000000" step="any"
                    value=move || plain(get(&price.get_untracked()))
                    on:input:target=move |event| {
                        if let Ok(value) = event.target().value().parse::<f64>() {
                            price.update(|price| set(price, thousandths(value)));
                        }
                    }
                />
            </label>
        }
    };
    view! {
        <fieldset class="fields">
            <legend>{say(t::costs::assumed)}</legend>
            {field(t::costs::price_in, |price| price.read, |price, value| price.read = value)}
            {field(t::costs::price_out, |price| price.written, |price, value| price.written = value)}
            {field(
                t::costs::time_a_call,
                |price| price.milliseconds_a_call,
                |price, value| price.milliseconds_a_call = value,
            )}
        </fieldset>
    }
    .into_any()
}

/// Thousandths of what a person typed; never negative.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped before"
)]
fn thousandths(value: f64) -> u64 {
    (value.clamp(0.0, 1_000_000.0) * 1_000.0).round() as u64
}

/// Thousandths as a number field wants them, in any language.
fn plain(thousandths: u64) -> String {
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}
