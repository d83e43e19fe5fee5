//! Which messages leave: the rule set says how much and what is protected, the policy
//! says which groups, one after another. A call and its results are one group.

use std::collections::VecDeque;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::config::{CutAmount, EvictionPolicy, permille_of};
use super::context::Slot;
use super::cut;
use super::event::{Decider, Victim};
use super::function::CallFault;
use super::ids::MessageId;
use super::reply::Role;
use super::state::State;

/// A group that may leave.
struct Group {
    /// Its messages, and what each takes.
    members: Vec<(MessageId, u32)>,
    used: u32,
}

/// What is to leave in a flush.
#[derive(Default)]
pub(super) struct Leaving {
    /// The messages, in order; empty where nothing may leave.
    pub victims: Vec<Victim>,
    /// What they take together.
    pub freed: u32,
    /// True where a result stays whose call leaves.
    pub parts_call: bool,
}

/// What is to leave in a flush: as much as the rule set says, and at least `least` where
/// it counts by the window.
///
/// `chosen` are the messages that the model named; what they do not free, the oldest do.
/// `pinned` is what the pinned parts take.
pub(super) fn leaving(state: &State, chosen: &[MessageId], least: u32, pinned: u32) -> Leaving {
    let groups = evictable(state);
    let exact = cut::exact(state, pinned);
    let is_oldest = matches!(
        state.config.policy,
        EvictionPolicy::Oldest | EvictionPolicy::ModelChosen
    );
    if let Some(count) = exact.filter(|_| is_oldest && chosen.is_empty()) {
        return front(state, count);
    }
    let needed = match (state.config.cut.amount, exact) {
        // Another policy frees as much as the cut of the release would.
        (_, Some(count)) => front(state, count).freed.max(1),
        (CutAmount::OfWindow(permille), None) => {
            permille_of(state.config.window, permille).max(least)
        }
        (CutAmount::AsNeeded, None) => least,
        (CutAmount::OfMessages(_) | CutAmount::OfQueue(_), None) => {
            return Leaving::default();
        }
        (CutAmount::All | CutAmount::SlidingWindow(_), None) => u32::MAX,
    };
    let group_of = |id: &MessageId| {
        let holds = |group: &Group| group.members.iter().any(|(member, _)| member == id);
        groups.iter().position(holds)
    };
    let mut is_named = vec![false; groups.len()];
    let named = chosen.iter().filter_map(group_of);
    let named: Vec<usize> = named
        .filter(|at| !std::mem::replace(&mut is_named[*at], true))
        .collect();
    let rest = (0..groups.len()).filter(|at| !is_named[*at]).collect();
    let by_model = named.iter().map(|at| (*at, Decider::Model));
    let by_rule = in_order(rest, &groups, state).map(|at| (at, Decider::Automatic));
    let mut leaving = Leaving::default();
    for (at, by) in by_model.chain(by_rule) {
        for (id, tokens) in &groups[at].members {
            leaving.victims.push(Victim { id: *id, by });
            leaving.freed += tokens;
        }
        if leaving.freed >= needed {
            break;
        }
    }
    leaving
}

/// What leaves where the cut goes behind the first `count` messages of the queue, the
/// summary among them. What is pinned stays, and so does the last message of the user.
fn front(state: &State, count: usize) -> Leaving {
    let behind = count.saturating_sub(usize::from(state.queue.summary().is_some()));
    let mut slots = state.queue.slots();
    let before: Vec<&Slot> = slots.by_ref().take(behind).collect();
    let stays = protected(state);
    let leaves = |slot: &&&Slot| !stays.contains(&slot.group);
    let victims: Vec<&Slot> = before.iter().filter(leaves).copied().collect();
    let parted = |slot: &Slot| {
        slot.role == Role::Tool && victims.iter().any(|victim| victim.id == slot.group)
    };
    Leaving {
        freed: victims.iter().map(|slot| slot.tokens).sum(),
        parts_call: slots.any(parted),
        victims: victims
            .iter()
            .map(|slot| Victim {
                id: slot.id,
                by: Decider::Automatic,
            })
            .collect(),
    }
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
    let next = in_order((0..groups.len()).collect(), &groups, state).next()?;
    let (id, _) = *groups[next].members.first()?;
    Some(Victim {
        id,
        by: Decider::Automatic,
    })
}

/// Messages that may leave, with what they take: what a model may choose from.
pub(super) fn candidates(state: &State) -> Vec<(MessageId, u32)> {
    let groups = evictable(state).into_iter();
    groups.flat_map(|group| group.members).collect()
}

/// The messages that the model named in `evict`.
///
/// # Errors
/// [`CallFault::NotEvictable`] for the first that is not in the queue, or may not leave.
pub(super) fn chosen(ids: &[i64], state: &State) -> Result<Vec<MessageId>, CallFault> {
    if ids.is_empty() {
        return Err(CallFault::MissingArgument { name: "ids" });
    }
    let known = candidates(state);
    ids.iter()
        .map(|id| {
            let named = u32::try_from(*id).map(MessageId).ok();
            named
                .filter(|named| known.iter().any(|(id, _)| id == named))
                .ok_or(CallFault::NotEvictable { id: *id })
        })
        .collect()
}

/// The positions of groups, `rest` of all, in the order in which they leave.
fn in_order(
    mut rest: VecDeque<usize>,
    groups: &[Group],
    state: &State,
) -> impl Iterator<Item = usize> {
    let policy = state.config.policy;
    let use_of = |at: usize| {
        let group = &groups[at];
        (group.used, group.members.first().map(|(id, _)| *id))
    };
    let (seed, mut stream) = (state.config.seed, state.draws);
    std::iter::from_fn(move || match policy {
        // Asked for and answered elsewhere; what the model leaves open, the oldest fill.
        EvictionPolicy::Oldest | EvictionPolicy::ModelChosen => rest.pop_front(),
        EvictionPolicy::LeastRecentlyUsed => {
            let (next, _) = rest.iter().enumerate().min_by_key(|(_, at)| use_of(**at))?;
            rest.remove(next)
        }
        EvictionPolicy::Random => {
            let most = u32::try_from(rest.len()).unwrap_or(u32::MAX);
            if most == 0 {
                return None;
            }
            let mut generator = ChaCha8Rng::seed_from_u64(seed);
            generator.set_stream(stream);
            stream += 1;
            rest.remove(generator.random_range(0..most) as usize)
        }
    })
}

/// The groups that no flush touches, whatever the cut: pinned ones, and that of the
/// user's last message where the rule set keeps it.
fn protected(state: &State) -> Vec<MessageId> {
    let keeps_last_user = state.config.cut.keeps_last_user;
    let mut slots = state.queue.slots();
    let last_user = slots.rfind(|slot| slot.is_user);
    let last_user = last_user.filter(|_| keeps_last_user);
    let pinned = state.queue.slots().filter(|slot| slot.is_pinned);
    pinned.chain(last_user).map(|slot| slot.group).collect()
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
                members: slots.iter().map(|slot| (slot.id, slot.tokens)).collect(),
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
