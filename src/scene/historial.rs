//! Recall storage as cells: outlined where the message is in the window too, solid where
//! it is only here. In the miniature a cell appears when the item is written.

use std::sync::Arc;

use crate::engine::config::RecallWrite;
use crate::engine::event::Happening;
use crate::engine::ids::{MessageId, Origin};

use super::Moment;

/// Most cells. Beyond it one cell stands for several messages, so that thousands stay
/// one picture.
pub const CELLS_MAX: u32 = 240;

/// Recall storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Historial {
    /// How many messages it holds.
    pub stored: u32,
    /// How many of them are not in the window.
    pub only_here: u32,
    /// How many messages one cell stands for.
    pub per_cell: u32,
    /// The cells, oldest first.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its first message.
    pub first: MessageId,
    /// How many messages it stands for.
    pub stored: u32,
    /// How many of them are not in the window.
    pub only_here: u32,
    /// What happens to it in this event.
    pub state: CellState,
    /// The item's text in the miniature; else empty.
    pub text: Arc<str>,
}

/// What happens to a cell in this event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// Nothing.
    Still,
    /// It is written.
    Written,
    /// Its message leaves the window: nothing is written, it is only here now.
    Left,
    /// A search found it, or a copy of it enters the window.
    Hit,
}

impl Historial {
    /// The cell of a message, by its first message.
    pub fn cell_of(&self, id: MessageId) -> Option<MessageId> {
        let at = self.cells.partition_point(|cell| cell.first <= id);
        let cell = self.cells.get(at.checked_sub(1)?)?;
        let is_exact = self.per_cell > 1 || cell.first == id;
        is_exact.then_some(cell.first)
    }
}

pub(super) fn historial(moment: &Moment) -> Historial {
    let mut historial = if moment.after.config().writes == RecallWrite::OnArrival {
        written_through(moment)
    } else {
        written_on_leaving(moment)
    };
    mark(&mut historial, moment);
    historial
}

/// Every message is stored as it arrives.
fn written_through(moment: &Moment) -> Historial {
    let stored = moment.after.messages();
    let per_cell = per_cell(stored);
    let mut cells: Vec<Cell> = (0..stored.div_ceil(per_cell))
        .map(|index| {
            let first = index * per_cell + 1;
            let count = per_cell.min(stored + 1 - first);
            cell(MessageId(first), count, count)
        })
        .collect();
    let mut in_window = 0;
    for slot in moment.after.queue().all() {
        let index = slot.id.0.saturating_sub(1) / per_cell;
        if let Some(cell) = cells.get_mut(index as usize) {
            cell.only_here = cell.only_here.saturating_sub(1);
            in_window += 1;
        }
    }
    Historial {
        stored,
        only_here: stored.saturating_sub(in_window),
        per_cell,
        cells,
    }
}

/// The miniature: an item is written as it leaves.
fn written_on_leaving(moment: &Moment) -> Historial {
    let state = moment.after;
    let ids = (1..=state.messages()).map(MessageId);
    let written: Vec<MessageId> = ids.filter(|id| state.is_stored(*id)).collect();
    let stored = u32::try_from(written.len()).unwrap_or(u32::MAX);
    let per_cell = per_cell(stored);
    let mut only_here = 0;
    let cells = written.chunks(per_cell as usize).map(|chunk| {
        let away = chunk
            .iter()
            .filter(|id| !state.queue().contains(**id))
            .count();
        let away = u32::try_from(away).unwrap_or(u32::MAX);
        only_here += away;
        let count = u32::try_from(chunk.len()).unwrap_or(u32::MAX);
        let mut cell = cell(chunk[0], count, away);
        if let [id] = chunk
            && let Some(message) = moment.stores.message(*id)
        {
            cell.text = message.body.spoken().into();
        }
        cell
    });
    let cells = cells.collect();
    Historial {
        stored,
        only_here,
        per_cell,
        cells,
    }
}

/// Cells keep their number of messages while the storage doubles: 1, 2, 5, 10, 20, 50...
fn per_cell(stored: u32) -> u32 {
    let mut share = 1_u32;
    for step in [2, 5, 10].into_iter().cycle() {
        if stored.div_ceil(share) <= CELLS_MAX {
            break;
        }
        let tens = 10_u32.pow(share.ilog10());
        share = tens.saturating_mul(step);
    }
    share
}

fn cell(first: MessageId, stored: u32, only_here: u32) -> Cell {
    Cell {
        first,
        stored,
        only_here,
        state: CellState::Still,
        text: "".into(),
    }
}

fn mark(historial: &mut Historial, moment: &Moment) {
    let Some(what) = moment.what else { return };
    let mut set = |id: MessageId, state: CellState| {
        let first = historial.cell_of(id);
        if let Some(cell) = historial
            .cells
            .iter_mut()
            .find(|cell| Some(cell.first) == first)
        {
            cell.state = state;
        }
    };
    match what {
        Happening::Arrived(message) | Happening::Summarised { message, .. } if message.id.0 > 0 => {
            set(message.id, CellState::Written);
        }
        Happening::Evicted { id, is_written, .. } => {
            let state = if *is_written {
                CellState::Written
            } else {
                CellState::Left
            };
            set(*id, state);
        }
        _ => {}
    }
    for origin in what.origins() {
        if let Origin::Message(id) = origin {
            set(*id, CellState::Hit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stands_for_a_round_number_of_messages() {
        let cases = [
            (0, 1),
            (240, 1),
            (241, 2),
            (481, 5),
            (1_000, 5),
            (1_201, 10),
            (2_401, 20),
            (100_000, 500),
            (u32::MAX, 20_000_000),
        ];
        for (stored, expected) in cases {
            assert_eq!(per_cell(stored), expected, "{stored}");
        }
    }
}
