//! The rows of the queue: what is there, what has just entered, and the places of what
//! has just left.

use std::sync::Arc;

use crate::engine::context::Slot;
use crate::engine::event::Happening;
use crate::engine::function::Function;
use crate::engine::ids::{MessageId, Origin};
use crate::engine::message::{Body, Message};
use crate::engine::state::FlushProgress;

use super::Moment;
use super::words::Words;

/// A row of the queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The message; unique among the rows.
    pub id: MessageId,
    /// What it is.
    pub kind: RowKind,
    /// What it says.
    pub words: Words,
    /// What it takes of the window, in units.
    pub tokens: u32,
    /// True where it never leaves.
    pub is_pinned: bool,
    /// True for an item that is a copy: its original is in the store.
    pub is_copy: bool,
    /// What it holds copies of: the hits of a result page.
    pub copies: Arc<[Origin]>,
    /// Messages that a summary stands for; else 0.
    pub covers: u32,
    /// How it stands at this moment.
    pub state: RowState,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// An item of the miniature.
    Item,
    /// The user said it.
    User,
    /// The model spoke to the user.
    Assistant,
    /// The model called a function.
    Call,
    /// The model only thought.
    Thought,
    /// What a function returned.
    Result,
    /// What a failed function returned.
    Failure,
    /// A page of results, with copies.
    Page,
    /// Gives the model another step.
    Heartbeat,
    /// The pressure alert.
    Alert,
    /// The recursive summary.
    Summary,
    /// A timer.
    Timer,
    /// The user's first login.
    Login,
    /// A document was stored.
    Document,
}

/// How a row stands at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowState {
    /// It is in the window.
    Here,
    /// It enters in this event.
    Arriving,
    /// It is in the window and will leave in this flush, as number so many, from 1.
    Marked(u32),
    /// It leaves in this event; its place is still shown.
    Leaving,
    /// It has left in this flush; its place is shown until the flush ends.
    Left,
    /// It has left and is folded into the summary in this event.
    Folding,
}

impl RowState {
    /// True where the row is in the window after the event.
    pub fn is_present(self) -> bool {
        matches!(self, Self::Here | Self::Arriving | Self::Marked(_))
    }
}

pub(super) fn rows(moment: &Moment) -> Vec<Row> {
    let arriving = arriving(moment.what);
    let mut rows: Vec<Row> = moment
        .after
        .queue()
        .all()
        .filter_map(|slot| present(moment, slot, arriving))
        .collect();
    if let Some(flush) = moment.after.flush() {
        flushed(&mut rows, moment, flush);
    } else if let Some(Happening::Evicted { id, .. }) = moment.what
        && let Some(row) = gone(moment, *id, RowState::Leaving)
    {
        // The place of what leaves stays until the next event.
        let at = moment.before.queue().all().position(|slot| slot.id == *id);
        rows.insert(at.unwrap_or(0).min(rows.len()), row);
    }
    rows
}

/// Marks what will leave in this flush, and shows the places of what has left.
fn flushed(rows: &mut Vec<Row>, moment: &Moment, flush: FlushProgress) {
    let (left, leaving) = flush
        .victims
        .split_at(flush.evicted.min(flush.victims.len()));
    // By number: most leave in the order in which they stand.
    let mut numbers: Vec<(MessageId, u32)> = Vec::with_capacity(leaving.len());
    let first = u32::try_from(left.len() + 1).unwrap_or(u32::MAX);
    for (victim, number) in leaving.iter().zip(first..) {
        let at = numbers.partition_point(|(id, _)| *id < victim.id);
        numbers.insert(at, (victim.id, number));
    }
    for row in rows.iter_mut() {
        let at = numbers.partition_point(|(id, _)| *id < row.id);
        if let Some((_, number)) = numbers.get(at).filter(|(id, _)| *id == row.id) {
            row.state = RowState::Marked(*number);
        }
    }
    for victim in left {
        let state = match moment.what {
            Some(Happening::Evicted { id, .. }) if *id == victim.id => RowState::Leaving,
            Some(Happening::Summarised { .. }) => RowState::Folding,
            _ => RowState::Left,
        };
        // Queue order is id order here, the summary before all.
        if let Some(row) = gone(moment, victim.id, state) {
            let at = rows.partition_point(|other| place(other) < place(&row));
            rows.insert(at, row);
        }
    }
}

fn place(row: &Row) -> (bool, MessageId) {
    (row.kind != RowKind::Summary, row.id)
}

/// The message that enters in this event.
fn arriving(what: Option<&Happening>) -> Option<MessageId> {
    match what? {
        Happening::Arrived(message)
        | Happening::PagedIn { message, .. }
        | Happening::Summarised { message, .. } => Some(message.id),
        _ => None,
    }
}

fn present(moment: &Moment, slot: &Slot, arriving: Option<MessageId>) -> Option<Row> {
    let message = moment.stores.message(slot.id)?;
    let state = if arriving == Some(slot.id) {
        RowState::Arriving
    } else {
        RowState::Here
    };
    let mut row = row(message, state);
    row.tokens = slot.tokens;
    row.is_pinned = slot.is_pinned;
    row.is_copy = moment.counts_items() && moment.after.is_stored(slot.id);
    Some(row)
}

/// The place of a message that is not in the window any more.
fn gone(moment: &Moment, id: MessageId, state: RowState) -> Option<Row> {
    let mut row = row(moment.stores.message(id)?, state);
    row.is_copy = moment.counts_items() && moment.before.is_stored(id);
    Some(row)
}

fn row(message: &Arc<Message>, state: RowState) -> Row {
    let (copies, covers) = match &message.body {
        Body::FunctionResult {
            page: Some(page), ..
        } => (page.hits.as_slice().into(), 0),
        Body::Summary(summary) => (Arc::default(), summary.covers.len()),
        _ => (Arc::default(), 0),
    };
    Row {
        id: message.id,
        kind: kind(&message.body),
        words: Words(Arc::clone(message)),
        tokens: message.tokens,
        is_pinned: false,
        is_copy: false,
        copies,
        covers,
        state,
    }
}

/// What a message is as a row.
pub fn kind(body: &Body) -> RowKind {
    match body {
        Body::Item(_) => RowKind::Item,
        Body::User(_) => RowKind::User,
        Body::Assistant { text, calls, .. } => {
            let speaks = |name: &str| Function::from_wire(name) == Some(Function::SendMessage);
            match calls.first() {
                Some(call) if speaks(&call.name) => RowKind::Assistant,
                Some(_) => RowKind::Call,
                None if text.is_empty() => RowKind::Thought,
                None => RowKind::Assistant,
            }
        }
        Body::FunctionResult { is_ok: false, .. } => RowKind::Failure,
        Body::FunctionResult {
            page: Some(page), ..
        } if !page.hits.is_empty() => RowKind::Page,
        Body::FunctionResult { .. } => RowKind::Result,
        Body::Heartbeat(_) => RowKind::Heartbeat,
        Body::PressureAlert => RowKind::Alert,
        Body::Summary(_) => RowKind::Summary,
        Body::Timer => RowKind::Timer,
        Body::Login => RowKind::Login,
        Body::DocumentNotice { .. } => RowKind::Document,
    }
}
