//! The same conversation, another model: the user's side is the same, the replies of the old
//! model never reach the new one, and a lane is the run that one would have had directly.

use std::sync::Arc;

use memgpt_playground::app::futures::{Made, named};
use memgpt_playground::app::lanes::By;
use memgpt_playground::app::lanes::side::Side;
use memgpt_playground::app::lanes::turns::{
    Beside, Cue, Difference, Ending, Priced, Who, answered_by, are_lanes, beside, source_of,
};
use memgpt_playground::app::link::Changes;
use memgpt_playground::app::live::choices::Choices;
use memgpt_playground::app::playground::{ForkAt, LiveModel, Playground};
use memgpt_playground::engine::config::{EvictionPolicy, RuleSet};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Input, Setting, Stimulus};
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::reply::{Answerer, ModelFailure, Reply, Request, Usage};
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::provider::price::Price;
use memgpt_playground::recording::RecordedReply;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::scenario::perform::Performance;
use memgpt_playground::text::Locale;
use memgpt_playground::trace::futures::FUTURES_MAX;
use serde_json::json;

use super::{SUPPLIED, kinds, opened};

/// A word that only the model of the old lane writes.
const OLD: &str = "qxzvlorem";

/// A moment later than all examples.
const NOW: Timestamp = Timestamp(1_800_000_000);

fn live(name: &str) -> LiveModel {
    LiveModel {
        name: name.into(),
        connection: 1,
        clock: || NOW,
    }
}

fn by(name: &str) -> By {
    let price = Price {
        read: 1_000,
        written: 2_000,
    };
    By::Live {
        name: name.into(),
        price: Some(price),
    }
}

/// A model that keeps something, searches, and speaks; all by what it is asked and nothing
/// else. `word` is in whatever it writes.
fn answer(model: &str, word: &str, request: &Request) -> Stimulus {
    let count = request.messages.len();
    let reply = if request.functions.is_empty() {
        Reply {
            text: format!("They spoke of {word}.").into(),
            ..Reply::default()
        }
    } else {
        let note = format!("{word} {count}");
        match request.messages.last().map(|message| message.content.len()) {
            Some(length) if length % 3 == 0 => Reply::call(
                word,
                Function::CoreMemoryAppend,
                &json!({"label": "human", "content": note, "request_heartbeat": false}),
            ),
            Some(length) if length % 3 == 1 => Reply::call(
                word,
                Function::ArchivalMemoryInsert,
                &json!({"content": note, "request_heartbeat": false}),
            ),
            _ => Reply::say(word, &format!("{word}: I read {count} messages.")),
        }
    };
    Stimulus::Replied(Arc::new(Reply {
        usage: Some(Usage {
            prompt: 500,
            completion: 10,
            ..Usage::default()
        }),
        by: Some(Arc::new(Answerer {
            provider: "openai".into(),
            model: model.into(),
            repairs: Vec::new(),
        })),
        ..reply
    }))
}

/// Answers whatever is asked; what was asked.
fn answered(playground: &mut Playground, model: &str, word: &str) -> Vec<Request> {
    let mut asked = Vec::new();
    while let Some((request, _)) = playground.question() {
        playground.answered(answer(model, word, &request)).unwrap();
        asked.push(request);
        assert!(asked.len() < 3_000, "without end");
    }
    asked
}

/// A run in which the old model answered, with all kinds of things from outside.
fn old_run() -> Playground {
    let source = Playground::unspoken(Choices::default().config(), &live("old"));
    let mut playground =
        Playground::open(source, Changes::default(), Locale::En, SUPPLIED).unwrap();
    playground.connect(live("old"));
    for number in 0..9 {
        playground.follow();
        let filler = "and so on ".repeat(40);
        playground
            .say(
                &format!("Fact {number} is {} {filler}", number * 7),
                ForkAt::TurnEnd,
            )
            .unwrap();
        if number == 3 {
            // In the middle of a turn.
            playground.follow();
            playground.set(&[Setting::Window(3_000)]).unwrap();
        }
        answered(&mut playground, "old", OLD);
        if number == 5 {
            playground.follow();
            let policy = Setting::Policy(EvictionPolicy::LeastRecentlyUsed);
            playground
                .set(&[policy, Setting::PageInBudget(Some(3))])
                .unwrap();
        }
    }
    assert_eq!(playground.wait(), Wait::User);
    assert!(kinds(&playground).contains(&"evicted"), "something left");
    playground
}

