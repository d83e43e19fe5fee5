//! Finds stored texts. Append-only: an index knows every text ever stored, and a search
//! says below which number it may look, so that the past is searched as it was.

mod fold;
mod language;
mod split;
mod stem;
mod stop;
pub mod words;

use super::config::SearchRule;

/// An index over texts that are numbered in ascending order.
#[derive(Clone, Debug, Default)]
pub struct SearchIndex {
    texts: Vec<(u32, Box<str>)>,
}

impl SearchIndex {
    /// Adds a text under a number higher than all before.
    pub fn insert(&mut self, number: u32, text: &str) {
        self.texts.push((number, text.into()));
    }

    /// Forgets every text whose number is `from` or higher.
    pub fn truncate(&mut self, from: u32) {
        self.texts.retain(|(number, _)| *number < from);
    }

    /// The numbers of all texts below `below` that match, in the order of `rule`.
    pub fn search(&self, rule: SearchRule, query: &str, below: u32) -> Vec<u32> {
        let query = query.to_lowercase();
        self.texts
            .iter()
            .filter(|(number, text)| {
                let text = text.to_lowercase();
                *number < below
                    && if rule == SearchRule::Exact {
                        text == query
                    } else {
                        text.contains(&query)
                    }
            })
            .map(|(number, _)| *number)
            .collect()
    }
}
