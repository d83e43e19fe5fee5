//! One row of the queue: mark, words, what it takes, and how it stands.

use leptos::prelude::*;

use crate::scene::flight::Anchor;
use crate::scene::queue::{Row, RowKind, RowState};
use crate::text::{Locale, t};

use super::{anchors, says};

/// A row. It is made anew when its state changes.
pub fn queue_row(locale: Locale, row: &Row) -> impl IntoView + use<> {
    let copies = row.copies.iter().map(|origin| {
        let of = t::stage::copy_of(locale, origin);
        view! { <b class="copy-mark" title=of>{says::copy_mark(*origin)}</b> }
    });
    let copies = copies.take(6).collect_view();
    let spoken_state = (row.state != RowState::Here).then(|| says::state(locale, row.state));
    let order = match row.state {
        RowState::Marked(number) => Some(number.to_string()),
        _ => None,
    };
    // What has left takes nothing any more.
    let is_counted = row.kind != RowKind::Item && row.state.is_present();
    let tokens = is_counted.then(|| locale.number(u64::from(row.tokens)));
    let pin = row.is_pinned.then(|| {
        view! { <span class="row-pin" title=t::stage::pinned(locale)></span> }
    });
    view! {
        <li
            class="queue-row"
            data-anchor=anchors::name(Anchor::Row(row.id))
            data-kind=says::kind_name(row.kind)
            data-state=says::state_name(row.state)
            data-hue=hue(row.id.0)
        >
            <b class="row-mark">{says::row_mark(row)}</b>
            <span class="row-words">
                <span class="visually-hidden">{says::kind(locale, row.kind)} ": "</span>
                {says::row_words(locale, row).to_string()}
                {copies}
            </span>
            <span class="visually-hidden">{spoken_state}</span>
            <span class="tokens" data-order=order>{pin} {tokens}</span>
        </li>
    }
}

/// Items keep one of eight colours, by number; the mark tells them apart as well.
pub fn hue(id: u32) -> String {
    (id % 8).to_string()
}
