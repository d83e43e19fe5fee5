//! A conversation with a live model as a machine of plain data: what to send, what the bytes
//! that come back add, when to try again, when to stop. It neither fetches nor waits: the page
//! does both, and the tests do neither.
//!
//! ```text
//! ask ──▶ Send ─▶ outgoing ─▶ head ─▶ bytes… ─▶ ended ──▶ Over: one reply or one failure
//!          ▲                             │ lost │
//!          └──── Wait ◀──────────────────┴──────┘
//! ```

mod trouble;

pub use trouble::{Lost, Trouble};

use std::sync::Arc;

use super::budget::{Budget, Halt, Spent};
use super::classify::Head;
use super::concession::{Concession, concede};
use super::decode::Decoder;
use super::encode::echo::Echoes;
use super::encode::{Ask, encode};
use super::endpoint::Endpoint;
use super::error::{ErrorKind, ProviderError};
use super::headers::{HeaderProblem, Headers};
use super::hold_back::HoldBack;
use super::key::Key;
use super::limits::Limits;
use super::price::Price;
use super::profile::Profile;
use super::reading::{Delta, Reading};
use super::reply::{Outcome, take};
use super::scrub::Scrubber;
use super::{cut_prompt, models, retry};
use crate::engine::reply::{Answerer, ModelFailure, Reply, Request};
use crate::engine::tokens;

/// Longest inner monologue of a reply that is kept, in characters. Models that reason write
/// thousands, and all of it would stand in the queue.
pub const THOUGHTS_MAX: usize = 1_200;

/// Bytes of a reply's text and calls for each token that it may have: beyond them the model
/// or its server does not keep to the limit.
const BYTES_PER_TOKEN_MAX: usize = 16;

/// Whom to ask, and how.
#[derive(Clone, Debug)]
pub struct Partner {
    /// What the provider can do.
    pub profile: Profile,
    /// Where it is.
    pub endpoint: Endpoint,
    /// Its name of the model, to ask for it by; see [`Partner::shown`].
    pub model: Arc<str>,
    /// Most tokens of an answer.
    pub answer_max: u32,
    /// Tokens of the model's window, where they are known.
    pub window: Option<u32>,
    /// Its price, where it is known.
    pub price: Option<Price>,
}

/// A conversation with one model.
#[derive(Debug)]
pub struct Conversation {
    partner: Partner,
    budget: Budget,
    spent: Spent,
    turn: Option<u32>,
    echoes: Echoes,
    conceded: Vec<Concession>,
    call: Option<Call>,
}

/// The call that is going on.
#[derive(Debug)]
struct Call {
    request: Request,
    instructions: Arc<str>,
    /// Requests that were sent for it.
    tries: u32,
    /// It was asked once more since chance decides what a model writes.
    was_repeated: bool,
    reception: Option<Reception>,
}

/// What comes back.
struct Reception {
    decoder: Decoder,
    hold: HoldBack,
    /// Characters that came, to be estimated where the provider does not say.
    arrived: String,
    has_key: bool,
}

impl core::fmt::Debug for Reception {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // What it holds is not scrubbed yet.
        out.write_str("Reception")
    }
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Send what [`Conversation::outgoing`] gives.
    Send,
    /// Wait, then [`Conversation::again`].
    Wait {
        /// Milliseconds.
        milliseconds: u64,
        /// Why.
        trouble: Trouble,
    },
    /// The call is over.
    Over(Ended),
}

/// How a call ended: an input for the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The reply, or the failure as it is recorded.
    pub outcome: Result<Reply, ModelFailure>,
    /// What the person is told of a failure.
    pub trouble: Option<Trouble>,
    /// The server read so many tokens, fewer than it was sent: it cut the prompt.
    pub cut_at: Option<u32>,
}

/// A request to be sent. It holds the key, so it cannot be printed.
pub struct Outgoing<'k> {
    /// Where to, by POST.
    pub address: String,
    /// The headers.
    pub headers: Headers<'k>,
    /// The body.
    pub body: String,
    /// It goes to this machine.
    pub is_loopback: bool,
}

