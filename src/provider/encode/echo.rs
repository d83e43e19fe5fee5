//! What a provider wants back with the calls that it made: signatures and reasoning. The
//! engine does not know them; they live beside the run, as long as the page does.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::reading::{Reading, Signed};
use crate::engine::function::RawCall;

/// What belongs to one call.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Echo {
    name: Arc<str>,
    arguments: Arc<str>,
    signature: Option<String>,
    thoughts: String,
}

/// How many calls are remembered: more than a window holds.
const ECHOES_MAX: usize = 512;

/// What one provider wants back. A change of provider begins with none.
#[derive(Clone, Debug, Default)]
pub struct Echoes {
    kept: VecDeque<Echo>,
}

/// What belongs to a call that is sent again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Belonging<'a> {
    /// Its signature.
    pub signature: Option<&'a str>,
    /// The reasoning that it came of.
    pub thoughts: &'a str,
}

impl Echoes {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Remembers what belongs to the calls of a reply, as the engine gets them.
    pub fn remember(&mut self, calls: &[RawCall], reading: &Reading) {
        for (number, call) in (0..).zip(calls) {
            let signature = reading
                .signatures
                .iter()
                .find(|signature| signature.on == Signed::Call(number))
                .map(|signature| signature.value.clone());
            if signature.is_none() && reading.thoughts.is_empty() {
                continue;
            }
            self.kept.push_back(Echo {
                name: Arc::clone(&call.name),
                arguments: Arc::clone(&call.arguments),
                signature,
                thoughts: reading.thoughts.clone(),
            });
        }
        while self.kept.len() > ECHOES_MAX {
            self.kept.pop_front();
        }
    }

    /// What belongs to these calls of a request, in their order. Equal calls are told apart
    /// by their order, the last being the last remembered.
    pub fn of<'a>(&'a self, calls: &[(&str, &str)]) -> Vec<Belonging<'a>> {
        let mut free: Vec<&Echo> = self.kept.iter().collect();
        let mut found: Vec<Belonging<'a>> = Vec::new();
        for (name, arguments) in calls.iter().rev() {
            let at = free
                .iter()
                .rposition(|echo| *echo.name == **name && *echo.arguments == **arguments);
            let belonging = at.map(|at| {
                let echo = free.remove(at);
                Belonging {
                    signature: echo.signature.as_deref(),
                    thoughts: &echo.thoughts,
                }
            });
            found.push(belonging.unwrap_or_default());
        }
        found.reverse();
        found
    }
}
