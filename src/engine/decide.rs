//! What happens next: looks only at the state and the stores, changes nothing.

use std::sync::Arc;

use super::config::{Chaining, Counted, EvictionPolicy, FlushTrigger, Unit};
use super::event::{Decider, Document, Event, Happening, Purpose, Victim};
use super::function::{CallFault, Function, RawCall};
use super::ids::{MessageId, Origin, PassageId};
use super::machine::{Engine, Next};
use super::message::{Body, HeartbeatReason, Message, Passage, ResultPage, StoredBy};
use super::package;
use super::reply::{ModelFailure, Reply};
use super::state::{Choice, Execution, Flush, Phase, Returned, Stage, State};
use super::stores::Stores;
use super::wording::fill;
use super::{call, eviction, executor, first_reply, prompt, summary, tokens};

impl Engine {
    /// What happens next. The same state always gives the same answer.
    pub fn next(&self, state: &State, stores: &Stores) -> Next {
        if matches!(state.phase, Phase::Closed) {
            return Next::Closed;
        }
        if state.is_full() {
            return Next::Happened(Self::event(
                state,
                Happening::SessionFull {
                    events: state.events,
                },
            ));
        }
        if matches!(state.phase, Phase::Idle)
            && let Err(invariant) = self.check(state, stores)
        {
            return Next::Broken(invariant);
        }
        let what = match &state.phase {
            Phase::Asking { purpose, .. } => return Next::AskModel(*purpose),
            Phase::Closed => return Next::Closed,
            Phase::Booting(step) => self.boot(*step, state),
            Phase::Idle => match self.surplus(state, stores) {
                Some(happening) => happening,
                None => return Next::AwaitUser,
            },
            Phase::New => Happening::Began {
                pinned: state.pinned,
            },
            Phase::ItemDue(text) => self.item_due(text, state, stores),
            Phase::CallDue => self.call_due(state, stores),
            Phase::ReplyDue {
                purpose: Purpose::ChooseVictims,
                reply,
                ..
            } => choice_made(reply),
            Phase::ReplyDue { reply, tokens, .. } => self
                .reply_lost(reply, state)
                .unwrap_or_else(|| self.reply_due(reply, *tokens, state)),
            Phase::Executing(execution) => self.execute(execution, state, stores),
            Phase::StepDone => self.step_done(state, stores),
            Phase::AlertDue => Happening::Arrived(self.next_message(Body::PressureAlert, state)),
            Phase::Flushing(flush) => self.flush(flush, state, stores),
            Phase::Storing { document, stored } => self.store_document(document, *stored, state),
            Phase::Ending => Happening::Yielded,
        };
        Next::Happened(Event {
            at: state.now,
            what,
        })
    }

    /// What stands in the queue before the user first speaks (memgpt.md 1.3).
    fn boot(&self, step: u8, state: &State) -> Happening {
        let speech = || {
            let message = package::quote(&self.wording.boot_message);
            RawCall {
                name: Function::SendMessage.wire().into(),
                arguments: package::object(&[("message", message)]).into(),
            }
        };
        Happening::Arrived(match step {
            0 => self.next_message(
                Body::Assistant {
                    thoughts: self.wording.boot_thought.as_str().into(),
                    text: Arc::default(),
                    calls: [speech()].into(),
                },
                state,
            ),
            1 => self.result_message(&speech().name, (true, String::new()), state),
            _ => self.next_message(Body::Login, state),
        })
    }

    /// Why a reply to act is lost: it no longer fits into the window, or the rule set does
    /// not take it for a first one.
    fn reply_lost(&self, reply: &Reply, state: &State) -> Option<Happening> {
        if state.config.flushes_on_length && state.last_call > state.config.window {
            return Some(refused(ModelFailure::ReplyCut));
        }
        let rule = state.config.first_reply.as_ref()?;
        let why = first_reply::rejection(rule, reply).filter(|_| state.is_first_due)?;
        let left = rule.retries.saturating_sub(state.rejections);
        Some(Happening::ReplyRejected { why, left })
    }

