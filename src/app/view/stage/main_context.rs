//! Main context: all that the model sees. Strip, pinned parts, working context, queue,
//! free room, the sum and the door.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::capacity::Capacity;
use crate::text::{Locale, t};

use super::door::DoorView;
use super::pinned::Pinned;
use super::queue::Queue;
use super::station::Analogy;
use super::strip::Strip;
use super::working_context::WorkingContext;

/// Main context.
#[component]
pub fn MainContext(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// With the words of an operating system.
    as_system: Signal<bool>,
) -> impl IntoView {
    let unit = Memo::new(move |_| scene.with(|scene| scene.unit));
    let capacity = Memo::new(move |_| scene.with(|scene| scene.capacity.clone()));
    let note = move || note(locale.get(), unit.get(), capacity.with(|it| it.window));
    let sum = move || capacity.with(|capacity| sum(locale.get(), unit.get(), capacity));
    let is_over = move || {
        capacity
            .with(|capacity| capacity.over > 0)
            .then_some("over")
    };
    view! {
        <div class="main-context">
            <header class="panel-head">
                <h2 class="panel-title">{move || t::stage::main_context(locale.get())}</h2>
                <Analogy as_system locale words=t::stage::os_main/>
                <p class="panel-note">{note}</p>
            </header>
            <div class="window" data-anchor="window">
                {move || {
                    (unit.get() == Unit::Tokens).then(|| view! { <Strip capacity locale/> })
                }}
                <div class="window-stack">
                    <Pinned scene locale as_system/>
                    <WorkingContext scene locale/>
                    <Queue scene locale/>
                </div>
            </div>
            <p class="window-sum" data-state=is_over>{sum}</p>
            <DoorView scene locale/>
        </div>
    }
    .into_any()
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
        Unit::Items => t::stage::sum_items(locale, free, used, window),
        Unit::Tokens if used > window => t::stage::sum_over(locale, used, window),
        Unit::Tokens => t::stage::sum(locale, free, reserve, used, window),
    }
}
