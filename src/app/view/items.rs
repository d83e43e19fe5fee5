//! Items of one's own for the five slots: any list, any number of slots.

use leptos::{ev, prelude::*};

use crate::app::command::Command;
use crate::app::link::{ITEM_CHARACTERS_MAX, ITEMS_MAX, is_cut, typed_items};
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::engine::config::{Config, Unit};
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
    let is_too_much = move || text.with(|text| is_cut(text));
    let (least, most) = Config::window_range(Unit::Items);
    let (misfit, is_unread) = (RwSignal::new(false), RwSignal::new(false));
    // A number that will not do is moved to the nearest that will, and that is said.
    let take = move |typed: String| {
        let typed = typed.trim();
        let number = typed.parse::<u64>().ok();
        let taken = number.map_or(now, |number| {
            u32::try_from(number).unwrap_or(most).clamp(least, most)
        });
        misfit.set(taken.to_string() != typed);
        is_unread.set(misfit.get_untracked());
        slots.set(taken.to_string());
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        // A number that was moved by this very press is read first.
        if is_unread.get_untracked() {
            is_unread.set(false);
            return;
        }
        let items = typed_items(&text.get_untracked());
        let slots = slots.get_untracked().parse().unwrap_or(SLOTS);
        if !items.is_empty() {
            session.dispatch(Command::CloseDialog);
            session.dispatch(Command::OpenItems(items, Some(slots)));
        }
    };
    let cut_words = move |locale| {
        if is_too_much() {
            t::items::cut(locale, ITEM_CHARACTERS_MAX as u64, ITEMS_MAX as u64)
        } else {
            String::new()
        }
    };
    let misfit_words = move |locale| {
        if misfit.get() {
            let name = t::items::slots(locale);
            t::settings::out_of_range(locale, &name, u64::from(least), u64::from(most))
        } else {
            String::new()
        }
    };
    view! {
        <form class="form" on:submit=submit>
            <p>{say(t::items::about)}</p>
            {text_area(say(t::items::list), text.into(), "6", move |typed| text.set(typed))}
            <p class="note" role="status">{words(move |locale| t::count::items(locale, count()))}</p>
            <p class="note" role="status">{words(cut_words)}</p>
            {number(say(t::items::slots), slots.into(), "1", take)}
            <button type="submit" class="button button-primary" disabled=is_empty>{say(t::items::run)}</button>
            <p class="note" role="status">{words(misfit_words)}</p>
        </form>
    }
    .into_any()
}
