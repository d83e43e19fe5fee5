//! In which texts a form of a word occurs.

use core::num::NonZeroU32;

/// Bits of the place of a text: 134 million texts.
pub(super) const PLACE_BITS: u32 = 27;

/// The texts that have one form, by place, ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    earlier: Vec<Posting>,
    /// Beside the list, so that counting reads no memory elsewhere; most forms have no other.
    latest: Option<Posting>,
}

/// One text that has the form: its place, and in the low 5 bits how often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posting(NonZeroU32);

impl Postings {
    /// Notes that the form occurs once more in the text at `place`, the last of all.
    pub(super) fn count(&mut self, place: u32) {
        match &mut self.latest {
            Some(latest) if latest.place() == place => latest.count_another(),
            _ if place < 1 << PLACE_BITS => {
                let latest = self.latest.replace(Posting::new(place));
                self.earlier.extend(latest);
            }
            _ => {}
        }
    }

    /// The texts at a place below `below`.
    pub(super) fn below(&self, below: u32) -> impl Iterator<Item = Posting> {
        let end = self
            .earlier
            .partition_point(|posting| posting.place() < below);
        let earlier = self.earlier.get(..end).unwrap_or_default().iter().copied();
        earlier.chain(self.latest.filter(|latest| latest.place() < below))
    }

    /// Forgets the texts from `place` on.
    pub(super) fn truncate(&mut self, place: u32) {
        while self.latest.is_some_and(|latest| latest.place() >= place) {
            self.latest = self.earlier.pop();
        }
    }

    /// True where no text has the form.
    pub(super) fn is_empty(&self) -> bool {
        self.latest.is_none()
    }
}

impl Posting {
    const COUNT_BITS: u32 = 32 - PLACE_BITS;
    const COUNT_MASK: u32 = (1 << Self::COUNT_BITS) - 1;

    fn new(place: u32) -> Self {
        Self(NonZeroU32::MIN | place << Self::COUNT_BITS)
    }

    /// Where the text stands among all.
    pub(super) fn place(self) -> u32 {
        self.0.get() >> Self::COUNT_BITS
    }

    /// From 1 to 31; BM25 hardly tells more apart.
    pub(super) fn occurrences(self) -> u64 {
        u64::from(self.0.get() & Self::COUNT_MASK)
    }

    fn count_another(&mut self) {
        if self.0.get() & Self::COUNT_MASK < Self::COUNT_MASK {
            self.0 = self.0.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PLACE_BITS, Postings};

    fn list(postings: &Postings, below: u32) -> Vec<(u32, u64)> {
        let seen = postings.below(below);
        seen.map(|posting| (posting.place(), posting.occurrences()))
            .collect()
    }

    #[test]
    fn counts_by_text() {
        let mut postings = Postings::default();
        for place in [0, 3, 3, 9] {
            postings.count(place);
        }
        assert_eq!(list(&postings, u32::MAX), [(0, 1), (3, 2), (9, 1)]);
        assert_eq!(list(&postings, 9), [(0, 1), (3, 2)]);
        postings.truncate(3);
        assert_eq!(list(&postings, u32::MAX), [(0, 1)]);
        postings.truncate(0);
        assert!(postings.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut postings = Postings::default();
        for _ in 0..1_000 {
            postings.count(5);
        }
        postings.count(1 << PLACE_BITS);
        assert_eq!(list(&postings, u32::MAX), [(5, 31)]);
    }
}
