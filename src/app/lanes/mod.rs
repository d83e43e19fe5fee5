//! The same conversation, another model: what came from outside in one future comes again in
//! another one, and another model answers it. Such a future is a **lane**.
//!
//! A lane is a future like any other: it is stepped, forked, kept and brought back like one,
//! and its inputs are all there is of it. Three things are its own. It begins before the first
//! event, with the same machine, so that no reply of the other model is in it. It is named
//! after who answers in it, and not after what was said or set. And it knows what is still to
//! be said in it: whenever the user has control, the next thing comes by itself ([`side`]),
//! until a person stops it or acts in it.
//!
//! The scripted model answers at once; a live one is asked by the connection as in any run
//! that waits for it, call by call and within its limits. [`turns`] reads lanes turn by turn.

pub mod side;
pub mod turns;

use std::sync::Arc;

use crate::engine::ids::MessageId;
use crate::engine::input::{Input, Setting, Stimulus};
use crate::provider::price::Price;
use crate::run::Run;

use side::{Given, Side};

/// Who is to answer in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// The scripted model.
    Scripted,
    /// A live model.
    Live {
        /// Its name, to be shown.
        name: Arc<str>,
        /// Its price, where it is known.
        price: Option<Price>,
    },
}

/// A future in which what came from outside in another one comes again.
#[derive(Clone, Debug)]
pub struct Lane {
    /// Its number among the futures.
    pub future: u32,
    /// The number of the future whose conversation it is; its own where that is not here.
    pub of: u32,
    /// Who is to answer.
    pub by: By,
    /// It parted from another lane, by something that was said or set there.
    pub is_fork: bool,
    /// A person spoke in it, or gave it to another model: what was left is not said any more.
    pub is_left: bool,
    side: Arc<Side>,
    /// For each thing that came: how many events there were before it.
    taken: Vec<usize>,
}

impl Lane {
    /// A lane in which nothing was said yet.
    pub fn new(future: u32, of: u32, by: By, side: Arc<Side>) -> Self {
        Self {
            future,
            of,
            by,
            is_fork: false,
            is_left: false,
            side,
            taken: Vec::new(),
        }
    }

    /// A lane that is through, as a file brought it: what it was a lane of did not come along.
    pub fn through(future: u32, by: By, run: &Run) -> Self {
        let (side, taken) = Side::with_places(run);
        Self {
            taken,
            ..Self::new(future, future, by, side)
        }
    }

    /// True where the live model of this name is to answer.
    pub fn is_by(&self, model: &str) -> bool {
        matches!(&self.by, By::Live { name, .. } if **name == *model)
    }

    /// What is said in it.
    pub fn side(&self) -> &Arc<Side> {
        &self.side
    }

    /// What is said in it as a whole: what `came` in its run, and what is still to come.
    pub fn whole_side(&self, came: &Side) -> Arc<Side> {
        if !self.is_fork {
            return Arc::clone(&self.side);
        }
        let mut side = came.clone();
        for given in &self.side.given[self.side.given.len() - self.left()..] {
            // Its places are those of another side.
            if given.pins.is_some() {
                side.pins_left_out += 1;
            } else {
                side.given.push(given.clone());
            }
        }
        side.into()
    }

    /// How many things came, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.taken.len(), self.side.given.len())
    }

    /// How many things are still to come.
    pub fn left(&self) -> usize {
        if self.is_left {
            return 0;
        }
        self.side.given.len() - self.taken.len()
    }

    /// What comes next, now that the user has control in `run`; `None` where nothing is left.
    pub fn next(&mut self, run: &Run) -> Option<Input> {
        while self.left() > 0 {
            let given = self.side.given.get(self.taken.len())?;
            let input = self.input(given, run);
            self.taken.push(run.len());
            if input.is_some() {
                return input;
            }
        }
        None
    }

    /// The same thing as an input of this run; `None` where it speaks of a message that did
    /// not come here.
    fn input(&self, given: &Given, run: &Run) -> Option<Input> {
        let mut input = given.input.clone();
        if let (Stimulus::Setting(Setting::Pin { id, .. }), Some(brought_by)) =
            (&mut input.what, given.pins)
        {
            *id = self.message_of(brought_by, run)?;
        }
        Some(input)
    }

    /// The message that the thing at this place of the side became.
    fn message_of(&self, place: usize, run: &Run) -> Option<MessageId> {
        side::arrived(run, *self.taken.get(place)?)
    }

    /// The lane that parts from this one after `count` events of it.
    #[must_use]
    pub fn forked(&self, future: u32, count: usize) -> Self {
        let mut forked = self.clone();
        forked.taken.retain(|at| *at < count);
        forked.future = future;
        forked.is_fork = true;
        forked
    }
}