impl Conversation {
    /// A conversation that has not begun.
    pub fn new(partner: Partner, budget: Budget) -> Self {
        Self {
            partner,
            budget,
            spent: Spent::default(),
            turn: None,
            echoes: Echoes::new(),
            conceded: Vec::new(),
            call: None,
        }
    }

    /// Whom is asked.
    pub fn partner(&self) -> &Partner {
        &self.partner
    }

    /// How much may be asked.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Other limits from now on; what was spent stays spent.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Another price from now on.
    pub fn set_price(&mut self, price: Option<Price>) {
        self.partner.price = price;
    }

    /// What has been asked and answered.
    pub fn spent(&self) -> &Spent {
        &self.spent
    }

    /// What the provider refused and is no longer sent.
    pub fn conceded(&self) -> &[Concession] {
        &self.conceded
    }

    /// True while a call is going on.
    pub fn is_asking(&self) -> bool {
        self.call.is_some()
    }

    /// Asks the model. `instructions` say in the content language how to write a call as
    /// text; `turn` is that of the run.
    pub fn ask(&mut self, request: Request, instructions: Arc<str>, turn: u32) -> Next {
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            self.spent.begin_turn();
        }
        self.call = Some(Call {
            request,
            instructions,
            tries: 0,
            was_repeated: false,
            reception: None,
        });
        self.again()
    }

    /// A person says that the turn may go on beyond its limit of calls.
    pub fn allow_turn(&mut self) {
        self.spent.begin_turn();
    }

    /// Sends, unless a limit would be passed.
    pub fn again(&mut self) -> Next {
        let Some(call) = &self.call else {
            return over(ErrorKind::Aborted);
        };
        let price = self.partner.price;
        match self.spent.halt(&self.budget, call.request.tokens, price) {
            Some(halt) => self.halted(halt),
            None => Next::Send,
        }
    }

    fn halted(&mut self, halt: Halt) -> Next {
        self.call = None;
        Next::Over(Ended {
            outcome: Err(other(halt.name())),
            trouble: Some(Trouble::Halted(halt)),
            cut_at: None,
        })
    }

    /// What is to be sent.
    ///
    /// # Errors
    /// The call is over before it began: the key is missing or belongs elsewhere.
    pub fn outgoing<'k>(&mut self, key: Option<&'k Key>) -> Result<Outgoing<'k>, Box<Ended>> {
        let partner = &self.partner;
        let headers = Headers::new(&partner.profile, &partner.endpoint, key);
        let (call, headers) = match (self.call.as_mut(), headers) {
            (Some(call), Ok(headers)) => (call, headers),
            (None, _) => return Err(Box::new(failed(ErrorKind::Aborted))),
            (_, Err(problem)) => {
                self.call = None;
                // Both are mended by entering the key for this address.
                let kind = match problem {
                    HeaderProblem::KeyMissing | HeaderProblem::KeyOfOtherOrigin => {
                        ErrorKind::BadKey
                    }
                };
                return Err(Box::new(failed(kind)));
            }
        };
        let encoded = encode(&Ask {
            request: &call.request,
            profile: &partner.profile,
            model: &partner.model,
            answer_max: partner.answer_max,
            window: partner.window,
            sampling: None,
            is_streamed: true,
            echoes: &self.echoes,
            text_instructions: &call.instructions,
        });
        call.tries += 1;
        call.reception = None;
        self.spent.sent();
        let protocol = partner.profile.protocol;
        Ok(Outgoing {
            address: partner.endpoint.call_url(protocol, &partner.model, true),
            headers,
            body: encoded.body.to_string(),
            is_loopback: partner.endpoint.origin().is_loopback(),
        })
    }

    /// The answer has begun. The key is the one that was sent.
    pub fn head(&mut self, mut head: Head, key: Option<&Key>) {
        head.is_local = self.partner.endpoint.origin().is_loopback();
        let scrubber = key.map_or_else(Scrubber::none, Key::scrubber);
        let protocol = self.partner.profile.protocol;
        if let Some(call) = &mut self.call {
            call.reception = Some(Reception {
                decoder: Decoder::within(self.partner.limits(), protocol, head, scrubber),
                hold: HoldBack::default(),
                arrived: String::new(),
                has_key: key.is_some(),
            });
        }
    }

    /// More of the answer; what may be shown of it.
    pub fn bytes(&mut self, bytes: &[u8]) -> Vec<Delta> {
        let reception = self.call.as_mut().and_then(|call| call.reception.as_mut());
        let Some(reception) = reception else {
            return Vec::new();
        };
        let mut shown = Vec::new();
        for delta in reception.decoder.feed(bytes) {
            match delta {
                Delta::Text(piece) => {
                    reception.arrived.push_str(&piece);
                    let piece = reception.hold.push(&piece);
                    if !piece.is_empty() {
                        shown.push(Delta::Text(piece));
                    }
                }
                other => {
                    if let Delta::Thoughts(piece)
                    | Delta::Refusal(piece)
                    | Delta::Arguments { piece, .. } = &other
                    {
                        reception.arrived.push_str(piece);
                    }
                    shown.push(other);
                }
            }
        }
        shown
    }

    /// True where nothing that follows can matter: the request may be ended.
    pub fn is_over(&self) -> bool {
        let reception = self.call.as_ref().and_then(|call| call.reception.as_ref());
        reception.is_none_or(|reception| reception.decoder.is_over())
    }

    /// The person ended the call. What it had read by then is counted.
    pub fn cancel(&mut self) {
        if let Some(call) = self.call.take() {
            let arrived = call.reception.map(|reception| reception.arrived);
            self.estimated(&call.request, arrived.as_deref());
        }
    }

    fn estimated(&mut self, request: &Request, arrived: Option<&str>) {
        let Some(arrived) = arrived else { return };
        self.spent.is_estimated = true;
        let written = tokens::estimate(arrived);
        self.spent.took(request.tokens, written, self.partner.price);
    }

    /// The request failed, or broke off in the middle. `chance` is a number from 0 to 999.
    pub fn lost(&mut self, lost: Lost, chance: u32) -> Next {
        let has_begun = self
            .call
            .as_ref()
            .is_some_and(|call| call.reception.is_some());
        if has_begun {
            return self.ended(chance);
        }
        self.call = None;
        match lost {
            Lost::Silent => {
                let mut ended = failed(ErrorKind::Truncated);
                ended.trouble = Some(Trouble::Silent);
                Next::Over(ended)
            }
            // What the browser does not explain is not tried again: it would fail again.
            Lost::Unexplained => Next::Over(Ended {
                trouble: Some(Trouble::Unexplained),
                ..failed(ErrorKind::OpaqueNetwork)
            }),
        }
    }

    /// The body has ended, by itself or not. `chance` is a number from 0 to 999.
    pub fn ended(&mut self, chance: u32) -> Next {
        let Some(mut call) = self.call.take() else {
            return over(ErrorKind::Aborted);
        };
        let Some(reception) = call.reception.take() else {
            return over(ErrorKind::Aborted);
        };
        let (reading, _) = reception.decoder.finish();
        self.count(&call.request, &reading, &reception.arrived);
        if let Some(error) = &reading.error
            && let Some(next) = self.after_error(error.clone(), &mut call, chance)
        {
            self.call = Some(call);
            return match next {
                Next::Send => self.again(),
                other => other,
            };
        }
        let error = reading.error.clone();
        let read = reading.usage.map(|usage| usage.prompt);
        let (outcome, repairs) = take(reading.clone(), &call.request, self.partner.profile.tools);
        match outcome {
            Outcome::Reply(reply) if self.is_too_long(&reply) => Next::Over(Ended {
                outcome: Err(other("Length")),
                trouble: Some(Trouble::Reply("Length")),
                cut_at: None,
            }),
            Outcome::Reply(mut reply) => {
                self.echoes.remember(&reply.calls, &reading);
                let mut repairs: Vec<Arc<str>> =
                    repairs.iter().map(|repair| repair.name().into()).collect();
                shorten_thoughts(&mut reply, &mut repairs);
                reply.by = Some(Arc::new(Answerer {
                    provider: self.partner.profile.name.into(),
                    model: self.partner.shown().into(),
                    repairs,
                }));
                let is_cut = |read: &u32| {
                    cut_prompt::is_cut(*read, call.request.tokens, self.partner.window)
                };
                Next::Over(Ended {
                    outcome: Ok(reply),
                    trouble: None,
                    cut_at: read.filter(is_cut),
                })
            }
            Outcome::Failed { may_ask_again, .. } if may_ask_again && !call.was_repeated => {
                call.was_repeated = true;
                self.call = Some(call);
                self.again()
            }
            Outcome::Failed { failure, .. } => {
                let trouble = match (error, &failure) {
                    (Some(error), _) => self.trouble(error, reception.has_key),
                    (None, ModelFailure::Other { kind }) => Trouble::of_reply(kind),
                    (None, _) => Trouble::Reply("ContextFull"),
                };
                Next::Over(Ended {
                    outcome: Err(failure),
                    trouble: Some(trouble),
                    cut_at: None,
                })
            }
        }
    }

    /// What the provider counted; else our estimate of what a successful answer took.
    fn count(&mut self, request: &Request, reading: &Reading, arrived: &str) {
        match reading.usage {
            Some(usage) if usage.prompt > 0 || usage.completion > 0 => {
                self.spent
                    .took(usage.prompt, usage.completion, self.partner.price);
            }
            _ if reading.error.is_none() || !arrived.is_empty() => {
                self.estimated(request, Some(arrived));
            }
            _ => {}
        }
    }

    /// What an error leads to but the end of the call.
    fn after_error(&mut self, error: ProviderError, call: &mut Call, chance: u32) -> Option<Next> {
        if error.kind == ErrorKind::ContextOverflow {
            self.learn_window(&error);
        }
        if concede(&error, &mut self.partner.profile, &mut self.conceded).is_some() {
            return Some(Next::Send);
        }
        let milliseconds = retry::wait_ms(&error, call.tries, chance)?;
        Some(Next::Wait {
            milliseconds,
            trouble: Trouble::Provider(error),
        })
    }

    fn learn_window(&mut self, error: &ProviderError) {
        if let Some(max) = error.max.and_then(|max| u32::try_from(max).ok()) {
            self.partner.window = Some(max);
        }
    }

    fn trouble(&self, error: ProviderError, has_key: bool) -> Trouble {
        if error.kind == ErrorKind::BadKey && !has_key {
            return Trouble::KeyMissing;
        }
        Trouble::Provider(error)
    }

    fn is_too_long(&self, reply: &Reply) -> bool {
        let calls = reply.calls.iter();
        let calls: usize = calls
            .map(|call| call.name.len() + call.arguments.len())
            .sum();
        let most = self.partner.answer_max as usize * BYTES_PER_TOKEN_MAX;
        reply.text.len() + calls > most.max(4_096)
    }
}