    /// The miniature: an item asks for a slot.
    fn item_due(&self, text: &Arc<str>, state: &State, stores: &Stores) -> Happening {
        match self.slot_needed(state, stores, 1) {
            Some(happening) => happening,
            None => Happening::Arrived(self.next_message(Body::Item(Arc::clone(text)), state)),
        }
    }

    /// After the window was made smaller, the miniature's surplus leaves at once.
    fn surplus(&self, state: &State, stores: &Stores) -> Option<Happening> {
        let may_leave = state.counts_items() && !eviction::candidates(state).is_empty();
        if may_leave {
            self.slot_needed(state, stores, 0)
        } else {
            None
        }
    }

    /// What must happen before `more` further items fit; `None` where they do.
    fn slot_needed(&self, state: &State, stores: &Stores, more: usize) -> Option<Happening> {
        if state.queue.len() + more <= state.config.window as usize {
            return None;
        }
        let is_chosen = state.config.policy == EvictionPolicy::ModelChosen && more > 0;
        // Where the model may not be asked any more the oldest leaves: no item is lost for it.
        let may_ask =
            !state.is_stopping && state.turn_totals.model_calls < state.config.model_calls_max;
        let chosen = match &state.choice {
            Choice::Open if is_chosen && may_ask => {
                return Some(self.ask_for_victims(state, stores));
            }
            Choice::Given(reply) if is_chosen => match chosen_in(reply, state) {
                Ok(ids) => ids.first().copied(),
                Err((call, fault)) => {
                    return Some(Happening::CallFailed {
                        call: call.into(),
                        fault: fault.into(),
                    });
                }
            },
            _ => None,
        };
        let Some(Victim { id, by }) = eviction::victim(state, chosen) else {
            let (tokens, limit) = (self.parts(state).total(), state.config.window);
            return Some(Happening::FlushFailed { tokens, limit });
        };
        let is_written = state.config.has_external && !state.written.contains(id);
        Some(Happening::Evicted {
            id,
            tokens: 1,
            by,
            is_written,
        })
    }

    fn ask_for_victims(&self, state: &State, stores: &Stores) -> Happening {
        let request = self.choice_request(state, stores);
        let parts = super::parts::Parts {
            queue: request.tokens,
            ..Default::default()
        };
        Happening::ModelAsked {
            purpose: Purpose::ChooseVictims,
            parts,
            folds: 0,
        }
    }

    /// The model is to be called, if the prompt fits.
    fn call_due(&self, state: &State, stores: &Stores) -> Happening {
        if state.is_stopping {
            return Happening::Yielded;
        }
        let cap = state.config.model_calls_max;
        let parts = self.parts(state);
        let limit = state.config.prompt_max();
        let is_over = parts.total() > limit;
        // A choice that was paid for is carried out: else no flush would ever begin.
        let is_due = is_over || state.must_flush || state.counts_items();
        let is_choosing = is_due && !matches!(state.choice, Choice::Open);
        if state.turn_totals.model_calls >= cap && !is_choosing {
            return Happening::CallCapReached { cap };
        }
        if state.config.unit == Unit::Items {
            // A window that was made smaller since the last event comes first.
            return self
                .slot_needed(state, stores, 0)
                .unwrap_or(Happening::ModelAsked {
                    purpose: Purpose::Act,
                    parts,
                    folds: 0,
                });
        }
        if parts.pinned() > limit {
            return Happening::PinnedOverflow {
                pinned: parts.pinned(),
                limit,
            };
        }
        let is_refused = match state.config.flush_trigger {
            FlushTrigger::BeforeCall => false,
            FlushTrigger::Refusal | FlushTrigger::AfterStep(_) => is_over && !state.must_flush,
        };
        if is_refused {
            return refused(ModelFailure::ContextFull);
        }
        if is_over || state.must_flush {
            return self.flush_due(state, stores);
        }
        Happening::ModelAsked {
            purpose: Purpose::Act,
            parts,
            folds: 0,
        }
    }

