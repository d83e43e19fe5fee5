//! What is said to the user: what was noted, what was found, what is not known.

use super::acts::Act;
use super::clause::{Clause, Voice, is_being};
use super::evidence::{Found, Source, Unit, answers, nearest};
use super::language::{Language, detect};
use super::lexicon::lexicon;
use super::lookup;
use super::notes;
use super::person::{Seen, sentence, turned};
use super::persona::Manner;
use super::phrases::{Draw, phrase};
use super::question::{Question, Wants, is_idea};
use super::text::{capitalised, fold, uncapitalised};
use super::view::{Done, Entry, View, page_line, page_lines, string};
use crate::engine::function::Function;

/// Longest answer that is told and not quoted, in words.
const TOLD_WORDS: usize = 24;

/// How to speak in this turn.
#[derive(Clone, Debug)]
pub(super) struct Style {
    /// The language to answer in.
    pub language: Language,
    /// What the agent's block asks for.
    pub manner: Manner,
    /// What draws among sentences.
    pub draw: Draw,
    /// The user's name with a comma before it, or nothing.
    pub name: String,
}

impl Style {
    /// A sentence of that name with values in its places.
    pub fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut all = values.to_vec();
        all.push(("name", &self.name));
        let own = self.manner.name.clone().unwrap_or_default();
        all.push(("own", &own));
        phrase(self.language, key, self.draw, &all)
    }

    fn seen(&self) -> Seen {
        if self.manner.is_formal && self.language == Language::Spanish {
            Seen::Formal
        } else {
            Seen::You
        }
    }
}

/// An answer, and where it was seen: the name of the thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The words.
    pub words: String,
    /// Name of the thought.
    pub thought: &'static str,
}

/// A line of the user's block, told to the user, without its full stop.
pub(super) fn told_line(line: &str, fallback: Language) -> String {
    told_line_as(line, fallback, Seen::You)
}

fn told_line_as(line: &str, fallback: Language, seen: Seen) -> String {
    let body = line.trim().trim_end_matches('.');
    let language = detect(body).unwrap_or(fallback);
    if let Some((label, value)) = body.split_once(": ") {
        let label_fold = fold(label);
        if matches!(label_fold.as_str(), "name" | "first name") {
            return format!("your name is {value}");
        }
        if label_fold == "to do" {
            return format!("you have to {value}");
        }
        if label_fold == "pendiente" {
            return format!("tienes pendiente {value}");
        }
        if label_fold == "nombre" {
            return if seen == Seen::Formal {
                format!("se llama {value}")
            } else {
                format!("te llamas {value}")
            };
        }
    }
    let clause = Clause::new(body, language, false);
    let words = turned(&clause, Voice::Note, seen).unwrap_or_else(|| body.to_owned());
    lowered(&words)
}

/// With a small first letter, unless it begins with a name.
fn lowered(words: &str) -> String {
    let first = words.split([' ', ',', '\'']).next().unwrap_or_default();
    let known = lexicon();
    let low = first.to_lowercase();
    let is_word = [Language::Spanish, Language::English]
        .into_iter()
        .any(|language| {
            known.noun(&fold(&low), language).is_some()
                || super::clause::is_light(&fold(&low), language)
        })
        || matches!(
            low.as_str(),
            "antes"
                | "luego"
                | "este"
                | "esta"
                | "estos"
                | "estas"
                | "ese"
                | "esa"
                | "cada"
                | "lo"
                | "every"
        )
        || known.spanish.exact_form(&low).is_some()
        || known.english.form(&low).is_some();
    let language = detect(words).unwrap_or(Language::Spanish);
    let clause = Clause::new(words, language, false);
    let is_name = clause
        .main_verb()
        .is_some_and(|verb| clause.begins_with_name(0, verb.at));
    if is_word && first != "I" && !is_name {
        uncapitalised(words)
    } else {
        words.to_owned()
    }
}

