//! A place for what is fetched after the picture: the thing itself, or word of it.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::on_demand::Panels;
use crate::app::region::region;
use crate::app::session::{Fetched, Session};
use crate::app::tree::{classed, el};
use crate::text::t;

use super::draw::{Page, sends};
use super::parts::{Dynamic, dynamic};

/// Shows `view` once it has come, and a way to try again where it did not.
pub fn fetched(view: fn(&'static Panels) -> AnyView) -> Dynamic {
    let session = Session::get();
    dynamic(move || match session.panels.get() {
        Fetched::Here(panels) => view(panels),
        other => region("div", move || {
            let Page { session, locale } = Page::now();
            let place = classed("div", "page-waiting");
            match other {
                Fetched::Missing => place
                    .with(
                        el("p")
                            .set("role", "alert")
                            .text(t::ui::cannot_fetch(locale)),
                    )
                    .with(sends(session, t::ui::retry(locale), Command::FetchPanels)),
                _ => place.with(el("p").set("role", "status").text(t::ui::loading(locale))),
            }
        }),
    })
}

/// The same for what is only wanted sometimes: nothing before it has come, and word of it
/// only where someone waits for it.
pub fn fetched_quietly(view: fn(&'static Panels) -> AnyView, is_wanted: Signal<bool>) -> Dynamic {
    let session = Session::get();
    let is_said = Memo::new(move |_| match session.panels.get() {
        Fetched::Here(_) => true,
        Fetched::Coming => false,
        Fetched::Missing => is_wanted.get(),
    });
    let mut said = fetched(view);
    dynamic(move || if is_said.get() { said() } else { ().into_any() })
}
