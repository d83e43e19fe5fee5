//! The inverted index: for every form of a word, the texts that have it.

use super::fold::normal;
use super::language::{Evidence, Languages};
use super::lexicon::Lexicon;
use super::score::{FORM, SAME, SCORE_BITS, Statistics, score, weight};
use super::split::split;
use super::words::query_words;

/// Bits of a text's place in the index: 134 million texts.
const PLACE_BITS: u32 = 27;
/// Query words that are looked for; further ones are left out.
const WORDS_MAX: usize = 128;

/// Texts by place (0, 1, 2 ... as they came), and where the words are.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranked {
    lexicon: Lexicon,
    /// For each form, the texts that have it, ascending.
    postings: Vec<Vec<Posting>>,
    /// For each text, what the score needs.
    texts: Vec<Text>,
}

/// One text that has a form: its place, and in the low 5 bits one less than how often.
#[derive(Clone, Copy, Debug)]
struct Posting(u32);

impl Posting {
    const COUNT_BITS: u32 = 32 - PLACE_BITS;
    const COUNT_MASK: u32 = (1 << Self::COUNT_BITS) - 1;

    fn new(place: u32) -> Self {
        Self(place << Self::COUNT_BITS)
    }

    fn place(self) -> u32 {
        self.0 >> Self::COUNT_BITS
    }

    /// From 1 to 32; BM25 hardly tells more apart.
    fn occurrences(self) -> u64 {
        u64::from(self.0 & Self::COUNT_MASK) + 1
    }

    fn count_another(&mut self) {
        if self.0 & Self::COUNT_MASK < Self::COUNT_MASK {
            self.0 += 1;
        }
    }
}

/// What the score needs to know of a text.
#[derive(Clone, Copy, Debug)]
struct Text {
    /// Words of all texts to the end of this one.
    words_to_end: u32,
    languages: Languages,
}

impl Ranked {
    /// Adds the next text, in lower case.
    pub(super) fn push(&mut self, lowered: &str) {
        let place = self.texts.len() as u32;
        let mut words_to_end = self.words_before(self.texts.len());
        let mut evidence = Evidence::default();
        for word in split(lowered) {
            let (form, of_form) = self.lexicon.number(&normal(word));
            evidence.add(of_form);
            words_to_end = words_to_end.saturating_add(1);
            if place < 1 << PLACE_BITS {
                self.count(form as usize, place);
            }
        }
        self.texts.push(Text {
            words_to_end,
            languages: evidence.languages(),
        });
    }

    fn count(&mut self, form: usize, place: u32) {
        if self.postings.len() <= form {
            self.postings.push(Vec::new());
        }
        let Some(postings) = self.postings.get_mut(form) else {
            return;
        };
        match postings.last_mut() {
            Some(last) if last.place() == place => last.count_another(),
            _ => postings.push(Posting::new(place)),
        }
    }

    /// Forgets every text from that place on. What remains is as if they had never come.
    pub(super) fn truncate(&mut self, place: usize) {
        self.texts.truncate(place);
        for postings in &mut self.postings {
            while postings
                .last()
                .is_some_and(|last| last.place() as usize >= place)
            {
                postings.pop();
            }
        }
        // Forms are numbered as they first came, so those that are left without a text are the last.
        while self.lexicon.len() > 0 && self.postings.last().is_none_or(Vec::is_empty) {
            self.postings.pop();
            self.lexicon.pop();
        }
    }

    /// The places below `below` of all texts that share a stem with the query, best first: those
    /// with more of its words, then those with the higher score, then the latest.
    pub(super) fn search(&self, query: &str, below: usize) -> Vec<usize> {
        let below = below.min(self.texts.len());
        let statistics = Statistics {
            texts: below as u64,
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
                let Some(postings) = self.postings.get(candidate.form as usize) else {
                    continue;
                };
                let seen = postings.partition_point(|posting| (posting.place() as usize) < below);
                for posting in &postings[..seen] {
                    let shared = || word.languages().shared(self.languages(posting.place()));
                    if candidate.is_same {
                        found.push(Entry::new(posting.place(), posting.occurrences() * SAME));
                    } else if candidate.languages.has(shared()) {
                        found.push(Entry::new(posting.place(), posting.occurrences() * FORM));
                    }
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

    fn words_before(&self, place: usize) -> u32 {
        let last = place.checked_sub(1).and_then(|last| self.texts.get(last));
        last.map_or(0, |last| last.words_to_end)
    }

    fn length(&self, place: u32) -> u64 {
        let place = place as usize;
        u64::from(self.words_before(place + 1) - self.words_before(place))
    }

    fn languages(&self, place: u32) -> Languages {
        self.texts
            .get(place as usize)
            .map_or(Languages::BOTH, |text| text.languages)
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
    let mut keys: Vec<u64> = entries
        .iter()
        .map(|entry| entry.value() << PLACE_BITS | u64::from(entry.place()))
        .collect();
    keys.sort();
    keys.into_iter()
        .rev()
        .map(|key| (key & ((1 << PLACE_BITS) - 1)) as usize)
        .collect()
}
