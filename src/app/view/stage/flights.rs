//! What moves: the arrow from where to where, and what travels along it. The only part
//! of the stage that follows progress.

use std::sync::Arc;

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::engine::config::RuleSet;
use crate::engine::ids::Origin;
use crate::scene::Scene;
use crate::scene::flight::{Anchor, Flight, FlightKind, eased};
use crate::scene::route::{Layout, Route, beam, route};
use crate::text::{Locale, labels, t};

use super::queue_row::{hue, is_its_number};
use super::{anchors, says};

/// What is drawn of a flight: the ways, and for a prompt what the model sees.
#[derive(Clone, PartialEq)]
struct Drawing {
    kind: FlightKind,
    routes: Vec<Route>,
    beam: Option<String>,
}

/// The layer of arrows over the stage. Screen readers read captions and the table instead.
#[component]
pub fn Flights(
    /// The stage, whose places are measured.
    root: NodeRef<html::Div>,
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// How far the movement is, in thousandths.
    progress: Signal<u16>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let flight = Memo::new(move |_| scene.with(|scene| scene.flight.clone()));
    let rules = Memo::new(move |_| scene.with(|scene| scene.rules));
    let drawing = RwSignal::new(None::<Drawing>);
    let measure = move || {
        let Some(root) = root.try_get_untracked().flatten() else {
            return;
        };
        let drawn =
            flight.try_with_untracked(|flight| flight.as_ref().and_then(|it| draw(&root, it)));
        if let Some(drawn) = drawn
            && drawing.try_with_untracked(|old| *old != drawn) == Some(true)
        {
            drawing.set(drawn);
        }
    };
    // Where things stand is known once the new scene is in the document.
    Effect::new(move |_| {
        scene.with(|_| ());
        locale.get();
        request_animation_frame(measure);
    });
    watch_size(root, measure);
    let shown = move || {
        drawing.get().map(|drawing| {
            let routes = drawing.routes.iter().map(arrow).collect_view();
            let beam = drawing
                .beam
                .map(|path| view! { <path class="flight-beam" d=path></path> });
            view! {
                <g class="flight" data-kind=says::flight_name(drawing.kind)>{beam} {routes}</g>
            }
        })
    };
    let traveller = move || {
        let path =
            drawing.with(|it| it.as_ref()?.routes.first().map(|route| route.path.clone()))?;
        let flight = flight.get()?;
        Some(traveller(locale.get(), &flight, &path, rules.get()))
    };
    let share = move || eased(progress.get()).to_string();
    let is_over = Memo::new(move |_| progress.get() >= 1_000);
    view! {
        <div
            class="flights"
            aria-hidden="true"
            data-state=move || if is_over.get() { "landed" } else { "flying" }
            style:--progress=share
        >
            <svg class="flights-lines">{shown}</svg>
            {traveller}
        </div>
    }
    .into_any()
}

/// Measures again when the stage gets another size, or something in it is scrolled.
fn watch_size(root: NodeRef<html::Div>, measure: impl Fn() + Clone + 'static) {
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        let measure = measure.clone();
        let changed = Closure::<dyn FnMut()>::new(measure);
        let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(&root);
        // A scroll does not rise from its element: it is caught on the way down.
        let callback = changed.as_ref().unchecked_ref();
        let _ = root.add_event_listener_with_callback_and_bool("scroll", callback, true);
        let held = StoredValue::new_local((root, observer, changed));
        on_cleanup(move || {
            held.try_with_value(|(root, observer, changed)| {
                observer.disconnect();
                let callback = changed.as_ref().unchecked_ref();
                let _ = root.remove_event_listener_with_callback_and_bool("scroll", callback, true);
            });
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

fn arrow(way: &Route) -> impl IntoView + use<> {
    let (x, y) = way.end;
    let head = format!("translate({x:.1} {y:.1}) rotate({:.1})", way.angle);
    view! {
        <path class="flight-halo" d=way.path.clone()></path>
        <path class="flight-track" d=way.path.clone()></path>
        <path class="flight-trail" d=way.path.clone() pathLength="1"></path>
        <path class="flight-head" d="M0 0-9-5-7 0-9 5Z" transform=head></path>
    }
}

/// What travels: marks and first words; a page is framed, an item keeps its colour.
fn traveller(locale: Locale, flight: &Flight, path: &str, rules: RuleSet) -> impl IntoView + use<> {
    let is_item = rules == RuleSet::Miniature;
    let is_page = flight.kind == FlightKind::PageIn;
    let words = match &flight.call {
        Some(call) => labels::raw_call(locale, rules, call),
        None => flight.text.to_string(),
    };
    // A number that is its own mark says itself once.
    let is_plain =
        matches!(&flight.marks[..], [Origin::Message(id)] if is_item && is_its_number(*id, &words));
    let words = (!is_plain).then(|| view! { " " <span class="traveller-words">{words}</span> });
    let mark = |origin: &Origin| {
        let prime = if is_page { "′" } else { "" };
        let text = match origin {
            Origin::Message(id) if is_item => format!("{}{prime}", id.0),
            _ => format!("{origin}{prime}"),
        };
        view! { <b class="copy-mark">{text}</b> }
    };
    let marks = flight.marks.iter().take(4).map(mark).collect_view();
    let head = (is_page && !is_item).then(|| {
        let words = t::stage::page_of_copies(locale, flight.marks.len() as u64);
        view! { <span class="traveller-head">{words}</span> }
    });
    let hue = match flight.marks.first() {
        Some(Origin::Message(id)) if is_item => Some(hue(id.0)),
        _ => None,
    };
    view! {
        <div
            class="traveller"
            data-kind=says::flight_name(flight.kind)
            data-hue=hue
            style:--path=format!("path(\"{path}\")")
        >
            {head}
            {marks}
            {words}
        </div>
    }
}
