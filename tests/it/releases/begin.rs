//! How a run begins under each rule set: what stands in the queue, who speaks first, which
//! first replies are taken, and what message 0 says.

use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::event::{Happening, Purpose, Rejection};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::reply::{Reply, Role};
use memgpt_playground::engine::windows::{WINDOWS, window_named};
use memgpt_playground::run::Wait;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::json;

use crate::support::{Story, engine, say, think};

const BOOTED: [RuleSet; 4] = [
    RuleSet::MemGpt01,
    RuleSet::MemGpt02,
    RuleSet::MemGpt03,
    RuleSet::Letta2025,
];

fn thinking(reply: Reply) -> Reply {
    Reply {
        thoughts: "they came".into(),
        ..reply
    }
}

#[test]
fn releases_begin_with_a_canned_exchange_and_a_login() {
    for rules in RuleSet::ALL {
        let story = Story::of(engine(rules.config()));
        if !BOOTED.contains(&rules) {
            assert!(story.state().is_idle());
            assert_eq!(story.state().messages(), 0);
            continue;
        }
        assert_eq!(
            story.queue_kinds(),
            ["assistant", "function_result", "login"]
        );
        assert_eq!(story.state().turn(), 0);
        // The agent speaks first, without a word of the user's.
        assert_eq!(story.state().asking(), Some(Purpose::Act));
        let request = story.request();
        let roles: Vec<Role> = request
            .messages
            .iter()
            .map(|message| message.role)
            .collect();
        assert_eq!(
            roles,
            [Role::System, Role::Assistant, Role::Tool, Role::User]
        );
        assert_eq!(&*request.messages[1].calls[0].name, "send_message");
        let login: serde_json::Value = serde_json::from_str(&request.messages[3].content).unwrap();
        assert_eq!(login["type"], "login");
        assert!(
            login["last_login"]
                .as_str()
                .unwrap()
                .contains("first login")
        );
        assert_eq!(request.tokens, story.total());
    }
}

#[test]
fn the_user_may_speak_first_where_the_settings_say_so() {
    let mut config = RuleSet::MemGpt02.config();
    if let Some(boot) = &mut config.boot {
        boot.speaks_first = false;
    }
    let mut story = Story::of(engine(config));
    assert!(story.state().is_idle());
    assert_eq!(story.user("hello"), Wait::Model(Purpose::Act));
    assert_eq!(story.state().turn(), 1);
}

/// C1 (#42): the first reply calls something else than the rules want; it is asked again, ten
/// times at most, each is shown and counted, and then the turn ends. Nothing of it is stored.
#[test]
fn c1_first_replies_are_rejected_ten_times_at_most_and_each_is_shown() {
    let insert = || {
        thinking(Reply::call(
            "",
            Function::ArchivalMemoryInsert,
            &json!({"content": "x", "request_heartbeat": true}),
        ))
    };
    for rules in BOOTED {
        for (bad, why) in [
            (insert(), Rejection::OtherFunction),
            (think("hello"), Rejection::NoCall),
            (say("hello"), Rejection::NoThoughts),
            (
                Reply::say("I call (them)", "hello"),
                Rejection::WrongThoughts,
            ),
        ] {
            let mut story = Story::of(engine(rules.config()));
            let messages = story.state().messages();
            let mut asked = 1;
            while story.reply(bad.clone()) != Wait::User {
                asked += 1;
            }
            assert_eq!(asked, 11, "{rules:?} {why:?}");
            let rejected = story.all(|what| match what {
                Happening::ReplyRejected { why, left } => Some((*why, *left)),
                _ => None,
            });
            let expected: Vec<_> = (0..=10).rev().map(|left| (why, left)).collect();
            assert_eq!(rejected, expected);
            assert_eq!(story.state().totals().model_calls, 11);
            assert_eq!(
                story.state().messages(),
                messages,
                "a rejected reply is stored"
            );
            assert_eq!(story.state().passages(), 0);
            // The next reply is a first one still; once one was taken, any will do.
            story.user("hello?");
            story.mark();
            story.reply(bad.clone());
            assert_eq!(story.kinds()[1], "reply_rejected");
            assert_eq!(story.reply(thinking(say("hello"))), Wait::User);
            story.mark();
            story.user("and now?");
            story.reply(bad);
            assert!(!story.kinds().contains(&"reply_rejected"));
        }
    }
}

#[test]
fn rule_sets_without_that_rule_take_any_first_reply() {
    for rules in [RuleSet::Paper, RuleSet::Letta2026] {
        let mut story = Story::under(rules, |_| {});
        story.user("hello");
        story.mark();
        assert_eq!(story.reply(think("hm")), Wait::User);
        assert!(!story.kinds().contains(&"reply_rejected"));
    }
}

