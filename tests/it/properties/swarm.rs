//! Random runs, swarm style: each run switches some kinds of input and of reply off and
//! skews the rest, so that rare mixtures come up that an even mixture never reaches.

use std::sync::Arc;

use memgpt_playground::engine::config::{
    BlockTags, Boot, Chaining, Config, Counted, CutAmount, EditReturn, EvictionPolicy,
    FlushTrigger, PlainText, RuleSet, SearchRule, SummaryRule, Unit, Warning, WhenSpent,
};
use memgpt_playground::engine::event::Purpose;
use memgpt_playground::engine::function::{Function, RawCall};
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Input, Setting, Stimulus};
use memgpt_playground::engine::reply::{ModelFailure, Reply, Role};
use memgpt_playground::engine::state::State;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::run::Wait;
use serde_json::{Value, json};

use crate::support::{Draw, START, raw};

/// What may come from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    User,
    Timer,
    Document,
    Setting,
    Stop,
}

const KINDS: [Kind; 5] = [
    Kind::User,
    Kind::Timer,
    Kind::Document,
    Kind::Setting,
    Kind::Stop,
];

/// What a model may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Say,
    Thought,
    Plain,
    Nothing,
    Append,
    AppendTooMuch,
    Replace,
    ReplaceAbsent,
    ReplaceNothing,
    ReplaceBursting,
    Insert,
    Search,
    SearchDate,
    SearchArchival,
    BadPage,
    BadDate,
    Pause,
    Unknown,
    BrokenJson,
    WrongType,
    Missing,
    Extra,
    Huge,
    Evict,
    Several,
    ContextFull,
    OtherFailure,
}

const ANSWERS: [Answer; 27] = [
    Answer::Say,
    Answer::Thought,
    Answer::Plain,
    Answer::Nothing,
    Answer::Append,
    Answer::AppendTooMuch,
    Answer::Replace,
    Answer::ReplaceAbsent,
    Answer::ReplaceNothing,
    Answer::ReplaceBursting,
    Answer::Insert,
    Answer::Search,
    Answer::SearchDate,
    Answer::SearchArchival,
    Answer::BadPage,
    Answer::BadDate,
    Answer::Pause,
    Answer::Unknown,
    Answer::BrokenJson,
    Answer::WrongType,
    Answer::Missing,
    Answer::Extra,
    Answer::Huge,
    Answer::Evict,
    Answer::Several,
    Answer::ContextFull,
    Answer::OtherFailure,
];

/// Words that come up again and again, so that searches find something.
const WORDS: [&str; 24] = [
    "perro",
    "dog",
    "Toby",
    "Ana",
    "Madrid",
    "birthday",
    "7",
    "café",
    "niño",
    "ñandú",
    "año",
    "rain",
    "blue",
    "\"quoted\"",
    "{name}",
    "{",
    "a\\b",
    "日本語",
    "🐕‍🦺",
    "e\u{301}",
    "مرحبا",
    "\u{0}",
    "tab\there",
    "line\nbreak",
];

/// A source of random inputs.
pub struct Swarm {
    pub draw: Draw,
    kinds: Vec<Kind>,
    answers: Vec<Answer>,
    /// How often, of a hundred, something comes while events still happen by themselves.
    pub interruptions: usize,
    /// How often, of a hundred, a call asks for another step.
    heartbeats: usize,
    /// How often, of a hundred, a text is long.
    long: usize,
    /// Longest of the long texts, in words.
    words_most: usize,
    now: i64,
    moves_back: bool,
}

/// Each of `all` with a weight that differs from run to run, some of them with none.
fn skewed<T: Copy>(all: &[T], draw: &mut Draw) -> Vec<T> {
    let mut kept = Vec::new();
    for one in all {
        let times = [0, 0, 1, 1, 3, 9][draw.below(6)];
        kept.extend(std::iter::repeat_n(*one, times));
    }
    if kept.is_empty() {
        kept.push(*draw.pick(all));
    }
    kept
}

