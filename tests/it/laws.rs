//! Laws of the trace, over random runs: what is recorded can be sought, cut, forked, saved
//! and run again, and is the same each time.

use std::sync::Arc;

use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Input, Stimulus};
use memgpt_playground::engine::machine::{Engine, Next};
use memgpt_playground::engine::message::ResultPage;
use memgpt_playground::engine::state::State;
use memgpt_playground::engine::stores::Stores;
use memgpt_playground::run::{Run, RunSettings, Runs, Wait};
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use memgpt_playground::trace::cursor::{Stride, backward, forward};
use memgpt_playground::trace::export::ImportProblem;
use memgpt_playground::trace::journal::Recorded;
use serde_json::{Value, json};

use crate::properties::{for_seeds, random_run};
use crate::support::{Draw, START, Story, call, calls, engine, say};

/// Random runs, and what to draw with.
fn runs(seeds: std::ops::Range<u64>, most: usize, law: impl Fn(Run, Draw)) {
    for_seeds(seeds, |seed| {
        law(random_run(seed, most), Draw::new(seed ^ 0x5eed))
    });
}

/// The same machine with nothing recorded.
fn fresh(run: &Run) -> Run {
    Run::new(run.machine().clone())
}

/// The first `count` events of a run, run again from its inputs.
fn prefix(run: &Run, count: usize) -> Run {
    let mut again = fresh(run);
    let inputs: Vec<Recorded<Input>> = run
        .inputs()
        .iter()
        .filter(|recorded| (recorded.after as usize) < count)
        .cloned()
        .collect();
    again.replay(&inputs, count).unwrap();
    again
}

#[track_caller]
fn same(left: &Run, right: &Run) {
    assert_eq!(left.events(), right.events());
    assert_eq!(left.head(), right.head());
    assert_eq!(left.places(), right.places());
    assert_eq!(left.inputs(), right.inputs());
    assert_eq!(left.stores().messages(), right.stores().messages());
    assert_eq!(left.stores().passages(), right.stores().passages());
    assert_eq!(left.digest(), right.digest());
}

#[test]
fn a_state_is_the_fold_of_the_events_before_it() {
    runs(0..60, 300, |run, mut draw| {
        let engine = run.machine();
        let mut state = engine.start();
        let mut stores = Stores::default();
        let sampled = draw.below(7);
        for (index, event) in run.events().iter().enumerate() {
            if index % 7 == sampled {
                assert_eq!(run.state_at(index), state, "after {index} events");
            }
            state.apply(event);
            stores.record(event);
        }
        assert_eq!(state, *run.head());
        assert_eq!(run.state_at(run.len()), state);
        assert_eq!(run.state_at(usize::MAX), state);
        assert_eq!(stores.messages(), run.stores().messages());
        assert_eq!(stores.passages(), run.stores().passages());
    });
}

#[test]
fn the_same_inputs_make_the_same_run() {
    runs(100..160, 300, |run, _| same(&prefix(&run, run.len()), &run));
}

#[test]
fn any_moment_is_what_its_inputs_lead_to() {
    runs(200..230, 300, |run, mut draw| {
        for _ in 0..6 {
            let count = draw.below(run.len() + 1);
            let again = prefix(&run, count);
            assert_eq!(*again.head(), run.state_at(count));
            assert_eq!(again.events(), &run.events()[..count]);
        }
    });
}

#[test]
fn a_run_that_was_cut_goes_on_as_one_that_never_was_longer() {
    runs(300..340, 260, |run, mut draw| {
        let count = draw.below(run.len() + 1);
        let mut cut = run.clone();
        cut.truncate(count);
        let mut never = prefix(&run, count);
        same(&cut, &never);
        for number in 0..12 {
            assert_eq!(cut.settle(), never.settle());
            let what = match cut.settle() {
                Wait::User => Stimulus::User(format!("item {number}").into()),
                Wait::Model(_) => Stimulus::Replied(Arc::new(calls(&[
                    call(
                        Function::ConversationSearch,
                        &json!({"query": "dog item 3"}),
                    ),
                    call(Function::ArchivalMemorySearch, &json!({"query": "Toby"})),
                ]))),
                _ => break,
            };
            let input = Input { at: START, what };
            assert_eq!(cut.admit(input.clone()), never.admit(input));
        }
        same(&cut, &never);
    });
}

