//! A choice among a few things: a native list with its name beside it.

use leptos::ev::{Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlSelectElement;

use crate::app::choices::Panel;
use crate::text::Locale;

use super::parts::{all, dynamic, locked, say};

/// One entry: the name that is chosen, and its words.
pub type Entry = (String, String);

/// A list of entries in the language of the page.
pub fn entries(
    entries: impl Fn(Locale) -> Vec<Entry> + Send + Sync + 'static,
) -> Signal<Vec<Entry>> {
    let session = crate::app::session::Session::get();
    Signal::derive(move || entries(session.locale()))
}

/// The entry for one of a few values.
pub fn entry(name: &str, words: &str) -> Entry {
    (name.to_owned(), words.to_owned())
}

/// A choice among a few things. `told` hears of every choice.
pub fn choice(
    label: fn(Locale) -> &'static str,
    entries: Signal<Vec<Entry>>,
    chosen: Signal<String>,
    panel: Panel,
    told: impl FnMut(String) + 'static,
) -> AnyView {
    let mut told = told;
    let options = dynamic(move || {
        let chosen = chosen.get();
        let option = |(name, words): Entry| {
            let is_chosen = name == chosen;
            view! { <option value=name prop:selected=is_chosen>{words}</option> }.into_any()
        };
        all(entries.get().into_iter().map(option))
    });
    let change = move |event: Targeted<Event, HtmlSelectElement>| {
        let list = event.target();
        told(list.value());
        // A choice that is not taken, or not yet, does not stand.
        list.set_value(&chosen.get_untracked());
    };
    view! {
        <label class="choice">
            <span class="choice-label">{say(label)}</span>
            <select class="choice-list" disabled=locked(panel) on:change:target=change>{options}</select>
        </label>
    }
    .into_any()
}
