//! The agent files beside the repository, which are no part of it.

use std::fs;
use std::path::{Path, PathBuf};

use memgpt_playground::agent_file::differences::{Kind, Subject};
use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::recording::BlockOrigin;
use memgpt_playground::scenario::settings::Choices;

use super::{Played, play, read};

fn files() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/agent-files");
    let Ok(entries) = fs::read_dir(folder) else {
        eprintln!("skipped: there are no agent files beside the repository");
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "af"));
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<(String, Vec<u8>)> = paths
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn they_play_to_the_end_under_every_rule_set() {
    for (name, bytes) in files() {
        let file = read(&bytes);
        assert_eq!(file.agents.len(), 1, "{name}");
        for rules in RuleSet::ALL.into_iter().skip(1) {
            let rules = Some(rules);
            let played = play(
                &file.agents[0],
                &Choices {
                    rules,
                    ..Choices::default()
                },
            );
            let heard = played.recording.turns.len();
            assert_eq!(played.run.head().turn() as usize, heard, "{name}");
            assert_eq!(played.remarks, []);
        }
    }
}

/// docs/AGENT-FILES.md explains each of these kinds.
#[test]
fn every_difference_is_of_a_kind_that_is_explained() {
    for (name, bytes) in files() {
        let Played {
            recording,
            run,
            differences,
            ..
        } = play(&read(&bytes).agents[0], &Choices::default());
        let count = |kind: Kind, subject: &Subject| {
            let is_it = |one: &&_| {
                let one: &memgpt_playground::agent_file::differences::Difference = one;
                one.kind == kind && one.subject == *subject
            };
            differences.iter().filter(is_it).count()
        };
        let explained = [
            (Kind::Text, Subject::Heartbeat),
            (Kind::OnlyOurs, Subject::Heartbeat),
            (Kind::OnlyOurs, Subject::Alert),
            (Kind::OnlyOurs, Subject::Summary),
            (Kind::OnlyRecorded, Subject::Summary),
            (Kind::Text, Subject::Result("send_message".into())),
        ];
        let total: usize = explained
            .iter()
            .map(|(kind, subject)| count(*kind, subject))
            .sum();
        assert_eq!(total, differences.len(), "{name}: {differences:#?}");
        let blocks = recording.blocks.iter().zip(run.head().blocks());
        for (block, ours) in blocks {
            assert_eq!(block.end, *ours, "{name}");
            assert_eq!(block.origin, BlockOrigin::FirstMessage, "{name}");
        }
    }
}
