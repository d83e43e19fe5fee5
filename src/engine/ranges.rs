//! A set of message numbers that stays small however many it holds: what a summary stands for.

use core::fmt;

use super::ids::MessageId;

/// A set of numbers, kept as ascending runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdRanges(Vec<(u32, u32)>);

impl IdRanges {
    /// Adds a number.
    pub fn insert(&mut self, id: MessageId) {
        let id = id.0;
        let at = self
            .0
            .partition_point(|(_, last)| last.saturating_add(1) < id);
        match self.0.get_mut(at) {
            Some((first, last)) if *first <= id.saturating_add(1) => {
                *first = (*first).min(id);
                *last = (*last).max(id);
                self.join(at);
            }
            _ => self.0.insert(at, (id, id)),
        }
    }

    /// Adds all numbers of another set.
    pub fn extend(&mut self, other: &Self) {
        for (first, last) in &other.0 {
            let at = self
                .0
                .partition_point(|(_, end)| end.saturating_add(1) < *first);
            self.0.insert(at, (*first, *last));
            self.join(at);
        }
    }

    /// Joins the run at `at` with those behind it that it touches.
    fn join(&mut self, at: usize) {
        while let (Some((first, last)), Some((next_first, next_last))) =
            (self.0.get(at).copied(), self.0.get(at + 1).copied())
        {
            if next_first > last.saturating_add(1) {
                break;
            }
            self.0[at] = (first.min(next_first), last.max(next_last));
            self.0.remove(at + 1);
        }
    }

    /// True where the number is in the set.
    pub fn contains(&self, id: MessageId) -> bool {
        let at = self.0.partition_point(|(_, last)| *last < id.0);
        self.0.get(at).is_some_and(|(first, _)| *first <= id.0)
    }

    /// How many numbers there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = MessageId> + '_ {
        self.0
            .iter()
            .flat_map(|(first, last)| (*first..=*last).map(MessageId))
    }
}

impl fmt::Display for IdRanges {
    /// `#1-#4,#7`
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            if first == last {
                write!(out, "{comma}#{first}")?;
            } else {
                write!(out, "{comma}#{first}-#{last}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_a_set(first in prop::collection::vec(0u32..40, 0..30), second in prop::collection::vec(0u32..40, 0..30)) {
            let build = |ids: &[u32]| {
                let mut ranges = IdRanges::default();
                ids.iter().for_each(|id| ranges.insert(MessageId(*id)));
                ranges
            };
            let mut joined = build(&first);
            joined.extend(&build(&second));
            let both: Vec<u32> = first.iter().chain(&second).copied().collect();
            let expected: BTreeSet<u32> = both.iter().copied().collect();
            prop_assert_eq!(joined.iter().map(|id| id.0).collect::<Vec<_>>(), expected.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(joined.len() as usize, expected.len());
            prop_assert_eq!(&joined, &build(&both));
            for id in 0..40 {
                prop_assert_eq!(joined.contains(MessageId(id)), expected.contains(&id));
            }
        }
    }
}
