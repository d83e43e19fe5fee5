//! What a sentence about an event needs beyond the event itself.

use std::sync::Arc;

use crate::engine::config::{EvictionPolicy, RecallWrite, RuleSet, Unit};
use crate::engine::event::{Controller, Happening};
use crate::engine::ids::Origin;
use crate::engine::machine::Engine;
use crate::engine::parts::Parts;
use crate::engine::state::{State, Totals};
use crate::engine::stores::Stores;

use super::words::{Words, excerpt};

/// The numbers and words around an event, for its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptionContext {
    /// What is counted.
    pub unit: Unit,
    /// The rule set.
    pub rules: RuleSet,
    /// Which leaves first.
    pub policy: EvictionPolicy,
    /// When messages are written to recall storage.
    pub writes: RecallWrite,
    /// False where there is no external context.
    pub has_external: bool,
    /// Capacity, in units.
    pub window: u32,
    /// Where the queue is flushed, in units.
    pub flush_at: u32,
    /// Where the warning is due, in units.
    pub warning_at: Option<u32>,
    /// What each part of the prompt takes after the event.
    pub parts: Parts,
    /// What the prompt took before the event.
    pub used_before: u32,
    /// Messages in the queue after the event, the summary not counted.
    pub queued: u32,
    /// Messages in recall storage after the event.
    pub recall: u32,
    /// Passages in archival storage after the event.
    pub archival: u32,
    /// Counts over the turn.
    pub turn: Totals,
    /// Counts over the run.
    pub run: Totals,
    /// Who had control before.
    pub controller_before: Controller,
    /// Who has control after.
    pub controller: Controller,
    /// First words of the message or passage that the event is about; else empty.
    pub words: Arc<str>,
    /// The miniature: the item that waits for a slot.
    pub waiting: Option<Arc<str>>,
    /// Searches that this turn may still make; `None` is without limit.
    pub page_ins_left: Option<u32>,
}

/// What the sentence about `what` needs, given the states around it.
pub fn context(
    before: &State,
    what: &Happening,
    after: &State,
    stores: &Stores,
    engine: &Engine,
) -> CaptionContext {
    let config = after.config();
    CaptionContext {
        unit: config.unit,
        rules: config.rules,
        policy: config.policy,
        writes: config.writes,
        has_external: config.has_external,
        window: config.window,
        flush_at: config.prompt_max(),
        warning_at: config.warning_at(),
        parts: engine.parts(after),
        used_before: engine.parts(before).total(),
        queued: u32::try_from(after.queue().len()).unwrap_or(u32::MAX),
        recall: after.recall_len(),
        archival: after.passages(),
        turn: after.turn_totals(),
        run: after.totals(),
        controller_before: before.controller(),
        controller: after.controller(),
        words: words(what, stores),
        waiting: after.waiting().map(|item| excerpt(item)),
        page_ins_left: after.page_ins_left(),
    }
}

fn words(what: &Happening, stores: &Stores) -> Arc<str> {
    let origin = match what {
        Happening::Arrived(message) | Happening::Summarised { message, .. } => {
            return Words(Arc::clone(message)).excerpt();
        }
        Happening::PassageStored { passage } => return excerpt(&passage.text),
        Happening::Evicted { id, .. } => Some(Origin::Message(*id)),
        _ => what.origins().first().copied(),
    };
    match origin {
        Some(Origin::Message(id)) => stores
            .message(id)
            .map(|message| Words(Arc::clone(message)).excerpt()),
        Some(Origin::Passage(id)) => stores.passage(id).map(|passage| excerpt(&passage.text)),
        None => None,
    }
    .unwrap_or_default()
}
