//! The only place that changes a state. Total: every event can be applied, and the
//! result depends on nothing but the state and the event.

use std::sync::Arc;

use super::config::{Chaining, EditReturn, PlainText, RecallWrite, Unit};
use super::context::Slot;
use super::event::{Controller, Event, Happening, Purpose, SettingChange};
use super::function::{Call, CallFault, Function, RawCall};
use super::ids::{MessageId, Origin};
use super::input::Setting;
use super::message::{Body, Message, ResultPage};
use super::reply::{ModelFailure, Reply};
use super::state::{Choice, Due, Execution, Flush, Phase, Returned, Stage, State, Totals};

/// Times that a provider may refuse the prompt in a turn before the turn ends (memgpt.md 1.4: 3).
const REFUSALS_MAX: u32 = 3;

impl State {
    /// Changes the state by what happened.
    pub fn apply(&mut self, event: &Event) {
        self.events = self.events.saturating_add(1);
        self.held = self.held.saturating_add(event.held());
        self.now = event.at;
        let begins_turn = match &event.what {
            Happening::Arrived(_)
            | Happening::Asked { .. }
            | Happening::Offered { .. }
            | Happening::Oversized { .. } => true,
            // While an example is set up nobody's turn begins.
            Happening::DocumentGiven(document) => document.is_announced,
            _ => false,
        };
        if begins_turn && self.phase == Phase::Idle {
            self.turn += 1;
            self.turn_totals = Totals::default();
            self.messages_before_turn = self.messages;
            self.refusals = 0;
        }
        if let Some(controller) = controller(&event.what) {
            self.controller = controller;
        }
        self.change(&event.what);
        self.take_queued_settings();
    }

    fn change(&mut self, what: &Happening) {
        match what {
            Happening::Began { .. } => {
                self.phase = match self.config.boot {
                    Some(_) => Phase::Booting(0),
                    None => Phase::Idle,
                };
            }
            Happening::Arrived(message) => self.arrived(message),
            Happening::Asked { text } => {
                self.dialogue
                    .push(spoken(Body::User(Arc::clone(text)), self.now));
                self.phase = Phase::CallDue;
            }
            Happening::Offered { text } => self.phase = Phase::ItemDue(Arc::clone(text)),
            Happening::DocumentGiven(document) => {
                self.phase = Phase::Storing {
                    document: Arc::clone(document),
                    stored: 0,
                };
            }
            Happening::PressureWarned { .. } => {
                self.is_warned = true;
                self.phase = Phase::AlertDue;
            }
            Happening::ModelAsked {
                purpose,
                parts,
                folds,
            } => self.asked(*purpose, parts.total(), *folds),
            Happening::Replied {
                purpose,
                reply,
                tokens,
            } => self.replied(*purpose, reply, *tokens),
            Happening::ReplyRejected { left, .. } => {
                self.rejections += 1;
                self.phase = if *left == 0 {
                    Phase::Ending
                } else {
                    Phase::CallDue
                };
            }
            Happening::ModelFailed { purpose, failure } => self.model_failed(*purpose, failure),
            Happening::NotAsked => {
                if self.config.chaining == Chaining::AnyCall {
                    self.due = Due::default();
                }
                self.phase = Phase::StepDone;
            }
            Happening::CallBegan { read, .. } => self.call_began(read),
            Happening::CallFailed { fault, .. } => self.call_failed(fault),
            Happening::ResultRecorded {
                wants_heartbeat, ..
            } => self.result_recorded(*wants_heartbeat),
            Happening::Said { .. } => self.returned(Returned::Plain, Some(Function::SendMessage)),
            Happening::BlockEdited(edit) => {
                let mut blocks: Vec<Arc<str>> = self.blocks.to_vec();
                if let Some(block) = blocks.get_mut(edit.index as usize) {
                    *block = Arc::clone(&edit.after);
                }
                self.blocks = blocks.into();
                self.pinned.working_context = edit.tokens;
                self.blocks_at = self.now;
                if let Some(undeclared) = &edit.undeclared {
                    self.result_recorded(undeclared.wants_heartbeat);
                    return;
                }
                let returned = match self.config.edit_returns {
                    EditReturn::Nothing => Returned::Plain,
                    EditReturn::Block => Returned::Text(Arc::clone(&edit.after)),
                };
                self.returned(returned, Some(edit.function));
            }
            Happening::PassageStored { passage } => {
                self.passages = passage.id.0;
                self.passage_stored();
            }
            Happening::Searched { call, page } => {
                self.count(|totals| totals.searches += 1);
                self.returned(Returned::Page(Arc::clone(page)), Some(call.function));
            }
            Happening::PagedIn { message, page } => self.paged_in(message, page),
            Happening::HeartbeatsPaused { minutes } => {
                self.paused_until = self.now.later(minutes.saturating_mul(60));
                self.returned(Returned::Paused(*minutes), Some(Function::PauseHeartbeats));
            }
            Happening::TimerHeld { .. } => {}
            Happening::FlushBegan {
                victims, tokens, ..
            } => {
                let of = |id: MessageId| self.queue.slot(id).map_or(0, |slot| slot.tokens);
                let freed = victims.iter().map(|victim| of(victim.id)).sum();
                self.draws += victims.len() as u64;
                self.phase = Phase::Flushing(Flush {
                    victims: Arc::clone(victims),
                    evicted: 0,
                    before: *tokens,
                    freed,
                    folded: 0,
                    asked: 0,
                    running: None,
                    is_missing: false,
                    is_summarised: false,
                    is_after_step: self.phase == Phase::StepDone,
                });
            }
            Happening::Evicted { id, is_written, .. } => self.evicted(*id, *is_written),
            Happening::Summarised { message, .. } => {
                self.messages = message.id.0;
                let slot = Slot::new(message, message.id, self.uses);
                self.queue.set_summary(slot);
                if let Phase::Flushing(flush) = &mut self.phase {
                    flush.is_summarised = true;
                }
            }
            Happening::FlushEnded { .. } => {
                self.is_warned = false;
                self.must_flush = false;
                self.choice = Choice::Open;
                let is_after_step =
                    matches!(&self.phase, Phase::Flushing(flush) if flush.is_after_step);
                self.step_flushes += u32::from(is_after_step);
                self.phase = if is_after_step {
                    Phase::StepDone
                } else {
                    Phase::CallDue
                };
            }
            Happening::Oversized { .. }
            | Happening::PinnedOverflow { .. }
            | Happening::FlushFailed { .. }
            | Happening::BudgetStopped { .. }
            | Happening::CallCapReached { .. } => self.phase = Phase::Ending,
            Happening::SettingChanged(change) => self.setting_changed(change),
            Happening::Stopped => self.stopped(),
            Happening::SessionFull { .. } => self.phase = Phase::Closed,
            Happening::Yielded => self.yielded(),
        }
    }