    /// The queue is to be flushed, if that frees anything.
    fn flush_due(&self, state: &State, stores: &Stores) -> Happening {
        let total = self.parts(state).total();
        let failed = Happening::FlushFailed {
            tokens: total,
            limit: state.config.prompt_max(),
        };
        if eviction::candidates(state).is_empty() {
            return failed;
        }
        let chosen = match &state.choice {
            Choice::Open if state.config.policy == EvictionPolicy::ModelChosen => {
                return self.ask_for_victims(state, stores);
            }
            Choice::Given(reply) => match chosen_in(reply, state) {
                Ok(ids) => ids,
                Err((call, fault)) => {
                    return Happening::CallFailed {
                        call: call.into(),
                        fault: fault.into(),
                    };
                }
            },
            _ => Vec::new(),
        };
        // A summary takes room too: what leaves must be more than the least that comes instead.
        let summary = state.config.summary.map(|_| self.summary_least(state) + 1);
        let least = summary.map_or(1, |least| {
            least.saturating_sub(state.queue.summary_tokens())
        });
        let pinned = self.parts(state).pinned();
        let leaving = eviction::leaving(state, &chosen, least.max(1), pinned);
        let folds = leaving.victims.len() + usize::from(state.queue.summary().is_some());
        if leaving.freed < least.max(1) || folds < state.config.cut.folds_min as usize {
            return failed;
        }
        Happening::FlushBegan {
            victims: leaving.victims.into(),
            tokens: total,
            parts_call: leaving.parts_call,
        }
    }

    /// The flush after a step, where the rule set has one and it frees anything; where it
    /// does not, the turn goes on (memgpt.md 5.3).
    fn flush_after_step(&self, state: &State, stores: &Stores) -> Option<Happening> {
        let threshold = state.config.flush_after_step_at()?;
        let is_due = self.parts(state).total() > threshold;
        let may_ask = state.turn_totals.model_calls < state.config.model_calls_max;
        let may =
            state.step_flushes < STEP_FLUSHES_MAX && (may_ask || state.choice != Choice::Open);
        if !is_due || !may {
            return None;
        }
        let happening = self.flush_due(state, stores);
        let is_failed = matches!(happening, Happening::FlushFailed { .. });
        (!is_failed).then_some(happening)
    }

    /// The model's reply enters the queue; without a call that is all.
    fn reply_due(&self, reply: &Reply, tokens: u32, state: &State) -> Happening {
        let Reply {
            thoughts,
            text,
            calls,
            ..
        } = reply;
        let body = Body::Assistant {
            thoughts: Arc::clone(thoughts),
            text: Arc::clone(text),
            calls: Arc::clone(calls),
        };
        // It was counted when it came.
        let tokens = if state.counts_items() {
            1
        } else {
            self.envelopes.reply_tokens(tokens)
        };
        let (id, at) = (MessageId(state.messages + 1), state.now);
        Happening::Arrived(Arc::new(Message {
            id,
            at,
            body,
            tokens,
        }))
    }

    /// The next thing about the calls of a reply.
    fn execute(&self, execution: &Execution, state: &State, stores: &Stores) -> Happening {
        let Some(raw) = execution.reply.calls.get(execution.index) else {
            // Plain text: the reply itself where the rule set says so (memgpt.md 5.2).
            return Happening::Said {
                text: Arc::clone(&execution.reply.text),
            };
        };
        match &execution.stage {
            Stage::Begin => Happening::CallBegan {
                call: raw.clone().into(),
                read: Arc::new(call::read(raw, &state.config)),
            },
            Stage::Act(read) => {
                let recorded = execution.reply.recorded(execution.index);
                match (&**read, recorded) {
                    (Err(CallFault::UnknownFunction { .. }), Some(recorded)) => {
                        let edit = executor::stand_in(raw, recorded, state, stores);
                        edit.unwrap_or_else(|| Happening::ResultRecorded {
                            call: raw.clone().into(),
                            is_ok: recorded.is_ok,
                            wants_heartbeat: call::asks_for_step(raw),
                        })
                    }
                    _ => executor::run(raw, read, state, stores),
                }
            }
            Stage::Return(returned) => self.returned(raw, returned, state, stores),
        }
    }

