//! Edits of working context and inserts into the archive: which call comes next. An edit
//! that was tried in this turn is never tried again as it was, so that nothing loops.

use serde_json::{Value, json};

use super::acts::{Act, lines_about};
use super::clause::{Clause, Voice};
use super::language::Language;
use super::notes::{self, Line, Note, says_the_same};
use super::person::sentence;
use super::text::fold;
use super::view::{Block, Done, View, string};
use crate::engine::function::Function;

/// Most edits in one turn.
const EDITS_MAX: usize = 8;

/// A call to make, and which thought goes with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    /// The function.
    pub function: Function,
    /// Its arguments.
    pub arguments: Value,
    /// Name of the thought.
    pub thought: &'static str,
}

/// The next edit that the acts of a message want; `None` once nothing is left to do.
pub(super) fn next(view: &View, acts: &[Act], done: &[&Done]) -> Option<Call> {
    let made = done
        .iter()
        .filter(|done| done.function.is_some_and(|function| !function.is_search()))
        .count();
    if made >= EDITS_MAX {
        return None;
    }
    let notes: Vec<&Note> = acts
        .iter()
        .filter_map(|act| {
            if let Act::Note(note) = act {
                Some(&**note)
            } else {
                None
            }
        })
        .collect();
    acts.iter()
        .find_map(|act| one(view, act, done))
        .or_else(|| noted(view, &notes, done))
}

fn one(view: &View, act: &Act, done: &[&Done]) -> Option<Call> {
    match act {
        Act::Change { old, new } => {
            let block = view.human.as_ref()?;
            let is_there = block.value.lines().any(|line| line == old);
            is_there
                .then(|| replace("human", old, new, "t_replace"))
                .filter(|call| may(view, call, done))
        }
        Act::Direct(directive) => {
            let block = view.persona.as_ref()?;
            if block.value.contains(directive.line.as_str()) {
                return None;
            }
            let old = block.value.lines().find(|line| {
                let said = fold(line);
                directive.replaces.iter().any(|head| said.starts_with(head))
                    && (directive.answer != "renamed" || is_name_line(line))
            });
            let call = match old {
                Some(old) => replace("persona", old, &directive.line, "t_persona"),
                None => append("persona", &directive.line, "t_persona"),
            };
            Some(call).filter(|call| may(view, call, done))
        }
        Act::Archive(content) => {
            let call = insert(content, "t_archive");
            Some(call).filter(|call| !content.trim().is_empty() && may(view, call, done))
        }
        Act::Forget(terms) => {
            let block = view.human.as_ref()?;
            let line = lines_about(view, terms).into_iter().next()?.to_owned();
            Some(removal("human", block, &line, "t_forget")).filter(|call| may(view, call, done))
        }
        Act::ForgetAll => {
            let block = view
                .human
                .as_ref()
                .filter(|block| !block.value.is_empty())?;
            Some(replace("human", &block.value, "", "t_forget"))
                .filter(|call| may(view, call, done))
        }
        _ => None,
    }
}

