//! The stage: the picture of one moment. It draws a scene and nothing else; it decides
//! nothing about the run, and only the flights follow progress.

mod anchors;
mod archivo;
mod contract;
mod door;
mod external;
mod flights;
mod historial;
mod lane;
mod legend;
mod main_context;
mod pinned;
mod price;
mod queue;
mod queue_row;
mod queue_scroll;
mod says;
mod station;
mod strip;
mod table;
mod working_context;

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::app::region::{attached, follow};
use crate::app::tree::{Element, On, classed, el};
use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::capacity::Capacity;
use crate::text::{Locale, t};

use external::external;
use flights::flights;
use lane::lane;
use main_context::main_context;
use queue::{Window, row_in_view};

pub use legend::Legend;

/// What of the picture comes after the first screen: what only a window of tokens has, and
/// the tables that say all that the picture says.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    tables: fn(Locale, &Scene) -> Vec<Element>,
    strip: fn(Locale, &Capacity) -> Element,
    pinned: fn(Drawn<'_>) -> Option<Element>,
    working_context: fn(Drawn<'_>) -> Option<Element>,
    archivo: fn(Drawn<'_>) -> Element,
}

/// All of it.
pub const BESIDE: Beside = Beside {
    tables: table::tables,
    strip: strip::strip,
    pinned: pinned::pinned,
    working_context: working_context::working_context,
    archivo: archivo::archivo,
};

/// What the picture is read as, beside what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// With the words of an operating system.
    pub as_system: bool,
    /// With the lesson's five lines of pseudo-code.
    pub contract: bool,
}

/// What is drawn, in which words.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// What stands where.
    pub scene: &'a Scene,
    /// The language.
    pub locale: Locale,
    /// What it is read as.
    pub reading: Reading,
    /// What comes after the first screen, once it has come.
    pub beside: Option<&'a Beside>,
}

/// What the stage follows.
#[derive(Clone, Copy)]
pub struct Followed {
    /// What stands where.
    pub scene: Signal<Arc<Scene>>,
    /// How far the movement of this event is, in thousandths.
    pub progress: Signal<u16>,
    /// The language.
    pub locale: Signal<Locale>,
    /// What it is read as.
    pub reading: Signal<Reading>,
    /// What comes after the first screen; none while it has not come.
    pub beside: Signal<Option<&'static Beside>>,
}

/// The picture of one moment. What it follows is made with it, and lives as long.
pub fn stage(followed: fn() -> Followed) -> Element {
    attached(el("section").key("stage"), move |place| {
        live(&place, followed());
    })
}

/// Draws the stage in `place`, and all that follows it.
fn live(place: &web_sys::Element, followed: Followed) {
    let window = RwSignal::new(Window::default());
    let is_moving = Memo::new(move |_| {
        followed.progress.get() < 1_000 && followed.scene.with(|scene| scene.flight.is_some())
    });
    let is_open = RwSignal::new(false);
    // What the event is about is in the document before the picture is drawn.
    Effect::new(move |_: Option<()>| {
        let about = followed
            .scene
            .with(|scene| (row_in_view(&scene.rows), scene.rows.len()));
        let next = Window::around(about.0, about.1);
        // Said only where it differs: whoever hears of it draws the picture again.
        if next != window.get_untracked() {
            window.set(next);
        }
    });
    follow(
        place.clone(),
        Box::new(move || picture(followed, window.get(), is_moving.get(), is_open)),
    );
    // Before the arrows measure where things are.
    let root = place.clone();
    Effect::new(move |_: Option<()>| {
        let scene = followed.scene.get();
        let root = root.clone();
        request_animation_frame(move || queue_scroll::follow_event(&root, &scene));
    });
    flights(place, followed, window);
}

fn picture(
    followed: Followed,
    window: Window,
    is_moving: bool,
    is_open: RwSignal<bool>,
) -> Element {
    let scene = followed.scene.get();
    let locale = followed.locale.get();
    let drawn = Drawn {
        scene: &scene,
        locale,
        reading: followed.reading.get(),
        beside: followed.beside.get(),
    };
    let unit = match scene.unit {
        Unit::Items => "items",
        Unit::Tokens => "tokens",
    };
    let picture = classed("div", "stage-picture")
        .set("data-unit", unit)
        .flag("data-moving", is_moving)
        .maybe("data-store", (!scene.has_external).then_some("none"))
        .with(main_context(drawn, window))
        .with(lane(drawn))
        .with(external(drawn))
        .with(
            classed("div", "flights")
                .set("aria-hidden", "true")
                .foreign(),
        );
    classed("section", "stage")
        .set("aria-label", t::stage::title(locale))
        .with(picture)
        .with(as_tables(drawn, is_open))
}

/// The picture as tables, made only while they are open.
fn as_tables(drawn: Drawn<'_>, is_open: RwSignal<bool>) -> Element {
    let name = t::stage::table(drawn.locale);
    let inside = classed("div", "stage-tables")
        .set("tabindex", "0")
        .set("role", "group")
        .set("aria-label", name);
    let beside = drawn.beside.filter(|_| is_open.get());
    let inside = match beside {
        Some(beside) => inside.all((beside.tables)(drawn.locale, drawn.scene)),
        None => inside,
    };
    let opened = move |opened: bool| {
        if opened != is_open.get_untracked() {
            is_open.set(opened);
        }
    };
    classed("details", "stage-table")
        .on(On::Toggle(Rc::new(opened)))
        .with(el("summary").text(name))
        .with(inside)
}
