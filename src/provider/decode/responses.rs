//! OpenAI's Responses. Pairs calls and results by `call_id`; ends by a status, never by
//! `[DONE]`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::complaint::Complaint;
use super::super::error::{ErrorKind, ProviderError};
use super::super::repair::Repair;
use super::calls::CallPiece;
use super::collect::{Collected, text, tokens};

/// The state of the reader.
#[derive(Debug, Default)]
pub struct Responses {
    /// The number of the call of each item.
    calls: BTreeMap<String, usize>,
    /// Kinds of text that came in pieces, per item: their whole is not taken again.
    streamed: BTreeMap<String, Streamed>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Streamed {
    text: bool,
    thoughts: bool,
    refusal: bool,
}

impl Streamed {
    const ALL: Self = Self {
        text: true,
        thoughts: true,
        refusal: true,
    };
}

impl Responses {
    /// Reads an event, or a whole body.
    pub fn read(&mut self, into: &mut Collected, name: Option<&str>, value: &Value) {
        let kind = match text(value, "type") {
            "" => name.unwrap_or_default(),
            kind => kind,
        };
        if text(value, "object") == "response" {
            self.items(into, value);
            return end(into, value);
        }
        let item = item_key(value);
        let delta = text(value, "delta");
        match kind {
            "response.output_text.delta" => {
                self.streamed.entry(item).or_default().text = true;
                into.add_text(delta, true);
            }
            "response.refusal.delta" => {
                self.streamed.entry(item).or_default().refusal = true;
                into.add_refusal(delta);
            }
            "response.reasoning_text.delta"
            | "response.reasoning_summary_text.delta"
            | "response.reasoning.delta" => {
                self.streamed.entry(item).or_default().thoughts = true;
                into.add_thoughts(delta);
            }
            "response.output_item.added" | "response.output_item.done" => {
                if let Some(item) = value.get("item") {
                    self.item(into, value, item, kind.ends_with("done"));
                }
            }
            "response.function_call_arguments.delta" => {
                if let Some(call) = self.calls.get(&item) {
                    let call = u64::try_from(*call).ok();
                    into.add_piece(CallPiece {
                        place: call,
                        arguments: value.get("delta"),
                        ..CallPiece::default()
                    });
                }
            }
            "response.function_call_arguments.done" => {
                if let (Some(call), Some(arguments)) =
                    (self.calls.get(&item), value.get("arguments"))
                {
                    into.state_arguments(*call, arguments);
                }
            }
            "response.completed"
            | "response.incomplete"
            | "response.failed"
            | "response.cancelled"
            | "response.done" => {
                if let Some(response) = value.get("response") {
                    self.items(into, response);
                    end(into, response);
                }
                into.is_ended = true;
            }
            kind if kind.starts_with("response.") || matches!(kind, "error" | "keepalive") => {}
            _ => into.note(Repair::UnknownEvent),
        }
    }

    /// The items of a finished response; what came in pieces is not taken twice.
    fn items(&mut self, into: &mut Collected, response: &Value) {
        let items = response.get("output").and_then(Value::as_array);
        for (index, item) in items.into_iter().flatten().enumerate() {
            let place = serde_json::json!({ "output_index": index });
            self.item(into, &place, item, true);
        }
    }

    fn item(&mut self, into: &mut Collected, event: &Value, item: &Value, is_done: bool) {
        let id = text(item, "id");
        let key = if id.is_empty() {
            item_key(event)
        } else {
            id.to_owned()
        };
        match text(item, "type") {
            "function_call" => {
                let call = match self.calls.get(&key) {
                    Some(call) => *call,
                    None => {
                        let place = u64::try_from(into.calls.len()).ok();
                        let call = into.add_call(CallPiece {
                            place,
                            id: text(item, "call_id"),
                            name: text(item, "name"),
                            ..CallPiece::default()
                        });
                        self.calls.insert(key, call);
                        call
                    }
                };
                if let Some(arguments) = item.get("arguments") {
                    into.state_arguments(call, arguments);
                }
            }
            "message" if is_done => {
                // The end of the response holds it once more.
                let streamed = self.streamed.entry(key).or_default();
                let before = std::mem::replace(streamed, Streamed::ALL);
                for part in parts(item, "content") {
                    if !before.text {
                        into.add_text(text(part, "text"), true);
                    }
                    if !before.refusal {
                        into.add_refusal(text(part, "refusal"));
                    }
                }
            }
            "reasoning" if is_done => {
                let streamed = self.streamed.entry(key).or_default();
                if !streamed.thoughts {
                    streamed.thoughts = true;
                    for part in parts(item, "summary").chain(parts(item, "content")) {
                        into.add_thoughts(text(part, "text"));
                    }
                }
            }
            _ => {}
        }
    }
}

fn item_key(event: &Value) -> String {
    match text(event, "item_id") {
        "" => {
            let place = event.get("output_index").and_then(Value::as_u64);
            format!("#{}", place.unwrap_or(0))
        }
        id => id.to_owned(),
    }
}

fn parts<'a>(item: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    item.get(key)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn end(into: &mut Collected, response: &Value) {
    if let Some(usage) = response.get("usage").filter(|usage| usage.is_object()) {
        let detail =
            |details: &str, key: &str| usage.get(details).and_then(|inner| tokens(inner, key));
        let (cached, reasoning) = (
            detail("input_tokens_details", "cached_tokens"),
            detail("output_tokens_details", "reasoning_tokens"),
        );
        let (prompt, completion) = (
            tokens(usage, "input_tokens"),
            tokens(usage, "output_tokens"),
        );
        let counted = into.usage();
        counted.prompt = prompt.unwrap_or(counted.prompt);
        counted.completion = completion.unwrap_or(counted.completion);
        counted.cached = cached.or(counted.cached);
        counted.reasoning = reasoning.or(counted.reasoning);
    }
    match text(response, "status") {
        "failed" | "cancelled" if into.error.is_none() => {
            let error = response.get("error").cloned().unwrap_or_default();
            let complaint = Complaint::of_json(&serde_json::json!({ "error": error }));
            let head = super::Head::ok("");
            into.error = Some(match error.is_null() {
                true => ProviderError::of(ErrorKind::Server),
                false => super::classify(&head, &complaint),
            });
            into.is_ended = true;
        }
        "incomplete" => {
            let details = response.get("incomplete_details");
            let reason = details.map_or("", |details| text(details, "reason"));
            into.set_stop(if reason.is_empty() {
                "incomplete"
            } else {
                reason
            });
            into.is_ended = true;
        }
        "completed" => into.is_ended = true,
        _ => {}
    }
}
