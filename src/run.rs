//! A recorded run of the engine: where the machine of `engine` and the record of `trace`
//! meet.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::config::Config;
use crate::engine::event::Event;
use crate::engine::input::{Input, Refused};
use crate::engine::machine::{Engine, Invariant, Next};
use crate::engine::state::State;
use crate::engine::stores::Stores;
use crate::engine::timestamp::Timestamp;
use crate::recording::Recording;
use crate::trace::export::Session;
use crate::trace::futures::Futures;
use crate::trace::journal::Journal;
use crate::trace::machine::{Advance, Machine};

/// A recorded run.
pub type Run = Journal<Engine>;

/// A recorded run with its futures.
pub type Runs = Futures<Engine>;

/// What a run was made of, as a session file keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The first settings.
    pub config: Config,
    /// Content language: `es` or `en`.
    pub language: String,
    /// The moment at which the run begins.
    pub start: Timestamp,
    /// The example that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The recorded agent that it repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recording: Option<Arc<Recording>>,
}

/// A run as a file.
pub type SessionFile = Session<RunSettings, Input>;

/// What a run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The user.
    User,
    /// A model's reply; the engine has the request.
    Model(crate::engine::event::Purpose),
    /// Nothing: the session is full.
    Closed,
    /// Nothing: a rule of the machine is broken.
    Broken(Invariant),
}

impl Machine for Engine {
    type Input = Input;
    type Event = Event;
    type State = State;
    type Stores = Stores;
    type Refused = Refused;
    type Wait = Wait;

    fn start(&self) -> State {
        Self::start(self)
    }

    fn stores(&self) -> Stores {
        Self::stores(self)
    }

    fn admit(&self, state: &State, stores: &Stores, input: &Input) -> Result<Event, Refused> {
        Self::admit(self, state, stores, input)
    }

    fn next(&self, state: &State, stores: &Stores) -> Advance<Event, Wait> {
        match Self::next(self, state, stores) {
            Next::Happened(event) => Advance::Happened(event),
            Next::AskModel(purpose) => Advance::Waits(Wait::Model(purpose)),
            Next::AwaitUser => Advance::Waits(Wait::User),
            Next::Closed => Advance::Waits(Wait::Closed),
            Next::Broken(invariant) => Advance::Waits(Wait::Broken(invariant)),
        }
    }

    fn apply(&self, state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn record(&self, stores: &mut Stores, event: &Event) {
        stores.record(event);
    }

    fn truncate(&self, stores: &mut Stores, state: &State) {
        stores.truncate(state);
    }

    fn parts(&self, state: &State) -> usize {
        state.queue().len()
    }

    fn place(&self, state: &State) -> (u32, u32) {
        (state.turn(), state.turn_totals().model_calls)
    }

    fn kind(&self, event: &Event) -> &'static str {
        event.what.kind()
    }

    fn line(&self, event: &Event) -> String {
        event.what.line()
    }

    fn texts(&self, event: &Event, each: &mut dyn FnMut(&str)) {
        event.what.texts(each);
    }

    fn render(&self, state: &State) -> String {
        state.render()
    }
}
