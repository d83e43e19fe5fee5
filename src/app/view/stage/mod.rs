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
mod says;
mod station;
mod strip;
mod table;
mod working_context;

use std::sync::Arc;

use leptos::{html, prelude::*};

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::text::{Locale, t};

use external::External;
use flights::Flights;
use lane::Lane;
use main_context::MainContext;
use table::StageTable;

pub use legend::Legend;

/// What the picture is read as, beside what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// With the words of an operating system.
    pub as_system: bool,
    /// With the lesson's five lines of pseudo-code.
    pub contract: bool,
}

/// The picture of one moment.
#[component]
pub fn Stage(
    /// What stands where.
    #[prop(into)]
    scene: Signal<Arc<Scene>>,
    /// How far the movement of this event is, in thousandths.
    #[prop(into)]
    progress: Signal<u16>,
    /// The language.
    #[prop(into)]
    locale: Signal<Locale>,
    /// What it is read as.
    #[prop(into)]
    reading: Signal<Reading>,
) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let is_moving =
        Memo::new(move |_| progress.get() < 1_000 && scene.with(|scene| scene.flight.is_some()));
    let unit = Memo::new(move |_| scene.with(|scene| scene.unit));
    let has_store = Memo::new(move |_| scene.with(|scene| scene.has_external));
    let as_system = Signal::derive(move || reading.get().as_system);
    view! {
        <section class="stage" aria-label=move || t::stage::title(locale.get())>
            <div
                class="stage-picture"
                node_ref=root
                data-unit=move || if unit.get() == Unit::Items { "items" } else { "tokens" }
                data-moving=move || is_moving.get().then_some("")
                data-store=move || (!has_store.get()).then_some("none")
            >
                <MainContext scene locale as_system/>
                <Lane scene locale as_system/>
                <External scene locale reading/>
                <Flights root scene progress locale/>
            </div>
            <StageTable scene locale/>
        </section>
    }
    .into_any()
}
