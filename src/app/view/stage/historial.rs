//! The historial: a cell a message, outlined where it is in the window too, solid where
//! it is only here.

use crate::app::tree::{Element, classed};
use crate::engine::config::Unit;
use crate::scene::flight::Anchor;
use crate::scene::historial::{Cell, Historial};
use crate::text::{Locale, t};

use super::queue_row::{hue, is_its_number};
use super::station::analogy;
use super::{Drawn, anchors, says};

/// Recall storage; in the miniature, the store.
pub fn historial(drawn: Drawn<'_>) -> Element {
    let (historial, locale) = (&drawn.scene.historial, drawn.locale);
    let is_items = drawn.scene.unit == Unit::Items;
    // In the miniature the item is moved, not copied.
    let word = if is_items {
        None
    } else {
        analogy(drawn, t::stage::os_historial)
    };
    let is_plain = |cell: &Cell| is_its_number(cell.first, &cell.text);
    let share = historial.per_cell;
    let per_cell = (share > 1)
        .then(|| classed("p", "store-note").text(t::stage::per_cell(locale, u64::from(share))));
    let head = classed("header", "store-head")
        .with(classed("h3", "part-title").text(title(locale, drawn.scene.unit)))
        .with(word)
        .with(classed("p", "store-note").text(note(locale, drawn.scene.unit, historial)));
    let cells = classed("div", "cells")
        .set("aria-hidden", "true")
        .flag("data-plain", historial.cells.iter().all(is_plain))
        .all(historial.cells.iter().map(|cell| cell_view(cell, is_items)));
    classed("section", "store")
        .set("data-store", "historial")
        .set("data-anchor", "historial")
        .with(head)
        .with(cells)
        .with(per_cell)
}

/// Its name.
pub fn title(locale: Locale, unit: Unit) -> &'static str {
    match unit {
        Unit::Items => t::stage::historial_items(locale),
        Unit::Tokens => t::stage::historial(locale),
    }
}

/// How much is in it.
pub fn note(locale: Locale, unit: Unit, historial: &Historial) -> String {
    let (stored, only) = (u64::from(historial.stored), u64::from(historial.only_here));
    match (unit, stored) {
        (Unit::Items, 0) => t::stage::historial_empty_items(locale).to_owned(),
        (Unit::Tokens, 0) => t::stage::historial_empty(locale).to_owned(),
        (Unit::Items, _) => t::stage::historial_count_items(locale, stored),
        (Unit::Tokens, _) => t::stage::historial_count(locale, stored, only),
    }
}

fn cell_view(cell: &Cell, is_item: bool) -> Element {
    let place = if cell.only_here == 0 {
        "both"
    } else if cell.only_here == cell.stored {
        "only-here"
    } else {
        "partly"
    };
    let share = cell.only_here * 100 / cell.stored.max(1);
    let drawn = classed("i", "cell")
        .set("data-anchor", anchors::name(Anchor::Cell(cell.first)))
        .set("data-place", place)
        .maybe("data-state", says::cell_state_name(cell.state))
        .maybe("data-hue", is_item.then(|| hue(cell.first.0)))
        .style("--share", share.to_string());
    if !is_item {
        return drawn;
    }
    let words = if is_its_number(cell.first, &cell.text) {
        String::new()
    } else {
        cell.text.to_string()
    };
    drawn
        .with(classed("b", "cell-mark").text(cell.first.0.to_string()))
        .with(classed("span", "cell-text").text(words))
}
