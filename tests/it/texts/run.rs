//! Sentences over a real run of the lesson's miniature: items 1 to 7, then 1 and 2 again.

use std::sync::Arc;

use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::engine::{config::RuleSet, state::State};
use memgpt_playground::explain;
use memgpt_playground::run::Run;
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::script::Script;
use memgpt_playground::text::context::Excerpt;
use memgpt_playground::text::{Locale, caption, log_line, wording::wording};

/// The run, and what is said about each of its events.
fn told(locale: Locale) -> (Run, Vec<(String, String)>) {
    let engine = Engine::new(RuleSet::Miniature.config(), wording(locale)).unwrap();
    let items = ["1", "2", "3", "4", "5", "6", "7", "1", "2"].map(Arc::<str>::from);
    let mut performance = Performance::new(
        Script::of_messages(items.into_iter(), Timestamp(0)),
        scripted,
    );
    let mut run = Run::new(engine);
    performance.finish(&mut run);
    let mut said = Vec::new();
    for (index, event) in run.events().iter().enumerate() {
        let state: State = run.state_at(index + 1);
        let context = explain::context(run.machine(), &state, run.stores(), &event.what);
        let words = caption(locale, &event.what, &context);
        said.push((words.sentence, log_line(locale, &event.what, &context)));
    }
    (run, said)
}

/// What is said about the events of a kind.
fn of_kind<'a>(run: &Run, said: &'a [(String, String)], kind: &str) -> Vec<&'a str> {
    let events = run.events().iter().zip(said);
    events
        .filter(|(event, _)| event.what.kind() == kind)
        .map(|(_, (sentence, _))| sentence.as_str())
        .collect()
}

#[test]
fn the_lesson_s_run_is_told_with_its_numbers() {
    let (run, said) = told(Locale::Es);
    let totals = run.head().totals();
    assert_eq!((totals.page_ins, totals.page_outs), (2, 4));

    let arrived = of_kind(&run, &said, "arrived");
    assert!(
        arrived[0].contains("«1»") && arrived[0].contains("1 de 5"),
        "{}",
        arrived[0]
    );
    assert!(arrived[4].contains("5 de 5"), "{}", arrived[4]);

    let evicted = of_kind(&run, &said, "evicted");
    assert!(
        evicted[0].contains("«1» (#1)") && evicted[0].contains("lo más antiguo"),
        "{}",
        evicted[0]
    );
    assert!(
        evicted
            .iter()
            .all(|it| it.contains("Se escribe en el almacén externo"))
    );

    let asked = of_kind(&run, &said, "model_asked");
    assert_eq!(asked.len(), 4);
    let is_extra: Vec<bool> = asked
        .iter()
        .map(|it| it.contains("UNA LLAMADA extra"))
        .collect();
    assert_eq!(is_extra, [false, true, false, true]);

    for sentence in of_kind(&run, &said, "said") {
        assert!(
            sentence.contains("2 llamadas al modelo: 1 + 1 por el page-in"),
            "{sentence}"
        );
    }
    let paged_in = of_kind(&run, &said, "paged_in");
    assert!(
        paged_in[0].contains("«1» (#1)") && paged_in[0].contains("UNA LLAMADA"),
        "{}",
        paged_in[0]
    );
}

#[test]
fn nothing_is_said_about_an_event_that_has_not_happened_yet() {
    let (run, said) = told(Locale::En);
    let first_question = run
        .events()
        .iter()
        .position(|event| matches!(event.what, Happening::Asked { .. }))
        .unwrap();
    for (sentence, line) in &said[..first_question] {
        assert!(
            !sentence.contains("model calls") && !line.contains("Page-in"),
            "{sentence} {line}"
        );
    }
}

#[test]
fn an_excerpt_is_what_a_person_recognises() {
    let (run, _) = told(Locale::En);
    let items = run
        .stores()
        .messages()
        .iter()
        .filter_map(|message| match &message.body {
            Body::Item(text) => Some((message.id, Arc::clone(text))),
            _ => None,
        });
    for (id, text) in items {
        let origin = memgpt_playground::engine::ids::Origin::Message(id);
        assert_eq!(
            explain::excerpt(origin, run.stores()),
            Some(Excerpt::Words(text))
        );
    }
}
