//! Every form of a word that ever came, and which of them share a stem.

use super::language::{Evidence, Languages, evidence};
use super::numbering::Numbering;
use super::stem::Stems;
use super::words::Word;

/// Forms of words, numbered from 0 as they came. A form is stemmed once, when it is new.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    forms: Numbering,
    /// What each form says of the language of its text.
    evidence: Vec<Evidence>,
    /// Stems, with their language before them.
    stems: Numbering,
    /// The forms of each stem, ascending.
    families: Vec<Vec<u32>>,
}

/// A form that a query word may find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The form.
    pub(super) form: u32,
    /// True where it is the query word itself, accents aside.
    pub(super) is_same: bool,
    /// The languages in which both have a stem in common.
    pub(super) languages: Languages,
}

impl Lexicon {
    /// The number of a form in normal spelling, and what it says of its text's language.
    pub(super) fn number(&mut self, form: &str) -> (u32, Evidence) {
        let (number, is_new) = self.forms.number(form);
        if is_new {
            self.evidence.push(evidence(form));
            for stem in tagged(&Stems::new(form)) {
                let (stem, is_new) = self.stems.number(&stem);
                if is_new {
                    self.families.push(Vec::new());
                }
                if let Some(family) = self.families.get_mut(stem as usize) {
                    family.push(number);
                }
            }
        }
        (
            number,
            self.evidence
                .get(number as usize)
                .copied()
                .unwrap_or_default(),
        )
    }

    /// The forms that a query word may find, ascending.
    pub(super) fn candidates(&self, word: &Word) -> Vec<Candidate> {
        let mut forms: Vec<u32> = Vec::new();
        for stem in tagged(word.stems()) {
            let family = self
                .stems
                .find(&stem)
                .and_then(|stem| self.families.get(stem as usize));
            forms.extend(family.into_iter().flatten());
        }
        forms.sort_unstable();
        forms.dedup();
        forms
            .into_iter()
            .map(|form| self.candidate(form, word))
            .collect()
    }

    fn candidate(&self, form: u32, word: &Word) -> Candidate {
        let other = Word::new(self.forms.get(form), Languages::BOTH);
        Candidate {
            form,
            is_same: other.folded() == word.folded(),
            languages: other.stems().shared(word.stems()),
        }
    }

    /// How many forms there are.
    pub(super) fn len(&self) -> usize {
        self.forms.len()
    }

    /// Forgets the last form, and the stems that only it had.
    pub(super) fn pop(&mut self) {
        let Some(last) = self.forms.len().checked_sub(1) else {
            return;
        };
        for stem in tagged(&Stems::new(self.forms.get(last as u32))) {
            let family = self
                .stems
                .find(&stem)
                .and_then(|stem| self.families.get_mut(stem as usize));
            // The last form is the last of each of its families.
            family.and_then(Vec::pop);
        }
        while self.families.last().is_some_and(Vec::is_empty) {
            self.families.pop();
            self.stems.pop();
        }
        self.evidence.pop();
        self.forms.pop();
    }
}

/// The stems of a word with their language before them, each once.
fn tagged(stems: &Stems) -> impl Iterator<Item = String> {
    let plain = (stems.spanish_plain != stems.spanish).then(|| format!("s{}", stems.spanish_plain));
    [format!("s{}", stems.spanish), format!("e{}", stems.english)]
        .into_iter()
        .chain(plain)
}
