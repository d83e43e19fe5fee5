//! The connection to a live model: the only place that holds a key and sends anything to a
//! provider. It asks only what a run waits for after a person said something.

mod built_in;
mod calling;
mod details;
mod listing;
mod sign_in;
mod whole;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::app::platform::stream::Streaming;
use crate::app::platform::timer::Later;
use crate::app::platform::{clock, surroundings};
use crate::app::playground::LiveModel;
use crate::app::session::Session;
use crate::provider::budget::{Budget, Spent};
use crate::provider::concession::Concession;
use crate::provider::conversation::{Conversation, Trouble};
use crate::provider::key::KeyProblem;
use crate::provider::models::Model;
use crate::provider::opaque::Cause;
use crate::provider::profile::BROWSER;

use super::choices::{ChoiceProblem, Choices};
use super::keys::Keys;
use super::streamed::Streamed;

pub use built_in::BuiltIn;
pub use sign_in::SignIn;

/// What the connection is doing.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Nothing.
    Resting,
    /// A call is going on.
    Asking,
    /// It waits before it tries again.
    Waiting {
        /// Seconds that are left.
        seconds: u64,
        /// Why.
        trouble: Trouble,
    },
    /// The last call brought nothing. The run still waits: the person asks again or ends the
    /// turn.
    Failed {
        /// Why.
        trouble: Trouble,
        /// What it can be, where the browser does not say.
        causes: Vec<Cause>,
    },
}

/// The list of models.
#[derive(Clone, Debug, PartialEq)]
pub enum Listing {
    /// Nobody asked for it.
    Unasked,
    /// It is on its way.
    Coming,
    /// So many models; none where the list could not be read.
    Here(Vec<Model>),
    /// It did not come.
    Failed {
        /// Status of HTTP; 0 where the browser does not say what went wrong.
        status: u16,
        /// What it can be, where the browser does not say.
        causes: Vec<Cause>,
    },
}

/// Who is connected, as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Connected {
    /// Its number: each connection has another one.
    pub number: u32,
    /// The provider's name in the table.
    pub provider: &'static str,
    /// The model's name.
    pub model: Arc<str>,
    /// Where the text goes: scheme, host and port.
    pub origin: String,
    /// What was asked and answered.
    pub spent: Spent,
    /// The limits.
    pub budget: Budget,
    /// A price is known: the limit of money holds.
    pub has_price: bool,
    /// The server cut a prompt, and read so many tokens of it.
    pub cut_at: Option<u32>,
    /// The provider refused a prompt as too long for the model's window.
    pub overflow: Option<Overflow>,
    /// What the provider refused and is no longer sent.
    pub conceded: Vec<Concession>,
}

/// A prompt that was too long, in tokens, where the provider says how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overflow {
    /// Of the prompt.
    pub used: Option<u64>,
    /// Of the model's window.
    pub max: Option<u64>,
}

impl Connected {
    /// The server runs on this machine: nothing else is reached without `https:`.
    pub fn is_local(&self) -> bool {
        self.origin.starts_with("http://") || self.is_in_browser()
    }

    /// It is the browser's own model.
    pub fn is_in_browser(&self) -> bool {
        self.provider == BROWSER
    }
}

/// Why nothing was connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectProblem {
    /// Something is missing or will not do.
    Choice(ChoiceProblem),
    /// The key will not do.
    Key(KeyProblem),
    /// The provider wants a key.
    KeyMissing,
    /// The browser's own model is not there, or not yet.
    NotReady,
}

/// Signals to read, and what the views ask for.
#[derive(Clone, Copy)]
pub struct Connection {
    session: Session,
    own: StoredValue<Rc<Own>, LocalStorage>,
    /// What is being chosen.
    pub choices: RwSignal<Choices>,
    /// What it is doing.
    pub status: RwSignal<Status>,
    /// What has come of a reply.
    pub streamed: RwSignal<Streamed>,
    /// The list of models.
    pub listing: RwSignal<Listing>,
    /// Whether there is a model in the browser itself.
    pub built_in: RwSignal<BuiltIn>,
    /// The sign-in without a key to paste.
    pub sign_in: RwSignal<SignIn>,
    /// Whose key is held.
    pub key_of: RwSignal<Option<String>>,
    /// Who is connected.
    pub connected: RwSignal<Option<Connected>>,
}

