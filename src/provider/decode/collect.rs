//! What all protocols collect into, and how it becomes a reading.

use serde_json::Value;

use super::super::error::{ErrorKind, ProviderError};
use super::super::limits::Limits;
use super::super::protocol::Protocol;
use super::super::reading::{Delta, Reading, Signature, Signed, Stop, Usage};
use super::super::repair::{self, Repair};
use super::super::scrub::{Scrubber, deltas::DeltaScrubber};
use super::calls::{CallPiece, Calls};
use super::think::Think;
use super::{anthropic, chat, gemini, ollama, responses, stop, think};

/// The parts of a reply so far.
#[derive(Debug)]
pub struct Collected {
    reader: Reader,
    limits: Limits,
    text: String,
    thoughts: String,
    refusal: String,
    pub calls: Calls,
    think: Think,
    usage: Option<Usage>,
    raw_stop: Option<String>,
    signatures: Vec<Signature>,
    repairs: Vec<Repair>,
    deltas: Vec<Delta>,
    scrubber: DeltaScrubber,
    /// What went wrong.
    pub error: Option<ProviderError>,
    /// The sign came that ends a reply of this protocol.
    pub is_ended: bool,
}

/// The state of each protocol's reader.
#[derive(Debug)]
enum Reader {
    Chat(chat::Chat),
    Responses(responses::Responses),
    Anthropic(anthropic::Anthropic),
    Gemini,
    Ollama,
}

impl Collected {
    /// Nothing yet.
    pub fn new(protocol: Protocol, limits: Limits, scrubber: &Scrubber) -> Self {
        let reader = match protocol {
            Protocol::OpenAiChat => Reader::Chat(chat::Chat::default()),
            Protocol::OpenAiResponses => Reader::Responses(responses::Responses::default()),
            Protocol::AnthropicMessages => Reader::Anthropic(anthropic::Anthropic::default()),
            Protocol::GeminiNative => Reader::Gemini,
            // Of the browser's own model the page writes lines in the same form.
            Protocol::OllamaNative | Protocol::BrowserPrompt => Reader::Ollama,
        };
        let sends_objects = matches!(protocol, Protocol::GeminiNative | Protocol::OllamaNative);
        Self {
            reader,
            limits,
            text: String::new(),
            thoughts: String::new(),
            refusal: String::new(),
            calls: Calls::new(
                sends_objects || protocol == Protocol::AnthropicMessages,
                sends_objects,
            ),
            think: Think::default(),
            usage: None,
            raw_stop: None,
            signatures: Vec::new(),
            repairs: Vec::new(),
            deltas: Vec::new(),
            scrubber: DeltaScrubber::new(scrubber),
            error: None,
            is_ended: false,
        }
    }

    /// Reads one value: an event of a stream, or a whole body.
    pub fn read(&mut self, name: Option<&str>, value: &Value, is_whole: bool) {
        let mut reader = std::mem::replace(&mut self.reader, Reader::Gemini);
        match &mut reader {
            Reader::Chat(chat) => chat.read(self, value, is_whole),
            Reader::Responses(responses) => responses.read(self, name, value),
            Reader::Anthropic(anthropic) => anthropic.read(self, name, value),
            Reader::Gemini => gemini::read(self, value),
            Reader::Ollama => ollama::read(self, value),
        }
        self.reader = reader;
        if self.calls.len() > self.limits.calls && self.error.is_none() {
            self.error = Some(ProviderError {
                message: "the reply has more calls than allowed".into(),
                ..ProviderError::of(ErrorKind::BadStream)
            });
            self.is_ended = true;
        }
    }

    /// Notes a repair, each kind once.
    pub fn note(&mut self, repair: Repair) {
        repair::note(&mut self.repairs, repair);
    }

    /// Adds visible text. Tags of reasoning are looked for unless the protocol keeps it apart.
    pub fn add_text(&mut self, text: &str, may_have_tags: bool) {
        if !may_have_tags {
            return self.add_plain(text);
        }
        let sorted = self.think.push(text);
        self.add_thoughts(&sorted.thoughts);
        self.add_plain(&sorted.text);
    }

