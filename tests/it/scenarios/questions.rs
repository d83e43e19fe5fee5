//! What the examples claim: where each answer is found, and that it is right; that without
//! the external store it is not known; that marks are where they say.

use std::sync::OnceLock;

use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::ids::Origin;
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::state::State;
use memgpt_playground::engine::stores::searchable;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::scenario::Scenario;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::scenario::example::{FoundIn, Question};
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;

use super::files::example;

/// An example, a language, and its whole run.
struct Performed {
    example: Scenario,
    locale: Locale,
    run: Run,
}

/// The run of one example, as it is, in each language.
pub fn performed_as_it_is(id: &str) -> impl Iterator<Item = (Locale, Run)> {
    let of_example = with_external()
        .iter()
        .filter(move |performed| &*performed.example.id == id);
    of_example.map(|performed| (performed.locale, performed.run.clone()))
}

/// Every example in both languages, run once for all tests.
fn with_external() -> &'static [Performed] {
    static RUNS: OnceLock<Vec<Performed>> = OnceLock::new();
    RUNS.get_or_init(|| performed(&Choices::default()))
}

/// The same without the external store.
fn without_external() -> &'static [Performed] {
    static RUNS: OnceLock<Vec<Performed>> = OnceLock::new();
    let choices = Choices {
        has_external: Some(false),
        ..Choices::default()
    };
    RUNS.get_or_init(|| performed(&choices))
}

/// One example in one language, run to its end under such settings.
pub fn run_to_the_end(example: &Scenario, choices: &Choices, locale: Locale) -> Run {
    let config = example.config(choices, locale).unwrap();
    let mut run = Run::new(Engine::new(config, wording(locale)).unwrap());
    let wait = Performance::new(example.script(locale), scripted).finish(&mut run);
    assert_eq!(wait, Wait::User);
    run
}

fn performed(choices: &Choices) -> Vec<Performed> {
    let mut all = Vec::new();
    for (built_in, locale) in BUILT_IN
        .iter()
        .flat_map(|example| Locale::ALL.map(|locale| (example, locale)))
    {
        let example = example(built_in.id);
        let run = run_to_the_end(&example, choices, locale);
        all.push(Performed {
            example,
            locale,
            run,
        });
    }
    all
}

/// The turn of the run in which a turn of the file is: a document that the model is told of
/// takes a turn of its own.
fn turn_of_run(example: &Scenario, run: &Run, turn: u32) -> u32 {
    let has_external = run.head().config().has_external && !run.head().counts_items();
    let documents = example.documents.iter();
    let before = documents.filter(|document| document.is_announced && document.before_turn <= turn);
    turn + if has_external {
        u32::try_from(before.count()).unwrap()
    } else {
        0
    }
}

/// One question of a run: its answer, and what happened on the way.
struct Asked<'a> {
    turn: u32,
    run: &'a Run,
    question: &'a Question,
    locale: Locale,
}

