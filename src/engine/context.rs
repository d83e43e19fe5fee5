//! Main context: the queue and what stands in it. Texts stay in the log; a slot holds
//! only what decisions need, so that a checkpoint is small.

use std::collections::VecDeque;

use super::ids::MessageId;
use super::message::{Body, Message};
use super::reply::Role;

/// A message in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The message.
    pub id: MessageId,
    /// The message whose calls this is a result of, else itself: a group leaves as a whole.
    pub group: MessageId,
    /// Its share of the window, in units.
    pub tokens: u32,
    /// When it was last used, as a count of uses: it arrived, or came back in a result page.
    pub used: u32,
    /// True where the user said it.
    pub is_user: bool,
    /// True where it never leaves.
    pub is_pinned: bool,
    /// The role in which the model reads it; cut rules of releases go by it.
    pub role: Role,
}

/// The conversation queue (FIFO), with the recursive summary before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FifoQueue {
    summary: Option<Slot>,
    slots: VecDeque<Slot>,
    tokens: u32,
}

impl Slot {
    /// A slot for a message that has just arrived.
    pub(super) fn new(message: &Message, group: MessageId, used: u32) -> Self {
        let is_user = matches!(message.body, Body::User(_));
        Self {
            id: message.id,
            group,
            tokens: message.tokens,
            used,
            is_user,
            is_pinned: false,
            role: message.body.role(),
        }
    }
}

impl FifoQueue {
    /// The recursive summary, in the first slot.
    pub fn summary(&self) -> Option<&Slot> {
        self.summary.as_ref()
    }

    /// The messages behind the summary, oldest first.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = &Slot> + ExactSizeIterator {
        self.slots.iter()
    }

    /// Summary and messages, in the order in which the model reads them.
    pub fn all(&self) -> impl Iterator<Item = &Slot> {
        self.summary.iter().chain(&self.slots)
    }

    /// How many messages there are, the summary not counted.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// True where there is no message.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// What the messages take, in units, the summary not counted.
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    /// What the summary takes, in units.
    pub fn summary_tokens(&self) -> u32 {
        self.summary.map_or(0, |slot| slot.tokens)
    }

    /// The slot of a message.
    pub fn slot(&self, id: MessageId) -> Option<&Slot> {
        self.slots.get(self.place(id)?)
    }

    /// Where a message stands. Queues of tokens are in order of numbers; in the miniature
    /// an item that came back stands at the end.
    fn place(&self, id: MessageId) -> Option<usize> {
        let found = self.slots.binary_search_by_key(&id, |slot| slot.id);
        let anywhere = || self.slots.iter().position(|slot| slot.id == id);
        found.ok().or_else(anywhere)
    }

    /// True where the message is in the queue or is its summary.
    pub fn contains(&self, id: MessageId) -> bool {
        self.slot(id).is_some() || self.summary.is_some_and(|slot| slot.id == id)
    }

    pub(super) fn push(&mut self, slot: Slot) {
        self.tokens = self.tokens.saturating_add(slot.tokens);
        self.slots.push_back(slot);
    }

    pub(super) fn remove(&mut self, id: MessageId) {
        if let Some(at) = self.place(id)
            && let Some(slot) = self.slots.remove(at)
        {
            self.tokens = self.tokens.saturating_sub(slot.tokens);
        }
    }

    pub(super) fn set_summary(&mut self, slot: Slot) {
        self.summary = Some(slot);
    }

    pub(super) fn touch(&mut self, id: MessageId, used: u32) {
        if let Some(slot) = self.place(id).and_then(|at| self.slots.get_mut(at)) {
            slot.used = used;
        }
    }

    pub(super) fn pin(&mut self, id: MessageId, is_pinned: bool) {
        if let Some(slot) = self.place(id).and_then(|at| self.slots.get_mut(at)) {
            slot.is_pinned = is_pinned;
        }
    }
}
