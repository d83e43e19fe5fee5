//! How each figure is measured.

use crate::{Conversation, Figure};

/// Turns that are measured together: many flushes long, so that each block of
/// turns holds the same work.
const BLOCK: u32 = 500;
/// The early turn that late ones are compared with.
const EARLY_TURN: u32 = 1_000;
/// The late one, as product.md asks.
const LATE_TURN: u32 = 100_000;
/// Blocks at each end; the fastest one counts, since noise only ever adds.
const BLOCKS: u32 = 5;
/// Jumps to a random event of the long run.
const JUMPS: u32 = 2_000;
/// Events of a run that the seeks are measured on, as product.md asks.
const LONG_RUN_EVENTS: usize = 100_000;
/// Turns with a search each, at which their cost is compared.
const SEARCHING_TURNS: u32 = 4_000;

/// Measures everything; `now` gives milliseconds.
pub fn measure(now: impl Fn() -> f64) -> Vec<Figure> {
    let mut figures = Vec::new();
    let early = (0..BLOCKS)
        .map(|_| {
            let mut conversation = Conversation::new();
            turns(&mut conversation, EARLY_TURN - BLOCK / 2);
            block(&mut conversation, &now)
        })
        .fold(f64::INFINITY, f64::min);

    let mut conversation = Conversation::new();
    let mut blocks = Vec::new();
    while conversation.run().head().turn() < LATE_TURN {
        blocks.push(block(&mut conversation, &now));
    }
    let fastest = |blocks: &[f64]| blocks.iter().copied().fold(f64::INFINITY, f64::min);
    let late = fastest(&blocks[blocks.len() - BLOCKS as usize..]);
    let run = conversation.run();
    let events_a_second = |milliseconds: f64| run.len() as f64 / milliseconds * 1_000.0;
    push(
        &mut figures,
        "events_a_second",
        events_a_second(blocks.iter().sum()),
    );
    push(
        &mut figures,
        "events_a_second_at_best",
        events_a_second(fastest(&blocks) * blocks.len() as f64),
    );
    push(&mut figures, "run_events", run.len() as f64);
    push(
        &mut figures,
        "early_turn_us",
        early / f64::from(BLOCK) * 1_000.0,
    );
    push(
        &mut figures,
        "late_turn_us",
        late / f64::from(BLOCK) * 1_000.0,
    );
    push(&mut figures, "late_turn", f64::from(run.head().turn()));
    push(&mut figures, "late_to_early", late / early);

    figures.extend(jumps(&conversation, &now));
    drop(conversation);
    figures.extend(searches(&now));
    figures
}

fn push(figures: &mut Vec<Figure>, name: &'static str, value: f64) {
    figures.push(Figure { name, value });
}

fn turns(conversation: &mut Conversation, count: u32) {
    for _ in 0..count {
        assert!(conversation.turn(), "the run was full too early");
    }
}

/// Milliseconds of one block of turns. What is said in them is written before.
fn block(conversation: &mut Conversation, now: &impl Fn() -> f64) -> f64 {
    conversation.prepare(BLOCK);
    let begin = now();
    turns(conversation, BLOCK);
    now() - begin
}

/// The cost of seeing any moment of a long run.
fn jumps(conversation: &Conversation, now: &impl Fn() -> f64) -> [Figure; 3] {
    let events = conversation.run().len().min(LONG_RUN_EVENTS);
    let mut durations: Vec<f64> = (0..JUMPS)
        .map(|jump| {
            // A step that shares no factor with the length visits the whole run.
            let position = jump as usize * 7_919 % events;
            let begin = now();
            let state = conversation.run().state_at(position);
            let duration = now() - begin;
            assert!(
                state.events() as usize == position,
                "a seek gave another moment"
            );
            duration
        })
        .collect();
    durations.sort_by(f64::total_cmp);
    [
        Figure {
            name: "jump_events",
            value: events as f64,
        },
        Figure {
            name: "jump_median_ms",
            value: durations[durations.len() / 2],
        },
        Figure {
            name: "jump_longest_ms",
            value: durations[durations.len() - 1],
        },
    ]
}

/// The cost of a turn with one ranked search, early and late.
fn searches(now: &impl Fn() -> f64) -> [Figure; 3] {
    let mut conversation = Conversation::with_searches();
    turns(&mut conversation, EARLY_TURN - BLOCK / 2);
    let early = block(&mut conversation, now);
    while conversation.run().head().turn() < SEARCHING_TURNS - BLOCK / 2 {
        turns(&mut conversation, 1);
    }
    let late = block(&mut conversation, now);
    [
        Figure {
            name: "search_turn",
            value: f64::from(SEARCHING_TURNS),
        },
        Figure {
            name: "search_turn_us",
            value: late / f64::from(BLOCK) * 1_000.0,
        },
        Figure {
            name: "search_late_to_early",
            value: late / early,
        },
    ]
}