    /// The result of a call enters the queue.
    fn returned(
        &self,
        raw: &RawCall,
        returned: &Returned,
        state: &State,
        stores: &Stores,
    ) -> Happening {
        let outcome = match returned {
            Returned::Plain => (true, state.config.success.text().to_owned()),
            Returned::Recorded(recorded) => (recorded.is_ok, recorded.text.to_string()),
            Returned::Text(text) => (true, text.to_string()),
            Returned::Paused(minutes) => {
                (true, fill(&self.wording.paused, &[("minutes", minutes)]))
            }
            Returned::Fault(fault) => (false, self.fault_text(fault, state)),
            Returned::Page(page) => return self.page_in(raw, page, state, stores),
        };
        let message = self.result_message(&raw.name, outcome, state);
        if state.counts_items() {
            let message = self.message(MessageId(0), state.now, message.body.clone(), state);
            return Happening::Arrived(Arc::new(message));
        }
        Happening::Arrived(message)
    }

    /// A page of results enters the queue; in the miniature, the item itself.
    fn page_in(
        &self,
        raw: &RawCall,
        page: &Arc<ResultPage>,
        state: &State,
        stores: &Stores,
    ) -> Happening {
        if state.counts_items() {
            if let Some(Origin::Message(id)) = page.hits.first()
                && let Some(item) = stores.message(*id)
                && !state.queue.contains(*id)
            {
                return self
                    .slot_needed(state, stores, 1)
                    .unwrap_or_else(|| Happening::PagedIn {
                        message: Arc::clone(item),
                        page: Arc::clone(page),
                    });
            }
            let (message, _) = self.page_message(raw, page, state, stores);
            let message = self.message(MessageId(0), state.now, message.body.clone(), state);
            return Happening::Arrived(Arc::new(message));
        }
        let (message, page) = self.page_message(raw, page, state, stores);
        if page.hits.is_empty() {
            return Happening::Arrived(message);
        }
        Happening::PagedIn { message, page }
    }

    /// The next passage of a document, then the notice.
    pub(super) fn store_document(
        &self,
        document: &Document,
        stored: usize,
        state: &State,
    ) -> Happening {
        let (at, by) = (state.now, StoredBy::User);
        match document.passages.get(stored) {
            Some(text) => {
                let (id, text) = (PassageId(state.passages + 1), Arc::clone(text));
                Happening::PassageStored {
                    passage: Arc::new(Passage { id, at, text, by }),
                }
            }
            None => {
                let passages = u32::try_from(document.passages.len()).unwrap_or(u32::MAX);
                let title = Arc::clone(&document.title);
                Happening::Arrived(
                    self.next_message(Body::DocumentNotice { title, passages }, state),
                )
            }
        }
    }

    /// Who gets control once a step is done, in strict priority (memgpt.md 3.2).
    fn step_done(&self, state: &State, stores: &Stores) -> Happening {
        if state.is_stopping {
            return Happening::Yielded;
        }
        if state.due.budget_stop {
            return Happening::BudgetStopped {
                budget: state.config.page_ins_max.unwrap_or(0),
            };
        }
        if let Some(happening) = self.flush_after_step(state, stores) {
            return happening;
        }
        if state.config.chaining == Chaining::AnyCall {
            let goes_on = state.due.failed || state.due.heartbeat;
            return if goes_on {
                self.call_due(state, stores)
            } else {
                Happening::Yielded
            };
        }
        if let Some(happening) = self.warning_due(state) {
            return happening;
        }
        if state.due.failed {
            return Happening::Arrived(
                self.next_message(Body::Heartbeat(HeartbeatReason::CallFailed), state),
            );
        }
        if state.due.heartbeat {
            return Happening::Arrived(
                self.next_message(Body::Heartbeat(HeartbeatReason::Requested), state),
            );
        }
        Happening::Yielded
    }

    /// The warning, once a flush period.
    fn warning_due(&self, state: &State) -> Option<Happening> {
        let rule = state.config.warning.filter(|_| !state.is_warned)?;
        let threshold = state.config.warning_at()?;
        let (tokens, least) = match rule.counts {
            Counted::Prompt => (self.parts(state).total(), threshold),
            Counted::LastCall => (state.last_call, threshold.saturating_add(1)),
        };
        (tokens >= least).then_some(Happening::PressureWarned { tokens, threshold })
    }

