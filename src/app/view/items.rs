//! Items of one's own for the five slots: any list, any number of slots.

use leptos::{ev, prelude::*};

use crate::app::command::Command;
use crate::app::link::typed_items;
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::text::t;

use super::parts::{number, say, text_area, words};

/// Slots where nothing else is said: the lesson's.
const SLOTS: u32 = 5;

/// What the dialog holds.
pub fn items() -> AnyView {
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
    let window = |frame: &crate::app::frame::Frame| frame.after.config().window;
    let now = session.frame.with_untracked(|frame| {
        if frame.counts_items() {
            window(frame)
        } else {
            SLOTS
        }
    });
    let (text, slots) = (RwSignal::new(start), RwSignal::new(now.to_string()));
    let count = move || text.with(|text| typed_items(text).len() as u64);
    let is_empty = Signal::derive(move || count() == 0);
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let items = typed_items(&text.get_untracked());
        let slots = slots
            .get_untracked()
            .trim()
            .parse::<u32>()
            .unwrap_or(SLOTS)
            .clamp(1, 1_000);
        if !items.is_empty() {
            session.dispatch(Command::CloseDialog);
            session.dispatch(Command::OpenItems(items, Some(slots)));
        }
    };
    view! {
        <form class="form" on:submit=submit>
            <p>{say(t::items::about)}</p>
            {text_area(say(t::items::list), text.into(), "6", move |typed| text.set(typed))}
            <p class="note" role="status">{words(move |locale| t::count::items(locale, count()))}</p>
            {number(say(t::items::slots), slots.into(), "1", move |typed| slots.set(typed))}
            <button type="submit" class="button button-primary" disabled=is_empty>{say(t::items::run)}</button>
        </form>
    }
    .into_any()
}
