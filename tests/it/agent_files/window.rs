//! A record that is played from its window on.

use std::sync::Arc;

use memgpt_playground::agent_file::CheckedAgent;
use memgpt_playground::agent_file::window::from_window;
use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::message::Body;
use memgpt_playground::scenario::settings::Choices;

use super::{OWN, Played, own, play, read};

fn later(name: &str) -> (Played, Played) {
    let agent = &read(&own(name)).agents[0];
    let whole = play(agent, &Choices::default());
    let recording = Ok(Arc::new(from_window(&whole.recording)));
    let agent = CheckedAgent {
        recording,
        ..agent.clone()
    };
    (whole, play(&agent, &Choices::default()))
}

#[test]
fn what_was_outside_the_window_is_in_recall_from_the_start() {
    let (whole, later) = later("harbour.v1");
    assert_eq!(later.heard(), ["Which berth was it again?", "Thank you."]);
    assert!(later.run.len() < whole.run.len());
    let start = later.run.machine().start();
    assert!(start.recall_len() > 20);
    let summary = start.queue().summary().unwrap().id;
    let summary = later.run.stores().message(summary).unwrap();
    assert!(matches!(&summary.body, Body::Summary(summary) if summary.text.contains("her berth")));
    // The search finds what was said before the run began.
    let found = later
        .run
        .events()
        .iter()
        .any(|event| matches!(&event.what, Happening::PagedIn { .. }));
    assert!(found);
    // The edits before it were made already.
    assert_eq!(later.run.head().blocks(), whole.run.head().blocks());
    assert!(start.blocks()[1].contains("Berth: 14"));
}

#[test]
fn where_all_was_in_the_window_all_is_played() {
    let (whole, later) = later("huerto.v2");
    assert_eq!(later.heard(), whole.heard());
    assert_eq!(later.said(), whole.said());
}

#[test]
fn cut_anywhere_it_goes_on_as_if_nothing_was_cut() {
    for name in OWN {
        let (_, Played { recording, run, .. }) = later(name);
        for count in 1..run.len() {
            let mut cut = run.clone();
            cut.truncate(count);
            let mut replay = memgpt_playground::agent_file::perform::Replay::new(
                Arc::clone(&recording),
                memgpt_playground::scenario::perform::scripted,
            );
            replay.finish(&mut cut);
            assert_eq!(cut.digest(), run.digest(), "cut at {count}");
        }
    }
}
