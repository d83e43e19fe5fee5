//! The queue: rows in the order in which the model reads them. Of a long queue only what
//! can be seen is in the document.

use crate::app::tree::{Element, classed};
use crate::engine::config::Unit;
use crate::scene::queue::{Row, RowState};
use crate::text::t;

use super::Drawn;
use super::queue_row::queue_row;

/// Rows that are in the document at once; a longer queue is scrolled through.
const MOUNTED: usize = 60;

/// Rows above those that can be seen.
const ABOVE: usize = 16;

/// Most free slots that are drawn one by one.
const FREE_SLOTS: usize = 20;

/// The first of the rows that are in the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window(usize);

impl Window {
    /// The window around a row of so many.
    pub fn around(row: usize, count: usize) -> Self {
        let start = row.saturating_sub(MOUNTED / 2);
        Self(start.min(count.saturating_sub(MOUNTED)))
    }

    /// The window to change to once the list is scrolled to a row; none where this one does.
    pub fn scrolled(self, row: usize, count: usize) -> Option<Self> {
        let other = Self::around(row + ABOVE, count);
        (other.0.abs_diff(self.0) > ABOVE / 2).then_some(other)
    }
}

/// The queue, in the miniature with the slots that are free.
pub fn queue(drawn: Drawn<'_>, window: Window) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let rows = &scene.rows;
    let start = window.0.min(rows.len());
    let end = rows.len().min(start + MOUNTED);
    let gap = |rows: usize| {
        classed("li", "queue-gap")
            .set("aria-hidden", "true")
            .style("--rows", rows.to_string())
    };
    // The place of what has just left is no free slot yet.
    let free_slots = match scene.unit {
        Unit::Items => (scene.capacity.window as usize).saturating_sub(rows.len()),
        Unit::Tokens => 0,
    };
    let slot = |_| classed("li", "slot-free").text(t::stage::slot_free(locale));
    classed("ol", "queue-rows")
        .set("data-anchor", "queue")
        .set("tabindex", "0")
        .set("aria-label", t::stage::queue(locale))
        .with(gap(start))
        .all(rows[start..end].iter().map(|row| queue_row(drawn, row)))
        .with(gap(rows.len() - end))
        .all((0..free_slots.min(FREE_SLOTS)).map(slot))
}

/// How much room is free behind the queue; the miniature draws its slots.
pub fn free_room(drawn: Drawn<'_>) -> Option<Element> {
    if drawn.scene.unit == Unit::Items {
        return None;
    }
    let locale = drawn.locale;
    let free = locale.number(u64::from(drawn.scene.capacity.free));
    let room = classed("p", "window-free")
        .set("aria-hidden", "true")
        .text(format!("{free} {}", t::stage::free(locale)));
    Some(room)
}

/// The row that the event is about; in a flush the first that leaves or left; else the last.
pub fn row_in_view(rows: &[Row]) -> usize {
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