/// What only the connection needs.
#[derive(Default)]
struct Own {
    keys: Keys,
    conversation: RefCell<Option<Conversation>>,
    stream: RefCell<Option<Streaming>>,
    /// A request whose answer is whole, and which may come to its end by itself.
    ending: RefCell<Option<Streaming>>,
    end: Later,
    list: RefCell<Option<Streaming>>,
    /// What is asked about the model that was named.
    details: RefCell<Option<Streaming>>,
    building: RefCell<Streamed>,
    is_showing: Cell<bool>,
    show: Later,
    silence: Later,
    wait: Later,
    /// Revision of the run that asked: what comes for another one is dropped.
    ticket: Cell<Option<u32>>,
    cut_at: Cell<Option<u32>>,
    overflow: Cell<Option<Overflow>>,
    /// The download of the browser's own model.
    download: RefCell<Option<Streaming>>,
    /// The exchange of a code for a key.
    exchange: RefCell<Option<Streaming>>,
    /// Number of the connection.
    number: Cell<u32>,
    /// What the run is told when the person ends the turn.
    failure: RefCell<Option<crate::engine::reply::ModelFailure>>,
}

thread_local! {
    static CONNECTION: OnceCell<Connection> = const { OnceCell::new() };
}

impl Connection {
    /// The connection of this page. It lives as long as the page does, whatever view asked
    /// for it first.
    pub fn get() -> Self {
        let session = Session::get();
        Self::of(session)
    }

    /// The same, where the session is at hand.
    pub fn of(session: Session) -> Self {
        CONNECTION.with(|connection| {
            *connection.get_or_init(|| {
                // A root takes the place of the owner that is current: that one comes back.
                let current = Owner::current();
                let owner = Owner::new_root(None);
                let made = Self::new(session);
                std::mem::forget(owner);
                if let Some(current) = current {
                    current.set();
                }
                made
            })
        })
    }

    fn new(session: Session) -> Self {
        let mut choices = Choices::default();
        choices.choose("openai");
        let connection = Self {
            session,
            own: StoredValue::new_local(Rc::default()),
            choices: RwSignal::new(choices),
            status: RwSignal::new(Status::Resting),
            streamed: RwSignal::new(Streamed::default()),
            listing: RwSignal::new(Listing::Unasked),
            built_in: RwSignal::new(BuiltIn::Unasked),
            sign_in: RwSignal::new(SignIn::None),
            key_of: RwSignal::new(None),
            connected: RwSignal::new(None),
        };
        // Another run, or another future of it, does not wait for what this one asked.
        let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
        Effect::new(move |_| connection.leave(revision.get()));
        connection
    }

    fn own(self) -> Rc<Own> {
        self.own.get_value()
    }

    /// Takes up the key that this tab keeps for the address that is chosen, and drops
    /// another one.
    pub fn settle_key(self) {
        let own = self.own();
        if let Ok(endpoint) = self.choices.with_untracked(Choices::endpoint) {
            own.keys.settle(&endpoint);
        }
        self.show_key();
    }

    /// Shows whose key is here. That one came by a sign-in is said no longer than it is here.
    fn show_key(self) {
        let origin = self.own().keys.origin();
        if origin.is_none() && self.sign_in.get_untracked() == SignIn::Done {
            self.sign_in.set(SignIn::None);
        }
        self.key_of.set(origin);
    }

