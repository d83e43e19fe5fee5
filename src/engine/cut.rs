//! Where the releases cut the queue: each of their rules to the message, over the list that
//! they cut (memgpt.md 3.3, 5.3). Message 0 is the system message; 1 is the summary, where
//! there is one.

use super::config::{Config, CutAmount, permille_of};
use super::context::Slot;
use super::reply::Role;
use super::state::State;

/// How many messages of the queue, the summary among them, stand before the cut; `None`
/// where the amount has no cut of its own, or finds none.
pub(super) fn exact(state: &State, pinned: u32) -> Option<usize> {
    let queue: Vec<Slot> = state.queue.all().copied().collect();
    let config = &state.config;
    let cutoff = match config.cut.amount {
        CutAmount::OfMessages(permille) => of_messages(&finished(queue), permille, config),
        CutAmount::OfQueue(permille) => of_queue(&finished(queue), permille, config),
        CutAmount::SlidingWindow(permille) => sliding(&queue, permille, pinned, config),
        CutAmount::AsNeeded | CutAmount::OfWindow(_) | CutAmount::All => None,
    };
    // Message 0 is none of the queue.
    cutoff.map(|cutoff| cutoff - 1)
}

/// The queue without the event that the model is called for: releases append it only once
/// its step is done, so that a flush before that never sees it.
fn finished(mut queue: Vec<Slot>) -> Vec<Slot> {
    if queue.last().is_some_and(|slot| slot.role == Role::User) {
        queue.pop();
    }
    queue
}

/// The role of message `at`.
fn role(queue: &[Slot], at: usize) -> Option<Role> {
    queue.get(at.checked_sub(1)?).map(|slot| slot.role)
}

/// R0: a share of the messages; the queue should not begin with a user's message.
fn of_messages(queue: &[Slot], permille: u32, config: &Config) -> Option<usize> {
    // One before the last, since it may go on behind a user's message.
    let most = latest(queue, config).saturating_sub(1);
    let cutoff = share(queue.len(), permille).min(most);
    (cutoff > 0).then(|| settled(queue, cutoff, config))
}

/// The last cut that leaves as many of the newest as the rule set keeps.
fn latest(queue: &[Slot], config: &Config) -> usize {
    (queue.len() + 1).saturating_sub(config.cut.keep_last as usize)
}

/// The cut moved on: behind a user's message, and behind results where pairs stay together.
fn settled(queue: &[Slot], cutoff: usize, config: &Config) -> usize {
    let is_user = role(queue, cutoff) == Some(Role::User);
    let cutoff = cutoff + usize::from(is_user);
    let is_result = |at: &usize| role(queue, *at) == Some(Role::Tool);
    let results = (cutoff..).take_while(is_result).count();
    if config.cut.parts_calls {
        cutoff
    } else {
        cutoff + results
    }
}

/// R2, R3: a share of the tokens, walked from the front; the message that would exceed it
/// stays. The newest are never walked over.
fn of_queue(queue: &[Slot], permille: u32, config: &Config) -> Option<usize> {
    let all: u32 = queue.iter().map(|slot| slot.tokens).sum();
    let target = permille_of(all, permille);
    let keep_last = config.cut.keep_last as usize;
    let candidates = &queue[..queue.len().saturating_sub(keep_last)];
    let mut sum = 0;
    let exceeds = |slot: &Slot| {
        sum += slot.tokens;
        sum > target
    };
    let found = candidates.iter().position(exceeds);
    let stays = found.or(candidates.len().checked_sub(1))?;
    Some(settled(queue, stays + 1, config))
}

/// R5: ever more from the front, each time to a reply of the model, until what is left fits
/// its goal; `None` where only all would do.
fn sliding(queue: &[Slot], permille: u32, pinned: u32, config: &Config) -> Option<usize> {
    let messages = queue.len() + 1;
    let goal = permille_of(config.window, 1_000_u32.saturating_sub(permille));
    let attempts = (1..).map(|tenths| permille + 100 * tenths);
    attempts.take_while(|part| *part < 1_000).find_map(|part| {
        let most = share(messages, part).min(latest(queue, config));
        let is_reply = |at: &usize| role(queue, *at) == Some(Role::Assistant);
        let cutoff = (1..=most).rev().find(is_reply)?;
        let kept: u32 = queue[cutoff - 1..].iter().map(|slot| slot.tokens).sum();
        (pinned.saturating_add(kept) < goal).then_some(cutoff)
    })
}

/// So many thousandths of a number, rounded; a half to the even side, as Python rounds.
fn share(whole: usize, permille: u32) -> usize {
    let parts = whole as u64 * u64::from(permille);
    let (floor, rest) = (parts / 1_000, parts % 1_000);
    let is_up = rest > 500 || (rest == 500 && floor % 2 == 1);
    usize::try_from(floor + u64::from(is_up)).unwrap_or(usize::MAX)
}
