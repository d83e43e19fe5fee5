//! Small talk: what people say that is no fact and no question about facts.

use std::sync::OnceLock;

use super::clause::Clause;
use super::language::Language;
use super::lexicon::content_lines;
use super::phrases::Draw;

/// A kind of small talk.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name in the data.
    pub name: &'static str,
    patterns: Vec<&'static str>,
    /// What is answered.
    pub answers: Vec<&'static str>,
}

fn kinds(language: Language) -> &'static [Kind] {
    static KINDS: OnceLock<[Vec<Kind>; 2]> = OnceLock::new();
    let kinds = KINDS.get_or_init(|| {
        [
            read(include_str!("data/talk_es.txt")),
            read(include_str!("data/talk_en.txt")),
        ]
    });
    &kinds[language.pick(0, 1)]
}

fn read(text: &'static str) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for line in content_lines(text) {
        if let Some(name) = line.strip_prefix('@') {
            kinds.push(Kind {
                name,
                patterns: Vec::new(),
                answers: Vec::new(),
            });
        } else if let Some(kind) = kinds.last_mut() {
            if let Some(patterns) = line.strip_prefix("? ") {
                kind.patterns.extend(patterns.split('|').map(str::trim));
            } else if let Some(answer) = line.strip_prefix("= ") {
                kind.answers.push(answer);
            }
        }
    }
    kinds
}

/// The kind of small talk that a clause is, if any.
pub(super) fn kind(clause: &Clause<'_>) -> Option<&'static Kind> {
    let said = joined(clause, 0);
    let start = clause.start();
    let bare = if start > 0 && start < clause.words.len() {
        joined(clause, start)
    } else {
        said.clone()
    };
    kinds(clause.language).iter().find(|kind| {
        kind.patterns
            .iter()
            .any(|pattern| matches(pattern, &said) || matches(pattern, &bare))
    })
}

/// The kind of that name.
pub(super) fn named(language: Language, name: &str) -> Option<&'static Kind> {
    kinds(language).iter().find(|kind| kind.name == name)
}

/// One of the answers of a kind; not the one that was said last, where there is another.
pub(super) fn answer(kind: &Kind, draw: Draw, last_said: &str) -> &'static str {
    let at = draw.below(kind.answers.len(), kind.name);
    let answer = kind.answers.get(at).copied().unwrap_or_default();
    let head: String = answer.split('{').next().unwrap_or_default().to_owned();
    if head.len() > 3 && last_said.contains(&head) {
        let next = kind
            .answers
            .get((at + 1) % kind.answers.len().max(1))
            .copied();
        return next.unwrap_or(answer);
    }
    answer
}

fn joined(clause: &Clause<'_>, from: usize) -> String {
    let words: Vec<&str> = clause.words[from..]
        .iter()
        .map(|word| word.fold.as_str())
        .filter(|word| *word != "'s")
        .collect();
    words.join(" ")
}

/// True where the words match; `*` at an end stands for any words or parts of one.
fn matches(pattern: &str, said: &str) -> bool {
    let parts: Vec<&str> = pattern.split('*').collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return false;
    };
    if parts.len() == 1 {
        return pattern == said;
    }
    if !said.starts_with(first.trim_end()) {
        return false;
    }
    let padded = format!(" {said} ");
    let mut from = 0;
    for part in &parts {
        let bare = part.trim();
        if bare.is_empty() {
            continue;
        }
        // A part begins at the beginning of a word.
        let needle = format!(" {bare}");
        match padded[from..].find(&needle) {
            Some(at) => from += at + needle.len(),
            None => return false,
        }
    }
    // What ends the pattern ends the words.
    last.is_empty() || padded[from..].trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, language: Language) -> &'static str {
        kind(&Clause::new(text, language, false)).map_or("", |kind| kind.name)
    }

    #[test]
    fn small_talk_is_told_apart() {
        for (text, language, expected) in [
            ("hola", Language::Spanish, "greeting"),
            ("hola, ¿qué tal?", Language::Spanish, "how_are_you"),
            ("¿Eres una IA?", Language::Spanish, "what_are_you"),
            ("muchas gracias", Language::Spanish, "thanks"),
            ("vivo en Vigo", Language::Spanish, ""),
            ("jajaja", Language::Spanish, "laugh"),
            ("hi", Language::English, "greeting"),
            ("are you human", Language::English, "what_are_you"),
            ("what's up", Language::English, "how_are_you"),
            ("what's the capital of France", Language::English, "world"),
            ("I live in Vigo", Language::English, ""),
        ] {
            assert_eq!(name(text, language), expected, "{text}");
        }
    }

    #[test]
    fn both_languages_know_the_same_kinds_and_each_has_answers() {
        let names = |language| {
            kinds(language)
                .iter()
                .map(|kind| kind.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(Language::Spanish), names(Language::English));
        for kind in kinds(Language::Spanish)
            .iter()
            .chain(kinds(Language::English))
        {
            assert!(
                !kind.answers.is_empty() && !kind.patterns.is_empty(),
                "{}",
                kind.name
            );
        }
    }
}
