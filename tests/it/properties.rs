//! Random runs of the engine, checked after every event. A failure prints its seed;
//! `PROOFS_SEED=N cargo test --test it properties` runs that one alone.

mod swarm;
pub mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::input::Stimulus;
use memgpt_playground::engine::state::State;
use memgpt_playground::run::{Run, Wait};

use crate::support::engine;
use swarm::Swarm;
use watch::Watch;

/// Runs `case` for every seed of a range, or for the one that the environment names. The
/// seeds that fail are printed, and the first of them fails the test.
pub fn for_seeds(seeds: std::ops::Range<u64>, case: impl Fn(u64)) {
    let one = std::env::var("PROOFS_SEED").ok();
    let one = one.and_then(|seed| seed.parse().ok());
    let seeds = one.map_or(seeds, |seed: u64| seed..seed + 1);
    let mut first = None;
    for seed in seeds {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| case(seed))) {
            eprintln!("failed with PROOFS_SEED={seed}");
            first = first.or(Some(panic));
        }
    }
    if let Some(panic) = first {
        resume_unwind(panic);
    }
}

/// Events that the random runs make in all, at least.
const EVENTS_LEAST: usize = 1_000_000;

/// A random run of at most about `most` events, checked after each.
pub fn random_run(seed: u64, most: usize) -> Run {
    let mut swarm = Swarm::new(seed);
    let config = swarm.config();
    let mut run = Run::new(engine(config));
    let mut watch = Watch::default();
    let mut inputs = 0;
    while run.len() < most && inputs < most {
        let wait = settle(&mut run, &mut swarm, &mut watch);
        if matches!(wait, Wait::Closed) {
            break;
        }
        assert!(!matches!(wait, Wait::Broken(_)), "{wait:?}");
        inputs += 1;
        try_input(&mut run, &mut swarm, &mut watch, Some(&wait));
    }
    run
}

/// Goes on until something is waited for; now and then something comes in between.
fn settle(run: &mut Run, swarm: &mut Swarm, watch: &mut Watch) -> Wait {
    let started = run.len();
    let bound = events_at_most(run);
    loop {
        let before = run.head().clone();
        if let Some(wait) = run.advance() {
            assert_eq!(*run.head(), before, "waiting changed something");
            return wait;
        }
        watch.check(run, &before);
        assert!(
            run.len() - started <= bound,
            "no end: {:?}",
            run.events().last()
        );
        let interruptions = swarm.interruptions;
        if swarm.draw.chance(interruptions) {
            try_input(run, swarm, watch, None);
        }
    }
}

/// The most events that may follow by themselves from here: what a reply asks for, what
/// a document holds, and a flush of everything more than once.
fn events_at_most(run: &Run) -> usize {
    let state = run.head();
    let asked = match run.events().last().map(|event| &event.what) {
        Some(Happening::Replied { reply, .. }) => 6 * reply.calls.len(),
        Some(Happening::DocumentGiven(document)) => document.passages.len(),
        _ => 0,
    };
    64 + asked + 6 * state.queue().len()
}

/// An input that may come or not. One that is refused changes nothing.
fn try_input(run: &mut Run, swarm: &mut Swarm, watch: &mut Watch, wait: Option<&Wait>) {
    let before = run.head().clone();
    let input = swarm.input(wait, &before);
    let events = run.len();
    match run.admit(input.clone()) {
        Ok(()) => {
            assert_eq!(run.len(), events + 1);
            watch.check(run, &before);
            assert_admissible(&before, &input.what);
        }
        Err(_) => {
            assert_eq!(run.len(), events);
            assert_eq!(*run.head(), before, "a refused input changed something");
        }
    }
}

/// Users, timers and documents come only when the user has control; replies only when
/// the model was asked.
fn assert_admissible(before: &State, what: &Stimulus) {
    match what {
        Stimulus::User(text) => assert!(before.is_idle() && !text.trim().is_empty()),
        Stimulus::Unasked => assert!(before.is_about_to_ask()),
        Stimulus::Continued => assert!(before.may_go_on()),
        Stimulus::Timer | Stimulus::Login | Stimulus::Document { .. } => assert!(before.is_idle()),
        Stimulus::Replied(_) | Stimulus::Failed(_) => assert!(before.asking().is_some()),
        Stimulus::Stop => assert!(!before.is_idle()),
        Stimulus::Setting(_) => {}
    }
}

#[test]
fn every_rule_holds_after_every_event_of_random_runs() {
    let events = std::cell::Cell::new(0);
    for_seeds(0..5_000, |seed| {
        events.set(events.get() + random_run(seed, 250).len());
    });
    if std::env::var("PROOFS_SEED").is_err() {
        assert!(events.get() >= EVENTS_LEAST, "only {} events", events.get());
    }
}
