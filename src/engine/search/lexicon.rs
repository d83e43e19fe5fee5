//! Every form of a word that ever came, in which texts, and which forms share a stem.

use super::language::{Evidence, Languages, evidence};
use super::numbering::Numbering;
use super::posting::Postings;
use super::stem::Stems;
use super::words::Word;

/// Forms of words, numbered from 0 as they first came. A form is stemmed once, when it is new.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    forms: Numbering<Form>,
    /// Stems, with their language before them, and the latest form of each.
    stems: Numbering<u32>,
    /// For each form, the form before it with the same stem, for each of its stems
    /// ([`tagged`]): the way from the latest form of a stem to all of them.
    earlier: Vec<[Option<u32>; 3]>,
}

/// What is known of a form.
#[derive(Clone, Debug)]
struct Form {
    evidence: Evidence,
    postings: Postings,
}

/// A form that a query word may find.
pub(super) struct Candidate<'a> {
    /// The texts that have it.
    pub(super) postings: &'a Postings,
    /// True where it is the query word itself, accents aside.
    pub(super) is_same: bool,
    /// The languages in which both have a stem in common.
    pub(super) languages: Languages,
}

impl Lexicon {
    /// Notes that the text at `place` has the form (in normal spelling) once more. Answers what
    /// the form says of the text's language.
    pub(super) fn count(&mut self, form: &str, place: u32) -> Evidence {
        let new = || Form {
            evidence: evidence(form),
            postings: Postings::default(),
        };
        let (number, is_new) = self.forms.number(form, new);
        if is_new {
            let earlier = tagged(&Stems::new(form)).map(|stem| self.join(&stem?, number));
            self.earlier.push(earlier);
        }
        let Some(form) = self.forms.get_mut(number) else {
            return Evidence::default();
        };
        form.postings.count(place);
        form.evidence
    }

    /// Makes a form the latest of a stem; answers the one before.
    fn join(&mut self, stem: &str, form: u32) -> Option<u32> {
        let (stem, is_new) = self.stems.number(stem, || form);
        let latest = self.stems.get_mut(stem).filter(|_| !is_new)?;
        Some(core::mem::replace(latest, form))
    }

    /// The forms that a query word may find.
    pub(super) fn candidates(&self, word: &Word) -> Vec<Candidate<'_>> {
        let mut forms: Vec<u32> = Vec::new();
        for stem in tagged(word.stems()).iter().flatten() {
            let latest = self
                .stems
                .find(stem)
                .and_then(|stem| self.stems.get(stem))
                .copied();
            for form in core::iter::successors(latest, |form| self.before(*form, stem)) {
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
        forms
            .into_iter()
            .filter_map(|form| self.candidate(form, word))
            .collect()
    }

    /// The form before this one with that stem.
    fn before(&self, form: u32, stem: &str) -> Option<u32> {
        let stems = tagged(&Stems::new(self.forms.text(form)));
        let index = stems
            .iter()
            .position(|other| other.as_deref() == Some(stem))?;
        self.earlier.get(form as usize)?[index]
    }

    fn candidate(&self, form: u32, word: &Word) -> Option<Candidate<'_>> {
        let other = Word::new(self.forms.text(form), Languages::BOTH);
        Some(Candidate {
            postings: &self.forms.get(form)?.postings,
            is_same: other.folded() == word.folded(),
            languages: other.stems().shared(word.stems()),
        })
    }

    /// Forgets the texts from `place` on, and the forms and stems that only they had.
    pub(super) fn truncate(&mut self, place: u32) {
        for form in self.forms.values_mut() {
            form.postings.truncate(place);
        }
        // Forms are numbered as they first came: those without a text are the last ones.
        while self
            .forms
            .last()
            .is_some_and(|(_, form)| form.postings.is_empty())
        {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let stems = self.forms.last().map(|(form, _)| tagged(&Stems::new(form)));
        let earlier = self.earlier.pop();
        for (stem, earlier) in stems
            .into_iter()
            .flatten()
            .zip(earlier.into_iter().flatten())
        {
            let stem = stem.and_then(|stem| self.stems.find(&stem));
            if let Some((latest, earlier)) =
                stem.and_then(|stem| self.stems.get_mut(stem)).zip(earlier)
            {
                *latest = earlier;
            }
        }
        self.forms.pop();
        // A stem whose latest form is gone came with it: it is the last one.
        let forms = self.earlier.len();
        while self
            .stems
            .last()
            .is_some_and(|(_, latest)| *latest as usize >= forms)
        {
            self.stems.pop();
        }
    }
}

/// The stems of a word with their language before them, each once.
fn tagged(stems: &Stems) -> [Option<String>; 3] {
    let plain =
        (stems.spanish_plain != stems.spanish).then(|| ["s", &stems.spanish_plain].concat());
    [
        Some(["s", &stems.spanish].concat()),
        Some(["e", &stems.english].concat()),
        plain,
    ]
}
