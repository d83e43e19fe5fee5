//! The price: model calls of this answer, a dot each; in the miniature, the calls that
//! page-ins have cost so far.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::price::{Price, Tick};
use crate::text::{Locale, t};

/// Most dots; more calls are a number only.
const DOTS_MAX: u32 = 12;

/// The price.
#[component]
pub fn PriceView(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let price = Memo::new(move |_| scene.with(|scene| (scene.price, scene.unit)));
    move || {
        let ((price, unit), locale) = (price.get(), locale.get());
        let dots = match unit {
            Unit::Items => extra_calls(&price),
            Unit::Tokens => price.turn.model_calls,
        };
        let words = words(locale, unit, &price);
        let more = matches!(price.tick, Some(Tick::PageIn { .. }))
            .then(|| view! { <b class="price-more">{t::stage::price_more(locale)}</b> });
        let is_new = price.tick.is_some().then_some("tick");
        let dots = (0..dots.min(DOTS_MAX)).map(|_| view! { <i class="price-dot"></i> });
        view! {
            <div class="price" data-state=is_new>
                <span class="price-dots" aria-hidden="true">{dots.collect_view()}</span>
                <span class="price-words">{words}</span>
                {more}
            </div>
        }
    }
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
