//! One row of the queue: mark, words, what it takes, and how it stands.

use leptos::prelude::*;

use crate::engine::config::RuleSet;
use crate::engine::ids::MessageId;
use crate::scene::flight::Anchor;
use crate::scene::queue::{Row, RowKind, RowState};
use crate::text::{Locale, t};

use super::{anchors, says};

/// A row. It is made anew when its state changes.
pub fn queue_row(locale: Locale, rules: RuleSet, row: &Row) -> impl IntoView + use<> {
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
    let words = says::row_words(locale, rules, row);
    let is_plain = row.kind == RowKind::Item && is_its_number(row.id, &words);
    let words_class = if is_plain {
        "visually-hidden"
    } else {
        "row-words"
    };
    view! {
        <li
            class="queue-row"
            data-anchor=anchors::name(Anchor::Row(row.id))
            data-kind=says::kind_name(row.kind)
            data-state=says::state_name(row.state)
            data-hue=hue(row.id.0)
            data-plain=is_plain.then_some("")
        >
            <b class="row-mark">{says::row_mark(row)}</b>
            <span class=words_class>
                <span class="visually-hidden">{says::kind(locale, row.kind)} ": "</span>
                {words.to_string()}
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

/// True for an item such as the lesson's 1 to 7: its mark says it already.
pub fn is_its_number(id: MessageId, words: &str) -> bool {
    words.parse() == Ok(id.0)
}
