//! What a run costs: model calls and function calls counted apart, for each turn, with the
//! reason of every further model call. Read off the events alone.

use std::sync::Arc;

use crate::engine::event::{Event, Happening, Purpose};
use crate::engine::function::Function;
use crate::engine::message::Body;
use crate::engine::reply::Usage;
use crate::provider::cut_prompt::is_cut;
use crate::trace::address::Place;

/// The costs of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnCost {
    /// The turn, from 1.
    pub turn: u32,
    /// Position of its first event.
    pub position: usize,
    /// What the user said; empty for a timer or a document.
    pub said: Arc<str>,
    /// The call that a turn needs in any case.
    pub first_calls: u32,
    /// Further calls after a search that brought something.
    pub page_in_calls: u32,
    /// Further calls after a search that found nothing.
    pub empty_search_calls: u32,
    /// Further calls after a failed function.
    pub failure_calls: u32,
    /// Further calls after the memory-pressure warning.
    pub warning_calls: u32,
    /// Further calls that the model asked for after another function.
    pub chained_calls: u32,
    /// Calls for a summary.
    pub summary_calls: u32,
    /// Calls to choose what leaves.
    pub choice_calls: u32,
    /// Functions that the model called.
    pub function_calls: u32,
    /// Searches that brought something.
    pub page_ins: u32,
    /// Messages or items that left.
    pub page_outs: u32,
    /// Tokens that the model read.
    pub tokens_in: u64,
    /// Tokens that the model wrote.
    pub tokens_out: u64,
    /// Tokens that one call with the whole conversation would read.
    pub long_context_in: u64,
}

/// What providers counted, beside what was estimated for the same calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reported {
    /// Calls whose provider counted.
    pub calls: u32,
    /// Tokens read.
    pub read: u64,
    /// Tokens written.
    pub written: u64,
    /// Tokens read that came from a cache.
    pub cached: u64,
    /// Tokens written that were reasoning.
    pub reasoning: u64,
    /// Our estimate of the tokens read in those calls.
    pub estimated_read: u64,
    /// Our estimate of the tokens written in those calls.
    pub estimated_written: u64,
    /// Calls of which the server read clearly less than it was sent.
    pub cut_calls: u32,
}

impl Reported {
    fn count(&mut self, usage: Usage, asked: u32, written: u32) {
        // Zeros count as nothing.
        if usage.prompt == 0 && usage.completion == 0 {
            return;
        }
        self.calls += 1;
        self.read += u64::from(usage.prompt);
        self.written += u64::from(usage.completion);
        self.cached += u64::from(usage.cached.unwrap_or(0));
        self.reasoning += u64::from(usage.reasoning.unwrap_or(0));
        self.estimated_read += u64::from(asked);
        self.estimated_written += u64::from(written);
        self.cut_calls += u32::from(is_cut(usage.prompt, asked, None));
    }
}

/// An editable price and speed, in integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Millionths of a money unit for a thousand tokens read.
    pub read: u64,
    /// Millionths of a money unit for a thousand tokens written.
    pub written: u64,
    /// Milliseconds that a model call takes before it writes.
    pub milliseconds_a_call: u64,
    /// Milliseconds for each token written.
    pub milliseconds_a_token: u64,
}

