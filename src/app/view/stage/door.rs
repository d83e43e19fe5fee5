//! The door: where the user is, and what waits to enter.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::event::Controller;
use crate::scene::Scene;
use crate::scene::door::Waiting;
use crate::text::{Locale, t};

use super::queue_row::hue;

/// The user's place below the queue.
#[component]
pub fn DoorView(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let waiting = Memo::new(move |_| scene.with(|scene| scene.door.waiting.clone()));
    let has_control = Memo::new(move |_| scene.with(|it| it.controller == Controller::User));
    let shown = move || {
        waiting
            .get()
            .map(|waiting| waiting_view(locale.get(), waiting))
    };
    view! {
        <div
            class="door"
            data-anchor="door"
            data-control=move || has_control.get().then_some("")
        >
            <h3 class="door-name">{move || t::stage::you(locale.get())}</h3>
            {move || {
                has_control.get().then(|| {
                    view! { <span class="control">{t::stage::you_have_control(locale.get())}</span> }
                })
            }}
            {shown}
        </div>
    }
    .into_any()
}

fn waiting_view(locale: Locale, waiting: Waiting) -> impl IntoView {
    let kind = match &waiting {
        Waiting::Item { .. } => "item",
        Waiting::Request { .. } => "request",
        Waiting::Refused(_) => "refused",
    };
    let note = note(locale, &waiting);
    let item = match waiting {
        Waiting::Item { text, id } => Some((text, Some(id))),
        Waiting::Request { text, id } => Some((text, id)),
        Waiting::Refused(_) => None,
    };
    let item = item.map(|(text, id)| {
        view! {
            <b class="door-item" data-hue=id.map(|id| hue(id.0))>
                {text.to_string()}
            </b>
        }
    });
    view! {
        <span class="door-waiting" data-kind=kind>
            {item}
            <span class="door-note">{note}</span>
        </span>
    }
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
