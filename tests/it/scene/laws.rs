//! What holds of the scene of every event.

use std::collections::BTreeSet;

use memgpt_playground::engine::config::{RecallWrite, RuleSet};
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::run::Run;
use memgpt_playground::scene::Scene;
use memgpt_playground::scene::flight::{Anchor, eased, progress_permille};
use memgpt_playground::scene::historial::CELLS_MAX;

use super::runs::{Act, conversation, lesson, run, scene_at};

/// Every scene of a run, with its position.
fn scenes(run: &Run) -> impl Iterator<Item = (usize, Scene)> + '_ {
    (0..=run.len()).map(|count| (count, scene_at(run, count)))
}

fn runs() -> [Run; 2] {
    [lesson(), conversation()]
}

#[test]
fn the_parts_sum_to_the_window() {
    for run in runs() {
        for (count, scene) in scenes(&run) {
            let capacity = &scene.capacity;
            assert_eq!(capacity.used, capacity.parts.total(), "event {count}");
            let segments: u32 = capacity.segments.iter().map(|segment| segment.tokens).sum();
            assert_eq!(segments, capacity.used, "event {count}");
            let sum = capacity.used + capacity.free + capacity.reserve;
            if capacity.used <= capacity.window {
                assert_eq!(sum, capacity.window, "event {count}");
            }
            assert_eq!(
                capacity.over > 0,
                capacity.used > capacity.flush_at,
                "event {count}"
            );
        }
    }
}

#[test]
fn rows_are_the_queue_and_the_places_of_what_left() {
    for run in runs() {
        for (count, scene) in scenes(&run) {
            let state = run.state_at(count);
            let shown: Vec<MessageId> = scene
                .rows
                .iter()
                .filter(|row| row.state.is_present())
                .map(|row| row.id)
                .collect();
            let queued: Vec<MessageId> = state.queue().all().map(|slot| slot.id).collect();
            assert_eq!(shown, queued, "event {count}");
            let all: BTreeSet<MessageId> = scene.rows.iter().map(|row| row.id).collect();
            assert_eq!(all.len(), scene.rows.len(), "event {count}: a row twice");
        }
    }
}

#[test]
fn cells_are_what_is_stored() {
    for run in runs() {
        for (count, scene) in scenes(&run) {
            let state = run.state_at(count);
            let historial = &scene.historial;
            assert_eq!(historial.stored, state.recall_len(), "event {count}");
            let stored: u32 = historial.cells.iter().map(|cell| cell.stored).sum();
            let only: u32 = historial.cells.iter().map(|cell| cell.only_here).sum();
            assert_eq!(
                (stored, only),
                (historial.stored, historial.only_here),
                "event {count}"
            );
            if state.config().writes == RecallWrite::OnArrival {
                let queued = u32::try_from(state.queue().all().count()).unwrap();
                assert_eq!(stored - only, queued, "event {count}: in the window too");
            }
        }
    }
}

#[test]
fn what_moves_starts_and_ends_at_something_shown() {
    for run in runs() {
        for (count, scene) in scenes(&run) {
            let Some(flight) = &scene.flight else {
                continue;
            };
            assert!(!flight.from.is_empty(), "event {count}: {flight:?}");
            for anchor in flight.from.iter().chain([&flight.to]).chain(&flight.past) {
                let is_shown = match anchor {
                    Anchor::Row(id) => scene.rows.iter().any(|row| row.id == *id),
                    Anchor::Cell(id) => scene.historial.cells.iter().any(|cell| cell.first == *id),
                    Anchor::Passage(id) => scene.archivo.passages.iter().any(|row| row.id == *id),
                    Anchor::Block(index) => (*index as usize) < scene.blocks.len(),
                    _ => true,
                };
                assert!(is_shown, "event {count}: {anchor:?} of {:?}", flight.kind);
            }
        }
    }
}

#[test]
fn the_same_moment_gives_the_same_scene() {
    let run = conversation();
    for (count, scene) in scenes(&run).step_by(7) {
        assert_eq!(scene, scene_at(&run, count), "event {count}");
    }
}

#[test]
fn without_a_store_what_leaves_is_lost_and_lands_on_no_cell() {
    let mut config = RuleSet::Miniature.config();
    config.has_external = false;
    let items = ["a", "b", "c", "d", "e", "f"].map(Act::Say);
    let run = run(config, items.into());
    let (_, scene) = scenes(&run)
        .find(|(_, scene)| scene.event == Some("evicted"))
        .unwrap();
    let kind = scene.flight.map(|flight| flight.kind);
    assert_eq!(
        kind,
        Some(memgpt_playground::scene::flight::FlightKind::Loss)
    );
    assert!(!scene.has_external);
    assert_eq!(scene.historial.stored, 0);
}

#[test]
fn a_long_run_stays_one_picture() {
    let says = (0..300).map(|_| Act::Say("We talk and talk about this and that, day after day."));
    let run = run(RuleSet::Paper.config(), says.collect());
    let scene = scene_at(&run, run.len());
    let historial = &scene.historial;
    assert!(historial.stored > 900, "only {} messages", historial.stored);
    assert!(historial.cells.len() <= CELLS_MAX as usize);
    assert!(historial.per_cell > 1);
    let last = MessageId(historial.stored);
    assert_eq!(
        historial.cell_of(last),
        historial.cells.last().map(|cell| cell.first)
    );
}

#[test]
fn progress_is_a_function_of_time_alone() {
    let cases = [
        (0, 600, 0),
        (300, 600, 500),
        (599, 600, 998),
        (600, 600, 1_000),
    ];
    for (elapsed, duration, expected) in cases {
        assert_eq!(progress_permille(elapsed, duration), expected);
    }
    assert_eq!(progress_permille(0, 0), 1_000);
    assert_eq!(progress_permille(u32::MAX - 1, u32::MAX), 999);
    let eases = [0, 250, 500, 750, 1_000, 2_000].map(eased);
    assert_eq!(eases, [0, 156, 500, 843, 1_000, 1_000]);
}
