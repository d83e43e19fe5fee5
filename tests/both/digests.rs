//! Runs that must be the same wherever they are run: every example that ships, in both
//! languages, as it is and under other settings. `tests/it` writes their digests down and
//! `tests/web` compares them in a browser.

use memgpt_playground::app::playground::{Playground, Supplied};
use memgpt_playground::engine::config::{EvictionPolicy, RuleSet};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::search::ranked;
use memgpt_playground::run::Run;
use memgpt_playground::scenario;
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;

const EXAMPLES: [(&str, &str); 7] = [
    (
        "five-slots",
        include_str!("../../public/scenarios/five-slots.json"),
    ),
    (
        "five-slots-model",
        include_str!("../../public/scenarios/five-slots-model.json"),
    ),
    (
        "everything-at-once",
        include_str!("../../public/scenarios/everything-at-once.json"),
    ),
    (
        "pressure-alert",
        include_str!("../../public/scenarios/pressure-alert.json"),
    ),
    (
        "six-sessions",
        include_str!("../../public/scenarios/six-sessions.json"),
    ),
    (
        "three-documents",
        include_str!("../../public/scenarios/three-documents.json"),
    ),
    (
        "unreliable-manager",
        include_str!("../../public/scenarios/unreliable-manager.json"),
    ),
];

/// The session of a real model, as the page saved it.
const REAL: &str = include_str!("../llm/session.json");

/// One line a run: example, language, settings, events, digest.
pub fn digests() -> String {
    let mut lines = real();
    for (name, file) in EXAMPLES {
        let example = scenario::read(file.as_bytes()).unwrap().scenario;
        for locale in Locale::ALL {
            for (settings, choices) in settings() {
                let config = example.config(&choices, locale).unwrap();
                let mut run = Run::new(Engine::new(config, wording(locale)).unwrap());
                Performance::new(example.script(locale), scripted).finish(&mut run);
                let (tag, events, digest) = (locale.tag(), run.len(), run.digest());
                lines += &format!("{name} {tag} {settings} events={events} digest={digest}\n");
            }
        }
    }
    lines
}

/// The line of the real model's session.
fn real() -> String {
    let supplied = Supplied {
        model: scripted,
        words: Some(ranked),
        wording,
    };
    let imported = Playground::import(REAL, supplied).unwrap();
    let is_same = imported.is_same;
    let playground = imported.accept();
    let (events, digest) = (playground.run().len(), playground.run().digest());
    format!("real-model same={is_same} events={events} digest={digest}\n")
}

fn settings() -> Vec<(&'static str, Choices)> {
    let policy = |policy| Choices {
        policy: Some(policy),
        ..Choices::default()
    };
    let mut settings = vec![
        ("as-it-is", Choices::default()),
        (
            "least-recently-used",
            policy(EvictionPolicy::LeastRecentlyUsed),
        ),
        (
            "random-seed-11",
            Choices {
                seed: Some(11),
                ..policy(EvictionPolicy::Random)
            },
        ),
        (
            "without-external",
            Choices {
                has_external: Some(false),
                ..Choices::default()
            },
        ),
    ];
    // The rule sets that no example is written for.
    let rules = RuleSet::ALL.into_iter();
    let others = rules.filter(|rules| !matches!(rules, RuleSet::Miniature | RuleSet::Paper));
    settings.extend(others.map(|rules| {
        let choices = Choices {
            rules: Some(rules),
            ..Choices::default()
        };
        (rules.name(), choices)
    }));
    settings
}
