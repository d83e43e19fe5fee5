//! The price: model calls of this answer, a dot each; in the miniature, the calls that
//! page-ins have cost so far.

use crate::app::tree::{Element, classed};
use crate::engine::config::Unit;
use crate::scene::price::{Price, Tick};
use crate::text::{Locale, t};

use super::Drawn;

/// Most dots; more calls are a number only.
const DOTS_MAX: u32 = 12;

/// The price.
pub fn price(drawn: Drawn<'_>) -> Element {
    let (price, locale) = (&drawn.scene.price, drawn.locale);
    let dots = match drawn.scene.unit {
        Unit::Items => extra_calls(price),
        Unit::Tokens => price.turn.model_calls,
    };
    let words = words(locale, drawn.scene.unit, price);
    let more = matches!(price.tick, Some(Tick::PageIn { .. }))
        .then(|| classed("b", "price-more").text(t::stage::price_more(locale)));
    let dots = (0..dots.min(DOTS_MAX)).map(|_| classed("i", "price-dot"));
    classed("div", "price")
        .maybe("data-state", price.tick.is_some().then_some("tick"))
        .with(
            classed("span", "price-dots")
                .set("aria-hidden", "true")
                .all(dots),
        )
        .with(classed("span", "price-words").text(words))
        .with(more)
}

/// In the miniature, the calls beyond the first of each answer.
fn extra_calls(price: &Price) -> u32 {
    price.run.page_ins + price.run.choice_calls
}

/// The price in words.
pub fn words(locale: Locale, unit: Unit, price: &Price) -> String {
    if unit == Unit::Items {
        return t::stage::extra_calls(locale, u64::from(extra_calls(price)));
    }
    let (calls, page_ins) = (price.turn.model_calls, price.turn.page_ins);
    let mut words = t::stage::price(locale, u64::from(calls));
    if page_ins > 0 && calls > page_ins {
        words.push_str(": ");
        let split = t::stage::price_split(locale, u64::from(page_ins), u64::from(calls - page_ins));
        words.push_str(&split);
    }
    words
}
