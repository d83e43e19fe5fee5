//! What the browser's own model is asked, for `LanguageModel` (the Prompt API): the prompts that
//! a session begins with, which the browser never drops, and the input that is answered.

use serde_json::{Map, Value, json};

use super::super::browser_model::CHARACTERS_PER_TOKEN;
use super::turns::{OPENING, Turn, Turns};
use super::{Part, object};

pub fn body(part: &Part<'_>, turns: &Turns<'_>) -> Map<String, Value> {
    let mut prompts = Vec::new();
    let mut add = |role: &str, content: &str| {
        if !content.is_empty() {
            prompts.push(json!({ "role": role, "content": content }));
        }
    };
    add("system", &turns.system);
    for turn in &turns.turns {
        match turn {
            // The role of the system is understood at the beginning alone.
            Turn::System(text) | Turn::User(text) => add("user", text),
            Turn::Assistant { content, .. } => add("assistant", content),
        }
    }
    let is_asked = prompts.last().is_some_and(|last| last["role"] == "user");
    let input = match prompts.pop_if(|_| is_asked) {
        Some(last) => last["content"].clone(),
        None => OPENING.into(),
    };
    let most = u64::from(part.ask.answer_max).saturating_mul(CHARACTERS_PER_TOKEN);
    let mut body = object([
        ("initialPrompts", prompts.into()),
        ("input", input),
        ("mostCharacters", most.into()),
    ]);
    if let Some(schema) = part.answer_schema() {
        body.insert("responseConstraint".to_owned(), schema);
    }
    body
}