/// What was done to memory in this turn, told to the user; empty where nothing was.
pub(super) fn acknowledged(
    view: &View,
    acts: &[Act],
    done: &[&Done],
    style: &Style,
) -> Vec<String> {
    let mut noted: Vec<String> = Vec::new();
    let mut corrected: Vec<String> = Vec::new();
    let mut forgotten: Vec<String> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    let told = |line: &str| told_line_as(line, view.language, style.seen());
    let mut failed = false;
    // What the model did before a warning came, with words of the user's, it did for them.
    let message = view
        .user_texts()
        .next()
        .map(|(_, text)| fold(text))
        .unwrap_or_default();
    let is_told = |line: &str| {
        let language = detect(line).unwrap_or(view.language);
        let terms = Clause::new(line, language, false).terms();
        !message.contains('?')
            && terms
                .iter()
                .any(|term| !term.is_verb && message.contains(&term.word))
    };
    let unwarned: Vec<&Done> = view
        .entries
        .iter()
        .skip(view.last_user().unwrap_or(view.entries.len()))
        .take_while(|entry| !matches!(entry, Entry::Pressure))
        .filter_map(|entry| match entry {
            Entry::Call(done) => Some(done),
            _ => None,
        })
        .collect();
    for done in done {
        let is_ok = matches!(done.result, Some((true, _)));
        let is_human = string(&done.arguments, "name") == "human";
        match done.function {
            // What a warning made the model save is no matter of the user's.
            Some(Function::CoreMemoryAppend) if is_human && is_ok => {
                let content = string(&done.arguments, "content");
                let is_asked = |line: &&str| {
                    (is_told(line) && unwarned.iter().any(|other| core::ptr::eq(*other, *done)))
                        || acts
                            .iter()
                            .any(|act| matches!(act, Act::Note(note) if note.line == *line))
                };
                noted.extend(content.lines().filter(is_asked).map(told));
            }
            Some(Function::CoreMemoryAppend) if is_human => failed = true,
            Some(Function::CoreMemoryReplace) if is_human && is_ok => {
                let (old, new) = (
                    string(&done.arguments, "old_content"),
                    string(&done.arguments, "new_content"),
                );
                if !new.is_empty() {
                    corrected.extend(new.lines().map(told));
                } else if acts
                    .iter()
                    .any(|act| matches!(act, Act::Forget(_) | Act::ForgetAll))
                {
                    forgotten.extend(old.trim().lines().map(told));
                }
            }
            Some(Function::ArchivalMemoryInsert) if is_ok => {
                let content = string(&done.arguments, "content");
                if acts
                    .iter()
                    .any(|act| matches!(act, Act::Archive(text) if *text == content))
                {
                    parts.push(style.say("kept_in_archive", &[]));
                }
            }
            _ => {}
        }
    }
    if acts.iter().any(|act| matches!(act, Act::ForgetAll)) && !forgotten.is_empty() {
        parts.push(style.say("forgot_all", &[]));
    } else if !forgotten.is_empty() {
        parts.push(style.say("forgot", &[("facts", &joined(&forgotten, style.language))]));
    }
    for act in acts {
        match act {
            Act::Direct(directive) => {
                let (value, facts) = (directive.value.as_str(), directive.value.as_str());
                parts.push(style.say(directive.answer, &[("own", value), ("facts", facts)]));
            }
            Act::Unclear => parts.push(style.say("unclear", &[])),
            Act::Archive(_) if !view.has(Function::ArchivalMemoryInsert) => {
                parts.push(style.say("no_archive", &[]))
            }
            Act::Forget(_) | Act::ForgetAll if forgotten.is_empty() => {
                parts.push(style.say("nothing_to_forget", &[]))
            }
            _ => {}
        }
    }
    let has_notes = acts.iter().any(|act| matches!(act, Act::Note(_)));
    let standing = view
        .human
        .as_ref()
        .filter(|_| has_notes)
        .map(|block| notes::lines(&block.value, view.language))
        .unwrap_or_default();
    let known: Vec<String> = acts
        .iter()
        .filter_map(|act| match act {
            Act::Note(note) if super::edits::is_noted(&standing, note) => Some(told(&note.line)),
            _ => None,
        })
        .filter(|line| !noted.contains(line) && !corrected.contains(line))
        .collect();
    if !corrected.is_empty() {
        parts.push(style.say(
            "corrected",
            &[("facts", &joined(&corrected, style.language))],
        ));
    }
    if !noted.is_empty() {
        parts.push(style.say("noted", &[("facts", &joined(&noted, style.language))]));
    }
    if !known.is_empty() && corrected.is_empty() && noted.is_empty() {
        // Where the queue was just flushed, what the model did itself is out of its sight too.
        let key = if is_fresh(view) { "known" } else { "noted" };
        parts.push(style.say(key, &[("facts", &joined(&known, style.language))]));
    }
    if failed && noted.is_empty() && corrected.is_empty() {
        parts.push(style.say("not_kept", &[]));
    }
    parts
}