#[test]
fn back_and_forward_lead_to_the_same_place() {
    runs(400..440, 200, |run, _| {
        let places = run.places();
        assert!(places.is_sorted(), "places go back");
        for stride in [Stride::Event, Stride::Call, Stride::Turn] {
            let mut path = vec![1];
            while let Some(next) = forward(places, path[path.len() - 1], stride) {
                path.push(next);
            }
            assert_eq!(path.last(), Some(&run.len()), "{stride:?}");
            for pair in path.windows(2) {
                assert_eq!(
                    backward(places, pair[1], stride),
                    Some(pair[0]),
                    "{stride:?}"
                );
                assert_eq!(
                    forward(places, pair[0], stride),
                    Some(pair[1]),
                    "{stride:?}"
                );
            }
            assert_eq!(backward(places, 1, stride), None);
        }
    });
}

#[test]
fn an_address_leads_back_to_its_event() {
    runs(500..560, 300, |run, mut draw| {
        for position in 1..=run.len() {
            let address = run.address(position).unwrap();
            assert_eq!(run.find(&address), (position, true), "{address}");
            let read = address.to_string().parse();
            assert_eq!(read.as_ref(), Ok(&address));
        }
        assert_eq!(run.address(0), None);
        assert_eq!(run.address(run.len() + 1), None);
        // One that is not there leads to the nearest earlier, and says so.
        for _ in 0..20 {
            let mut address = run.address(1 + draw.below(run.len())).unwrap();
            address.nth += 1_000;
            address.place.call += u32::try_from(draw.below(3)).unwrap();
            let (position, is_exact) = run.find(&address);
            assert!(!is_exact && (1..=run.len()).contains(&position));
            assert!(run.places()[position - 1] <= address.place);
        }
    });
}

fn settings(run: &Run) -> RunSettings {
    RunSettings {
        config: run.machine().config().clone(),
        language: "en".to_owned(),
        start: START,
        example: None,
        recording: None,
    }
}

fn build(settings: &RunSettings) -> Result<Engine, String> {
    let built = Engine::new(settings.config.clone(), wording(Locale::En));
    let built = built.map_err(|problem| format!("{problem:?}"))?;
    Ok(built.starting_at(settings.start))
}

fn exported(run: &Run) -> String {
    serde_json::to_string(&run.session(settings(run))).unwrap()
}

#[test]
fn a_saved_run_comes_back_as_it_was() {
    runs(600..660, 300, |run, _| {
        let text = exported(&run);
        let (session, imported) = Run::import(&text, build).unwrap();
        assert!(imported.is_same);
        same(&imported.journal, &run);
        assert_eq!(session.settings, settings(&run));
        assert_eq!(exported(&imported.journal), text);
    });
}

#[test]
fn a_saved_run_with_other_words_is_another_run() {
    let mut story = Story::paper(|_| {});
    story.turn("my dog is Toby", &[say("hello Toby")]);
    let text = exported(&story.run);
    for (old, new) in [("Toby\"", "Rufo\""), ("hello Toby", "hello Rufo")] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text);
        let (_, imported) = Run::import(&changed, build).unwrap();
        assert!(!imported.is_same, "{new}");
    }
}

/// One random change of a JSON value.
fn mutate(value: &mut Value, draw: &mut Draw) {
    match value {
        Value::Object(fields) if !fields.is_empty() && !draw.chance(8) => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = draw.pick(&keys).clone();
            match draw.below(12) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert("unknown".to_owned(), json!(1))),
                _ => mutate(&mut fields[&key], draw),
            }
        }
        Value::Array(items) if !items.is_empty() && !draw.chance(8) => {
            let at = draw.below(items.len());
            match draw.below(12) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => {
                    let other = draw.below(items.len());
                    items.swap(at, other);
                }
                _ => mutate(&mut items[at], draw),
            }
        }
        Value::Number(number) if draw.chance(60) => {
            let near = number.as_i64().unwrap_or(0).wrapping_add(1);
            *value = json!(*draw.pick(&[
                0,
                1,
                -1,
                near,
                1_000,
                i64::from(u32::MAX),
                i64::MAX,
                i64::MIN,
            ]));
        }
        Value::String(text) if draw.chance(60) => {
            *value = json!(match draw.below(4) {
                0 => String::new(),
                1 => text.repeat(3),
                2 => "items".to_owned(),
                _ => "\u{0}🐕".to_owned(),
            });
        }
        other => {
            let values = [
                Value::Null,
                json!(true),
                json!(7),
                json!("text"),
                json!([]),
                json!({}),
                json!(1.5),
            ];
            *other = draw.pick(&values).clone();
        }
    }
}