impl Asked<'_> {
    /// The events of the turn, with their positions.
    fn events(&self) -> impl Iterator<Item = (usize, &Happening)> {
        let of_turn = |index: &usize| self.run.places()[*index].turn == self.turn;
        let indexes = (0..self.run.len()).filter(of_turn);
        indexes.map(|index| (index + 1, &self.run.events()[index].what))
    }

    /// All that the agent said in the turn.
    fn answer(&self) -> String {
        let said = self.events().filter_map(|(_, what)| match what {
            Happening::Said { text } => Some(text.to_string()),
            _ => None,
        });
        said.collect::<Vec<_>>().join("\n")
    }

    /// True where a text holds one of the accepted answers.
    fn is_right(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut accepted = self.question.accept.of(self.locale).iter();
        accepted.any(|answer| text.contains(&answer.to_lowercase()))
    }

    /// Originals that came back in result pages.
    fn paged_in(&self) -> Vec<Origin> {
        self.events()
            .flat_map(|(_, what)| match what {
                Happening::PagedIn { page, .. } => page.hits.clone(),
                _ => Vec::new(),
            })
            .collect()
    }

    /// The state in which the answer was given.
    fn state(&self) -> State {
        let said = self
            .events()
            .filter(|(_, what)| matches!(what, Happening::Replied { .. }));
        let (position, _) = said.last().unwrap();
        self.run.state_at(position - 1)
    }

    /// What the summary said then.
    fn summary(&self) -> String {
        let state = self.state();
        let summary = state
            .queue()
            .summary()
            .and_then(|slot| self.run.stores().message(slot.id));
        summary
            .map(|message| message.body.spoken().to_owned())
            .unwrap_or_default()
    }

    /// What stood in the queue then, the question aside.
    fn queue(&self) -> String {
        let state = self.state();
        let asked = self.events().find_map(|(_, what)| match what {
            Happening::Arrived(message) => Some(message.id),
            _ => None,
        });
        let before = state.queue().slots().filter(|slot| Some(slot.id) < asked);
        let texts = before.filter_map(|slot| searchable(&self.run.stores().message(slot.id)?.body));
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// Every question of every example, in both languages.
fn each(runs: &[Performed], check: impl Fn(&Asked<'_>, &str)) {
    for Performed {
        example,
        locale,
        run,
    } in runs
    {
        for question in &example.questions {
            let asked = Asked {
                turn: turn_of_run(example, run, question.turn),
                run,
                question,
                locale: *locale,
            };
            let place = format!("{} {} turn {}", example.id, locale.tag(), question.turn);
            check(&asked, &place);
        }
    }
}

#[test]
fn every_question_is_answered_right() {
    each(with_external(), |asked, place| {
        let answer = asked.answer();
        assert!(asked.is_right(&answer), "{place}: {answer}");
    });
}

#[test]
fn answers_come_from_where_the_example_says() {
    each(with_external(), |asked, place| {
        let Some(found_in) = asked.question.found_in else {
            return;
        };
        let brought = asked.paged_in();
        let has = |is_it: fn(&Origin) -> bool| brought.iter().any(is_it);
        let is_message: fn(&Origin) -> bool = |origin| matches!(origin, Origin::Message(_));
        let is_passage: fn(&Origin) -> bool = |origin| matches!(origin, Origin::Passage(_));
        let state = asked.state();
        let blocks = state.blocks().join("\n");
        let holds = match found_in {
            FoundIn::WorkingContext => asked.is_right(&blocks) && brought.is_empty(),
            FoundIn::Queue => asked.is_right(&asked.queue()) && brought.is_empty(),
            FoundIn::Summary => {
                let elsewhere = [blocks, asked.queue()];
                let is_echo = !elsewhere.iter().any(|text| asked.is_right(text));
                asked.is_right(&asked.summary()) && is_echo && brought.is_empty()
            }
            FoundIn::Recall => has(is_message) && !asked.is_right(&asked.summary()),
            FoundIn::Archival => has(is_passage) && !has_fact(asked),
            FoundIn::Nowhere => asked.question.needs.is_empty(),
        };
        assert!(holds, "{place}: {found_in:?}, {brought:?}");
    });
}

/// True where somebody said it in the conversation before.
fn has_fact(asked: &Asked<'_>) -> bool {
    let mut messages = asked.run.stores().messages().iter();
    messages.any(|message| match &message.body {
        Body::User(text) => asked.is_right(text),
        _ => false,
    })
}

#[test]
fn without_the_external_store_it_is_not_known() {
    each(without_external(), |asked, place| {
        assert!(asked.paged_in().is_empty(), "{place}");
        if asked.question.found_in.is_some_and(FoundIn::is_external) {
            let answer = asked.answer().to_lowercase().replace('’', "'");
            let unknown = match asked.locale {
                Locale::Es => ["no lo sé", "no sé"],
                Locale::En => ["don't know", "do not know"],
            };
            assert!(
                unknown.iter().any(|words| answer.contains(words)),
                "{place}: {answer}"
            );
            // The miniature names the item that it does not know.
            let is_right = asked.is_right(&answer) && !asked.state().counts_items();
            assert!(!is_right, "{place}: {answer}");
        }
    });
}

#[test]
fn marks_are_exactly_there() {
    for Performed {
        example,
        locale,
        run,
    } in with_external()
    {
        assert!(example.opens_at.is_some());
        for (name, mark) in &example.marks {
            let mark = mark.of(*locale);
            let (position, is_exact) = mark.find(run);
            assert!(is_exact, "{} {} {name}", example.id, locale.tag());
            assert_eq!(run.events()[position - 1].what.kind(), mark.kind());
        }
    }
}

#[test]
fn six_sessions_shows_what_it_is_for() {
    let of_example = |performed: &&Performed| &*performed.example.id == "six-sessions";
    for Performed { example, run, .. } in with_external().iter().filter(of_example) {
        assert!(example.turns.len() >= 60);
        let sessions = example.turns.iter().filter(|turn| turn.session.is_some());
        assert_eq!(sessions.count(), 6);
        let count = |is_it: &dyn Fn(&Happening) -> bool| {
            run.events()
                .iter()
                .filter(|event| is_it(&event.what))
                .count()
        };
        assert!(count(&|what| matches!(what, Happening::FlushBegan { .. })) >= 2);
        for block in ["persona", "human"] {
            assert!(
                count(
                    &|what| matches!(what, Happening::BlockEdited(edit) if &*edit.label == block)
                ) > 0
            );
        }
        // A warning is answered by saving: the next call of the model edits or stores.
        let warned = run
            .events()
            .iter()
            .position(|event| matches!(event.what, Happening::PressureWarned { .. }));
        let saves = |what: &Happening| {
            matches!(
                what,
                Happening::BlockEdited(_) | Happening::PassageStored { .. }
            )
        };
        let mut after = run.events()[warned.unwrap()..].iter();
        assert!(after.any(|event| saves(&event.what)));
        // What is asked later stood in a summary, and was lost from it.
        let summaries: Vec<String> = run
            .events()
            .iter()
            .filter_map(|event| match &event.what {
                Happening::Summarised { message, .. } => Some(message.body.spoken().to_owned()),
                _ => None,
            })
            .collect();
        let lost = |words: &str| {
            let last = summaries.iter().rposition(|text| text.contains(words));
            last.is_some_and(|last| last + 1 < summaries.len())
        };
        assert!(lost("1911") && lost("Ramiro"));
    }
}