    fn add_plain(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(text);
            self.deltas.push(Delta::Text(text.to_owned()));
        }
    }

    /// Adds reasoning.
    pub fn add_thoughts(&mut self, text: &str) {
        if !text.is_empty() {
            self.thoughts.push_str(text);
            self.deltas.push(Delta::Thoughts(text.to_owned()));
        }
    }

    /// Adds words of a refusal.
    pub fn add_refusal(&mut self, text: &str) {
        if !text.is_empty() {
            self.refusal.push_str(text);
            self.deltas.push(Delta::Refusal(text.to_owned()));
        }
    }

    /// Takes a piece of a call of a stream; the number of its call.
    pub fn add_piece(&mut self, piece: CallPiece<'_>) -> usize {
        if self.calls.len() > self.limits.calls {
            return 0;
        }
        self.calls.piece(piece, &mut self.repairs, &mut self.deltas)
    }

    /// Takes a whole call; its number.
    pub fn add_call(&mut self, piece: CallPiece<'_>) -> usize {
        if self.calls.len() > self.limits.calls {
            return 0;
        }
        self.calls.whole(piece, &mut self.deltas)
    }

    /// Sets the arguments of a call as the provider states them at its end.
    pub fn state_arguments(&mut self, at: usize, arguments: &Value) {
        self.calls.state_arguments(at, arguments, &mut self.deltas);
    }

    /// Takes a signature; pieces of the same one are joined.
    pub fn sign(&mut self, on: Signed, value: &str, goes_on: bool) {
        if value.is_empty() {
            return;
        }
        let has_room = self.signatures.len() < self.limits.calls * 2;
        match self.signatures.last_mut() {
            Some(last) if goes_on && last.on == on => last.value.push_str(value),
            _ if !has_room => {}
            _ => self.signatures.push(Signature {
                on,
                value: value.to_owned(),
            }),
        }
    }

    /// The usage so far, to be changed: the last report of a field wins.
    pub fn usage(&mut self) -> &mut Usage {
        self.usage.get_or_insert_default()
    }

    /// The raw reason of the end. An empty one says nothing.
    pub fn set_stop(&mut self, raw: &str) {
        if !raw.is_empty() {
            self.raw_stop = Some(raw.to_owned());
        }
    }

    /// Whether a reason of the end was given.
    pub fn has_stop(&self) -> bool {
        self.raw_stop.is_some()
    }

    /// Whether there is a refusal in words.
    pub fn has_refusal(&self) -> bool {
        !self.refusal.is_empty()
    }

    /// What may be shown by now.
    pub fn take_deltas(&mut self) -> Vec<Delta> {
        let deltas = std::mem::take(&mut self.deltas);
        self.scrubber.push(deltas)
    }

    /// The reply has ended.
    pub fn finish(mut self, scrubber: &Scrubber) -> (Reading, Vec<Delta>) {
        let sorted = self.think.finish();
        self.add_thoughts(&sorted.thoughts);
        self.add_plain(&sorted.text);
        if self.think.has_tags {
            self.note(Repair::ThinkTags);
        }
        if self.thoughts.is_empty()
            && matches!(self.reader, Reader::Chat(_) | Reader::Ollama)
            && let Some((thoughts, answer)) = think::unopened(&self.text)
        {
            (self.thoughts, self.text) = (thoughts.to_owned(), answer.to_owned());
            self.note(Repair::ThinkTags);
        }
        let mut deltas = self.take_deltas();
        deltas.extend(self.scrubber.finish());

        let assembled = std::mem::take(&mut self.calls).assemble(&mut self.repairs);
        let raw = self.raw_stop.take().unwrap_or_default();
        let has_calls = !assembled.calls.is_empty();
        let by_reason = stop::read(&raw);
        if by_reason == Some(Stop::Error) && self.error.is_none() {
            self.error = Some(ProviderError::of(ErrorKind::Server));
        }
        let stop = match by_reason {
            _ if self.error.is_some() => Stop::Error,
            Some(stop @ (Stop::Length | Stop::ContextFull)) => stop,
            _ if assembled.is_cut => Stop::Length,
            _ if !self.refusal.is_empty() => Stop::Refused,
            Some(stop @ (Stop::Filtered | Stop::Refused)) => stop,
            _ if has_calls => Stop::ToolCalls,
            Some(stop) => stop,
            None => Stop::Done,
        };
        if stop == Stop::ToolCalls || stop == Stop::Done {
            let announced = stop::announces_calls(&raw);
            if announced != has_calls && (announced || is_plain(&raw)) && !self.calls_are_silent() {
                self.note(Repair::FinishReason);
            }
        }
        let mut tool_calls = assembled.calls;
        if stop != Stop::ToolCalls && has_calls {
            self.note(match assembled.is_cut {
                true => Repair::CutCalls,
                false => Repair::DroppedCalls,
            });
            tool_calls.clear();
        }
        let reading = Reading {
            text: self.text,
            thoughts: self.thoughts,
            refusal: self.refusal,
            tool_calls,
            stop,
            usage: self.usage,
            error: self.error,
            repairs: self.repairs,
            signatures: self.signatures,
        };
        (scrubber.reading(reading), deltas)
    }

    /// Protocols whose reason of the end never announces calls.
    fn calls_are_silent(&self) -> bool {
        !matches!(self.reader, Reader::Chat(_) | Reader::Anthropic(_))
    }
}

/// A reason that says that the model had nothing more to say.
fn is_plain(raw: &str) -> bool {
    !raw.is_empty() && stop::read(raw).is_none()
}

/// A number of tokens in a field of a usage; `None` where it is missing or null.
pub fn tokens(usage: &Value, key: &str) -> Option<u32> {
    let value = usage.get(key)?;
    let number = value.as_u64().or_else(|| {
        let whole = value.as_f64().filter(|number| *number >= 0.0)?;
        format!("{whole:.0}").parse().ok()
    })?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A text in a field; empty where it is none.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
