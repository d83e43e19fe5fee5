//! Opening: where the page looks at first, in both languages, under other settings.

use memgpt_playground::app::link::{Changes, StepName};
use memgpt_playground::app::playground::{ForkAt, OpenProblem, Playground, Source, Supplied};
use memgpt_playground::engine::config::{EvictionPolicy, RuleSet};
use memgpt_playground::engine::input::{Input, Stimulus};
use memgpt_playground::misread::Misread;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::text::{Locale, wording};
use memgpt_playground::trace::export::ImportProblem;
use memgpt_playground::trace::journal::Recorded;

use super::{SUPPLIED, example, items, opened, slots};

#[test]
fn every_example_opens_where_something_is_about_to_happen() {
    for built_in in &BUILT_IN {
        for locale in Locale::ALL {
            let playground = opened(built_in.id, locale);
            let position = playground.opens_at();
            assert!(position > 1, "{}", built_in.id);
            let next = playground.marks().iter().find(|(at, _)| *at > position);
            let ahead = next.map(|(at, _)| at - position);
            assert!(
                ahead.is_some_and(|ahead| ahead <= 12),
                "{} {locale:?}: {ahead:?}",
                built_in.id
            );
        }
    }
}

#[test]
fn the_list_of_examples_says_what_the_files_say() {
    for built_in in &BUILT_IN {
        let scenario = example(built_in.id);
        assert_eq!(&*scenario.id, built_in.id);
        assert_eq!(scenario.rules, built_in.rules, "{}", built_in.id);
        for locale in Locale::ALL {
            assert_eq!(&**scenario.title.of(locale), *built_in.title.of(locale));
        }
    }
}

#[test]
fn the_same_step_is_found_in_the_other_language() {
    let mut spanish = opened("six-sessions", Locale::Es);
    let english = opened("six-sessions", Locale::En);
    let places: Vec<usize> = (1..=spanish.count()).step_by(37).collect();
    for position in &places {
        spanish.look_at(*position);
        let address = spanish.address().unwrap();
        let (found, _) = english.find(&StepName::Address(address.clone())).unwrap();
        let there = english.run().address(found).unwrap();
        assert_eq!(
            there.place.turn, address.place.turn,
            "{address} became {there}"
        );
        assert!(there.place <= address.place, "{address} became {there}");
    }
}

#[test]
fn items_of_ones_own_run_in_any_number_of_slots() {
    let source = Source::Items(["a", "b", "c", "a"].map(Into::into).to_vec());
    let changes = Changes {
        window: Some(2),
        ..Changes::default()
    };
    let mut playground = Playground::open(source, changes, Locale::En, SUPPLIED).unwrap();
    playground.follow();
    assert_eq!(slots(&playground), ["c", "a"]);
    assert_eq!(playground.run().head().totals().page_ins, 1);
    assert_eq!(playground.run().head().totals().page_outs, 2);
}

#[test]
fn other_rules_run_the_users_side_again() {
    let changes = Changes {
        rules: Some(RuleSet::Paper),
        ..Changes::default()
    };
    let playground = Playground::open(
        Source::Example(example("five-slots")),
        changes,
        Locale::En,
        SUPPLIED,
    )
    .unwrap();
    assert!(!playground.run().head().counts_items());
    assert_eq!(playground.run().head().turn(), 9);
    let changes = Changes {
        policy: Some(EvictionPolicy::Random),
        seed: Some(3),
        ..Changes::default()
    };
    let playground = Playground::open(
        Source::Example(example("five-slots")),
        changes,
        Locale::En,
        SUPPLIED,
    )
    .unwrap();
    assert_eq!(
        playground.run().head().config().policy,
        EvictionPolicy::Random
    );
}

#[test]
fn settings_that_make_no_machine_are_named() {
    let changes = Changes {
        window: Some(5),
        rules: Some(RuleSet::Paper),
        ..Changes::default()
    };
    let opened = Playground::open(
        Source::Example(example("six-sessions")),
        changes,
        Locale::En,
        SUPPLIED,
    );
    assert!(matches!(opened, Err(OpenProblem::Settings(_))));
}

#[test]
fn without_an_external_store_the_same_question_stays_unanswered() {
    let changes = Changes {
        external: Some(false),
        ..Changes::default()
    };
    let playground = Playground::open(
        Source::Example(example("five-slots")),
        changes,
        Locale::En,
        SUPPLIED,
    )
    .unwrap();
    assert_eq!(playground.run().head().totals().page_ins, 0);
    assert_eq!(playground.run().head().totals().page_outs, 2);
}

#[test]
fn a_session_file_leads_to_the_same_run() {
    let mut playground = items(&["a", "b", "c", "d", "e", "f", "a"]);
    playground.follow();
    let text = serde_json::to_string(&playground.session()).unwrap();
    let imported = Playground::import(&text, SUPPLIED).unwrap();
    assert!(imported.is_same);
    let again = imported.accept();
    assert_eq!(again.run().digest(), playground.run().digest());
    let other = text.replace(&playground.run().digest().to_string(), "0000000000000000");
    assert!(!Playground::import(&other, SUPPLIED).unwrap().is_same);
    let broken = Playground::import("{\"kind\": ", SUPPLIED);
    assert!(matches!(
        broken,
        Err(OpenProblem::Import(ImportProblem::Unreadable(Misread {
            line: 1,
            ..
        })))
    ));
}

