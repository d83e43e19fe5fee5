//! Which number a text was given: a set of strings that remembers their order.

use hashbrown::HashTable;
use xxhash_rust::xxh64::xxh64;

use super::pool::Pool;

/// Strings, each once, numbered from 0 as they came.
///
/// The hash table is only asked, never listed, so that no order depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    texts: Pool,
    numbers: HashTable<u32>,
}

impl Numbering {
    /// The number of a string, if it has one.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.numbers
            .find(hash(text), |number| self.get(*number) == text)
            .copied()
    }

    /// The number of a string, given now if it had none. True where it is new.
    pub(super) fn number(&mut self, text: &str) -> (u32, bool) {
        if let Some(number) = self.find(text) {
            return (number, false);
        }
        // Four thousand million different words do not fit in memory.
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push_with(|all| all.push_str(text));
        let texts = &self.texts;
        self.numbers.insert_unique(hash(text), number, |number| {
            hash(texts.get(*number as usize))
        });
        (number, true)
    }

    /// The string of that number.
    pub(super) fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// Forgets the last string.
    pub(super) fn pop(&mut self) {
        let Some(last) = self.texts.len().checked_sub(1) else {
            return;
        };
        let hash = hash(self.texts.get(last));
        if let Ok(entry) = self
            .numbers
            .find_entry(hash, |number| *number as usize == last)
        {
            entry.remove();
        }
        self.texts.truncate(last);
    }
}

fn hash(text: &str) -> u64 {
    xxh64(text.as_bytes(), 0)
}

#[cfg(test)]
mod tests {
    use super::Numbering;

    #[test]
    fn numbers_are_given_once_and_taken_back_from_the_end() {
        let mut words = Numbering::default();
        assert_eq!(words.number("uno"), (0, true));
        assert_eq!(words.number("dos"), (1, true));
        assert_eq!(words.number("uno"), (0, false));
        words.pop();
        assert_eq!(
            (words.find("dos"), words.find("uno"), words.len()),
            (None, Some(0), 1)
        );
        assert_eq!(words.number("tres"), (1, true));
        assert_eq!(words.get(1), "tres");
    }
}