impl Swarm {
    pub fn new(seed: u64) -> Self {
        let mut draw = Draw::new(seed);
        let mut kinds = skewed(&KINDS, &mut draw);
        // Without users nothing much happens; without replies neither.
        kinds.extend([Kind::User; 4]);
        let mut answers = skewed(&ANSWERS, &mut draw);
        answers.extend([Answer::Say; 2]);
        Self {
            kinds,
            answers,
            interruptions: *draw.pick(&[0, 0, 2, 10, 40]),
            heartbeats: *draw.pick(&[0, 30, 60, 100]),
            long: *draw.pick(&[0, 0, 5, 30]),
            words_most: *draw.pick(&[40, 300, 300, 4_000, 30_000]),
            now: START.0,
            moves_back: draw.chance(20),
            draw,
        }
    }

    /// Settings for the run: a rule set, and one that no release ever had.
    pub fn config(&mut self) -> Config {
        let draw = &mut self.draw;
        let mut config = draw.pick(&RuleSet::ALL).config();
        config.policy = *draw.pick(&EvictionPolicy::ALL);
        config.seed = draw.number();
        config.page_ins_max = *draw.pick(&[None, None, Some(0), Some(1), Some(3)]);
        config.when_spent = *draw.pick(&WhenSpent::ALL);
        config.has_external = draw.chance(85);
        config.model_calls_max = *draw.pick(&[1, 2, 3, 8, 20, 20]);
        match config.unit {
            Unit::Items => config.window = *draw.pick(&[1, 2, 3, 5, 5, 9]),
            Unit::Tokens => {
                config.window = *draw.pick(&[
                    1_024, 1_280, 1_536, 1_800, 2_048, 2_048, 3_000, 4_096, 8_192, 16_385, 128_000,
                    200_000,
                ]);
                config.reserve = *draw.pick(&[0, 64, 192, 192, config.window / 2]);
                for block in &mut config.blocks {
                    block.limit = *draw.pick(&[0, 1, 60, 400, 2_000]);
                }
                if draw.chance(40) {
                    self.vary(&mut config);
                }
            }
        }
        config
    }

    /// Further constants of the same type, as releases have them.
    fn vary(&mut self, config: &mut Config) {
        let draw = &mut self.draw;
        let permille = *draw.pick(&[1, 500, 750, 854, 1_000]);
        let counts = *draw.pick(&[Counted::Prompt, Counted::LastCall]);
        config.warning = draw.chance(70).then_some(Warning { permille, counts });
        config.flush_trigger = *draw.pick(&[
            FlushTrigger::BeforeCall,
            FlushTrigger::Refusal,
            FlushTrigger::AfterStep(300),
            FlushTrigger::AfterStep(900),
        ]);
        let permille = *draw.pick(&[1, 100, 300, 500, 750, 1_000]);
        config.cut.amount = *draw.pick(&[
            CutAmount::OfWindow(permille),
            CutAmount::OfWindow(permille),
            CutAmount::AsNeeded,
            CutAmount::OfMessages(permille),
            CutAmount::OfQueue(permille),
            CutAmount::SlidingWindow(permille),
            CutAmount::All,
        ]);
        config.cut.folds_min = *draw.pick(&[1, 1, 2, 5]);
        config.cut.parts_calls = draw.chance(30);
        config.flushes_on_length = draw.chance(30);
        config.has_pages = draw.chance(80);
        config.archival_page_size = *draw.pick(&[None, Some(1), Some(10)]);
        config.enforces_limits = draw.chance(70);
        config.dates_blocks = draw.chance(50);
        config.block_tags = *draw.pick(&[BlockTags::Plain, BlockTags::Usage, BlockTags::Metadata]);
        config.edit_returns = *draw.pick(&[EditReturn::Nothing, EditReturn::Block]);
        let speaks_first = draw.chance(50);
        config.boot = draw.chance(40).then_some(Boot { speaks_first });
        if draw.chance(50) {
            config.first_reply = None;
        }
        config.cut.keep_last = *draw.pick(&[0, 0, 1, 3, 50]);
        config.cut.keeps_last_user = draw.chance(70);
        let words = *draw.pick(&[1, 20, 100, 500]);
        let role = *draw.pick(&[Role::System, Role::User]);
        config.summary = draw.chance(80).then_some(SummaryRule { words, role });
        config.search = *draw.pick(&[SearchRule::Substring, SearchRule::Ranked, SearchRule::Exact]);
        config.page_size = *draw.pick(&[1, 2, 5, 10, 100]);
        config.page_first = *draw.pick(&[0, 1]);
        config.function_return_max = *draw.pick(&[None, Some(0), Some(20), Some(3_000)]);
        config.chaining = *draw.pick(&[Chaining::Heartbeat, Chaining::AnyCall]);
        config.plain_text = *draw.pick(&[PlainText::Thought, PlainText::Reply]);
        if draw.chance(20) {
            config.functions.truncate(draw.below(9));
        }
    }

