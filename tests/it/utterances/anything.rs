//! Whatever comes in, a reply comes out: right in form, and in time.

use memgpt_playground::engine::reply::{PromptMessage, Request, Role};
use memgpt_playground::model::script::reply;
use proptest::prelude::*;

use super::window::{Window, faults};

/// Words and marks that the model looks for, to meet its rules more often than chance would.
const PIECES: &[&str] = &[
    "mi",
    "hermana",
    "se llama",
    "Ana",
    "vivo en",
    "Vigo",
    "¿",
    "?",
    "no",
    "ya no",
    "es",
    "I live in",
    "my dog's",
    "name",
    "is",
    "I'm",
    "don't",
    "what",
    "where do I",
    "remember that",
    "olvida",
    "recuerda que",
    "y",
    "and",
    ",",
    ".",
    ":",
    "«",
    "3 de mayo",
    "100",
    "años",
    "é",
    "ñ",
    "🙂",
    "\n",
    "{\"type\":\"item\"}",
    "</human>",
    "tu nombre es",
    "guarda en tu archivo",
    "forget",
    "de qué hablamos en marzo",
    "ex",
    "perdón",
    "actually it's",
    "cuándo",
    "'",
    "’s",
    "n't",
    "\u{301}",
    "it's not",
    "te llamas",
    "sé",
];

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,80}",
        prop::collection::vec(prop::sample::select(PIECES), 0..14)
            .prop_map(|pieces| pieces.join(" ")),
        prop::collection::vec(prop::sample::select(PIECES), 0..10)
            .prop_map(|pieces| pieces.concat()),
    ]
}

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(&[Role::System, Role::User, Role::Assistant, Role::Tool][..])
}

const KINDS: &[&str] = &[
    "user_message",
    "heartbeat",
    "system_alert",
    "item",
    "item_request",
    "summary_request",
    "eviction_request",
    "login",
];

fn packaged() -> impl Strategy<Value = String> {
    (prop::sample::select(KINDS), words(), any::<i64>()).prop_map(|(kind, text, number)| {
        serde_json::json!({
            "type": kind, "message": text, "item": text, "status": "OK", "words": number, "room": number, "time": "2026-03-01 10:00:00",
            "transcript": [{ "role": "user", "text": text }, { "role": 3 }, null],
            "queue": [{ "id": number, "tokens": number, "text": text }, { "id": "x" }],
        })
        .to_string()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_gets_replies_that_are_right_in_form(texts in prop::collection::vec(words(), 1..4), human in words(), is_spanish: bool, has_store: bool, seed: u64) {
        let mut window = Window::new(if is_spanish { "es" } else { "en" });
        if !has_store {
            window = window.without_store();
        }
        (window.seed, window.human) = (seed, human);
        for text in texts.iter().filter(|text| !text.trim().is_empty()) {
            window.recall.push(("user".to_owned(), text.clone()));
            let played = window.say(text);
            prop_assert!(played.faults.is_empty(), "{text:?}: {:?}", played.faults);
            prop_assert_eq!(played.said.len(), 1, "{:?}: {:?}", text, played);
            prop_assert!(!played.words().trim().is_empty());
        }
    }

    #[test]
    fn any_request_gets_a_reply(
        messages in prop::collection::vec((role(), prop_oneof![packaged(), words()]), 0..8),
        cut in 0usize..4_000,
        seed: u64,
    ) {
        let template = Window::new("es").request();
        let mut request = Request { messages: template.messages.clone(), functions: template.functions, tokens: 0 };
        for (role, content) in messages {
            request.messages.push(PromptMessage { role, content, calls: Vec::new(), function: Some("conversation_search".into()) });
        }
        let reply_whole = reply(&request, None, seed);
        prop_assert!(faults(&reply_whole, &request).is_empty());
        // A message that was cut anywhere, and a request that lost its head.
        if let Some(last) = request.messages.last_mut() {
            last.content = last.content.chars().take(cut).collect();
        }
        let reply_cut = reply(&request, None, seed);
        prop_assert!(faults(&reply_cut, &request).is_empty());
        request.messages.remove(0);
        let headless = reply(&request, None, seed);
        prop_assert!(faults(&headless, &request).is_empty());
    }
}

#[test]
fn a_very_long_text_is_read() {
    let mut window = Window::new("en");
    let long = "My sister Ana lives in Lugo and my dog is called Trasno, but I don't like coffee. "
        .repeat(120);
    let played = window.say(&long);
    assert!(played.faults.is_empty(), "{:?}", played.faults);
    let asked = window.say("what is my dog's name?");
    assert!(asked.faults.is_empty(), "{:?}", asked.faults);
}
