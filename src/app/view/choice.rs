//! A choice among a few things: a native list with its name beside it.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::session::Session;
use crate::text::Locale;

use super::say;

/// One entry: the name that is chosen, and its words.
pub type Entry = (String, String);

/// A choice among a few things.
#[component]
pub fn Choice(
    /// The name beside it.
    label: fn(Locale) -> &'static str,
    /// What can be chosen.
    #[prop(into)]
    entries: Signal<Vec<Entry>>,
    /// What is chosen.
    #[prop(into)]
    chosen: Signal<String>,
    /// Told of every choice.
    #[prop(into)]
    on_choice: Callback<String>,
    /// The part of the page that it belongs to.
    panel: Panel,
) -> impl IntoView {
    let session = Session::get();
    let options = move || {
        let chosen = chosen.get();
        let option = |(name, words): Entry| {
            let is_chosen = name == chosen;
            view! { <option value=name selected=is_chosen>{words}</option> }
        };
        entries.get().into_iter().map(option).collect_view()
    };
    view! {
        <label class="choice">
            <span class="choice-label">{say(label)}</span>
            <select
                class="choice-list"
                disabled=move || session.is_locked(panel)
                prop:value=move || { entries.track(); chosen.get() }
                on:change:target=move |event| on_choice.run(event.target().value())
            >
                {options}
            </select>
        </label>
    }
    .into_any()
}
