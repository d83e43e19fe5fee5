//! Which messages leave: the rule set says how much and what is protected, the policy
//! says which groups, one after another. A call and its results are one group.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::config::{CutAmount, EvictionPolicy, permille_of};
use super::context::Slot;
use super::event::{Decider, Victim};
use super::function::CallFault;
use super::ids::MessageId;
use super::state::State;

/// A group that may leave.
struct Group {
    ids: Vec<MessageId>,
    tokens: u32,
    used: u32,
}

/// What is to leave in a flush, in order; empty where nothing may leave.
///
/// `chosen` are the messages that the model named; what they do not free, the oldest do.
pub(super) fn victims(state: &State, chosen: &[MessageId]) -> Vec<Victim> {
    let mut groups = evictable(state);
    let needed = match state.config.cut.amount {
        CutAmount::AsNeeded => 1,
        CutAmount::OfWindow(permille) => permille_of(state.config.window, permille),
    };
    let mut freed = 0;
    let mut victims = Vec::new();
    let mut take = |group: Group, by| {
        freed += group.tokens;
        victims.extend(group.ids.into_iter().map(|id| Victim { id, by }));
        freed >= needed
    };
    for id in chosen {
        if let Some(at) = groups.iter().position(|group| group.ids.contains(id))
            && take(groups.remove(at), Decider::Model)
        {
            return victims;
        }
    }
    for draw in 0.. {
        if groups.is_empty() {
            break;
        }
        let at = choose(&groups, state, draw);
        if take(groups.remove(at), Decider::Automatic) {
            break;
        }
    }
    victims
}

/// The one item that leaves in the miniature; `None` where nothing may leave.
pub(super) fn victim(state: &State, chosen: Option<MessageId>) -> Option<Victim> {
    if let Some(id) = chosen {
        return Some(Victim {
            id,
            by: Decider::Model,
        });
    }
    let groups = evictable(state);
    if groups.is_empty() {
        return None;
    }
    let id = groups[choose(&groups, state, 0)].ids[0];
    Some(Victim {
        id,
        by: Decider::Automatic,
    })
}

/// Messages that may leave, with what they take: what a model may choose from.
pub(super) fn candidates(state: &State) -> Vec<(MessageId, u32)> {
    let mut candidates = Vec::new();
    for group in evictable(state) {
        for id in group.ids {
            candidates.push((id, state.queue.slot(id).map_or(0, |slot| slot.tokens)));
        }
    }
    candidates
}

/// The messages that the model named in `evict`.
///
/// # Errors
/// [`CallFault::NotEvictable`] for the first that is not in the queue, or may not leave.
pub(super) fn chosen(ids: &[i64], state: &State) -> Result<Vec<MessageId>, CallFault> {
    if ids.is_empty() {
        return Err(CallFault::MissingArgument { name: "ids" });
    }
    let candidates = candidates(state);
    ids.iter()
        .map(|id| {
            let named = u32::try_from(*id).map(MessageId).ok();
            named
                .filter(|named| candidates.iter().any(|(candidate, _)| candidate == named))
                .ok_or(CallFault::NotEvictable { id: *id })
        })
        .collect()
}

/// Position of the group that leaves next. `draw` counts the choices of this flush.
fn choose(groups: &[Group], state: &State, draw: u64) -> usize {
    match state.config.policy {
        // Asked for and answered elsewhere; what the model leaves open, the oldest fill.
        EvictionPolicy::Oldest | EvictionPolicy::ModelChosen => 0,
        EvictionPolicy::LeastRecentlyUsed => {
            let least = groups
                .iter()
                .enumerate()
                .min_by_key(|(_, group)| (group.used, group.ids[0]));
            least.map_or(0, |(at, _)| at)
        }
        EvictionPolicy::Random => {
            let mut generator = ChaCha8Rng::seed_from_u64(state.config.seed);
            generator.set_stream(state.draws + draw);
            let most = u32::try_from(groups.len()).unwrap_or(u32::MAX);
            generator.random_range(0..most) as usize
        }
    }
}

/// The groups that may leave, oldest first.
fn evictable(state: &State) -> Vec<Group> {
    let cut = state.config.cut;
    let last_user = state
        .queue
        .slots()
        .rev()
        .find(|slot| slot.is_user)
        .map(|slot| slot.id);
    let protected_from = state.queue.len().saturating_sub(cut.keep_last as usize);
    let mut groups: Vec<Group> = Vec::new();
    let mut current = None;
    let mut is_kept = false;
    let mut push = |slots: &[Slot], is_kept: bool| {
        if !is_kept && !slots.is_empty() {
            groups.push(Group {
                ids: slots.iter().map(|slot| slot.id).collect(),
                tokens: slots.iter().map(|slot| slot.tokens).sum(),
                used: slots.iter().map(|slot| slot.used).max().unwrap_or(0),
            });
        }
    };
    let mut slots = Vec::new();
    for (at, slot) in state.queue.slots().enumerate() {
        if current != Some(slot.group) {
            push(&slots, is_kept);
            slots.clear();
            current = Some(slot.group);
            is_kept = false;
        }
        is_kept |= slot.is_pinned
            || at >= protected_from
            || (cut.keeps_last_user && last_user == Some(slot.id));
        slots.push(*slot);
    }
    push(&slots, is_kept);
    groups
}
