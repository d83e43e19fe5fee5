//! Many short texts in one piece of memory.

/// Texts by number, from 0 in the order in which they came. One allocation for all.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    text: String,
    ends: Vec<usize>,
}

impl Pool {
    /// Appends a text that `write` appends to the string it is given.
    pub(super) fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    /// The text of that number; empty where there is none.
    pub(super) fn get(&self, number: usize) -> &str {
        let start = self.start(number);
        self.ends
            .get(number)
            .map_or("", |end| &self.text[start..*end])
    }

    /// Forgets all texts from that number on.
    pub(super) fn truncate(&mut self, number: usize) {
        self.text.truncate(self.start(number));
        self.ends.truncate(number);
    }

    /// The numbers below `below` of the texts that contain `wanted`, ascending.
    pub(super) fn containing(&self, wanted: &str, below: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let all = &self.text[..self.start(below)];
        let mut from = 0;
        // One scan over all texts; what it finds across a border belongs to none of them.
        while let Some(offset) = all.get(from..).and_then(|rest| rest.find(wanted)) {
            let start = from + offset;
            let number = self.ends.partition_point(|end| *end <= start);
            let Some(&end) = self.ends.get(number).filter(|_| number < below) else {
                break;
            };
            if start + wanted.len() <= end {
                found.push(number);
                from = end;
            } else {
                let first = all[start..].chars().next().map_or(1, char::len_utf8);
                from = start + first;
            }
        }
        found
    }

    fn start(&self, number: usize) -> usize {
        let before = number.min(self.ends.len()).checked_sub(1);
        before.map_or(0, |before| self.ends[before])
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    fn pool(texts: &[&str]) -> Pool {
        let mut pool = Pool::default();
        for text in texts {
            pool.push_with(|all| all.push_str(text));
        }
        pool
    }

    #[test]
    fn what_is_cut_off_is_gone() {
        let mut texts = pool(&["uno", "", "tres"]);
        assert_eq!(
            (texts.get(0), texts.get(1), texts.get(2), texts.get(3)),
            ("uno", "", "tres", "")
        );
        texts.truncate(1);
        assert_eq!(
            (texts.ends.len(), texts.get(0), texts.get(1)),
            (1, "uno", "")
        );
        texts.truncate(7);
        assert_eq!(texts.ends.len(), 1);
    }

    #[test]
    fn finds_within_a_text_and_never_across_two() {
        let texts = pool(&["perro", "roto", "", "el perro roto", "ñoño"]);
        assert_eq!(texts.containing("ro", 5), [0, 1, 3]);
        assert_eq!(texts.containing("roro", 5), [0; 0]);
        assert_eq!(texts.containing("ro", 3), [0, 1]);
        assert_eq!(texts.containing("ño", 5), [4]);
        assert_eq!(texts.containing("oñ", 5), [4]);
        assert_eq!(texts.containing("perro", 99), [0, 3]);
    }
}
