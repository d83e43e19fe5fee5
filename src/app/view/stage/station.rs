//! A station of the lane: who it is, what it does, and whether it has control.

use leptos::prelude::*;

use crate::text::{Locale, t};

/// The word of an operating system beside ours, where the picture is read as one.
#[component]
pub fn Analogy(
    /// With the words of an operating system.
    as_system: Signal<bool>,
    /// The language.
    locale: Signal<Locale>,
    /// The word.
    words: fn(Locale) -> &'static str,
) -> impl IntoView {
    move || {
        as_system
            .get()
            .then(|| view! { <span class="analogy">{words(locale.get())}</span> })
    }
}

/// A station.
#[component]
pub fn Station(
    /// Name for styles, and the place that arrows touch.
    name: &'static str,
    /// The language.
    locale: Signal<Locale>,
    /// Its name in words.
    title: fn(Locale) -> &'static str,
    /// What it does now.
    #[prop(into)]
    does: Signal<String>,
    /// How it stands, for styles.
    #[prop(into)]
    state: Signal<&'static str>,
    /// True where it has control.
    #[prop(into)]
    has_control: Signal<bool>,
    /// More about what it does.
    children: Children,
) -> impl IntoView {
    view! {
        <div
            class="station"
            data-station=name
            data-anchor=name
            data-state=move || state.get()
            data-control=move || has_control.get().then_some("")
        >
            <h3 class="station-name">{move || title(locale.get())}</h3>
            {move || {
                has_control.get().then(|| {
                    view! { <span class="control">{t::stage::has_control(locale.get())}</span> }
                })
            }}
            <p class="station-does">{move || does.get()}</p>
            {children()}
        </div>
    }
    .into_any()
}
