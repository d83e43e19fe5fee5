//! A long free conversation with flushes, made from a seed: what the figures are
//! measured on. The model's replies are made here too, so that the engine is
//! measured and not a model.

use std::collections::VecDeque;
use std::sync::Arc;

use memgpt_playground::engine::config::{BlockConfig, Config, RuleSet};
use memgpt_playground::engine::event::Purpose;
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::{Input, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::engine::search::SearchIndex;
use memgpt_playground::engine::stores::{Stores, searchable};
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::{Run, Wait};
use memgpt_playground::text::{Locale, wording::wording};
use serde_json::json;

const WORDS: &[&str] = &[
    "garden",
    "coffee",
    "sister",
    "train",
    "window",
    "music",
    "winter",
    "doctor",
    "market",
    "bicycle",
    "letter",
    "mountain",
    "kitchen",
    "football",
    "river",
    "teacher",
    "orange",
    "holiday",
    "camera",
    "birthday",
    "museum",
    "neighbour",
    "guitar",
    "forest",
    "bridge",
    "summer",
    "library",
    "puppy",
    "island",
    "jacket",
    "lunch",
    "painting",
    "school",
    "village",
    "novel",
    "harbour",
    "cousin",
    "station",
    "cheese",
    "evening",
];

/// A run that goes on one turn at a time.
pub struct Conversation {
    run: Run,
    draws: u64,
    searches: bool,
    texts: VecDeque<Arc<str>>,
    answers: VecDeque<Arc<Reply>>,
}

impl Conversation {
    /// A conversation in which the model never searches.
    pub fn new() -> Self {
        let mut config: Config = RuleSet::Paper.config();
        config.blocks = ["persona", "human"]
            .map(|label| BlockConfig {
                label: label.into(),
                limit: 2_000,
                value: "I am here to talk.".into(),
            })
            .to_vec();
        let engine =
            Engine::new(config, wording(Locale::En)).expect("the paper's settings are right");
        let mut run = Run::new(engine);
        run.settle();
        Self {
            run,
            draws: 7,
            searches: false,
            texts: VecDeque::new(),
            answers: VecDeque::new(),
        }
    }

    /// The same, with one ranked search a turn.
    pub fn with_searches() -> Self {
        Self {
            searches: true,
            ..Self::new()
        }
    }

    /// The record.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Messages that ever arrived.
    pub fn messages(&self) -> u32 {
        self.run.head().messages()
    }

    /// Writes what both sides will say in so many turns, which a clock is not to measure.
    pub fn prepare(&mut self, turns: u32) {
        for _ in 0..turns {
            let (text, answer) = (self.text(), self.answer());
            self.texts.push_back(text);
            self.answers.push_back(answer);
        }
    }

    /// One turn: the user speaks, the model answers, whatever else follows. False
    /// once the run is full.
    pub fn turn(&mut self) -> bool {
        let text = match self.texts.pop_front() {
            Some(text) => text,
            None => self.text(),
        };
        let mut has_searched = !self.searches;
        self.give(Stimulus::User(text));
        loop {
            match self.run.settle() {
                Wait::User => return true,
                Wait::Closed => return false,
                Wait::Broken(invariant) => panic!("the engine broke {invariant:?}"),
                Wait::Model(purpose) => {
                    let reply = self.reply(purpose, &mut has_searched);
                    self.give(Stimulus::Replied(reply));
                }
            }
        }
    }

    fn reply(&mut self, purpose: Purpose, has_searched: &mut bool) -> Arc<Reply> {
        match purpose {
            Purpose::Summarise => Reply {
                text: self.sentence().into(),
                ..Reply::default()
            }
            .into(),
            _ if !*has_searched => {
                *has_searched = true;
                let word = self.word();
                let arguments = json!({ "query": word, "request_heartbeat": true });
                Reply::call("Let me look.", Function::ConversationSearch, &arguments).into()
            }
            _ => match self.answers.pop_front() {
                Some(answer) => answer,
                None => self.answer(),
            },
        }
    }

    fn text(&mut self) -> Arc<str> {
        self.sentence().into()
    }

    fn answer(&mut self) -> Arc<Reply> {
        Reply::say("I can answer that.", &self.sentence()).into()
    }

    fn give(&mut self, what: Stimulus) {
        // A minute between two inputs.
        let at = Timestamp(1_700_000_000 + 60 * self.run.inputs().len() as i64);
        self.run
            .admit(Input { at, what })
            .expect("the input is awaited");
    }

    /// The next draw below `bound`: a linear congruential generator is enough here.
    fn draw(&mut self, bound: usize) -> usize {
        self.draws = self
            .draws
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.draws >> 33) as usize % bound
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.draw(WORDS.len())]
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = (0..8 + self.draw(7)).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// The search index of recall storage, built again by itself.
    pub fn index_alone(&self) -> SearchIndex {
        let mut index = SearchIndex::default();
        for message in self.run.stores().messages() {
            if let Some(text) = searchable(&message.body) {
                index.insert(message.id.0, &text);
            }
        }
        index
    }

    /// What is stored, when the trace is gone.
    pub fn into_stores(self) -> Stores {
        self.run.stores().clone()
    }

    /// Bytes of what was said, thought, called and returned.
    pub fn text_bytes(&self) -> usize {
        let bytes = |body: &Body| match body {
            Body::Item(text) | Body::User(text) | Body::FunctionResult { text, .. } => text.len(),
            Body::Assistant {
                thoughts,
                text,
                calls,
            } => {
                let called: usize = calls
                    .iter()
                    .map(|call| call.name.len() + call.arguments.len())
                    .sum();
                thoughts.len() + text.len() + called
            }
            Body::Summary(summary) => summary.text.len(),
            _ => 0,
        };
        self.run
            .stores()
            .messages()
            .iter()
            .map(|message| bytes(&message.body))
            .sum()
    }
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}