    /// The next thing about a flush: page-outs, then the summary.
    fn flush(&self, flush: &Flush, state: &State, stores: &Stores) -> Happening {
        if let Some(Victim { id, by }) = flush.victims.get(flush.evicted) {
            let tokens = state.queue.slot(*id).map_or(0, |slot| slot.tokens);
            return Happening::Evicted {
                id: *id,
                tokens,
                by: *by,
                is_written: false,
            };
        }
        if flush.is_summarised || state.config.summary.is_none() {
            return Happening::FlushEnded {
                before: flush.before,
                after: self.parts(state).total(),
            };
        }
        let is_capped = state.turn_totals.model_calls >= state.config.model_calls_max;
        if flush.is_missing || is_capped || flush.folded >= flush.victims.len() {
            return self.summarised(flush, state, stores);
        }
        let piece = summary::piece(self, flush, state, stores);
        let words = state.config.summary.map_or(0, |rule| rule.words);
        let parts = super::parts::Parts {
            queue: self.summary_fixed(words) + piece.tokens,
            ..Default::default()
        };
        let folds = u32::try_from(piece.folds).unwrap_or(u32::MAX);
        Happening::ModelAsked {
            purpose: Purpose::Summarise,
            parts,
            folds,
        }
    }

    /// Tokens of a reply as the model wrote it.
    pub(super) fn reply_tokens(reply: &Reply) -> u32 {
        let texts = tokens::estimate(&reply.thoughts) + tokens::estimate(&reply.text);
        texts + reply.calls.iter().map(package::call_tokens).sum::<u32>()
    }

    /// Pinned parts for other settings.
    pub(super) fn pinned_for(
        &self,
        config: &super::config::Config,
        state: &State,
    ) -> super::event::Pinned {
        prompt::pinned(config, &state.blocks, &self.wording)
    }
}

/// Most flushes after one step (memgpt.md 1.4: 3 compactions a request).
const STEP_FLUSHES_MAX: u32 = 3;

/// The prompt is too long, or its reply no longer fits: the machine refuses it itself, as the
/// providers of those releases did.
fn refused(failure: ModelFailure) -> Happening {
    Happening::ModelFailed {
        purpose: Purpose::Act,
        failure,
    }
}

/// The model chose what leaves: its call is taken, or what came instead is a fault.
fn choice_made(reply: &Reply) -> Happening {
    match reply.calls.first() {
        Some(call) => Happening::CallBegan {
            call: call.clone().into(),
            read: Arc::new(call::read_choice(call)),
        },
        None => {
            let call = RawCall {
                name: "".into(),
                arguments: "".into(),
            };
            Happening::CallFailed {
                call: call.into(),
                fault: CallFault::MissingArgument { name: "ids" }.into(),
            }
        }
    }
}

/// The messages that the reply names in `evict`.
fn chosen_in(reply: &Reply, state: &State) -> Result<Vec<MessageId>, (RawCall, CallFault)> {
    let Some(raw) = reply.calls.first() else {
        let raw = RawCall {
            name: "".into(),
            arguments: "".into(),
        };
        return Err((raw, CallFault::MissingArgument { name: "ids" }));
    };
    let chosen =
        call::read_choice(raw).and_then(|call| eviction::chosen(call.identifiers(), state));
    chosen.map_err(|fault| (raw.clone(), fault))
}

impl Execution {
    /// A reply whose first call is to be taken.
    pub(super) fn new(reply: Arc<Reply>, group: MessageId, answers_user: bool) -> Self {
        let speaks =
            |call: &RawCall| Function::from_wire(&call.name) == Some(Function::SendMessage);
        Self {
            answers_user,
            is_silent: !reply.calls.iter().any(speaks),
            reply,
            group,
            index: 0,
            stage: Stage::Begin,
            wants_heartbeat: false,
        }
    }

    /// True where the model should have asked for another step: it leaves the user without
    /// a word, or what it searched for unread (memory-bugs: #601, #727).
    pub(super) fn is_forced_by(&self, function: Function) -> bool {
        let is_unread = self.answers_user || function.is_search();
        self.is_silent && is_unread && function.takes_heartbeat()
    }
}

impl Decider {
    /// Stable name, as in the trace.
    pub fn name(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::Model => "model",
            Self::User => "user",
        }
    }
}
