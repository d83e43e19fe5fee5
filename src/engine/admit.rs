//! How an input becomes an event, or why it does not.

use std::sync::Arc;

use super::config::{Chaining, Config};
use super::event::{Document, Event, Happening, Purpose, SettingChange};
use super::input::{Input, Refused, Setting, Stimulus};
use super::machine::Engine;
use super::message::{Body, HeartbeatReason};
use super::reply::ModelFailure;
use super::state::{Phase, State};
use super::stores::Stores;
use super::timestamp::Timestamp;

impl Engine {
    /// The event that an input is.
    ///
    /// # Errors
    /// [`Refused`] where this is not the moment for it; nothing has changed then.
    pub fn admit(&self, state: &State, stores: &Stores, input: &Input) -> Result<Event, Refused> {
        if matches!(state.phase, Phase::Closed) || state.is_full() {
            return Err(Refused::SessionFull);
        }
        let at = input.at.max(state.now);
        let what = match &input.what {
            Stimulus::User(text) => {
                at_rest(state)?;
                self.user(text, state, stores, at)?
            }
            Stimulus::Timer => {
                at_rest(state)?;
                if at < state.paused_until || state.counts_items() {
                    Happening::TimerHeld {
                        until: state.paused_until,
                    }
                } else {
                    Happening::Arrived(self.arriving(Body::Timer, state, at))
                }
            }
            Stimulus::Login => {
                at_rest(state)?;
                if state.counts_items() {
                    return Err(Refused::NothingAsked);
                }
                Happening::Arrived(self.arriving(Body::Login, state, at))
            }
            Stimulus::Unasked if state.is_about_to_ask() => Happening::NotAsked,
            Stimulus::Continued if state.may_go_on() => {
                let heartbeat = Body::Heartbeat(HeartbeatReason::Recorded);
                Happening::Arrived(self.arriving(heartbeat, state, at))
            }
            Stimulus::Unasked | Stimulus::Continued => return Err(Refused::NothingAsked),
            Stimulus::Document {
                title,
                passages,
                is_announced,
            } => {
                at_rest(state)?;
                if !state.config.has_external || state.counts_items() {
                    return Err(Refused::NoExternalContext);
                }
                let passages: Vec<Arc<str>> = passages
                    .iter()
                    .filter(|text| !text.trim().is_empty())
                    .map(Arc::clone)
                    .collect();
                if passages.is_empty() {
                    return Err(Refused::Empty);
                }
                let document = Document {
                    title: Arc::clone(title),
                    passages,
                    is_announced: *is_announced,
                };
                let room = self.room(state);
                match self.notice_tokens(&document, state) {
                    Some(tokens) if tokens > room => Happening::Oversized { tokens, room },
                    _ => Happening::DocumentGiven(Arc::new(document)),
                }
            }
            Stimulus::Replied(reply) => {
                let purpose = state.asking().ok_or(Refused::NothingAsked)?;
                let tokens = if state.counts_items() {
                    0
                } else {
                    Self::reply_tokens(reply)
                };
                Happening::Replied {
                    purpose,
                    reply: Arc::clone(reply),
                    tokens,
                }
            }
            Stimulus::Failed(failure) => {
                let purpose = state.asking().ok_or(Refused::NothingAsked)?;
                Happening::ModelFailed {
                    purpose,
                    failure: failure.clone(),
                }
            }
            Stimulus::Setting(setting) => self.setting(setting, state)?,
            Stimulus::Stop
                if state.is_idle() || matches!(state.phase, Phase::New | Phase::Booting(_)) =>
            {
                return Err(Refused::NothingAsked);
            }
            Stimulus::Stop => Happening::Stopped,
        };
        Ok(Event { at, what })
    }

    /// What the notice of a document takes; `None` where the model is not told.
    fn notice_tokens(&self, document: &Document, state: &State) -> Option<u32> {
        let passages = u32::try_from(document.passages.len()).unwrap_or(u32::MAX);
        let title = Arc::clone(&document.title);
        let body = Body::DocumentNotice { title, passages };
        document
            .is_announced
            .then(|| self.next_message(body, state).tokens)
    }

