//! The sentences that the scripted model says and thinks, in both languages, and how one
//! of several is drawn.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::language::Language;
use super::lexicon::content_lines;

type Book = BTreeMap<&'static str, Vec<&'static str>>;

/// What draws among sentences: the same request and seed always draw the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw(u64);

impl Draw {
    /// Draws from a seed and from where the conversation stands.
    pub fn new(seed: u64, position: u64) -> Self {
        Self(
            seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ position.wrapping_mul(0xD1B5_4A32_D192_ED03),
        )
    }

    /// A number below `most`; another for another `salt`.
    pub fn below(self, most: usize, salt: &str) -> usize {
        let mut value = salt.bytes().fold(self.0, |value, byte| {
            (value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        value ^= value >> 31;
        value = value.wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^= value >> 29;
        (value % most.max(1) as u64) as usize
    }
}

fn book(language: Language) -> &'static Book {
    static BOOKS: OnceLock<[Book; 2]> = OnceLock::new();
    let books = BOOKS.get_or_init(|| {
        [
            read(include_str!("data/phrases_es.txt")),
            read(include_str!("data/phrases_en.txt")),
        ]
    });
    &books[language.pick(0, 1)]
}

fn read(text: &'static str) -> Book {
    let mut book = Book::new();
    let mut key = "";
    for line in content_lines(text) {
        if let Some(name) = line.strip_prefix('@') {
            key = name;
        } else if let Some(sentence) = line.strip_prefix("= ") {
            book.entry(key).or_default().push(sentence);
        }
    }
    book
}

/// The sentences of the miniature: all that the first screen needs.
fn miniature_book(language: Language) -> &'static Book {
    static BOOKS: OnceLock<[Book; 2]> = OnceLock::new();
    let books = BOOKS.get_or_init(|| {
        [
            read(include_str!("data/miniature_es.txt")),
            read(include_str!("data/miniature_en.txt")),
        ]
    });
    &books[language.pick(0, 1)]
}

/// A sentence of that name, drawn, with `values` in the place of `{…}`.
pub(super) fn phrase(language: Language, key: &str, draw: Draw, values: &[(&str, &str)]) -> String {
    drawn(book(language), key, draw, values)
}

/// The same among those of the miniature.
pub(super) fn miniature_phrase(
    language: Language,
    key: &str,
    draw: Draw,
    values: &[(&str, &str)],
) -> String {
    drawn(miniature_book(language), key, draw, values)
}

fn drawn(book: &Book, key: &str, draw: Draw, values: &[(&str, &str)]) -> String {
    let sentences = book.get(key).map_or(&[] as &[&str], Vec::as_slice);
    let sentence = sentences
        .get(draw.below(sentences.len(), key))
        .copied()
        .unwrap_or_default();
    filled(sentence, values)
}

/// All sentences of that name, as they stand in the data.
pub(super) fn phrases(language: Language, key: &str) -> &'static [&'static str] {
    book(language).get(key).map_or(&[], Vec::as_slice)
}

/// Puts values in the place of `{name}`; what stands in a value is never filled again.
pub(super) fn filled(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else {
            break;
        };
        let name = &rest[open + 1..open + close];
        if let Some((_, value)) = values.iter().find(|(key, _)| *key == name) {
            out.push_str(value);
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_sentences_with_the_same_places() {
        for book in [book, miniature_book] {
            both_have_the_same(book(Language::Spanish), book(Language::English));
        }
    }

    fn both_have_the_same(spanish: &Book, english: &Book) {
        assert_eq!(
            spanish.keys().collect::<Vec<_>>(),
            english.keys().collect::<Vec<_>>()
        );
        let places = |sentences: &[&str]| {
            let mut names: Vec<String> = sentences
                .iter()
                .flat_map(|sentence| {
                    sentence
                        .split('{')
                        .skip(1)
                        .filter_map(|part| part.split('}').next())
                        .map(str::to_owned)
                })
                .collect();
            names.sort();
            names.dedup();
            names
        };
        for (key, sentences) in spanish {
            assert_eq!(places(sentences), places(&english[key]), "{key}");
        }
    }

    #[test]
    fn thoughts_are_short() {
        for language in [Language::Spanish, Language::English] {
            for (key, sentences) in book(language) {
                for sentence in sentences.iter().filter(|_| key.starts_with("t_")) {
                    assert!(
                        sentence.split_whitespace().count() < 30,
                        "{key}: {sentence}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_value_is_not_filled_again() {
        assert_eq!(
            filled("a {x} b {y}", &[("x", "{y}"), ("y", "1")]),
            "a {y} b 1"
        );
        assert_eq!(filled("{", &[]), "{");
    }
}
