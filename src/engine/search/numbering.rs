//! Which number a text was given, and what is known of it.

use hashbrown::HashTable;
use xxhash_rust::xxh64::xxh64;

/// Strings, each once, numbered from 0 as they came, each with a value.
///
/// The hash table is only asked, never listed, so that no order depends on it.
#[derive(Clone, Debug)]
pub(super) struct Numbering<T> {
    /// All strings, one after another.
    text: String,
    entries: Vec<Entry<T>>,
    numbers: HashTable<u32>,
}

/// Where a string stands, beside its value: what is asked for together lies together.
#[derive(Clone, Debug)]
struct Entry<T> {
    /// Strings are words: four thousand million bytes of different ones do not fit in memory.
    start: u32,
    length: u16,
    value: T,
}

impl<T> Default for Numbering<T> {
    fn default() -> Self {
        Self {
            text: String::new(),
            entries: Vec::new(),
            numbers: HashTable::new(),
        }
    }
}

impl<T> Numbering<T> {
    /// The number of a string, if it has one.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        let is_it = |number: &u32| self.text(*number) == text;
        self.numbers.find(hash(text), is_it).copied()
    }

    /// The number of a string, given now with a new value if it had none. True where it is new.
    pub(super) fn number(&mut self, text: &str, value: impl FnOnce() -> T) -> (u32, bool) {
        if let Some(number) = self.find(text) {
            return (number, false);
        }
        let number = self.entries.len() as u32;
        let (start, length) = (self.text.len() as u32, text.len() as u16);
        self.text.push_str(text);
        self.entries.push(Entry {
            start,
            length,
            value: value(),
        });
        let (all, entries) = (&self.text, &self.entries);
        let rehash = |number: &u32| hash(entry_text(all, entries, *number));
        self.numbers.insert_unique(hash(text), number, rehash);
        (number, true)
    }

    /// The string of that number; empty where there is none.
    pub(super) fn text(&self, number: u32) -> &str {
        entry_text(&self.text, &self.entries, number)
    }

    /// The value of that number.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        Some(&self.entries.get(number as usize)?.value)
    }

    /// The value of that number, to change.
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        Some(&mut self.entries.get_mut(number as usize)?.value)
    }

    /// All values, by number, to change.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|entry| &mut entry.value)
    }

    /// The string with the highest number, and its value.
    pub(super) fn last(&self) -> Option<(&str, &T)> {
        let last = self.entries.last()?;
        Some((self.text(self.entries.len() as u32 - 1), &last.value))
    }

    /// Forgets the string with the highest number.
    pub(super) fn pop(&mut self) {
        let Some(last) = self.entries.len().checked_sub(1) else {
            return;
        };
        let hash = hash(self.text(last as u32));
        if let Ok(entry) = self
            .numbers
            .find_entry(hash, |number| *number as usize == last)
        {
            entry.remove();
        }
        if let Some(entry) = self.entries.pop() {
            self.text.truncate(entry.start as usize);
        }
    }
}

fn entry_text<'a, T>(text: &'a str, entries: &[Entry<T>], number: u32) -> &'a str {
    let Some(entry) = entries.get(number as usize) else {
        return "";
    };
    let start = entry.start as usize;
    text.get(start..start + usize::from(entry.length))
        .unwrap_or_default()
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
        assert_eq!(words.number("uno", || 'a'), (0, true));
        assert_eq!(words.number("dos", || 'b'), (1, true));
        assert_eq!(words.number("uno", || 'c'), (0, false));
        assert_eq!(words.last(), Some(("dos", &'b')));
        words.pop();
        assert_eq!((words.find("dos"), words.find("uno")), (None, Some(0)));
        assert_eq!(words.number("tres", || 'd'), (1, true));
        assert_eq!(
            (words.text(1), words.get(0), words.get(1)),
            ("tres", Some(&'a'), Some(&'d'))
        );
        words.pop();
        words.pop();
        words.pop();
        assert_eq!(
            (words.last(), words.get(0), words.text(0)),
            (None, None, "")
        );
    }
}