    /// Something from outside, while the machine waits or while it does not.
    pub fn input(&mut self, wait: Option<&Wait>, state: &State) -> Input {
        let what = match wait {
            Some(Wait::Model(purpose)) if !self.draw.chance(6) => self.answer(*purpose, state),
            _ if self.draw.chance(3) => self.answer(Purpose::Act, state),
            _ => self.stimulus(state),
        };
        Input {
            at: self.moment(),
            what,
        }
    }

    fn moment(&mut self) -> Timestamp {
        let step = i64::from(*self.draw.pick(&[0, 1, 60, 3_600, 90_000, 2_000_000]));
        if self.moves_back && self.draw.chance(20) {
            return Timestamp(self.now - 3 * step);
        }
        if self.moves_back && self.draw.chance(1) {
            self.now = *self
                .draw
                .pick(&[i64::MAX, 250_000_000_000, 260_000_000_000]);
            return Timestamp(self.now);
        }
        self.now = self.now.saturating_add(step);
        Timestamp(self.now)
    }

    fn stimulus(&mut self, state: &State) -> Stimulus {
        match *self.draw.pick(&self.kinds.clone()) {
            Kind::User => Stimulus::User(self.user_text(state).into()),
            Kind::Timer => Stimulus::Timer,
            Kind::Document => {
                let count = self.draw.below(5);
                Stimulus::Document {
                    title: self.text().into(),
                    passages: (0..count).map(|_| self.text().into()).collect(),
                    is_announced: self.draw.chance(60),
                }
            }
            Kind::Setting => Stimulus::Setting(self.setting(state)),
            Kind::Stop => Stimulus::Stop,
        }
    }

    fn setting(&mut self, state: &State) -> Setting {
        let draw = &mut self.draw;
        match draw.below(7) {
            0 if state.counts_items() => Setting::Window(draw.within(0, 12)),
            0 => Setting::Window(*draw.pick(&[
                0,
                1_024,
                1_280,
                1_536,
                2_048,
                4_096,
                1_048_576,
                u32::MAX,
            ])),
            1 => Setting::Policy(*draw.pick(&EvictionPolicy::ALL)),
            2 => Setting::PageInBudget(*draw.pick(&[None, Some(0), Some(2), Some(u32::MAX)])),
            3 => Setting::WhenSpent(*draw.pick(&WhenSpent::ALL)),
            4 => Setting::External(draw.chance(50)),
            5 => Setting::Seed(draw.number()),
            _ => {
                let queue: Vec<MessageId> = state.queue().all().map(|slot| slot.id).collect();
                let id = if queue.is_empty() || draw.chance(10) {
                    MessageId(draw.within(0, 40))
                } else {
                    *draw.pick(&queue)
                };
                let is_pinned = draw.chance(40);
                Setting::Pin { id, is_pinned }
            }
        }
    }

    fn user_text(&mut self, state: &State) -> String {
        if state.counts_items() && self.draw.chance(90) {
            // Items that come again are asked for.
            return format!("item {}", self.draw.below(14));
        }
        self.text()
    }

