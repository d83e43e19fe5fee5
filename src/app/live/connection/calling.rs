//! One call after another, as long as the run waits for the model.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::platform::stream::{self, Arrived};
use crate::app::platform::{built_in, clock, surroundings};
use crate::app::playground::LiveModel;
use crate::engine::input::Stimulus;
use crate::engine::reply::ModelFailure;
use crate::provider::conversation::{Ended, Lost, Next, Trouble};
use crate::provider::opaque::causes;
use crate::text::t;

use super::{Connection, Overflow, Status};
use crate::app::live::streamed::Streamed;

/// How a call is written where it is written as text.
const CALL_FORM: &str = r#"{"name": "…", "arguments": {…}}"#;

/// Milliseconds in which an answer begins: a local server may have to load its model and
/// read the whole prompt first.
const BEGIN_MS: u32 = 120_000;
const BEGIN_LOCAL_MS: u32 = 900_000;

/// Milliseconds between two pieces of an answer.
const IDLE_MS: u32 = 120_000;

/// Milliseconds that a server has to end what is complete.
const END_MS: u32 = 2_000;

/// Milliseconds between two pictures of what has come.
const SHOW_MS: u32 = 60;

impl Connection {
    /// Asks what the run waits for, where a model is connected to it.
    pub fn ask(self) {
        let own = self.own();
        // A run that is brought back may have been connected to another model.
        let is_mine = |live: LiveModel| live.connection == own.number.get();
        if !self.session.live_model().is_some_and(is_mine) {
            return;
        }
        let Some((request, turn)) = self.session.question() else {
            return;
        };
        self.hang_up();
        let content = self.session.content();
        let instructions: Arc<str> = t::live::text_instructions(content, &CALL_FORM).into();
        own.ticket.set(Some(self.session.revision()));
        let next = match &mut *own.conversation.borrow_mut() {
            Some(conversation) => conversation.ask(request, instructions, turn),
            None => return,
        };
        self.follow(next);
    }

    /// The person asks again after a failure; a turn that was at its limit gets as much again.
    pub fn ask_again(self) {
        if let Some(conversation) = &mut *self.own().conversation.borrow_mut() {
            conversation.allow_turn();
        }
        self.ask();
    }

    /// The person stops it: what is going on ends, and so does the turn.
    pub fn stop(self) {
        self.hang_up();
        self.status.set(Status::Resting);
        if self.session.is_asked() {
            self.session.answered(Stimulus::Stop);
        }
        self.show_spent();
    }

    /// The person gives up after a failure: the run is told of it, and the turn ends.
    pub fn give_up(self) {
        let failure = self.own().failure.take();
        self.hang_up();
        self.status.set(Status::Resting);
        if let Some(failure) = failure {
            self.session.answered(Stimulus::Failed(failure));
        }
        // A summary that failed is followed by a call to act.
        if self.session.is_asked() {
            self.session.answered(Stimulus::Stop);
        }
    }

    /// Ends what is going on, whatever it is. The run is told nothing.
    pub(super) fn hang_up(self) {
        let own = self.own();
        own.stream.replace(None);
        own.wait.cancel();
        own.silence.cancel();
        own.ticket.set(None);
        own.failure.replace(None);
        if let Some(conversation) = &mut *own.conversation.borrow_mut() {
            conversation.cancel();
        }
        self.clear();
    }

    /// Another run is in view: it did not ask.
    pub(super) fn leave(self, revision: u32) {
        let ticket = self.own().ticket.get();
        if ticket.is_some_and(|ticket| ticket != revision) {
            self.hang_up();
            self.status.set(Status::Resting);
            self.show_spent();
        }
    }

    fn clear(self) {
        let own = self.own();
        own.building.replace(Streamed::default());
        own.show.cancel();
        own.is_showing.set(false);
        if self.streamed.with_untracked(|shown| !shown.is_empty()) {
            self.streamed.set(Streamed::default());
        }
    }

    fn follow(self, next: Next) {
        match next {
            Next::Send => self.send(),
            Next::Wait {
                milliseconds,
                trouble,
            } => {
                self.clear();
                self.count_down(milliseconds.div_ceil(1_000).max(1), trouble);
            }
            Next::Over(ended) => self.over(ended),
        }
        self.show_spent();
    }

    fn count_down(self, seconds: u64, trouble: Trouble) {
        if seconds == 0 {
            let next = match &mut *self.own().conversation.borrow_mut() {
                Some(conversation) => conversation.again(),
                None => return,
            };
            self.follow(next);
            return;
        }
        self.status.set(Status::Waiting {
            seconds,
            trouble: trouble.clone(),
        });
        self.own()
            .wait
            .after(1_000, move || self.count_down(seconds - 1, trouble));
    }

