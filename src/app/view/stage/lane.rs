//! The lane between main context and external context: queue manager, model, function
//! executor, and the price.

use crate::app::tree::{Element, classed, el};
use crate::engine::config::Unit;
use crate::engine::event::Controller;
use crate::engine::function::RawCall;
use crate::scene::station::{ExecutorState, ModelState, QueueManagerStation};
use crate::text::{labels, t};

use super::price::price;
use super::station::{Station, analogy};
use super::{Drawn, says};

/// Most calls of one reply that are shown.
const CALLS_MAX: usize = 3;

/// The lane.
pub fn lane(drawn: Drawn<'_>) -> Element {
    classed("div", "lane")
        .with(queue_manager(drawn))
        .with(model(drawn))
        .with(executor(drawn))
}

fn queue_manager(drawn: Drawn<'_>) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let breaks = || {
        el("p")
            .set("class", "analogy-breaks")
            .text(t::stage::os_breaks(locale))
    };
    Station {
        name: "queue-manager",
        title: t::stage::queue_manager(locale),
        does: says::queue_manager(locale, &scene.queue_manager),
        state: manager_state(&scene.queue_manager),
        has_control: scene.controller == Controller::QueueManager,
    }
    .draw(locale)
    .with(analogy(drawn, t::stage::os_queue_manager))
    .with(drawn.reading.as_system.then(breaks))
}

fn model(drawn: Drawn<'_>) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let model = &scene.model;
    let thoughts = (!model.thoughts.is_empty())
        .then(|| classed("p", "thoughts").text(model.thoughts.to_string()));
    let call =
        |call: &RawCall| classed("code", "call").text(labels::raw_call(locale, scene.rules, call));
    Station {
        name: "model",
        title: t::stage::model(locale),
        does: says::model(locale, model.state, scene.unit == Unit::Items),
        state: model_state(model.state),
        has_control: scene.controller == Controller::Model,
    }
    .draw(locale)
    .with(thoughts)
    .all(model.calls.iter().take(CALLS_MAX).map(call))
    .with(analogy(drawn, t::stage::os_model))
    .with(price(drawn))
}

fn executor(drawn: Drawn<'_>) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    Station {
        name: "executor",
        title: t::stage::executor(locale),
        does: says::executor(locale, scene.executor.state),
        state: executor_state(scene.executor.state),
        has_control: scene.controller == Controller::FunctionExecutor,
    }
    .draw(locale)
    .with(analogy(drawn, t::stage::os_executor))
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