    /// A text: mostly short, sometimes nothing, sometimes more than any window holds.
    fn text(&mut self) -> String {
        if self.draw.chance(2) {
            return (*self.draw.pick(&["", " ", "\n\t", "?", "\u{200b}"])).to_owned();
        }
        let most = if self.draw.chance(self.long) {
            self.words_most
        } else {
            14
        };
        let count = 1 + self.draw.below(most);
        let gap = if self.draw.chance(3) { "" } else { " " };
        let words: Vec<&str> = (0..count).map(|_| *self.draw.pick(&WORDS)).collect();
        words.join(gap)
    }

    fn answer(&mut self, purpose: Purpose, state: &State) -> Stimulus {
        let answer = *self.draw.pick(&self.answers.clone());
        match answer {
            Answer::ContextFull => return Stimulus::Failed(ModelFailure::ContextFull),
            Answer::OtherFailure => {
                let kind = self.text().into();
                return Stimulus::Failed(ModelFailure::Other { kind });
            }
            _ => {}
        }
        let reply = match purpose {
            Purpose::ChooseVictims if !self.draw.chance(10) => self.choice(state),
            Purpose::Summarise if !self.draw.chance(10) => Reply {
                text: self.text().into(),
                ..Reply::default()
            },
            _ => self.act(answer, state),
        };
        Stimulus::Replied(Arc::new(reply))
    }

    fn act(&mut self, answer: Answer, state: &State) -> Reply {
        let calls = match answer {
            Answer::Thought | Answer::Plain | Answer::Nothing => Vec::new(),
            Answer::Several => {
                let count = 1 + self.draw.below(5);
                let picked: Vec<Answer> = (0..count)
                    .map(|_| *self.draw.pick(&self.answers.clone()))
                    .collect();
                picked
                    .into_iter()
                    .filter_map(|answer| self.call(answer, state))
                    .collect()
            }
            answer => self.call(answer, state).into_iter().collect(),
        };
        let thoughts = if answer == Answer::Nothing || self.draw.chance(50) {
            String::new()
        } else {
            self.text()
        };
        let text = if answer == Answer::Plain || self.draw.chance(5) {
            self.text()
        } else {
            String::new()
        };
        Reply {
            thoughts: thoughts.into(),
            text: text.into(),
            calls: calls.into(),
            usage: None,
            by: None,
        }
    }

    fn call(&mut self, answer: Answer, state: &State) -> Option<RawCall> {
        let block = (*self
            .draw
            .pick(&["persona", "human", "human", "Human", "diary"]))
        .to_owned();
        let page = match self.draw.below(6) {
            0 => json!(0),
            1 => json!(2),
            2 => json!("None"),
            3 => Value::Null,
            _ => json!(1),
        };
        let (function, arguments) = match answer {
            Answer::Say => (Function::SendMessage, json!({"message": self.text()})),
            Answer::Append => (
                Function::CoreMemoryAppend,
                json!({"name": block, "content": self.text()}),
            ),
            Answer::AppendTooMuch => (
                Function::CoreMemoryAppend,
                json!({"name": block, "content": "x".repeat(2_001)}),
            ),
            Answer::Replace => (
                Function::CoreMemoryReplace,
                json!({
                    "name": block,
                    "old_content": self.piece_of_block(state),
                    "new_content": self.text(),
                }),
            ),
            Answer::ReplaceAbsent => (
                Function::CoreMemoryReplace,
                json!({"name": block, "old_content": "not there", "new_content": "x"}),
            ),
            Answer::ReplaceNothing => (
                Function::CoreMemoryReplace,
                json!({"name": block, "old_content": "", "new_content": "x"}),
            ),
            Answer::ReplaceBursting => (
                Function::CoreMemoryReplace,
                json!({"name": block, "old_content": "o", "new_content": "o".repeat(900)}),
            ),
            Answer::Insert => (
                Function::ArchivalMemoryInsert,
                json!({"content": self.text()}),
            ),
            Answer::Search if state.counts_items() => (
                Function::ConversationSearch,
                json!({"query": format!("item {}", self.draw.below(14))}),
            ),
            Answer::Search => (
                Function::ConversationSearch,
                json!({"query": *self.draw.pick(&WORDS), "page": page}),
            ),
            Answer::SearchDate => (
                Function::ConversationSearchDate,
                json!({
                    "start_date": *self.draw.pick(&["2026-03-01", "2026-04-01", "1970-01-01"]),
                    "end_date": *self.draw.pick(&["2026-03-01", "2026-12-31", "9999-12-31"]),
                    "page": page,
                }),
            ),
            Answer::SearchArchival => (
                Function::ArchivalMemorySearch,
                json!({"query": *self.draw.pick(&WORDS), "page": page}),
            ),
            Answer::BadPage => (
                Function::ConversationSearch,
                json!({
                    "query": "dog",
                    "page": *self.draw.pick(&[-1, 99, i64::MIN, i64::MAX, 4_294_967_297]),
                }),
            ),
            Answer::BadDate => (
                Function::ConversationSearchDate,
                json!({"start_date": "2026-02-30", "end_date": self.text()}),
            ),
            Answer::Pause => (
                Function::PauseHeartbeats,
                json!({"minutes": *self.draw.pick(&[0, 1, 30, 361, -5, i64::MAX])}),
            ),
            Answer::Evict => (Function::Evict, json!({"ids": [1, 2]})),
            answer => return self.faulty(answer),
        };
        let mut arguments = arguments;
        if self.draw.chance(self.heartbeats) {
            arguments["request_heartbeat"] = json!(true);
        }
        Some(raw(function.wire(), &arguments.to_string()))
    }

