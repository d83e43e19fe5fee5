//! A search below a number finds what an index of the earlier texts alone finds.

use memgpt_playground::engine::config::SearchRule::{Exact, Ranked, Substring};
use memgpt_playground::engine::search::SearchIndex;
use memgpt_playground::engine::search::words::{Word, all_words, words};
use proptest::prelude::*;

/// Few words, so that they meet often: forms of one word, both languages, stop words, numbers.
const WORDS: [&str; 32] = [
    "perro",
    "perros",
    "perra",
    "Perro,",
    "llama",
    "llamaba",
    "llamó",
    "llamo",
    "vivía",
    "vivia",
    "año",
    "ano",
    "dog",
    "dogs",
    "dog's",
    "calling",
    "called",
    "care",
    "car",
    "cara",
    "the",
    "is",
    "de",
    "la",
    "qué",
    "son",
    "08:30",
    "8",
    "2026-03-01",
    "1.500",
    "¡café!",
    "x",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..8)
        .prop_map(|words| words.join(" "))
}

/// Texts with the gap before each number.
fn texts() -> impl Strategy<Value = Vec<(u32, String)>> {
    proptest::collection::vec((1_u32..4, text()), 0..40).prop_map(|texts| {
        let mut last = 0;
        let numbered = texts.into_iter().map(|(gap, text)| {
            last += gap;
            (last, text)
        });
        numbered.collect()
    })
}

fn index(texts: &[(u32, String)], below: u32) -> SearchIndex {
    let mut index = SearchIndex::default();
    for (number, text) in texts.iter().filter(|(number, _)| *number < below) {
        index.insert(*number, text);
    }
    index
}

/// The words of a query that count: its content words, or all where it has no other.
fn asked(query: &str) -> Vec<Word> {
    let content: Vec<Word> = words(query).collect();
    if content.is_empty() {
        all_words(query).collect()
    } else {
        content
    }
}

/// Words that share no stem.
const APART: [&str; 4] = ["perro", "casa", "libro", "dog"];

fn apart(words: std::ops::Range<usize>) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec(proptest::sample::select(&APART[..]), words)
}

proptest! {
    #[test]
    fn the_past_is_searched_as_it_was(texts in texts(), query in text(), below in 0_u32..100) {
        let (all, then) = (index(&texts, u32::MAX), index(&texts, below));
        for rule in [Exact, Substring, Ranked] {
            prop_assert_eq!(all.search(rule, &query, below), then.search(rule, &query, u32::MAX));
        }
    }

    #[test]
    fn what_is_truncated_was_never_there(
        texts in texts(), from in 0_u32..100, more in texts(), query in text()
    ) {
        let mut cut = index(&texts, u32::MAX);
        cut.truncate(from);
        let mut fresh = index(&texts, from);
        for (number, text) in more {
            cut.insert(1_000 + number, &text);
            fresh.insert(1_000 + number, &text);
        }
        for rule in [Exact, Substring, Ranked] {
            prop_assert_eq!(
                cut.search(rule, &query, u32::MAX),
                fresh.search(rule, &query, u32::MAX)
            );
        }
    }

    /// Looking at every text word by word finds the same texts.
    #[test]
    fn ranked_finds_exactly_the_texts_that_share_a_stem(texts in texts(), query in text()) {
        let asked = asked(&query);
        let mut found = index(&texts, u32::MAX).search(Ranked, &query, u32::MAX);
        found.sort_unstable();
        let shares = |text: &str| {
            all_words(text).any(|word| asked.iter().any(|asked| word.shares_stem(asked)))
        };
        let expected: Vec<u32> =
            texts.iter().filter(|(_, text)| shares(text)).map(|(number, _)| *number).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn texts_with_more_of_the_words_are_never_behind(
        texts in proptest::collection::vec(apart(0..6), 0..20), query in apart(1..5)
    ) {
        let numbered: Vec<(u32, String)> =
            (1..).zip(texts.iter().map(|words| words.join(" "))).collect();
        let found = index(&numbered, u32::MAX).search(Ranked, &query.join(" "), u32::MAX);
        let matched = |number: &u32| {
            let words = &texts[*number as usize - 1];
            APART.iter().filter(|word| query.contains(word) && words.contains(word)).count()
        };
        prop_assert!(found.is_sorted_by_key(|number| std::cmp::Reverse(matched(number))));
    }

    /// No text and no query can make it fail.
    #[test]
    fn any_text_can_be_stored_and_searched(texts in proptest::collection::vec(".{0,40}", 0..6), query in ".{0,20}") {
        let mut index = SearchIndex::default();
        for (number, text) in (1..).zip(&texts) {
            index.insert(number, text);
        }
        for rule in [Exact, Substring, Ranked] {
            prop_assert!(index.search(rule, &query, u32::MAX).len() <= texts.len());
        }
        for (number, text) in (1..).zip(&texts) {
            let found = index.search(Exact, text, u32::MAX);
            prop_assert!(found.contains(&number));
        }
        index.truncate(0);
        prop_assert!(index.search(Substring, "", u32::MAX).is_empty());
    }
}
