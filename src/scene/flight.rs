//! What moves in an event: from where, to where, and what it is. One movement at a time.
//! A flight is a function of progress; nothing accumulates, so that going back, scrubbing
//! and any speed are the same code.

use std::sync::Arc;

use crate::engine::event::{Controller, Decider, Happening, Purpose};
use crate::engine::function::{Function, RawCall};
use crate::engine::ids::{MessageId, Origin, PassageId};
use crate::engine::message::{Body, StoredBy};

use super::Moment;
use super::historial::Historial;
use super::queue::{Row, RowState};
use super::words::{excerpt, query};

/// Most lines that one flight draws: more would be a blot.
pub const LINES_MAX: usize = 12;

/// A movement.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// What it is.
    pub kind: FlightKind,
    /// Where it starts: one place, or all that go together.
    pub from: Vec<Anchor>,
    /// Where it ends.
    pub to: Anchor,
    /// The words that travel.
    pub text: Arc<str>,
    /// The call that travels.
    pub call: Option<RawCall>,
    /// The marks that travel: messages or passages.
    pub marks: Vec<Origin>,
    /// What it takes of the window, in units; 0 where it takes nothing.
    pub tokens: u32,
    /// Who caused it.
    pub by: Decider,
    /// Where the way leads past.
    pub past: Option<Anchor>,
}

/// What a movement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightKind {
    /// A message enters the queue at its end.
    Arrival,
    /// The miniature: the user asks for an item; it takes no slot.
    Request,
    /// A message stops being in the window. Nothing is written: a dotted ghost lands on
    /// its own cell.
    PageOut,
    /// The miniature: the item is written to the store as it leaves. A solid arrow.
    PageOutWritten,
    /// Without a store: what leaves is gone.
    Loss,
    /// The model writes to working context or to archival storage. A solid arrow.
    Store,
    /// A search looks into a store; nothing moves yet.
    Search,
    /// A page of copies enters the queue at its end.
    PageIn,
    /// What left is folded into the summary.
    Fold,
    /// The model reads the whole prompt.
    Prompt,
    /// A call goes from the model to the function executor.
    Call,
    /// Words go from the function executor to the user.
    Message,
}

/// A place on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// The door, where the user is.
    Door,
    /// Main context as a whole.
    Window,
    /// A row of the queue.
    Row(MessageId),
    /// A block of working context, by position.
    Block(u32),
    /// A cell of the historial, by its first message.
    Cell(MessageId),
    /// The historial as a whole.
    Historial,
    /// A passage of the archivo.
    Passage(PassageId),
    /// The archivo as a whole.
    Archivo,
    /// The queue manager.
    QueueManager,
    /// The model.
    Model,
    /// The function executor.
    Executor,
}

impl Anchor {
    /// The station of whoever has control.
    pub fn of(controller: Controller) -> Self {
        match controller {
            Controller::User => Self::Door,
            Controller::QueueManager => Self::QueueManager,
            Controller::Model => Self::Model,
            Controller::FunctionExecutor => Self::Executor,
        }
    }
}

/// How far a movement is, in thousandths, after `elapsed` of `duration` milliseconds.
pub fn progress_permille(elapsed: u32, duration: u32) -> u16 {
    if elapsed >= duration {
        return 1_000;
    }
    u16::try_from(u64::from(elapsed) * 1_000 / u64::from(duration)).unwrap_or(1_000)
}

/// How long a movement takes at speed 1, in milliseconds.
pub fn duration(kind: FlightKind) -> u32 {
    match kind {
        FlightKind::PageOut | FlightKind::PageOutWritten | FlightKind::Loss => 600,
        FlightKind::PageIn | FlightKind::Fold => 900,
        FlightKind::Store => 700,
        FlightKind::Prompt => 450,
        FlightKind::Arrival | FlightKind::Request | FlightKind::Search => 450,
        FlightKind::Call | FlightKind::Message => 450,
    }
}

