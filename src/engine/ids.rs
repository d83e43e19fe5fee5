//! Numbers that name things. The engine hands them out in order, from 1.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A message, or an item of the miniature. Shown as `#6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(transparent)]
pub struct MessageId(pub u32);

/// A passage in archival storage. Shown as `P3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(transparent)]
pub struct PassageId(pub u32);

/// The original that a copy in a result page was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A message of recall storage.
    Message(MessageId),
    /// A passage of archival storage.
    Passage(PassageId),
}

impl fmt::Display for MessageId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{}", self.0)
    }
}

impl fmt::Display for PassageId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "P{}", self.0)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(id) => id.fmt(out),
            Self::Passage(id) => id.fmt(out),
        }
    }
}
