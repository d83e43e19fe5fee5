//! From a reading to what the engine takes: one finished reply, or one failure whose name
//! holds no text of a provider.

use std::sync::Arc;

use super::call;
use super::error::ErrorKind;
use super::profile::Tools;
use super::reading::{Reading, Stop, ToolCall};
use super::repair::{Repair, note};
use super::text_call::{Found, MARKS, TextMode, find};
use crate::engine::function::RawCall;
use crate::engine::reply::{ModelFailure, Reply, Request, Usage};

/// What a model call came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A reply that the engine takes.
    Reply(Reply),
    /// Nothing that it could take.
    Failed {
        /// What the engine is told, and what is recorded.
        failure: ModelFailure,
        /// The same request may be sent once more, since chance decides what a model writes.
        may_ask_again: bool,
    },
}

/// The outcome of a reading for the request that it answers, and what was put right.
pub fn take(reading: Reading, request: &Request, tools: Tools) -> (Outcome, Vec<Repair>) {
    let mut taker = Taker {
        request,
        mode: match tools {
            Tools::Native => None,
            Tools::JsonSchema => Some(TextMode::Json),
            Tools::Text => Some(TextMode::Text),
        },
        repairs: reading.repairs.clone(),
    };
    let outcome = taker.outcome(reading);
    (outcome, taker.repairs)
}

struct Taker<'a> {
    request: &'a Request,
    /// How calls were asked for as text; `None` where they were not.
    mode: Option<TextMode>,
    repairs: Vec<Repair>,
}

fn failed(kind: &str, may_ask_again: bool) -> Outcome {
    let kind = kind.into();
    Outcome::Failed {
        failure: ModelFailure::Other { kind },
        may_ask_again,
    }
}

const CONTEXT_FULL: Outcome = Outcome::Failed {
    failure: ModelFailure::ContextFull,
    may_ask_again: false,
};

impl Taker<'_> {
    fn outcome(&mut self, reading: Reading) -> Outcome {
        let wants_text = self.request.functions.is_empty();
        match &reading.stop {
            Stop::Error => self.error(reading),
            Stop::ContextFull => CONTEXT_FULL,
            // A summary that is cut is still one; a call never.
            Stop::Length if wants_text && !reading.text.trim().is_empty() => self.said(reading),
            Stop::Length => failed("Length", false),
            Stop::Refused => failed("Refused", false),
            Stop::Filtered => failed("Filtered", false),
            Stop::Paused => failed("Paused", true),
            Stop::ToolCalls => {
                let Reading {
                    text,
                    thoughts,
                    tool_calls,
                    usage,
                    ..
                } = reading;
                Outcome::Reply(self.calling(thoughts, text, tool_calls, usage))
            }
            Stop::Done | Stop::Unknown(_) if wants_text => self.said(reading),
            Stop::Done | Stop::Unknown(_) => self.without_calls(reading),
        }
    }

    fn error(&mut self, reading: Reading) -> Outcome {
        let Some(error) = reading.error else {
            return failed(ErrorKind::Server.name(), false);
        };
        if error.kind == ErrorKind::ContextOverflow {
            return CONTEXT_FULL;
        }
        // The provider refused what its own model wrote: our rules answer the model better.
        let refused = error.failed_generation.as_deref();
        let found = refused.and_then(|text| self.find(text, TextMode::Text));
        match found {
            Some(found) if error.kind == ErrorKind::ToolSchemaRejected => {
                let reply = self.found(found, reading.thoughts, reading.usage);
                Outcome::Reply(reply)
            }
            _ => failed(error.kind.name(), false),
        }
    }

    fn find(&self, text: &str, mode: TextMode) -> Option<Found> {
        let is_known = |name: &str| call::declared_name(name, self.request).is_some();
        find(text, mode, &is_known)
    }

    /// Text where functions were offered.
    fn without_calls(&mut self, reading: Reading) -> Outcome {
        let Some(mode) = self.mode else {
            // Not run, since nobody asked for calls as text: a quotation from memory may look
            // like one. Not kept either: the model would imitate it.
            return if self.find(&reading.text, TextMode::Text).is_some() {
                failed("CallInText", true)
            } else {
                self.said(reading)
            };
        };
        if let Some(found) = self.find(&reading.text, mode) {
            return Outcome::Reply(self.found(found, reading.thoughts, reading.usage));
        }
        if reading.text.trim().is_empty()
            && let Some(found) = self.find(&reading.thoughts, mode)
        {
            note(&mut self.repairs, Repair::CallInThoughts);
            return Outcome::Reply(self.found(found, String::new(), reading.usage));
        }
        match self.broken(&reading.text) {
            Some(broken) => {
                let calls = vec![broken];
                Outcome::Reply(reply(reading.thoughts, String::new(), calls, reading.usage))
            }
            None => self.said(reading),
        }
    }

    /// A call that cannot be read goes back to the model as what it is.
    fn broken(&self, text: &str) -> Option<RawCall> {
        let trimmed = text.trim();
        let is_meant = trimmed.starts_with('{') || MARKS.iter().any(|mark| trimmed.contains(mark));
        let functions = self.request.functions.iter();
        let names = functions.map(|schema| schema.function.wire());
        let places = names.filter_map(|name| Some((trimmed.find(name)?, name)));
        let (_, name) = places.min().filter(|_| is_meant)?;
        Some(RawCall {
            name: name.into(),
            arguments: trimmed.into(),
        })
    }

    fn found(
        &mut self,
        found: Found,
        thoughts: String,
        usage: Option<super::reading::Usage>,
    ) -> Reply {
        for repair in found.repairs {
            note(&mut self.repairs, repair);
        }
        self.calling(thoughts, found.before, found.calls, usage)
    }

    /// What is said beside a call is inner monologue: only `send_message` reaches the user.
    fn calling(
        &mut self,
        thoughts: String,
        text: String,
        calls: Vec<ToolCall>,
        usage: Option<super::reading::Usage>,
    ) -> Reply {
        let mut thoughts = vec![thoughts, text];
        let calls = calls
            .into_iter()
            .map(|one| call::raw(one, self.request, &mut thoughts, &mut self.repairs))
            .collect();
        thoughts.retain(|thought| !thought.trim().is_empty());
        reply(thoughts.join("\n"), String::new(), calls, usage)
    }

    fn said(&mut self, reading: Reading) -> Outcome {
        if reading.text.trim().is_empty() {
            return failed("EmptyReply", true);
        }
        let Reading {
            text,
            thoughts,
            usage,
            ..
        } = reading;
        Outcome::Reply(reply(thoughts, text, Vec::new(), usage))
    }
}

fn reply(
    thoughts: String,
    text: String,
    calls: Vec<RawCall>,
    usage: Option<super::reading::Usage>,
) -> Reply {
    Reply {
        thoughts: thoughts.into(),
        text: text.into(),
        calls: Arc::from(calls),
        usage: usage.map(|usage| Usage {
            prompt: usage.prompt,
            completion: usage.completion,
            cached: usage.cached,
            reasoning: usage.reasoning,
        }),
        ..Reply::default()
    }
}
