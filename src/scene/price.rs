//! What the run has cost so far: model calls and function calls, counted apart.

use crate::engine::event::{Happening, Purpose};
use crate::engine::state::Totals;

use super::Moment;

/// What it has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Counts over this turn.
    pub turn: Totals,
    /// Counts over the whole run.
    pub run: Totals,
    /// What this event adds.
    pub tick: Option<Tick>,
}

/// What an event adds to the price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// A model call that reads so many units.
    ModelCall {
        /// What for.
        purpose: Purpose,
        /// What the model reads.
        tokens: u32,
    },
    /// A page-in: the model will have to be called once more, reading so many units.
    PageIn {
        /// What the next call will read.
        tokens: u32,
    },
}

pub(super) fn price(moment: &Moment) -> Price {
    let tick = match moment.what {
        Some(Happening::ModelAsked { purpose, parts, .. }) => Some(Tick::ModelCall {
            purpose: *purpose,
            tokens: parts.total(),
        }),
        Some(Happening::PagedIn { .. }) => Some(Tick::PageIn {
            tokens: moment.engine.parts(moment.after).total(),
        }),
        _ => None,
    };
    Price {
        turn: moment.after.turn_totals(),
        run: moment.after.totals(),
        tick,
    }
}
