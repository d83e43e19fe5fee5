//! A recorded agent that is open on the page, without a browser.

use std::sync::Arc;

use memgpt_playground::agent_file::differences::Kind;
use memgpt_playground::app::conversation::LineKind;
use memgpt_playground::app::link::Changes;
use memgpt_playground::app::playground::{
    ForkAt, LiveModel, OpenProblem, Playground, Source, Supplied,
};
use memgpt_playground::app::recorded::OpenAgent;
use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::input::Setting;
use memgpt_playground::engine::search;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::Wait;
use memgpt_playground::scenario::perform::scripted;
use memgpt_playground::text::{Locale, wording};

use super::{OWN, own};

const SUPPLIED: Supplied = Supplied {
    model: scripted,
    words: Some(search::ranked),
    wording: wording::wording,
};

fn open(name: &str) -> Playground {
    let file = Playground::read_file(&format!("{name}.af"), &own(name), SUPPLIED);
    file.unwrap().accept()
}

#[test]
fn an_agent_file_opens_whatever_it_is_called() {
    for name in OWN {
        for called in ["x.af", "x.json", "x", "X.AF"] {
            let playground = Playground::read_file(called, &own(name), SUPPLIED).unwrap();
            let playground = playground.accept();
            assert!(playground.count() > 20);
            assert!(playground.is_own() && !playground.is_touched());
            assert_eq!(playground.wait(), Wait::User);
            assert!(OpenAgent::open_in(&playground).unwrap().file().is_some());
        }
    }
    let locales = OWN.map(|name| open(name).locale());
    assert_eq!(locales, [Locale::En, Locale::Es]);
}

#[test]
fn a_file_that_is_neither_says_so() {
    for (name, bytes) in [
        ("x.af", &b"{}"[..]),
        ("x.af", b""),
        ("x.json", b"\xff"),
        ("x.json", b"{\"agents\": 1}"),
    ] {
        let problem = Playground::read_file(name, bytes, SUPPLIED).unwrap_err();
        assert!(matches!(problem, OpenProblem::Agent(_)), "{problem:?}");
    }
    for bytes in [&b"hello"[..], b"{}", b"[1]"] {
        let problem = Playground::read_file("x.json", bytes, SUPPLIED).unwrap_err();
        assert!(matches!(problem, OpenProblem::Import(_)), "{problem:?}");
    }
}

#[test]
fn rule_set_and_window_are_those_that_are_chosen() {
    for name in OWN {
        let playground = open(name);
        let changes = Changes {
            rules: Some(RuleSet::Paper),
            window: Some(4_096),
            ..Changes::default()
        };
        let again = playground.again(changes).unwrap();
        let config = again.run().machine().config();
        assert_eq!((config.rules, config.window), (RuleSet::Paper, 4_096));
        assert_eq!(&*config.blocks[0].label, "persona");
        let items = Changes {
            rules: Some(RuleSet::Miniature),
            ..Changes::default()
        };
        assert!(matches!(
            playground.again(items),
            Err(OpenProblem::Agent(_))
        ));
    }
}

#[test]
fn saved_and_opened_again_it_is_the_same_with_its_differences() {
    for name in OWN {
        let playground = open(name);
        let text = serde_json::to_string(&playground.session()).unwrap();
        let imported = Playground::read_file("run.json", text.as_bytes(), SUPPLIED).unwrap();
        assert!(imported.is_same);
        let again = imported.accept();
        assert_eq!(again.run().digest(), playground.run().digest());
        let of = |playground: &Playground| {
            OpenAgent::open_in(playground)
                .unwrap()
                .differences(playground.run())
        };
        assert_eq!(of(&again), of(&playground));
        assert_eq!(serde_json::to_string(&again.session()).unwrap(), text);
        // Under other rules what was said in it is said again, and answered by the record.
        let rules = Some(RuleSet::MemGpt03);
        let other = again
            .again(Changes {
                rules,
                ..Changes::default()
            })
            .unwrap();
        assert_eq!(other.run().head().turn(), playground.run().head().turn());
    }
}

#[test]
fn the_past_can_be_changed_and_comes_back() {
    for name in OWN {
        let mut playground = open(name);
        let (whole, turns) = (playground.run().digest(), playground.run().head().turn());
        let middle = playground.count() / 2;
        playground.look_at(middle);
        playground
            .say("My dog is called Rex.", ForkAt::TurnEnd)
            .unwrap();
        assert_eq!(playground.runs().others().len(), 1);
        assert!(playground.run().head().turn() <= turns);
        assert!(playground.restore(1));
        assert_eq!(playground.run().digest(), whole);
        playground.look_at(middle);
        playground.set(&[Setting::Window(8_192)]).unwrap();
        assert_eq!(
            playground.run().head().turn(),
            turns,
            "the record goes on under it"
        );
        // Said at the end, it is answered by the scripted model.
        playground.follow();
        playground.say("And now?", ForkAt::TurnEnd).unwrap();
        assert_eq!(playground.run().head().turn(), turns + 1);
    }
}

#[test]
fn another_agent_and_the_window_can_be_chosen() {
    let first = open("huerto.v2");
    let file = Arc::clone(OpenAgent::open_in(&first).unwrap().file().unwrap());
    let second = OpenAgent::of(Arc::clone(&file), 1, true).unwrap();
    assert!(second.is_from_window());
    let source = Source::Agent(Arc::new(second));
    let second = Playground::open(source, Changes::default(), Locale::En, SUPPLIED).unwrap();
    assert_eq!(second.run().head().turn(), 1);
    let agent = OpenAgent::open_in(&second).unwrap();
    let differences = agent.differences(second.run());
    assert!(differences.iter().all(|one| one.kind != Kind::StandIn));
    assert!(matches!(
        OpenAgent::of(file, 2, false),
        Err(OpenProblem::Agent(_))
    ));
}

/// The record's own summaries are the scripted model's, as always; nothing else is.
#[test]
fn in_a_live_run_only_the_live_model_answers_what_is_said_beside_the_record() {
    for name in OWN {
        let mut playground = open(name);
        let recorded = playground.count();
        playground.follow();
        playground.connect(LiveModel {
            name: "small-1".into(),
            connection: 1,
            clock: || Timestamp(1_800_000_000),
        });
        playground
            .say("What else do you know?", ForkAt::TurnEnd)
            .unwrap();
        assert!(playground.is_asked() && playground.count() > recorded);
        for changes in [
            Changes::default(),
            Changes {
                rules: Some(RuleSet::MemGpt02),
                ..Changes::default()
            },
            Changes {
                window: Some(3_000),
                ..Changes::default()
            },
        ] {
            let again = playground.again(changes.clone()).unwrap();
            assert!(again.is_asked(), "{name}: {changes:?}");
            let said = |playground: &Playground| {
                let lines = playground.lines().iter();
                lines
                    .filter(|line| matches!(line.what, LineKind::User(_)))
                    .count()
            };
            assert_eq!(said(&again), said(&playground), "{name}: {changes:?}");
        }
    }
}
