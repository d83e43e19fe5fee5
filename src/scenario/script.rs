//! An example in one language, as a run needs it: what the user says, and what the
//! scripted model answers, counted from what the run recorded.

use std::sync::Arc;

use crate::engine::input::{Input, Stimulus};
use crate::engine::reply::Request;
use crate::engine::search::lower;
use crate::engine::state::State;
use crate::engine::timestamp::Timestamp;
use crate::model::script::ScriptStep;
use crate::text::Locale;
use crate::trace::journal::Recorded;

use super::bilingual::Bilingual;
use super::example::Scenario;

/// The script of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The documents that the user gives, in order.
    pub documents: Vec<ScriptDocument>,
    /// The turns, in order.
    pub turns: Vec<ScriptTurn>,
    /// Moment of the first input.
    pub start: Timestamp,
    /// From one turn to the next, in seconds, where nothing says otherwise.
    pub interval: u32,
}

/// A document of the script, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptDocument {
    /// What is given.
    pub given: Stimulus,
    /// How many turns come before it.
    pub turns_before: usize,
    /// What the model answers, call by call, where it is told of the document.
    pub replies: Vec<ScriptedReply>,
}

/// One turn of the script, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptTurn {
    /// When the user speaks.
    pub at: Timestamp,
    /// What the user says.
    pub user: Arc<str>,
    /// What the model answers, call by call; empty for free conversation.
    pub replies: Vec<ScriptedReply>,
}

/// What the scripted model answers to one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptedReply {
    /// The reply.
    pub reply: ScriptStep,
    /// Texts that must stand in the request, in any case of letters: what the author takes
    /// for granted that the model sees. Without them it would know more than its context.
    pub needs: Vec<Arc<str>>,
}

/// Where a run stands in its script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScriptCursor {
    /// Inputs that are taken into account.
    read: usize,
    documents: usize,
    turns: usize,
    /// What of the script is running; `None` in free conversation.
    current: Option<Running>,
}

/// What of a script is running, by its position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Running {
    Turn(usize),
    Document(usize),
}

impl Scenario {
    /// The script in one language.
    pub fn script(&self, locale: Locale) -> Script {
        let in_language = |replies: &[Bilingual<ScriptedReply>]| {
            let replies = replies.iter();
            replies.map(|reply| reply.of(locale).clone()).collect()
        };
        let documents = self.documents.iter().map(|document| ScriptDocument {
            given: Stimulus::Document {
                title: Arc::clone(document.title.of(locale)),
                passages: document.passages.of(locale).clone(),
                is_announced: document.is_announced,
            },
            turns_before: document.before_turn.saturating_sub(1) as usize,
            replies: in_language(&document.replies),
        });
        let turns = self.turns.iter().map(|turn| ScriptTurn {
            at: turn.at,
            user: Arc::clone(turn.user.of(locale)),
            replies: in_language(&turn.replies),
        });
        Script {
            documents: documents.collect(),
            turns: turns.collect(),
            start: self.start,
            interval: self.interval,
        }
    }
}

impl Script {
    /// A conversation without a script for the model: one user message a turn.
    pub fn of_messages(messages: impl Iterator<Item = Arc<str>>, start: Timestamp) -> Self {
        const INTERVAL: u32 = 60;
        let mut at = start;
        let turns = messages.map(|user| {
            let turn = ScriptTurn {
                at,
                user,
                replies: Vec::new(),
            };
            at = at.later(INTERVAL);
            turn
        });
        Self {
            turns: turns.collect(),
            documents: Vec::new(),
            start,
            interval: INTERVAL,
        }
    }

    /// What came from the user in a run of this script, to be said again under other
    /// settings. What this script has answers for keeps them.
    pub fn said_again(&self, inputs: &[Recorded<Input>]) -> Self {
        let mut cursor = ScriptCursor::default();
        let mut again = Self {
            documents: Vec::new(),
            turns: Vec::new(),
            ..*self
        };
        for recorded in inputs {
            let Input { at, what } = &recorded.input;
            cursor.take(self, what);
            match what {
                Stimulus::User(text) => again.turns.push(ScriptTurn {
                    at: *at,
                    user: text.trim().into(),
                    replies: cursor.replies(self).to_vec(),
                }),
                Stimulus::Document { .. } => again.documents.push(ScriptDocument {
                    given: what.clone(),
                    turns_before: again.turns.len(),
                    replies: cursor.replies(self).to_vec(),
                }),
                _ => {}
            }
        }
        again
    }

