//! What the views see: one moment of the run. Made anew by every command, never changed.

use std::sync::Arc;

use crate::engine::event::Event;
use crate::engine::state::State;
use crate::run::Wait;
use crate::scene::Scene;
use crate::text::Locale;
use crate::trace::address::Place;

use super::playground::Playground;

/// One moment of the run.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position, from 1: so many events have happened.
    pub position: usize,
    /// How many events the run has.
    pub count: usize,
    /// Turn and call of the event.
    pub place: Place,
    /// The event.
    pub event: Option<Event>,
    /// The state before it.
    pub before: Arc<State>,
    /// The state after it.
    pub after: Arc<State>,
    /// The picture.
    pub scene: Arc<Scene>,
    /// Changes with the record: with it, what is read off all events changes too.
    pub revision: u32,
    /// Number of the future in view.
    pub branch: u32,
    /// How many futures are kept beside it.
    pub others: usize,
    /// What the run waits for at its end.
    pub wait: Wait,
    /// Content language of the run.
    pub content: Locale,
}

impl Frame {
    /// The moment in view.
    pub fn of(playground: &Playground) -> Self {
        let (before, after) = playground.states();
        let scene = Arc::new(playground.scene(&before, &after));
        let position = playground.position();
        let place = position
            .checked_sub(1)
            .and_then(|index| playground.run().places().get(index));
        Self {
            position,
            count: playground.count(),
            place: place.copied().unwrap_or_default(),
            event: playground.event().cloned(),
            before: Arc::new(before),
            after: Arc::new(after),
            scene,
            revision: playground.revision(),
            branch: playground.runs().number(),
            others: playground.runs().others().len(),
            wait: playground.wait(),
            content: playground.locale(),
        }
    }

    /// True where there is nothing further to see.
    pub fn is_last(&self) -> bool {
        self.position >= self.count
    }

    /// True where items are counted (the miniature).
    pub fn counts_items(&self) -> bool {
        self.after.counts_items()
    }
}
