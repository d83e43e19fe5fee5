//! Which words mean the same, and of which kind they are: what lets "my pup" answer a
//! question about "el perro". Read once from `data/`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::language::Language;
use super::text::fold;
use super::{english, spanish};
use crate::engine::search::words::is_stop_word;

/// Number of an idea in the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Idea(u16);

/// What to do with what the user says with a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// Worth a line of working context.
    Keep,
    /// Only with a date or a name.
    Dated,
    /// Never by itself.
    Plain,
    /// Never, and it says nothing of what a text is about.
    Light,
}

/// One idea: its kinds, and its words in each language, the commonest first.
#[derive(Clone, Debug, Default)]
struct Entry {
    name: &'static str,
    kinds: Vec<&'static str>,
    words: [Vec<String>; 2],
}

/// All ideas and verbs.
#[derive(Debug)]
pub(super) struct Lexicon {
    entries: Vec<Entry>,
    nouns: [BTreeMap<String, Idea>; 2],
    pub spanish: spanish::Verbs,
    pub english: english::Verbs,
}

/// The lexicon, read at first use.
pub(super) fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(Lexicon::read)
}

impl Lexicon {
    fn read() -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        let mut nouns = [BTreeMap::new(), BTreeMap::new()];
        for line in content_lines(include_str!("data/lexicon.txt")) {
            let Some((head, lists)) = line.split_once(':') else {
                continue;
            };
            let mut head = head.split_whitespace();
            let Some(name) = head.next() else { continue };
            let mut entry = Entry {
                name,
                kinds: head.collect(),
                words: Default::default(),
            };
            let idea = Idea(u16::try_from(entries.len()).unwrap_or(u16::MAX));
            for (at, list) in lists.split('|').enumerate().take(2) {
                for written in list.split_whitespace() {
                    for word in genders(written) {
                        for form in [word.clone(), plural(&word, at == 0)] {
                            nouns[at].entry(form).or_insert(idea);
                        }
                        entry.words[at].push(word);
                    }
                }
            }
            entries.push(entry);
        }
        let mut idea = |name: &'static str| {
            let at = entries
                .iter()
                .position(|entry| entry.name == name)
                .unwrap_or_else(|| {
                    entries.push(Entry {
                        name,
                        ..Entry::default()
                    });
                    entries.len() - 1
                });
            Idea(u16::try_from(at).unwrap_or(u16::MAX))
        };
        let spanish = spanish::Verbs::read(include_str!("data/verbs_es.txt"), &mut idea);
        let english = english::Verbs::read(include_str!("data/verbs_en.txt"), &mut idea);
        Self {
            entries,
            nouns,
            spanish,
            english,
        }
    }

    /// The idea of a noun, in that language or, failing that, in the other.
    pub fn noun(&self, word: &str, language: Language) -> Option<Idea> {
        let own = language.pick(0, 1);
        let other = || {
            self.nouns[1 - own]
                .get(word)
                .filter(|_| !is_stop_word(word))
        };
        self.nouns[own].get(word).or_else(other).copied()
    }

    /// True for a noun or a form of a verb of that language.
    pub fn is_word(&self, low: &str, fold: &str, language: Language) -> bool {
        self.nouns[language.pick(0, 1)].contains_key(fold)
            || match language {
                Language::Spanish => self.spanish.form(low, fold, true).is_some(),
                Language::English => self.english.form(fold).is_some(),
            }
    }

    /// True where the idea has that name or is of that kind, however far up.
    pub fn is_a(&self, idea: Idea, kind: &str) -> bool {
        self.is_within(idea, kind, 4)
    }

    fn is_within(&self, idea: Idea, kind: &str, depth: u8) -> bool {
        let Some(entry) = self.entries.get(usize::from(idea.0)) else {
            return false;
        };
        entry.name == kind
            || entry.kinds.contains(&kind)
            || (depth > 0
                && entry.kinds.iter().any(|parent| {
                    self.entries
                        .iter()
                        .position(|entry| entry.name == *parent && *parent != self.name(idea))
                        .is_some_and(|at| self.is_within(Idea(at as u16), kind, depth - 1))
                }))
    }

    /// True where one idea is the other or a kind of it.
    pub fn covers(&self, wide: Idea, narrow: Idea) -> bool {
        wide == narrow || self.is_a(narrow, self.name(wide))
    }

    /// True where other ideas are kinds of this one: `pet`, `colour`.
    pub fn is_wide(&self, idea: Idea) -> bool {
        let name = self.name(idea);
        self.entries.iter().any(|entry| entry.kinds.contains(&name))
    }

    /// Stable name of an idea.
    pub fn name(&self, idea: Idea) -> &'static str {
        self.entries
            .get(usize::from(idea.0))
            .map_or("", |entry| entry.name)
    }

    /// The words of an idea in a language, the commonest first.
    pub fn words(&self, idea: Idea, language: Language) -> &[String] {
        self.entries
            .get(usize::from(idea.0))
            .map_or(&[], |entry| &entry.words[language.pick(0, 1)])
    }
}

/// The lines of a data file that are not comments.
pub(super) fn content_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// `hermano/a` is `hermano` and `hermana`; `profesor/a` is `profesor` and `profesora`.
fn genders(written: &str) -> Vec<String> {
    match written.strip_suffix("/a") {
        Some(word) => {
            let stem = word.strip_suffix('o').unwrap_or(word);
            vec![fold(word), fold(stem) + "a"]
        }
        None => vec![fold(written)],
    }
}

/// The plural, as it is formed regularly.
fn plural(word: &str, is_spanish: bool) -> String {
    let last = word.chars().last().unwrap_or('s');
    let stem = &word[..word.len() - last.len_utf8()];
    match (is_spanish, last) {
        (_, 's') => word.to_owned(),
        (true, 'z') => format!("{stem}ces"),
        (true, 'a' | 'e' | 'i' | 'o' | 'u') => format!("{word}s"),
        (true, _) | (false, 'h' | 'x') => format!("{word}es"),
        (false, 'y') if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        (false, _) => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idea(word: &str, language: Language) -> &'static str {
        lexicon()
            .noun(word, language)
            .map_or("", |idea| lexicon().name(idea))
    }

    #[test]
    fn words_of_both_languages_share_ideas_and_plurals_are_known() {
        assert_eq!(idea("perras", Language::Spanish), "dog");
        assert_eq!(idea("puppies", Language::English), "dog");
        assert_eq!(idea("profesora", Language::Spanish), "teacher");
        assert_eq!(idea("nueces", Language::Spanish), "nuts");
        assert_eq!(idea("nothing", Language::English), "");
    }

    #[test]
    fn kinds_reach_up() {
        let lexicon = lexicon();
        let of = |word| lexicon.noun(word, Language::English).unwrap();
        assert!(lexicon.covers(of("pet"), of("dog")));
        assert!(lexicon.covers(of("family"), of("sister")));
        assert!(lexicon.covers(of("sibling"), of("twin")));
        assert!(!lexicon.covers(of("dog"), of("pet")));
        assert!(lexicon.is_wide(of("colour")) && !lexicon.is_wide(of("green")));
    }
}
