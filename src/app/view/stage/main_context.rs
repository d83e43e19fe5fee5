//! Main context: all that the model sees. Strip, pinned parts, working context, queue,
//! free room, the sum and the door.

use crate::app::tree::{Element, classed};
use crate::engine::config::Unit;
use crate::scene::capacity::Capacity;
use crate::text::{Locale, t};

use super::Drawn;
use super::door::door;
use super::queue::{Window, free_room, queue};
use super::station::analogy;

/// Main context, with the rows of the queue in `window`.
pub fn main_context(drawn: Drawn<'_>, window: Window) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let capacity = &scene.capacity;
    let head = classed("header", "panel-head")
        .with(classed("h2", "panel-title").text(t::stage::main_context(locale)))
        .with(analogy(drawn, t::stage::os_main))
        .with(classed("p", "panel-note").text(note(locale, scene.unit, capacity.window)));
    let beside = drawn.beside;
    let stack = classed("div", "window-stack")
        .with(beside.and_then(|beside| (beside.pinned)(drawn)))
        .with(beside.and_then(|beside| (beside.working_context)(drawn)))
        .with(queue(drawn, window))
        .with(free_room(drawn));
    let strip = beside.filter(|_| scene.unit == Unit::Tokens);
    let window = classed("div", "window")
        .set("data-anchor", "window")
        .with(strip.map(|beside| (beside.strip)(locale, capacity)))
        .with(stack);
    let sum = classed("p", "window-sum")
        .maybe("data-state", (capacity.over > 0).then_some("over"))
        .text(sum(locale, scene.unit, capacity));
    classed("div", "main-context")
        .with(head)
        .with(window)
        .with(sum)
        .with(door(drawn))
}

fn note(locale: Locale, unit: Unit, window: u32) -> String {
    match unit {
        Unit::Items => t::stage::main_note_items(locale, u64::from(window)),
        Unit::Tokens => t::stage::main_note(locale, u64::from(window)),
    }
}

/// The parts always sum to the total shown.
pub fn sum(locale: Locale, unit: Unit, capacity: &Capacity) -> String {
    let Capacity {
        used,
        free,
        reserve,
        window,
        ..
    } = *capacity;
    let [used, free, reserve, window] = [used, free, reserve, window].map(u64::from);
    match unit {
        Unit::Items => t::stage::sum_items(
            locale,
            &t::stage::slots_free(locale, free),
            &t::stage::slots_taken(locale, used),
            window,
        ),
        Unit::Tokens if used > window => t::stage::sum_over(locale, used, window),
        Unit::Tokens => t::stage::sum(locale, free, reserve, used, window),
    }
}