impl Partner {
    /// The name of the model as it is shown and recorded: never a path on the server.
    pub fn shown(&self) -> &str {
        models::last_part(&self.model)
    }

    /// How much an answer may bring: a stream wraps every token into some hundred bytes.
    fn limits(&self) -> Limits {
        let body = (self.answer_max as usize).saturating_mul(1_024);
        Limits {
            body: body.clamp(2 << 20, Limits::STANDARD.body),
            ..Limits::STANDARD
        }
    }
}

/// Models that reason write more than their thoughts are worth here.
fn shorten_thoughts(reply: &mut Reply, repairs: &mut Vec<Arc<str>>) {
    if let Some((end, _)) = reply.thoughts.char_indices().nth(THOUGHTS_MAX) {
        reply.thoughts = format!("{}…", &reply.thoughts[..end]).into();
        repairs.push("shortened_thoughts".into());
    }
}

fn other(kind: &str) -> ModelFailure {
    ModelFailure::Other { kind: kind.into() }
}

fn failed(kind: ErrorKind) -> Ended {
    let trouble = match kind {
        ErrorKind::BadKey => Trouble::KeyMissing,
        kind => Trouble::Provider(ProviderError::of(kind)),
    };
    Ended {
        outcome: Err(other(kind.name())),
        trouble: Some(trouble),
        cut_at: None,
    }
}

fn over(kind: ErrorKind) -> Next {
    Next::Over(failed(kind))
}