    fn count(&mut self, add: impl Fn(&mut Totals)) {
        add(&mut self.totals);
        add(&mut self.turn_totals);
    }

    /// One of the messages that stand in the queue before the user first speaks.
    fn booted(&mut self, step: u8, message: &Message) {
        let is_result = matches!(message.body, Body::FunctionResult { .. });
        let before = u32::from(is_result);
        let group = MessageId(message.id.0 - before);
        self.uses += 1;
        self.queue.push(Slot::new(message, group, self.uses));
        self.messages = message.id.0;
        self.count(|totals| totals.arrivals += 1);
        let speaks_first = self.config.boot.is_some_and(|boot| boot.speaks_first);
        self.phase = match &message.body {
            Body::Login if speaks_first => Phase::CallDue,
            Body::Login => Phase::Idle,
            _ => Phase::Booting(step + 1),
        };
    }

    fn arrived(&mut self, message: &Arc<Message>) {
        if let Phase::Booting(step) = self.phase {
            return self.booted(step, message);
        }
        let executing = match &self.phase {
            Phase::Executing(execution) => Some(execution.clone()),
            _ => None,
        };
        if message.id.0 == 0 {
            self.dialogue.push(Arc::clone(message));
        } else {
            self.uses += 1;
            let is_result = matches!(message.body, Body::FunctionResult { .. });
            let group = executing
                .as_ref()
                .filter(|_| is_result)
                .map_or(message.id, |execution| execution.group);
            self.queue.push(Slot::new(message, group, self.uses));
            self.messages = message.id.0;
            self.count(|totals| totals.arrivals += 1);
        }
        match &message.body {
            Body::Item(_) => {
                self.choice = Choice::Open;
                self.is_stopping = false;
                self.controller = Controller::User;
                self.phase = Phase::Idle;
            }
            Body::Assistant { .. } => self.begin_calls(message.id),
            Body::FunctionResult { .. } => self.next_call(),
            Body::Heartbeat(_) => {
                self.due = Due::default();
                self.phase = Phase::CallDue;
            }
            Body::User(_)
            | Body::PressureAlert
            | Body::Timer
            | Body::Login
            | Body::DocumentNotice { .. }
            | Body::Summary(_) => {
                self.phase = Phase::CallDue;
            }
        }
    }

