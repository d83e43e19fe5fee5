//! The kinds of events that one jumps to, and that the timeline marks.

use crate::engine::event::{Event, Happening};
use crate::engine::function::Function;

/// A kind of event that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A message or item left the window.
    PageOut,
    /// A page of results, or an item, came back.
    PageIn,
    /// The model called a function (speaking to the user does not count).
    FunctionCall,
    /// The memory-pressure warning.
    Warning,
    /// The queue was folded into the summary.
    Summary,
    /// Something failed, or could not go on.
    Failure,
}

impl Mark {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::PageOut,
        Self::PageIn,
        Self::FunctionCall,
        Self::Warning,
        Self::Summary,
        Self::Failure,
    ];

    /// The kind of an event that stands out.
    pub fn of(event: &Event) -> Option<Self> {
        match &event.what {
            Happening::Evicted { .. } => Some(Self::PageOut),
            Happening::PagedIn { .. } => Some(Self::PageIn),
            Happening::CallBegan { call, .. } => {
                let speaks = Function::from_wire(&call.name) == Some(Function::SendMessage);
                (!speaks).then_some(Self::FunctionCall)
            }
            Happening::PressureWarned { .. } => Some(Self::Warning),
            Happening::Summarised { .. } => Some(Self::Summary),
            Happening::CallFailed { .. }
            | Happening::ModelFailed { .. }
            | Happening::Oversized { .. }
            | Happening::PinnedOverflow { .. }
            | Happening::FlushFailed { .. }
            | Happening::BudgetStopped { .. }
            | Happening::CallCapReached { .. }
            | Happening::SessionFull { .. } => Some(Self::Failure),
            _ => None,
        }
    }

    /// Name in the page's attributes and of the choice.
    pub fn name(self) -> &'static str {
        match self {
            Self::PageOut => "page-out",
            Self::PageIn => "page-in",
            Self::FunctionCall => "function-call",
            Self::Warning => "warning",
            Self::Summary => "summary",
            Self::Failure => "failure",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.name() == name)
    }

    /// The sign that the timeline draws, so that colour is never alone.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::PageOut => "↗",
            Self::PageIn => "↙",
            Self::FunctionCall => "ƒ",
            Self::Warning => "▲",
            Self::Summary => "Σ",
            Self::Failure => "✕",
        }
    }
}

/// The events that stand out, with their positions (from 1).
pub fn marks(events: &[Event]) -> Vec<(usize, Mark)> {
    events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| Some((index + 1, Mark::of(event)?)))
        .collect()
}

/// Most signs along a long timeline.
pub const SIGNS_MAX: usize = 44;

/// Most signs along a short timeline.
pub const SIGNS_FEW: usize = 20;

/// The signs of a whole timeline, made once for each record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// As many as a long line has room for.
    pub many: Vec<(usize, Mark)>,
    /// Those that a short line has room for.
    pub few: Vec<(usize, Mark)>,
}

impl Signs {
    /// The signs for `marks` among `count` events.
    pub fn of(marks: &[(usize, Mark)], count: usize) -> Self {
        Self {
            many: signs(marks, count, SIGNS_MAX),
            few: signs(marks, count, SIGNS_FEW),
        }
    }
}

/// The marks that a timeline with room for `most` signs shows of a run with `count` events:
/// in each piece of the line, the rarest kind.
pub fn signs(marks: &[(usize, Mark)], count: usize, most: usize) -> Vec<(usize, Mark)> {
    let often = |mark: Mark| marks.iter().filter(|(_, other)| *other == mark).count();
    let often: [usize; Mark::ALL.len()] = Mark::ALL.map(often);
    let often = |mark: Mark| often[mark as usize];
    let piece = |position: usize| position * most / count.max(1);
    let mut signs: Vec<(usize, Mark)> = Vec::new();
    for (position, mark) in marks {
        match signs.last_mut() {
            Some(last) if piece(last.0) == piece(*position) => {
                if often(*mark) < often(last.1) {
                    *last = (*position, *mark);
                }
            }
            _ => signs.push((*position, *mark)),
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_signs_would_lie_on_each_other_the_rarest_is_shown() {
        let marks = [
            (10, Mark::PageOut),
            (11, Mark::PageOut),
            (12, Mark::Warning),
            (900, Mark::PageOut),
        ];
        assert_eq!(
            signs(&marks, 1_000, SIGNS_MAX),
            [(10, Mark::PageOut), (900, Mark::PageOut)].map(|(at, mark)| if at == 10 {
                (12, Mark::Warning)
            } else {
                (at, mark)
            })
        );
        assert_eq!(signs(&marks[..2], 20, SIGNS_MAX).len(), 2);
        assert!(signs(&[], 0, SIGNS_FEW).is_empty());
    }

    #[test]
    fn every_kind_is_found_by_its_name_and_has_its_own_sign() {
        for mark in Mark::ALL {
            assert_eq!(Mark::from_name(mark.name()), Some(mark));
        }
        let mut glyphs = Mark::ALL.map(Mark::glyph).to_vec();
        glyphs.sort_unstable();
        glyphs.dedup();
        assert_eq!(glyphs.len(), Mark::ALL.len());
    }
}
