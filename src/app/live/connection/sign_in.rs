//! OpenRouter's sign-in without a key to paste: there and back. The key that it brings is held like
//! one that was typed, in memory alone.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::platform::sign_in;
use crate::app::platform::stream;
use crate::provider::headers::Headers;
use crate::provider::sign_in::{
    ANSWER_MAX, EXCHANGE, PROVIDER, Pending, SignInProblem, exchange, key, returned,
};

use super::Connection;
use super::whole::{WholeAnswer, whole};

/// Where the sign-in is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignIn {
    /// Nobody asked for it.
    None,
    /// The page is being left for it.
    Leaving,
    /// The code is being exchanged for a key.
    Exchanging,
    /// The key is here.
    Done,
    /// There is none.
    Failed(SignInProblem),
}

impl Connection {
    /// True where the sign-in can be offered: never inside another page.
    pub fn may_sign_in(self) -> bool {
        let is_provider = self
            .choices
            .with_untracked(|choices| choices.provider == PROVIDER);
        is_provider && !self.session.is_framed() && sign_in::is_possible()
    }

    /// Leaves for OpenRouter's page.
    pub fn begin_sign_in(self) {
        if !self.may_sign_in() {
            return;
        }
        self.sign_in.set(SignIn::Leaving);
        spawn_local(async move {
            if leave().await.is_none() {
                self.sign_in.set(SignIn::Failed(SignInProblem::Unreachable));
            }
        });
    }

    /// Takes up what the address has brought back, once: the code is exchanged for a key where it
    /// belongs to the sign-in that this tab has begun.
    pub fn finish_sign_in(self) {
        let Some(query) = sign_in::take_returned() else {
            // Who goes back by the browser's button has not left after all.
            if self.sign_in.get_untracked() == SignIn::Leaving {
                self.sign_in.set(SignIn::None);
            }
            return;
        };
        // It is used once, whatever comes of it.
        let pending = sign_in::take_pending();
        let Some(returned) = returned(&query) else {
            return;
        };
        self.choices.update(|choices| choices.choose(PROVIDER));
        self.settle_key();
        let body = exchange(pending.as_deref(), &returned, sign_in::now());
        match body {
            Ok(body) if self.may_sign_in() => self.exchange(&body),
            Ok(_) => self.sign_in.set(SignIn::Failed(SignInProblem::NotBegun)),
            Err(problem) => self.sign_in.set(SignIn::Failed(problem)),
        }
    }

    fn exchange(self, body: &str) {
        self.sign_in.set(SignIn::Exchanging);
        let told = whole(ANSWER_MAX, move |came| match came {
            WholeAnswer::Here(status, answer) => self.take_signed(key(status, &answer)),
            WholeAnswer::TooLong(_) => self.sign_in.set(SignIn::Failed(SignInProblem::NoKey)),
            WholeAnswer::Lost => self.sign_in.set(SignIn::Failed(SignInProblem::Unreachable)),
        });
        let headers = Headers::without_key();
        let sent = stream::send(EXCHANGE, &headers, Some(body), false, told);
        if sent.is_none() {
            self.sign_in.set(SignIn::Failed(SignInProblem::Unreachable));
        }
        self.own().exchange.replace(sent);
    }

    fn take_signed(self, key: Result<String, SignInProblem>) {
        let taken = key.and_then(|key| {
            let is_still = self
                .choices
                .with_untracked(|choices| choices.provider == PROVIDER);
            // A key for this provider goes to no other that was chosen meanwhile.
            if !is_still {
                return Err(SignInProblem::Left);
            }
            self.take_key(&key, false).map_err(|_| SignInProblem::NoKey)
        });
        self.sign_in.set(match taken {
            Ok(()) => SignIn::Done,
            Err(problem) => SignIn::Failed(problem),
        });
    }
}

/// Makes the secrets, keeps them for the way and goes.
async fn leave() -> Option<()> {
    let pending = Pending::new(sign_in::chance()?, sign_in::chance()?, sign_in::now());
    let hash = sign_in::hash(pending.verifier()).await?;
    let address = pending.address(&sign_in::page()?, &hash);
    sign_in::leave_for(&address, &pending.kept()).then_some(())
}
