//! The traces of the examples that ship, word by word. `UPDATE_EXPECT=1` writes them anew:
//! look at the difference before it is committed.

use expect_test::expect_file;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::text::Locale;
use serde_json::Value;

use super::{play, project};

#[test]
fn examples_are_played_as_recorded() {
    for example in BUILT_IN {
        for locale in Locale::ALL {
            let file = project(&format!("public/scenarios/{}.json", example.id));
            let trace = play(&[&file, "--lang", locale.tag()]).unwrap();
            let golden = project(&format!("tests/golden/{}.{}.txt", example.id, locale.tag()));
            expect_file![golden].assert_eq(&trace);
        }
    }
}

/// The recorded agents of our own writing: what is played, what differs, what was left out.
#[test]
fn recorded_agents_are_played_as_before() {
    for (file, options, golden) in [
        ("harbour.v1", &[][..], "agent-harbour"),
        (
            "harbour.v1",
            &["--from", "window", "--window", "2048"],
            "agent-harbour-window",
        ),
        ("huerto.v2", &[], "agent-huerto"),
        ("huerto.v2", &["--agent", "semillero"], "agent-semillero"),
    ] {
        let file = project(&format!("tests/agents/{file}.af"));
        let arguments = [&[file.as_str()], options].concat();
        let trace = play(&arguments).unwrap();
        let golden = project(&format!("tests/golden/{golden}.txt"));
        expect_file![golden].assert_eq(&trace);
        // The same differences, event by event, in the other format.
        let arguments = [&arguments[..], &["--format", "jsonl"]].concat();
        let lines = play(&arguments).unwrap();
        let objects: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let listed = objects
            .iter()
            .filter_map(|line| line["differences"].as_array());
        let listed: usize = listed.map(Vec::len).sum();
        let (counted, _) = objects[objects.len() - 2..].split_first().unwrap();
        assert_eq!(counted["differences"]["total"], listed);
        assert_eq!(trace.matches("       differs   ").count(), listed);
    }
}

#[test]
fn both_formats_say_the_same() {
    for example in BUILT_IN {
        let file = project(&format!("public/scenarios/{}.json", example.id));
        let text = play(&[&file, "--lang", "en"]).unwrap();
        let lines = play(&[&file, "--lang", "en", "--format", "jsonl"]).unwrap();
        let objects: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let (totals, events) = objects.split_last().unwrap();
        let said = text
            .lines()
            .last()
            .unwrap()
            .strip_prefix("totals ")
            .unwrap();
        let fields: Vec<(&str, &str)> = said
            .split(' ')
            .map(|field| field.split_once('=').unwrap())
            .collect();
        assert_eq!(fields.len(), totals.as_object().unwrap().len());
        for (name, value) in fields {
            let same = match &totals[name] {
                Value::String(text) => text == value,
                Value::Number(number) => number.to_string() == *value,
                _ => false,
            };
            assert!(same, "{name}: {value} and {}", totals[name]);
        }
        assert_eq!(totals["events"], events.len());
        let kinds = |line: &str| line.split(' ').nth(2).unwrap().to_owned();
        let in_text = text.lines().filter(|line| line.starts_with('0')).map(kinds);
        let in_lines = events
            .iter()
            .map(|event| event["event"].as_str().unwrap().to_owned());
        assert!(in_text.eq(in_lines));
    }
}

#[test]
fn the_lesson_s_numbers() {
    let trace = play(&[
        &project("public/scenarios/five-slots.json"),
        "--format",
        "jsonl",
    ])
    .unwrap();
    let events: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |kind: &str| -> Vec<&Value> {
        events
            .iter()
            .filter(|event| event["event"] == kind)
            .collect()
    };
    let ids = |events: &[&Value]| -> Vec<String> {
        events
            .iter()
            .map(|event| event["id"].as_str().unwrap().to_owned())
            .collect()
    };
    // 7 writes, 2 page-ins = 2 extra calls, 4 page-outs, ending with 5, 6, 7, 1, 2.
    let arrived: Vec<&Value> = of("arrived")
        .into_iter()
        .filter(|event| event["kind"] == "item")
        .collect();
    assert_eq!(ids(&arrived), ["#1", "#2", "#3", "#4", "#5", "#6", "#7"]);
    assert_eq!(ids(&of("evicted")), ["#1", "#2", "#3", "#4"]);
    assert_eq!(ids(&of("paged_in")), ["#1", "#2"]);
    let totals = events.last().unwrap();
    assert_eq!(
        (totals["page_ins"].as_u64(), totals["page_outs"].as_u64()),
        (Some(2), Some(4))
    );
    // Each of the two questions costs one call, and one more for its page-in.
    assert_eq!(totals["model_calls"], 4);
    for seed in ["1", "8"] {
        let other = play(&[
            &project("public/scenarios/five-slots.json"),
            "--format",
            "jsonl",
            "--seed",
            seed,
        ])
        .unwrap();
        let moves = |trace: &str| -> Vec<String> {
            trace
                .lines()
                .filter(|line| line.contains("evicted") || line.contains("paged_in"))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(
            moves(&other),
            moves(&trace),
            "the seed changes nothing where the oldest leaves"
        );
    }
}
