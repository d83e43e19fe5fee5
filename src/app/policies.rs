//! The same question under every policy: where what is needed at once is larger than the
//! window, none of them helps, and only a wider window does. Runs it, so that nobody has to
//! believe it.

use std::sync::Arc;

use crate::engine::config::{Config, EvictionPolicy};
use crate::engine::event::Happening;
use crate::engine::message::Body;
use crate::engine::state::State;

use super::link::Changes;
use super::playground::Playground;

/// Longest run that is run again for the comparison, in events.
const EVENTS_MAX: usize = 5_000;

/// What came of the question under one policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The policy.
    pub policy: EvictionPolicy,
    /// The window, in slots.
    pub window: u32,
    /// Searches of the turn that brought something in.
    pub page_ins: u32,
    /// Items that left in the turn.
    pub page_outs: u32,
    /// Model calls of the turn.
    pub model_calls: u32,
    /// How many of the needed items are in view when the turn is over.
    pub in_view: usize,
}

/// The comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many items are needed at once.
    pub needed: usize,
    /// Under every policy with the window as it is, and last with one that holds them all.
    pub outcomes: Vec<Outcome>,
}

/// The position of the question, where the turn in view asks for more at once than there is
/// room for.
pub fn asks_too_much(playground: &Playground) -> Option<usize> {
    let run = playground.run();
    let position = playground.position();
    let turn = run.places().get(position.checked_sub(1)?)?.turn;
    let first = run.places().partition_point(|place| place.turn < turn);
    let mut of_turn = first..position;
    let asked =
        of_turn.find(|index| matches!(run.events()[*index].what, Happening::Asked { .. }))?;
    let state = run.state_at(position);
    let needed = needed(playground, asked + 1, &state)?;
    let is_too_much = state.counts_items() && needed.len() > state.config().window as usize;
    is_too_much.then_some(asked + 1)
}

/// What the question at a position needs at once.
fn needed(playground: &Playground, asked: usize, state: &State) -> Option<Vec<Arc<str>>> {
    match &playground.run().events().get(asked.checked_sub(1)?)?.what {
        Happening::Asked { text } => playground.stores().asked_for(text, state),
        _ => None,
    }
}

/// Compares the policies for the question of the turn in view; `None` where it asks for no
/// more than there is room for, and where the run is too long to be run again at leisure.
pub fn compared(playground: &Playground) -> Option<Comparison> {
    let asked = asks_too_much(playground)?;
    let run = playground.run();
    if run.len() > EVENTS_MAX {
        return None;
    }
    let turn = run.places().get(asked - 1)?.turn;
    let state = run.state_at(playground.position());
    let needed = needed(playground, asked, &state)?;
    let own = state.config().window;
    let outcome = |policy, window| {
        let changes = changes(state.config(), policy, window);
        outcome(playground, changes, turn, &needed)
    };
    let policies = EvictionPolicy::ALL.into_iter();
    let mut outcomes: Vec<Outcome> = policies.filter_map(|policy| outcome(policy, own)).collect();
    let wide = u32::try_from(needed.len()).ok()?;
    outcomes.extend(outcome(EvictionPolicy::Oldest, wide));
    let needed = needed.len();
    Some(Comparison { needed, outcomes })
}

/// The settings in force, but for policy and window.
fn changes(config: &Config, policy: EvictionPolicy, window: u32) -> Changes {
    Changes {
        rules: Some(config.rules),
        window: Some(window),
        policy: Some(policy),
        budget: Some(config.page_ins_max),
        when_spent: Some(config.when_spent),
        external: Some(config.has_external),
        seed: Some(config.seed),
    }
}

fn outcome(
    playground: &Playground,
    changes: Changes,
    turn: u32,
    needed: &[Arc<str>],
) -> Option<Outcome> {
    let again = playground.again(changes).ok()?;
    let run = again.run();
    let end = run.places().partition_point(|place| place.turn <= turn);
    let state = run.state_at(end);
    let totals = state.turn_totals();
    Some(Outcome {
        policy: state.config().policy,
        window: state.config().window,
        page_ins: totals.page_ins,
        page_outs: totals.page_outs,
        model_calls: totals.model_calls,
        in_view: in_view(&again, &state, needed),
    })
}

fn in_view(playground: &Playground, state: &State, needed: &[Arc<str>]) -> usize {
    let slots = state.queue().slots();
    let held = slots.filter_map(|slot| playground.stores().message(slot.id));
    let is_needed = |body: &Body| matches!(body, Body::Item(text) if needed.contains(text));
    held.filter(|message| is_needed(&message.body)).count()
}
