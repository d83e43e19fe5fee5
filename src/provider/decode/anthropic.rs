//! Anthropic's Messages.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::reading::Signed;
use super::super::repair::Repair;
use super::calls::CallPiece;
use super::collect::{Collected, text, tokens};

/// The state of the reader.
#[derive(Debug, Default)]
pub struct Anthropic {
    /// The number of the call in each block that is one; others run at the provider.
    calls: BTreeMap<u64, usize>,
    /// Parts of the prompt, which are counted apart: new, written to the cache, read from it.
    prompt: [u32; 3],
}

const PROMPT_PARTS: [&str; 3] = [
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
];

impl Anthropic {
    /// Reads an event, or a whole body.
    pub fn read(&mut self, into: &mut Collected, name: Option<&str>, value: &Value) {
        let kind = match text(value, "type") {
            "" => name.unwrap_or_default(),
            kind => kind,
        };
        let place = value.get("index").and_then(Value::as_u64).unwrap_or(0);
        match kind {
            "message" => self.whole(into, value),
            "message_start" => {
                if let Some(message) = value.get("message") {
                    self.usage(into, message.get("usage"));
                }
            }
            "content_block_start" => {
                if let Some(block) = value.get("content_block") {
                    self.block(into, place, block);
                }
            }
            "content_block_delta" => {
                if let Some(delta) = value.get("delta") {
                    self.delta(into, place, delta);
                }
            }
            "message_delta" => {
                self.usage(into, value.get("usage"));
                if let Some(delta) = value.get("delta") {
                    stop(into, delta);
                }
            }
            "message_stop" => into.is_ended = true,
            "content_block_stop" | "ping" | "error" => {}
            _ => into.note(Repair::UnknownEvent),
        }
    }

    fn whole(&mut self, into: &mut Collected, message: &Value) {
        let blocks = message.get("content").and_then(Value::as_array);
        for (place, block) in (0..).zip(blocks.into_iter().flatten()) {
            self.block(into, place, block);
        }
        self.usage(into, message.get("usage"));
        stop(into, message);
        into.is_ended = true;
    }

    fn block(&mut self, into: &mut Collected, place: u64, block: &Value) {
        match text(block, "type") {
            "text" => into.add_text(text(block, "text"), false),
            "thinking" => {
                into.add_thoughts(text(block, "thinking"));
                into.sign(Signed::Thoughts, text(block, "signature"), false);
            }
            "tool_use" => {
                // In a stream the input begins empty and comes in pieces.
                let input = block.get("input");
                let input = input
                    .filter(|input| input.as_object().is_none_or(|members| !members.is_empty()));
                let call = into.add_call(CallPiece {
                    place: Some(place),
                    id: text(block, "id"),
                    name: text(block, "name"),
                    arguments: input,
                    ..CallPiece::default()
                });
                self.calls.insert(place, call);
            }
            // What runs at the provider, and what is not known, is no call for us.
            _ => {}
        }
    }

    fn delta(&mut self, into: &mut Collected, place: u64, delta: &Value) {
        match text(delta, "type") {
            "text_delta" => into.add_text(text(delta, "text"), false),
            "thinking_delta" => into.add_thoughts(text(delta, "thinking")),
            "signature_delta" => into.sign(Signed::Thoughts, text(delta, "signature"), true),
            "input_json_delta" if self.calls.contains_key(&place) => {
                into.add_piece(CallPiece {
                    place: Some(place),
                    arguments: delta.get("partial_json"),
                    ..CallPiece::default()
                });
            }
            _ => {}
        }
    }

    /// The prompt is the sum of its parts; a later report corrects an earlier one.
    fn usage(&mut self, into: &mut Collected, usage: Option<&Value>) {
        let Some(usage) = usage.filter(|usage| usage.is_object()) else {
            return;
        };
        for (part, name) in self.prompt.iter_mut().zip(PROMPT_PARTS) {
            *part = tokens(usage, name).unwrap_or(*part);
        }
        let says_cache = tokens(usage, PROMPT_PARTS[2]);
        let reasoning = usage
            .get("output_tokens_details")
            .and_then(|details| tokens(details, "thinking_tokens"));
        let counted = into.usage();
        counted.prompt = self
            .prompt
            .iter()
            .fold(0, |sum: u32, part| sum.saturating_add(*part));
        counted.completion = tokens(usage, "output_tokens").unwrap_or(counted.completion);
        counted.cached = says_cache.or(counted.cached);
        counted.reasoning = reasoning.or(counted.reasoning);
    }
}

fn stop(into: &mut Collected, from: &Value) {
    let reason = text(from, "stop_reason");
    into.set_stop(reason);
    into.is_ended |= !reason.is_empty();
    let details = from
        .get("stop_details")
        .filter(|details| details.is_object());
    if reason == "refusal" && !into.has_refusal() {
        let words = details.map_or("", |details| text(details, "explanation"));
        into.add_refusal(words);
    }
}
