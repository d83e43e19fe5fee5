//! The lane between main context and external context: queue manager, model, function
//! executor, and the price.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::config::Unit;
use crate::engine::event::Controller;
use crate::engine::function::RawCall;
use crate::scene::Scene;
use crate::scene::station::{ExecutorState, ModelState, QueueManagerStation};
use crate::text::{Locale, labels, t};

use super::price::PriceView;
use super::says;
use super::station::{Analogy, Station};

/// The lane.
#[component]
pub fn Lane(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// With the words of an operating system.
    as_system: Signal<bool>,
) -> impl IntoView {
    let controller = Memo::new(move |_| scene.with(|scene| scene.controller));
    let controls = move |who| Signal::derive(move || controller.get() == who);
    let manager = Memo::new(move |_| scene.with(|scene| scene.queue_manager.clone()));
    let model = Memo::new(move |_| scene.with(|scene| scene.model.clone()));
    let executor = Memo::new(move |_| scene.with(|scene| scene.executor.clone()));
    let rules = Memo::new(move |_| scene.with(|scene| scene.rules));
    let counts_items = Memo::new(move |_| scene.with(|scene| scene.unit == Unit::Items));
    let manager_does = move || manager.with(|it| says::queue_manager(locale.get(), it));
    let model_does =
        move || model.with(|it| says::model(locale.get(), it.state, counts_items.get()));
    let executor_does = move || executor.with(|it| says::executor(locale.get(), it.state));
    let thoughts = move || {
        let text = model.with(|it| it.thoughts.to_string());
        (!text.is_empty()).then(|| view! { <p class="thoughts">{text}</p> })
    };
    let calls = move || {
        let (locale, rules) = (locale.get(), rules.get());
        let code = |call: &RawCall| view! { <code class="call">{labels::raw_call(locale, rules, call)}</code> };
        model.with(|it| it.calls.iter().take(3).map(code).collect_view())
    };
    view! {
        <div class="lane">
            <Station
                name="queue-manager"
                locale
                title=t::stage::queue_manager
                does=Signal::derive(manager_does)
                state=Signal::derive(move || manager.with(manager_state))
                has_control=controls(Controller::QueueManager)
            >
                <Analogy as_system locale words=t::stage::os_queue_manager/>
                {move || {
                    as_system.get().then(|| {
                        view! { <p class="analogy-breaks">{t::stage::os_breaks(locale.get())}</p> }
                    })
                }}
            </Station>
            <Station
                name="model"
                locale
                title=t::stage::model
                does=Signal::derive(model_does)
                state=Signal::derive(move || model.with(|it| model_state(it.state)))
                has_control=controls(Controller::Model)
            >
                {thoughts}
                {calls}
                <Analogy as_system locale words=t::stage::os_model/>
                <PriceView scene locale/>
            </Station>
            <Station
                name="executor"
                locale
                title=t::stage::executor
                does=Signal::derive(executor_does)
                state=Signal::derive(move || executor.with(|it| executor_state(it.state)))
                has_control=controls(Controller::FunctionExecutor)
            >
                <Analogy as_system locale words=t::stage::os_executor/>
            </Station>
        </div>
    }
    .into_any()
}

fn manager_state(station: &QueueManagerStation) -> &'static str {
    match station {
        QueueManagerStation::Idle => "idle",
        QueueManagerStation::Warns => "warns",
        QueueManagerStation::Refuses
        | QueueManagerStation::CannotFlush
        | QueueManagerStation::Ends => "failed",
        _ => "busy",
    }
}

fn model_state(state: ModelState) -> &'static str {
    match state {
        ModelState::Idle => "idle",
        ModelState::Thinks { .. } => "thinks",
        ModelState::Calls | ModelState::Replied => "busy",
        ModelState::Failed => "failed",
    }
}

fn executor_state(state: ExecutorState) -> &'static str {
    match state {
        ExecutorState::Idle => "idle",
        ExecutorState::Failed => "failed",
        _ => "busy",
    }
}
