//! In which languages a text can be read.

use super::{fold::fold, stop};

/// A set of languages; of a text it is never empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Languages(u8);

impl Languages {
    /// Spanish alone.
    pub(super) const SPANISH: Self = Self(1);
    /// English alone.
    pub(super) const ENGLISH: Self = Self(2);
    /// Either: too little is known, or both are mixed.
    pub(super) const BOTH: Self = Self(3);

    /// True where `other` is in this set.
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The languages in which two texts are compared: those of both, else any.
    pub(super) fn shared(self, other: Self) -> Self {
        let shared = self.0 & other.0;
        if shared == 0 {
            Self::BOTH
        } else {
            Self(shared)
        }
    }

    /// No language: what two words without a common stem share.
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// This set with `other` in it, where `is_in` is true.
    pub(super) fn with(self, other: Self, is_in: bool) -> Self {
        if is_in { Self(self.0 | other.0) } else { self }
    }
}

/// What one word says about the language of its text.
pub(super) fn evidence(word: &str) -> Evidence {
    let folded = fold(word);
    if stop::is_ambiguous(&folded) {
        return Evidence::default();
    }
    let (in_spanish, in_english) = (stop::is_spanish(&folded), stop::is_english(&folded));
    let has_accent = word.contains(['á', 'é', 'í', 'ó', 'ú', 'ü', 'ñ']);
    Evidence {
        spanish: u16::from((in_spanish && !in_english) || has_accent),
        english: u16::from(in_english && !in_spanish),
    }
}

/// Words that speak for a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Evidence {
    /// Words that are Spanish only.
    pub(super) spanish: u16,
    /// Words that are English only.
    pub(super) english: u16,
}

impl Evidence {
    /// Adds another word's.
    pub(super) fn add(&mut self, other: Self) {
        self.spanish = self.spanish.saturating_add(other.spanish);
        self.english = self.english.saturating_add(other.english);
    }

    /// One language where it has more than twice the words of the other.
    pub(super) fn languages(self) -> Languages {
        if self.spanish > self.english.saturating_mul(2) {
            Languages::SPANISH
        } else if self.english > self.spanish.saturating_mul(2) {
            Languages::ENGLISH
        } else {
            Languages::BOTH
        }
    }
}