    fn send(self) {
        let own = self.own();
        self.clear();
        let sent = own.keys.with(|key| {
            let mut conversation = own.conversation.borrow_mut();
            let conversation = conversation.as_mut()?;
            let is_in_browser = !conversation.partner().profile.protocol.has_server();
            let language = self.session.content().tag();
            Some(conversation.outgoing(key).map(|outgoing| {
                if is_in_browser {
                    return built_in::ask(&outgoing.body, language, move |arrived| {
                        self.hear(arrived)
                    });
                }
                stream::send(
                    &outgoing.address,
                    &outgoing.headers,
                    Some(&outgoing.body),
                    outgoing.is_loopback,
                    move |arrived| self.hear(arrived),
                )
            }))
        });
        match sent {
            None => {}
            Some(Err(ended)) => self.over(*ended),
            Some(Ok(None)) => self.lost(Lost::Unexplained),
            Some(Ok(stream)) => {
                own.stream.replace(stream);
                self.status.set(Status::Asking);
                let is_local = self
                    .connected
                    .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.is_local()));
                self.listen_for(if is_local { BEGIN_LOCAL_MS } else { BEGIN_MS });
            }
        }
    }

    /// Gives up where nothing comes for too long. A page that is not looked at may not hear.
    fn listen_for(self, milliseconds: u32) {
        self.own().silence.after(milliseconds, move || {
            if surroundings::is_hidden() {
                self.listen_for(milliseconds);
            } else {
                self.own().stream.replace(None);
                self.lost(Lost::Silent);
            }
        });
    }

    /// Takes what comes; false where nothing more is wanted.
    fn hear(self, arrived: Arrived) -> bool {
        let own = self.own();
        match arrived {
            // The time in which an answer begins goes on: some servers send the head at once,
            // and read the prompt then.
            Arrived::Head(head) => {
                own.keys.with(|key| {
                    if let Some(conversation) = &mut *own.conversation.borrow_mut() {
                        conversation.head(head, key);
                    }
                });
                true
            }
            Arrived::Bytes(bytes) => {
                self.listen_for(IDLE_MS);
                let (deltas, is_over) = match &mut *own.conversation.borrow_mut() {
                    Some(conversation) => (conversation.bytes(&bytes), conversation.is_over()),
                    None => return false,
                };
                own.building.borrow_mut().add(deltas);
                self.show_soon();
                if is_over {
                    self.ended();
                }
                !is_over
            }
            Arrived::Ended => {
                self.ended();
                false
            }
            Arrived::Lost => {
                self.lost(Lost::Unexplained);
                false
            }
        }
    }

    /// Many pieces a second make one picture.
    fn show_soon(self) {
        let own = self.own();
        if !own.is_showing.replace(true) {
            own.show.after(SHOW_MS, move || {
                let own = self.own();
                own.is_showing.set(false);
                let shown = own.building.borrow().clone();
                self.streamed.set(shown);
            });
        }
    }

    fn ended(self) {
        let own = self.own();
        own.silence.cancel();
        // A server that goes on after the end of its answer is cut off, a moment later.
        if let Some(stream) = own.stream.take() {
            stream.silence();
            own.ending.replace(Some(stream));
            own.end.after(END_MS, move || {
                self.own().ending.replace(None);
            });
        }
        let next = match &mut *own.conversation.borrow_mut() {
            Some(conversation) => conversation.ended(clock::chance()),
            None => return,
        };
        self.follow(next);
    }

    fn lost(self, lost: Lost) {
        let own = self.own();
        own.silence.cancel();
        own.stream.replace(None);
        let next = match &mut *own.conversation.borrow_mut() {
            Some(conversation) => conversation.lost(lost, clock::chance()),
            None => return,
        };
        self.follow(next);
    }

    fn over(self, ended: Ended) {
        let own = self.own();
        self.clear();
        if own.ticket.take() != Some(self.session.revision()) {
            self.status.set(Status::Resting);
            return;
        }
        if ended.cut_at.is_some() {
            own.cut_at.set(ended.cut_at);
        }
        match ended.outcome {
            Ok(reply) => self.goes_on(Stimulus::Replied(reply.into())),
            // The machine itself makes room, and asks again.
            Err(ModelFailure::ContextFull) => {
                own.overflow.set(Some(match &ended.trouble {
                    Some(Trouble::Provider(error)) => Overflow {
                        used: error.used,
                        max: error.max,
                    },
                    _ => Overflow::default(),
                }));
                self.show_spent();
                self.goes_on(Stimulus::Failed(ModelFailure::ContextFull));
            }
            Err(failure) => {
                own.failure.replace(Some(failure));
                self.failed(ended.trouble.unwrap_or(Trouble::Unexplained));
            }
        }
    }

    fn goes_on(self, what: Stimulus) {
        self.status.set(Status::Resting);
        self.session.answered(what);
        self.ask();
    }

    fn failed(self, trouble: Trouble) {
        let own = self.own();
        // As with a call that goes on, another run in view ends it.
        own.ticket.set(Some(self.session.revision()));
        let has_key = own.keys.origin().is_some();
        if trouble.is_bad_key() {
            self.forget_key();
        }
        let is_unexplained = trouble == Trouble::Unexplained;
        self.status.set(Status::Failed {
            trouble: trouble.clone(),
            causes: Vec::new(),
        });
        if !is_unexplained {
            return;
        }
        let framed = self.session.is_framed();
        surroundings::look(has_key, framed, move |around| {
            let own = self.own();
            let found = own.conversation.borrow().as_ref().map(|conversation| {
                let partner = conversation.partner();
                causes(&partner.profile, &partner.endpoint, &around)
            });
            let is_still = |status: &Status| matches!(status, Status::Failed { trouble: now, .. } if *now == trouble);
            if self.status.with_untracked(is_still) {
                self.status.set(Status::Failed {
                    trouble: trouble.clone(),
                    causes: found.unwrap_or_default(),
                });
            }
        });
    }
}