fn side(run: &Run) -> Vec<Input> {
    let side = Side::of(run);
    side.given.iter().map(|given| given.input.clone()).collect()
}

/// The run that one would have had with this model from the beginning.
fn directly(source: &Playground, mut model: impl FnMut(&Run, Purpose) -> Option<Input>) -> Run {
    let mut run = Run::new(source.run().machine().clone());
    let mut left = side(source.run()).into_iter();
    loop {
        let input = match run.settle() {
            Wait::User => left.next(),
            Wait::Model(purpose) => model(&run, purpose),
            wait => panic!("{wait:?}"),
        };
        match input {
            Some(input) => run.admit(input).unwrap(),
            None => return run,
        }
    }
}

fn text_of(request: &Request) -> String {
    let messages = request.messages.iter();
    messages
        .map(|message| message.content.to_lowercase())
        .collect()
}

fn besides(playground: &Playground, numbers: [u32; 2]) -> Beside {
    beside(playground, numbers).unwrap()
}

#[test]
fn the_users_side_is_the_same_and_nothing_of_the_old_replies_is_asked() {
    let mut playground = old_run();
    let old = side(playground.run());
    assert_eq!(old.len(), 12);
    // The old word stands in what the old model was asked, so that it would be found.
    let request = |run: &Run| {
        let run = run.clone();
        let asks = run
            .events()
            .iter()
            .rposition(|event| matches!(event.what, Happening::ModelAsked { .. }));
        run.machine()
            .request(&run.state_at(asks.unwrap() + 1), run.stores())
            .unwrap()
    };
    assert!(text_of(&request(playground.run())).contains(OLD));

    playground.begin_scripted_lane();
    assert_eq!(side(playground.run()), old);
    assert!(!playground.is_live());
    playground.begin_live_lane(live("new"), by("new"));
    let asked = answered(&mut playground, "new", "other");
    assert!(asked.len() > 9);
    assert_eq!(side(playground.run()), old);
    for request in &asked {
        assert!(!text_of(request).contains(OLD));
    }
    assert_eq!(playground.answered_by().as_deref(), Some("new"));
    // And nothing of it lies where a search could find it.
    for number in [2, 3] {
        let run = playground.runs().record(number).unwrap();
        for event in run.events() {
            event
                .what
                .texts(&mut |text| assert!(!text.contains(OLD), "{text}"));
        }
    }
    assert!(playground.restore(1));
    assert!(playground.is_live() && playground.question().is_none());
}

#[test]
fn a_lane_is_the_run_that_one_would_have_had_directly() {
    let mut playground = old_run();
    let scripted = {
        let mut performance = Performance::new(
            memgpt_playground::scenario::script::Script::default(),
            SUPPLIED.model,
        );
        directly(&playground, |run, purpose| performance.answer(run, purpose))
    };
    let other = directly(&playground, |run, _| {
        let request = run.machine().request(run.head(), run.stores())?;
        let (at, what) = (run.head().now(), answer("new", "other", &request));
        Some(Input { at, what })
    });
    playground.begin_scripted_lane();
    assert_eq!(playground.run().digest(), scripted.digest());
    playground.begin_live_lane(live("new"), by("new"));
    answered(&mut playground, "new", "other");
    assert_eq!(playground.run().digest(), other.digest());
    // A lane comes back as it was, and is the same as a file.
    for (number, digest) in [
        (1, None),
        (2, Some(scripted.digest())),
        (3, Some(other.digest())),
    ] {
        assert!(playground.restore(number));
        let digest = digest.unwrap_or_else(|| playground.run().digest());
        assert_eq!(playground.run().digest(), digest);
        let text = serde_json::to_string(&playground.session()).unwrap();
        let imported = Playground::import(&text, SUPPLIED).unwrap();
        assert!(imported.is_same);
        assert_eq!(imported.accept().run().digest(), digest);
    }
}

