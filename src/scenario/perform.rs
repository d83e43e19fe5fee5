//! Runs an example: whenever the run waits, the script says what the user says, and the
//! model is asked for the rest. One event at a time, or to the end.

use crate::engine::event::Purpose;
use crate::engine::input::{Input, Stimulus};
use crate::engine::reply::{Reply, Request};
use crate::run::{Run, Wait};

use super::script::{Script, ScriptCursor};

/// Gives a run what it waits for. Holds nothing that the run does not record, so that a
/// new one takes up any run where it stands.
#[derive(Clone, Debug, Default)]
pub struct Performance {
    script: Script,
    cursor: ScriptCursor,
}

impl Performance {
    /// The performance of a script.
    pub fn new(script: Script) -> Self {
        let cursor = ScriptCursor::default();
        Self { script, cursor }
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
    ///
    /// `model` gets the request, and the reply that the script has for it.
    pub fn advance(
        &mut self,
        run: &mut Run,
        model: &mut dyn FnMut(&Request, Option<&Reply>) -> Reply,
    ) -> Option<Wait> {
        loop {
            let wait = run.advance()?;
            let input = match wait {
                Wait::User => self.cursor(run).next(&self.script, run.head()),
                Wait::Model(purpose) => self.answer(run, purpose, model),
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

    fn answer(
        &mut self,
        run: &Run,
        purpose: Purpose,
        model: &mut dyn FnMut(&Request, Option<&Reply>) -> Reply,
    ) -> Option<Input> {
        let state = run.head();
        let request = run.machine().request(state, run.stores())?;
        let cursor = self.cursor(run);
        let scripted = cursor
            .reply(&self.script, state)
            .filter(|_| purpose == Purpose::Act);
        let reply = model(&request, scripted);
        let what = Stimulus::Replied(reply.into());
        Some(Input {
            at: state.now(),
            what,
        })
    }

    /// Goes on until neither script nor model have anything to give.
    pub fn finish(
        &mut self,
        run: &mut Run,
        model: &mut dyn FnMut(&Request, Option<&Reply>) -> Reply,
    ) -> Wait {
        loop {
            if let Some(wait) = self.advance(run, model) {
                return wait;
            }
        }
    }
}
