//! The words of a text as the search compares them.

use super::fold::{fold, lower_into, normal};
use super::language::{Evidence, Languages, evidence};
use super::split::split;
use super::stem::Stems;
use super::stop;

/// One word, ready to be compared with others.
///
/// ```
/// use memgpt_playground::engine::search::words::words;
///
/// let said = words("Tengo dos perros").last();
/// let asked = words("¿Cómo se llama mi perro?").last();
/// assert!(said.zip(asked).is_some_and(|(said, asked)| said.shares_stem(&asked)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    text: Box<str>,
    folded: Box<str>,
    stems: Stems,
    languages: Languages,
}

impl Word {
    pub(super) fn new(text: &str, languages: Languages) -> Self {
        Self {
            text: text.into(),
            folded: fold(text).into(),
            stems: Stems::new(text),
            languages,
        }
    }

    /// The word in lower case, with its accents; numbers without leading zeros.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The word in lower case, without accents; `ñ` stays.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// True where both are the same word, accents aside, or forms of one word (`perro` and
    /// `perros`, `llama` and `llamaba`) in the language of their texts; in either language
    /// where that is not known or differs.
    pub fn shares_stem(&self, other: &Self) -> bool {
        self.folded == other.folded
            || self
                .stems
                .shared(&other.stems)
                .has(self.languages.shared(other.languages))
    }

    pub(super) fn stems(&self) -> &Stems {
        &self.stems
    }

    pub(super) fn languages(&self) -> Languages {
        self.languages
    }
}

/// The content words of a text, in order: all but the function words of its language.
pub fn words(text: &str) -> impl Iterator<Item = Word> {
    read(text, is_content)
}

/// Every word of a text, in order, function words too.
pub fn all_words(text: &str) -> impl Iterator<Item = Word> {
    read(text, |_, _| true)
}

/// The words that a query looks for: its content words, or all where it has no other.
pub(super) fn query_words(query: &str) -> Vec<Word> {
    let content: Vec<Word> = words(query).collect();
    if content.is_empty() {
        all_words(query).collect()
    } else {
        content
    }
}

/// True for function words of Spanish or English (`¿qué`, `the`), whatever case and accents.
/// False for those that mean something in the other language: `son`, `sea`.
pub fn is_stop_word(word: &str) -> bool {
    let mut lowered = String::new();
    lower_into(
        word.trim_matches(|character: char| !character.is_alphanumeric()),
        &mut lowered,
    );
    !is_content(&fold(&normal(&lowered)), Languages::BOTH)
}

fn is_content(folded: &str, languages: Languages) -> bool {
    let in_spanish = stop::is_spanish(folded);
    let in_english = stop::is_english(folded);
    match languages {
        Languages::SPANISH => !in_spanish,
        Languages::ENGLISH => !in_english,
        _ => (!in_spanish && !in_english) || stop::is_ambiguous(folded),
    }
}

fn read(text: &str, keeps: fn(&str, Languages) -> bool) -> impl Iterator<Item = Word> {
    let mut lowered = String::new();
    lower_into(text, &mut lowered);
    let found: Vec<Box<str>> = split(&lowered).map(|word| normal(word).into()).collect();
    let mut read = Evidence::default();
    for word in &found {
        read.add(evidence(word));
    }
    let languages = read.languages();
    found
        .into_iter()
        .filter(move |word| keeps(&fold(word), languages))
        .map(move |word| Word::new(&word, languages))
}

#[cfg(test)]
mod tests {
    use super::{is_stop_word, words};

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = words(text).map(|word| word.folded().to_owned()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn content_words_are_what_a_text_is_about() {
        check("¿Cómo se llama mi perro?", &["llama", "perro"]);
        check(
            "What is my sister's dog called?",
            &["sister", "dog", "called"],
        );
        check(
            "El 1 de marzo de 2026, a las 08:30",
            &["1", "marzo", "2026", "8", "30"],
        );
        check("¿Qué es eso?", &[]);
    }

    #[test]
    fn a_function_word_of_one_language_counts_in_the_other() {
        check("When is my son's birthday?", &["son", "birthday"]);
        check("¿Quiénes son mis hermanos?", &["hermanos"]);
        check("son", &["son"]);
    }

    #[test]
    fn stop_words_are_known_in_both_languages() {
        for word in ["¿Qué", "the", "Cuándo", "más", "WHERE"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["son", "perro", "Ana", "2026", ""] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