/// "Soy Luna, tu asistente" is a name; "Soy un asistente" is none.
fn is_name_line(line: &str) -> bool {
    let said = fold(line);
    !said.starts_with("soy ")
        || line
            .get(4..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(char::is_uppercase)
}

/// The next edit for the facts of a message.
fn noted(view: &View, notes: &[&Note], done: &[&Done]) -> Option<Call> {
    let block = view.human.as_ref()?;
    if notes.is_empty() {
        return None;
    }
    let standing = notes::lines(&block.value, view.language);
    let mut lines: Vec<&str> = Vec::new();
    for note in notes {
        if is_noted(&standing, note) || was_noted(note, done) {
            continue;
        }
        if let Some(old) = conflicting(&standing, note) {
            let line = merged(old, note, view.language);
            let call = replace("human", old, &line, "t_replace");
            if may(view, &call, done) {
                return Some(call);
            }
            continue;
        }
        if !lines.contains(&note.line.as_str()) {
            lines.push(&note.line);
        }
    }
    if lines.is_empty() {
        return None;
    }
    added(view, block, &lines.join("\n"), done)
}

/// The line that takes the place of another: of what the other says, it keeps what the note
/// leaves out, be it whose name it is or what happens on a day that changed.
fn merged(old: &str, note: &Note, fallback: Language) -> String {
    let body = |line: &'_ str| line.trim_end().trim_end_matches('.').to_owned();
    let (was, is) = (body(old), body(&note.line));
    let language = |text: &str| super::language::detect(text).unwrap_or(fallback);
    let one = Clause::new(&was, language(&was), false);
    let other = Clause::new(&is, language(&is), false);
    let (one_terms, other_terms) = (one.terms(), other.terms());
    let same_verb = match (one.main_verb(), other.main_verb()) {
        (Some(one), Some(other)) => one.idea == other.idea,
        _ => false,
    };
    if let (Some(_), Some(now)) = (time_span(&one), time_span(&other))
        && same_verb
        && !note.is_over
        && other_terms.len() < one_terms.len()
    {
        // What the note says beside the day, the line says too.
        let is_beside = |word: &str| {
            !other
                .slice(now.0, now.1)
                .split(' ')
                .any(|part| fold(part) == word)
        };
        let mut rest = other_terms.iter().filter(|term| is_beside(&term.word));
        let says = |term: &super::clause::Term| {
            one_terms.iter().any(|said| super::clause::same(term, said))
        };
        if rest.all(says)
            && let Some(line) = retimed(&one, &other)
        {
            return line;
        }
    }
    let (long, short) = (
        one.subject_words(Voice::Note),
        other.subject_words(Voice::Note),
    );
    match (long, short) {
        (Some(long), Some(short))
            if long.len() > short.len() && long.starts_with(short) && same_verb =>
        {
            sentence(&is.replacen(short, long, 1))
        }
        _ => note.line.clone(),
    }
}

/// The line with the day or the hour that another clause says.
pub(super) fn retimed(line: &Clause<'_>, other: &Clause<'_>) -> Option<String> {
    let now = time_span(other)?;
    let spans = time_spans(line);
    // A weekday takes the place of a weekday, where there are several times.
    let kinds = |clause: &Clause<'_>, span: (usize, usize)| -> Vec<&str> {
        (span.0..span.1)
            .filter_map(|at| super::lexicon::lexicon().noun(clause.fold(at), clause.language))
            .flat_map(|idea| {
                ["weekday", "month"]
                    .into_iter()
                    .filter(move |kind| super::lexicon::lexicon().is_a(idea, kind))
            })
            .collect()
    };
    let wanted = kinds(other, now);
    let is_alike =
        |span: &&(usize, usize)| kinds(line, **span).iter().any(|kind| wanted.contains(kind));
    let mut then = *spans.iter().find(is_alike).or(spans.first())?;
    // "They moved it to Thursday": what leads to the day stays.
    if super::evidence::is_time_word(other, now.0) {
        while !super::evidence::is_time_word(line, then.0) {
            then.0 += 1;
        }
    }
    // A day leaves the hour as it was, and an hour the day.
    let hour = |clause: &Clause<'_>, span: (usize, usize)| {
        (span.0..span.1).find(|at| {
            clause.fold(*at) == "at" || clause.is_at(*at, "a las") || clause.is_at(*at, "a la")
        })
    };
    match (hour(line, then), hour(other, now)) {
        (Some(at), None) if at > then.0 => then.1 = at,
        (Some(at), Some(new)) if new == now.0 => then.0 = at,
        _ => {}
    }
    let (start, end) = (line.words[then.0].start, line.words[then.1 - 1].end);
    let day = other.slice(now.0, now.1);
    let day = if start == 0 {
        super::text::capitalised(day)
    } else {
        day.to_owned()
    };
    Some(sentence(&format!(
        "{}{day}{}",
        &line.text[..start],
        &line.text[end..]
    )))
}

/// The words of a day or an hour, with those that lead to them: "el 3 de octubre".
fn time_span(clause: &Clause<'_>) -> Option<(usize, usize)> {
    time_span_from(clause, 0)
}

fn time_spans(clause: &Clause<'_>) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut from = 0;
    while let Some(span) = time_span_from(clause, from) {
        spans.push(span);
        from = span.1;
    }
    spans
}

