//! OpenAI's Chat Completions and its dialects: OpenRouter, Mistral, Groq, DeepSeek, LM Studio,
//! llama.cpp, vLLM, and what else calls itself compatible.

use serde_json::Value;

use super::super::reading::Signed;
use super::super::repair::Repair;
use super::calls::{CallPiece, HEARTBEAT};
use super::collect::{Collected, text, tokens};

/// The state of the reader.
#[derive(Debug, Default)]
pub struct Chat {
    /// Reasoning came in a field of its own: tags in the text are text.
    has_reasoning: bool,
}

impl Chat {
    /// Reads a chunk or a whole body.
    pub fn read(&mut self, into: &mut Collected, value: &Value, is_whole: bool) {
        for usage in [
            value.get("usage"),
            value.get("x_groq").and_then(|groq| groq.get("usage")),
        ] {
            usage.into_iter().for_each(|usage| read_usage(into, usage));
        }
        let Some(choices) = value.get("choices").and_then(Value::as_array) else {
            return;
        };
        for choice in choices {
            // Others are asked for by nobody, and belong to another answer.
            if choice.get("index").and_then(Value::as_u64).unwrap_or(0) != 0 {
                into.note(Repair::FurtherChoice);
                continue;
            }
            let part = |key| choice.get(key).filter(|part: &&Value| part.is_object());
            // A whole message in a stream is one that is not streamed after all.
            if let Some(message) = part("message") {
                self.message(into, message, true);
                into.is_ended |= is_whole;
            } else if let Some(delta) = part("delta") {
                self.message(into, delta, false);
            } else if let Some(plain) = choice.get("text").and_then(Value::as_str) {
                into.add_text(plain, true);
            }
            let reason = text(choice, "finish_reason");
            into.set_stop(reason);
            into.is_ended |= !reason.is_empty();
        }
    }

    fn message(&mut self, into: &mut Collected, message: &Value, is_whole: bool) {
        let thoughts = reasoning(message);
        self.has_reasoning |= !thoughts.is_empty();
        into.add_thoughts(&thoughts);
        match message.get("content") {
            Some(Value::String(content)) => into.add_text(content, !self.has_reasoning),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| self.part(into, part)),
            Some(part @ Value::Object(_)) => self.part(into, part),
            _ => {}
        }
        into.add_refusal(text(message, "refusal"));
        let calls = message.get("tool_calls").and_then(Value::as_array);
        for call in calls.into_iter().flatten() {
            let function = call.get("function").unwrap_or(call);
            let place = call.get("index").and_then(|index| match index {
                Value::String(text) => text.parse().ok(),
                other => other.as_u64(),
            });
            let piece = CallPiece {
                place,
                id: text(call, "id"),
                name: text(function, "name"),
                arguments: function.get("arguments"),
                heartbeat: function.get(HEARTBEAT).or_else(|| call.get(HEARTBEAT)),
            };
            let number = if is_whole {
                into.add_call(piece)
            } else {
                into.add_piece(piece)
            };
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            into.sign(Signed::Call(number), google_signature(call), false);
        }
        if let Some(call) = message.get("function_call").filter(|call| call.is_object()) {
            into.note(Repair::LegacyCall);
            let piece = CallPiece {
                name: text(call, "name"),
                arguments: call.get("arguments"),
                ..CallPiece::default()
            };
            into.add_piece(piece);
        }
        into.sign(Signed::Message, google_signature(message), false);
    }

    fn part(&mut self, into: &mut Collected, part: &Value) {
        match text(part, "type") {
            "thinking" | "reasoning" => {
                self.has_reasoning = true;
                match part.get("thinking").or_else(|| part.get("text")) {
                    Some(Value::String(thoughts)) => into.add_thoughts(thoughts),
                    Some(Value::Array(parts)) => {
                        parts
                            .iter()
                            .for_each(|part| into.add_thoughts(text(part, "text")));
                    }
                    _ => {}
                }
            }
            "refusal" => into.add_refusal(text(part, "refusal")),
            _ => into.add_text(text(part, "text"), !self.has_reasoning),
        }
    }
}

/// Reasoning under its several names. Where two carry the same text it counts once: the
/// first that holds any is taken.
fn reasoning(message: &Value) -> String {
    for name in ["reasoning_content", "reasoning", "thinking"] {
        match message.get(name) {
            Some(Value::String(thoughts)) if !thoughts.is_empty() => return thoughts.clone(),
            Some(inner @ Value::Object(_)) => {
                let thoughts = text(inner, "content");
                if !thoughts.is_empty() {
                    return thoughts.to_owned();
                }
            }
            _ => {}
        }
    }
    let details = message.get("reasoning_details").and_then(Value::as_array);
    let texts = details.into_iter().flatten().map(|detail| {
        let thoughts = text(detail, "text");
        if thoughts.is_empty() {
            text(detail, "summary")
        } else {
            thoughts
        }
    });
    texts.collect()
}

/// Where Google's compatible endpoint puts the signature that it wants back.
fn google_signature(value: &Value) -> &str {
    let extra = value
        .get("extra_content")
        .and_then(|extra| extra.get("google"));
    extra.map_or("", |google| text(google, "thought_signature"))
}

fn read_usage(into: &mut Collected, value: &Value) {
    if !value.is_object() {
        return;
    }
    let detail = |details: &str, key: &str| value.get(details).and_then(|inner| tokens(inner, key));
    let prompt = tokens(value, "prompt_tokens").or_else(|| tokens(value, "input_tokens"));
    let completion = tokens(value, "completion_tokens").or_else(|| tokens(value, "output_tokens"));
    let cached = detail("prompt_tokens_details", "cached_tokens")
        .or_else(|| tokens(value, "prompt_cache_hit_tokens"))
        .or_else(|| tokens(value, "num_cached_tokens"));
    let reasoning = detail("completion_tokens_details", "reasoning_tokens");
    if prompt.is_none() && completion.is_none() {
        return;
    }
    let usage = into.usage();
    usage.prompt = prompt.unwrap_or(usage.prompt);
    usage.completion = completion.unwrap_or(usage.completion);
    usage.cached = cached.or(usage.cached);
    usage.reasoning = reasoning.or(usage.reasoning);
}
