//! Futures: acting in the past keeps what came after, under a name. A future is its
//! inputs; what happened follows from them, so going back to one runs it again from
//! where the two part.

use super::address::Place;
use super::journal::{Diverged, Journal, Recorded};
use super::machine::Machine;

/// Most futures kept beside the one in view. The oldest makes room.
pub const FUTURES_MAX: usize = 16;

/// A future that is not in view.
#[derive(Clone, Debug, PartialEq)]
pub struct Future<I> {
    /// Its number, in order of forking, from 1; a future keeps it.
    pub number: u32,
    /// Its inputs, from the beginning.
    pub inputs: Vec<Recorded<I>>,
    /// How many events it had.
    pub events: u32,
    /// Events that it shares with the future that was forked from it.
    pub shared: u32,
    /// Where it began.
    pub fork: Option<Fork>,
}

/// Where a future parted from the one that it was forked from; the first has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The number of that one.
    pub from: u32,
    /// Events that the two share.
    pub after: u32,
    /// Turn and call at which it was forked.
    pub place: Place,
}

/// A run with several futures, one of them in view.
#[derive(Clone, Debug)]
pub struct Futures<M: Machine> {
    journal: Journal<M>,
    number: u32,
    fork: Option<Fork>,
    last_number: u32,
    others: Vec<Future<M::Input>>,
    dropped: Option<u32>,
}

impl<M: Machine> Futures<M> {
    /// A run with one future.
    pub fn new(journal: Journal<M>) -> Self {
        Self {
            journal,
            number: 1,
            fork: None,
            last_number: 1,
            others: Vec::new(),
            dropped: None,
        }
    }

    /// The record in view.
    pub fn journal(&self) -> &Journal<M> {
        &self.journal
    }

    /// The record in view, to go on with.
    pub fn journal_mut(&mut self) -> &mut Journal<M> {
        &mut self.journal
    }

    /// The number of the future in view.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The futures that are not in view, oldest first.
    pub fn others(&self) -> &[Future<M::Input>] {
        &self.others
    }

    /// Keeps what came after the first `count` events as another future, and cuts it off
    /// here. Nothing is kept where nothing came after.
    pub fn fork(&mut self, count: usize) {
        if count >= self.journal.len() {
            return;
        }
        self.keep(count);
        let place = count.checked_sub(1).map(|last| self.journal.places()[last]);
        self.fork = Some(Fork {
            from: self.number,
            after: u32::try_from(count).unwrap_or(u32::MAX),
            place: place.unwrap_or_default(),
        });
        self.last_number += 1;
        self.number = self.last_number;
        self.journal.truncate(count);
    }

    /// Takes a record of the same machine into view as a further future; the one in view is
    /// kept. Nothing of it is copied: the two share what is the same in both from the
    /// beginning.
    pub fn begin(&mut self, journal: Journal<M>) {
        let pairs = self.journal.events().iter().zip(journal.events());
        let shared = pairs.take_while(|(left, right)| left == right).count();
        self.keep(shared);
        let place = shared.checked_sub(1).map(|last| journal.places()[last]);
        self.fork = Some(Fork {
            from: self.number,
            after: u32::try_from(shared).unwrap_or(u32::MAX),
            place: place.unwrap_or_default(),
        });
        self.last_number += 1;
        self.number = self.last_number;
        self.journal = journal;
    }

    /// Where the future in view began.
    pub fn origin(&self) -> Option<Fork> {
        self.fork
    }

    /// The number of the future that made room since this was last asked.
    pub fn take_dropped(&mut self) -> Option<u32> {
        self.dropped.take()
    }

    /// The whole record of a future, in view or not; `None` where there is none of that
    /// number, or where its inputs no longer lead to what they led to.
    pub fn record(&self, number: u32) -> Option<Journal<M>> {
        if number == self.number {
            return Some(self.journal.clone());
        }
        let future = self.others.iter().find(|future| future.number == number)?;
        self.replayed(future).ok().map(|(journal, _)| journal)
    }

    /// The record of a future, and how many events it shares with the one in view.
    fn replayed(
        &self,
        future: &Future<M::Input>,
    ) -> Result<(Journal<M>, usize), Diverged<M::Refused>> {
        let known = self.journal.inputs();
        let same = known
            .iter()
            .zip(&future.inputs)
            .take_while(|(left, right)| left == right)
            .count();
        let parts_at = [known.get(same), future.inputs.get(same)]
            .into_iter()
            .flatten()
            .map(|next| next.after)
            .min();
        let shared = parts_at.unwrap_or(future.events).min(future.events) as usize;
        let mut journal = self.journal.clone();
        journal.truncate(shared);
        let from = future
            .inputs
            .iter()
            .position(|recorded| recorded.after as usize >= shared);
        let rest = from.map_or(&[][..], |from| &future.inputs[from..]);
        journal.replay(rest, future.events as usize)?;
        Ok((journal, shared))
    }

    /// Takes another future into view; the one in view is kept.
    ///
    /// # Errors
    /// Where its inputs no longer lead to what they led to; the one in view stays.
    pub fn restore(&mut self, number: u32) -> Result<(), Diverged<M::Refused>> {
        let Some(at) = self
            .others
            .iter()
            .position(|future| future.number == number)
        else {
            return Ok(());
        };
        let (journal, shared) = self.replayed(&self.others[at])?;
        // First, so that the one that comes into view takes no other's place.
        let future = self.others.remove(at);
        self.keep(shared.min(self.journal.len()));
        (self.number, self.fork) = (number, future.fork);
        self.journal = journal;
        Ok(())
    }

    fn keep(&mut self, shared: usize) {
        let events = u32::try_from(self.journal.len()).unwrap_or(u32::MAX);
        let shared = u32::try_from(shared).unwrap_or(u32::MAX);
        let inputs = self.journal.inputs().to_vec();
        self.others.push(Future {
            number: self.number,
            inputs,
            events,
            shared,
            fork: self.fork,
        });
        if self.others.len() > FUTURES_MAX {
            self.dropped = Some(self.others.remove(0).number);
        }
    }
}
