//! One row of the queue: mark, words, what it takes, and how it stands.

use crate::app::tree::{Element, classed, hidden};
use crate::engine::ids::{MessageId, Origin};
use crate::scene::flight::Anchor;
use crate::scene::queue::{Row, RowKind, RowState};
use crate::text::t;

use super::{Drawn, anchors, says};

/// Most marks of copies that a row shows.
const COPIES_MAX: usize = 6;

/// A row.
pub fn queue_row(drawn: Drawn<'_>, row: &Row) -> Element {
    let locale = drawn.locale;
    let copy = |origin: &Origin| {
        classed("b", "copy-mark")
            .set("title", t::stage::copy_of(locale, origin))
            .text(says::copy_mark(*origin))
    };
    let spoken_state = (row.state != RowState::Here).then(|| says::state(locale, row.state));
    let order = match row.state {
        RowState::Marked(number) => Some(number.to_string()),
        _ => None,
    };
    // What has left takes nothing any more.
    let is_counted = row.kind != RowKind::Item && row.state.is_present();
    let pin = || classed("span", "row-pin").set("title", t::stage::pinned(locale));
    let words = says::row_words(locale, drawn.scene.rules, row);
    let is_plain = row.kind == RowKind::Item && is_its_number(row.id, &words);
    let words_class = if is_plain {
        "visually-hidden"
    } else {
        "row-words"
    };
    let tokens = classed("span", "tokens")
        .maybe("data-order", order)
        .with(row.is_pinned.then(pin));
    let tokens = if is_counted {
        tokens.text(locale.number(u64::from(row.tokens)))
    } else {
        tokens
    };
    let says = classed("span", words_class)
        .with(hidden(format!("{}: ", says::kind(locale, row.kind))))
        .text(words.to_string())
        .all(row.copies.iter().take(COPIES_MAX).map(copy));
    classed("li", "queue-row")
        .key(row.id.0.to_string())
        .set("data-anchor", anchors::name(Anchor::Row(row.id)))
        .set("data-kind", says::kind_name(row.kind))
        .set("data-state", says::state_name(row.state))
        .set("data-hue", hue(row.id.0))
        .flag("data-plain", is_plain)
        .with(classed("b", "row-mark").text(says::row_mark(row)))
        .with(says)
        .with(hidden(spoken_state.unwrap_or_default()))
        .with(tokens)
}

/// Items keep one of eight colours, by number; the mark tells them apart as well.
pub fn hue(id: u32) -> String {
    (id % 8).to_string()
}

/// True for an item such as the lesson's 1 to 7: its mark says it already.
pub fn is_its_number(id: MessageId, words: &str) -> bool {
    words.parse() == Ok(id.0)
}
