//! Everything that was ever said or stored: the log that recall storage shows, and
//! archival storage. Append-only; a state says how much of it belongs to it.

use std::borrow::Cow;
use std::sync::Arc;

use super::call::read_arguments;
use super::event::{Event, Happening};
use super::function::{Function, RawCall};
use super::ids::{MessageId, PassageId};
use super::message::{Body, Message, Passage};
use super::search::{NewWordIndex, SearchIndex, lower};
use super::state::State;

/// The log of messages and archival storage, with their indexes.
#[derive(Clone, Debug, Default)]
pub struct Stores {
    messages: Vec<Arc<Message>>,
    /// The miniature: each item by its text in lower case, as the search compares, in order.
    items: Vec<(Box<str>, MessageId)>,
    recall: SearchIndex,
    passages: Vec<Arc<Passage>>,
    archival: SearchIndex,
}

impl Stores {
    /// Nothing said, nothing stored. Without an index of words nothing is ranked.
    pub fn new(words: Option<NewWordIndex>) -> Self {
        Self {
            messages: Vec::new(),
            items: Vec::new(),
            recall: SearchIndex::new(words),
            passages: Vec::new(),
            archival: SearchIndex::new(words),
        }
    }

    /// A message, by number.
    pub fn message(&self, id: MessageId) -> Option<&Arc<Message>> {
        self.messages
            .get(usize::try_from(id.0.checked_sub(1)?).ok()?)
    }

    /// All messages, oldest first, also those after the state in view.
    pub fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    /// The miniature: the item of that text that `state` knows, whatever the case.
    pub(super) fn item(&self, text: &str, state: &State) -> Option<&Arc<Message>> {
        let text = lower(text);
        let at = self.items.partition_point(|(known, _)| **known < *text);
        let (known, id) = self.items.get(at)?;
        let item = self.message(*id).filter(|_| **known == *text);
        item.filter(|item| item.id.0 <= state.messages)
    }

    /// The miniature: the items that a question asks for, as `state` knows them: one, or
    /// several written with a plus between them that are needed at once. `None` where it
    /// names something that was not given.
    pub fn asked_for(&self, text: &str, state: &State) -> Option<Vec<Arc<str>>> {
        let spoken = |text: &str| match &self.item(text, state)?.body {
            Body::Item(text) => Some(Arc::clone(text)),
            _ => None,
        };
        if let Some(item) = spoken(text) {
            return Some(vec![item]);
        }
        let mut items = Vec::new();
        for part in text.split('+') {
            let item = spoken(part.trim())?;
            if !items.contains(&item) {
                items.push(item);
            }
        }
        Some(items)
    }

    /// A passage, by number.
    pub fn passage(&self, id: PassageId) -> Option<&Arc<Passage>> {
        self.passages
            .get(usize::try_from(id.0.checked_sub(1)?).ok()?)
    }

    /// All passages, oldest first, also those after the state in view.
    pub fn passages(&self) -> &[Arc<Passage>] {
        &self.passages
    }

    /// The index of recall storage: what users and the agent said, nothing else
    /// (heartbeats, alerts, summaries and results are no memories).
    pub(super) fn recall(&self) -> &SearchIndex {
        &self.recall
    }

    /// The index of archival storage.
    pub(super) fn archival(&self) -> &SearchIndex {
        &self.archival
    }

    /// Appends what an event brought.
    pub fn record(&mut self, event: &Event) {
        match &event.what {
            Happening::Arrived(message) | Happening::Summarised { message, .. } => {
                self.add(message)
            }
            Happening::PagedIn { message, .. } => self.add(message),
            Happening::PassageStored { passage } => {
                self.archival.insert(passage.id.0, &passage.text);
                self.passages.push(Arc::clone(passage));
            }
            _ => {}
        }
    }

    /// Forgets what came after `state`.
    pub fn truncate(&mut self, state: &State) {
        self.messages.truncate(state.messages as usize);
        self.items.retain(|(_, id)| id.0 <= state.messages);
        self.recall.truncate(state.messages + 1);
        self.passages.truncate(state.passages as usize);
        self.archival.truncate(state.passages + 1);
    }

    pub(super) fn add(&mut self, message: &Arc<Message>) {
        // In the miniature a page-in brings an item back that the log already has.
        if message.id.0 as usize != self.messages.len() + 1 {
            return;
        }
        if let Body::Item(text) = &message.body {
            let text = lower(text);
            let at = self.items.partition_point(|(known, _)| **known < *text);
            if self.items.get(at).is_none_or(|(known, _)| **known != *text) {
                self.items.insert(at, (text.into(), message.id));
            }
        }
        if let Some(text) = searchable(&message.body) {
            self.recall.insert(message.id.0, &text);
        }
        self.messages.push(Arc::clone(message));
    }
}

/// What a search of recall storage can find of a message.
pub fn searchable(body: &Body) -> Option<Cow<'_, str>> {
    match body {
        Body::Item(text) | Body::User(text) => Some(Cow::Borrowed(&**text)),
        Body::Assistant { text, calls, .. } => {
            let mut all = text.to_string();
            for call in calls.iter() {
                if let Some(said) = said(call) {
                    all.push(' ');
                    all.push_str(&said);
                }
            }
            let all = all.trim();
            (!all.is_empty()).then(|| Cow::Owned(all.to_owned()))
        }
        _ => None,
    }
}

/// What a call of `send_message` says to the user; nothing where the call is wrong and fails.
fn said(call: &RawCall) -> Option<Arc<str>> {
    let function = Function::from_wire(&call.name)?;
    let is_speech = function == Function::SendMessage;
    let call = is_speech.then(|| read_arguments(function, &call.arguments).ok())??;
    Some(call.shared_text("message"))
}

/// Who spoke a message, as a result page and a transcript name them.
pub fn speaker(body: &Body) -> &'static str {
    match body {
        Body::Assistant { .. } => "assistant",
        Body::FunctionResult { .. } => "function",
        Body::Summary(_) => "summary",
        Body::Item(_) | Body::User(_) => "user",
        _ => "event",
    }
}