    /// Takes the key that was typed, where one was.
    ///
    /// # Errors
    /// Why it will not do.
    pub fn take_key(self, typed: &str, is_kept: bool) -> Result<(), ConnectProblem> {
        let endpoint = self
            .choices
            .with_untracked(Choices::endpoint)
            .map_err(|problem| ConnectProblem::Choice(ChoiceProblem::Address(problem)))?;
        let own = self.own();
        if typed.trim().is_empty() {
            own.keys.settle(&endpoint);
        } else {
            let taken = own.keys.take(typed, &endpoint, is_kept);
            taken.map_err(ConnectProblem::Key)?;
        }
        self.show_key();
        Ok(())
    }

    /// Forgets the key, and ends what was being asked with it.
    pub fn forget_key(self) {
        self.own().keys.forget();
        self.show_key();
    }

    /// Connects what is chosen, and gives what the run shows of it.
    ///
    /// # Errors
    /// What is missing or will not do.
    pub fn connect(self) -> Result<LiveModel, ConnectProblem> {
        let own = self.own();
        let choices = self.choices.get_untracked();
        let partner = choices
            .partner(&own.keys.scrubber())
            .map_err(ConnectProblem::Choice)?;
        own.keys.settle(&partner.endpoint);
        if partner.profile.needs_key && own.keys.origin().is_none() {
            return Err(ConnectProblem::KeyMissing);
        }
        let is_ready = || self.built_in.with_untracked(BuiltIn::is_ready);
        if choices.is_in_browser() && !is_ready() {
            return Err(ConnectProblem::NotReady);
        }
        self.hang_up();
        own.number.set(own.number.get().wrapping_add(1));
        let name = partner.shown().into();
        own.conversation
            .replace(Some(Conversation::new(partner, choices.budget)));
        own.cut_at.set(None);
        own.overflow.set(None);
        self.status.set(Status::Resting);
        self.show_spent();
        Ok(LiveModel {
            name,
            connection: own.number.get(),
            clock: clock::now,
        })
    }

    /// The model that is connected, for another run.
    pub fn model(self) -> Option<LiveModel> {
        let own = self.own();
        let conversation = own.conversation.borrow();
        let name = conversation.as_ref()?.partner().shown().into();
        Some(LiveModel {
            name,
            connection: own.number.get(),
            clock: clock::now,
        })
    }

    /// Other limits and another price for what is connected.
    pub fn change_limits(self) {
        let own = self.own();
        if let Some(conversation) = &mut *own.conversation.borrow_mut() {
            let (budget, price) = self
                .choices
                .with_untracked(|choices| (choices.budget, choices.price));
            conversation.set_budget(budget);
            conversation.set_price(price);
        }
        self.show_spent();
    }

    /// Nobody is connected any more, and the key is forgotten.
    pub fn disconnect(self) {
        self.hang_up();
        let own = self.own();
        own.conversation.replace(None);
        self.forget_key();
        self.status.set(Status::Resting);
        self.show_spent();
    }

    /// Shows who is connected, and what was spent.
    fn show_spent(self) {
        let own = self.own();
        let conversation = own.conversation.borrow();
        let connected = conversation.as_ref().map(|conversation| {
            let partner = conversation.partner();
            Connected {
                number: own.number.get(),
                provider: partner.profile.name,
                model: partner.shown().into(),
                origin: partner.endpoint.origin().to_string(),
                spent: *conversation.spent(),
                budget: *conversation.budget(),
                has_price: partner.price.is_some(),
                cut_at: own.cut_at.get(),
                overflow: own.overflow.get(),
                conceded: conversation.conceded().to_vec(),
            }
        });
        if self.connected.with_untracked(|shown| *shown != connected) {
            self.connected.set(connected);
        }
    }

    /// True on the page whose policy lets through any `https:` address.
    pub fn allows_any_host(self) -> bool {
        surroundings::allows_any_host()
    }

    /// The address of that page.
    pub fn any_host_page(self) -> String {
        surroundings::any_host_page()
    }

    /// The address of this page, for a tab of its own.
    pub fn own_tab(self) -> String {
        surroundings::own_tab()
    }

    /// Scheme, host and port of this page: what a local server is told to answer.
    pub fn page_origin(self) -> String {
        surroundings::origin()
    }
}
