//! Plays a record: what came from outside comes again, and whenever the run asks the model,
//! the record answers. Where our machine goes another way than that of then, inputs of the
//! trace say so: a call that nobody answered is not asked for, and where the record goes on
//! though nothing here asks for it, a heartbeat makes it go on.
//!
//! Everything that this gives a run is an input of it, so that stepping, forking and saving
//! need nothing else.

use std::sync::Arc;

use crate::engine::event::{Event, Happening, Purpose};
use crate::engine::input::{Input, Stimulus};
use crate::engine::message::Body;
use crate::recording::{Cue, RecordedReply, RecordedTurn, RecordedWhat, Recording};
use crate::run::{Run, Wait};
use crate::scenario::perform::{Model, call_seed};
use crate::trace::journal::Recorded;
use crate::trace::machine::Advance;

/// Where a run stands in its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Turns of the record that have begun.
    pub turns: usize,
    /// The turn that is running; `None` beside the record.
    pub current: Option<usize>,
    /// How many of its replies have entered the queue.
    pub replies: usize,
}

/// Follows a run through its record, event by event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Follower {
    place: Place,
    events: usize,
    inputs: usize,
}

/// Gives a run what its record has for it.
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Arc<Recording>,
    follower: Follower,
    model: Model,
    beside: Model,
}

impl Follower {
    /// Before the first event.
    pub fn new(recording: &Recording) -> Self {
        let is_boot = |turn: &RecordedTurn| turn.cue == Cue::Boot;
        let speaks_first = recording.turns.first().is_some_and(is_boot);
        Self {
            place: Place {
                turns: usize::from(speaks_first),
                current: speaks_first.then_some(0),
                replies: 0,
            },
            events: 0,
            inputs: 0,
        }
    }

    /// Where the run stands after the events that were followed.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Takes in the events that came since the last time.
    fn follow(&mut self, recording: &Recording, run: &Run) {
        while self.events < run.len() {
            self.next(recording, run);
        }
    }

    /// Takes in one event more; `None` where there is none.
    pub fn next<'a>(&mut self, recording: &Recording, run: &'a Run) -> Option<&'a Event> {
        let event = run.events().get(self.events)?;
        let next = run.inputs().get(self.inputs);
        let input = next.filter(|next| next.after as usize == self.events);
        if let Some(Recorded { input, .. }) = input {
            self.inputs += 1;
            self.take(recording, &input.what);
        }
        if let Happening::Arrived(message) = &event.what
            && matches!(message.body, Body::Assistant { .. })
            && self.place.current.is_some()
        {
            self.place.replies += 1;
        }
        self.events += 1;
        Some(event)
    }

    fn take(&mut self, recording: &Recording, given: &Stimulus) {
        let next = recording.turns.get(self.place.turns);
        let left = self.place.left(recording);
        let begins = match given {
            // Within a turn, or where a timer that was held back left replies: it goes on.
            Stimulus::Continued if left > 0 => return,
            Stimulus::Continued => next.is_some_and(|turn| turn.cue == Cue::Nothing),
            Stimulus::Login => next.is_some_and(|turn| turn.cue == Cue::Login),
            Stimulus::Timer => next.is_some_and(|turn| turn.cue == Cue::Timer),
            Stimulus::User(text) => next.is_some_and(|turn| match &turn.cue {
                Cue::User(own) => own.trim() == text.trim(),
                _ => false,
            }),
            Stimulus::Document { .. } => false,
            Stimulus::Unasked
            | Stimulus::Replied(_)
            | Stimulus::Failed(_)
            | Stimulus::Setting(_)
            | Stimulus::Stop => return,
        };
        self.place.current = begins.then_some(self.place.turns);
        self.place.turns += usize::from(begins);
        self.place.replies = 0;
    }
}

impl Place {
    /// The turn that is running.
    pub fn turn(self, recording: &Recording) -> Option<&RecordedTurn> {
        recording.turns.get(self.current?)
    }

    /// The reply that comes next in this turn.
    pub fn reply(self, recording: &Recording) -> Option<&RecordedReply> {
        self.turn(recording)?.replies.get(self.replies)
    }

    /// How many replies of this turn are still to come.
    pub fn left(self, recording: &Recording) -> usize {
        let count = self.turn(recording).map_or(0, |turn| turn.replies.len());
        count.saturating_sub(self.replies)
    }
}

impl Replay {
    /// The replay of a record; the model makes summaries, and answers what is said beside it.
    pub fn new(recording: Arc<Recording>, model: Model) -> Self {
        Self {
            follower: Follower::new(&recording),
            recording,
            model,
            beside: model,
        }
    }

    /// The same, where another model answers what is said beside the record.
    pub fn with_beside(self, beside: Model) -> Self {
        Self { beside, ..self }
    }