#[test]
fn every_example_is_its_own_scripted_lane() {
    for example in BUILT_IN {
        for locale in [Locale::Es, Locale::En] {
            let mut playground = opened(example.id, locale);
            let own = playground.run().digest();
            playground.begin_scripted_lane();
            assert_eq!(playground.run().digest(), own, "{}", example.id);
            assert_eq!(playground.wait(), Wait::User);
            let same = besides(&playground, [1, 2]);
            assert_eq!(same.first, [None, None], "{}", example.id);
            assert_eq!(same.first_with(Difference::Words), None);
            // And with a live one it has the same said to it.
            if playground.run().head().counts_items() {
                continue;
            }
            playground.begin_live_lane(live("new"), by("new"));
            answered(&mut playground, "new", "other");
            let source = playground.runs().record(1).unwrap();
            assert_eq!(side(playground.run()), side(&source), "{}", example.id);
            assert_eq!(playground.lane().unwrap().of, 1);
        }
    }
}

#[test]
fn a_saved_session_is_a_source_too() {
    let saved = old_run();
    let text = serde_json::to_string(&saved.session()).unwrap();
    let mut playground = Playground::import(&text, SUPPLIED).unwrap().accept();
    let old = side(playground.run());
    playground.begin_scripted_lane();
    assert_eq!(side(playground.run()), old);
    let compared = besides(&playground, [1, 2]);
    assert_eq!(compared.lanes[0].answered_by, [Who::Live("old".into())]);
    assert_eq!(compared.lanes[1].answered_by, [Who::Scripted]);
    // Without a connection nobody is asked, and the scripted model does not answer for it.
    assert!(playground.restore(1));
    playground.follow();
    playground.say("Still there?", ForkAt::TurnEnd).unwrap();
    assert!(playground.question().is_some());
}

