//! The timeline: a native slider over all events, with a sign where something stands out.

use std::rc::Rc;

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::{Mark, Signs};
use crate::app::tree::{Element, On, Property, classed};
use crate::text::t;

use super::draw::Page;

/// The timeline.
pub fn timeline(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let (position, count, signs) = session.read(|playground, frame| {
        let Signs { many, few } = playground.signs();
        let sign = |at: &(usize, Mark)| sign(share(at.0, frame.count), at.1, few.contains(at));
        let signs: Vec<Element> = many.iter().map(sign).collect();
        (frame.position, frame.count, signs)
    });
    let step_of = t::transport::step_of(locale, position as u64, count as u64);
    let look = move |value: String| {
        if let Ok(position) = value.parse() {
            session.dispatch(Command::LookAt(position));
        }
    };
    let slider = classed("input", "timeline-slider")
        .set("type", "range")
        .set("data-timeline", "")
        .set("min", "1")
        .set("step", "1")
        .set("max", count.to_string())
        .flag("disabled", page.is_locked(Panel::Timeline))
        .set("aria-label", t::transport::timeline(locale))
        .set(
            "aria-valuetext",
            format!("{step_of}: {}", session.caption.get().title),
        )
        .style("--share", share(position, count))
        .property("value", Property::Text(position.to_string().into()))
        .on(On::Input(Rc::new(look)));
    let signs = classed("div", "timeline-signs")
        .set("aria-hidden", "true")
        .all(signs);
    classed("div", "timeline")
        .with(classed("div", "timeline-line").with(signs).with(slider))
        .with(classed("output", "timeline-step").text(step_of))
}

/// A sign; one that a short line has no room for says so.
fn sign(at: String, mark: Mark, is_few: bool) -> Element {
    classed("span", "timeline-sign")
        .set("data-mark", mark.name())
        .flag("data-crowded", !is_few)
        .style("--at", at)
        .text(mark.glyph())
}

/// Where a position lies on the line, as a part of one, in thousandths.
fn share(position: usize, count: usize) -> String {
    let last = count.saturating_sub(1).max(1);
    let permille = position.saturating_sub(1) * 1_000 / last;
    format!("{}.{:03}", permille / 1_000, permille % 1_000)
}