    /// The moment of something that the user says beside the script, after `state`.
    pub fn moment_after(&self, state: &State) -> Timestamp {
        if state.turn() == 0 {
            self.start
        } else {
            state.now().later(self.interval)
        }
    }
}

impl ScriptedReply {
    /// The reply, where everything that it needs stands in the request.
    pub fn in_sight(&self, request: &Request) -> Option<&ScriptStep> {
        let stands = |needed: &Arc<str>| {
            let needed = lower(needed);
            let mut messages = request.messages.iter();
            messages.any(|message| lower(&message.content).contains(&needed))
        };
        self.needs.iter().all(stands).then_some(&self.reply)
    }
}

impl ScriptCursor {
    /// Takes the inputs into account that came since the last time. Where there are fewer
    /// than then, the run was forked, and all are read again.
    pub fn follow(&mut self, script: &Script, inputs: &[Recorded<Input>]) {
        if inputs.len() < self.read {
            *self = Self::default();
        }
        for recorded in &inputs[self.read..] {
            self.take(script, &recorded.input.what);
        }
        self.read = inputs.len();
    }

    fn take(&mut self, script: &Script, given: &Stimulus) {
        match given {
            Stimulus::User(text) => {
                let is_script = script
                    .turns
                    .get(self.turns)
                    .is_some_and(|turn| *turn.user == *text.trim());
                self.current = is_script.then_some(Running::Turn(self.turns));
                self.turns += usize::from(is_script);
            }
            Stimulus::Document { .. } => {
                let next = script.documents.get(self.documents);
                let is_script = next.is_some_and(|document| document.given == *given);
                self.current = is_script.then_some(Running::Document(self.documents));
                self.documents += usize::from(is_script);
            }
            Stimulus::Timer | Stimulus::Login | Stimulus::Continued => self.current = None,
            Stimulus::Unasked => {}
            Stimulus::Replied(_) | Stimulus::Failed(_) | Stimulus::Setting(_) | Stimulus::Stop => {}
        }
    }

    /// What comes next of the script while the user has control; `None` once it is done.
    pub fn next(&self, script: &Script, state: &State) -> Option<Input> {
        let may_store = state.config().has_external && !state.counts_items();
        let document = script.documents.get(self.documents);
        let is_due = |document: &&ScriptDocument| may_store && document.turns_before <= self.turns;
        if let Some(document) = document.filter(is_due) {
            let at = script.start.max(state.now());
            let what = document.given.clone();
            return Some(Input { at, what });
        }
        let turn = script.turns.get(self.turns)?;
        let what = Stimulus::User(Arc::clone(&turn.user));
        Some(Input {
            at: turn.at.max(state.now()),
            what,
        })
    }

    /// Leaves out what comes next: the machine did not admit it.
    pub(super) fn skip(&mut self, what: &Stimulus) {
        match what {
            Stimulus::Document { .. } => self.documents += 1,
            _ => self.turns += 1,
        }
    }

    /// The position in the script of the turn that is running; `None` in free conversation.
    pub fn current(&self) -> Option<usize> {
        match self.current? {
            Running::Turn(turn) => Some(turn),
            Running::Document(_) => None,
        }
    }

    /// What the script has for the model in what is running.
    fn replies<'a>(&self, script: &'a Script) -> &'a [ScriptedReply] {
        let replies = match self.current {
            Some(Running::Turn(turn)) => script.turns.get(turn).map(|turn| &turn.replies),
            Some(Running::Document(document)) => {
                let document = script.documents.get(document);
                document.map(|document| &document.replies)
            }
            None => None,
        };
        replies.map_or(&[], Vec::as_slice)
    }

    /// How many turns of the script have begun.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// What the script has for the call that `state` waits for, if it is a call to act.
    pub fn step<'a>(&self, script: &'a Script, state: &State) -> Option<&'a ScriptedReply> {
        let totals = state.turn_totals();
        let beside = totals.summary_calls + totals.choice_calls;
        let call = totals.model_calls.checked_sub(beside)?.checked_sub(1)?;
        self.replies(script).get(call as usize)
    }
}
