//! Flush, summary and overflow: the faults of kind A and B that releases had, each as the
//! kind and not only as the one row that was seen.

use memgpt_playground::engine::config::{
    BlockConfig, Config, ConfigProblem, CutAmount, EvictionPolicy, FlushTrigger, RuleSet, Unit,
};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::input::{Setting, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::Body;
use memgpt_playground::engine::reply::{Reply, Role};
use memgpt_playground::engine::tokens::estimate;
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::{Value, json};

use crate::properties::watch::calls_have_results;
use crate::support::{Story, call, calls, chained, plain, raw, say, think, words};

/// Talks until the next message of so many words would make the prompt exceed its limit.
fn fill(story: &mut Story, count: usize) {
    let limit = story.state().config().prompt_max();
    // A turn takes its words, the answer, and two packages.
    let turn = u32::try_from(count).unwrap() * 3 + 90;
    let mut number = 0;
    while story.total() + turn < limit {
        number += 1;
        story.turn(&format!("turn {number} {}", words(count)), &[say("fine")]);
    }
}

/// The next message does not fit without a flush.
fn overflow(story: &mut Story) -> Wait {
    story.mark();
    for _ in 0..20 {
        let wait = story.user(&words(60));
        if story.kinds().contains(&"flush_began") {
            return wait;
        }
        assert_eq!(wait, Wait::Model(Purpose::Act));
        assert_eq!(story.reply(say("fine")), Wait::User);
        story.mark();
    }
    panic!("nothing overflows");
}

/// A plain conversation without warnings, so that only the flush is seen.
fn quiet(change: impl FnOnce(&mut Config)) -> Story {
    Story::paper(|config| {
        config.warning = None;
        change(config);
    })
}

/// A story whose next message makes everything before it leave at once, and whose summaries
/// take so many words that the transcript is several times as long as a request may be.
fn with_a_long_transcript(change: impl FnOnce(&mut Config)) -> Story {
    let mut story = quiet(|config| {
        config.window = 8_192;
        config.cut.amount = CutAmount::OfWindow(1_000);
        if let Some(rule) = &mut config.summary {
            rule.words = 2_000;
        }
        change(config);
    });
    fill(&mut story, 120);
    story.mark();
    story
}

fn transcript(story: &Story) -> Vec<Value> {
    let request = story.request();
    let content: Value = serde_json::from_str(&request.messages[1].content).unwrap();
    content["transcript"].as_array().unwrap().clone()
}

#[test]
fn a1_a_flush_that_can_free_nothing_says_so_and_ends_the_turn() {
    let mut story = quiet(|config| config.cut.keep_last = 100);
    fill(&mut story, 30);
    let mut ends = 0;
    for _ in 0..6 {
        story.mark();
        let calls = story.state().totals().model_calls;
        if story.user(&words(60)) == Wait::User {
            assert_eq!(story.kinds(), ["user", "flush_failed", "yielded"]);
            assert_eq!(
                story.state().totals().model_calls,
                calls,
                "nobody was asked"
            );
            ends += 1;
        } else {
            story.reply(say("fine"));
        }
    }
    assert!(ends > 2, "the user may go on, and is told each time");
    // A larger window ends it.
    story.setting(Setting::Window(8_192));
    story.mark();
    assert_eq!(story.user("hello"), Wait::Model(Purpose::Act));
}

#[test]
fn a1_what_may_leave_is_less_than_a_summary_takes() {
    // Two small messages in front, the rest protected: a summary would be longer than they.
    let mut story = quiet(|config| {
        config.cut.keep_last = 3;
        config.cut.amount = CutAmount::OfWindow(1);
    });
    story.turn("hi", &[think("hm")]);
    let room = story.state().config().prompt_max() - story.total();
    let most = usize::try_from(room / 4).unwrap();
    let before = story.run.stores().messages().len();
    story.turn(&words(most), &[think(&words(most / 2))]);
    while story.user(&words(40)) != Wait::User {
        story.mark();
        story.reply(think(&words(10)));
        assert!(story.run.len() < 500, "an endless run");
    }
    assert!(story.run.stores().messages().len() > before);
    // Each flush either made the prompt smaller or was not made.
    let mut began = 0;
    for event in story.run.events() {
        match event.what {
            Happening::FlushBegan { .. } => began += 1,
            Happening::FlushEnded { before, after } => assert!(after < before),
            _ => {}
        }
    }
    let failed = story
        .run
        .events()
        .iter()
        .any(|event| event.what.kind() == "flush_failed");
    assert!(failed && began < 40, "{began}");
}

#[test]
fn a2_a_message_that_cannot_fit_is_refused_and_stored_nowhere() {
    for window in [1_536, 2_048, 8_192] {
        let mut story = quiet(|config| config.window = window);
        story.turn("hello", &[say("hello")]);
        for text in [words(10_000), "x".repeat(200_000), "日本".repeat(20_000)] {
            let (queue, recall) = (story.queue(), story.state().recall_len());
            story.mark();
            assert_eq!(story.user(&text), Wait::User);
            assert_eq!(story.kinds(), ["oversized", "yielded"]);
            assert_eq!((story.queue(), story.state().recall_len()), (queue, recall));
        }
        // The room that is told is the room that there is, to the token.
        let room = story.all(|what| match what {
            Happening::Oversized { room, .. } => Some(*room),
            _ => None,
        })[0];
        let package = story.message(1).tokens - estimate("hello");
        let text = |count: usize| vec!["la"; count].join(" ");
        let longest = (1..2 * usize::try_from(room).unwrap())
            .rev()
            .find(|count| estimate(&text(*count)) + package <= room)
            .unwrap();
        story.mark();
        story.user(&text(longest + 1));
        assert_eq!(story.kinds(), ["oversized", "yielded"]);
        assert!(matches!(story.user(&text(longest)), Wait::Model(_)));
    }
}

#[test]
fn a2_a_message_in_the_queue_that_fits_no_more_ends_the_turn() {
    let mut story = quiet(|config| config.window = 8_192);
    story.user(&words(1_000));
    // While the model thinks the window is made small; the call asks for another step.
    story.setting(Setting::Window(1_800));
    story.mark();
    let search = chained(Function::ConversationSearch, json!({"query": "word"}));
    let mut wait = story.reply(search);
    while wait == Wait::Model(Purpose::Summarise) {
        wait = story.reply(plain("a search"));
    }
    assert_eq!(wait, Wait::User);
    let kinds = story.kinds();
    assert!(kinds.ends_with(&["flush_failed", "yielded"]), "{kinds:?}");
    // It may leave as soon as it is not the last word of the user.
    story.mark();
    wait = story.user("and now?");
    while wait == Wait::Model(Purpose::Summarise) {
        wait = story.reply(plain("long talk"));
    }
    assert_eq!(wait, Wait::Model(Purpose::Act));
}

#[test]
fn a3_a_transcript_beyond_one_request_is_summarised_in_pieces() {
    let mut story = with_a_long_transcript(|_| {});
    let mut wait = story.user(&words(250));
    let mut lines = Vec::new();
    let mut pieces = 0;
    while wait == Wait::Model(Purpose::Summarise) {
        let request = story.request();
        assert!(request.tokens <= story.state().config().prompt_max());
        let mut piece = transcript(&story);
        if pieces > 0 {
            let so_far = piece.remove(0);
            assert_eq!(so_far["role"], "summary");
            assert_eq!(so_far["text"], format!("the first {pieces} pieces"));
        }
        lines.extend(piece);
        pieces += 1;
        wait = story.reply(plain(&format!("the first {pieces} pieces")));
    }
    assert_eq!(wait, Wait::Model(Purpose::Act));
    assert!(pieces >= 3, "{pieces} pieces");
    let victims = story.all(|what| match what {
        Happening::FlushBegan { victims, .. } => Some(victims.len()),
        _ => None,
    });
    assert_eq!(lines.len(), victims[0], "each message is folded once");
    assert_eq!(story.queue_texts()[0], format!("the first {pieces} pieces"));
}

#[test]
fn a3_one_message_beyond_the_budget_is_cut_for_the_transcript() {
    let mut story = quiet(|config| config.window = 16_384);
    story.turn(&words(2_000), &[say(&words(2_000))]);
    story.turn("short", &[say("short")]);
    story.setting(Setting::Window(1_800));
    let mut wait = story.user("go on");
    let mut asked = 0;
    while wait == Wait::Model(Purpose::Summarise) {
        assert!(story.request().tokens <= story.state().config().prompt_max());
        let cut = transcript(&story);
        let cut = cut.last().unwrap()["text"].as_str().unwrap();
        assert!(cut.ends_with('…') || asked > 1, "{cut}");
        asked += 1;
        wait = story.reply(plain("they counted"));
    }
    assert_eq!(wait, Wait::Model(Purpose::Act));
}

#[test]
fn a3_the_cap_of_calls_in_between_pieces_leaves_no_gap() {
    let mut story = with_a_long_transcript(|config| config.model_calls_max = 2);
    let mut wait = story.user(&words(250));
    while let Wait::Model(purpose) = wait {
        assert_eq!(purpose, Purpose::Summarise);
        wait = story.reply(plain("the beginning"));
    }
    let summaries = story.all(|what| match what {
        Happening::Summarised {
            message,
            is_by_model,
            ..
        } => Some((message.body.spoken().to_owned(), *is_by_model)),
        _ => None,
    });
    let (text, is_by_model) = &summaries[0];
    assert!(!is_by_model, "part of it passes for the whole");
    assert!(
        text.contains("the beginning"),
        "what was folded is kept: {text}"
    );
    assert!(story.kinds().contains(&"call_cap_reached"));
}

#[test]
fn a_summary_that_fails_keeps_what_earlier_ones_had() {
    for bad in [Some(Reply::default()), Some(plain("  \n")), None] {
        let mut story = quiet(|_| {});
        overflow(&mut story);
        let mut wait = story.reply(plain("Ana has a dog, Toby"));
        assert_eq!(wait, Wait::Model(Purpose::Act));
        wait = story.reply(say("fine"));
        assert_eq!(wait, Wait::User);
        assert_eq!(overflow(&mut story), Wait::Model(Purpose::Summarise));
        wait = match bad.clone() {
            Some(reply) => story.reply(reply),
            None => story.fail("Timeout"),
        };
        assert_eq!(wait, Wait::Model(Purpose::Act), "the turn goes on");
        let text = story.queue_texts().remove(0);
        assert!(text.contains("Toby"), "{text}");
        assert!(
            story.all(|what| match what {
                Happening::Summarised { is_by_model, .. } => Some(*is_by_model),
                _ => None,
            }) == [false]
        );
    }
}

#[test]
fn a6_a9_a_cut_never_parts_a_call_from_its_results() {
    let many = |count: usize| -> Reply {
        let list: Vec<_> = (0..count)
            .map(|number| {
                call(
                    Function::CoreMemoryAppend,
                    &json!({"name": "human", "content": format!("n{number}")}),
                )
            })
            .chain([call(Function::SendMessage, &json!({"message": "noted"}))])
            .collect();
        calls(&list)
    };
    for policy in [
        EvictionPolicy::Oldest,
        EvictionPolicy::LeastRecentlyUsed,
        EvictionPolicy::Random,
    ] {
        for permille in (20..700).step_by(45) {
            let mut story = quiet(|config| {
                config.window = 3_000;
                config.policy = policy;
                config.cut.amount = CutAmount::OfWindow(permille);
                config.cut.keep_last = permille % 4;
            });
            for turn in 0..24 {
                let mut wait = story.user(&words(10 + turn));
                while let Wait::Model(purpose) = wait {
                    let request = story.request();
                    if purpose == Purpose::Act {
                        calls_have_results(&request);
                    }
                    wait = story.reply(match purpose {
                        Purpose::Act => many(turn % 4),
                        _ => plain("notes"),
                    });
                }
            }
            assert!(
                story
                    .run
                    .events()
                    .iter()
                    .any(|event| event.what.kind() == "flush_ended")
            );
        }
    }
}

#[test]
fn a8_what_is_kept_and_what_is_summarised_is_all_that_was_there() {
    for permille in [1, 100, 300, 500, 1_000] {
        let mut story = quiet(|config| config.cut.amount = CutAmount::OfWindow(permille));
        fill(&mut story, 25);
        for _ in 0..12 {
            let before = story.queue();
            story.mark();
            let mut wait = story.user(&words(25));
            let mut lines = 0;
            while let Wait::Model(purpose) = wait {
                if purpose == Purpose::Summarise {
                    let piece = transcript(&story);
                    lines += piece
                        .iter()
                        .filter(|line| line["role"] != "summary")
                        .count();
                }
                wait = story.reply(if purpose == Purpose::Act {
                    say("fine")
                } else {
                    plain("notes")
                });
            }
            let evicted = story.all(|what| match what {
                Happening::Evicted { id, .. } => Some(id.0),
                _ => None,
            });
            if evicted.is_empty() {
                continue;
            }
            assert_eq!(lines, evicted.len(), "evicted, and not in the transcript");
            let mut all: Vec<u32> = evicted;
            all.extend(story.queue().into_iter().filter(|id| before.contains(id)));
            all.sort_unstable();
            assert_eq!(all, before);
            let Body::Summary(summary) = &story
                .message(story.state().queue().summary().unwrap().id.0)
                .body
                .clone()
            else {
                panic!("no summary");
            };
            let in_queue = |id: u32| story.queue().contains(&id);
            for id in 1..=story.state().messages() {
                let is_summary = story.state().queue().summary().unwrap().id.0 == id;
                let is_covered = summary
                    .covers
                    .contains(memgpt_playground::engine::ids::MessageId(id));
                assert!(is_covered || in_queue(id) || is_summary, "#{id} is nowhere");
                assert!(!(is_covered && in_queue(id)), "#{id} is twice");
            }
        }
    }
}

#[test]
fn a11_after_a_flush_the_prompt_is_counted_anew() {
    let mut story = quiet(|_| {});
    assert_eq!(overflow(&mut story), Wait::Model(Purpose::Summarise));
    assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
    let ended = story.all(|what| match what {
        Happening::FlushEnded { after, .. } => Some(*after),
        _ => None,
    });
    assert_eq!(ended, [story.request().tokens]);
    assert_eq!(
        story
            .kinds()
            .iter()
            .filter(|kind| **kind == "flush_began")
            .count(),
        1
    );
    story.reply(say("fine"));
    story.mark();
    story.turn("short", &[say("fine")]);
    assert!(
        !story.kinds().contains(&"flush_began"),
        "one more flush for nothing"
    );
}

#[test]
fn a18_the_flush_hangs_on_our_count_and_not_on_the_words_of_a_provider() {
    // No provider refuses anything here.
    let mut story = quiet(|_| {});
    assert_eq!(overflow(&mut story), Wait::Model(Purpose::Summarise));

    // A provider that counts more than we do refuses: one kind of failure, in no language.
    let mut story = quiet(|config| config.window = 8_192);
    for number in 0..6 {
        story.turn(&format!("{number} {}", words(30)), &[say("fine")]);
    }
    story.user("hello");
    story.mark();
    assert_eq!(story.fail("ContextFull"), Wait::Model(Purpose::Summarise));
    assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
    // It refuses again and again: the turn ends, after as many tries as releases made.
    for _ in 0..8 {
        match story.fail("ContextFull") {
            Wait::Model(Purpose::Summarise) => {
                story.reply(plain("notes"));
            }
            Wait::Model(_) => {}
            _ => break,
        }
    }
    assert_eq!(story.kinds().last(), Some(&"yielded"));
    let asked = story
        .kinds()
        .iter()
        .filter(|kind| **kind == "model_asked")
        .count();
    assert!(asked <= 6, "{asked} calls");

    // Any other failure ends the turn without a flush, whatever its words.
    story.user("hello again");
    story.mark();
    assert_eq!(story.fail("maximum context length"), Wait::User);
    assert_eq!(story.kinds(), ["model_failed", "yielded"]);
}

#[test]
fn a18_rules_that_flush_on_refusal_flush_on_refusal_only() {
    // The machine itself refuses the prompt that is too long: no flush depends on the words
    // of a provider, and each begins right after a refusal.
    let mut story = quiet(|config| config.flush_trigger = FlushTrigger::Refusal);
    let limit = story.state().config().prompt_max();
    for _ in 0..60 {
        story.mark();
        let wait = story.user(&words(40));
        let kinds = story.kinds();
        let begins = kinds.iter().position(|kind| *kind == "flush_began");
        if let Some(at) = begins {
            assert_eq!(kinds[at - 1], "model_failed");
            assert_eq!(wait, Wait::Model(Purpose::Summarise));
            return;
        }
        assert!(story.total() <= limit, "a prompt beyond the limit was sent");
        story.reply(say("fine"));
    }
    panic!("no flush");
}

#[test]
fn a20_thresholds_come_from_the_window() {
    for rules in RuleSet::ALL {
        let mut config = rules.config();
        if config.unit == Unit::Items {
            continue;
        }
        for window in [1_536, 2_048, 4_096, 16_385, 1_048_576] {
            config.window = window;
            let warning = config.warning.map(|warning| warning.permille);
            let expected = warning.map(|permille| u64::from(window) * u64::from(permille) / 1_000);
            assert_eq!(config.warning_at().map(u64::from), expected);
            assert_eq!(config.prompt_max(), window - config.reserve);
        }
    }
    let mut story = Story::paper(|config| config.window = 3_000);
    let mut warned = None;
    while warned.is_none() {
        let before = story.total();
        story.mark();
        story.turn(&words(20), &[say("fine")]);
        warned = story
            .all(|what| match what {
                Happening::PressureWarned { tokens, threshold } => Some((*tokens, *threshold)),
                _ => None,
            })
            .pop();
        if warned.is_none() {
            assert!(story.total() < 2_100);
        } else {
            assert!(before < 2_100, "the warning is late");
        }
    }
    let (tokens, threshold) = warned.unwrap();
    assert_eq!(threshold, 2_100);
    assert!(tokens >= threshold);
    // A window that changes takes its thresholds with it.
    story.setting(Setting::Window(6_000));
    assert_eq!(story.state().config().warning_at(), Some(4_200));
    assert_eq!(
        story.state().config().prompt_max(),
        6_000 - story.state().config().reserve
    );
}

#[test]
fn a26_the_evicted_are_counted_as_what_left() {
    let mut story = quiet(|_| {});
    assert_eq!(overflow(&mut story), Wait::Model(Purpose::Summarise));
    let length = story.state().queue().len();
    assert_eq!(story.reply(plain("notes")), Wait::Model(Purpose::Act));
    let victims = story.all(|what| match what {
        Happening::FlushBegan { victims, .. } => Some(victims.len()),
        _ => None,
    });
    let folded = story.all(|what| match what {
        Happening::Summarised { message, .. } => match &message.body {
            Body::Summary(summary) => Some(summary.folded as usize),
            _ => None,
        },
        _ => None,
    });
    // The new summary is neither kept nor evicted.
    assert_eq!(folded, victims);
    let evicted = story
        .kinds()
        .iter()
        .filter(|kind| **kind == "evicted")
        .count();
    assert_eq!(victims, [evicted]);
    assert_eq!(story.state().totals().page_outs as usize, evicted);
    // What was there before the summary came is what is there after it.
    assert_eq!(story.state().queue().len(), length);
}

#[test]
fn a28_pinned_parts_beyond_the_window_are_a_fault_of_their_own() {
    // The window shrinks below the pinned parts while the model thinks.
    let mut story = quiet(|config| config.blocks[1].value = "x ".repeat(900).into());
    story.user("hello");
    story.setting(Setting::Window(1_024));
    story.mark();
    let edit = chained(
        Function::CoreMemoryAppend,
        json!({"name": "persona", "content": "a"}),
    );
    assert_eq!(story.reply(edit), Wait::User);
    let kinds = story.kinds();
    assert!(
        kinds.ends_with(&["pinned_overflow", "yielded"]),
        "{kinds:?}"
    );
    let told = story.all(|what| match what {
        Happening::PinnedOverflow { pinned, limit } => Some((*pinned, *limit)),
        _ => None,
    });
    let parts = story.run.machine().parts(story.state());
    assert_eq!(
        told,
        [(parts.pinned(), story.state().config().prompt_max())]
    );
    // From then on a message is refused with the room that there is: none.
    story.mark();
    story.user("hello?");
    let room = story.all(|what| match what {
        Happening::Oversized { room, .. } => Some(*room),
        _ => None,
    });
    assert_eq!(room, [0]);
    // And it is over as soon as the window is large enough.
    story.setting(Setting::Window(4_096));
    assert_eq!(story.user("hello!"), Wait::Model(Purpose::Act));
}

#[test]
fn b5_every_section_is_counted() {
    let mut story = quiet(|_| {});
    story.turn(
        "hello",
        &[
            chained(
                Function::CoreMemoryAppend,
                json!({"name": "human", "content": "likes rain"}),
            ),
            say("noted"),
        ],
    );
    let parts = story.run.machine().parts(story.state());
    for (name, tokens) in [
        ("system", parts.system),
        ("schemas", parts.schemas),
        ("working context", parts.working_context),
        ("statistics", parts.statistics),
        ("queue", parts.queue),
    ] {
        assert!(tokens > 0, "{name} counts nothing");
    }
    // Schemas that are not sent are not counted, and the other way round.
    story.setting(Setting::External(false));
    let without = story.run.machine().parts(story.state());
    assert!(without.schemas < parts.schemas);
    assert_eq!(without.statistics, 0);
    assert_eq!(without.queue, parts.queue);
    story.user("and now");
    assert_eq!(story.request().functions.len(), 4);
    assert_eq!(story.request().tokens, story.total());
}

#[test]
fn b9_the_fixed_cost_is_told_at_the_start() {
    for rules in RuleSet::ALL {
        let story = Story::under(rules, |_| {});
        let Happening::Began { pinned } = story.run.events()[0].what else {
            panic!("the first event is {:?}", story.run.events()[0]);
        };
        let parts = story.run.machine().parts(story.state());
        assert_eq!(
            pinned.system + pinned.schemas + pinned.working_context + parts.statistics,
            parts.pinned()
        );
        assert_eq!(pinned.schemas > 0, rules.config().unit == Unit::Tokens);
    }
    // A setting before the first event is in it.
    let engine = Engine::new(RuleSet::Paper.config(), wording(Locale::En)).unwrap();
    let mut run = memgpt_playground::run::Run::new(engine);
    let with = run.head().pinned().schemas;
    run.admit(memgpt_playground::engine::input::Input {
        at: Default::default(),
        what: Stimulus::Setting(Setting::External(false)),
    })
    .unwrap();
    run.settle();
    let Happening::Began { pinned } = run.events()[1].what else {
        panic!("{:?}", run.events());
    };
    assert!(pinned.schemas < with);
}

#[test]
fn e4_a_block_longer_than_its_limit_is_refused_at_entry_with_both_numbers() {
    let mut config = RuleSet::Paper.config();
    config.blocks[0] = BlockConfig {
        label: "persona".into(),
        limit: 2_000,
        value: "ñ".repeat(7_194).into(),
    };
    let refused = Engine::new(config.clone(), wording(Locale::En)).unwrap_err();
    let expected = ConfigProblem::BlockTooLong {
        label: "persona".into(),
        length: 7_194,
        limit: 2_000,
    };
    assert_eq!(refused, expected);
    // Characters count, not bytes.
    config.blocks[0].value = "ñ".repeat(2_000).into();
    assert!(Engine::new(config, wording(Locale::En)).is_ok());
}

#[test]
fn the_last_word_of_the_user_never_leaves() {
    for policy in EvictionPolicy::ALL {
        let mut story = quiet(|config| config.policy = policy);
        for number in 0..30 {
            let text = format!("question {number} {}", words(20));
            let mut wait = story.user(&text);
            while let Wait::Model(purpose) = wait {
                if purpose == Purpose::Act {
                    let request = story.request();
                    assert!(
                        request
                            .messages
                            .iter()
                            .any(|message| message.content.contains(&text))
                    );
                }
                wait = story.reply(match purpose {
                    Purpose::Act => say("fine"),
                    Purpose::Summarise => plain("notes"),
                    Purpose::ChooseVictims => calls(&[raw("evict", r#"{"ids":[1,2,3]}"#)]),
                });
            }
        }
        assert!(story.state().totals().page_outs > 0);
    }
}

#[test]
fn a_pinned_message_never_leaves_and_only_pinned_ones_is_a_failure() {
    for policy in EvictionPolicy::ALL {
        let mut story = quiet(|config| config.policy = policy);
        story.turn("my name is Ana", &[say("hello Ana")]);
        story.setting(Setting::Pin {
            id: memgpt_playground::engine::ids::MessageId(1),
            is_pinned: true,
        });
        for number in 0..30 {
            story.turn(&format!("{number} {}", words(30)), &[say("fine")]);
            assert!(story.queue().contains(&1), "{policy:?}");
        }
        assert!(story.state().totals().page_outs > 0);
    }
}

#[test]
fn the_summary_stands_first_in_the_role_that_the_rules_give_it() {
    for role in [Role::System, Role::User] {
        let mut story = quiet(|config| {
            if let Some(rule) = &mut config.summary {
                rule.role = role;
            }
        });
        overflow(&mut story);
        story.reply(plain("Ana likes rain"));
        let request = story.request();
        assert_eq!(request.messages[1].role, role);
        let content: Value = serde_json::from_str(&request.messages[1].content).unwrap();
        assert_eq!(content["type"], "system_alert");
        assert!(
            content["message"]
                .as_str()
                .unwrap()
                .contains("Ana likes rain")
        );
        assert_eq!(story.queue_kinds()[0], "summary");
    }
}

#[test]
fn a_summary_is_folded_into_the_next_and_keeps_what_it_covers() {
    let mut story = quiet(|_| {});
    overflow(&mut story);
    story.reply(plain("Ana likes rain"));
    story.reply(say("fine"));
    assert_eq!(overflow(&mut story), Wait::Model(Purpose::Summarise));
    let lines = transcript(&story);
    assert_eq!(lines[0]["role"], "summary");
    assert_eq!(lines[0]["text"], "Ana likes rain");
    story.reply(plain("Ana, rain"));
    assert_eq!(
        story
            .queue_kinds()
            .iter()
            .filter(|kind| **kind == "summary")
            .count(),
        1
    );
}

#[test]
fn a_summary_longer_than_its_share_is_cut() {
    let mut story = quiet(|_| {});
    overflow(&mut story);
    let wait = story.reply(plain(&words(5_000)));
    assert_eq!(wait, Wait::Model(Purpose::Act));
    assert!(story.request().tokens <= story.state().config().prompt_max());
    assert!(story.queue_texts()[0].ends_with('…'));
}
