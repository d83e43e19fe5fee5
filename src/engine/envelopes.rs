//! What a message costs: the package around it, once measured, and the texts in it.

use super::ids::MessageId;
use super::message::{Body, HeartbeatReason, Message, Summary};
use super::package;
use super::ranges::IdRanges;
use super::reply::Role;
use super::timestamp::Timestamp;
use super::tokens::estimate;
use super::wording::{Wording, fill};

/// Most digits of a number of messages or passages.
const DIGITS_MAX: usize = 10;

/// Tokens of each kind of package without its text. Packaging every message only to
/// count it was most of the engine's time.
#[derive(Clone, Debug)]
pub(super) struct Envelopes {
    user: u32,
    assistant: u32,
    result: u32,
    heartbeat_requested: u32,
    heartbeat_failed: u32,
    heartbeat_recorded: u32,
    timer: u32,
    alert: u32,
    document: u32,
    login: u32,
    summary: u32,
    /// The line that tells when working context was last changed.
    dated: u32,
    /// The line of statistics, by the digits of its two numbers: it stands in every prompt.
    statistics: [[u32; DIGITS_MAX]; DIGITS_MAX],
}

impl Envelopes {
    pub(super) fn new(wording: &Wording) -> Self {
        let of = |body| {
            let at = Timestamp(1_700_000_000);
            let message = Message {
                id: MessageId(1),
                at,
                body,
                tokens: 0,
            };
            package::message_tokens(&package::message(&message, wording, Role::System))
        };
        let empty = || std::sync::Arc::<str>::from("");
        let (covers, kept) = (IdRanges::default(), std::sync::Arc::default());
        let summary = Summary {
            text: empty(),
            covers,
            kept,
            total: 100,
            folded: 10,
        };
        Self {
            user: of(Body::User(empty())),
            assistant: of(Body::Assistant {
                thoughts: empty(),
                text: empty(),
                calls: std::sync::Arc::default(),
            }),
            result: of(Body::FunctionResult {
                function: empty(),
                is_ok: true,
                text: empty(),
                page: None,
            }),
            heartbeat_requested: of(Body::Heartbeat(HeartbeatReason::Requested)),
            heartbeat_failed: of(Body::Heartbeat(HeartbeatReason::CallFailed)),
            heartbeat_recorded: of(Body::Heartbeat(HeartbeatReason::Recorded)),
            timer: of(Body::Timer),
            alert: of(Body::PressureAlert),
            document: of(Body::DocumentNotice {
                title: empty(),
                passages: 10,
            }),
            login: of(Body::Login),
            summary: of(Body::Summary(std::sync::Arc::new(summary))),
            dated: estimate(&dated_line(
                &wording.memory_changed,
                Timestamp(1_700_000_000),
            )),
            statistics: statistics(&wording.statistics),
        }
    }

    /// Tokens of a reply as a message, given those that the model wrote.
    pub(super) fn reply_tokens(&self, written: u32) -> u32 {
        self.assistant + written
    }

    /// Tokens of the text of a message that takes so many; `None` where others than its
    /// text count too.
    pub(super) fn text_tokens(&self, message: &Message) -> Option<u32> {
        match message.body {
            Body::User(_) => message.tokens.checked_sub(self.user),
            _ => None,
        }
    }

    /// Tokens of the line that tells how much external context holds.
    pub(super) fn statistics_tokens(&self, recall: u32, archival: u32) -> u32 {
        self.statistics[further_digits(recall)][further_digits(archival)]
    }

    /// Tokens of the line that tells when working context was last changed. Every moment
    /// has as many digits.
    pub(super) fn dated_tokens(&self) -> u32 {
        self.dated
    }

    /// Tokens of a message as packaged.
    pub(super) fn tokens(&self, body: &Body) -> u32 {
        match body {
            Body::Item(_) => 1,
            Body::User(text) => self.user + estimate(text),
            Body::Assistant {
                thoughts,
                text,
                calls,
            } => {
                let calls: u32 = calls.iter().map(package::call_tokens).sum();
                self.assistant + estimate(thoughts) + estimate(text) + calls
            }
            Body::FunctionResult { function, text, .. } => {
                self.result + estimate(function) + estimate(text)
            }
            Body::Heartbeat(HeartbeatReason::Requested) => self.heartbeat_requested,
            Body::Heartbeat(HeartbeatReason::CallFailed) => self.heartbeat_failed,
            Body::Heartbeat(HeartbeatReason::Recorded) => self.heartbeat_recorded,
            Body::Timer => self.timer,
            Body::Login => self.login,
            Body::PressureAlert => self.alert,
            Body::DocumentNotice { title, .. } => self.document + estimate(title),
            Body::Summary(summary) => self.summary + estimate(&summary.text),
        }
    }
}

/// What a line of statistics takes. A number counts by its digits alone, whichever they are.
fn statistics(template: &str) -> [[u32; DIGITS_MAX]; DIGITS_MAX] {
    let number = |digits: usize| 10_u32.pow(digits as u32);
    std::array::from_fn(|recall| {
        std::array::from_fn(|archival| {
            estimate(&statistics_line(template, number(recall), number(archival)))
        })
    })
}

/// How many digits a number has beyond the first.
fn further_digits(number: u32) -> usize {
    number.checked_ilog10().map_or(0, |digits| digits as usize)
}

/// The line that tells how much external context holds.
pub(super) fn statistics_line(template: &str, recall: u32, archival: u32) -> String {
    fill(template, &[("recall", &recall), ("archival", &archival)])
}

/// The line that tells when working context was last changed.
pub(super) fn dated_line(template: &str, at: Timestamp) -> String {
    fill(template, &[("time", &at)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_line_of_statistics_takes_what_it_would_be_counted(
            (recall, archival, shifts) in (any::<u32>(), any::<u32>(), (0_u32..32, 0_u32..32)),
        ) {
            let (recall, archival) = (recall >> shifts.0, archival >> shifts.1);
            for template in [
                "{recall} previous messages are stored in recall memory, {archival} in archival",
                "Memoria: {recall} mensajes;{archival} pasajes (x{recall}).",
                "{archival}",
            ] {
                let counted = estimate(&statistics_line(template, recall, archival));
                let known = statistics(template)[further_digits(recall)][further_digits(archival)];
                prop_assert_eq!(known, counted);
            }
        }
    }
}
