//! What must hold after every event.

use super::config::Unit;
use super::context::Slot;
use super::event::Purpose;
use super::ids::MessageId;
use super::machine::Invariant;
use super::message::Body;
use super::state::{Phase, State};
use super::stores::Stores;

pub(super) fn check(state: &State, stores: &Stores) -> Result<(), Invariant> {
    let hold = |holds: bool, invariant| if holds { Ok(()) } else { Err(invariant) };
    let queue = &state.queue;
    let sum: u32 = queue.slots().map(|slot| slot.tokens).sum();
    hold(sum == queue.tokens(), Invariant::QueueSums)?;
    let in_log = queue
        .all()
        .all(|slot| slot.id.0 <= state.messages && stores.message(slot.id).is_some());
    hold(in_log, Invariant::QueueStored)?;
    let within = state.config.blocks.iter().zip(state.blocks.iter());
    let within = within
        .into_iter()
        .all(|(block, value)| value.chars().count() <= state.config.limit_of(block) as usize);
    hold(within, Invariant::BlockLimits)?;
    match state.config.unit {
        Unit::Items => {
            let acts = matches!(
                state.phase,
                Phase::Asking {
                    purpose: Purpose::Act,
                    ..
                }
            );
            hold(
                !acts || queue.len() <= state.config.window as usize,
                Invariant::SlotLimit,
            )
        }
        Unit::Tokens => {
            let mut before = MessageId(0);
            for slot in queue.slots() {
                hold(before < slot.id, Invariant::QueueOrder)?;
                before = slot.id;
            }
            pairs(state, stores)
        }
    }
}

/// A result is never without its call, nor a call without the results it had. What is
/// about to leave in a flush counts as gone: a group leaves one event at a time.
fn pairs(state: &State, stores: &Stores) -> Result<(), Invariant> {
    let mut group = None;
    let mut results_missing = 0;
    let leaving = state.flush().map_or(&[][..], |flush| {
        &flush.victims[flush.evicted.min(flush.victims.len())..]
    });
    let stays = |slot: &&Slot| !leaving.iter().any(|victim| victim.id == slot.id);
    let is_parted = |slot: &Slot| {
        let call = state.queue.slot(slot.group).filter(stays);
        state.config.cut.parts_calls && call.is_none()
    };
    for slot in state.queue.slots().filter(stays) {
        let Some(message) = stores.message(slot.id) else {
            continue;
        };
        match &message.body {
            // The cut rule of a release that left results behind.
            Body::FunctionResult { .. } if results_missing == 0 && is_parted(slot) => {}
            Body::FunctionResult { .. } => {
                if group != Some(slot.group) || results_missing == 0 {
                    return Err(Invariant::CallAndResult);
                }
                results_missing -= 1;
            }
            body => {
                if results_missing > 0 {
                    return Err(Invariant::CallAndResult);
                }
                if let Body::Assistant { calls, .. } = body {
                    group = Some(slot.id);
                    results_missing = calls.len();
                }
            }
        }
    }
    let is_open = results_missing == 0
        || matches!(
            state.phase,
            Phase::Executing(_) | Phase::Booting(_) | Phase::Closed
        );
    if is_open {
        Ok(())
    } else {
        Err(Invariant::CallAndResult)
    }
}