#[test]
fn what_was_said_is_said_again_under_other_settings() {
    let mut playground = opened("pressure-alert", Locale::En);
    playground.follow();
    playground
        .say("I have a parrot called Kiwi.", ForkAt::TurnEnd)
        .unwrap();
    let narrow = Changes {
        window: Some(1_800),
        ..Changes::default()
    };
    let again = playground.again(narrow.clone()).unwrap();
    assert_eq!(again.run().head().config().window, 1_800);
    assert_eq!(said(&again), said(&playground));
    assert!(again.is_touched());
    // Once more, and back: the example's own answers are still its own.
    let back = again.again(Changes::default()).unwrap();
    assert_eq!(back.run().digest(), playground.run().digest());
    // Of an example to which nothing was added, nothing is remembered.
    let plain = opened("pressure-alert", Locale::En).again(narrow).unwrap();
    assert!(!plain.is_touched());
}

#[test]
fn a_session_file_starts_again_and_runs_again_with_every_word() {
    let mut playground = opened("pressure-alert", Locale::Es);
    playground.follow();
    playground
        .say("Tengo un loro que se llama Kiwi.", ForkAt::TurnEnd)
        .unwrap();
    let text = serde_json::to_string(&playground.session()).unwrap();
    let file = Playground::import(&text, SUPPLIED).unwrap().accept();

    let start = Playground::open(
        file.source().clone(),
        Changes::default(),
        Locale::Es,
        SUPPLIED,
    );
    assert_eq!(start.unwrap().run().digest(), playground.run().digest());

    let without = Changes {
        external: Some(false),
        window: Some(1_800),
        ..Changes::default()
    };
    let again = file.again(without).unwrap();
    assert_eq!(said(&again), said(&playground));
    assert!(!again.run().head().config().has_external);
    let with = Changes {
        external: Some(true),
        budget: Some(None),
        ..Changes::default()
    };
    let again = again.again(with).unwrap();
    assert!(again.run().head().config().has_external);
    // What is saved of it says the settings that it was made with.
    let text = serde_json::to_string(&again.session()).unwrap();
    assert!(Playground::import(&text, SUPPLIED).unwrap().is_same);
}

/// What the user said, in order.
fn said(playground: &Playground) -> Vec<String> {
    let words = |input: &Recorded<Input>| match &input.input.what {
        Stimulus::User(text) => Some(text.to_string()),
        _ => None,
    };
    playground.run().inputs().iter().filter_map(words).collect()
}

#[test]
fn a_link_lifts_every_setting_that_an_example_brings() {
    let own = serde_json::json!({
        "format": 1,
        "id": "narrow",
        "title": { "es": "Estrecho", "en": "Narrow" },
        "rules": "paper",
        "config": {
            "window": 3000,
            "policy": "random",
            "page_ins_max": 1,
            "when_spent": "stop",
            "has_external": false,
        },
        "turns": [{ "user": { "es": "Hola.", "en": "Hello." } }],
    });
    let scenario = memgpt_playground::scenario::read(own.to_string().as_bytes())
        .unwrap()
        .scenario;
    let opened = |hash: &str| {
        let source = Source::Example(std::sync::Arc::new(scenario.clone()));
        let changes = memgpt_playground::app::link::Link::parse(hash).changes;
        let playground = Playground::open(source, changes, Locale::En, SUPPLIED).unwrap();
        playground.run().machine().config().clone()
    };
    let (own, bare) = (opened(""), RuleSet::Paper.config());
    assert_eq!((own.page_ins_max, own.has_external), (Some(1), false));
    for (hash, lifted) in [
        ("budget=none", opened("budget=none").page_ins_max.is_none()),
        ("budget=3", opened("budget=3").page_ins_max == Some(3)),
        ("external=1", opened("external=1").has_external),
        ("window=2048", opened("window=2048").window == bare.window),
        (
            "policy=oldest",
            opened("policy=oldest").policy == bare.policy,
        ),
        (
            "spent=answer-without",
            opened("spent=answer-without").when_spent != own.when_spent,
        ),
    ] {
        assert!(lifted, "{hash}");
    }
}

/// The first screen has no other words: whatever happens in the miniature, the model reads
/// the same with all of them.
#[test]
fn the_miniature_needs_no_words_but_its_own() {
    let few = Supplied {
        words: None,
        wording: wording::miniature,
        ..SUPPLIED
    };
    for locale in Locale::ALL {
        for id in ["five-slots", "five-slots-model"] {
            for budget in [None, Some(Some(0)), Some(Some(1))] {
                let changes = Changes {
                    budget,
                    ..Changes::default()
                };
                let [mut all, mut some] = [SUPPLIED, few].map(|supplied| {
                    let source = Source::Example(example(id));
                    Playground::open(source, changes.clone(), locale, supplied).unwrap()
                });
                for said in ["9", "1", "1", "zz", "?"] {
                    assert_eq!(
                        all.say(said, ForkAt::TurnEnd),
                        some.say(said, ForkAt::TurnEnd)
                    );
                }
                assert_eq!(all.count(), some.count());
                for position in 0..=all.count() {
                    all.look_at(position);
                    some.look_at(position);
                    let prompt = |opened: &Playground| {
                        let (_, state) = opened.states();
                        opened.run().machine().act_request(&state, opened.stores())
                    };
                    assert_eq!(prompt(&all), prompt(&some), "{id} {locale:?} {position}");
                }
            }
        }
    }
}
