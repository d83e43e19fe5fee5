//! Items of one's own for the five slots: any list, any number of slots.

use leptos::{ev, prelude::*};

use crate::app::command::{Command, Dialog};
use crate::app::link::typed_items;
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::text::t;

use super::dialog::DialogFrame;
use super::say;

/// Items of one's own.
#[component]
pub fn ItemsDialog() -> impl IntoView {
    view! {
        <DialogFrame when=|dialog| *dialog == Dialog::Items title=t::dialog::items name="items">
            <Items/>
        </DialogFrame>
    }
    .into_any()
}

#[component]
fn Items() -> impl IntoView {
    let session = Session::get();
    // What is open, to start from.
    let start = session.read_untracked(|playground| match playground.source() {
        Source::Items(items) => items
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
        _ => "1, 2, 3, 4, 5, 6, 7, 1, 2".to_owned(),
    });
    let slots = session.frame.with_untracked(|frame| {
        if frame.counts_items() {
            frame.after.config().window
        } else {
            5
        }
    });
    let text = RwSignal::new(start);
    let slots = RwSignal::new(slots.to_string());
    let count = move || text.with(|text| typed_items(text).len() as u64);
    let is_empty = Memo::new(move |_| count() == 0);
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let items = typed_items(&text.get_untracked());
        let slots = slots
            .get_untracked()
            .trim()
            .parse::<u32>()
            .unwrap_or(5)
            .clamp(1, 1_000);
        if !items.is_empty() {
            session.dispatch(Command::CloseDialog);
            session.dispatch(Command::OpenItems(items, Some(slots)));
        }
    };
    view! {
        <form class="form" on:submit=submit>
            <p>{say(t::items::about)}</p>
            <label class="field">
                <span>{say(t::items::list)}</span>
                <textarea rows="6" prop:value=move || text.get() on:input:target=move |event| text.set(event.target().value())></textarea>
            </label>
            <p class="note" role="status">{move || t::count::items(session.locale(), count())}</p>
            <label class="field">
                <span>{say(t::items::slots)}</span>
                <input
                    type="number" inputmode="numeric" min="1" max="1000" step="1"
                    prop:value=move || slots.get()
                    on:input:target=move |event| slots.set(event.target().value())
                />
            </label>
            <button type="submit" class="button button-primary" disabled=move || is_empty.get()>{say(t::items::run)}</button>
        </form>
    }
    .into_any()
}
