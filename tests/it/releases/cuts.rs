//! Every cell of the flush table of MemGPT 0.1, 0.2 and 0.3, and the anchors of Letta's
//! sliding window: conversations of messages of one size, cut by the machine's own flush.

use memgpt_playground::engine::config::{Boot, Chaining, Config, CutAmount, FlushTrigger, RuleSet};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::{Setting, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::engine::tokens::estimate;
use memgpt_playground::engine::wording::Wording;
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::json;

use crate::support::{START, Story, plain};

/// A text of exactly so many tokens.
fn text_of(tokens: u32) -> String {
    let mut texts = (1..).map(|count| vec!["la"; count].join(" "));
    texts.find(|text| estimate(text) == tokens).unwrap()
}

/// A conversation in which every message takes `size` tokens, but for the result of the
/// canned first call, which says nothing and cannot be longer. It begins as a release does:
/// a canned exchange, the login, a first exchange; then come turns of a user's message, a
/// call and its result.
struct Even {
    story: Story,
    size: u32,
    /// What a user's message takes beside its text.
    package: u32,
    reply: Reply,
}

impl Even {
    fn new(size: u32, mut config: Config) -> Self {
        config.boot = Some(Boot { speaks_first: true });
        config.first_reply = None;
        config.warning = None;
        config.chaining = Chaining::Heartbeat;
        config.window = config.window.max(65_536);
        if !config.functions.contains(&Function::PauseHeartbeats) {
            config.functions.push(Function::PauseHeartbeats);
        }
        // A first run tells what the packages take; the second has texts to fill them.
        let bare = wording(Locale::En);
        let sizes = Self::started(&config, bare.clone(), &pause(""));
        let room = |at: usize, words: &str| size + estimate(words) - sizes[at];
        let words = Wording {
            boot_thought: text_of(room(0, &bare.boot_thought)),
            first_login: text_of(room(2, &bare.first_login)),
            paused: text_of(size - (sizes[4] - estimate("Timers paused for 1 minutes."))),
            ..bare
        };
        let reply = pause(&text_of(size - sizes[3]));
        let mut even = Self {
            story: Story::of(Engine::new(config, words).unwrap().starting_at(START)),
            size,
            package: sizes[5] - estimate("la"),
            reply,
        };
        even.story.reply(even.reply.clone());
        even
    }

    /// What the first six messages take.
    fn started(config: &Config, words: Wording, reply: &Reply) -> Vec<u32> {
        let engine = Engine::new(config.clone(), words).unwrap();
        let mut story = Story::of(engine.starting_at(START));
        assert_eq!(story.reply(reply.clone()), Wait::User);
        story.user("la");
        let slots = story.state().queue().all();
        slots.map(|slot| slot.tokens).collect()
    }

    fn say(&mut self) -> Wait {
        self.story.user(&text_of(self.size - self.package))
    }

    fn turn(&mut self) {
        assert_eq!(self.say(), Wait::Model(Purpose::Act));
        assert_eq!(self.story.reply(self.reply.clone()), Wait::User);
    }

    fn turns(&mut self, count: u32) {
        (0..count).for_each(|_| self.turn());
        let slots: Vec<u32> = self
            .story
            .state()
            .queue()
            .all()
            .map(|slot| slot.tokens)
            .collect();
        for (at, tokens) in slots.iter().enumerate() {
            // The login's words are of two languages, which count a token more or less.
            let slack = u32::from(at == 2);
            assert!(
                at == 1 || tokens.abs_diff(self.size) <= slack,
                "message {at}: {slots:?}"
            );
        }
    }

    /// Messages of the queue and the system message.
    fn length(&self) -> usize {
        self.story.state().queue().all().count() + 1
    }

    /// The user says something more, and the provider refuses the prompt. Returns how many
    /// messages are summarised; nothing where the flush fails.
    fn refused(&mut self) -> Option<usize> {
        assert_eq!(self.say(), Wait::Model(Purpose::Act));
        self.story.mark();
        let wait = self.story.fail("ContextFull");
        let began = self.story.all(|what| match what {
            Happening::FlushBegan { victims, .. } => Some(victims.len()),
            _ => None,
        });
        if wait == Wait::User {
            assert!(began.is_empty());
            assert!(self.story.kinds().ends_with(&["flush_failed", "yielded"]));
            return None;
        }
        assert_eq!(wait, Wait::Model(Purpose::Summarise));
        self.story.reply(plain("notes"));
        Some(began[0])
    }
}

fn pause(thoughts: &str) -> Reply {
    Reply::call(thoughts, Function::PauseHeartbeats, &json!({"minutes": 1}))
}

/// The table: turns, length before, then summarised and length after for each release.
/// Nothing where the release raised an error.
type Row = (u32, usize, [Option<(usize, usize)>; 3]);

const TABLE: [Row; 8] = [
    (0, 6, [Some((1, 6)), None, Some((2, 5))]),
    (1, 9, [Some((3, 7)), Some((4, 6)), Some((5, 5))]),
    (2, 12, [Some((6, 7)), Some((7, 6)), Some((8, 5))]),
    (3, 15, [Some((6, 10)), Some((10, 6)), Some((11, 5))]),
    (4, 18, [Some((7, 12)), Some((12, 7)), Some((12, 7))]),
    (6, 24, [Some((12, 13)), Some((18, 7)), Some((18, 7))]),
    (10, 36, [Some((18, 19)), Some((27, 10)), Some((27, 10))]),
    (20, 66, [Some((31, 36)), Some((48, 19)), Some((48, 19))]),
];

#[test]
fn every_cell_of_the_flush_table() {
    let releases = [
        (RuleSet::MemGpt01, 0),
        (RuleSet::MemGpt02, 1),
        (RuleSet::MemGpt03, 2),
        // Its cut is that of 0.3.
        (RuleSet::Letta2025, 2),
    ];
    for (turns, before, cells) in TABLE {
        for (rules, column) in releases {
            let mut even = Even::new(100, rules.config());
            even.turns(turns);
            assert_eq!(even.length(), before);
            let summarised = even.refused();
            // The message that the user had just said is none of the table's.
            let found = summarised.map(|count| (count, even.length() - 1));
            assert_eq!(found, cells[column], "{rules:?}, {turns} turns");
        }
    }
}

#[test]
fn the_cell_without_gain_ends_the_turn() {
    // Departure: in 0.1 one message was summarised into one, for ever (#506). Where messages
    // are so small that a summary is no smaller, the flush fails and says so.
    let mut even = Even::new(45, RuleSet::MemGpt01.config());
    even.turns(0);
    assert_eq!(even.refused(), None);
    assert_eq!(even.length(), 7);
}

#[test]
fn a_cut_that_parts_a_call_says_so() {
    for (turns, _, _) in TABLE {
        for rules in [RuleSet::MemGpt01, RuleSet::MemGpt02, RuleSet::MemGpt03] {
            let mut even = Even::new(100, rules.config());
            even.turns(turns);
            if even.refused().is_none() {
                continue;
            }
            let is_parted = even.story.all(|what| match what {
                Happening::FlushBegan { parts_call, .. } => Some(*parts_call),
                _ => None,
            });
            let kinds = even.story.queue_kinds();
            assert_eq!(kinds[0], "summary");
            let begins_with_result = kinds[1] == "function_result";
            assert_eq!(is_parted, [begins_with_result], "{rules:?}, {turns} turns");
            assert!(!begins_with_result || rules != RuleSet::MemGpt03);
            let line = even
                .story
                .since()
                .iter()
                .map(|event| event.what.line())
                .find(|line| line.starts_with("flush_began"))
                .unwrap();
            assert_eq!(
                line.contains("parts_call=true"),
                begins_with_result,
                "{line}"
            );
        }
    }
}

#[test]
fn a_summary_is_one_of_the_messages_that_are_cut() {
    // The second flush of 0.2 counts the summary: 19 messages, the summary first.
    let mut even = Even::new(100, RuleSet::MemGpt02.config());
    even.turns(20);
    even.refused();
    let before = even.length();
    even.story.reply(even.reply.clone());
    let mut wait = even.say();
    even.story.mark();
    assert_eq!(wait, Wait::Model(Purpose::Act));
    wait = even.story.fail("ContextFull");
    assert_eq!(wait, Wait::Model(Purpose::Summarise));
    even.story.reply(plain("notes"));
    let folded = even.story.all(|what| match what {
        Happening::Summarised { message, .. } => match &message.body {
            memgpt_playground::engine::message::Body::Summary(summary) => Some(summary.folded),
            _ => None,
        },
        _ => None,
    });
    // The pair of the last turn and the message now said have come since.
    let cut = usize::try_from(folded[0]).unwrap();
    assert_eq!(even.length() - 1, before + 2 - cut + 1);
}

/// The anchors of the sliding window: turns, messages with the system message, window, cut.
const SLIDING: [(u32, usize, u32, usize); 4] = [
    (10, 36, 8_192, 13),
    (10, 36, 4_096, 16),
    (20, 66, 4_096, 46),
    (40, 126, 4_096, 112),
];

/// System instructions, schemas, blocks and statistics of 1,200 tokens, messages of 80.
fn sliding(config: Config) -> Even {
    let blocks = |filler: &str| {
        let mut config = config.clone();
        config.blocks[0].value = filler.into();
        config
    };
    let bare = Even::new(80, blocks(""));
    let taken = bare.story.run.machine().parts(bare.story.state()).pinned();
    (1..2_000)
        .map(|count| vec!["la"; count].join(" "))
        .filter(|filler| estimate(filler) + taken >= 1_190)
        .map(|filler| Even::new(80, blocks(&filler)))
        .find(|even| even.story.run.machine().parts(even.story.state()).pinned() >= 1_200)
        .unwrap()
}

#[test]
fn the_anchors_of_the_sliding_window() {
    // Departure: releases count bytes / 4 x 1.3 where the provider has no counter, and leave
    // the schemas out; here one function counts, and everything counts.
    for (turns, messages, window, cut) in SLIDING {
        let mut config = RuleSet::Letta2026.config();
        assert_eq!(config.cut.amount, CutAmount::SlidingWindow(300));
        assert_eq!(config.flush_trigger, FlushTrigger::AfterStep(900));
        // The anchors are of the cut alone: a lower line, so that the smallest is beyond it.
        config.flush_trigger = FlushTrigger::AfterStep(400);
        let mut even = sliding(config);
        even.turns(turns - 1);
        assert_eq!(even.say(), Wait::Model(Purpose::Act));
        even.story.setting(Setting::Window(window));
        even.story.mark();
        assert_eq!(
            even.story.reply(even.reply.clone()),
            Wait::Model(Purpose::Summarise)
        );
        let pinned = even.story.run.machine().parts(even.story.state()).pinned();
        assert_eq!(pinned, 1_200);
        let began = even.story.all(|what| match what {
            Happening::FlushBegan {
                victims, tokens, ..
            } => Some((victims.len(), *tokens)),
            _ => None,
        });
        let (count, tokens) = began[0];
        // Every message takes 80 but the canned result, which leaves in any case.
        let exact = 1_200 + 80 * u32::try_from(messages - 1).unwrap();
        assert!(tokens <= exact && tokens > exact - 80, "{tokens} {exact}");
        assert_eq!(count + 1, cut, "{messages} messages in {window}");
    }
}

#[test]
fn where_no_share_is_enough_everything_leaves() {
    // Fallback of the sliding window: at ten tenths, `all`.
    let mut config = RuleSet::Letta2026.config();
    config.flush_trigger = FlushTrigger::AfterStep(400);
    let mut even = sliding(config);
    even.turns(9);
    assert_eq!(even.say(), Wait::Model(Purpose::Act));
    // A goal of 1,146 tokens is less than the 1,200 that are pinned.
    even.story.setting(Setting::Window(1_638));
    even.story.mark();
    even.story.reply(even.reply.clone());
    let left = even.story.all(|what| match what {
        Happening::FlushBegan { victims, .. } => Some(victims.len()),
        _ => None,
    });
    // Departure: the last message of the user and the last message stay, with its call.
    assert_eq!(left, [32]);
}

#[test]
fn the_mode_all_leaves_the_last_only() {
    let mut config = RuleSet::Letta2026.config();
    config.cut.amount = CutAmount::All;
    let mut even = Even::new(100, config);
    even.turns(6);
    even.say();
    even.story.mark();
    assert_eq!(
        even.story.fail("ContextFull"),
        Wait::Model(Purpose::Summarise)
    );
    even.story.reply(plain("notes"));
    assert_eq!(even.story.queue_kinds(), ["summary", "user"]);
}

#[test]
fn other_policies_free_as_much_as_the_release_would() {
    use memgpt_playground::engine::config::EvictionPolicy;
    for rules in RuleSet::ALL {
        if rules.config().boot.is_none() && rules != RuleSet::Letta2026 {
            continue;
        }
        let freed = [EvictionPolicy::Oldest, EvictionPolicy::Random].map(|policy| {
            let mut config = rules.config();
            config.policy = policy;
            let mut even = Even::new(100, config);
            even.turns(10);
            even.refused().unwrap()
        });
        assert!(
            freed[1] >= freed[0] && freed[1] <= freed[0] + 2,
            "{rules:?} {freed:?}"
        );
    }
}

/// What a document or a timer brings is an event too: the flush before it never sees it.
#[test]
fn the_event_that_the_model_is_called_for_never_leaves() {
    for rules in [RuleSet::MemGpt01, RuleSet::MemGpt02, RuleSet::MemGpt03] {
        let mut even = Even::new(100, rules.config());
        even.turns(3);
        // The pause that every turn asked for is over.
        even.story.wait(3_600);
        even.story.give(Stimulus::Timer);
        even.story.fail("ContextFull");
        even.story.reply(plain("notes"));
        assert_eq!(even.story.queue_kinds().last(), Some(&"timer"));
    }
}
