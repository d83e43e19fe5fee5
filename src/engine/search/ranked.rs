//! The inverted index: for every form of a word, the texts that have it.

use super::WordIndex;
use super::fold::normal;
use super::language::{Evidence, Languages};
use super::lexicon::Lexicon;
use super::posting::PLACE_BITS;
use super::score::{FORM, SAME, SCORE_BITS, Statistics, score, weight};
use super::split::split;
use super::words::query_words;

/// Query words that are looked for; further ones are left out.
const WORDS_MAX: usize = 128;

/// Texts by place (0, 1, 2 ... as they came), and where the words are.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranked {
    lexicon: Lexicon,
    /// For each text, what the score needs.
    texts: Vec<Text>,
}

/// What the score needs to know of a text.
#[derive(Clone, Copy, Debug)]
struct Text {
    /// Words of all texts to the end of this one.
    words_to_end: u32,
    languages: Languages,
}

impl WordIndex for Ranked {
    fn push(&mut self, lowered: &str) {
        let place = self.texts.len() as u32;
        let mut words_to_end = self.words_before(place);
        let mut evidence = Evidence::default();
        for word in split(lowered) {
            evidence.add(self.lexicon.count(&normal(word), place));
            words_to_end = words_to_end.saturating_add(1);
        }
        let languages = evidence.languages();
        self.texts.push(Text {
            words_to_end,
            languages,
        });
    }

    /// What remains is as if they had never come.
    fn truncate(&mut self, place: usize) {
        if place < self.texts.len() {
            self.texts.truncate(place);
            self.lexicon.truncate(place as u32);
        }
    }

    /// Texts that share a stem with the query: first those with more of its words, then those
    /// with the higher score, then the latest.
    fn search(&self, query: &str, below: usize) -> Vec<usize> {
        let below = below.min(self.texts.len()) as u32;
        let statistics = Statistics {
            texts: below.into(),
            words: self.words_before(below).into(),
        };
        let mut entries: Vec<Entry> = Vec::new();
        let mut asked = Vec::new();
        for word in query_words(query) {
            // Two forms of one word are asked for once.
            if asked.len() == WORDS_MAX || asked.contains(word.stems()) {
                continue;
            }
            let mut found: Vec<Entry> = Vec::new();
            for candidate in self.lexicon.candidates(&word) {
                for posting in candidate.postings.below(below) {
                    let languages = self.languages(posting.place());
                    let worth = if candidate.is_same && languages.has(word.languages()) {
                        SAME
                    } else if candidate.is_same
                        || candidate.languages.has(word.languages().shared(languages))
                    {
                        FORM
                    } else {
                        continue;
                    };
                    found.push(Entry::new(posting.place(), posting.occurrences() * worth));
                }
            }
            sum_by_place(&mut found);
            let weight = weight(statistics, found.len() as u64);
            entries.extend(found.into_iter().map(|entry| {
                let length = self.length(entry.place());
                let score = score(statistics, weight, entry.value(), length);
                Entry::new(entry.place(), 1 << SCORE_BITS | score)
            }));
            asked.push(word.stems().clone());
        }
        sum_by_place(&mut entries);
        in_order(&entries)
    }

    fn copied(&self) -> Box<dyn WordIndex> {
        Box::new(self.clone())
    }
}

impl Ranked {
    fn words_before(&self, place: u32) -> u32 {
        let last = place
            .checked_sub(1)
            .and_then(|last| self.texts.get(last as usize));
        last.map_or(0, |last| last.words_to_end)
    }

    fn length(&self, place: u32) -> u64 {
        u64::from(self.words_before(place + 1) - self.words_before(place))
    }

    fn languages(&self, place: u32) -> Languages {
        let text = self.texts.get(place as usize);
        text.map_or(Languages::BOTH, |text| text.languages)
    }
}

/// The place of a text in the high 27 bits, and what is summed over it in the low 37: first how
/// often a word occurs, then how many words there are (8 bits) and their score (29 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

impl Entry {
    const VALUE_BITS: u32 = 64 - PLACE_BITS;

    fn new(place: u32, value: u64) -> Self {
        Self(u64::from(place) << Self::VALUE_BITS | value)
    }

    fn place(self) -> u32 {
        (self.0 >> Self::VALUE_BITS) as u32
    }

    fn value(self) -> u64 {
        self.0 & ((1 << Self::VALUE_BITS) - 1)
    }
}

/// Makes one entry of all that have the same place.
fn sum_by_place(entries: &mut Vec<Entry>) {
    // A stable sort is quick where sorted runs follow one another, as here.
    entries.sort();
    entries.dedup_by(|next, kept| {
        let is_same = next.place() == kept.place();
        if is_same {
            kept.0 += next.value();
        }
        is_same
    });
}

/// The places, by value and then place, both descending.
fn in_order(entries: &[Entry]) -> Vec<usize> {
    let turned = |entry: &Entry| Entry(entry.value() << PLACE_BITS | u64::from(entry.place()));
    let mut turned: Vec<Entry> = entries.iter().map(turned).collect();
    turned.sort();
    let place = |turned: Entry| turned.0 & ((1 << PLACE_BITS) - 1);
    turned
        .into_iter()
        .rev()
        .map(|turned| place(turned) as usize)
        .collect()
}
