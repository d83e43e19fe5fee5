//! What is said about every event, in both languages and under all settings.

use std::collections::BTreeSet;

use memgpt_playground::engine::config::{Config, EvictionPolicy, RuleSet};
use memgpt_playground::engine::event::{Decider, Happening, Purpose};
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::text::context::{TurnCounts, Unread};
use memgpt_playground::text::{Caption, Locale, caption, log_line, os_label, os_policy_note};

use super::samples::{TURN, configs, context, events};

/// Before the model has read a page, a failure, nothing of note.
const UNREAD: [(TurnCounts, Unread); 3] = [
    (TURN, Unread::Page),
    (TURN, Unread::Failure),
    (
        TurnCounts {
            model_calls: 0,
            summary_calls: 0,
            choice_calls: 0,
            function_calls: 0,
            searches: 0,
            page_ins: 0,
            tokens_in: 0,
            tokens_out: 0,
        },
        Unread::Other,
    ),
];

/// Calls `check` with every event under all settings in both languages.
fn for_each(mut check: impl FnMut(Locale, &Config, &Happening, &Caption, &str)) {
    for config in configs() {
        for what in events(&config) {
            for (turn, unread) in UNREAD {
                let context = context(&config, turn, unread);
                for locale in Locale::ALL {
                    let said = caption(locale, &what, &context);
                    let line = log_line(locale, &what, &context);
                    check(locale, &config, &what, &said, &line);
                }
            }
        }
    }
}

#[test]
fn every_event_has_a_title_a_whole_sentence_and_a_line() {
    for_each(|locale, config, what, said, line| {
        let place = format!("{locale:?} {:?} {what:?}: {said:?} {line:?}", config.rules);
        for text in [said.title.as_str(), said.sentence.as_str(), line] {
            assert!(!text.trim().is_empty(), "empty: {place}");
            assert!(
                !text.contains(|letter: char| letter.is_control()),
                "control character: {place}"
            );
            assert!(
                !text.contains("  ") && text.trim() == text,
                "stray space: {place}"
            );
            let has_brace = text.contains(['{', '}']);
            assert!(!has_brace, "unfilled: {place}");
        }
        assert!(
            said.sentence.ends_with(['.', '…']),
            "no whole sentence: {place}"
        );
        assert!(
            !said.title.ends_with('.'),
            "a title is no sentence: {place}"
        );
        assert!(
            !line.contains('\n') && line.starts_with(&said.title),
            "{place}"
        );
        let whole = said.title.chars().count() + said.sentence.chars().count();
        let most = if matches!(
            what,
            Happening::SettingChanged(_) | Happening::CallFailed { .. }
        ) {
            4
        } else {
            0
        };
        assert!(
            line.chars().count() <= whole + most || whole < 60,
            "longer than the sentence: {place}"
        );
    });
}

#[test]
fn the_two_languages_never_say_the_same() {
    for config in configs() {
        let context = context(&config, TURN, Unread::Other);
        for what in events(&config) {
            let [es, en] = Locale::ALL.map(|locale| caption(locale, &what, &context));
            assert_ne!(es.sentence, en.sentence, "{what:?}");
        }
    }
}

#[test]
fn quotation_marks_are_those_of_the_language() {
    for_each(|locale, _, what, said, line| {
        let foreign: &[char] = match locale {
            Locale::Es => &['“', '”', '"'],
            Locale::En => &['«', '»', '¿', '¡', '"'],
        };
        // What the sample user says is Spanish in both.
        let own = |text: &str| text.replace("¿Y cómo", "Y cómo").replace("…\"", "…");
        assert!(
            !own(&said.sentence).contains(foreign),
            "{locale:?} {what:?}: {}",
            said.sentence
        );
        assert!(!own(line).contains(foreign), "{locale:?} {what:?}: {line}");
    });
}

#[test]
fn the_miniature_speaks_to_a_beginner() {
    let config = RuleSet::Miniature.config();
    let lesson = [
        "began",
        "asked",
        "offered",
        "model_asked",
        "replied",
        "call_began",
        "said",
        "searched",
        "paged_in",
        "evicted",
        "yielded",
        "flush_failed",
    ];
    let mut seen = BTreeSet::new();
    for (turn, unread) in UNREAD {
        let context = context(&config, turn, unread);
        for what in events(&config)
            .iter()
            .filter(|what| lesson.contains(&what.kind()))
        {
            if matches!(
                what,
                Happening::ModelAsked {
                    purpose: Purpose::Summarise,
                    ..
                }
            ) {
                continue;
            }
            seen.insert(what.kind());
            for locale in Locale::ALL {
                let said = caption(locale, what, &context);
                for word in [
                    "token",
                    "prompt",
                    "cola",
                    "queue",
                    "ventana",
                    "window",
                    "historial",
                    "recall",
                ] {
                    assert!(!said.sentence.contains(word), "{word}: {}", said.sentence);
                }
            }
        }
    }
    assert_eq!(seen.len(), lesson.len());
}