    fn begin_calls(&mut self, group: MessageId) {
        let Phase::ReplyDue { reply, .. } = &self.phase else {
            self.phase = Phase::StepDone;
            return;
        };
        self.is_first_due = false;
        let reply = Arc::clone(reply);
        let speaks = self.config.plain_text == PlainText::Reply && !reply.text.is_empty();
        // The reply is the last message; before it stands what it answers.
        let answered = self.queue.slots().rev().nth(1);
        let answers_user = answered.is_some_and(|slot| slot.is_user);
        self.phase = if reply.calls.is_empty() && !speaks {
            Phase::StepDone
        } else {
            Phase::Executing(Execution::new(reply, group, answers_user))
        };
    }

    /// The result of one call has entered: the next call, or the end of the step.
    fn next_call(&mut self) {
        if let Phase::Executing(execution) = &mut self.phase {
            execution.index += 1;
            execution.stage = Stage::Begin;
            execution.wants_heartbeat = false;
            if execution.index >= execution.reply.calls.len() {
                self.phase = Phase::StepDone;
            }
        }
    }

    fn asked(&mut self, purpose: Purpose, tokens: u32, folds: u32) {
        self.count(|totals| {
            totals.model_calls += 1;
            totals.tokens_in += u64::from(tokens);
            match purpose {
                Purpose::Act => {}
                Purpose::Summarise => totals.summary_calls += 1,
                Purpose::ChooseVictims => totals.choice_calls += 1,
            }
        });
        if purpose == Purpose::Act {
            (self.last_call, self.step_flushes) = (tokens, 0);
            // A choice that came to nothing is none for the next flush.
            self.choice = Choice::Open;
            if self.config.chaining == Chaining::AnyCall {
                self.due = Due::default();
            }
        }
        let mut resume = self.phase.clone();
        if let Phase::Flushing(flush) = &mut resume {
            flush.asked = folds as usize;
        }
        self.phase = Phase::Asking {
            purpose,
            resume: Arc::new(resume),
        };
    }

    fn replied(&mut self, purpose: Purpose, reply: &Arc<Reply>, tokens: u32) {
        self.count(|totals| totals.tokens_out += u64::from(tokens));
        if purpose == Purpose::Act {
            self.last_call = self.last_call.saturating_add(tokens);
        }
        let Phase::Asking { resume, .. } = &self.phase else {
            return;
        };
        let resume = Arc::clone(resume);
        self.phase = match (purpose, &*resume) {
            (Purpose::Summarise, Phase::Flushing(flush)) => {
                let mut flush = flush.clone();
                let text = if reply.text.trim().is_empty() {
                    &reply.thoughts
                } else {
                    &reply.text
                };
                if text.trim().is_empty() {
                    flush.is_missing = true;
                } else {
                    flush.folded += flush.asked.max(1);
                    flush.running = Some(Arc::clone(text));
                }
                Phase::Flushing(flush)
            }
            _ => Phase::ReplyDue {
                purpose,
                reply: Arc::clone(reply),
                tokens,
                resume,
            },
        };
        if purpose == Purpose::Act && self.config.unit == Unit::Items {
            // In the miniature a reply is an event that takes no slot.
            let body = Body::Assistant {
                thoughts: Arc::clone(&reply.thoughts),
                text: Arc::clone(&reply.text),
                calls: Arc::clone(&reply.calls),
            };
            self.dialogue.push(spoken(body, self.now));
            self.begin_calls(MessageId(0));
        }
    }