    /// Records one event more, and returns `None`; or what is waited for that neither the
    /// record nor the model give.
    pub fn advance(&mut self, run: &mut Run) -> Option<Wait> {
        self.follower.follow(&self.recording, run);
        match run.next() {
            Advance::Happened(event) => {
                let detour = self.detour(&event, run);
                let at = run.head().now();
                // What is not admitted leaves the run to its own rules.
                let is_taken = detour.is_some_and(|what| run.admit(Input { at, what }).is_ok());
                if is_taken { None } else { run.advance() }
            }
            Advance::Waits(Wait::User) => {
                let taken = self.next_input(run).map(|input| run.admit(input).is_ok());
                if taken == Some(true) {
                    None
                } else {
                    Some(Wait::User)
                }
            }
            Advance::Waits(Wait::Model(purpose)) => {
                let wait = Some(Wait::Model(purpose));
                let Some(input) = self.answer(run, purpose) else {
                    return wait;
                };
                if run.admit(input).is_ok() { None } else { wait }
            }
            Advance::Waits(wait) => Some(wait),
        }
    }

    /// Goes on until neither the record nor the model have anything to give.
    pub fn finish(&mut self, run: &mut Run) -> Wait {
        loop {
            if let Some(wait) = self.advance(run) {
                return wait;
            }
        }
    }

    /// What the record has in the place of what our rules would do next.
    fn detour(&self, next: &Event, run: &Run) -> Option<Stimulus> {
        let place = self.follower.place();
        let turn = place.turn(&self.recording).filter(|turn| !turn.is_free)?;
        let is_done = place.replies >= turn.replies.len();
        match &next.what {
            Happening::ModelAsked {
                purpose: Purpose::Act,
                ..
            } if is_done || is_only_our_alert(turn, place, run) => Some(Stimulus::Unasked),
            Happening::Yielded if !is_done && run.head().may_go_on() => Some(Stimulus::Continued),
            _ => None,
        }
    }

    fn next_input(&self, run: &Run) -> Option<Input> {
        let place = self.follower.place();
        let last = run.events().last();
        let is_held = last.is_some_and(|event| matches!(event.what, Happening::TimerHeld { .. }));
        if is_held && place.left(&self.recording) > 0 {
            let (at, what) = (run.head().now(), Stimulus::Continued);
            return Some(Input { at, what });
        }
        let turn = self.recording.turns.get(place.turns)?;
        let what = match &turn.cue {
            Cue::User(text) => Stimulus::User(Arc::clone(text)),
            Cue::Login => Stimulus::Login,
            Cue::Timer => Stimulus::Timer,
            Cue::Nothing | Cue::Boot => Stimulus::Continued,
        };
        let at = turn.at.max(run.head().now());
        Some(Input { at, what })
    }

    /// The answer to what the run asks its model.
    fn answer(&self, run: &Run, purpose: Purpose) -> Option<Input> {
        let now = run.head().now();
        let place = self.follower.place();
        let recorded = place.reply(&self.recording);
        if let Some(recorded) = recorded.filter(|_| purpose == Purpose::Act) {
            let at = recorded.at.max(now);
            let what = Stimulus::Replied(Arc::clone(&recorded.reply));
            return Some(Input { at, what });
        }
        let request = run.machine().request(run.head(), run.stores())?;
        let is_recorded = place
            .turn(&self.recording)
            .is_some_and(|turn| !turn.is_free);
        let model = if is_recorded { self.model } else { self.beside };
        let reply = model(&request, None, call_seed(run.head()))?;
        let (at, what) = (now, Stimulus::Replied(reply.into()));
        Some(Input { at, what })
    }
}

/// True where the model would be asked because of a warning that the machine of then did not
/// give: the next reply is one to something else.
fn is_only_our_alert(turn: &RecordedTurn, place: Place, run: &Run) -> bool {
    let newest = run.head().queue().slots().next_back();
    let newest = newest.and_then(|slot| run.stores().message(slot.id));
    let is_alert = newest.is_some_and(|message| message.body == Body::PressureAlert);
    let before = place.replies.checked_sub(1);
    let between = match before.map(|before| turn.replies.get(before)) {
        Some(Some(reply)) => &reply.after,
        _ => &turn.before,
    };
    let mut between = between.iter();
    is_alert && !between.any(|event| matches!(event.what, RecordedWhat::Alert(_)))
}

/// What came from outside in a run of a record, to be played again under other settings.
/// What the record has answers for keeps them; to the rest the scripted model answers.
pub fn said_again(recording: &Recording, inputs: &[Recorded<Input>]) -> Recording {
    let mut follower = Follower::new(recording);
    let mut turns: Vec<RecordedTurn> = follower
        .place
        .turn(recording)
        .into_iter()
        .cloned()
        .collect();
    for Recorded { input, .. } in inputs {
        let before = follower.place;
        follower.take(recording, &input.what);
        let place = follower.place;
        if let Some(turn) = place.turn(recording).filter(|_| place.turns > before.turns) {
            turns.push(turn.clone());
        } else if let Stimulus::User(text) = &input.what {
            turns.push(RecordedTurn {
                at: input.at,
                cue: Cue::User(Arc::clone(text)),
                message: None,
                before: Vec::new(),
                replies: Vec::new(),
                is_free: true,
            });
        }
    }
    Recording {
        turns,
        ..recording.clone()
    }
}
