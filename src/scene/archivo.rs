//! Archival storage as passages: those that this event touches, and the latest.

use std::sync::Arc;

use crate::engine::event::Happening;
use crate::engine::ids::{Origin, PassageId};
use crate::engine::message::StoredBy;

use super::Moment;
use super::words::excerpt;

/// Passages that are shown with their words; the rest are counted.
pub const PASSAGES_SHOWN: usize = 6;

/// Archival storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archivo {
    /// How many passages it holds.
    pub stored: u32,
    /// How many of them the model stored.
    pub by_model: u32,
    /// The passages that are shown, in order of their numbers.
    pub passages: Vec<PassageRow>,
}

/// A passage that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageRow {
    /// Its number.
    pub id: PassageId,
    /// Its first words.
    pub text: Arc<str>,
    /// Who put it there.
    pub by: StoredBy,
    /// What happens to it in this event.
    pub state: PassageState,
}

/// What happens to a passage in this event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassageState {
    /// Nothing.
    Still,
    /// It is stored.
    Stored,
    /// A search found it, or a copy of it enters the window.
    Hit,
}

pub(super) fn archivo(moment: &Moment) -> Archivo {
    let stored = moment.after.passages();
    let known = moment.stores.passages();
    let known = &known[..known.len().min(stored as usize)];
    let new = match moment.what {
        Some(Happening::PassageStored { passage }) => Some(passage.id),
        _ => None,
    };
    let origins = moment.what.map_or(&[][..], Happening::origins);
    let mut shown: Vec<PassageId> = origins
        .iter()
        .filter_map(|origin| match origin {
            Origin::Passage(id) => Some(*id),
            Origin::Message(_) => None,
        })
        .take(PASSAGES_SHOWN)
        .collect();
    let hits = shown.len();
    for passage in known.iter().rev() {
        if shown.len() >= PASSAGES_SHOWN {
            break;
        }
        if !shown[..hits].contains(&passage.id) {
            shown.push(passage.id);
        }
    }
    let state = |id| {
        if Some(id) == new {
            PassageState::Stored
        } else if origins.contains(&Origin::Passage(id)) {
            PassageState::Hit
        } else {
            PassageState::Still
        }
    };
    // In the order of the store; a few, so each is put where it belongs.
    let mut ordered = Vec::with_capacity(shown.len());
    for id in shown {
        ordered.insert(ordered.partition_point(|other| *other < id), id);
    }
    let passages = ordered.into_iter().filter_map(|id| {
        let passage = moment.stores.passage(id)?;
        Some(PassageRow {
            id,
            text: excerpt(&passage.text),
            by: passage.by,
            state: state(id),
        })
    });
    let by_model = known
        .iter()
        .filter(|passage| passage.by == StoredBy::Model)
        .count();
    Archivo {
        stored,
        by_model: u32::try_from(by_model).unwrap_or(u32::MAX),
        passages: passages.collect(),
    }
}