#[test]
fn a_broken_session_file_is_a_typed_problem_and_never_a_crash() {
    let mut kinds = std::collections::BTreeMap::new();
    let count = std::cell::RefCell::new(&mut kinds);
    runs(700..790, 120, |run, mut draw| {
        let text = exported(&run);
        let value: Value = serde_json::from_str(&text).unwrap();
        for _ in 0..30 {
            let broken = if draw.chance(70) {
                let mut broken = value.clone();
                for _ in 0..=draw.below(3) {
                    mutate(&mut broken, &mut draw);
                }
                broken.to_string()
            } else {
                // Cut, or with other characters in it.
                let mut characters: Vec<char> = text.chars().collect();
                let at = draw.below(characters.len());
                if draw.chance(50) {
                    characters.truncate(at);
                } else {
                    characters[at] = *draw.pick(&['"', '{', '}', '0', 'é', '\\', '\n']);
                }
                characters.into_iter().collect()
            };
            let kind = match Run::import(&broken, build) {
                Ok((_, imported)) => {
                    let journal = &imported.journal;
                    assert_eq!(
                        journal.machine().check(journal.head(), journal.stores()),
                        Ok(())
                    );
                    if imported.is_same { "same" } else { "other" }
                }
                Err(problem) => {
                    assert!(!problem.to_string().is_empty());
                    match problem {
                        ImportProblem::TooLong { .. } => "too long",
                        ImportProblem::Unreadable(misread) => {
                            assert!(misread.line >= 1 && !misread.reason.contains("line"));
                            "unreadable"
                        }
                        ImportProblem::NotASession => "no session",
                        ImportProblem::NewerFormat { .. } => "newer",
                        ImportProblem::BadSettings { .. } => "settings",
                        ImportProblem::Diverged { .. } => "diverged",
                    }
                }
            };
            *count.borrow_mut().entry(kind).or_insert(0) += 1;
        }
    });
    if std::env::var("PROOFS_SEED").is_err() {
        for kind in ["other", "unreadable", "settings", "diverged", "no session"] {
            assert!(kinds.contains_key(kind), "no file was {kind}: {kinds:?}");
        }
    }
    for text in [
        "",
        "null",
        "[]",
        "{}",
        "{\"kind\":\"memgpt-playground session\"}",
        "\u{feff}{}",
    ] {
        assert!(Run::import(text, build).is_err(), "{text}");
    }
}

#[test]
fn a_fork_keeps_the_past_and_every_future_comes_back_whole() {
    runs(800..850, 160, |run, mut draw| {
        let mut futures = Runs::new(run.clone());
        // What each future was when it was last in view.
        let mut known: Vec<(u32, Run)> = vec![(1, run)];
        for round in 0..14 {
            let length = futures.journal().len();
            if draw.chance(60) {
                let count = draw.below(length + 1);
                let past = futures.journal().events()[..count].to_vec();
                let was = futures.number();
                futures.fork(count);
                assert_eq!(futures.journal().events(), past);
                assert_eq!(futures.number() == was, count == length);
                // Some futures stay as they were cut, others go on: to the next wait, or
                // only by a few events, or with something new.
                go_on(futures.journal_mut(), round, &mut draw);
            } else if !futures.others().is_empty() {
                let number = draw.pick(futures.others()).number;
                futures.restore(number).unwrap();
                assert_eq!(futures.number(), number);
                let (_, expected) = known.iter().find(|(known, _)| *known == number).unwrap();
                same(futures.journal(), expected);
                if draw.chance(30) {
                    go_on(futures.journal_mut(), round, &mut draw);
                }
            }
            known.retain(|(number, _)| *number != futures.number());
            known.push((futures.number(), futures.journal().clone()));
            let mut kept: Vec<u32> = futures.others().iter().map(|other| other.number).collect();
            kept.push(futures.number());
            kept.sort_unstable();
            let mut all: Vec<u32> = known.iter().map(|(number, _)| *number).collect();
            all.sort_unstable();
            assert_eq!(kept, all, "a future is gone");
        }
    });
}

fn go_on(run: &mut Run, round: usize, draw: &mut Draw) {
    for _ in 0..draw.below(4) {
        match run.advance() {
            None => {}
            Some(Wait::User) => {
                let text = format!("item {}", round + draw.below(3));
                let what = Stimulus::User(text.into());
                run.admit(Input { at: START, what }).unwrap();
            }
            Some(Wait::Model(_)) => {
                let what = Stimulus::Replied(Arc::new(say("another future")));
                run.admit(Input { at: START, what }).unwrap();
            }
            Some(_) => return,
        }
    }
}

