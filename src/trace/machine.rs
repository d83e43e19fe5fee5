//! What a machine must offer so that its runs can be recorded, sought and forked.

use core::fmt::Debug;

/// A deterministic machine, driven by recorded inputs. The trace knows no more of it.
pub trait Machine: Clone + Debug {
    /// What comes from outside.
    type Input: Clone + Debug + PartialEq;
    /// One visible change.
    type Event: Clone + Debug + PartialEq;
    /// All that decisions need; small enough to be kept every few events.
    type State: Clone + Debug + PartialEq;
    /// What only grows, by what events bring; a state says how much of it is its own.
    type Stores: Clone + Debug;
    /// Why an input was not admitted.
    type Refused: Debug;
    /// What the machine waits for when nothing happens by itself.
    type Wait: Debug + PartialEq;

    /// The state before the first event.
    fn start(&self) -> Self::State;
    /// The stores before the first event.
    fn stores(&self) -> Self::Stores;
    /// The event that an input is.
    ///
    /// # Errors
    /// Why this is not the moment for it.
    fn admit(
        &self,
        state: &Self::State,
        stores: &Self::Stores,
        input: &Self::Input,
    ) -> Result<Self::Event, Self::Refused>;
    /// What happens next, or what is waited for.
    fn next(&self, state: &Self::State, stores: &Self::Stores) -> Advance<Self::Event, Self::Wait>;
    /// Changes a state by what happened.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);
    /// Appends what an event brought.
    fn record(&self, stores: &mut Self::Stores, event: &Self::Event);
    /// Forgets what came after a state.
    fn truncate(&self, stores: &mut Self::Stores, state: &Self::State);
    /// How many parts a state has, which a copy of it takes along.
    fn parts(&self, state: &Self::State) -> usize;
    /// Turn and call of the last event, given the state after it.
    fn place(&self, state: &Self::State) -> (u32, u32);
    /// Stable name of an event's kind.
    fn kind(&self, event: &Self::Event) -> &'static str;
    /// An event in one line, in no language.
    fn line(&self, event: &Self::Event) -> String;
    /// The texts that an event brought, which its line leaves out: a digest covers both.
    fn texts(&self, event: &Self::Event, each: &mut dyn FnMut(&str));
    /// A state as text, in no language: what a digest covers.
    fn render(&self, state: &Self::State) -> String;
}

/// One move of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance<E, W> {
    /// This happened.
    Happened(E),
    /// Nothing happens until this comes.
    Waits(W),
}
