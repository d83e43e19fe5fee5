//! The door: where the user is, and what waits to enter.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::event::Controller;
use crate::scene::Scene;
use crate::scene::door::Waiting;
use crate::text::{Locale, t};

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
        let locale = locale.get();
        waiting.get().map(|waiting| {
            let (kind, text, note) = match waiting {
                Waiting::Item(text) => (
                    "item",
                    text.to_string(),
                    t::stage::door_item(locale).to_owned(),
                ),
                Waiting::Request(text) => (
                    "request",
                    text.to_string(),
                    t::stage::door_request(locale).to_owned(),
                ),
                Waiting::Refused(tokens) => (
                    "refused",
                    String::new(),
                    t::stage::door_refused(locale, u64::from(tokens)),
                ),
            };
            view! {
                <span class="door-waiting" data-kind=kind>
                    {(!text.is_empty()).then(|| view! { <b class="door-item">{text}</b> })}
                    <span class="door-note">{note}</span>
                </span>
            }
        })
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
