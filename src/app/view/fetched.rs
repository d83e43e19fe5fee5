//! A place for what is fetched after the picture: the thing itself, or word of it.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::on_demand::{Inside, Panels};
use crate::app::region::{attached, region};
use crate::app::session::{Fetched, Session};
use crate::app::tree::{Element, classed, el};
use crate::text::t;

use super::draw::{Page, sends};

/// An element that holds `inside` once that has come, and a way to try again where it did not.
pub fn fetched(class: &'static str, inside: fn(&'static Panels) -> Inside) -> Element {
    region(class, "div", move || {
        let place = classed("div", class);
        let page = Page::now();
        match page.session.panels.get() {
            Fetched::Here(panels) => attached(place, inside(panels)),
            Fetched::Coming => place.with(coming(page)),
            Fetched::Missing => place.with(missing(page)),
        }
    })
}

/// The same for what is only wanted sometimes: nothing before it has come, and word of it
/// only where someone waits for it.
pub fn fetched_quietly(
    class: &'static str,
    inside: fn(&'static Panels) -> Inside,
    is_wanted: fn(Session) -> bool,
) -> Element {
    region(class, "div", move || {
        let place = classed("div", class);
        let page = Page::now();
        match page.session.panels.get() {
            Fetched::Here(panels) => attached(place, inside(panels)),
            Fetched::Coming => place,
            Fetched::Missing => place.with(is_wanted(page.session).then(|| missing(page))),
        }
    })
}

fn coming(page: Page) -> Element {
    let words = el("p")
        .set("role", "status")
        .text(t::ui::loading(page.locale));
    classed("div", "page-waiting").with(words)
}

fn missing(page: Page) -> Element {
    let words = t::ui::cannot_fetch(page.locale);
    classed("div", "page-waiting")
        .with(el("p").set("role", "alert").text(words))
        .with(sends(
            page.session,
            t::ui::retry(page.locale),
            Command::FetchPanels,
        ))
}
