//! How full main context is: numbers that always sum to the window.

use crate::engine::ids::MessageId;
use crate::engine::parts::Parts;

use super::Moment;
use super::queue::{Row, RowKind};

/// Most segments of the strip. Beyond it neighbours of the queue share one: thinner ones
/// could not be told apart.
const SEGMENTS_MAX: usize = 96;

/// What main context holds of what it can hold, in units. `used + free + reserve = window`
/// unless more is used than the flush line allows; then `over` says by how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// The hard limit.
    pub window: u32,
    /// What the prompt takes.
    pub used: u32,
    /// What it may still take before the flush line.
    pub free: u32,
    /// Room kept for the answer, as far as it is not taken.
    pub reserve: u32,
    /// What is used beyond the flush line.
    pub over: u32,
    /// Where the warning is due.
    pub warning_at: Option<u32>,
    /// True where the warning of this flush period was given.
    pub is_warned: bool,
    /// Where the queue is flushed: window minus the room kept for the answer.
    pub flush_at: u32,
    /// The parts as the model reads them; they sum to `used`.
    pub parts: Parts,
    /// The parts in proportion, in reading order; they sum to `used`.
    pub segments: Vec<Segment>,
}

/// A stretch of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What it stands for.
    pub kind: SegmentKind,
    /// What it takes, in units.
    pub tokens: u32,
    /// The message, where it is only one.
    pub id: Option<MessageId>,
}

/// What a stretch of the strip stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// System instructions.
    System,
    /// Function schemas.
    Schemas,
    /// Working context.
    WorkingContext,
    /// The line of statistics.
    Statistics,
    /// A row of the queue.
    Row(RowKind),
}

pub(super) fn capacity(moment: &Moment, rows: &[Row]) -> Capacity {
    let config = moment.after.config();
    let parts = moment.engine.parts(moment.after);
    let (used, window, flush_at) = (parts.total(), config.window, config.flush_line());
    Capacity {
        window,
        used,
        free: flush_at.saturating_sub(used),
        reserve: window.saturating_sub(used.max(flush_at)),
        over: used.saturating_sub(flush_at),
        warning_at: config.warning_at(),
        is_warned: moment.after.is_warned(),
        flush_at,
        parts,
        segments: segments(parts, rows),
    }
}

fn segments(parts: Parts, rows: &[Row]) -> Vec<Segment> {
    let pinned = [
        (SegmentKind::System, parts.system),
        (SegmentKind::Schemas, parts.schemas),
        (SegmentKind::Statistics, parts.statistics),
        (SegmentKind::WorkingContext, parts.working_context),
    ];
    let pinned = pinned.into_iter().filter(|(_, tokens)| *tokens > 0);
    let mut segments: Vec<Segment> = pinned
        .map(|(kind, tokens)| Segment {
            kind,
            tokens,
            id: None,
        })
        .collect();
    let present = rows.iter().filter(|row| row.state.is_present());
    let share = present.clone().count().div_ceil(SEGMENTS_MAX).max(1);
    for (index, row) in present.enumerate() {
        match segments.last_mut() {
            Some(last) if index % share != 0 => {
                last.tokens += row.tokens;
                last.id = None;
            }
            _ => segments.push(Segment {
                kind: SegmentKind::Row(row.kind),
                tokens: row.tokens,
                id: Some(row.id),
            }),
        }
    }
    segments
}
