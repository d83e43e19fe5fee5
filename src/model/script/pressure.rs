//! The memory-pressure warning: what is worth it and not noted yet is saved before it
//! leaves, in a few calls; then the model stops. The user hears nothing of it.

use super::clause::{Clause, Voice, clauses};
use super::edits::{self, Call};
use super::language::detect;
use super::notes::{self, Line, Note};
use super::person::{Seen, sentence, turned};
use super::question;
use super::reword;
use super::summary::weight;
use super::text::{fold, sentences};
use super::view::{Done, Entry, View, string};
use crate::engine::function::Function;

/// Most calls for one warning.
const SAVES_MAX: usize = 3;
/// Most clauses in one passage.
const CLAUSES_MAX: usize = 5;
/// From which weight on a statement is worth a passage.
const WORTH: i32 = 7;

/// The next call that saves something; `done` are the calls since the warning.
pub(super) fn next(view: &View, done: &[&Done]) -> Option<Call> {
    if done.len() >= SAVES_MAX {
        return None;
    }
    let (notes, rest) = unsaved(view);
    if let Some(block) = &view.human
        && !notes.is_empty()
    {
        let lines: Vec<&str> = notes
            .iter()
            .map(|note| note.line.as_str())
            .take(CLAUSES_MAX)
            .collect();
        let call = edits::append(
            "human",
            &lines.join("\n"),
            if done.is_empty() {
                "t_warning"
            } else {
                "t_warning_more"
            },
        );
        let length: usize = block.value.chars().count()
            + lines
                .iter()
                .map(|line| line.chars().count() + 1)
                .sum::<usize>();
        if length <= block.limit && edits::may(view, &call, done) {
            return Some(call);
        }
    }
    let mut lines: Vec<String> = notes.into_iter().map(|note| note.line).collect();
    lines.extend(rest);
    let lines: Vec<String> = lines.into_iter().take(CLAUSES_MAX).collect();
    if lines.is_empty() {
        return None;
    }
    let call = edits::insert(
        &lines.join("\n"),
        if done.is_empty() {
            "t_warning"
        } else {
            "t_warning_more"
        },
    );
    edits::may(view, &call, done).then_some(call)
}

/// Facts that are not in the block, and statements that are worth a passage.
fn unsaved(view: &View) -> (Vec<Note>, Vec<String>) {
    let mut notes: Vec<Note> = Vec::new();
    let mut rest: Vec<String> = Vec::new();
    let stored: Vec<String> = view
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Call(Done {
                function: Some(Function::ArchivalMemoryInsert),
                arguments,
                ..
            }) => Some(fold(&string(arguments, "content"))),
            _ => None,
        })
        .collect();
    let standing = view
        .human
        .as_ref()
        .map(|block| notes::lines(&block.value, view.language))
        .unwrap_or_default();
    let is_stored = |line: &str| stored.iter().any(|text| text.contains(&fold(line)));
    for entry in &view.entries {
        let Entry::User { text, .. } = entry else {
            continue;
        };
        let language = detect(text).unwrap_or(view.language);
        for sentence in sentences(text).into_iter().take(20) {
            for part in clauses(sentence.text, language, sentence.asks) {
                for text in reword::full(&part, None) {
                    let clause = Clause::new(&text, language, sentence.asks).like(&part);
                    if question::asks(&clause) || clause.words.len() > 40 {
                        continue;
                    }
                    match notes::read(&clause) {
                        Some(note) => {
                            let is_known = is_known(&standing, &note);
                            if !is_known
                                && !is_stored(&note.line)
                                && !notes.iter().any(|other| other.line == note.line)
                            {
                                notes.push(note);
                            }
                        }
                        None => rest.extend(passage(&clause).filter(|line| {
                            let terms = clause.terms();
                            !is_stored(line)
                                && !standing
                                    .iter()
                                    .any(|line| notes::says_the_same(&terms, &line.terms))
                        })),
                    }
                }
            }
        }
    }
    // What the user wanted forgotten is not saved again.
    for terms in view
        .user_texts()
        .flat_map(|(_, text)| forgotten(text, view))
    {
        let is_meant = |line: &str| {
            let language = detect(line).unwrap_or(view.language);
            let said = Clause::new(line, language, false).terms();
            terms
                .iter()
                .all(|asked| said.iter().any(|said| super::clause::same(asked, said)))
        };
        notes.retain(|note| !is_meant(&note.line));
        rest.retain(|line| !is_meant(line));
    }
    rest.dedup();
    (notes, rest)
}

/// What the requests to forget in a message name.
fn forgotten(text: &str, view: &View) -> Vec<Vec<super::clause::Term>> {
    let language = detect(text).unwrap_or(view.language);
    sentences(text)
        .iter()
        .filter_map(|sentence| {
            super::acts::forgets(&Clause::new(sentence.text, language, sentence.asks))
        })
        .collect()
}

/// True where the block says it, or says something later about the same matter.
fn is_known(standing: &[Line<'_>], note: &Note) -> bool {
    let named: Vec<_> = note.terms.iter().filter(|term| term.is_name).collect();
    standing.iter().any(|line| {
        let has_names = !named.is_empty()
            && named
                .iter()
                .all(|name| fold(line.text).contains(&name.word));
        // Most of it: a day may have been put right since.
        let met = note
            .terms
            .iter()
            .filter(|term| {
                line.terms
                    .iter()
                    .any(|said| super::clause::same(term, said))
            })
            .count();
        let is_mostly = note.terms.len() >= 3 && met * 10 >= note.terms.len() * 6;
        let is_same_matter = line.matter.is_some() && line.matter == note.matter;
        has_names
            || is_mostly
            || line.text == note.line
            || is_same_matter
            || notes::says_the_same(&note.terms, &line.terms)
    })
}

/// True where it speaks of something that another sentence names: "he came to see it".
fn points_back(clause: &Clause<'_>) -> bool {
    let last = clause.words.len().saturating_sub(1);
    matches!(
        clause.fold(clause.start()),
        "she" | "he" | "they" | "eso" | "esto" | "ella" | "ellos"
    ) || matches!(clause.fold(last), "it" | "him" | "them")
        || clause.goes_on()
}

/// A statement as a passage, where it tells enough.
fn passage(clause: &Clause<'_>) -> Option<String> {
    let is_request = super::persona::read(clause).is_some() || super::talk::kind(clause).is_some();
    let tells = weight(clause) >= WORTH
        && clause.words.len() >= 4
        && clause.read(Voice::User).verb.is_some();
    if is_request || !tells || points_back(clause) {
        return None;
    }
    turned(clause, Voice::User, Seen::Note)
        .map(|words| sentence(&words))
        .or_else(|| Some(format!("«{}»", clause.text)))
}