fn time_span_from(clause: &Clause<'_>, from: usize) -> Option<(usize, usize)> {
    let is_time = |at: &usize| super::evidence::is_time_word(clause, *at);
    let first = (from..clause.words.len()).find(is_time)?;
    let mut end = first + 1;
    let small = |at: usize| {
        matches!(
            clause.fold(at),
            "de" | "of" | "del" | "the" | "at" | "a" | "las"
        )
    };
    loop {
        let mut next = end;
        while small(next) {
            next += 1;
        }
        if next < clause.words.len() && is_time(&next) {
            end = next + 1;
        } else {
            break;
        }
    }
    let mut start = first;
    while start > 0
        && matches!(
            clause.fold(start - 1),
            "el" | "los" | "la" | "las" | "a" | "en" | "in" | "on" | "at" | "the" | "next"
        )
    {
        start -= 1;
    }
    Some((start, end))
}

/// True where an edit of this turn has the note.
fn was_noted(note: &Note, done: &[&Done]) -> bool {
    done.iter().any(|done| {
        let text = match done.function {
            Some(Function::CoreMemoryAppend) => string(&done.arguments, "content"),
            Some(Function::CoreMemoryReplace) => string(&done.arguments, "new_content"),
            Some(Function::ArchivalMemoryInsert) => string(&done.arguments, "content"),
            _ => return false,
        };
        matches!(done.result, Some((true, _)) | None) && text.lines().any(|line| line == note.line)
    })
}

/// The call that adds lines to the user's block, or that makes room for them first.
pub(super) fn added(view: &View, block: &Block, content: &str, done: &[&Done]) -> Option<Call> {
    let call = append("human", content, "t_note");
    if !view.has(call.function) {
        return None;
    }
    let length = content.chars().count();
    let taken = block.value.chars().count();
    let needed = taken + length + usize::from(taken > 0);
    let refused = done
        .iter()
        .rposition(|done| is_same(done, &call) && matches!(done.result, Some((false, _))));
    let made_room = refused.is_some_and(|at| {
        done[at + 1..].iter().any(|done| {
            done.function == Some(Function::CoreMemoryReplace)
                && matches!(done.result, Some((true, _)))
        })
    });
    let tried = done.iter().filter(|done| is_same(done, &call)).count();
    let fits = needed <= block.limit && (refused.is_none() || made_room);
    if fits {
        return (tried == 0 || (tried == 1 && made_room)).then_some(call);
    }
    if tried > 1 {
        return None;
    }
    if length > block.limit {
        return Some(insert(content, "t_archive")).filter(|call| may(view, call, done));
    }
    let free = (needed.saturating_sub(block.limit)).max(1);
    if let Some(call) = room(view, block, free, content, done) {
        return Some(call);
    }
    // Nothing more can go: one line at a time, else the archive.
    match content.split_once('\n') {
        Some((first, rest)) => {
            added(view, block, first, done).or_else(|| added(view, block, rest, done))
        }
        None => Some(insert(content, "t_archive")).filter(|call| may(view, call, done)),
    }
}

/// The call that makes room in the user's block: its oldest lines go to the archive, then
/// out of the block; without an archive they are dropped. The name stays.
fn room(view: &View, block: &Block, free: usize, content: &str, done: &[&Done]) -> Option<Call> {
    let lines: Vec<&str> = block.value.lines().collect();
    let may_go = |line: &str| {
        let matter = notes::matter_of_line(line, view.language).0;
        matter.as_deref() != Some("name of user") && !content.lines().any(|new| new == line)
    };
    let first = lines.iter().position(|line| may_go(line))?;
    let mut end = first;
    let mut freed = 0;
    while end < lines.len() && freed < free && may_go(lines[end]) {
        freed += lines[end].chars().count() + 1;
        end += 1;
    }
    let text = lines[first..end].join("\n");
    let kept = insert(&text, "t_full");
    if view.has(Function::ArchivalMemoryInsert) && !done.iter().any(|done| is_same(done, &kept)) {
        return Some(kept);
    }
    let thought = if view.has(Function::ArchivalMemoryInsert) {
        "t_full_move"
    } else {
        "t_full_drop"
    };
    Some(removal("human", block, &text, thought)).filter(|call| may(view, call, done))
}

