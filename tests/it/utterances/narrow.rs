//! A window that overflows in the middle of a turn: whatever has left by then, whoever spoke
//! gets an answer.

use std::sync::Arc;

use memgpt_playground::engine::config::{EvictionPolicy, RuleSet};
use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::script::Script;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;

const SPANISH: &str = include_str!("../../utterances/talk.es.txt");
const ENGLISH: &str = include_str!("../../utterances/talk.en.txt");

/// What the user said in each turn, and what was answered.
fn answers(locale: Locale, window: u32, policy: EvictionPolicy) -> Vec<(String, String, bool)> {
    let talk = match locale {
        Locale::Es => SPANISH,
        Locale::En => ENGLISH,
    };
    let mut config = RuleSet::Paper.config();
    (config.window, config.policy) = (window, policy);
    let mut run = Run::new(Engine::new(config, wording(locale)).unwrap());
    let script = Script::of_messages(talk.lines().map(Arc::from), Timestamp(1_767_603_600));
    let wait = Performance::new(script, scripted).finish(&mut run);
    assert_eq!(wait, Wait::User, "{window} {policy:?}");
    let mut turns: Vec<(String, String, bool)> = Vec::new();
    for event in run.events() {
        match &event.what {
            Happening::Arrived(message) => {
                if let Body::User(text) = &message.body {
                    turns.push((text.to_string(), String::new(), false));
                }
            }
            Happening::Said { text } => {
                if let Some((_, said, _)) = turns.last_mut() {
                    said.push_str(text);
                }
            }
            // What is too large for the window is told by the machine itself.
            Happening::Oversized { .. }
            | Happening::PinnedOverflow { .. }
            | Happening::CallCapReached { .. }
            | Happening::FlushFailed { .. } => {
                if let Some((_, _, is_stopped)) = turns.last_mut() {
                    *is_stopped = true;
                }
            }
            _ => {}
        }
    }
    turns
}

#[test]
fn a_flush_in_the_middle_of_a_turn_leaves_nobody_without_an_answer() {
    let mut flushed = 0;
    for locale in Locale::ALL {
        for policy in EvictionPolicy::ALL {
            for window in [1_088, 1_216, 1_472, 1_728] {
                for (said, answer, is_stopped) in answers(locale, window, policy) {
                    assert!(
                        is_stopped || !answer.is_empty(),
                        "{window} {policy:?}: no answer to “{said}”"
                    );
                    flushed += usize::from(answer.contains("ventana") || answer.contains("window"));
                }
            }
        }
    }
    assert!(
        flushed > 0,
        "no message left the window in the middle of its turn"
    );
}

#[test]
fn in_a_wide_window_each_sentence_of_the_talk_is_understood() {
    for locale in Locale::ALL {
        for (said, answer, _) in answers(locale, 100_000, EvictionPolicy::Oldest) {
            for bland in [
                "I'm listening",
                "Go on",
                "Tell me more",
                "Te leo",
                "Sigue",
                "Cuéntame más",
            ] {
                assert!(!answer.contains(bland), "“{said}”: “{answer}”");
            }
        }
    }
}