#[test]
fn a_page_out_writes_nothing_in_memgpt_and_the_item_in_the_miniature() {
    let evicted = |is_written| Happening::Evicted {
        id: MessageId(1),
        tokens: 31,
        by: Decider::Automatic,
        is_written,
    };
    let say = |rules: RuleSet, is_written| {
        let config = rules.config();
        caption(
            Locale::Es,
            &evicted(is_written),
            &context(&config, TURN, Unread::Other),
        )
        .sentence
    };
    let paper = say(RuleSet::Paper, false);
    assert!(
        paper.contains("#1 «Me llamo Inés»") && paper.contains("31 tokens"),
        "{paper}"
    );
    assert!(paper.contains("No se escribe nada"), "{paper}");
    let miniature = say(RuleSet::Miniature, true);
    assert!(
        miniature.contains("Se escribe en el almacén externo"),
        "{miniature}"
    );
    assert!(!say(RuleSet::Miniature, false).contains("Se escribe en el almacén externo"));
}

#[test]
fn without_an_external_store_nothing_is_said_to_be_kept() {
    for rules in RuleSet::ALL {
        let config = Config {
            has_external: false,
            ..rules.config()
        };
        let context = context(&config, TURN, Unread::Other);
        let kinds = ["began", "evicted", "flush_began", "arrived", "summarised"];
        for what in events(&config)
            .iter()
            .filter(|what| kinds.contains(&what.kind()))
        {
            for locale in Locale::ALL {
                let said = caption(locale, what, &context).sentence;
                for claim in [
                    "historial",
                    "recall storage",
                    "no se pierde",
                    "not lost",
                    "No se pierde",
                    "Nothing is lost",
                ] {
                    assert!(!said.contains(claim), "{claim}: {said}");
                }
            }
        }
    }
}

#[test]
fn who_caused_a_movement_is_the_glossary_s() {
    let paper = RuleSet::Paper.config();
    let miniature = RuleSet::Miniature.config();
    for what in events(&paper) {
        let by_memgpt = caption(Locale::En, &what, &context(&paper, TURN, Unread::Other)).decider;
        let by_lesson =
            caption(Locale::En, &what, &context(&miniature, TURN, Unread::Other)).decider;
        match &what {
            Happening::Arrived(_) => assert_eq!(
                (by_memgpt, by_lesson),
                (Decider::Automatic, Decider::Automatic)
            ),
            Happening::Evicted { by, .. } => assert_eq!((by_memgpt, by_lesson), (*by, *by)),
            Happening::PagedIn { .. } | Happening::BlockEdited(_) => {
                assert_eq!((by_memgpt, by_lesson), (Decider::Model, Decider::Automatic));
            }
            Happening::Stopped => assert_eq!(by_memgpt, Decider::User),
            _ => {}
        }
    }
}

#[test]
fn the_operating_system_is_compared_where_it_is_honest() {
    for config in configs() {
        let context = context(&config, TURN, Unread::Other);
        for what in events(&config) {
            for locale in Locale::ALL {
                let label = os_label(locale, &what, &context);
                assert!(!label.is_empty());
                // Nothing raises a page fault by itself: it is named once, to say so.
                let is_named = label.contains("page fault") || label.contains("fallo de página");
                assert_eq!(
                    is_named,
                    matches!(what, Happening::Searched { .. }),
                    "{label}"
                );
            }
        }
        let note = os_policy_note(Locale::En, &context);
        let is_fixed =
            config.rules == RuleSet::Miniature && config.policy != EvictionPolicy::ModelChosen;
        assert_eq!(note.contains("is fixed"), is_fixed, "{note}");
    }
}

/// Prints everything, to be read by a person: `cargo test -- --nocapture prints_all`.
#[test]
fn prints_all() {
    let mut lines = 0;
    for rules in RuleSet::ALL {
        let config = rules.config();
        for what in events(&config) {
            let context = context(&config, TURN, Unread::Page);
            for locale in Locale::ALL {
                let said = caption(locale, &what, &context);
                println!("{}. {} [{}]", said.title, said.sentence, said.cause);
                println!(
                    "    {} | {}",
                    log_line(locale, &what, &context),
                    os_label(locale, &what, &context)
                );
                lines += 1;
            }
        }
    }
    assert!(lines > 100);
}
