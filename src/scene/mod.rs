//! The picture as plain data: what stands where before a view draws it. Built from a
//! state, the event that led to it and the state before; knows no language, no colour,
//! no browser and no clock. The same moment always gives the same scene.

pub mod archivo;
pub mod capacity;
pub mod contract;
pub mod door;
pub mod flight;
pub mod historial;
pub mod parts;
pub mod price;
pub mod queue;
pub mod route;
pub mod station;
pub mod words;

use crate::engine::config::{RuleSet, Unit};
use crate::engine::event::{Controller, Event, Happening};
use crate::engine::machine::Engine;
use crate::engine::state::State;
use crate::engine::stores::Stores;

use archivo::Archivo;
use capacity::Capacity;
use contract::ContractLine;
use door::Door;
use flight::Flight;
use historial::Historial;
use parts::{BlockPart, PinnedPart};
use price::Price;
use queue::Row;
use station::{ExecutorStation, ModelStation, QueueManagerStation};

/// Everything that the stage shows at one moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What the window counts: slots of items, or tokens.
    pub unit: Unit,
    /// The rule set: it names the functions.
    pub rules: RuleSet,
    /// Turn of the run, from 1; 0 before the first.
    pub turn: u32,
    /// Kind of the event in view, as in the trace; `None` before the first.
    pub event: Option<&'static str>,
    /// How full main context is.
    pub capacity: Capacity,
    /// System instructions, function schemas and the line of statistics.
    pub pinned: Vec<PinnedPart>,
    /// Working context.
    pub blocks: Vec<BlockPart>,
    /// The queue in the order in which the model reads it, the summary first; with what
    /// has just left, as long as its place is shown.
    pub rows: Vec<Row>,
    /// Where things enter: what waits there.
    pub door: Door,
    /// False where nothing can be stored or fetched.
    pub has_external: bool,
    /// Recall storage.
    pub historial: Historial,
    /// Archival storage.
    pub archivo: Archivo,
    /// The queue manager.
    pub queue_manager: QueueManagerStation,
    /// The model.
    pub model: ModelStation,
    /// The function executor.
    pub executor: ExecutorStation,
    /// Who has control.
    pub controller: Controller,
    /// True where control changed hands in this event.
    pub is_handed_over: bool,
    /// What moves in this event.
    pub flight: Option<Flight>,
    /// What it has cost.
    pub price: Price,
    /// The lines of the lesson's contract that run in this event.
    pub contract: Vec<ContractLine>,
}

/// The scene after `event`, which led from `before` to `after`. Without an event: the
/// state as it stands.
pub fn at(
    before: &State,
    event: Option<&Event>,
    after: &State,
    stores: &Stores,
    engine: &Engine,
) -> Scene {
    let moment = Moment {
        before,
        what: event.map(|event| &event.what),
        after,
        stores,
        engine,
    };
    let rows = queue::rows(&moment);
    let historial = historial::historial(&moment);
    Scene {
        unit: after.config().unit,
        rules: after.config().rules,
        turn: after.turn(),
        event: moment.what.map(Happening::kind),
        capacity: capacity::capacity(&moment, &rows),
        pinned: parts::pinned(&moment),
        blocks: parts::blocks(&moment),
        door: door::door(&moment),
        has_external: after.config().has_external,
        archivo: archivo::archivo(&moment),
        queue_manager: station::queue_manager(&moment),
        model: station::model(&moment),
        executor: station::executor(&moment),
        controller: after.controller(),
        is_handed_over: before.controller() != after.controller(),
        flight: flight::flight(&moment, &rows, &historial),
        price: price::price(&moment),
        contract: contract::lines(&moment),
        rows,
        historial,
    }
}

/// What every part of a scene is built from.
pub(crate) struct Moment<'a> {
    pub before: &'a State,
    pub what: Option<&'a Happening>,
    pub after: &'a State,
    pub stores: &'a Stores,
    pub engine: &'a Engine,
}

impl Moment<'_> {
    /// True where items are counted.
    pub fn counts_items(&self) -> bool {
        self.after.counts_items()
    }
}