#[test]
fn message_0_is_laid_out_as_each_release_does() {
    for rules in RuleSet::ALL {
        let mut story = Story::under(rules, |_| {});
        if story.state().counts_items() {
            continue;
        }
        story.user("hello");
        let system = story.request().messages[0].content.clone();
        let at = |part: &str| system.find(part).unwrap_or(usize::MAX);
        let (persona, human) = (at("<persona"), at("<human"));
        assert!(
            at("messages in recall") < persona && persona < human,
            "{system}"
        );
        let dated = at("Working context last changed: 2026-03-01 09:00:00");
        assert_eq!(
            dated < at("messages in recall"),
            BOOTED.contains(&rules),
            "{system}"
        );
        let tag = match rules {
            RuleSet::MemGpt01 => "<human>\n\n</human>",
            RuleSet::Letta2026 => "- chars_current=0\n- chars_limit=100000\n",
            RuleSet::Letta2025 => "<human characters=\"0/5000\">",
            _ => "<human characters=\"0/2000\">",
        };
        assert!(system.contains(tag), "{system}");
        let speaks = system.contains("send_message");
        assert_eq!(speaks, rules != RuleSet::Letta2026, "{system}");
    }
}

#[test]
fn the_moment_of_the_last_change_is_that_of_the_last_edit() {
    let mut story = Story::under(RuleSet::MemGpt02, |_| {});
    story.wait(3_600);
    let edit = Reply::call(
        "",
        Function::CoreMemoryAppend,
        &json!({"name": "human", "content": "likes rain", "request_heartbeat": true}),
    );
    story.user("I like rain");
    story.reply(edit);
    let system = story.request().messages[0].content.clone();
    assert!(
        system.contains("last changed: 2026-03-01 10:00:00"),
        "{system}"
    );
}

#[test]
fn schemas_are_those_of_the_release() {
    for rules in RuleSet::ALL {
        let mut story = Story::under(rules, |_| {});
        if story.state().counts_items() {
            continue;
        }
        story.user("hello");
        let request = story.request();
        let names: Vec<&str> = request
            .functions
            .iter()
            .map(|it| it.function.wire())
            .collect();
        let has = |name: &str| names.contains(&name);
        assert_eq!(has("send_message"), rules != RuleSet::Letta2026);
        assert_eq!(has("pause_heartbeats"), rules != RuleSet::Letta2026);
        let by_date = rules != RuleSet::Letta2025 && rules != RuleSet::Letta2026;
        assert_eq!(has("conversation_search_date"), by_date);
        for schema in &request.functions {
            let takes = schema.json.contains("request_heartbeat");
            let asks = schema.function.takes_heartbeat() && rules != RuleSet::Letta2026;
            assert_eq!(takes, asks, "{rules:?} {}", schema.json);
            let pages = schema.json.contains("\"page\"");
            let is_paged = schema.function.is_search() && rules != RuleSet::Letta2026;
            assert_eq!(pages, is_paged, "{rules:?} {}", schema.json);
        }
    }
}

#[test]
fn every_rule_set_runs_in_every_window_that_has_a_name() {
    for rules in RuleSet::ALL {
        for window in WINDOWS {
            let mut config = rules.config();
            if config.unit == memgpt_playground::engine::config::Unit::Items {
                continue;
            }
            config.window = window_named(window.name).unwrap();
            for locale in Locale::ALL {
                let engine = Engine::new(config.clone(), wording(locale)).unwrap();
                let parts = engine.parts(&engine.start());
                let room = config.prompt_max().saturating_sub(parts.pinned());
                // Shown once at the start: what is fixed leaves room for a conversation.
                assert!(room >= 400, "{rules:?} {} {locale:?}: {room}", window.name);
            }
        }
    }
    assert_eq!(window_named("gpt-5"), None);
}

#[test]
fn e13_the_next_request_has_the_block_as_it_is_now() {
    for rules in RuleSet::ALL {
        let mut story = Story::under(rules, |_| {});
        if story.state().counts_items() {
            continue;
        }
        let mut edit = json!({"name": "human", "content": "likes rain"});
        if story.state().config().shows_heartbeats() {
            edit["request_heartbeat"] = true.into();
        }
        story.user("I like rain");
        let before = story.request().messages[0].content.clone();
        story.reply(Reply::call("", Function::CoreMemoryAppend, &edit));
        let after = story.request().messages[0].content.clone();
        assert!(
            !before.contains("likes rain") && after.contains("likes rain"),
            "{after}"
        );
        assert_eq!(story.request().tokens, story.total());
    }
}
