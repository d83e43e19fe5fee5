//! The door: where the user is, and what waits to enter.

use std::sync::Arc;

use crate::app::tree::{Element, classed};
use crate::engine::event::Controller;
use crate::engine::ids::MessageId;
use crate::scene::door::Waiting;
use crate::text::{Locale, t};

use super::Drawn;
use super::queue_row::hue;

/// The user's place below the queue.
pub fn door(drawn: Drawn<'_>) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let has_control = scene.controller == Controller::User;
    let control = || classed("span", "control").text(t::stage::you_have_control(locale));
    let waiting = scene.door.waiting.as_ref();
    classed("div", "door")
        .set("data-anchor", "door")
        .flag("data-control", has_control)
        .with(classed("h3", "door-name").text(t::stage::you(locale)))
        .with(has_control.then(control))
        .with(waiting.map(|waiting| waiting_view(locale, waiting)))
}

fn waiting_view(locale: Locale, waiting: &Waiting) -> Element {
    let item = |text: &Arc<str>, id: Option<MessageId>| {
        classed("b", "door-item")
            .maybe("data-hue", id.map(|id| hue(id.0)))
            .text(text.to_string())
    };
    let (kind, item) = match waiting {
        Waiting::Item { text, id } => ("item", Some(item(text, Some(*id)))),
        Waiting::Request { text, id } => ("request", Some(item(text, *id))),
        Waiting::Refused(_) => ("refused", None),
    };
    classed("span", "door-waiting")
        .set("data-kind", kind)
        .with(item)
        .with(classed("span", "door-note").text(note(locale, waiting)))
}

/// What waits at the door, in one line.
pub fn words(locale: Locale, waiting: &Waiting) -> String {
    let note = note(locale, waiting);
    match waiting {
        Waiting::Item { text, .. } | Waiting::Request { text, .. } => format!("{text}: {note}"),
        Waiting::Refused(_) => note,
    }
}

fn note(locale: Locale, waiting: &Waiting) -> String {
    match waiting {
        Waiting::Item { .. } => t::stage::door_item(locale).to_owned(),
        Waiting::Request { .. } => t::stage::door_request(locale).to_owned(),
        Waiting::Refused(tokens) => t::stage::door_refused(locale, u64::from(*tokens)),
    }
}
