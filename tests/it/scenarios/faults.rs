//! The unreliable manager: each fault comes back to the model, changes nothing, and costs
//! what the page says.

use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::state::State;
use memgpt_playground::explain;
use memgpt_playground::run::Run;
use memgpt_playground::text::{Locale, caption};

use super::questions::performed_as_it_is;

const ID: &str = "unreliable-manager";

/// The events of a turn, with their positions from 1.
fn turn(run: &Run, turn: u32) -> impl Iterator<Item = (usize, &Happening)> {
    let of_turn = move |index: &usize| run.places()[*index].turn == turn;
    let indexes = (0..run.len()).filter(of_turn);
    indexes.map(|index| (index + 1, &run.events()[index].what))
}

fn fault(run: &Run, number: u32) -> Option<String> {
    turn(run, number).find_map(|(_, what)| match what {
        Happening::CallFailed { fault, .. } => {
            let name = format!("{fault:?}");
            name.split([' ', '{']).next().map(str::to_owned)
        }
        _ => None,
    })
}

/// All that a fault may not change.
fn memory(state: &State) -> (String, u32, u32, usize) {
    let blocks = state.blocks().join("|");
    (
        blocks,
        state.messages(),
        state.passages(),
        state.queue().len(),
    )
}

#[test]
fn each_turn_has_the_fault_that_it_is_for() {
    for (_, run) in performed_as_it_is(ID) {
        let faults: Vec<_> = (1..=11).map(|number| fault(&run, number)).collect();
        let expected = [
            None,
            Some("UnknownFunction"),
            Some("MissingArgument"),
            Some("BrokenArguments"),
            Some("TextNotFound"),
            Some("UnknownBlock"),
            None,
            None,
            None,
            None,
            None,
        ];
        assert_eq!(faults, expected.map(|name| name.map(str::to_owned)));
        let says =
            |number| turn(&run, number).any(|(_, what)| matches!(what, Happening::Said { .. }));
        // Plain text reaches nobody; the endless turn ends at the cap without a word.
        assert!(!says(7) && says(8) && !says(9));
        let is_capped =
            |(_, what): (usize, &Happening)| matches!(what, Happening::CallCapReached { cap: 6 });
        assert!(turn(&run, 9).any(is_capped));
        // Two at once: one model call, two results.
        let begun = turn(&run, 6)
            .take_while(|(_, what)| !matches!(what, Happening::CallFailed { .. }))
            .filter(|(_, what)| matches!(what, Happening::CallBegan { .. }));
        assert_eq!(begun.count(), 2);
    }
}

#[test]
fn a_fault_changes_nothing_and_comes_back_as_a_failure() {
    for (_, run) in performed_as_it_is(ID) {
        let failed = (0..run.len())
            .filter(|index| matches!(run.events()[*index].what, Happening::CallFailed { .. }));
        for index in failed {
            let (before, after) = (run.state_at(index), run.state_at(index + 1));
            assert_eq!(memory(&before), memory(&after));
            let Happening::Arrived(result) = &run.events()[index + 1].what else {
                panic!("no result at {index}");
            };
            let is_failure = matches!(&result.body, Body::FunctionResult { is_ok: false, .. });
            assert!(is_failure, "{:?}", result.body);
            // And the model reads it: one further call.
            let asks = |what: &Happening| matches!(what, Happening::ModelAsked { .. });
            let calls = run.events()[index..].iter().take(4);
            assert_eq!(calls.filter(|event| asks(&event.what)).count(), 1);
        }
    }
}

#[test]
fn the_page_says_what_each_fault_is_and_what_it_costs() {
    let sentences = |locale: Locale, run: &Run, number: u32| -> String {
        let said = turn(run, number).map(|(position, what)| {
            let state = run.state_at(position);
            let context = explain::context(run.machine(), &state, run.stores(), what);
            caption(locale, what, &context).sentence
        });
        said.collect::<Vec<_>>().join("\n")
    };
    for (locale, run) in performed_as_it_is(ID) {
        let expected: [(u32, [&str; 2]); 8] = [
            (
                2,
                [
                    "No hay ninguna función personal_diary_add",
                    "There is no function personal_diary_add",
                ],
            ),
            (
                3,
                ["Falta el argumento name", "The argument name is missing"],
            ),
            (
                4,
                ["se cortan antes de acabar", "they break off before the end"],
            ),
            (
                5,
                ["En el bloque human no está", "is not in the block human"],
            ),
            (
                6,
                [
                    "escribió la segunda sin saber",
                    "it wrote the second before it knew",
                ],
            ),
            (7, ["con texto a secas", "in plain text, without calling"]),
            (8, ["send_message", "send_message"]),
            (9, ["no pararía nunca", "would never stop"]),
        ];
        for (number, words) in expected {
            let words = words[usize::from(locale == Locale::En)];
            let said = sentences(locale, &run, number);
            assert!(said.contains(words), "{locale:?} {number}: {said}");
        }
        let [nothing, further, extra] = match locale {
            Locale::Es => [
                "No cambia nada",
                "Leerlo cuesta 1 llamada más",
                "que cuesta el fallo",
            ],
            Locale::En => [
                "Nothing changes",
                "Reading it costs 1 further model call",
                "that the failure costs",
            ],
        };
        for number in 2..=6 {
            let said = sentences(locale, &run, number);
            for words in [nothing, further, extra] {
                assert!(said.contains(words), "{locale:?} {number} {words}: {said}");
            }
        }
    }
}