#[test]
fn going_back_to_a_future_takes_the_place_of_no_other() {
    let mut story = Story::paper(|_| {});
    for number in 0..20 {
        story.turn(&format!("turn {number}"), &[say("fine")]);
    }
    let mut futures = Runs::new(story.run.clone());
    let most = memgpt_playground::trace::futures::FUTURES_MAX;
    for _ in 0..most {
        let count = futures.journal().len() - 2;
        futures.fork(count);
    }
    assert_eq!(futures.others().len(), most);
    for number in 1..=u32::try_from(most).unwrap() {
        let before = futures.number();
        futures.restore(number).unwrap();
        assert_eq!(futures.others().len(), most, "one was thrown away");
        assert!(futures.others().iter().any(|other| other.number == before));
    }
    // One that is not there changes nothing.
    let number = futures.number();
    futures.restore(999).unwrap();
    assert_eq!(futures.number(), number);
}

/// The page that a search brings if it is made in the next turn after `state`.
fn searched(
    engine: &Engine,
    state: &State,
    stores: &Stores,
    query: &str,
) -> Option<Arc<ResultPage>> {
    let mut state = state.clone();
    let give = |state: &mut State, what: Stimulus| {
        let input = Input {
            at: state.now(),
            what,
        };
        let event = engine.admit(state, stores, &input).ok()?;
        state.apply(&event);
        Some(())
    };
    give(&mut state, Stimulus::User("where?".into()))?;
    let mut is_asked = false;
    loop {
        match engine.next(&state, stores) {
            Next::Happened(event) => {
                if let Happening::Searched { page, .. } = &event.what {
                    return Some(Arc::clone(page));
                }
                state.apply(&event);
            }
            Next::AskModel(_) if !is_asked => {
                is_asked = true;
                let search = call(Function::ConversationSearch, &json!({"query": query}));
                give(&mut state, Stimulus::Replied(Arc::new(calls(&[search]))))?;
            }
            _ => return None,
        }
    }
}

#[test]
fn a_search_in_the_past_sees_what_was_there_and_no_more() {
    let seen = std::cell::Cell::new(0);
    runs(900..980, 300, |run, mut draw| {
        for _ in 0..20 {
            let count = draw.below(run.len() + 1);
            let state = run.state_at(count);
            if !state.is_idle() || state.counts_items() || !state.config().has_external {
                continue;
            }
            let cut = prefix(&run, count);
            for query in ["dog", "perro Toby", "café"] {
                // In the stores of the whole run, and in those that never held more.
                let now = searched(run.machine(), &state, run.stores(), query);
                let then = searched(cut.machine(), cut.head(), cut.stores(), query);
                assert_eq!(now, then, "{query} after {count} events");
                seen.set(seen.get() + usize::from(now.is_some_and(|page| page.total > 0)));
            }
        }
    });
    assert!(
        seen.get() > 20 || std::env::var("PROOFS_SEED").is_ok(),
        "{} searches",
        seen.get()
    );
}

#[test]
fn a_search_after_a_cut_does_not_find_what_was_cut_off() {
    let mut story = Story::paper(|config| config.window = 32_768);
    story.turn("my dog is Toby", &[say("hello")]);
    let count = story.run.len();
    story.turn("and my cat is Mia", &[say("hello Mia")]);
    story.run.truncate(count);
    assert_eq!(
        story
            .run
            .stores()
            .message(MessageId(story.state().messages() + 1)),
        None
    );
    story.mark();
    let search = |query: &str| {
        crate::support::chained(Function::ConversationSearch, json!({"query": query}))
    };
    story.turn("who?", &[search("Mia"), search("Toby"), say("Toby")]);
    let totals: Vec<u32> = story.pages().iter().map(|page| page.total).collect();
    assert_eq!(totals, [0, 1]);
}

#[test]
fn a_session_that_holds_all_it_may_closes_and_can_be_saved() {
    // Settings hold most, of all small events.
    let mut run = Run::new(engine(
        memgpt_playground::engine::config::RuleSet::Miniature.config(),
    ));
    run.settle();
    let seed = |number| Stimulus::Setting(memgpt_playground::engine::input::Setting::Seed(number));
    let mut number = 0;
    while run
        .admit(Input {
            at: START,
            what: seed(number),
        })
        .is_ok()
    {
        number += 1;
        assert!(run.len() < 400_000, "no limit");
    }
    let most = run.len();
    assert!(run.head().is_full());
    assert!(!run.state_at(most - 1).is_full(), "it closed too early");
    assert_eq!(run.settle(), Wait::Closed);
    assert_eq!(run.events().last().unwrap().what.kind(), "session_full");
    assert_eq!(run.len(), most + 1);
    assert_eq!(run.settle(), Wait::Closed);
    let state = run.state_at(most / 2);
    assert_eq!(state.events() as usize, most / 2);
}
