//! The record of a run: inputs (the truth), events (derived from them), and a checkpoint
//! every few events, so that any moment of it can be seen again at once.

use super::address::{Address, Place};
use super::machine::{Advance, Machine};

/// Fewest events between two checkpoints. A state with its queue takes a few kilobytes, an
/// event some fifty bytes: the checkpoints are to take little beside what lies between them,
/// and to apply so many events again takes a tenth of a millisecond.
pub const CHECKPOINT_EVERY: usize = 512;

/// Parts of a state that one event more between two checkpoints makes up for. A queue of
/// thousands of messages would else be copied every few events, and fill the memory.
const PARTS_PER_EVENT: usize = 8;

/// A recorded run, that can go on, be sought, and be cut.
#[derive(Clone, Debug)]
pub struct Journal<M: Machine> {
    machine: M,
    stores: M::Stores,
    head: M::State,
    events: Vec<M::Event>,
    places: Vec<Place>,
    inputs: Vec<Recorded<M::Input>>,
    /// States, each with the number of events before it, from 0.
    checkpoints: Vec<(usize, M::State)>,
}

/// An input, and the number of events before it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recorded<I> {
    /// Events that had happened when it came.
    pub after: u32,
    /// The input.
    pub input: I,
}

impl<M: Machine> Journal<M> {
    /// An empty record.
    pub fn new(machine: M) -> Self {
        let head = machine.start();
        Self {
            stores: machine.stores(),
            checkpoints: vec![(0, head.clone())],
            head,
            machine,
            events: Vec::new(),
            places: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// The machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// The state after the last event.
    pub fn head(&self) -> &M::State {
        &self.head
    }

    /// What was stored, up to the last event.
    pub fn stores(&self) -> &M::Stores {
        &self.stores
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// True before the first event.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// All events.
    pub fn events(&self) -> &[M::Event] {
        &self.events
    }

    /// All inputs.
    pub fn inputs(&self) -> &[Recorded<M::Input>] {
        &self.inputs
    }

    /// Turn and call of each event.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// What happens next, or what is waited for; nothing is recorded.
    pub fn next(&self) -> Advance<M::Event, M::Wait> {
        self.machine.next(&self.head, &self.stores)
    }

    /// The next thing happens, unless something is waited for: `None` then means that an
    /// event was recorded.
    pub fn advance(&mut self) -> Option<M::Wait> {
        match self.machine.next(&self.head, &self.stores) {
            Advance::Happened(event) => {
                self.push(event);
                None
            }
            Advance::Waits(wait) => Some(wait),
        }
    }

    /// Goes on until something is waited for.
    pub fn settle(&mut self) -> M::Wait {
        loop {
            if let Some(wait) = self.advance() {
                return wait;
            }
        }
    }

    /// Records an input and the event that it is.
    ///
    /// # Errors
    /// Why the machine does not admit it now; nothing is recorded then.
    pub fn admit(&mut self, input: M::Input) -> Result<(), M::Refused> {
        let event = self.machine.admit(&self.head, &self.stores, &input)?;
        let after = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        push(&mut self.inputs, Recorded { after, input });
        self.push(event);
        Ok(())
    }

    /// The state after the first `count` events; after all where there are fewer.
    pub fn state_at(&self, count: usize) -> M::State {
        let count = count.min(self.events.len());
        if count == self.events.len() {
            return self.head.clone();
        }
        let later = self.checkpoints.partition_point(|(at, _)| *at <= count);
        let (at, mut state) = match later.checked_sub(1).map(|last| &self.checkpoints[last]) {
            Some((at, state)) => (*at, state.clone()),
            None => (0, self.machine.start()),
        };
        for event in &self.events[at..count] {
            self.machine.apply(&mut state, event);
        }
        state
    }

    /// Cuts the record behind the first `count` events.
    pub fn truncate(&mut self, count: usize) {
        if count >= self.events.len() {
            return;
        }
        self.head = self.state_at(count);
        self.events.truncate(count);
        self.places.truncate(count);
        self.inputs
            .retain(|recorded| (recorded.after as usize) < count);
        self.checkpoints.retain(|(at, _)| *at <= count);
        self.machine.truncate(&mut self.stores, &self.head);
    }

    /// Runs recorded inputs after what is there, each where it came, then goes on until
    /// `until` events or until something is waited for.
    ///
    /// # Errors
    /// The first input that cannot come where it did.
    pub fn replay(
        &mut self,
        inputs: &[Recorded<M::Input>],
        until: usize,
    ) -> Result<(), Diverged<M::Refused>> {
        for recorded in inputs {
            let after = recorded.after as usize;
            while self.events.len() < after {
                if self.advance().is_some() {
                    return Err(Diverged::TooEarly {
                        after: recorded.after,
                    });
                }
            }
            if self.events.len() > after {
                return Err(Diverged::OutOfOrder {
                    after: recorded.after,
                });
            }
            self.admit(recorded.input.clone())
                .map_err(|refused| Diverged::Refused {
                    after: recorded.after,
                    refused,
                })?;
        }
        while self.events.len() < until && self.advance().is_none() {}
        Ok(())
    }

    /// The address of an event, by position: `1` is the first event.
    pub fn address(&self, position: usize) -> Option<Address> {
        let index = position.checked_sub(1)?;
        let place = *self.places.get(index)?;
        let kind = self.machine.kind(&self.events[index]);
        let first = self.places.partition_point(|other| *other < place);
        let same = self.events[first..=index]
            .iter()
            .filter(|event| self.machine.kind(event) == kind)
            .count();
        Some(Address {
            place,
            kind: kind.into(),
            nth: u32::try_from(same).unwrap_or(u32::MAX),
        })
    }

    /// The position that an address names, and whether it is exactly there; else the
    /// nearest earlier one (decisions: addresses are never event indexes).
    pub fn find(&self, address: &Address) -> (usize, bool) {
        let first = self.places.partition_point(|place| *place < address.place);
        let end = self.places.partition_point(|place| *place <= address.place);
        let mut seen = 0;
        let mut nearest = None;
        for index in first..end {
            if self.machine.kind(&self.events[index]) == &*address.kind {
                seen += 1;
                nearest = Some(index + 1);
                if seen == address.nth {
                    return (index + 1, true);
                }
            }
        }
        let fallback = nearest.unwrap_or(if end > first { end } else { first });
        (fallback.clamp(1, self.events.len().max(1)), false)
    }

    fn push(&mut self, event: M::Event) {
        self.machine.record(&mut self.stores, &event);
        self.machine.apply(&mut self.head, &event);
        push(&mut self.events, event);
        let (turn, call) = self.machine.place(&self.head);
        push(&mut self.places, Place { turn, call });
        let count = self.events.len();
        let last = self.checkpoints.last().map_or(0, |(at, _)| *at);
        let every = CHECKPOINT_EVERY.max(self.machine.parts(&self.head) / PARTS_PER_EVENT);
        if count - last >= every {
            self.checkpoints.push((count, self.head.clone()));
        }
    }
}

/// Appends to a list that only grows. Where it is full it gets an eighth of its length more,
/// not as much again as it has: in a long run the spare room would weigh more than the rest.
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 8).max(64));
    }
    list.push(item);
}

/// Where a replay could not follow its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diverged<R> {
    /// The machine waited before the event at which the input came.
    TooEarly {
        /// Events before the input, by the record.
        after: u32,
    },
    /// The record is not in order.
    OutOfOrder {
        /// Events before the input, by the record.
        after: u32,
    },
    /// The machine did not admit the input.
    Refused {
        /// Events before the input, by the record.
        after: u32,
        /// Why.
        refused: R,
    },
}
