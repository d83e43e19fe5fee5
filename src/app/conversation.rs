//! The conversation as a person follows it: what was said, thought and called, read off
//! the events. The same lines for every position; a position shows a beginning of them.

use std::sync::Arc;

use crate::engine::event::{Event, Happening, Purpose};
use crate::engine::function::{CallFault, Function, RawCall};
use crate::engine::message::Body;
use crate::engine::timestamp::Timestamp;

/// Two turns further apart than this begin another session, in seconds (six hours).
const SESSION_GAP: i64 = 6 * 3_600;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Position of its event, from 1.
    pub position: usize,
    /// What it says.
    pub what: LineKind,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Another session begins.
    Session {
        /// Its number, from 1.
        number: u32,
        /// When.
        at: Timestamp,
    },
    /// The user said something.
    User(Arc<str>),
    /// The miniature: the user gave an item.
    Item(Arc<str>),
    /// The miniature: the user asks for an item given before.
    Asked(Arc<str>),
    /// The agent said something.
    Agent(Arc<str>),
    /// The agent thought something; the user does not see it.
    Thought(Arc<str>),
    /// The agent wrote something outside any call, where that reaches nobody.
    Unspoken(Arc<str>),
    /// The agent called a function.
    Call(RawCall),
    /// The call failed.
    Fault(CallFault),
    /// A search brought copies.
    Page {
        /// How many.
        copies: u32,
    },
    /// A search found nothing.
    NothingFound,
    /// A memory-pressure warning.
    Warning,
    /// What left was folded into the summary.
    Summary {
        /// How many messages.
        folded: u32,
    },
    /// A document was given.
    Document {
        /// Its title.
        title: Arc<str>,
    },
    /// Something that ended the turn or was refused: its caption says what.
    Notice,
    /// The user stopped the turn.
    Stopped,
}

/// The lines of a run.
pub fn lines(events: &[Event]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut last_at: Option<Timestamp> = None;
    let mut sessions = 0;
    let mut is_offered = false;
    for (index, event) in events.iter().enumerate() {
        let position = index + 1;
        if let Happening::Arrived(message) = &event.what
            && matches!(message.body, Body::User(_))
        {
            if last_at.is_none_or(|last| event.at.0 - last.0 > SESSION_GAP) {
                sessions += 1;
                lines.push(Line {
                    position,
                    what: LineKind::Session {
                        number: sessions,
                        at: event.at,
                    },
                });
            }
            last_at = Some(event.at);
        }
        let is_item = matches!(&event.what, Happening::Arrived(message) if matches!(message.body, Body::Item(_)));
        // An item that waited for a slot was named when it was offered.
        let is_named = is_offered;
        is_offered = matches!(event.what, Happening::Offered { .. }) || (is_offered && !is_item);
        if is_item && is_named {
            continue;
        }
        lines.extend(of(&event.what).map(|what| Line { position, what }));
        let unspoken = unspoken(&events[index..]).map(LineKind::Unspoken);
        lines.extend(unspoken.map(|what| Line { position, what }));
    }
    // One session alone needs no heading.
    if sessions == 1 {
        lines.retain(|line| !matches!(line.what, LineKind::Session { .. }));
    }
    lines
}

/// The words of a reply that calls no function and is not said either: the first event here.
fn unspoken(events: &[Event]) -> Option<Arc<str>> {
    let [first, rest @ ..] = events else {
        return None;
    };
    let Happening::Replied {
        purpose: Purpose::Act,
        reply,
        ..
    } = &first.what
    else {
        return None;
    };
    // What is said follows the reply's arrival.
    let is_said = rest
        .iter()
        .take(2)
        .any(|event| matches!(event.what, Happening::Said { .. }));
    let is_lost = reply.calls.is_empty() && !reply.text.trim().is_empty() && !is_said;
    is_lost.then(|| Arc::clone(&reply.text))
}

fn of(what: &Happening) -> Option<LineKind> {
    Some(match what {
        Happening::Arrived(message) => match &message.body {
            Body::User(text) => LineKind::User(Arc::clone(text)),
            Body::Item(text) => LineKind::Item(Arc::clone(text)),
            _ => return None,
        },
        Happening::Asked { text } => LineKind::Asked(Arc::clone(text)),
        Happening::Offered { text } => LineKind::Item(Arc::clone(text)),
        Happening::Said { text } => LineKind::Agent(Arc::clone(text)),
        Happening::Replied {
            purpose: Purpose::Act,
            reply,
            ..
        } => {
            if reply.thoughts.trim().is_empty() {
                return None;
            }
            LineKind::Thought(Arc::clone(&reply.thoughts))
        }
        Happening::CallBegan { call, .. }
            if Function::from_wire(&call.name) != Some(Function::SendMessage) =>
        {
            LineKind::Call((**call).clone())
        }
        Happening::CallFailed { fault, .. } => LineKind::Fault((**fault).clone()),
        Happening::Searched { page, .. } if page.hits.is_empty() => LineKind::NothingFound,
        Happening::PagedIn { page, .. } => LineKind::Page {
            copies: u32::try_from(page.hits.len()).unwrap_or(u32::MAX),
        },
        Happening::PressureWarned { .. } => LineKind::Warning,
        Happening::Summarised { message, .. } => match &message.body {
            Body::Summary(summary) => LineKind::Summary {
                folded: summary.folded,
            },
            _ => return None,
        },
        Happening::DocumentGiven(document) => LineKind::Document {
            title: Arc::clone(&document.title),
        },
        Happening::Oversized { .. }
        | Happening::PinnedOverflow { .. }
        | Happening::ModelFailed { .. }
        | Happening::FlushFailed { .. }
        | Happening::BudgetStopped { .. }
        | Happening::CallCapReached { .. }
        | Happening::SessionFull { .. } => LineKind::Notice,
        Happening::Stopped => LineKind::Stopped,
        _ => return None,
    })
}

/// How many of the lines belong to the first `position` events.
pub fn shown(lines: &[Line], position: usize) -> usize {
    lines.partition_point(|line| line.position <= position)
}