    fn model_failed(&mut self, purpose: Purpose, failure: &ModelFailure) {
        self.count(|totals| totals.failures += 1);
        let Phase::Asking { resume, .. } = &self.phase else {
            // The machine refused the prompt itself: what follows is a flush, and each
            // frees something or ends the turn.
            self.must_flush = true;
            self.phase = Phase::CallDue;
            return;
        };
        let resume = Arc::clone(resume);
        match purpose {
            // Items are not flushed: asking again would be asking the same.
            Purpose::Act
                if failure.asks_for_less()
                    && self.refusals < REFUSALS_MAX
                    && self.config.unit == Unit::Tokens =>
            {
                self.refusals += 1;
                self.must_flush = true;
                self.phase = Phase::CallDue;
            }
            Purpose::Act => self.phase = Phase::Ending,
            Purpose::Summarise => self.without_summary(&resume),
            Purpose::ChooseVictims => {
                self.choice = Choice::Fallback;
                self.phase = (*resume).clone();
            }
        }
    }

    /// The flush goes on; a note stands where the summary would.
    fn without_summary(&mut self, resume: &Phase) {
        self.phase = resume.clone();
        if let Phase::Flushing(flush) = &mut self.phase {
            flush.is_missing = true;
        }
    }

    fn call_began(&mut self, read: &Arc<Result<Call, CallFault>>) {
        self.count(|totals| totals.function_calls += 1);
        match &mut self.phase {
            Phase::Executing(execution) => {
                execution.wants_heartbeat = read
                    .as_ref()
                    .as_ref()
                    .is_ok_and(|call| call.wants_heartbeat);
                execution.stage = Stage::Act(Arc::clone(read));
            }
            Phase::ReplyDue { reply, resume, .. } => {
                self.choice = Choice::Given(Arc::clone(reply));
                self.phase = (**resume).clone();
            }
            _ => {}
        }
    }

    fn call_failed(&mut self, fault: &CallFault) {
        self.count(|totals| totals.failures += 1);
        let acts = matches!(&self.phase, Phase::Executing(execution) if matches!(execution.stage, Stage::Act(_)));
        if acts {
            self.due.failed = true;
            let stops = self.config.when_spent == super::config::WhenSpent::Stop;
            self.due.budget_stop |= stops && matches!(fault, CallFault::BudgetSpent { .. });
            self.returned(Returned::Fault(fault.clone()), None);
            return;
        }
        self.choice = Choice::Fallback;
        if let Phase::ReplyDue { resume, .. } = &self.phase {
            self.phase = (**resume).clone();
        }
    }

    /// What a call of a function that is not ours brought then is to enter the queue.
    fn result_recorded(&mut self, wants_heartbeat: bool) {
        let Phase::Executing(execution) = &mut self.phase else {
            return;
        };
        let Some(recorded) = execution.reply.recorded(execution.index).cloned() else {
            return;
        };
        match self.config.chaining {
            Chaining::Heartbeat if recorded.is_ok => self.due.heartbeat |= wants_heartbeat,
            Chaining::Heartbeat => self.due.failed = true,
            Chaining::AnyCall => self.due.heartbeat = true,
        }
        execution.stage = Stage::Return(Returned::Recorded(recorded));
    }

    /// A call has acted; its result is to enter the queue.
    fn returned(&mut self, returned: Returned, function: Option<Function>) {
        let (chains, forces) = (self.config.chaining, self.config.forces_heartbeat);
        let Phase::Executing(execution) = &mut self.phase else {
            return;
        };
        if execution.reply.calls.is_empty() {
            self.phase = Phase::StepDone;
            return;
        }
        self.due.heartbeat |= match chains {
            Chaining::Heartbeat => function.is_some_and(|function| {
                execution.wants_heartbeat || (forces && execution.is_forced_by(function))
            }),
            Chaining::AnyCall => function.is_some_and(|function| function != Function::SendMessage),
        };
        execution.stage = Stage::Return(returned);
        if self.config.unit == Unit::Items && execution.stage == Stage::Return(Returned::Plain) {
            self.next_call();
        }
    }

    fn passage_stored(&mut self) {
        let Phase::Storing { document, stored } = &mut self.phase else {
            self.returned(Returned::Plain, Some(Function::ArchivalMemoryInsert));
            return;
        };
        *stored += 1;
        if *stored >= document.passages.len() && !document.is_announced {
            self.phase = Phase::Ending;
        }
    }

