//! The queue: rows in the order in which the model reads them. Of a long queue only what
//! can be seen is in the document.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::queue::{Row, RowState};
use crate::text::{Locale, t};

use super::queue_row::queue_row;

/// Rows that are in the document at once; a longer queue is scrolled through.
const MOUNTED: usize = 60;

/// Rows above those that can be seen.
const ABOVE: usize = 16;

/// Most free slots that are drawn one by one.
const FREE_SLOTS: usize = 20;

/// The queue, and behind it what is free.
#[component]
pub fn Queue(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let rows = Memo::new(move |_| scene.with(|scene| scene.rows.clone()));
    let rules = Memo::new(move |_| scene.with(|scene| scene.rules));
    let unit = Memo::new(move |_| scene.with(|scene| scene.unit));
    let free = Memo::new(move |_| scene.with(|scene| scene.capacity.free));
    // The place of what has just left is no free slot yet.
    let free_slots = Memo::new(move |_| {
        scene.with(|scene| (scene.capacity.window as usize).saturating_sub(scene.rows.len()))
    });
    let list = NodeRef::<html::Ol>::new();
    let first = RwSignal::new(0_usize);
    // The row that the event is about is brought into view; without one, the end. Once
    // the rows are in the document, and before the arrows measure where they are.
    Effect::new(move |_| {
        let (at, count) = rows.with(|rows| (row_in_view(rows), rows.len()));
        first.set(window_start(at, count));
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                reveal(&list, at, count);
            }
        });
    });
    let on_scroll = move |_: ev::Event| {
        if let Some(list) = list.get_untracked() {
            let at = (f64::from(list.scroll_top()) / pitch(&list)) as usize;
            let count = rows.with_untracked(Vec::len);
            let start = window_start(at + ABOVE, count);
            if start.abs_diff(first.get_untracked()) > ABOVE / 2 {
                first.set(start);
            }
        }
    };
    let mounted = move || {
        let (start, locale, rules) = (first.get(), locale.get(), rules.get());
        rows.with(|rows| {
            let end = rows.len().min(start + MOUNTED);
            let seen = rows.get(start.min(end)..end).unwrap_or_default();
            seen.iter()
                .map(|row| (locale, rules, row.clone()))
                .collect::<Vec<_>>()
        })
    };
    let above = move || rows.with(|rows| first.get().min(rows.len())).to_string();
    let below = move || {
        rows.with(|rows| rows.len().saturating_sub(first.get() + MOUNTED))
            .to_string()
    };
    view! {
        <ol
            class="queue-rows"
            data-anchor="queue"
            node_ref=list
            tabindex="0"
            aria-label=move || t::stage::queue(locale.get())
            on:scroll=on_scroll
        >
            <li class="queue-gap" aria-hidden="true" style:--rows=above></li>
            <For
                each=mounted
                key=Clone::clone
                children=move |(locale, rules, row)| queue_row(locale, rules, &row)
            />
            <li class="queue-gap" aria-hidden="true" style:--rows=below></li>
            {move || (unit.get() == Unit::Items).then(|| slots(locale.get(), free_slots.get()))}
        </ol>
        {move || {
            (unit.get() == Unit::Tokens).then(|| {
                let words = t::stage::free(locale.get());
                let free = locale.get().number(u64::from(free.get()));
                view! { <p class="window-free" aria-hidden="true">{free} " " {words}</p> }
            })
        }}
    }
    .into_any()
}

fn slots(locale: Locale, free: usize) -> impl IntoView {
    let count = free.min(FREE_SLOTS);
    let slot = || view! { <li class="slot-free">{t::stage::slot_free(locale)}</li> };
    (0..count).map(|_| slot()).collect_view()
}

/// The row that the event is about; in a flush the first that leaves or left; else the last.
fn row_in_view(rows: &[Row]) -> usize {
    let first = |is_it: fn(RowState) -> bool| rows.iter().position(|row| is_it(row.state));
    let moves = |state| {
        matches!(
            state,
            RowState::Arriving | RowState::Leaving | RowState::Folding
        )
    };
    first(moves)
        .or_else(|| first(|state| matches!(state, RowState::Marked(_))))
        .or_else(|| first(|state| state == RowState::Left))
        .unwrap_or(rows.len().saturating_sub(1))
}

fn window_start(at: usize, count: usize) -> usize {
    at.saturating_sub(MOUNTED / 2)
        .min(count.saturating_sub(MOUNTED))
}

/// The height of a row with the gap behind it, in pixels.
fn pitch(list: &web_sys::HtmlElement) -> f64 {
    let row = list.query_selector(".queue-row").ok().flatten();
    let height = row.map_or(0.0, |row| row.get_bounding_client_rect().height());
    (height + 2.0).max(8.0)
}

/// Scrolls the list, and nothing else, as little as brings the row into view.
fn reveal(list: &web_sys::HtmlElement, at: usize, count: usize) {
    if count == 0 {
        return;
    }
    let pitch = pitch(list);
    let (top, height) = (at as f64 * pitch, f64::from(list.client_height()));
    let seen = f64::from(list.scroll_top());
    let scroll = if at + 1 == count {
        f64::from(i32::MAX)
    } else if top < seen + pitch {
        top - pitch
    } else if top + 2.0 * pitch > seen + height {
        top + 2.0 * pitch - height
    } else {
        return;
    };
    list.set_scroll_top(scroll as i32);
}
