//! The files that ship.

use std::fs;
use std::path::PathBuf;

use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::scenario::first::first;
use memgpt_playground::scenario::{self, Scenario};
use memgpt_playground::text::Locale;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/scenarios")
}

/// The bytes of an example that ships.
pub fn bytes(id: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{id}.json"))).unwrap()
}

/// An example that ships.
pub fn example(id: &str) -> Scenario {
    scenario::read(&bytes(id)).unwrap().scenario
}

#[test]
fn every_file_is_offered_and_every_offer_has_its_file() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort_unstable();
    let mut offered: Vec<String> = BUILT_IN
        .iter()
        .map(|example| format!("{}.json", example.id))
        .collect();
    offered.sort_unstable();
    assert_eq!(files, offered);
}

#[test]
fn examples_are_read_without_a_warning_and_named_as_they_are_offered() {
    for built_in in BUILT_IN {
        let checked = scenario::read(&bytes(built_in.id)).unwrap();
        assert_eq!(checked.warnings, []);
        let example = checked.scenario;
        assert_eq!(&*example.id, built_in.id);
        assert_eq!(&*example.title.es, built_in.title.es);
        assert_eq!(&*example.title.en, built_in.title.en);
        assert!(example.about.is_some());
        let next = example.next.unwrap();
        assert!(
            BUILT_IN.iter().any(|other| other.id == &*next),
            "{next} is not offered"
        );
    }
}

#[test]
fn the_first_example_is_the_same_in_the_program_as_in_its_file() {
    assert_eq!(
        first(),
        scenario::read(&bytes(BUILT_IN[0].id)).unwrap().scenario
    );
}

#[test]
fn what_a_person_reads_is_there_in_both_languages() {
    for built_in in BUILT_IN {
        let example = example(built_in.id);
        let texts = [
            Some(&example.title),
            example.about.as_ref(),
            example.note.as_ref(),
        ];
        for text in texts.into_iter().flatten() {
            assert_ne!(text.es, text.en, "{}", built_in.id);
        }
        let said = |locale: Locale| {
            let turns = example.turns.iter();
            turns
                .map(|turn| turn.user.of(locale).to_string())
                .collect::<Vec<_>>()
        };
        for (es, en) in said(Locale::Es).iter().zip(&said(Locale::En)) {
            assert_eq!(es == en, es.parse::<u32>().is_ok(), "{es}");
        }
    }
}
