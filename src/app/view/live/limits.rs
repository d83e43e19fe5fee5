//! How much: window, longest answer, price and limits. What is typed is moved to the nearest
//! number that will do.

use leptos::prelude::*;

use crate::app::cost::thousandths;
use crate::app::live::choices::{ANSWER, Choices, WINDOW};
use crate::app::live::connection::Connection;
use crate::app::view::parts::{number, say, words};
use crate::provider::price::{Price, SEEN};
use crate::text::{Locale, t};

type Label = fn(Locale) -> &'static str;

/// The fields.
pub fn limits(connection: Connection) -> AnyView {
    let choices = connection.choices;
    let too_large = words(move |locale| {
        choices.with(|choices| match choices.model_window {
            Some(window) if choices.is_too_large() => t::live::window_large(locale, window.into()),
            _ => t::live::window_about(locale).to_owned(),
        })
    });
    view! {
        <fieldset class="fields">
            <legend>{say(t::live::how_much)}</legend>
            {whole(choices, t::live::window, |choices| choices.window.into(), |choices, typed| {
                choices.window = narrow(typed).clamp(WINDOW.0, WINDOW.1);
            })}
            {whole(choices, t::live::answer, |choices| choices.answer_max.into(), |choices, typed| {
                choices.answer_max = narrow(typed).clamp(ANSWER.0, ANSWER.1);
            })}
            {whole(choices, t::live::calls_a_turn, |choices| choices.budget.calls_a_turn.into(), |choices, typed| {
                choices.budget.calls_a_turn = narrow(typed).clamp(1, 1_000);
            })}
            {whole(choices, t::live::calls, |choices| choices.budget.calls.into(), |choices, typed| {
                choices.budget.calls = narrow(typed).clamp(1, 1_000_000);
            })}
            {whole(choices, t::live::tokens, |choices| choices.budget.tokens, |choices, typed| {
                choices.budget.tokens = typed.clamp(1_000, 1_000_000_000);
            })}
            {decimal(choices, t::live::money, |choices| Some(choices.budget.money / 1_000), |choices, typed| {
                choices.budget.money = typed.unwrap_or(0).saturating_mul(1_000);
            })}
            {decimal(choices, t::live::price_in, |choices| choices.price.map(|price| price.read), |choices, typed| {
                choices.price = with(choices.price, typed, |price, typed| price.read = typed);
            })}
            {decimal(choices, t::live::price_out, |choices| choices.price.map(|price| price.written), |choices, typed| {
                choices.price = with(choices.price, typed, |price, typed| price.written = typed);
            })}
        </fieldset>
        <p class="note">{too_large}</p>
        <p class="note">{words(move |locale| t::live::price_seen(locale, &SEEN))}</p>
    }
    .into_any()
}

/// The price with one part changed; none where the field is empty.
fn with(price: Option<Price>, typed: Option<u64>, set: fn(&mut Price, u64)) -> Option<Price> {
    let typed = typed?;
    let mut price = price.unwrap_or(Price::FREE);
    set(&mut price, typed);
    Some(price)
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn whole(
    choices: RwSignal<Choices>,
    label: Label,
    get: fn(&Choices) -> u64,
    set: fn(&mut Choices, u64),
) -> AnyView {
    let value = Signal::derive(move || choices.with(get).to_string());
    number(say(label), value, "1", move |typed| {
        choices.update(|choices| {
            if let Ok(typed) = typed.trim().parse() {
                set(choices, typed);
            }
        });
    })
}

fn decimal(
    choices: RwSignal<Choices>,
    label: Label,
    get: fn(&Choices) -> Option<u64>,
    set: fn(&mut Choices, Option<u64>),
) -> AnyView {
    let value = Signal::derive(move || {
        let value = choices.with(get);
        let value = value.map(|value| format!("{}.{:03}", value / 1_000, value % 1_000));
        value.unwrap_or_default()
    });
    number(say(label), value, "any", move |typed| {
        choices.update(|choices| match thousandths(&typed) {
            Some(typed) => set(choices, Some(typed)),
            None if typed.trim().is_empty() => set(choices, None),
            None => {}
        });
    })
}
