//! Runs an example: whenever the run waits, the script says what the user says, and the
//! scripted model answers. One event at a time, or to the end.

use crate::engine::event::Purpose;
use crate::engine::input::{Input, Stimulus};
use crate::engine::reply::{Reply, Request};
use crate::engine::state::State;
use crate::model::script::{self, ScriptStep};
use crate::run::{Run, Wait};

use super::script::{Script, ScriptCursor};

/// Answers a request, following the step of a script where one is given; the number is
/// the seed of the call. `None` while the model is not there yet.
pub type Model = fn(&Request, Option<&ScriptStep>, u64) -> Option<Reply>;

/// The scripted model, at hand.
pub fn scripted(request: &Request, step: Option<&ScriptStep>, seed: u64) -> Option<Reply> {
    Some(script::reply(request, step, seed))
}

/// Gives a run what it waits for. Holds nothing that the run does not record, so that a
/// new one takes up any run where it stands.
#[derive(Clone, Debug)]
pub struct Performance {
    script: Script,
    cursor: ScriptCursor,
    model: Model,
}

impl Performance {
    /// The performance of a script; that of the empty script is free conversation.
    pub fn new(script: Script, model: Model) -> Self {
        let cursor = ScriptCursor::default();
        Self {
            script,
            cursor,
            model,
        }
    }

    /// The script.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Where the run stands in the script.
    pub fn cursor(&mut self, run: &Run) -> ScriptCursor {
        self.cursor.follow(&self.script, run.inputs());
        self.cursor
    }

    /// Records one event more, and returns `None`; or what is waited for that neither
    /// script nor model give: the user once the script is done, or nothing at all.
    pub fn advance(&mut self, run: &mut Run) -> Option<Wait> {
        loop {
            let wait = run.advance()?;
            let input = match wait {
                Wait::User => self.cursor(run).next(&self.script, run.head()),
                Wait::Model(purpose) => self.answer(run, purpose),
                Wait::Closed | Wait::Broken(_) => None,
            };
            let Some(input) = input else {
                return Some(wait);
            };
            let what = input.what.clone();
            match run.admit(input) {
                Ok(()) => return None,
                // What the machine does not take is left out; the script goes on.
                Err(_) if wait == Wait::User => self.cursor.skip(&what),
                Err(_) => return Some(wait),
            }
        }
    }

    /// The model's answer to what the run asks it; `None` while the model is not there yet.
    pub fn answer(&mut self, run: &Run, purpose: Purpose) -> Option<Input> {
        let state = run.head();
        let request = run.machine().request(state, run.stores())?;
        let cursor = self.cursor(run);
        let step = cursor
            .step(&self.script, state)
            .filter(|_| purpose == Purpose::Act)
            .and_then(|step| step.in_sight(&request));
        let reply = (self.model)(&request, step, call_seed(state))?;
        let (at, what) = (state.now(), Stimulus::Replied(reply.into()));
        Some(Input { at, what })
    }

    /// Goes on until neither script nor model have anything to give.
    pub fn finish(&mut self, run: &mut Run) -> Wait {
        loop {
            if let Some(wait) = self.advance(run) {
                return wait;
            }
        }
    }
}

/// The seed of one model call: that of the run, and the number of the call.
pub fn call_seed(state: &State) -> u64 {
    // The odd constant of SplitMix64 spreads the numbers over all bits.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let call = u64::from(state.totals().model_calls);
    state.config().seed ^ call.wrapping_mul(SPREAD)
}