    fn user(
        &self,
        text: &Arc<str>,
        state: &State,
        stores: &Stores,
        at: Timestamp,
    ) -> Result<Happening, Refused> {
        let text = match text.trim() {
            // The input keeps the same text: it is not held twice.
            trimmed if trimmed.len() == text.len() => Arc::clone(text),
            trimmed => trimmed.into(),
        };
        if text.is_empty() {
            return Err(Refused::Empty);
        }
        if state.counts_items() {
            if let Some(items) = stores.asked_for(&text, state) {
                let text = items.join(" + ").into();
                return Ok(Happening::Asked { text });
            }
            if state.queue.len() >= state.config.window as usize {
                return Ok(Happening::Offered { text });
            }
            return Ok(Happening::Arrived(self.arriving(
                Body::Item(text),
                state,
                at,
            )));
        }
        let message = self.arriving(Body::User(text), state, at);
        let room = self.room(state);
        if message.tokens > room {
            return Ok(Happening::Oversized {
                tokens: message.tokens,
                room,
            });
        }
        Ok(Happening::Arrived(message))
    }

    /// The next message, at the moment of the input that brings it.
    fn arriving(&self, body: Body, state: &State, at: Timestamp) -> Arc<super::message::Message> {
        let id = super::ids::MessageId(state.messages + 1);
        Arc::new(self.message(id, at, body, state))
    }

    fn setting(&self, setting: &Setting, state: &State) -> Result<Happening, Refused> {
        // A change that waits is the base of the next one.
        let mut config: Config = match &state.queued {
            Some((queued, _)) => (**queued).clone(),
            None => (*state.config).clone(),
        };
        match setting {
            Setting::Window(window) => {
                let (least, most) = Config::window_range(config.unit);
                config.window = (*window).clamp(least, most);
                // From the first settings, so that a window that grows again has its room back.
                config.reserve = self.config.reserve.min(config.window / 2);
            }
            Setting::Policy(policy) => config.policy = *policy,
            Setting::PageInBudget(budget) => {
                config.page_ins_max = budget.map(|most| most.min(1_000))
            }
            Setting::WhenSpent(choice) => config.when_spent = *choice,
            Setting::External(has_external) => config.has_external = *has_external,
            Setting::Seed(seed) => config.seed = *seed,
            Setting::Pin { id, .. } => {
                let is_leaving = state
                    .flush()
                    .is_some_and(|flush| flush.victims.iter().any(|victim| victim.id == *id));
                if state.queue.slot(*id).is_none() || is_leaving {
                    return Err(Refused::NoSuchMessage(*id));
                }
            }
        }
        let pinned = self.pinned_for(&config, state);
        let change = SettingChange {
            setting: setting.clone(),
            config: Arc::new(config),
            pinned,
        };
        Ok(Happening::SettingChanged(Arc::new(change)))
    }
}

/// The user may only speak when no turn is running.
fn at_rest(state: &State) -> Result<(), Refused> {
    if state.is_idle() {
        Ok(())
    } else {
        Err(Refused::TurnRunning)
    }
}

impl State {
    /// True where the model is about to be called to act, or what must come before that.
    pub fn is_about_to_ask(&self) -> bool {
        match self.phase {
            Phase::CallDue => !self.counts_items(),
            Phase::StepDone => self.chains_on(),
            _ => false,
        }
    }

    /// True where a step is over that gives no further one, or no turn is running.
    pub fn may_go_on(&self) -> bool {
        if self.counts_items() || self.is_stopping {
            return false;
        }
        let is_owed = self.due.budget_stop || self.due.failed || self.due.heartbeat;
        match self.phase {
            Phase::Idle => true,
            Phase::StepDone => !is_owed,
            _ => false,
        }
    }

    /// True where any call gives another step, and one was made.
    fn chains_on(&self) -> bool {
        self.config.chaining == Chaining::AnyCall
            && !self.counts_items()
            && (self.due.failed || self.due.heartbeat)
    }

    /// True where a stop would go through the summary that is being made.
    pub(super) fn is_in_flush(&self) -> bool {
        match &self.phase {
            Phase::Flushing(_) => true,
            Phase::Asking { purpose, .. } | Phase::ReplyDue { purpose, .. } => {
                *purpose != Purpose::Act
            }
            _ => false,
        }
    }
}

impl ModelFailure {
    /// True where a smaller prompt may help.
    pub(super) fn asks_for_less(&self) -> bool {
        matches!(self, Self::ContextFull | Self::ReplyCut)
    }
}
