//! Finds stored texts. Append-only: an index knows every text ever stored, and a search
//! says below which number it may look, so that the past is searched as it was.
//!
//! Knows nothing of messages, passages or who spoke. Three rules ([`SearchRule`]): the whole
//! text, a part of it, or its words, best match first, in Spanish and English.

mod fold;
mod irregular;
mod language;
mod lexicon;
mod numbering;
mod pool;
mod posting;
mod ranked;
mod score;
mod split;
mod stem;
mod stop;

pub(crate) use fold::lower;
pub mod words;

use core::fmt::Debug;

use super::config::SearchRule;
use fold::lower_into;
use pool::Pool;
use ranked::Ranked;

/// An index over texts that are numbered in ascending order, with or without gaps.
///
/// ```
/// use memgpt_playground::engine::config::SearchRule;
/// use memgpt_playground::engine::search::SearchIndex;
///
/// let mut index = SearchIndex::default();
/// index.insert(1, "Mi perra se llama Canela");
/// index.insert(4, "Los perros no entran");
/// assert_eq!(index.search(SearchRule::Ranked, "¿Cómo se llama mi perro?", 5), [1, 4]);
/// assert_eq!(index.search(SearchRule::Substring, "PERR", 4), [1]);
/// ```
#[derive(Clone, Debug)]
pub struct SearchIndex {
    numbers: Vec<u32>,
    /// The texts in lower case.
    lowered: Pool,
    words: Option<Box<dyn WordIndex>>,
}

/// Where the words of texts are; texts by place (0, 1, 2 … as they came). Only
/// [`SearchRule::Ranked`] needs it: the page fetches the code of it when such a run opens.
pub trait WordIndex: Debug + Send + Sync {
    /// Adds the next text, in lower case.
    fn push(&mut self, lowered: &str);
    /// Forgets every text from that place on.
    fn truncate(&mut self, place: usize);
    /// The places below `below` of all texts that match, best first.
    fn search(&self, query: &str, below: usize) -> Vec<usize>;
    /// The same index once more.
    fn copied(&self) -> Box<dyn WordIndex>;
}

impl Clone for Box<dyn WordIndex> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

/// Makes an empty index of words.
pub type NewWordIndex = fn() -> Box<dyn WordIndex>;

/// Ours: by stems of Spanish and English.
pub fn ranked() -> Box<dyn WordIndex> {
    Box::new(Ranked::default())
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self::new(Some(ranked))
    }
}

impl SearchIndex {
    /// An empty index; without an index of words, `Ranked` finds what `Substring` does.
    pub fn new(words: Option<NewWordIndex>) -> Self {
        Self {
            numbers: Vec::new(),
            lowered: Pool::default(),
            words: words.map(|new| new()),
        }
    }

    /// Adds a text under a number higher than all before; any other is left out.
    pub fn insert(&mut self, number: u32, text: &str) {
        let is_higher = self.numbers.last().is_none_or(|last| *last < number);
        debug_assert!(is_higher, "numbers ascend");
        if is_higher {
            self.numbers.push(number);
            self.lowered.push_with(|all| lower_into(text, all));
            if let Some(words) = &mut self.words {
                words.push(self.lowered.get(self.numbers.len() - 1));
            }
        }
    }

    /// Forgets every text whose number is `from` or higher: the index is then as if they had
    /// never been inserted.
    pub fn truncate(&mut self, from: u32) {
        let place = self.place(from);
        self.numbers.truncate(place);
        self.lowered.truncate(place);
        if let Some(words) = &mut self.words {
            words.truncate(place);
        }
    }

    /// The numbers of all texts below `below` that match, in the order of `rule`; exactly what
    /// an index of these texts alone would find.
    ///
    /// - `Exact`: the whole text, but for case and the spaces around it; lowest number first.
    /// - `Substring`: anywhere, whatever the case, with its accents; lowest number first.
    /// - `Ranked`: texts that share a stem with the query, whatever case and accents. Those that
    ///   match more of its words come first, then those that score higher, then the highest
    ///   number: of two equal memories the newer is more likely to be true still. Function
    ///   words only count where the query has nothing else.
    pub fn search(&self, rule: SearchRule, query: &str, below: u32) -> Vec<u32> {
        let below = self.place(below);
        let mut wanted = String::new();
        lower_into(query, &mut wanted);
        let places = match (rule, &self.words) {
            (SearchRule::Ranked, Some(words)) => words.search(query, below),
            (SearchRule::Ranked | SearchRule::Substring, _) if wanted.is_empty() => {
                (0..below).collect()
            }
            (SearchRule::Ranked | SearchRule::Substring, _) => {
                self.lowered.containing(&wanted, below)
            }
            (SearchRule::Exact, _) => {
                let wanted = wanted.trim();
                (0..below)
                    .filter(|place| self.lowered.get(*place).trim() == wanted)
                    .collect()
            }
        };
        places
            .into_iter()
            .filter_map(|place| self.numbers.get(place).copied())
            .collect()
    }

    /// How many texts have a number below `number`.
    fn place(&self, number: u32) -> usize {
        self.numbers.partition_point(|other| *other < number)
    }
}
