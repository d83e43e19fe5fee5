//! The sentence: what happened, why, with this event's numbers, and who caused it.

use leptos::prelude::*;

use crate::app::tree::{Element, classed, el};
use crate::engine::event::Decider;
use crate::text::t;

use super::draw::Page;

/// The sentence about the event in view.
pub fn sentence(page: Page) -> Element {
    let caption = page.session.caption.get();
    let text = classed("p", "sentence-text")
        .with(classed("strong", "sentence-title").text(format!("{}.", caption.title)))
        .text(" ")
        .with(el("span").text(caption.sentence))
        .text(" ")
        .with(
            classed("span", "cause")
                .set("data-by", decider_name(caption.decider))
                .text(caption.cause),
        );
    classed("section", "sentence")
        .set("aria-label", t::ui::sentence(page.locale))
        .set("tabindex", "0")
        .with(text)
}

/// Name of who decided, for styles.
fn decider_name(decider: Decider) -> &'static str {
    match decider {
        Decider::Automatic => "automatic",
        Decider::Model => "model",
        Decider::User => "user",
    }
}
