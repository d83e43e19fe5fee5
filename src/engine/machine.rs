//! The machine: what happens next, given only a state. Decisions are in `decide`, the
//! one place that changes a state is `apply`.

use std::sync::Arc;

use super::config::{Config, ConfigProblem};
use super::envelopes::Envelopes;
use super::event::{Controller, Event, Happening, Purpose};
use super::function::CallFault;
use super::ids::MessageId;
use super::message::{Body, Message};
use super::package;
use super::prompt;
use super::search::{self, NewWordIndex};
use super::state::{Choice, Due, Phase, State, Totals};
use super::stores::Stores;
use super::summary;
use super::timestamp::Timestamp;
use super::wording::Wording;

/// The machine of one run: its first settings and the words of its prompts.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) config: Arc<Config>,
    pub(super) wording: Arc<Wording>,
    pub(super) envelopes: Envelopes,
    words: Option<NewWordIndex>,
    start: Timestamp,
    /// What was said before the run begins: it lies in recall storage from the start.
    past: Arc<[Arc<Message>]>,
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Something happens without the outside world.
    Happened(Event),
    /// A model is to be asked; [`Engine::request`] has the prompt.
    AskModel(Purpose),
    /// The user has control.
    AwaitUser,
    /// The session is full: nothing further happens.
    Closed,
    /// A rule of the machine itself does not hold: a fault of ours. The trace is still right up to here.
    Broken(Invariant),
}

/// Rules that always hold. A broken one is a fault of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// The queue's total is the sum of its messages.
    QueueSums,
    /// The messages of the queue are in id order, the summary first (token rule sets).
    QueueOrder,
    /// Every message of the queue is in the log.
    QueueStored,
    /// No block is longer than its limit.
    BlockLimits,
    /// A result stands behind its call, in one group.
    CallAndResult,
    /// No more items than slots.
    SlotLimit,
}

impl Engine {
    /// A machine with checked settings.
    ///
    /// # Errors
    /// The first problem of the settings.
    pub fn new(config: Config, wording: Wording) -> Result<Self, ConfigProblem> {
        Self::with_words(config, wording, Some(search::ranked))
    }

    /// The same, with this index of words, or without one: where nothing is ranked, such as
    /// in the miniature, none is needed.
    ///
    /// # Errors
    /// The first problem of the settings.
    pub fn with_words(
        config: Config,
        wording: Wording,
        words: Option<NewWordIndex>,
    ) -> Result<Self, ConfigProblem> {
        config.check()?;
        Ok(Self {
            config: Arc::new(config),
            envelopes: Envelopes::new(&wording),
            words,
            start: Timestamp::default(),
            past: [].into(),
            wording: Arc::new(wording),
        })
    }

    /// Stores that hold nothing yet.
    pub fn stores(&self) -> Stores {
        let mut stores = Stores::new(self.words);
        self.past.iter().for_each(|message| stores.add(message));
        stores
    }

    /// The same machine, before whose run these were said. They lie in recall storage from
    /// the start; a summary as the last of them stands in the first slot of the queue.
    #[must_use]
    pub fn starting_with(self, past: Vec<(Timestamp, Body)>) -> Self {
        let message = |(number, (at, body)): (u32, (Timestamp, Body))| {
            let tokens = self.envelopes.tokens(&body);
            let id = MessageId(number);
            Arc::new(Message {
                id,
                at,
                body,
                tokens,
            })
        };
        let past = (1..).zip(past).map(message).collect();
        Self { past, ..self }
    }

    /// The same machine, whose run begins at this moment.
    #[must_use]
    pub fn starting_at(self, start: Timestamp) -> Self {
        Self { start, ..self }
    }

    /// The first settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The words of the prompts.
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// The state before the first event.
    pub fn start(&self) -> State {
        let blocks: Arc<[Arc<str>]> = self
            .config
            .blocks
            .iter()
            .map(|block| Arc::clone(&block.value))
            .collect();
        let messages = u32::try_from(self.past.len()).unwrap_or(u32::MAX);
        let mut queue = super::context::FifoQueue::default();
        if let Some(last) = self.past.last()
            && matches!(last.body, Body::Summary(_))
        {
            queue.set_summary(super::context::Slot::new(last, last.id, 0));
        }
        State {
            pinned: prompt::pinned(&self.config, &blocks, &self.wording),
            config: Arc::clone(&self.config),
            blocks,
            queue,
            phase: Phase::New,
            due: Due::default(),
            queued: None,
            choice: Choice::Open,
            is_warned: false,
            is_first_due: self.config.first_reply.is_some(),
            rejections: 0,
            last_call: 0,
            step_flushes: 0,
            blocks_at: self.start,
            is_stopping: false,
            must_flush: false,
            refusals: 0,
            now: self.start,
            paused_until: Timestamp::default(),
            events: 0,
            held: 0,
            turn: 0,
            messages,
            messages_before_turn: messages,
            passages: 0,
            written: super::ranges::IdRanges::default(),
            dialogue: Vec::new(),
            uses: 0,
            draws: 0,
            totals: Totals::default(),
            turn_totals: Totals::default(),
            controller: Controller::User,
        }
    }

    /// A message as it would be stored, with its share of the window.
    pub(super) fn message(
        &self,
        id: MessageId,
        at: Timestamp,
        body: Body,
        state: &State,
    ) -> Message {
        let tokens = if state.counts_items() {
            1
        } else {
            self.envelopes.tokens(&body)
        };
        Message {
            id,
            at,
            body,
            tokens,
        }
    }

    /// The next message of the log.
    pub(super) fn next_message(&self, body: Body, state: &State) -> Arc<Message> {
        Arc::new(self.message(MessageId(state.messages + 1), state.now, body, state))
    }

    /// The result of a function other than a search; it leaves room for the question.
    pub(super) fn result_message(
        &self,
        function: &Arc<str>,
        outcome: (bool, String),
        state: &State,
    ) -> Arc<Message> {
        let (is_ok, text) = outcome;
        let build = |text: &str| {
            let body = Body::FunctionResult {
                function: Arc::clone(function),
                is_ok,
                // No text takes no memory.
                text: if text.is_empty() {
                    Arc::default()
                } else {
                    text.into()
                },
                page: None,
            };
            self.next_message(body, state)
        };
        let text = match state.config.function_return_max {
            Some(most) => text.chars().take(most as usize).collect(),
            _ => text,
        };
        let most = self.result_max(state);
        let message = build(&text);
        if state.counts_items() || message.tokens <= most {
            return message;
        }
        build(&summary::clip(&text, |text| build(text).tokens <= most))
    }

    pub(super) fn fault_text(&self, fault: &CallFault, state: &State) -> String {
        let budget = super::executor::budget_words(state.config.when_spent, &self.wording.faults);
        package::fault(fault, &self.wording, budget)
    }

    /// Checks every rule that must always hold.
    ///
    /// # Errors
    /// The first broken one.
    pub fn check(&self, state: &State, stores: &Stores) -> Result<(), Invariant> {
        super::invariants::check(state, stores)
    }

    /// Event with the moment of the state.
    pub(super) fn event(state: &State, what: Happening) -> Event {
        Event {
            at: state.now,
            what,
        }
    }
}
