//! What of a long queue is seen: it follows the event, and whoever scrolls.

use leptos::prelude::*;
use web_sys::Element;

use super::queue::{Window, row_in_view};
use crate::scene::Scene;

/// The list of rows on the stage.
fn list(stage: &Element) -> Option<Element> {
    stage.query_selector(".queue-rows").ok().flatten()
}

/// Brings the row that the event is about into view; without one, the end.
pub fn follow_event(stage: &Element, scene: &Scene) {
    if let Some(list) = list(stage) {
        reveal(&list, row_in_view(&scene.rows), scene.rows.len());
    }
}

/// Changes the window once the list is scrolled out of it.
pub fn follow_scroll(stage: &Element, count: usize, window: RwSignal<Window>) {
    let Some(list) = list(stage) else { return };
    // Never negative, and less than the rows of a list that a document can hold.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let row = (f64::from(list.scroll_top()) / pitch(&list)) as usize;
    if let Some(other) = window.get_untracked().scrolled(row, count) {
        window.set(other);
    }
}

/// The height of a row with the gap behind it, in pixels.
fn pitch(list: &Element) -> f64 {
    let row = list.query_selector(".queue-row").ok().flatten();
    let height = row.map_or(0.0, |row| row.get_bounding_client_rect().height());
    (height + 2.0).max(8.0)
}

/// Scrolls the list, and nothing else, as little as brings the row into view.
fn reveal(list: &Element, at: usize, count: usize) {
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
