//! What moves: the arrow from where to where, and what travels along it. The only part
//! of the stage that follows progress.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::app::region::follow_part;
use crate::app::tree::{Element, classed, el};
use crate::engine::config::RuleSet;
use crate::engine::ids::Origin;
use crate::scene::flight::{Anchor, Flight, FlightKind, eased};
use crate::scene::route::{Layout, Route, Tenths, beam, route};
use crate::text::{Locale, labels, t};

use super::queue::Window;
use super::queue_row::{hue, is_its_number};
use super::{Followed, anchors, queue_scroll, says};

/// Most marks on what travels.
const MARKS_MAX: usize = 4;

/// What is drawn of a flight: the ways, and for a prompt what the model sees.
#[derive(Clone, PartialEq)]
struct Drawing {
    kind: FlightKind,
    routes: Vec<Route>,
    beam: Option<String>,
}

/// The layer of arrows over the stage. Screen readers read captions and the table instead.
/// Whoever scrolls the queue moves the arrows, and the window of its rows.
pub fn flights(stage: &web_sys::Element, followed: Followed, window: RwSignal<Window>) {
    let Followed {
        scene,
        progress,
        locale,
        ..
    } = followed;
    let drawing = RwSignal::new(None::<Drawing>);
    let stage = stage.clone();
    let place = stage.clone();
    let measure = move || {
        let Some(root) = picture(&place) else { return };
        let drawn = scene.try_with_untracked(|scene| draw(&root, scene.flight.as_ref()?));
        if let Some(drawn) = drawn
            && drawing.try_with_untracked(|old| *old != drawn) == Some(true)
        {
            drawing.set(drawn);
        }
    };
    let again = measure.clone();
    // Where things stand is known once the new scene is in the document.
    Effect::new(move |_: Option<()>| {
        scene.with(|_| ());
        locale.get();
        request_animation_frame(again.clone());
    });
    let place = stage.clone();
    watch(&stage, move || {
        if let Some(root) = picture(&place)
            && let Some(count) = scene.try_with_untracked(|scene| scene.rows.len())
        {
            queue_scroll::follow_scroll(&root, count, window);
        }
        measure();
    });
    let drawn = move || {
        let layer = classed("div", "flights").set("aria-hidden", "true");
        let progress = progress.get();
        let state = if progress >= 1_000 {
            "landed"
        } else {
            "flying"
        };
        let layer = layer
            .set("data-state", state)
            .style("--progress", share(eased(progress)));
        let (locale, scene, drawing) = (locale.get(), scene.get(), drawing.get());
        let lines = classed("svg", "flights-lines").with(drawing.as_ref().map(arrows));
        let traveller = scene.flight.as_ref().and_then(|flight| {
            let path = &drawing.as_ref()?.routes.first()?.path;
            Some(traveller(locale, flight, path, scene.rules))
        });
        layer.with(lines).with(traveller)
    };
    follow_part(stage, ".flights", Box::new(drawn));
}

/// The picture without its tables.
fn picture(stage: &web_sys::Element) -> Option<web_sys::Element> {
    stage.query_selector(".stage-picture").ok().flatten()
}

/// Calls when the stage gets another size, or something in it is scrolled.
fn watch(stage: &web_sys::Element, changed: impl Fn() + 'static) {
    let changed = Closure::<dyn FnMut()>::new(changed);
    let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(stage);
    // A scroll does not rise from its element: it is caught on the way down.
    let callback = changed.as_ref().unchecked_ref();
    let _ = stage.add_event_listener_with_callback_and_bool("scroll", callback, true);
    let held = StoredValue::new_local((stage.clone(), observer, changed));
    on_cleanup(move || {
        held.try_with_value(|(stage, observer, changed)| {
            observer.disconnect();
            let callback = changed.as_ref().unchecked_ref();
            let _ = stage.remove_event_listener_with_callback_and_bool("scroll", callback, true);
        });
    });
}

/// Where the arrows go; `None` where a place is not on the stage.
fn draw(root: &web_sys::Element, flight: &Flight) -> Option<Drawing> {
    let to = anchors::place(root, flight.to)?;
    let from: Vec<_> = flight
        .from
        .iter()
        .filter_map(|from| anchors::place(root, *from))
        .collect();
    let past = flight.past.and_then(|past| anchors::place(root, past));
    let (window, model) = (
        anchors::place(root, Anchor::Window)?,
        anchors::place(root, Anchor::Model)?,
    );
    let layout = if model.rect.top >= window.rect.bottom {
        Layout::Stacked
    } else {
        Layout::Columns
    };
    let way = |from| route(layout, from, past, to);
    let is_beam = flight.kind == FlightKind::Prompt && flight.from == [Anchor::Window];
    let (beam, routes) = match from.first() {
        Some(window) if is_beam => (Some(beam(window.rect, to.rect)), Vec::new()),
        _ => (None, from.into_iter().map(way).collect()),
    };
    Some(Drawing {
        kind: flight.kind,
        routes,
        beam,
    })
}

/// Thousandths as a part of one.
fn share(permille: u16) -> String {
    format!("{}.{:03}", permille / 1_000, permille % 1_000)
}

fn arrows(drawing: &Drawing) -> Element {
    let beam = drawing
        .beam
        .clone()
        .map(|path| classed("path", "flight-beam").set("d", path));
    classed("g", "flight")
        .set("data-kind", says::flight_name(drawing.kind))
        .with(beam)
        .all(drawing.routes.iter().map(arrow))
}

fn arrow(way: &Route) -> Element {
    let (x, y) = way.end;
    let head = format!(
        "translate({} {}) rotate({})",
        Tenths(x),
        Tenths(y),
        Tenths(way.angle)
    );
    let line = |class| classed("path", class).set("d", way.path.clone());
    el("g")
        .with(line("flight-halo"))
        .with(line("flight-track"))
        .with(line("flight-trail").set("pathLength", "1"))
        .with(
            classed("path", "flight-head")
                .set("d", "M0 0-9-5-7 0-9 5Z")
                .set("transform", head),
        )
}

/// What travels: marks and first words; a page is framed, an item keeps its colour.
fn traveller(locale: Locale, flight: &Flight, path: &str, rules: RuleSet) -> Element {
    let is_item = rules == RuleSet::Miniature;
    let is_page = flight.kind == FlightKind::PageIn;
    let words = match &flight.call {
        Some(call) => labels::raw_call(locale, rules, call),
        None => flight.text.to_string(),
    };
    // A number that is its own mark says itself once.
    let is_plain =
        matches!(&flight.marks[..], [Origin::Message(id)] if is_item && is_its_number(*id, &words));
    let mark = |origin: &Origin| {
        let prime = if is_page { "′" } else { "" };
        let text = match origin {
            Origin::Message(id) if is_item => format!("{}{prime}", id.0),
            _ => format!("{origin}{prime}"),
        };
        classed("b", "copy-mark").text(text)
    };
    let head = (is_page && !is_item).then(|| {
        let words = t::stage::page_of_copies(locale, flight.marks.len() as u64);
        classed("span", "traveller-head").text(words)
    });
    let hue = match flight.marks.first() {
        Some(Origin::Message(id)) if is_item => Some(hue(id.0)),
        _ => None,
    };
    let drawn = classed("div", "traveller")
        .set("data-kind", says::flight_name(flight.kind))
        .maybe("data-hue", hue)
        .style("--path", format!("path(\"{path}\")"))
        .with(head)
        .all(flight.marks.iter().take(MARKS_MAX).map(mark));
    if is_plain {
        return drawn;
    }
    drawn
        .text(" ")
        .with(classed("span", "traveller-words").text(words))
}
