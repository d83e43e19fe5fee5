//! Builders for the tests of engine and trace: a run told as a story, replies of a model
//! in one line, and numbers drawn from a seed.

use std::sync::Arc;

use memgpt_playground::engine::config::{Config, RuleSet};
use memgpt_playground::engine::event::{Event, Happening, Purpose};
use memgpt_playground::engine::function::{CallFault, Function, RawCall};
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Input, Refused, Setting, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::{Body, Message, ResultPage};
use memgpt_playground::engine::reply::{ModelFailure, Reply, Request};
use memgpt_playground::engine::state::State;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::{Value, json};

/// The moment at which every story begins: 2026-03-01 09:00:00.
pub const START: Timestamp = Timestamp(1_772_355_600);

/// A machine that speaks English.
pub fn engine(config: Config) -> Engine {
    Engine::new(config, wording(Locale::En))
        .unwrap()
        .starting_at(START)
}

/// `count` different words, one of them `word-0`.
pub fn words(count: usize) -> String {
    let words: Vec<String> = (0..count).map(|number| format!("word-{number}")).collect();
    words.join(" ")
}

/// A reply that speaks to the user.
pub fn say(text: &str) -> Reply {
    Reply::say("", text)
}

/// A reply without a call: a thought.
pub fn think(text: &str) -> Reply {
    Reply {
        thoughts: text.into(),
        ..Reply::default()
    }
}

/// Plain text, as a model answers a request for a summary.
pub fn plain(text: &str) -> Reply {
    Reply {
        text: text.into(),
        ..Reply::default()
    }
}

/// One call as a model writes it.
pub fn raw(name: &str, arguments: &str) -> RawCall {
    RawCall {
        name: name.into(),
        arguments: arguments.into(),
    }
}

/// A call with arguments.
pub fn call(function: Function, arguments: &Value) -> RawCall {
    raw(function.wire(), &arguments.to_string())
}

/// A reply with these calls.
pub fn calls(calls: &[RawCall]) -> Reply {
    Reply {
        calls: calls.into(),
        ..Reply::default()
    }
}

/// A reply with one call that asks for another step.
pub fn chained(function: Function, mut arguments: Value) -> Reply {
    arguments["request_heartbeat"] = json!(true);
    calls(&[call(function, &arguments)])
}

/// A run in which one thing happens after another.
pub struct Story {
    pub run: Run,
    now: Timestamp,
    mark: usize,
}

impl Story {
    /// A run under these settings, ready for the user: where the agent speaks first, it has.
    pub fn new(config: Config) -> Self {
        let mut story = Self::of(engine(config));
        let wait = story.settle();
        if wait == Wait::Model(Purpose::Act) {
            let hello = Reply {
                thoughts: "they came".into(),
                ..say("hello")
            };
            assert_eq!(story.reply(hello), Wait::User);
            story.mark();
        } else {
            assert_eq!(wait, Wait::User);
        }
        story
    }

    /// A run of this machine, up to where it first waits.
    pub fn of(engine: Engine) -> Self {
        let mut run = Run::new(engine);
        run.settle();
        Self {
            run,
            now: START,
            mark: 0,
        }
    }

    /// A run under a rule set's settings, changed by `change`.
    pub fn under(rules: RuleSet, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = rules.config();
        change(&mut config);
        Self::new(config)
    }

    pub fn paper(change: impl FnOnce(&mut Config)) -> Self {
        Self::under(RuleSet::Paper, change)
    }

    pub fn miniature(change: impl FnOnce(&mut Config)) -> Self {
        Self::under(RuleSet::Miniature, change)
    }

    /// Lets time pass.
    pub fn wait(&mut self, seconds: u32) {
        self.now = self.now.later(seconds);
    }

    /// An input now; nothing else happens yet.
    pub fn admit(&mut self, what: Stimulus) -> Result<(), Refused> {
        let at = self.now;
        self.run.admit(Input { at, what })
    }

    /// An input at some other moment.
    pub fn admit_at(&mut self, at: Timestamp, what: Stimulus) -> Result<(), Refused> {
        self.run.admit(Input { at, what })
    }

    /// An input that must be admitted, and all that follows from it.
    pub fn give(&mut self, what: Stimulus) -> Wait {
        self.admit(what).unwrap();
        self.settle()
    }

    /// All that happens by itself; every rule is checked after every event.
    pub fn settle(&mut self) -> Wait {
        loop {
            let checked = self.run.machine().check(self.run.head(), self.run.stores());
            assert_eq!(checked, Ok(()), "after {:?}", self.run.events().last());
            if let Some(wait) = self.run.advance() {
                return wait;
            }
        }
    }

    pub fn user(&mut self, text: &str) -> Wait {
        self.give(Stimulus::User(text.into()))
    }

