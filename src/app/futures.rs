//! Two futures of one run beside each other: where they part, what each cost, what each
//! answered, and what is left in their queues. And what made each of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::event::{Event, Happening};
use crate::engine::ids::{MessageId, Origin};
use crate::engine::input::{Input, Setting, Stimulus};
use crate::engine::message::Body;
use crate::engine::state::Totals;
use crate::explain;
use crate::run::Run;
use crate::text::context::Excerpt;
use crate::trace::address::{Address, Place};
use crate::trace::futures::Fork;
use crate::trace::journal::Recorded;

use super::lanes::By;
use super::playground::Playground;

/// What made a future.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is how the run went first.
    First,
    /// Something was said.
    Said {
        /// Where: the turn after which, or within which.
        place: Place,
        /// What.
        text: Arc<str>,
    },
    /// Settings were changed.
    Set {
        /// Where.
        place: Place,
        /// Which, with their new values.
        settings: Vec<Setting>,
    },
    /// The same conversation, answered by another model.
    Again {
        /// Who is to answer.
        by: By,
    },
    /// It was forked, and nothing was done since.
    Nothing {
        /// Where.
        place: Place,
    },
}

/// A future by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its number.
    pub number: u32,
    /// What made it.
    pub made: Made,
    /// How many events it has.
    pub events: usize,
    /// True for the one in view.
    pub is_in_view: bool,
}

/// All futures of a run, in order of number.
pub fn named(playground: &Playground) -> Vec<Named> {
    let runs = playground.runs();
    let made = |number: u32, fork, inputs: &[Recorded<Input>]| {
        let lane = playground.lane_of(number).filter(|lane| !lane.is_fork);
        lane.map_or_else(
            || made(fork, inputs),
            |lane| Made::Again {
                by: lane.by.clone(),
            },
        )
    };
    let others = runs.others().iter().map(|future| Named {
        number: future.number,
        made: made(future.number, future.fork, &future.inputs),
        events: future.events as usize,
        is_in_view: false,
    });
    let mut all: Vec<Named> = others.collect();
    all.push(Named {
        number: runs.number(),
        made: made(runs.number(), runs.origin(), runs.journal().inputs()),
        events: runs.journal().len(),
        is_in_view: true,
    });
    all.sort_by_key(|future| future.number);
    all
}

fn made(fork: Option<Fork>, inputs: &[Recorded<Input>]) -> Made {
    let Some(Fork { after, place, .. }) = fork else {
        return Made::First;
    };
    let since = inputs.partition_point(|recorded| recorded.after < after);
    let mut settings = Vec::new();
    for recorded in &inputs[since..] {
        match &recorded.input.what {
            Stimulus::Setting(setting) => settings.push(setting.clone()),
            _ if !settings.is_empty() => break,
            Stimulus::User(text) => {
                let text = Arc::clone(text);
                return Made::Said { place, text };
            }
            _ => {}
        }
    }
    if settings.is_empty() {
        Made::Nothing { place }
    } else {
        Made::Set { place, settings }
    }
}

/// The first event that one future has and the other has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Its position, from 1.
    pub position: usize,
    /// Its address.
    pub address: Address,
    /// The event.
    pub event: Event,
}

/// What the user and the agent said in one turn of one future.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The user.
    pub user: Option<Arc<str>>,
    /// The agent, one text after another; empty where it said nothing.
    pub agent: Vec<Arc<str>>,
}

/// One turn in both futures; `None` where one of them does not have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPair {
    /// Its number, from 1.
    pub turn: u32,
    /// What was said.
    pub spoken: [Option<Spoken>; 2],
}

impl TurnPair {
    /// True where both have it and the same was said.
    pub fn is_same(&self) -> bool {
        let [left, right] = &self.spoken;
        left == right
    }
}

/// One message of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// Its number.
    pub id: MessageId,
    /// What one recognises it by.
    pub excerpt: Option<Excerpt>,
}

/// Two futures compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Their numbers.
    pub numbers: [u32; 2],
    /// How many events they share from the beginning.
    pub shared: usize,
    /// The first event that differs; `None` where a future ends before.
    pub first: [Option<First>; 2],
    /// What each cost as a whole.
    pub whole: [Totals; 2],
    /// What each cost since they part.
    pub since: [Totals; 2],
    /// What was said, from the turn in which they part.
    pub turns: Vec<TurnPair>,
    /// What stands in one queue at the end and not in the other.
    pub queue_only: [Vec<Queued>; 2],
    /// How many messages stand in both queues at the end.
    pub queue_shared: usize,
}

