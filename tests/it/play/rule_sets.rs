//! Every example that ships, and a plain text, under every rule set, in both languages: each
//! is played to its end, and every user's message gets an answer.

use std::fs;

use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::function::Function;
use memgpt_playground::scenario::bilingual::Bilingual;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::scenario::script::ScriptedReply;
use memgpt_playground::scenario::{self, Scenario};
use memgpt_playground::text::Locale;

use super::{file, play, project};

/// How many lines of the trace are of this kind of event.
fn count(trace: &str, kind: &str) -> usize {
    let lines = trace.lines().filter(|line| line.starts_with('0'));
    lines
        .filter(|line| line.split(' ').nth(2) == Some(kind))
        .count()
}

/// No call of the scripted model is one that the request did not declare.
fn declares_what_it_calls(trace: &str) {
    for fault in ["unknown_function", "unknown_argument", "missing_argument"] {
        assert!(
            !trace.contains(&format!("fault={fault}")),
            "{fault} in:\n{trace}"
        );
    }
}

/// In how many turns the example has the model say nothing.
fn silent(example: &Scenario) -> usize {
    let says = |reply: &Bilingual<ScriptedReply>| {
        let mut calls = reply.es.reply.calls.iter();
        calls.any(|call| &*call.name == Function::SendMessage.wire())
    };
    let turns = example.turns.iter().filter(|turn| !turn.replies.is_empty());
    turns.filter(|turn| !turn.replies.iter().any(says)).count()
}

#[test]
fn every_example_is_played_to_its_end_under_every_rule_set() {
    for example in BUILT_IN {
        for rules in RuleSet::ALL {
            for locale in Locale::ALL {
                let path = project(&format!("public/scenarios/{}.json", example.id));
                let arguments = [&path, "--rules", rules.name(), "--lang", locale.tag()];
                let trace = play(&arguments).unwrap();
                let name = format!("{} {} {}", example.id, rules.name(), locale.tag());
                assert!(
                    trace.lines().last().unwrap().starts_with("totals "),
                    "{name}"
                );
                assert_eq!(count(&trace, "reply_rejected"), 0, "{name}");
                let written = fs::read_to_string(&path).unwrap();
                let file = scenario::read(written.as_bytes()).unwrap().scenario;
                // An author may have the model err, and leave the user without a word.
                if !written.contains("\"is_wrong\": true") {
                    declares_what_it_calls(&trace);
                }
                if rules == RuleSet::Miniature {
                    continue;
                }
                let users = trace.matches(" kind=user ").count();
                let said = count(&trace, "said");
                assert!(
                    said + 1 + silent(&file) >= users,
                    "{name}: {said} answers to {users} messages"
                );
            }
        }
    }
}

#[test]
fn a_plain_text_is_played_to_its_end_under_every_rule_set() {
    let talk = |lines: [&str; 6]| {
        let small = (0..40).map(|number| {
            let line = lines[number % lines.len()];
            format!("{line} {}", number / lines.len())
        });
        small.collect::<Vec<_>>().join("\n")
    };
    let english = talk([
        "My dog is called Toby and he likes the rain in winter, day",
        "I work at the library of the old town, floor",
        "What is my dog called?",
        "My sister Ana has a birthday on the 7th of May, year",
        "We walked along the river for hours and it was very cold, hour",
        "Where do I work?",
    ]);
    let spanish = talk([
        "Mi perra se llama Luna y le gusta la lluvia en invierno, día",
        "Trabajo en la biblioteca del casco viejo, planta",
        "¿Cómo se llama mi perra?",
        "Mi hermana Ana cumple años el 7 de mayo, año",
        "Paseamos junto al río durante horas y hacía mucho frío, hora",
        "¿Dónde trabajo?",
    ]);
    for (locale, text) in [(Locale::En, english), (Locale::Es, spanish)] {
        let path = file(&format!("talk-{}.txt", locale.tag()), text);
        for rules in RuleSet::ALL {
            let trace = play(&[&path, "--rules", rules.name(), "--lang", locale.tag()]).unwrap();
            let name = format!("{} {}", rules.name(), locale.tag());
            assert!(
                trace.lines().last().unwrap().starts_with("totals "),
                "{name}"
            );
            declares_what_it_calls(&trace);
            if rules == RuleSet::Miniature {
                continue;
            }
            assert!(
                count(&trace, "flush_ended") > 0,
                "{name}: nothing overflows"
            );
            assert_eq!(count(&trace, "flush_failed"), 0, "{name}");
            assert!(
                count(&trace, "said") >= 38,
                "{name}: {}",
                count(&trace, "said")
            );
            // What left long ago is still known.
            let last = trace
                .lines()
                .rev()
                .find(|line| line.contains("agent:"))
                .unwrap();
            assert!(!last.is_empty(), "{name}");
        }
    }
}
