//! The session of a real model (`make test-llm`), played again without its server.

use memgpt_playground::app::playground::Playground;
use memgpt_playground::engine::input::Stimulus;
use memgpt_playground::provider::models::last_part;
use serde_json::Value;

use super::{SUPPLIED, kinds};

const SESSION: &str = include_str!("../../llm/session.json");

fn count(playground: &Playground, kind: &str) -> usize {
    kinds(playground).iter().filter(|one| **one == kind).count()
}

#[test]
fn it_is_the_same_run_again_with_what_left_and_what_came_back() {
    let imported = Playground::import(SESSION, SUPPLIED).unwrap();
    assert!(imported.is_same, "the digest is another one");
    let playground = imported.accept();
    let said = playground.run().inputs().iter();
    let said = said.filter(|recorded| matches!(recorded.input.what, Stimulus::User(_)));
    assert!(said.count() >= 20, "twenty turns");
    assert!(count(&playground, "evicted") > 0, "something left");
    assert!(count(&playground, "paged_in") > 0, "something came back");
    assert!(playground.is_live() && playground.question().is_none());
}

#[test]
fn every_reply_says_who_gave_it_and_what_was_counted() {
    let playground = Playground::import(SESSION, SUPPLIED).unwrap().accept();
    let inputs = playground.run().inputs().iter();
    let mut replies = 0;
    for recorded in inputs {
        let Stimulus::Replied(reply) = &recorded.input.what else {
            continue;
        };
        replies += 1;
        let by = reply.by.as_ref().unwrap();
        assert_eq!(&*by.provider, "llamacpp");
        assert_eq!(last_part(&by.model), &*by.model);
        let usage = reply.usage.as_ref().unwrap();
        assert!(usage.prompt > 0 && usage.completion > 0, "{usage:?}");
    }
    assert_eq!(replies, count(&playground, "replied"));
    assert!(replies >= 20, "{replies} replies");
}

#[test]
fn it_holds_nothing_of_the_machine_that_it_ran_on() {
    let value: Value = serde_json::from_str(SESSION).unwrap();
    let text = value.to_string();
    for trace in [
        "/home/",
        "/root/",
        "/tmp/",
        "/usr/",
        "127.0.0.1",
        "localhost",
        ".gguf",
        "Bearer ",
    ] {
        assert!(!text.contains(trace), "{trace}");
    }
}
