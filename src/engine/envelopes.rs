//! What a message costs: the package around it, once measured, and the texts in it.

use super::ids::MessageId;
use super::message::{Body, HeartbeatReason, Message, Summary};
use super::package;
use super::ranges::IdRanges;
use super::reply::Role;
use super::timestamp::Timestamp;
use super::tokens::estimate;
use super::wording::Wording;

/// Tokens of each kind of package without its text. Packaging every message only to
/// count it was most of the engine's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Envelopes {
    user: u32,
    assistant: u32,
    result: u32,
    heartbeat_requested: u32,
    heartbeat_failed: u32,
    timer: u32,
    alert: u32,
    document: u32,
    summary: u32,
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
            timer: of(Body::Timer),
            alert: of(Body::PressureAlert),
            document: of(Body::DocumentNotice {
                title: empty(),
                passages: 10,
            }),
            summary: of(Body::Summary(std::sync::Arc::new(summary))),
        }
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
            Body::Timer => self.timer,
            Body::PressureAlert => self.alert,
            Body::DocumentNotice { title, .. } => self.document + estimate(title),
            Body::Summary(summary) => self.summary + estimate(&summary.text),
        }
    }
}
