//! The lesson's five slots: what leaves, what comes back, and at what price.

use memgpt_playground::engine::config::{EvictionPolicy, WhenSpent};
use memgpt_playground::engine::event::{Happening, Purpose};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::input::{Setting, Stimulus};
use memgpt_playground::engine::reply::Reply;
use memgpt_playground::run::Wait;
use serde_json::json;

use crate::support::{Story, call, calls, plain, raw};

fn search(item: &str) -> Reply {
    calls(&[call(Function::ConversationSearch, &json!({"query": item}))])
}

fn evict(ids: &str) -> Reply {
    calls(&[raw("evict", &format!("{{\"ids\":{ids}}}"))])
}

/// Items 1 to `count`, one after another.
fn given(count: u32, story: &mut Story) {
    for item in 1..=count {
        assert_eq!(story.user(&item.to_string()), Wait::User);
    }
}

#[test]
fn the_lesson_in_numbers() {
    let mut story = Story::miniature(|_| {});
    given(7, &mut story);
    assert_eq!(story.queue(), [3, 4, 5, 6, 7]);
    for item in ["1", "2"] {
        assert_eq!(story.user(item), Wait::Model(Purpose::Act));
        assert_eq!(story.reply(search(item)), Wait::Model(Purpose::Act));
        assert_eq!(story.reply(plain(&format!("It is {item}"))), Wait::User);
    }
    assert_eq!(story.queue(), [5, 6, 7, 1, 2]);
    let totals = story.state().totals();
    assert_eq!(
        (totals.arrivals, totals.page_ins, totals.page_outs),
        (7, 2, 4)
    );
    // Two calls answer, two more are the price of the page-ins.
    assert_eq!(totals.model_calls, 4);
    assert_eq!(story.state().recall_len(), 4);
}

#[test]
fn an_item_is_written_to_the_store_once_as_it_leaves() {
    let mut story = Story::miniature(|config| config.window = 2);
    given(4, &mut story);
    for _ in 0..5 {
        for item in ["1", "2", "3", "4"] {
            if story.user(item) == Wait::Model(Purpose::Act) {
                story.reply(search(item));
                if story.state().asking().is_some() {
                    story.reply(plain("here"));
                }
            }
        }
    }
    let mut written: Vec<u32> = Vec::new();
    for event in story.run.events() {
        if let Happening::Evicted {
            id,
            is_written: true,
            ..
        } = event.what
        {
            written.push(id.0);
        }
    }
    written.sort_unstable();
    assert_eq!(written, [1, 2, 3, 4], "written twice, or not at all");
    assert_eq!(story.run.stores().messages().len(), 4);
}

#[test]
fn without_a_store_what_left_is_gone() {
    let mut story = Story::miniature(|config| config.has_external = false);
    given(6, &mut story);
    assert_eq!(story.state().recall_len(), 0);
    assert_eq!(story.user("1"), Wait::Model(Purpose::Act));
    assert!(story.request().functions.is_empty());
    story.mark();
    story.reply(search("1"));
    assert_eq!(story.faults().len(), 1);
    story.reply(plain("I do not know"));
    assert_eq!(story.said(), ["I do not know"]);
}

#[test]
fn an_item_is_known_whatever_its_case_and_spaces() {
    let mut story = Story::miniature(|_| {});
    assert_eq!(story.user("Perro"), Wait::User);
    for again in ["Perro", "perro", "  PERRO\n"] {
        story.mark();
        assert_eq!(story.user(again), Wait::Model(Purpose::Act));
        let asked = story.all(|what| match what {
            Happening::Asked { text } => Some(text.to_string()),
            _ => None,
        });
        assert_eq!(asked, ["Perro"], "asked for as it was given");
        story.reply(plain("Perro"));
    }
    assert_eq!(story.state().messages(), 1);
}

#[test]
fn a_smaller_window_is_obeyed_at_once_and_during_a_turn() {
    let mut story = Story::miniature(|_| {});
    given(5, &mut story);
    story.mark();
    story.setting(Setting::Window(2));
    assert_eq!(
        story.kinds(),
        ["setting_changed", "evicted", "evicted", "evicted"]
    );
    assert_eq!(story.queue(), [4, 5]);
    story.setting(Setting::Window(9));
    assert_eq!(story.user("1"), Wait::Model(Purpose::Act));
    story.reply(search("1"));
    story.setting(Setting::Window(1));
    // The model was asked before; the next question to it is about one slot.
    story.reply(search("2"));
    assert_eq!(story.state().asking(), Some(Purpose::Act));
    assert_eq!(story.queue().len(), 1);
}

