//! Why a call brought no reply, as much as the person is told of it. Unlike what is recorded
//! it may hold the provider's own words, scrubbed of the key.

use super::super::budget::Halt;
use super::super::error::{ErrorKind, ProviderError};

/// Why a call brought no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The provider says why.
    Provider(ProviderError),
    /// The browser says nothing but that it failed; [`opaque`](super::super::opaque) lists
    /// what it can be.
    Unexplained,
    /// No answer came for too long.
    Silent,
    /// There is no key for this address, and the provider wants one.
    KeyMissing,
    /// A limit of the person's own was reached.
    Halted(Halt),
    /// What came is no reply that could be used: the name of the kind.
    Reply(&'static str),
}

/// How a request was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The browser says only that it failed.
    Unexplained,
    /// Nothing came for so long that the page gave up.
    Silent,
}

impl Trouble {
    /// The trouble with a reply, by the name under which its failure is recorded.
    pub(super) fn of_reply(kind: &str) -> Self {
        const KINDS: &[&str] = &[
            "Length",
            "Refused",
            "Filtered",
            "Paused",
            "CallInText",
            "EmptyReply",
        ];
        match KINDS.iter().find(|known| **known == kind) {
            Some(known) => Self::Reply(known),
            None => Self::Provider(ProviderError::of(ErrorKind::Server)),
        }
    }

    /// True where the key was refused: it is forgotten.
    pub fn is_bad_key(&self) -> bool {
        matches!(self, Self::Provider(error) if error.kind == ErrorKind::BadKey)
    }
}