#[test]
fn a_recorded_agent_is_a_source_too_and_its_replies_stay_with_it() {
    for name in ["harbour.v1", "huerto.v2"] {
        let path = format!("{}/tests/agents/{name}.af", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let mut playground = Playground::read_file("x.af", &bytes, SUPPLIED)
            .unwrap()
            .accept();
        let recording = playground.recorded().unwrap().recording();
        let old = side(playground.run());
        assert!(!old.is_empty());
        // Long pieces of the replies that stand nowhere in what is given from the start.
        let given = {
            let mut fresh = playground.clone();
            fresh.begin_live_lane(live("new"), by("new"));
            let inputs: String = old
                .iter()
                .map(|input| format!("{:?}", input.what))
                .collect();
            let start = fresh.question().map(|(request, _)| text_of(&request));
            format!("{} {}", start.unwrap_or_default(), inputs.to_lowercase())
        };
        let pieces = |recorded: &RecordedReply| -> Vec<String> {
            let reply = &recorded.reply;
            let calls = reply.calls.iter().map(|call| call.arguments.to_lowercase());
            let texts = [reply.thoughts.to_lowercase(), reply.text.to_lowercase()];
            let all = calls.chain(texts).flat_map(|text| {
                let words: Vec<String> = text.split('"').map(str::to_owned).collect();
                words
            });
            all.filter(|piece| piece.len() > 15 && !given.contains(piece))
                .collect()
        };
        let turns = recording.turns.iter();
        let pieces: Vec<String> = turns
            .flat_map(|turn| turn.replies.iter().flat_map(pieces))
            .collect();
        assert!(pieces.len() > 3, "{name}");

        playground.begin_live_lane(live("new"), by("new"));
        let asked = answered(&mut playground, "new", "other");
        assert!(asked.len() >= old.len().min(3), "{name}");
        for request in &asked {
            let text = text_of(request);
            for piece in &pieces {
                assert!(!text.contains(piece.as_str()), "{name}: {piece}");
            }
        }
        assert_eq!(side(playground.run()), old, "{name}");
        playground.begin_scripted_lane();
        assert_eq!(side(playground.run()), old, "{name}");
        let lane = playground.run().digest();
        assert_eq!(playground.lane().unwrap().of, 1);
        // Nothing on the page says that a recorded agent answers in it, a saved file neither.
        assert!(playground.record().is_none());
        let text = serde_json::to_string(&playground.session()).unwrap();
        let saved = Playground::import(&text, SUPPLIED).unwrap().accept();
        assert_eq!(saved.run().digest(), lane, "{name}");
        assert!(
            saved.record().is_none() && saved.recorded().is_some(),
            "{name}"
        );
        assert_eq!(answered_by(&saved, 1, saved.run()), [Who::Scripted]);
        // A change in its past goes on from there, and says nothing a second time.
        let mut changed = saved.clone();
        changed.look_at(changed.count() / 2);
        changed.set(&[Setting::Window(16_000)]).unwrap();
        let words = |run: &Run| -> Vec<Input> {
            let is_setting = |input: &Input| matches!(input.what, Stimulus::Setting(_));
            side(run)
                .into_iter()
                .filter(|input| !is_setting(input))
                .collect()
        };
        assert_eq!(words(changed.run()), old, "{name}");
        let saved = saved.again(Changes::default()).unwrap();
        assert_eq!(
            saved.run().digest(),
            lane,
            "{name}: run again it is the same"
        );
        let mut saved = saved;
        saved.begin_live_lane(live("new"), by("new"));
        assert_eq!(source_of(&saved, 2), Some(1), "{name}");
        assert!(are_lanes(&saved, [1, 2]), "{name}");

        // A setting in its past does not give it over to the record.
        playground.look_at(playground.count() / 2);
        playground.set(&[Setting::Window(16_000)]).unwrap();
        let is_recorded = |playground: &Playground| {
            let inputs = playground.run().inputs().iter();
            let mut replies = inputs.filter_map(|recorded| match &recorded.input.what {
                Stimulus::Replied(reply) => Some(reply),
                _ => None,
            });
            let known: Vec<&Arc<Reply>> = recording
                .turns
                .iter()
                .flat_map(|turn| turn.replies.iter().map(|recorded| &recorded.reply))
                .collect();
            replies.any(|reply| known.contains(&reply))
        };
        assert!(!is_recorded(&playground), "{name}");
        let said = |run: &Run| {
            side(run)
                .iter()
                .filter(|input| !matches!(input.what, Stimulus::Setting(_)))
                .count()
        };
        assert_eq!(
            said(playground.run()),
            old.len(),
            "{name}: the user's side goes on under it"
        );
        assert!(matches!(
            named(&playground).last().unwrap().made,
            Made::Set { .. }
        ));

        // Run again under other settings it is a lane still.
        let rules = Some(RuleSet::Paper);
        let again = playground
            .again(Changes {
                rules,
                ..Changes::default()
            })
            .unwrap();
        assert!(!is_recorded(&again), "{name}");
        assert!(said(again.run()) >= old.len(), "{name}");
        assert!(playground.restore(1) && is_recorded(&playground));
        assert!(playground.restore(3));
        assert_eq!(playground.run().digest(), lane);
        let who = &besides(&playground, [1, 3]).lanes[0].answered_by;
        assert!(matches!(who[..], [Who::Recorded(_)]), "{name}: {who:?}");
    }
}

#[test]
fn a_lane_that_is_stopped_waits_until_somebody_lets_it_go_on() {
    let mut playground = old_run();
    let old = side(playground.run());
    let messages = old.len();
    playground.begin_live_lane(live("new"), by("new"));
    assert_eq!(playground.lane().unwrap().progress(), (1, messages));
    let ends = [
        Stimulus::Stop,
        Stimulus::Failed(ModelFailure::Other {
            kind: "BadKey".into(),
        }),
    ];
    for (stopped, end) in (1..).zip(ends) {
        playground.answered(end).unwrap();
        assert_eq!(playground.wait(), Wait::User);
        let lane = playground.lane().unwrap();
        assert_eq!(lane.progress(), (stopped, messages));
        assert_eq!(lane.left(), messages - stopped);
        playground.go_on_lane();
        assert!(playground.question().is_some());
    }
    // Looking at another future meanwhile: nobody answers in its place.
    assert!(playground.restore(1));
    assert_eq!(playground.question(), None);
    let waiting = playground.runs().record(2).unwrap();
    assert!(playground.restore(2));
    assert_eq!(playground.run().digest(), waiting.digest());
    assert!(playground.question().is_some());
    // Nor does the model of another lane.
    playground.begin_live_lane(live("third"), by("third"));
    assert!(playground.restore(2));
    assert!(playground.live().is_none() && playground.question().is_some());
    playground.connect(live("new"));
    let compared = besides(&playground, [1, 2]);
    assert_eq!(compared.lanes[1].unfinished, Some((3, messages)));
    assert_eq!(
        compared.pairs[0].turns[1].as_ref().unwrap().ending,
        Ending::Stopped
    );
    assert!(matches!(
        compared.pairs[1].turns[1].as_ref().unwrap().ending,
        Ending::Failed(_)
    ));
    assert_eq!(
        compared.pairs[2].turns[1].as_ref().unwrap().ending,
        Ending::Waits
    );
    // A lane that is begun from one that is not through has all of it to say.
    playground.begin_scripted_lane();
    assert_eq!(side(playground.run()), old);
    assert!(playground.restore(2));
    answered(&mut playground, "new", "other");
    assert_eq!(side(playground.run()), old);
    assert_eq!(besides(&playground, [1, 2]).lanes[1].unfinished, None);
}

#[test]
fn the_scripted_model_never_answers_in_a_lane_of_a_live_one() {
    // The other way round too: each future keeps who answers in it.
    let mut playground = opened("pressure-alert", Locale::En);
    playground.begin_live_lane(live("new"), by("new"));
    assert!(playground.restore(1));
    assert!(!playground.is_live());
    playground.follow();
    playground.say("I have a parrot.", ForkAt::TurnEnd).unwrap();
    assert_eq!(playground.wait(), Wait::User, "the scripted model answered");
    assert!(playground.restore(2));
    assert!(playground.is_live() && playground.question().is_some());
    let names: Vec<Option<Arc<str>>> = playground
        .run()
        .inputs()
        .iter()
        .filter_map(|recorded| match &recorded.input.what {
            Stimulus::Replied(reply) => Some(reply.by.as_ref().map(|by| Arc::clone(&by.model))),
            _ => None,
        })
        .collect();
    assert!(names.is_empty());
}

#[test]
fn the_model_of_a_lane_is_not_asked_in_the_conversation_itself() {
    let mut playground = old_run();
    playground.follow();
    playground.say("Are you there?", ForkAt::TurnEnd).unwrap();
    assert!(playground.question().is_some(), "its turn waits");
    playground.begin_live_lane(live("new"), by("new"));
    assert!(playground.restore(1));
    assert!(playground.is_live() && playground.live().is_none());
    assert!(playground.restore(2));
    assert!(playground.is_live());
}

#[test]
fn who_speaks_in_a_lane_ends_it() {
    let mut playground = old_run();
    playground.begin_live_lane(live("new"), by("new"));
    playground.answered(Stimulus::Stop).unwrap();
    playground.follow();
    playground.say("Something else.", ForkAt::TurnEnd).unwrap();
    assert_eq!(playground.lane().unwrap().left(), 0);
    answered(&mut playground, "new", "other");
    assert_eq!(playground.run().head().turn(), 2);
    // So does who gives it to another model.
    for is_scripted in [false, true] {
        let mut playground = old_run();
        playground.begin_live_lane(live("new"), by("new"));
        if is_scripted {
            playground.disconnect();
        } else {
            playground.connect(live("third"));
        }
        assert_eq!(playground.lane().unwrap().left(), 0);
    }
    // The same model, connected again, goes on.
    let mut playground = old_run();
    playground.begin_live_lane(live("new"), by("new"));
    playground.connect(live("new"));
    assert!(playground.lane().unwrap().left() > 0);
}

#[test]
fn a_pin_is_that_of_the_same_message() {
    let mut playground = old_run();
    let last = |playground: &Playground, is_user: bool| -> MessageId {
        let slots = playground.run().head().queue().slots().rev();
        let mut found = slots.filter(|slot| {
            let message = playground.stores().message(slot.id).unwrap();
            matches!(message.body, Body::User(_)) == is_user
        });
        found.next().unwrap().id
    };
    playground.follow();
    let pins = [last(&playground, true), last(&playground, false)];
    let settings = pins.map(|id| Setting::Pin {
        id,
        is_pinned: true,
    });
    playground.set(&settings).unwrap();
    let text = |playground: &Playground, id| {
        playground
            .stores()
            .message(id)
            .unwrap()
            .body
            .spoken()
            .to_owned()
    };
    let pinned = text(&playground, pins[0]);
    let side = Side::of(playground.run());
    assert_eq!((side.pins_left_out, side.counts().settings), (1, 4));
    playground.begin_scripted_lane();
    let ids: Vec<MessageId> = playground
        .run()
        .inputs()
        .iter()
        .filter_map(|recorded| match recorded.input.what {
            Stimulus::Setting(Setting::Pin { id, .. }) => Some(id),
            _ => None,
        })
        .collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(text(&playground, ids[0]), pinned);
}

#[test]
fn lanes_stand_beside_each_other_turn_by_turn() {
    let mut playground = old_run();
    playground.begin_scripted_lane();
    playground.begin_live_lane(live("new"), by("new"));
    answered(&mut playground, "new", "other");
    let compared = besides(&playground, [1, 3]);
    assert_eq!(compared.pairs.len(), 9);
    for (number, pair) in compared.pairs.iter().enumerate() {
        let [left, right] = pair.turns.clone().map(Option::unwrap);
        assert_eq!(left.cue, right.cue);
        assert!(
            matches!(&left.cue, Cue::Said(text) if text.starts_with(&format!("Fact {number} ")))
        );
        assert_eq!(
            (left.turn, right.turn),
            (number as u32 + 1, number as u32 + 1)
        );
    }
    for (at, number) in [1, 3].into_iter().enumerate() {
        let run = playground.runs().record(number).unwrap();
        let totals = run.head().totals();
        let lane = &compared.lanes[at];
        assert_eq!(lane.totals, totals);
        let turns = || {
            compared
                .pairs
                .iter()
                .map(|pair| pair.turns[at].as_ref().unwrap())
        };
        assert_eq!(
            turns().map(|turn| turn.model_calls).sum::<u32>(),
            totals.model_calls
        );
        assert_eq!(
            turns().map(|turn| turn.calls.len()).sum::<usize>(),
            totals.function_calls as usize
        );
        assert_eq!(
            turns().map(|turn| turn.page_outs).sum::<u32>(),
            totals.page_outs
        );
        assert_eq!(
            turns().map(|turn| turn.page_ins).sum::<u32>(),
            totals.page_ins
        );
        assert_eq!(
            turns().map(|turn| turn.tokens_in).sum::<u64>(),
            totals.tokens_in
        );
        assert_eq!(
            turns().map(|turn| turn.tokens_out).sum::<u64>(),
            totals.tokens_out
        );
        assert_eq!(turns().map(|turn| turn.money).sum::<u64>(), lane.money);
        assert!(turns().all(|turn| run.places()[turn.position - 1].turn == turn.turn));
    }
    // What the provider counted, at the price that was told.
    let calls = u64::from(compared.lanes[1].reported.calls);
    assert_eq!(compared.lanes[1].money, calls * 520);
    assert!(matches!(compared.lanes[1].priced, Priced::Known(_)));
    assert_eq!(
        besides(&playground, [2, 3]).lanes[0].priced,
        Priced::Example
    );
    // They part at the first reply.
    let first = compared.first.clone().map(Option::unwrap);
    assert!(
        first
            .iter()
            .all(|first| first.event.what.kind() == "replied")
    );
    assert_eq!(compared.first_with(Difference::Words), Some(0));
    // The other way round it is the same from the other side.
    let turned = besides(&playground, [3, 1]);
    assert_eq!(turned.pairs.len(), compared.pairs.len());
    assert_eq!(turned.lanes[0], compared.lanes[1]);
    assert!(are_lanes(&playground, [2, 3]) && !are_lanes(&playground, [1, 9]));
    assert_eq!(source_of(&playground, 3), Some(1));
    assert_eq!(source_of(&playground, 1), None);
    let made: Vec<Made> = named(&playground)
        .into_iter()
        .map(|future| future.made)
        .collect();
    assert_eq!(
        made,
        [
            Made::First,
            Made::Again { by: By::Scripted },
            Made::Again { by: by("new") }
        ]
    );
}

#[test]
fn lanes_beyond_the_room_for_futures_are_forgotten_with_them() {
    let mut playground = opened("pressure-alert", Locale::En);
    for _ in 0..FUTURES_MAX + 3 {
        playground.begin_scripted_lane();
    }
    assert_eq!(playground.runs().others().len(), FUTURES_MAX);
    assert_eq!(playground.lanes().len(), FUTURES_MAX + 1);
    assert!(playground.take_dropped().is_some());
    let number = playground.runs().number();
    assert_eq!(source_of(&playground, number), None);
    assert!(are_lanes(&playground, [number - 1, number]));
}
