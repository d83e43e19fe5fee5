//! Runs to look at: a model that follows a list of replies.

use std::collections::VecDeque;
use std::sync::Arc;

use memgpt_playground::engine::config::{Config, RuleSet};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::{Input, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::scene::{self, Scene};
use memgpt_playground::text::{Locale, wording::wording};
use serde_json::json;

/// What happens to a run from outside.
pub enum Act {
    /// The user says something.
    Say(&'static str),
    /// The user gives a document.
    Give(&'static str, Vec<&'static str>),
    /// The next reply of the model, when it is asked to act.
    Reply(Reply),
}

/// A run under these settings, in English.
pub fn run(config: Config, acts: Vec<Act>) -> Run {
    let engine = Engine::new(config, wording(Locale::En)).unwrap();
    let mut run = Run::new(engine);
    let mut acts: VecDeque<Act> = acts.into();
    let mut second = 0;
    loop {
        let wait = run.settle();
        second += 1;
        let what = match wait {
            Wait::User => match acts.pop_front() {
                Some(Act::Say(text)) => Stimulus::User(text.into()),
                Some(Act::Give(title, passages)) => Stimulus::Document {
                    title: title.into(),
                    passages: passages.into_iter().map(Arc::from).collect(),
                    is_announced: true,
                },
                Some(Act::Reply(_)) => continue,
                None => return run,
            },
            Wait::Model(Purpose::Summarise) => Stimulus::Replied(Arc::new(Reply {
                text: "We talked about the ferry.".into(),
                ..Reply::default()
            })),
            Wait::Model(_) => {
                let reply = match acts.front() {
                    Some(Act::Reply(_)) => acts.pop_front(),
                    _ => None,
                };
                let reply = match reply {
                    Some(Act::Reply(reply)) => reply,
                    _ => Reply::say("", "Fine."),
                };
                Stimulus::Replied(Arc::new(reply))
            }
            Wait::Closed | Wait::Broken(_) => panic!("the run stopped: {wait:?}"),
        };
        let at = Timestamp(second);
        run.admit(Input { at, what }).unwrap();
    }
}

/// The scene after the first `count` events.
pub fn scene_at(run: &Run, count: usize) -> Scene {
    let before = run.state_at(count.saturating_sub(1));
    let event = count
        .checked_sub(1)
        .and_then(|index| run.events().get(index));
    scene::at(
        &before,
        event,
        &run.state_at(count),
        run.stores(),
        run.machine(),
    )
}

/// Positions of the events of a kind, from 1.
pub fn positions(run: &Run, kind: &str) -> Vec<usize> {
    let events = run.events().iter().enumerate();
    let found = events.filter(|(_, event)| event.what.kind() == kind);
    found.map(|(index, _)| index + 1).collect()
}

/// The first event that is so, by position.
pub fn position(run: &Run, is_it: impl Fn(&Happening) -> bool) -> usize {
    run.events()
        .iter()
        .position(|event| is_it(&event.what))
        .unwrap()
        + 1
}

/// The lesson: items 1 to 7 into five slots, then 1 and 2 again.
pub fn lesson() -> Run {
    let search = |item: &str| {
        let arguments = json!({ "query": item, "request_heartbeat": true });
        Act::Reply(Reply::call(
            "I do not see it.",
            Function::ConversationSearch,
            &arguments,
        ))
    };
    let answer = |item: &str| {
        Act::Reply(Reply {
            text: item.into(),
            ..Reply::default()
        })
    };
    let mut acts: Vec<Act> = ["one", "two", "three", "four", "five", "six", "seven"]
        .map(Act::Say)
        .into();
    for item in ["one", "two"] {
        acts.extend([Act::Say(item), search(item), answer(item)]);
    }
    run(RuleSet::Miniature.config(), acts)
}

/// A conversation in which everything happens: an edit, a store, a document, a failure, the
/// warning, a flush with its summary, a search of each storage.
pub fn conversation() -> Run {
    let mut config = RuleSet::Paper.config();
    config.blocks[0].value = "My name is Trasgo.".into();
    config.blocks[1].value = "Lives in Vigo.".into();
    let call = |thoughts: &str, function, arguments| {
        Act::Reply(Reply::call(thoughts, function, &arguments))
    };
    let mut acts = vec![
        Act::Say("My sister's dog is called Trasno."),
        call(
            "That is worth keeping.",
            Function::ArchivalMemoryInsert,
            json!({ "content": "The dog of the sister is Trasno.", "request_heartbeat": true }),
        ),
        Act::Reply(Reply::say("", "A good name for a dog.")),
        Act::Say("I have moved to Lugo."),
        call(
            "The profile is out of date.",
            Function::CoreMemoryReplace,
            json!({ "name": "human", "old_content": "Vigo", "new_content": "Lugo", "request_heartbeat": true }),
        ),
        Act::Reply(Reply::say("", "Noted.")),
        Act::Give(
            "Timetable",
            vec!["The ferry leaves at seven.", "On Sundays at nine."],
        ),
        Act::Reply(Reply::say("", "I have it.")),
        Act::Say("Do what does not exist."),
        Act::Reply(Reply::call(
            "",
            Function::CoreMemoryAppend,
            &json!({ "name": "diary" }),
        )),
        Act::Reply(Reply::say("", "I could not.")),
    ];
    for _ in 0..16 {
        acts.push(Act::Say(
            "And then we talked for a long while about the weather in Cangas.",
        ));
    }
    acts.extend([
        Act::Say("What was my sister's dog called?"),
        call(
            "I see no dog. I look for it.",
            Function::ConversationSearch,
            json!({ "query": "dog", "request_heartbeat": true }),
        ),
        call(
            "",
            Function::ArchivalMemorySearch,
            json!({ "query": "dog", "request_heartbeat": true }),
        ),
        Act::Reply(Reply::say("", "Trasno.")),
    ]);
    run(config, acts)
}