    fn faulty(&mut self, answer: Answer) -> Option<RawCall> {
        Some(match answer {
            Answer::Unknown => {
                let name = self.text();
                raw(&name, "{}")
            }
            Answer::BrokenJson => {
                let texts = [
                    "",
                    "{",
                    "[]",
                    "{\"message\":\"a\"}{\"message\":\"b\"}",
                    "{and}",
                ];
                raw("send_message", self.draw.pick::<&str>(&texts))
            }
            Answer::WrongType => raw("archival_memory_insert", r#"{"content":{"a":1}}"#),
            Answer::Missing => raw("core_memory_append", r#"{"name":"human"}"#),
            Answer::Extra => raw("send_message", r#"{"message":"hi","mood":"bad"}"#),
            Answer::Huge => {
                let size = *self.draw.pick(&[2_000, 20_000, 200_000]);
                let text = "ñ ".repeat(size / 2);
                let name = *self.draw.pick(&["send_message", "archival_memory_insert"]);
                let key = *self.draw.pick(&["message", "content"]);
                raw(name, &json!({ key: text }).to_string())
            }
            _ => return None,
        })
    }

    /// Some text that a block holds, or nothing.
    fn piece_of_block(&mut self, state: &State) -> String {
        let blocks: Vec<&Arc<str>> = state.blocks().iter().collect();
        if blocks.is_empty() {
            return "x".to_owned();
        }
        let block = (*self.draw.pick(&blocks)).clone();
        let words: Vec<&str> = block.split(' ').collect();
        (*self.draw.pick(&words)).to_owned()
    }

    /// What a model may answer when it is to choose what leaves.
    fn choice(&mut self, state: &State) -> Reply {
        let queue: Vec<u32> = state.queue().all().map(|slot| slot.id.0).collect();
        let mut ids: Vec<i64> = Vec::new();
        for _ in 0..self.draw.below(5) {
            if !queue.is_empty() {
                ids.push(i64::from(*self.draw.pick(&queue)));
            }
        }
        if self.draw.chance(15) {
            ids.push(*self.draw.pick(&[-1, 0, i64::MAX, 4_294_967_299]));
        }
        let call = match self.draw.below(12) {
            0 => return Reply::default(),
            1 => raw("send_message", r#"{"message":"no"}"#),
            2 => raw("evict", r#"{"ids":"all"}"#),
            3 => raw("evict", r#"{"ids":[1.5]}"#),
            _ => raw("evict", &json!({ "ids": ids }).to_string()),
        };
        Reply {
            calls: [call].into(),
            ..Reply::default()
        }
    }
}
