//! Stems: what the forms of one word have in common.

use frostem::{Algorithm, Stemmer};

use super::fold::fold;
use super::irregular::{english_base, spanish_base, spanish_singular};
use super::language::Languages;

/// The stems of one word, by the Snowball algorithms of both languages, without accents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stems {
    /// Of the word as written: endings are told by their accents (`vivía` as `vive`).
    pub(super) spanish: Box<str>,
    /// Of the word without accents, as many people type it (`vivia` as `vivía`), and without
    /// the plural that the algorithm overlooks.
    pub(super) spanish_plain: Box<str>,
    /// Of the word without accents.
    pub(super) english: Box<str>,
}

impl Stems {
    /// The stems of a word in normal form. Words with digits are their own stem.
    pub(super) fn new(word: &str) -> Self {
        let folded = fold(word);
        if word.contains(|character: char| character.is_ascii_digit()) {
            let own: Box<str> = folded.into();
            return Self {
                spanish: own.clone(),
                spanish_plain: own.clone(),
                english: own,
            };
        }
        Self {
            spanish: spanish(word),
            spanish_plain: spanish(spanish_singular(&folded)),
            english: Stemmer::new(Algorithm::English)
                .stem(english_base(&folded))
                .into(),
        }
    }

    /// The languages in which the two words have a stem in common.
    pub(super) fn shared(&self, other: &Self) -> Languages {
        let in_spanish = [&self.spanish, &self.spanish_plain]
            .into_iter()
            .any(|stem| *stem == other.spanish || *stem == other.spanish_plain);
        Languages::none()
            .with(Languages::SPANISH, in_spanish)
            .with(Languages::ENGLISH, self.english == other.english)
    }
}

fn spanish(word: &str) -> Box<str> {
    let stem = Stemmer::new(Algorithm::Spanish).stem(word);
    spanish_base(&fold(&stem)).into()
}