/// Compares two futures by number; `None` where one of them is not there, or no longer
/// leads where it led.
pub fn compared(playground: &Playground, numbers: [u32; 2]) -> Option<Comparison> {
    let [left, right] = numbers.map(|number| playground.runs().record(number));
    let runs = [left?, right?];
    let [left, right] = &runs;
    let pairs = left.events().iter().zip(right.events());
    let shared = pairs.take_while(|(left, right)| left == right).count();
    let before = left.state_at(shared).totals();
    let whole = [left, right].map(|run| run.head().totals());
    let (queue_only, queue_shared) = queues(&runs);
    Some(Comparison {
        numbers,
        shared,
        first: [left, right].map(|run| first(run, shared)),
        whole,
        since: whole.map(|totals| beyond(totals, before)),
        turns: turns(&runs, shared),
        queue_only,
        queue_shared,
    })
}

/// The event of a run after those that it shares with another one.
pub(super) fn first(run: &Run, shared: usize) -> Option<First> {
    Some(First {
        position: shared + 1,
        address: run.address(shared + 1)?,
        event: run.events().get(shared)?.clone(),
    })
}

fn beyond(whole: Totals, before: Totals) -> Totals {
    Totals {
        model_calls: whole.model_calls - before.model_calls,
        summary_calls: whole.summary_calls - before.summary_calls,
        choice_calls: whole.choice_calls - before.choice_calls,
        function_calls: whole.function_calls - before.function_calls,
        failures: whole.failures - before.failures,
        searches: whole.searches - before.searches,
        page_ins: whole.page_ins - before.page_ins,
        page_outs: whole.page_outs - before.page_outs,
        arrivals: whole.arrivals - before.arrivals,
        tokens_in: whole.tokens_in - before.tokens_in,
        tokens_out: whole.tokens_out - before.tokens_out,
    }
}

fn turns(runs: &[Run; 2], shared: usize) -> Vec<TurnPair> {
    let of = |run: &Run| run.places().get(shared).map(|place| place.turn);
    let [left, right] = runs;
    // The turn that is under way where they part was begun by both.
    let started = shared.checked_sub(1).map(|last| left.places()[last].turn);
    let next = [of(left), of(right)].into_iter().flatten().min();
    let Some(from) = next.or(started) else {
        return Vec::new();
    };
    let from = from.max(1);
    let last = |run: &Run| run.places().last().map_or(0, |place| place.turn);
    let to = last(left).max(last(right));
    let spoken = |run: &Run, turn: u32| (turn <= last(run)).then(|| spoken(run, turn));
    let pair = |turn| TurnPair {
        turn,
        spoken: [spoken(left, turn), spoken(right, turn)],
    };
    (from..=to).map(pair).collect()
}

fn spoken(run: &Run, turn: u32) -> Spoken {
    let start = run.places().partition_point(|place| place.turn < turn);
    let end = run.places().partition_point(|place| place.turn <= turn);
    let mut spoken = Spoken::default();
    for event in &run.events()[start..end] {
        match &event.what {
            Happening::Said { text } => spoken.agent.push(Arc::clone(text)),
            Happening::Asked { text } | Happening::Offered { text } => {
                spoken.user = Some(Arc::clone(text));
            }
            Happening::DocumentGiven(document) => spoken.user = Some(Arc::clone(&document.title)),
            Happening::Arrived(message) => {
                if let Body::User(text) | Body::Item(text) = &message.body {
                    spoken.user = Some(Arc::clone(text));
                }
            }
            _ => {}
        }
    }
    spoken
}

fn queues(runs: &[Run; 2]) -> ([Vec<Queued>; 2], usize) {
    let [left, right] = runs;
    let ids = |run: &Run| -> Vec<MessageId> {
        let all = run.head().queue().all();
        all.map(|slot| slot.id).collect()
    };
    let both: BTreeSet<MessageId> = {
        let others: BTreeSet<MessageId> = ids(right).into_iter().collect();
        let is_same = |id: &MessageId| left.stores().message(*id) == right.stores().message(*id);
        let all = ids(left).into_iter();
        all.filter(|id| others.contains(id) && is_same(id))
            .collect()
    };
    let only = |run: &Run| -> Vec<Queued> {
        let all = ids(run).into_iter().filter(|id| !both.contains(id));
        all.map(|id| Queued {
            id,
            excerpt: explain::excerpt(Origin::Message(id), run.stores()),
        })
        .collect()
    };
    ([only(left), only(right)], both.len())
}