/// True where the block says it already.
pub(super) fn is_noted(standing: &[Line<'_>], note: &Note) -> bool {
    standing.iter().any(|line| {
        if line.text == note.line || line.text.contains(note.line.as_str()) && note.line.len() > 8 {
            return true;
        }
        line.matter.is_some()
            && line.matter == note.matter
            && line.is_over == note.is_over
            && denies(line.text) == denies(&note.line)
            && says_the_same(&note.terms, &line.terms)
    })
}

fn denies(line: &str) -> bool {
    let said = format!(" {} ", fold(line));
    [
        " no ",
        " not ",
        "n't ",
        " nunca ",
        " never ",
        " odia ",
        " hates ",
        " detesta ",
    ]
    .iter()
    .any(|word| said.contains(word))
}

/// Those of whom one may have several: a second name is no correction.
const SEVERAL: &[&str] = &[
    "sister",
    "brother",
    "sibling",
    "son",
    "daughter",
    "child",
    "friend",
    "cousin",
    "uncle",
    "aunt",
    "nephew",
    "niece",
    "dog",
    "cat",
    "pet",
    "bird",
    "rabbit",
    "fish",
    "grandmother",
    "grandfather",
    "flatmate",
    "neighbour",
    "teacher",
    "grandchild",
    "inlaw",
    "turtle",
    "horse",
    "hamster",
    "doctor",
];

/// The line that the note cannot stand beside.
fn conflicting<'a>(standing: &[Line<'a>], note: &Note) -> Option<&'a str> {
    let matter = note.matter.as_deref()?;
    let who = matter.split(" of ").nth(1).unwrap_or_default();
    let may_be_several = matter.starts_with("name of") && SEVERAL.contains(&who);
    if may_be_several && !note.corrects {
        return None;
    }
    let found = standing.iter().find(|line| {
        if line.matter.as_deref() != Some(matter) {
            return false;
        }
        // What is over must speak of what stood there; a taste of its own thing.
        if note.is_over {
            let named: Vec<_> = note.terms.iter().filter(|term| !term.is_verb).collect();
            return named.is_empty()
                || named.iter().any(|term| {
                    line.terms
                        .iter()
                        .any(|said| super::clause::same(term, said))
                });
        }
        true
    })?;
    Some(found.text)
}

/// True where the function is declared and this very call was not made in this turn.
pub(super) fn may(view: &View, call: &Call, done: &[&Done]) -> bool {
    view.has(call.function) && !done.iter().any(|done| is_same(done, call))
}

fn is_same(done: &Done, call: &Call) -> bool {
    let bare = |arguments: &Value| {
        let mut fields = arguments.as_object().cloned().unwrap_or_default();
        fields.remove("request_heartbeat");
        fields
    };
    done.function == Some(call.function) && bare(&done.arguments) == bare(&call.arguments)
}

/// Adds a line to a block.
pub(super) fn append(block: &str, content: &str, thought: &'static str) -> Call {
    Call {
        function: Function::CoreMemoryAppend,
        arguments: json!({ "name": block, "content": content, "request_heartbeat": true }),
        thought,
    }
}

/// Puts a text of a block in the place of another.
fn replace(block: &str, old: &str, new: &str, thought: &'static str) -> Call {
    let arguments =
        json!({ "name": block, "old_content": old, "new_content": new, "request_heartbeat": true });
    Call {
        function: Function::CoreMemoryReplace,
        arguments,
        thought,
    }
}

/// Stores a passage.
pub(super) fn insert(content: &str, thought: &'static str) -> Call {
    Call {
        function: Function::ArchivalMemoryInsert,
        arguments: json!({ "content": content, "request_heartbeat": true }),
        thought,
    }
}

/// Takes whole lines out of a block, with the break that they leave.
fn removal(label: &str, block: &Block, lines: &str, thought: &'static str) -> Call {
    let behind = format!("{lines}\n");
    let before = format!("\n{lines}");
    let is_whole_line = |text: &str| {
        // A replacement changes every place: only one is meant.
        block.value.matches(text).count() == 1
    };
    let old = if block.value.starts_with(&behind) && is_whole_line(&behind) {
        behind
    } else if is_whole_line(&before) {
        before
    } else {
        lines.to_owned()
    };
    replace(label, &old, "", thought)
}
