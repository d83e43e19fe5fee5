//! Gemini's `generateContent`. Every chunk of a stream has the shape of a whole body.

use serde_json::Value;

use super::super::reading::Signed;
use super::super::repair::Repair;
use super::calls::CallPiece;
use super::collect::{Collected, text, tokens};

/// Reads a chunk or a whole body.
pub fn read(into: &mut Collected, value: &Value) {
    if let Some(usage) = value.get("usageMetadata").filter(|usage| usage.is_object()) {
        read_usage(into, usage);
    }
    let candidates = value.get("candidates").and_then(Value::as_array);
    for candidate in candidates.into_iter().flatten() {
        if candidate.get("index").and_then(Value::as_u64).unwrap_or(0) != 0 {
            into.note(Repair::FurtherChoice);
            continue;
        }
        let parts = candidate
            .get("content")
            .and_then(|content| content.get("parts"))
            .and_then(Value::as_array);
        parts
            .into_iter()
            .flatten()
            .for_each(|part| read_part(into, part));
        let reason = text(candidate, "finishReason");
        into.set_stop(reason);
        into.is_ended |= !reason.is_empty();
    }
    let blocked = value
        .get("promptFeedback")
        .map_or("", |feedback| text(feedback, "blockReason"));
    if !blocked.is_empty() && !into.has_stop() {
        into.set_stop("blocked");
        into.is_ended = true;
    }
}

fn read_part(into: &mut Collected, part: &Value) {
    let is_thought = part.get("thought").and_then(Value::as_bool) == Some(true);
    let words = text(part, "text");
    if is_thought {
        into.add_thoughts(words);
    } else {
        into.add_text(words, false);
    }
    let signature = text(part, "thoughtSignature");
    match part.get("functionCall") {
        Some(call) => {
            let number = into.add_call(CallPiece {
                id: text(call, "id"),
                name: text(call, "name"),
                arguments: call.get("args"),
                ..CallPiece::default()
            });
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            into.sign(Signed::Call(number), signature, false);
        }
        None if is_thought => into.sign(Signed::Thoughts, signature, false),
        None => into.sign(Signed::Message, signature, false),
    }
}

/// Reasoning is counted beside the answer here; elsewhere it is a part of it.
fn read_usage(into: &mut Collected, usage: &Value) {
    let prompt = tokens(usage, "promptTokenCount");
    let answer = tokens(usage, "candidatesTokenCount");
    let thoughts = tokens(usage, "thoughtsTokenCount");
    let cached = tokens(usage, "cachedContentTokenCount");
    let counted = into.usage();
    counted.prompt = prompt.unwrap_or(counted.prompt);
    if answer.is_some() || thoughts.is_some() {
        let known = counted
            .completion
            .saturating_sub(counted.reasoning.unwrap_or(0));
        let reasoning = thoughts.or(counted.reasoning);
        counted.completion = answer
            .unwrap_or(known)
            .saturating_add(reasoning.unwrap_or(0));
        counted.reasoning = reasoning;
    }
    counted.cached = cached.or(counted.cached);
}
