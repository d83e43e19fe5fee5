//! The ledger of what left the window: when, which, why, where it is now, whether it was
//! needed again. Read off the events alone; nothing here decides anything.

use crate::engine::config::EvictionPolicy;
use crate::engine::event::{Decider, Event, Happening};
use crate::engine::ids::{MessageId, Origin};
use crate::engine::message::Body;
use crate::engine::state::State;
use crate::engine::stores::Stores;

/// One page-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOut {
    /// Position of the event, from 1.
    pub position: usize,
    /// What left.
    pub id: MessageId,
    /// What it took, in units.
    pub tokens: u32,
    /// Who chose it.
    pub by: Decider,
    /// By which policy.
    pub policy: EvictionPolicy,
    /// True where it was written to the store as it left (the miniature).
    pub is_written: bool,
    /// Positions of the page-ins that brought it back later.
    pub returned: Vec<usize>,
}

/// Where something that left is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// It stands in the window itself (the miniature brings the item back).
    pub is_back: bool,
    /// A result page in the window holds a copy of it.
    pub copy_in: Option<MessageId>,
    /// Words of it are still in the summary.
    pub is_in_summary: bool,
    /// It stands in recall storage, and a search can reach it.
    pub is_reachable: bool,
}

/// All page-outs of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: Vec<PageOut>,
}

impl Ledger {
    /// Reads the ledger off the events; `policy` is the one at the start.
    pub fn new(events: &[Event], policy: EvictionPolicy) -> Self {
        let mut ledger = Self::default();
        let mut policy = policy;
        for (index, event) in events.iter().enumerate() {
            let position = index + 1;
            match &event.what {
                Happening::Evicted {
                    id,
                    tokens,
                    by,
                    is_written,
                } => {
                    let (id, tokens, by, is_written) = (*id, *tokens, *by, *is_written);
                    let returned = Vec::new();
                    ledger.entries.push(PageOut {
                        position,
                        id,
                        tokens,
                        by,
                        policy,
                        is_written,
                        returned,
                    });
                }
                Happening::PagedIn { page, .. } => {
                    for origin in &page.hits {
                        if let Origin::Message(id) = origin {
                            ledger.came_back(*id, position);
                        }
                    }
                }
                Happening::SettingChanged(change) => policy = change.config.policy,
                _ => {}
            }
        }
        ledger
    }

    fn came_back(&mut self, id: MessageId, position: usize) {
        if let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.id == id) {
            entry.returned.push(position);
        }
    }

    /// The page-outs up to a position, oldest first.
    pub fn up_to(&self, position: usize) -> &[PageOut] {
        &self.entries[..self
            .entries
            .partition_point(|entry| entry.position <= position)]
    }
}

impl PageOut {
    /// The page-ins up to a position that brought it back.
    pub fn returned_by(&self, position: usize) -> &[usize] {
        &self.returned[..self
            .returned
            .partition_point(|returned| *returned <= position)]
    }
}

impl Whereabouts {
    /// Where a message that left is in `state`.
    pub fn of(id: MessageId, state: &State, stores: &Stores) -> Self {
        let body = |id| stores.message(id).map(|message| &message.body);
        let holds = |slot: &&crate::engine::context::Slot| match body(slot.id) {
            Some(Body::FunctionResult {
                page: Some(page), ..
            }) => page.hits.contains(&Origin::Message(id)),
            _ => false,
        };
        let summary = state.queue().summary().and_then(|slot| body(slot.id));
        Self {
            is_back: state.queue().slot(id).is_some(),
            copy_in: state.queue().slots().find(holds).map(|slot| slot.id),
            is_in_summary: matches!(summary, Some(Body::Summary(summary)) if summary.kept.contains(&id)),
            is_reachable: state.config().has_external && state.is_stored(id),
        }
    }
}