    fn paged_in(&mut self, message: &Arc<Message>, page: &Arc<ResultPage>) {
        self.count(|totals| totals.page_ins += 1);
        self.uses += 1;
        let uses = self.uses;
        for origin in &page.hits {
            if let Origin::Message(id) = origin {
                self.queue.touch(*id, uses);
            }
        }
        let Phase::Executing(execution) = &self.phase else {
            return;
        };
        let group = execution.group;
        if self.config.unit == Unit::Items {
            let function = execution
                .reply
                .calls
                .get(execution.index)
                .map(|call: &RawCall| Arc::clone(&call.name));
            let text: Arc<str> = message.body.spoken().into();
            let page = Some(Arc::clone(page));
            let function = function.unwrap_or_else(|| Function::ConversationSearch.wire().into());
            self.dialogue.push(spoken(
                Body::FunctionResult {
                    function,
                    is_ok: true,
                    text,
                    page,
                },
                self.now,
            ));
            self.queue.push(Slot::new(message, message.id, uses));
            self.choice = Choice::Open;
        } else {
            self.queue.push(Slot::new(message, group, uses));
            self.messages = message.id.0;
            self.count(|totals| totals.arrivals += 1);
        }
        self.next_call();
    }

    fn evicted(&mut self, id: MessageId, is_written: bool) {
        self.queue.remove(id);
        self.count(|totals| totals.page_outs += 1);
        if is_written && self.config.writes == RecallWrite::OnEviction {
            self.written.insert(id);
        }
        match &mut self.phase {
            Phase::Flushing(flush) => flush.evicted += 1,
            _ => {
                self.draws += 1;
                self.choice = Choice::Open;
            }
        }
    }

    fn setting_changed(&mut self, change: &SettingChange) {
        if let Setting::Pin { id, is_pinned } = &change.setting {
            self.queue.pin(*id, *is_pinned);
        }
        self.queued = Some((Arc::clone(&change.config), change.pinned));
    }

    /// Settings apply from the next model call, never inside a flush.
    fn take_queued_settings(&mut self) {
        let may = matches!(
            self.phase,
            Phase::New | Phase::Idle | Phase::StepDone | Phase::CallDue | Phase::Ending
        ) && matches!(self.choice, Choice::Open);
        if may && let Some((config, pinned)) = self.queued.take() {
            self.config = config;
            self.pinned.system = pinned.system;
            self.pinned.schemas = pinned.schemas;
        }
    }

    fn stopped(&mut self) {
        if self.is_in_flush() {
            self.is_stopping = true;
            match self.phase.clone() {
                Phase::Asking {
                    purpose: Purpose::Summarise,
                    resume,
                } => self.without_summary(&resume),
                Phase::Asking { resume, .. } => {
                    self.choice = Choice::Fallback;
                    self.phase = (*resume).clone();
                }
                // The flush ends without asking the model for anything more.
                phase => self.without_summary(&phase),
            }
        } else if matches!(self.phase, Phase::Executing(_) | Phase::AlertDue) {
            // The calls that were made still get their results: a pair is never cut. An
            // alert that was raised still arrives: there is no other in this period.
            self.is_stopping = true;
        } else {
            self.phase = Phase::Ending;
        }
    }

    fn yielded(&mut self) {
        self.phase = Phase::Idle;
        self.due = Due::default();
        self.choice = Choice::Open;
        self.is_stopping = false;
        self.must_flush = false;
        self.rejections = 0;
        self.dialogue.clear();
    }
}

/// What is said in a turn of the miniature: it takes no slot and has no number.
fn spoken(body: Body, at: super::timestamp::Timestamp) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId(0),
        at,
        body,
        tokens: 0,
    })
}

/// Who has control after an event; `None` where it does not change.
fn controller(what: &Happening) -> Option<Controller> {
    Some(match what {
        Happening::ModelAsked { .. } | Happening::Replied { .. } => Controller::Model,
        Happening::CallBegan { .. }
        | Happening::CallFailed { .. }
        | Happening::ResultRecorded { .. }
        | Happening::Said { .. }
        | Happening::BlockEdited(_)
        | Happening::PassageStored { .. }
        | Happening::Searched { .. }
        | Happening::HeartbeatsPaused { .. } => Controller::FunctionExecutor,
        Happening::Yielded | Happening::Began { .. } | Happening::SessionFull { .. } => {
            Controller::User
        }
        Happening::SettingChanged(_) | Happening::TimerHeld { .. } => return None,
        _ => Controller::QueueManager,
    })
}