/// True where nothing came behind the user's last message and something stands before it:
/// what is noted was noted in an earlier turn.
fn is_fresh(view: &View) -> bool {
    view.entries.len() > 1 && view.last_user() == Some(view.entries.len() - 1)
}

/// "a, b y c"; "a; b" where a part has a comma of its own.
fn joined(parts: &[String], language: Language) -> String {
    let mut unique: Vec<&String> = Vec::new();
    for part in parts {
        if !unique.contains(&part) {
            unique.push(part);
        }
    }
    // "Your sister is called Ana and works in a hospital": whose it is, is said once.
    let shared = |one: &str, other: &str| {
        let mut words: Vec<&str> = one
            .split(' ')
            .zip(other.split(' '))
            .take_while(|(one, other)| one == other)
            .map(|(word, _)| word)
            .collect();
        while matches!(
            words.last().copied(),
            Some("se" | "te" | "le" | "os" | "no" | "is" | "are" | "has" | "es" | "está" | "ha")
        ) {
            words.pop();
        }
        let is_owner = matches!(words.first(), Some(&("tu" | "tus" | "your" | "su" | "sus")));
        (is_owner && words.len() > 1).then(|| words.join(" ") + " ")
    };
    let mut short: Vec<String> = Vec::new();
    for (at, part) in unique.iter().enumerate() {
        let same = at
            .checked_sub(1)
            .and_then(|before| shared(unique[before], part))
            .filter(|head| part.len() > head.len() && unique.len() == 2);
        short.push(same.map_or_else(|| (*part).clone(), |head| part[head.len()..].to_owned()));
    }
    let unique: Vec<&String> = short.iter().collect();
    match unique.as_slice() {
        [] => String::new(),
        [one] => (*one).clone(),
        [first @ .., last]
            if first
                .iter()
                .all(|part| !part.contains(',') && part.split(' ').count() < 12) =>
        {
            let sounds_i = fold(last).starts_with('i')
                || (fold(last).starts_with("hi") && !fold(last).starts_with("hie"));
            let and = language.pick(if sounds_i { "e" } else { "y" }, "and");
            format!(
                "{} {and} {last}",
                first
                    .iter()
                    .map(|part| part.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        all => all
            .iter()
            .map(|part| part.as_str())
            .collect::<Vec<_>>()
            .join("; "),
    }
}

/// The answer to a question from what is in the context; `None` where nothing there answers.
pub(super) fn found(
    view: &View,
    question: &Question,
    units: &[Unit],
    done: &[&Done],
    style: &Style,
) -> Option<Answer> {
    let mut hits = answers(question, units);
    // One sentence under another name is better than two.
    for other in [under_another_name, under_its_name] {
        if hits.first().is_none_or(|hit| hit.unit.width > 1)
            && let Some(other) = other(question, units)
        {
            let found = answers(&other, units);
            if !found.is_empty() {
                hits = found;
            }
        }
    }
    if question.wants == Wants::About {
        return about(view, &hits, style);
    }
    // How many, where no number is said: all of them are named.
    if question.wants == Wants::Number && hits.is_empty() {
        let all = Question {
            wants: Wants::About,
            ..question.clone()
        };
        return about(view, &answers(&all, units), style);
    }
    let Some(best) = hits.first() else {
        return contradiction(view, question, style);
    };
    let thought = thought_of(best.unit.source);
    if best.reading.is_over && !matches!(question.wants, Wants::YesNo | Wants::About) {
        let told = told_unit(view, &best.unit, style);
        return Some(Answer {
            words: style.say("over_unknown", &[("facts", &capitalised(&told))]),
            thought,
        });
    }
    let told = told_unit(view, &best.unit, style);
    let is_quote = told.ends_with(['»', '”']);
    let searched = best.unit.source == Source::Page
        && done
            .iter()
            .any(|done| done.function.is_some_and(Function::is_search));
    let words = match question.wants {
        Wants::YesNo if !is_quote => {
            // "May I eat nuts?" of one who is allergic to them.
            let is_warned = question.hard.iter().chain(&question.soft).any(|term| {
                ["eat", "drink", "take", "try"]
                    .iter()
                    .any(|idea| is_idea(term, idea))
            }) && best
                .reading
                .terms
                .iter()
                .any(|term| is_idea(term, "allergy"));
            let denies =
                is_excepted(question, &best.unit).unwrap_or(best.reading.denies) || is_warned;
            style.say(if denies { "no" } else { "yes" }, &[("facts", &told)])
        }
        Wants::Name if (told.split(' ').count() > 14 || is_quote) && names_one(&best.unit) => {
            match name_in(&best.unit) {
                Some(value) => style.say("its_name", &[("value", &value)]),
                None => sentence(&told),
            }
        }
        _ if searched && !is_quote && !style.manner.is_brief => {
            style.say("found_after_search", &[("facts", &told)])
        }
        _ => sentence(&told),
    };
    Some(Answer { words, thought })
}

/// "Where does Ana live?" where the context says that Ana is the sister: the same, asked of her.
fn under_another_name(question: &Question, units: &[Unit]) -> Option<Question> {
    let at = question
        .hard
        .iter()
        .position(|term| term.idea.is_none() && !term.is_verb)?;
    let name = question.hard[at].word.clone();
    let being = units
        .iter()
        .rev()
        .filter(|unit| unit.width < 2)
        .find_map(|unit| {
            let clause = Clause::new(&unit.text, unit.language, false);
            let terms = super::evidence::terms_of(&clause, &clause.read(unit.voice));
            let is_naming = terms.iter().any(|term| is_idea(term, "name"))
                && terms.iter().any(|term| term.word == name);
            terms
                .into_iter()
                .find(|term| is_naming && term.idea.is_some_and(is_being))
        })?;
    let mut other = question.clone();
    other.subject = being
        .idea
        .map_or(other.subject, super::clause::Subject::Being);
    other.hard[at] = being;
    Some(other)
}

/// "What is my husband allergic to?" where the context says that he is called Callum: the
/// same, asked of Callum.
fn under_its_name(question: &Question, units: &[Unit]) -> Option<Question> {
    let at = question
        .hard
        .iter()
        .position(|term| !term.is_verb && term.idea.is_some_and(is_being))?;
    let being = question.hard[at].idea?;
    if question.hard.len() < 2 || question.hard.iter().any(|term| is_idea(term, "name")) {
        return None;
    }
    let mut names: Vec<super::clause::Term> = Vec::new();
    for unit in units
        .iter()
        .filter(|unit| unit.width < 2 && unit.source != Source::Echo)
    {
        let clause = Clause::new(&unit.text, unit.language, false);
        let reading = clause.read(unit.voice);
        let terms = super::evidence::terms_of(&clause, &reading);
        let is_naming = terms.iter().any(|term| is_idea(term, "name"));
        let is_own = matches!(reading.subject, super::clause::Subject::Being(who) if who == being);
        let found = terms.into_iter().find(|term| term.is_name);
        if let Some(name) = found.filter(|_| is_naming && is_own)
            && !names.iter().any(|other| other.word == name.word)
        {
            names.push(name);
        }
    }
    let [name] = names.as_slice() else {
        return None;
    };
    let mut other = question.clone();
    other.subject = super::clause::Subject::Other;
    other.hard[at] = name.clone();
    Some(other)
}

fn thought_of(source: Source) -> &'static str {
    match source {
        Source::Echo => "t_in_echo",
        Source::Page => "t_in_page",
        Source::Summary => "t_in_summary",
        Source::Queue => "t_in_queue",
        Source::Human => "t_in_block",
        Source::Persona => "t_in_persona",
    }
}

/// A piece of the context told to the user, or quoted where its words cannot be turned.
fn told_unit(view: &View, unit: &Unit, style: &Style) -> String {
    let quote = inner_quotes(unit.text.trim().trim_end_matches('.'));
    let quote = quote.as_str();
    if unit.source == Source::Human {
        let told = told_line_as(&unit.text, view.language, style.seen());
        if told.split_whitespace().count() <= TOLD_WORDS {
            return told;
        }
        return style
            .say("note_quote", &[("quote", quote)])
            .trim_end_matches('.')
            .to_owned();
    }
    if unit.voice == Voice::Agent {
        return style
            .say("echo", &[("quote", quote)])
            .trim_end_matches('.')
            .to_owned();
    }
    // Two sentences are told as two.
    if unit.width > 1
        && let Some((one, other)) = unit.text.split_once(". ")
    {
        let tell = |text: &str| {
            let part = Unit {
                text: text.to_owned(),
                width: 1,
                ..unit.clone()
            };
            told_unit(view, &part, style)
        };
        let (one, other) = (tell(one), tell(other));
        if !one.ends_with(['»', '”']) && !other.ends_with(['»', '”']) {
            return format!("{one}. {}", capitalised(&other));
        }
    }
    let clause = Clause::new(&unit.text, unit.language, false);
    let is_same_language = unit.language == style.language;
    let told = turned(&clause, unit.voice, style.seen())
        .filter(|words| words.split_whitespace().count() <= TOLD_WORDS && is_same_language);
    match (told, unit.voice) {
        (Some(words), _) => {
            if let Some(name) =
                notes::own_name(&clause, clause.start()).filter(|_| unit.voice == Voice::User)
            {
                return unit
                    .language
                    .pick(format!("te llamas {name}"), format!("your name is {name}"));
            }
            lowered(&words)
        }
        (None, Voice::User) => style
            .say("quote", &[("quote", quote)])
            .trim_end_matches('.')
            .to_owned(),
        (None, _) if unit.source == Source::Page => style
            .say("page_quote", &[("quote", quote)])
            .trim_end_matches('.')
            .to_owned(),
        (None, _) => style
            .say("note_quote", &[("quote", quote)])
            .trim_end_matches('.')
            .to_owned(),
    }
}

/// "I love opera but not ballet": whether what is asked stands behind "but not"; `None` where
/// nothing is excepted.
fn is_excepted(question: &Question, unit: &Unit) -> Option<bool> {
    let clause = Clause::new(&unit.text, unit.language, false);
    let (_, from) = clause.find(&["pero no", "but not", "y no", "and not"])?;
    let behind = clause.tail(from).terms();
    Some(
        question
            .hard
            .iter()
            .any(|asked| behind.iter().any(|said| super::clause::same(asked, said))),
    )
}

/// The marks of a quotation that stands in another one.
fn inner_quotes(text: &str) -> String {
    let inner = |sign| match sign {
        '“' => '‘',
        '”' => '’',
        '«' => '“',
        '»' => '”',
        other => other,
    };
    text.chars().map(inner).collect()
}

/// True where a piece names no more than one.
fn names_one(unit: &Unit) -> bool {
    let clause = Clause::new(&unit.text, unit.language, false);
    clause
        .words
        .iter()
        .skip(1)
        .filter(|word| word.is_capital && word.fold != "i")
        .count()
        == 1
}

/// The name that a piece gives.
fn name_in(unit: &Unit) -> Option<String> {
    let clause = Clause::new(&unit.text, unit.language, false);
    let from = clause
        .find(&["llama", "called", "named", "nombre es", "name is", "llamo"])
        .map(|(_, end)| end);
    let being = (0..clause.words.len())
        .find(|at| {
            lexicon()
                .noun(clause.fold(*at), unit.language)
                .is_some_and(is_being)
        })
        .map(|at| at + 1);
    let at = from.or(being)?;
    let mut end = at;
    while end < clause.words.len() && clause.words[end].is_capital {
        end += 1;
    }
    (end > at).then(|| clause.slice(at, end).to_owned())
}

/// All that the context says of something: at most four pieces.
fn about(view: &View, hits: &[Found], style: &Style) -> Option<Answer> {
    let mut told: Vec<String> = Vec::new();
    let mut seen: Vec<&Unit> = Vec::new();
    for hit in hits
        .iter()
        .filter(|hit| hit.unit.width <= 1 && hit.unit.source != Source::Echo)
    {
        let words = told_unit(view, &hit.unit, style);
        let is_part = told.iter().any(|other| {
            fold(other).contains(&fold(&words)) || fold(&words).contains(&fold(other))
        });
        if !is_part && told.len() < 4 {
            told.push(words);
            seen.push(&hit.unit);
        }
    }
    let first = seen.first()?;
    let words = if told.len() == 1 {
        style.say("yes", &[("facts", &told[0])])
    } else {
        style.say("about", &[("facts", &told.join("; "))])
    };
    Some(Answer {
        words,
        thought: thought_of(first.source),
    })
}

/// "¿Vivo en Lugo?" where the block says Vigo: no.
fn contradiction(view: &View, question: &Question, style: &Style) -> Option<Answer> {
    if question.wants != Wants::YesNo {
        return None;
    }
    let block = view.human.as_ref()?;
    let no = |line: &str| {
        let told = told_line_as(line, view.language, style.seen());
        Some(Answer {
            words: style.say("no", &[("facts", &told)]),
            thought: "t_in_block",
        })
    };
    // "¿Tengo novio?" of one whose boyfriend is a former one.
    let is_partner = |term: &super::clause::Term| {
        term.idea.is_some_and(|idea| {
            lexicon().is_a(idea, "partner") && lexicon().name(idea) != "married"
        })
    };
    if question.hard.iter().any(is_partner) {
        let lines = notes::lines(&block.value, view.language);
        let former = lines
            .iter()
            .find(|line| line.terms.iter().any(|term| is_idea(term, "ex")))?;
        let shares_name = |line: &notes::Line<'_>| {
            line.terms.iter().any(|term| {
                term.idea.is_none() && former.terms.iter().any(|other| other.word == term.word)
            })
        };
        let has_other = lines
            .iter()
            .any(|line| line.terms.iter().any(is_partner) && !shares_name(line));
        return if has_other { None } else { no(former.text) };
    }
    let clause = Clause::new(&question.text, question.language, false);
    let reading = clause.read(Voice::User);
    let terms = super::evidence::terms_of(&clause, &reading);
    let matter = notes::matter(&clause, &reading, &terms)?;
    let single = [
        "home",
        "name",
        "birthday",
        "age",
        "workplace",
        "study",
        "favourite",
        "origin",
    ];
    if !single.iter().any(|head| matter.starts_with(head)) {
        return None;
    }
    let lines = notes::lines(&block.value, view.language);
    lines
        .iter()
        .find(|line| line.matter.as_deref() == Some(matter.as_str()))
        .and_then(|line| no(line.text))
}

/// What is said where nothing answers.
pub(super) fn unknown(
    view: &View,
    question: &Question,
    units: &[Unit],
    done: &[&Done],
    style: &Style,
) -> Answer {
    let near = nearest(question, units);
    let quote = near
        .as_ref()
        .map(|unit| inner_quotes(unit.text.trim().trim_end_matches('.')));
    let is_spent = lookup::is_spent(done);
    let say_unknown = lookup::is_to_say_unknown(done);
    if let Some(quote) = quote.filter(|_| !say_unknown) {
        let thought = if is_spent { "t_spent" } else { "t_unknown" };
        return Answer {
            words: style.say("nearest", &[("quote", &quote)]),
            thought,
        };
    }
    let searched = |function| done.iter().any(|done| done.function == Some(function));
    let (key, thought) = if is_spent {
        ("unknown_spent", "t_spent")
    } else if !view.can_search() {
        ("unknown_blind", "t_blind")
    } else if !question.is_about_memory {
        ("unknown_world", "t_unknown")
    } else if searched(Function::ArchivalMemorySearch) && searched(Function::ConversationSearch) {
        ("unknown", "t_unknown")
    } else {
        ("unknown_history", "t_unknown")
    };
    let key = if style.manner.is_brief {
        "unknown_short"
    } else {
        key
    };
    Answer {
        words: style.say(key, &[]),
        thought,
    }
}

/// All that the user's block says, told to the user.
pub(super) fn about_user(view: &View, style: &Style) -> Answer {
    let lines: Vec<String> = view
        .human
        .iter()
        .flat_map(|block| block.value.lines())
        .filter(|line| !line.trim().is_empty())
        .map(|line| told_line_as(line, view.language, style.seen()))
        .collect();
    if lines.is_empty() {
        return Answer {
            words: style.say("about_nobody", &[]),
            thought: "t_in_block",
        };
    }
    let most = if style.manner.is_brief { 3 } else { 12 };
    let lines: Vec<String> = lines.into_iter().take(most).collect();
    Answer {
        words: style.say("about_user", &[("facts", &lines.join("; "))]),
        thought: "t_in_block",
    }
}

/// What the agent sees.
pub(super) fn about_context(view: &View, style: &Style) -> Answer {
    let messages = view.user_texts().count();
    let count = messages.to_string();
    let said = if messages == 1 {
        style.say("sees_message", &[])
    } else {
        style.say("sees_messages", &[("count", &count)])
    };
    let has_lines = view
        .human
        .as_ref()
        .is_some_and(|block| !block.value.trim().is_empty());
    let blocks = style.say(
        if has_lines {
            "sees_blocks"
        } else {
            "sees_blocks_empty"
        },
        &[],
    );
    let summary = style.say(
        if view.summary.is_some() {
            "sees_summary"
        } else {
            "sees_summary_none"
        },
        &[],
    );
    let mut words = style.say(
        "sees",
        &[
            ("blocks", &blocks),
            ("messages", &said),
            ("summary", &summary),
        ],
    );
    if has_lines {
        words = format!("{words} {}", about_user(view, style).words);
    }
    Answer {
        words,
        thought: "t_talk",
    }
}

/// What the user said last before this message.
pub(super) fn last_said(view: &View, position: usize, style: &Style) -> Answer {
    let text = view
        .user_texts()
        .find(|(at, _)| *at < position)
        .map(|(_, text)| text.trim().trim_end_matches('.'));
    let words = match text {
        Some(text) => style.say("quote", &[("quote", text)]),
        None => style.say("unknown_blind", &[]),
    };
    Answer {
        words,
        thought: "t_in_queue",
    }
}

/// What was talked about, from a result page or from the queue.
pub(super) fn talked(
    view: &View,
    position: usize,
    has_dates: bool,
    done: &[&Done],
    style: &Style,
) -> Answer {
    let mut said: Vec<String> = Vec::new();
    if has_dates {
        for done in done
            .iter()
            .filter(|done| done.function == Some(Function::ConversationSearchDate))
        {
            let Some((true, text)) = &done.result else {
                continue;
            };
            for line in page_lines(text).unwrap_or_default() {
                let (_, role, text) = page_line(&line);
                if role == "user" {
                    said.extend(super::summary::telling(text, view.language).map(str::to_owned));
                }
            }
        }
        if said.is_empty() {
            return Answer {
                words: style.say("talked_nothing", &[]),
                thought: "t_unknown",
            };
        }
    } else {
        if let Some(summary) = &view.summary {
            let words = summary
                .split_once(": ")
                .map_or(summary.as_str(), |(_, words)| words);
            said.extend(
                words
                    .split("; ")
                    .map(|clause| clause.trim().trim_end_matches('.').to_owned()),
            );
        }
        let texts: Vec<&str> = view
            .entries
            .iter()
            .take(position)
            .filter_map(|entry| {
                if let Entry::User { text, .. } = entry {
                    Some(text.as_str())
                } else {
                    None
                }
            })
            .collect();
        said.extend(
            texts
                .into_iter()
                .filter_map(|text| super::summary::telling(text, view.language))
                .map(str::to_owned),
        );
        if said.is_empty() {
            return Answer {
                words: style.say("unknown_history", &[]),
                thought: "t_talk",
            };
        }
    }
    let most = if style.manner.is_brief { 2 } else { 5 };
    let first = said.len().saturating_sub(most);
    let quotes: Vec<String> = said[first..]
        .iter()
        .map(|text| {
            style
                .language
                .pick(format!("«{text}»"), format!("“{text}”"))
        })
        .collect();
    Answer {
        words: style.say("talked", &[("facts", &quotes.join(", "))]),
        thought: if has_dates { "t_in_page" } else { "t_in_queue" },
    }
}
