//! Names for places of a run: an address within a call, or the nth of its kind in the
//! whole run, which stays right where other settings move it.

use core::fmt;
use core::str::FromStr;

use crate::trace::address::{Address, BadAddress};
use crate::trace::journal::Journal;
use crate::trace::machine::Machine;

/// Where a mark points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `turn.call.kind.nth`.
    At(Address),
    /// `kind.nth`: counted over the whole run.
    Nth {
        /// Stable name of the event's kind.
        kind: Box<str>,
        /// Which of them, from 1.
        nth: u32,
    },
}

impl Mark {
    /// The kind of event.
    pub fn kind(&self) -> &str {
        match self {
            Self::At(address) => &address.kind,
            Self::Nth { kind, .. } => kind,
        }
    }

    /// The position in `journal`, and whether it is exactly there; else the nearest
    /// earlier one, which is the end where such an event is still to come.
    pub fn find<M: Machine>(&self, journal: &Journal<M>) -> (usize, bool) {
        match self {
            Self::At(address) => journal.find(address),
            Self::Nth { kind, nth } => {
                let machine = journal.machine();
                let is_kind = |index: &usize| machine.kind(&journal.events()[*index]) == &**kind;
                let skipped = nth.saturating_sub(1) as usize;
                let found = (0..journal.len()).filter(is_kind).nth(skipped);
                found.map_or((journal.len(), false), |index| (index + 1, true))
            }
        }
    }
}

impl FromStr for Mark {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let Some((kind, nth)) = text.split_once('.') else {
            return Err(BadAddress);
        };
        if nth.contains('.') {
            return text.parse().map(Self::At);
        }
        let is_name = kind
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        let nth = nth.parse().map_err(|_| BadAddress)?;
        if kind.is_empty() || !is_name || nth == 0 {
            return Err(BadAddress);
        }
        Ok(Self::Nth {
            kind: kind.into(),
            nth,
        })
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(address) => address.fmt(out),
            Self::Nth { kind, nth } => write!(out, "{kind}.{nth}"),
        }
    }
}