pub(super) fn flight(moment: &Moment, rows: &[Row], historial: &Historial) -> Option<Flight> {
    let what = moment.what?;
    let mut flight = match what {
        Happening::Arrived(message) if message.id.0 > 0 => {
            let mut flight = one(
                FlightKind::Arrival,
                sender(&message.body),
                Anchor::Row(message.id),
            );
            flight.marks = vec![Origin::Message(message.id)];
            flight.text = super::words::Words(Arc::clone(message)).excerpt();
            flight.tokens = message.tokens;
            flight
        }
        Happening::Asked { text } => {
            let mut flight = one(FlightKind::Request, Anchor::Door, Anchor::Model);
            flight.text = excerpt(text);
            flight
        }
        Happening::ModelAsked { purpose, parts, .. } => {
            let mut flight = one(FlightKind::Prompt, Anchor::Window, Anchor::Model);
            if *purpose == Purpose::Summarise {
                let left = rows.iter().filter(|row| row.state == RowState::Left);
                flight.from = left
                    .map(|row| Anchor::Row(row.id))
                    .take(LINES_MAX)
                    .collect();
            }
            flight.tokens = parts.total();
            flight
        }
        // In the miniature the model acts alone: the parts of MemGPT are not there yet.
        Happening::CallBegan { .. } if moment.counts_items() => return None,
        Happening::CallBegan { call, .. } => {
            let is_choice = Function::from_wire(&call.name) == Some(Function::Evict);
            let to = if is_choice {
                Anchor::QueueManager
            } else {
                Anchor::Executor
            };
            let mut flight = one(FlightKind::Call, Anchor::Model, to);
            flight.call = Some((**call).clone());
            flight
        }
        Happening::Said { text } => {
            let mut flight = one(FlightKind::Message, actor(moment), Anchor::Door);
            flight.text = excerpt(text);
            flight
        }
        Happening::BlockEdited(edit) => {
            let mut flight = one(FlightKind::Store, Anchor::Model, Anchor::Block(edit.index));
            flight.text = Arc::clone(&edit.label);
            flight
        }
        Happening::PassageStored { passage } => {
            let from = match passage.by {
                StoredBy::Model => Anchor::Model,
                StoredBy::User => Anchor::Door,
            };
            let mut flight = one(FlightKind::Store, from, Anchor::Passage(passage.id));
            flight.text = excerpt(&passage.text);
            flight.marks = vec![Origin::Passage(passage.id)];
            flight
        }
        Happening::Searched { call, .. } => {
            let to = match call.function {
                Function::ArchivalMemorySearch => Anchor::Archivo,
                _ => Anchor::Historial,
            };
            let mut flight = one(FlightKind::Search, actor(moment), to);
            flight.text = query(call);
            flight
        }
        Happening::PagedIn { message, page } => {
            let origin = |origin: &Origin| match origin {
                Origin::Message(id) => historial.cell_of(*id).map(Anchor::Cell),
                Origin::Passage(id) => Some(Anchor::Passage(*id)),
            };
            let mut flight = one(
                FlightKind::PageIn,
                Anchor::Historial,
                Anchor::Row(message.id),
            );
            flight.from = page
                .hits
                .iter()
                .filter_map(origin)
                .take(LINES_MAX)
                .collect();
            flight.from.dedup();
            flight.past = (!moment.counts_items()).then_some(Anchor::Executor);
            flight.marks = page.hits.clone();
            flight.text = page
                .hits
                .first()
                .map_or_else(|| "".into(), |first| first_words(moment, *first));
            flight.tokens = message.tokens;
            flight
        }
        Happening::Evicted {
            id,
            tokens,
            is_written,
            ..
        } => {
            let cell = historial
                .cell_of(*id)
                .filter(|_| moment.after.config().has_external);
            let (kind, to) = match (cell, is_written) {
                (Some(cell), true) => (FlightKind::PageOutWritten, Anchor::Cell(cell)),
                (Some(cell), false) => (FlightKind::PageOut, Anchor::Cell(cell)),
                (None, _) => (FlightKind::Loss, Anchor::QueueManager),
            };
            let mut flight = one(kind, Anchor::Row(*id), to);
            let is_past = !moment.counts_items() && kind != FlightKind::Loss;
            flight.past = is_past.then_some(Anchor::QueueManager);
            flight.marks = vec![Origin::Message(*id)];
            flight.text = first_words(moment, Origin::Message(*id));
            flight.tokens = *tokens;
            flight
        }
        Happening::Summarised { message, .. } => {
            let mut flight = one(FlightKind::Fold, Anchor::Window, Anchor::Row(message.id));
            let folding = rows.iter().filter(|row| row.state == RowState::Folding);
            flight.from = folding
                .map(|row| Anchor::Row(row.id))
                .take(LINES_MAX)
                .collect();
            flight.tokens = message.tokens;
            flight
        }
        _ => return None,
    };
    flight.by = what.cause();
    Some(flight)
}

fn one(kind: FlightKind, from: Anchor, to: Anchor) -> Flight {
    Flight {
        kind,
        from: vec![from],
        to,
        text: "".into(),
        call: None,
        marks: Vec::new(),
        tokens: 0,
        by: Decider::Automatic,
        past: None,
    }
}

/// Who runs the functions: in the miniature, the model itself.
fn actor(moment: &Moment) -> Anchor {
    if moment.counts_items() {
        Anchor::Model
    } else {
        Anchor::Executor
    }
}

/// Where a message comes from.
fn sender(body: &Body) -> Anchor {
    match body {
        Body::Item(_) | Body::User(_) | Body::Timer | Body::Login | Body::DocumentNotice { .. } => {
            Anchor::Door
        }
        Body::Assistant { .. } | Body::Summary(_) => Anchor::Model,
        Body::FunctionResult { .. } => Anchor::Executor,
        Body::Heartbeat(_) | Body::PressureAlert => Anchor::QueueManager,
    }
}

fn first_words(moment: &Moment, origin: Origin) -> Arc<str> {
    match origin {
        Origin::Message(id) => moment
            .stores
            .message(id)
            .map(|message| super::words::Words(Arc::clone(message)).excerpt()),
        Origin::Passage(id) => moment
            .stores
            .passage(id)
            .map(|passage| excerpt(&passage.text)),
    }
    .unwrap_or_default()
}

/// Progress made smooth: slow at both ends. In thousandths, as is what is given.
pub fn eased(permille: u16) -> u16 {
    let share = u64::from(permille.min(1_000));
    // At most 1,000: share² (3 − 2 share), in thousandths.
    u16::try_from(share * share * (3_000 - 2 * share) / 1_000_000).unwrap_or(1_000)
}