#[test]
fn pinned_items_that_fill_the_window_are_said_to() {
    let mut story = Story::miniature(|config| config.window = 2);
    given(2, &mut story);
    for id in [1, 2] {
        story.setting(Setting::Pin {
            id: MessageId(id),
            is_pinned: true,
        });
    }
    story.mark();
    assert_eq!(story.user("3"), Wait::User);
    assert_eq!(story.kinds(), ["offered", "flush_failed", "yielded"]);
    assert_eq!(story.queue(), [1, 2]);
    // Three pinned items in a window of one: the model is not asked, the user is told.
    story.setting(Setting::Window(1));
    story.mark();
    assert_eq!(story.user("1"), Wait::User);
    assert_eq!(story.kinds(), ["asked", "flush_failed", "yielded"]);
    story.setting(Setting::Pin {
        id: MessageId(1),
        is_pinned: false,
    });
    assert_eq!(story.user("1"), Wait::Model(Purpose::Act));
    assert_eq!(story.queue(), [2]);
}

#[test]
fn the_model_may_choose_and_err_and_nothing_hangs() {
    let mut story = Story::miniature(|config| config.policy = EvictionPolicy::ModelChosen);
    given(5, &mut story);
    assert_eq!(story.user("6"), Wait::Model(Purpose::ChooseVictims));
    assert_eq!(story.reply(evict("[3]")), Wait::User);
    assert_eq!(story.queue(), [1, 2, 4, 5, 6]);
    for bad in ["[99]", "[]", "[3]", "\"all\""] {
        let oldest = story.queue()[0];
        let item = format!("new for {bad}");
        assert_eq!(story.user(&item), Wait::Model(Purpose::ChooseVictims));
        story.mark();
        assert_eq!(story.reply(evict(bad)), Wait::User);
        assert_eq!(story.faults().len(), 1);
        assert!(!story.queue().contains(&oldest), "{bad}: the oldest leaves");
    }
    // A choice that fails, and one that is stopped, take nothing from the item.
    for item in ["failed", "stopped"] {
        assert_eq!(story.user(item), Wait::Model(Purpose::ChooseVictims));
        let wait = match item {
            "failed" => story.fail("Timeout"),
            _ => story.give(Stimulus::Stop),
        };
        assert_eq!(wait, Wait::User);
        assert_eq!(story.queue().last(), Some(&story.state().messages()));
        // The next question is answered.
        assert_eq!(story.user(item), Wait::Model(Purpose::Act));
        assert_eq!(story.reply(plain(item)), Wait::User);
        assert_eq!(story.said().last().map(String::as_str), Some(item));
    }
}

#[test]
fn at_the_cap_of_calls_no_item_is_lost() {
    let mut story = Story::miniature(|config| {
        config.policy = EvictionPolicy::ModelChosen;
        config.model_calls_max = 1;
    });
    given(5, &mut story);
    // Two more slots are needed than there are, before anything could leave.
    story.admit(Stimulus::Setting(Setting::Window(3))).unwrap();
    story.admit(Stimulus::User("6".into())).unwrap();
    let mut wait = story.settle();
    if let Wait::Model(purpose) = wait {
        assert_eq!(purpose, Purpose::ChooseVictims);
        wait = story.reply(evict("[2]"));
    }
    assert_eq!(wait, Wait::User);
    assert_eq!(story.queue().len(), 3);
    assert_eq!(story.queue().last(), Some(&6));
    assert!(!story.queue().contains(&2), "its choice counts");
}

#[test]
fn a_prompt_refused_as_too_long_is_not_sent_again_unchanged() {
    let mut story = Story::miniature(|_| {});
    given(1, &mut story);
    story.user("1");
    story.mark();
    assert_eq!(story.fail("ContextFull"), Wait::User);
    assert_eq!(story.kinds(), ["model_failed", "yielded"]);
}

#[test]
fn a_model_that_searches_for_ever_is_stopped() {
    for rule in WhenSpent::ALL {
        let mut story = Story::miniature(|config| {
            config.page_ins_max = Some(2);
            config.when_spent = rule;
        });
        given(7, &mut story);
        story.mark();
        let mut wait = story.user("1");
        let mut asked = 0;
        while let Wait::Model(_) = wait {
            asked += 1;
            wait = story.reply(search(&asked.to_string()));
        }
        assert_eq!(wait, Wait::User);
        assert_eq!(story.pages().len(), 2);
        let end = if rule == WhenSpent::Stop {
            "budget_stopped"
        } else {
            "call_cap_reached"
        };
        assert!(story.kinds().contains(&end), "{:?}", story.kinds());
        assert!(asked <= story.state().config().model_calls_max);
    }
}