/// Thousandths of a number as a person types it; `None` for what is none.
pub fn thousandths(typed: &str) -> Option<u64> {
    let typed = typed.trim().replace(',', ".");
    let (whole, part) = typed.split_once('.').unwrap_or((&typed, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let part: u64 = part
        .chars()
        .chain(['0', '0', '0'])
        .take(3)
        .collect::<String>()
        .parse()
        .ok()?;
    Some(whole.min(1_000_000) * 1_000 + part)
}

/// Why the model was called again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    PageIn,
    EmptySearch,
    Failure,
    Chained,
}

impl TurnCost {
    /// Calls to act: think, call functions, speak.
    pub fn act_calls(&self) -> u32 {
        self.first_calls + self.extra_calls()
    }

    /// Calls to act beyond the first.
    pub fn extra_calls(&self) -> u32 {
        self.page_in_calls
            + self.empty_search_calls
            + self.failure_calls
            + self.warning_calls
            + self.chained_calls
    }

    /// All model calls.
    pub fn model_calls(&self) -> u32 {
        self.act_calls() + self.summary_calls + self.choice_calls
    }

    /// Adds another turn.
    pub fn add(&mut self, other: &Self) {
        self.first_calls += other.first_calls;
        self.page_in_calls += other.page_in_calls;
        self.empty_search_calls += other.empty_search_calls;
        self.failure_calls += other.failure_calls;
        self.warning_calls += other.warning_calls;
        self.chained_calls += other.chained_calls;
        self.summary_calls += other.summary_calls;
        self.choice_calls += other.choice_calls;
        self.function_calls += other.function_calls;
        self.page_ins += other.page_ins;
        self.page_outs += other.page_outs;
        self.tokens_in += other.tokens_in;
        self.tokens_out += other.tokens_out;
        self.long_context_in += other.long_context_in;
    }
}

impl Price {
    /// A small hosted model of 2026, rounded: an example to be edited, no quotation.
    pub const EXAMPLE: Self = Self {
        read: 150,
        written: 600,
        milliseconds_a_call: 600,
        milliseconds_a_token: 12,
    };

    /// Millionths of a money unit.
    pub fn money(&self, tokens_in: u64, tokens_out: u64) -> u64 {
        tokens_in
            .saturating_mul(self.read)
            .saturating_add(tokens_out.saturating_mul(self.written))
            / 1_000
    }

    /// Milliseconds of waiting.
    pub fn waiting(&self, calls: u64, tokens_out: u64) -> u64 {
        calls
            .saturating_mul(self.milliseconds_a_call)
            .saturating_add(tokens_out.saturating_mul(self.milliseconds_a_token))
    }
}

/// What the providers of live models counted in these events.
pub fn reported(events: &[Event]) -> Reported {
    let mut reported = Reported::default();
    let mut asked = 0;
    for event in events {
        match &event.what {
            Happening::ModelAsked { parts, .. } => asked = parts.total(),
            Happening::Replied { tokens, reply, .. } => {
                if let Some(usage) = reply.usage {
                    reported.count(usage, asked, *tokens);
                }
            }
            _ => {}
        }
    }
    reported
}

/// The costs of every turn among these events, whose places are given.
pub fn costs(events: &[Event], places: &[Place]) -> Vec<TurnCost> {
    let mut reader = Reader::default();
    for (index, (event, place)) in events.iter().zip(places).enumerate() {
        if place.turn as usize > reader.turns.len() {
            reader.begin(place.turn, index + 1, &event.what);
        }
        reader.count(&event.what);
    }
    reader.turns
}

/// The sum of all turns.
pub fn total(turns: &[TurnCost]) -> TurnCost {
    let mut total = TurnCost::default();
    turns.iter().for_each(|turn| total.add(turn));
    total
}

#[derive(Default)]
struct Reader {
    turns: Vec<TurnCost>,
    reason: Option<Reason>,
    /// A warning has asked for a call that has not come yet: what a call was waiting for
    /// before comes first.
    is_warned: bool,
    pinned: u64,
    spoken: u64,
}

impl Reader {
    fn begin(&mut self, turn: u32, position: usize, what: &Happening) {
        self.reason = None;
        self.is_warned = false;
        let said = said(what).unwrap_or_default();
        self.turns.push(TurnCost {
            turn,
            position,
            said,
            ..TurnCost::default()
        });
    }

    fn count(&mut self, what: &Happening) {
        if let Happening::Began { pinned } = what {
            self.pinned = u64::from(pinned.system) + u64::from(pinned.working_context);
        }
        if let Happening::Arrived(message) = what
            && matches!(message.body, Body::User(_) | Body::Assistant { .. })
        {
            self.spoken += u64::from(message.tokens);
        }
        let long_context_in = self.pinned + self.spoken;
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        match what {
            Happening::ModelAsked { purpose, parts, .. } => {
                turn.tokens_in += u64::from(parts.total());
                match purpose {
                    Purpose::Summarise => turn.summary_calls += 1,
                    Purpose::ChooseVictims => turn.choice_calls += 1,
                    Purpose::Act if turn.first_calls == 0 => {
                        turn.first_calls = 1;
                        turn.long_context_in = long_context_in;
                    }
                    Purpose::Act => match self.reason {
                        Some(Reason::PageIn) => turn.page_in_calls += 1,
                        Some(Reason::EmptySearch) => turn.empty_search_calls += 1,
                        Some(Reason::Failure) => turn.failure_calls += 1,
                        Some(Reason::Chained) => turn.chained_calls += 1,
                        None if self.is_warned => {
                            turn.warning_calls += 1;
                            self.is_warned = false;
                        }
                        None => turn.chained_calls += 1,
                    },
                }
                if *purpose == Purpose::Act {
                    self.reason = None;
                }
            }
            Happening::Replied { tokens, .. } => turn.tokens_out += u64::from(*tokens),
            Happening::CallBegan { call, .. } => {
                turn.function_calls += 1;
                if Function::from_wire(&call.name) != Some(Function::SendMessage) {
                    self.reason.get_or_insert(Reason::Chained);
                }
            }
            Happening::CallFailed { .. } => self.reason = Some(Reason::Failure),
            Happening::Searched { page, .. } if page.hits.is_empty() => {
                self.reason = Some(Reason::EmptySearch)
            }
            // In the miniature a search can find what is still in the window.
            Happening::Searched { .. } => self.reason = Some(Reason::PageIn),
            Happening::PagedIn { .. } => turn.page_ins += 1,
            Happening::PressureWarned { .. } => self.is_warned = true,
            Happening::Evicted { .. } => turn.page_outs += 1,
            _ => {}
        }
    }
}

/// What the user said, where an event begins a turn.
fn said(what: &Happening) -> Option<Arc<str>> {
    match what {
        Happening::Asked { text } | Happening::Offered { text } => Some(Arc::clone(text)),
        Happening::DocumentGiven(document) => Some(Arc::clone(&document.title)),
        Happening::Arrived(message) => match &message.body {
            Body::User(text) | Body::Item(text) => Some(Arc::clone(text)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::thousandths;

    #[test]
    fn reads_prices_as_people_type_them() {
        for (typed, value) in [
            ("0.15", 150),
            ("2", 2_000),
            (" 1,5 ", 1_500),
            (".5", 500),
            ("3.", 3_000),
            ("0.0009", 0),
        ] {
            assert_eq!(thousandths(typed), Some(value), "{typed}");
        }
        for typed in ["", ".", "-1", "1e3", "a", "1.2.3"] {
            assert_eq!(thousandths(typed), None, "{typed}");
        }
        assert_eq!(thousandths("99999999999"), Some(1_000_000_000));
    }
}