    pub fn setting(&mut self, setting: Setting) -> Wait {
        self.give(Stimulus::Setting(setting))
    }

    pub fn reply(&mut self, reply: Reply) -> Wait {
        self.give(Stimulus::Replied(Arc::new(reply)))
    }

    pub fn fail(&mut self, kind: &str) -> Wait {
        let failure = match kind {
            "ContextFull" => ModelFailure::ContextFull,
            kind => ModelFailure::Other { kind: kind.into() },
        };
        self.give(Stimulus::Failed(failure))
    }

    /// A turn: the user says `text`, the model gives these replies to the calls that ask
    /// it to act; summaries are made of thin air. Control is back with the user then.
    pub fn turn(&mut self, text: &str, replies: &[Reply]) {
        let mut wait = self.user(text);
        let mut replies = replies.iter();
        while let Wait::Model(purpose) = wait {
            let reply = match purpose {
                Purpose::Act => replies.next().cloned().unwrap_or_else(|| say("fine")),
                Purpose::Summarise => plain("they talked"),
                Purpose::ChooseVictims => Reply::default(),
            };
            wait = self.reply(reply);
        }
        assert_eq!(wait, Wait::User);
        assert_eq!(replies.len(), 0, "not every reply was asked for");
    }

    /// What is seen from now on.
    pub fn mark(&mut self) {
        self.mark = self.run.len();
    }

    /// What happened since the mark.
    pub fn since(&self) -> &[Event] {
        &self.run.events()[self.mark..]
    }

    /// Kinds of what happened since the mark; arrivals with the kind of their message.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.since()
            .iter()
            .map(|event| match &event.what {
                Happening::Arrived(message) => message.body.kind(),
                what => what.kind(),
            })
            .collect()
    }

    /// What `find` finds since the mark, in order.
    pub fn all<T>(&self, find: impl Fn(&Happening) -> Option<T>) -> Vec<T> {
        self.since()
            .iter()
            .filter_map(|event| find(&event.what))
            .collect()
    }

    /// Faults of calls since the mark.
    pub fn faults(&self) -> Vec<CallFault> {
        self.all(|what| match what {
            Happening::CallFailed { fault, .. } => Some((**fault).clone()),
            _ => None,
        })
    }

    /// Pages found since the mark.
    pub fn pages(&self) -> Vec<ResultPage> {
        self.all(|what| match what {
            Happening::Searched { page, .. } => Some((**page).clone()),
            _ => None,
        })
    }

    /// What the agent said since the mark.
    pub fn said(&self) -> Vec<String> {
        self.all(|what| match what {
            Happening::Said { text } => Some(text.to_string()),
            _ => None,
        })
    }

    /// Function results since the mark: success, and the text that the model reads.
    pub fn results(&self) -> Vec<(bool, String)> {
        self.all(|what| {
            let (Happening::Arrived(message) | Happening::PagedIn { message, .. }) = what else {
                return None;
            };
            match &message.body {
                Body::FunctionResult { is_ok, text, .. } => Some((*is_ok, text.to_string())),
                _ => None,
            }
        })
    }

    pub fn state(&self) -> &State {
        self.run.head()
    }

    pub fn message(&self, id: u32) -> &Arc<Message> {
        self.run.stores().message(MessageId(id)).unwrap()
    }

    /// Numbers of the messages in the queue, the summary not counted.
    pub fn queue(&self) -> Vec<u32> {
        self.state().queue().slots().map(|slot| slot.id.0).collect()
    }

    /// Kinds of the messages in the queue, the summary first.
    pub fn queue_kinds(&self) -> Vec<&'static str> {
        let all = self.state().queue().all();
        all.map(|slot| self.message(slot.id.0).body.kind())
            .collect()
    }

    /// The texts of the messages in the queue.
    pub fn queue_texts(&self) -> Vec<String> {
        let all = self.state().queue().all();
        all.map(|slot| self.message(slot.id.0).body.spoken().to_owned())
            .collect()
    }

    /// What the model is being asked.
    pub fn request(&self) -> Request {
        let engine = self.run.machine();
        engine.request(self.state(), self.run.stores()).unwrap()
    }

    /// A block of working context.
    pub fn block(&self, index: usize) -> &str {
        &self.state().blocks()[index]
    }

    pub fn total(&self) -> u32 {
        self.run.machine().parts(self.state()).total()
    }
}

/// Numbers from a seed (SplitMix64): the same on every machine.
#[derive(Clone, Debug)]
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.number() % (end.max(1) as u64)).unwrap()
    }

    /// A number from `least` to `most`.
    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        least + u32::try_from(self.number() % u64::from(most - least + 1)).unwrap()
    }

    /// True `percent` times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
