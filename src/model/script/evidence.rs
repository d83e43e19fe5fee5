//! Where in the context an answer stands. Only what the request holds is looked at.

use super::clause::{Clause, Reading, Subject, Term, Voice, clauses, same};
use super::language::{Language, detect};
use super::lexicon::lexicon;
use super::question::{self, Question, Wants, is_idea};
use super::text::{fold, sentences};
use super::view::{Entry, View, page_line, page_lines};

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// What the agent said: it may be wrong, so it is the last to be believed.
    Echo,
    /// A result page.
    Page,
    /// The summary.
    Summary,
    /// A message of the user's in the queue.
    Queue,
    /// The user's block.
    Human,
    /// The agent's own block.
    Persona,
}

/// A piece of the context that may answer.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Its words.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// Whose words they are.
    pub voice: Voice,
    /// Where it stands.
    pub source: Source,
    /// Later is greater.
    pub order: u32,
    /// How many sentences it joins.
    pub width: u32,
}

/// A piece that answers a question.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The piece.
    pub unit: Unit,
    /// What it says.
    pub reading: Reading,
    /// How well it fits.
    pub score: i32,
}

/// All pieces of the context, those of the current message's statements included.
pub(super) fn units(view: &View) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut order = 0;
    let mut add = |text: &str, voice: Option<Voice>, source: Source| {
        split(text, voice, source, &mut order, view.language, &mut units);
    };
    if let Some(summary) = &view.summary {
        add(summary_words(summary), None, Source::Summary);
    }
    // Results are older than what is said now, whenever they came.
    for entry in &view.entries {
        if let Entry::Call(done) = entry
            && let Some((true, text)) = &done.result
            && let Some(mut lines) = page_lines(text)
        {
            lines.sort_by(|one, other| page_line(one).0.cmp(page_line(other).0));
            for line in &lines {
                let (_, role, text) = page_line(line);
                match role {
                    "assistant" => add(text, Some(Voice::Agent), Source::Echo),
                    "user" => add(text, Some(Voice::User), Source::Page),
                    _ => add(text, None, Source::Page),
                }
            }
        }
    }
    for entry in &view.entries {
        match entry {
            Entry::User { text, .. } if super::turn::is_markup(text) => {}
            Entry::User { text, .. } => add(text, Some(Voice::User), Source::Queue),
            Entry::Said(text) => add(text, Some(Voice::Agent), Source::Echo),
            Entry::Call(done)
                if done.function
                    == Some(crate::engine::function::Function::ArchivalMemoryInsert) =>
            {
                add(
                    &super::view::string(&done.arguments, "content"),
                    None,
                    Source::Page,
                );
            }
            _ => {}
        }
    }
    if let Some(block) = &view.persona {
        add(&block.value, Some(Voice::Note), Source::Persona);
    }
    if let Some(block) = &view.human {
        block
            .value
            .lines()
            .for_each(|line| add(line, Some(Voice::Note), Source::Human));
    }
    units
}

/// The words of a packaged summary behind what says how much it stands for.
fn summary_words(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, words)| words)
}

/// In whose words a text is, where nothing else says so.
fn voice_of(text: &str, language: Language) -> Voice {
    let clause = Clause::new(text, language, false);
    let speaks_of_self = clause
        .words
        .iter()
        .enumerate()
        .any(|(at, word)| match language {
            Language::English => matches!(word.fold.as_str(), "i" | "my" | "me" | "we"),
            Language::Spanish => {
                matches!(
                    word.fold.as_str(),
                    "yo" | "mi" | "mis" | "me" | "nos" | "conmigo"
                ) || super::clause::spanish_form(&clause, at, 0).is_some_and(|form| {
                    matches!(
                        form.person,
                        super::spanish::Person::First | super::spanish::Person::FirstPlural
                    ) && !form.is_shared
                })
            }
        });
    if speaks_of_self {
        Voice::User
    } else {
        Voice::Note
    }
}

/// What the agent said, without the words that say what it did: "Noted: your name is Ana".
fn behind_thanks(text: &str) -> &str {
    match text.split_once(": ") {
        Some((head, rest)) if head.split_whitespace().count() <= 6 => rest,
        _ => text,
    }
}

fn split(
    text: &str,
    voice: Option<Voice>,
    source: Source,
    order: &mut u32,
    fallback: Language,
    units: &mut Vec<Unit>,
) {
    let of_text = detect(text).unwrap_or(fallback);
    let text = if source == Source::Echo {
        behind_thanks(text)
    } else {
        text
    };
    let mut before: Option<String> = None;
    for sentence in sentences(text).into_iter().take(60) {
        // Of one text the later sentence is the later word.
        *order += 1;
        let language = detect(sentence.text).unwrap_or(of_text);
        if sentence.asks || sentence.text.chars().count() > 600 {
            before = None;
            continue;
        }
        let voice = voice.unwrap_or_else(|| voice_of(sentence.text, language));
        if voice == Voice::User
            && super::acts::is_request(&Clause::new(sentence.text, language, false))
        {
            before = None;
            continue;
        }
        let parts = clauses(sentence.text, language, false);
        let may_ask = voice == Voice::User;
        let told: Vec<&Clause<'_>> = parts
            .iter()
            .filter(|clause| !may_ask || !question::asks(clause))
            .collect();
        // What people leave out is put back, so that it can be told.
        let whole = |clause: &Clause<'_>| {
            if may_ask {
                super::reword::full(clause, None).join(". ")
            } else {
                clause.text.to_owned()
            }
        };
        let mut of_whom: Option<String> = None;
        // "Mi jefe se llama Raúl y vive en Lugo": it is the boss who lives there.
        let mut owned = |clause: &Clause<'_>| {
            if clause.goes_on() {
                return match &of_whom {
                    Some(words) => Some(format!("{words} {}", clause.rest(clause.start()))),
                    None if voice == Voice::User => None,
                    None => Some(whole(clause)),
                };
            }
            if clause.inherits && voice == Voice::User && language == Language::English {
                let rest = clause.rest(clause.start());
                return Some(match &of_whom {
                    Some(words) => format!("{words} {rest}"),
                    None => format!("I {rest}"),
                });
            }
            of_whom = clause.subject_words(voice).map(str::to_owned);
            Some(whole(clause))
        };
        let unit = |text: String, width| Unit {
            text,
            language,
            voice,
            source,
            order: *order,
            width,
        };
        // "To do: buy bread" is one line.
        let is_label = source == Source::Human
            && ["pendiente: ", "to do: "]
                .iter()
                .any(|label| fold(text).starts_with(label));
        if !is_label && (told.len() > 1 || told.len() < parts.len()) {
            let texts: Vec<String> = told.iter().filter_map(|clause| owned(clause)).collect();
            units.extend(texts.into_iter().map(|text| unit(text, 0)));
        }
        if told.len() == parts.len() {
            let text = whole(&Clause::new(sentence.text, language, false));
            units.push(unit(text.clone(), 1));
            if let Some(before) = &before {
                units.push(unit(format!("{before}. {text}"), 2));
            }
            before = Some(text);
        } else {
            before = None;
        }
    }
}

/// The pieces that answer a question, best first.
pub(super) fn answers(question: &Question, units: &[Unit]) -> Vec<Found> {
    let mut found: Vec<Found> = units
        .iter()
        .filter_map(|unit| fits(question, unit))
        .collect();
    // What the user's block says now takes the place of what was said before.
    if !found.is_empty() {
        let now = standing(units);
        let asks_partner = question.hard.iter().any(|term| {
            term.idea
                .is_some_and(|idea| lexicon().is_a(idea, "partner"))
        });
        found.retain(|found| !is_superseded(found, &now, asks_partner));
    }
    found.sort_by_key(|found| {
        core::cmp::Reverse((
            found.score,
            found.unit.source >= Source::Queue,
            found.unit.order,
        ))
    });
    found
}

/// The lines of the user's block, with what each is about.
fn standing(units: &[Unit]) -> Vec<(Option<String>, Vec<Term>)> {
    let lines = units
        .iter()
        .filter(|unit| unit.source == Source::Human && unit.width <= 1);
    lines
        .map(|unit| super::notes::matter_of_line(&unit.text, unit.language))
        .map(|(matter, terms, _)| (matter, terms))
        .collect()
}

/// True where a line of the block speaks of the same matter, or of the same person as a
/// former partner.
fn is_superseded(found: &Found, now: &[(Option<String>, Vec<Term>)], asks_partner: bool) -> bool {
    let clause = Clause::new(&found.unit.text, found.unit.language, false);
    let terms = terms_of(&clause, &found.reading);
    let matter = super::notes::matter(&clause, &found.reading, &terms);
    let is_partner = terms.iter().any(|term| {
        term.idea
            .is_some_and(|idea| lexicon().is_a(idea, "partner"))
    });
    now.iter().any(|(other, said)| {
        let is_former = said.iter().any(|term| is_idea(term, "ex"));
        let shares_name = || {
            terms.iter().any(|term| {
                term.idea.is_none()
                    && !term.is_verb
                    && said.iter().any(|said| said.word == term.word)
            })
        };
        let is_line = found.unit.source == Source::Human;
        (!is_line && matter.is_some() && *other == matter && found.unit.voice != Voice::Agent)
            || (asks_partner && is_partner && is_former && shares_name())
    })
}

/// The terms of a piece, with what its words mean together.
pub(super) fn terms_of(clause: &Clause<'_>, reading: &Reading) -> Vec<Term> {
    let mut terms = reading.terms.clone();
    let mut mean = |word: &str| terms.push(Term::meant(word));
    let is_be = reading
        .verb
        .is_some_and(|verb| lexicon().name(verb.idea) == "be");
    let is_years =
        clause.has(&["años", "tacos", "years", "year old"]) && clause.words.iter().any(is_number);
    // "I'm 35", "ya tengo 35".
    let is_somebody = matches!(reading.subject, Subject::User | Subject::Being(_))
        || reading
            .verb
            .is_some_and(|verb| clause.begins_with_name(clause.start(), verb.at));
    // "My locker number is 218" is no age.
    let is_of_something = reading.subject == Subject::User
        && reading.verb.is_some_and(|verb| {
            clause.words[..verb.at].iter().any(|word| {
                matches!(
                    word.fold.as_str(),
                    "mi" | "mis" | "su" | "sus" | "tu" | "my" | "their" | "your" | "his" | "her"
                )
            })
        });
    let is_bare_number = is_somebody
        && !is_of_something
        && reading.verb.is_some_and(|verb| {
            let rest: Vec<&str> = clause.words[verb.at + 1..]
                .iter()
                .map(|word| word.fold.as_str())
                .filter(|word| !matches!(*word, "now" | "ya" | "already" | "today"))
                .collect();
            matches!(lexicon().name(verb.idea), "be" | "have")
                && !rest.is_empty()
                && (rest.len() == 1 || matches!(rest[1], "and" | "y" | "but" | "so"))
                && is_count(rest[0], clause.language)
        });
    if is_years || is_bare_number {
        mean("age");
    }
    let drives = reading
        .verb
        .is_some_and(|verb| lexicon().name(verb.idea) == "drive");
    if drives
        && clause.has(&[
            "taxi",
            "autobus",
            "bus",
            "camion",
            "truck",
            "lorry",
            "train",
            "tren",
            "tram",
            "ambulancia",
            "ambulance",
        ])
    {
        mean("work");
    } else if drives {
        mean("car");
    }
    if is_be {
        if clause.words.first().is_some_and(|word| {
            word.is_capital && lexicon().noun(&word.fold, clause.language).is_none()
        }) && reading.verb.is_some_and(|verb| verb.at == 1)
            && reading
                .terms
                .iter()
                .any(|term| term.idea.is_some_and(super::clause::is_being))
        {
            mean("name");
        }
        let from = clause.find(&[
            "soy de", "es de", "eres de", "am from", "is from", "are from",
        ]);
        if from.is_some() {
            mean("origin");
        }
        // "Soy del Betis".
        let at = reading.verb.map_or(0, |verb| verb.at);
        if clause.is_at(at + 1, "del")
            && clause.words.get(at + 2).is_some_and(|word| word.is_capital)
        {
            mean("team");
        }
        if clause.has(&[
            "crazy about",
            "mad about",
            "keen on",
            "fond of",
            "obsessed with",
            "a fan of",
            "fan de",
        ]) {
            mean("like");
        }
        if reading
            .terms
            .iter()
            .any(|term| term.idea.is_some_and(|idea| lexicon().is_a(idea, "job")))
        {
            mean("work");
        }
        let at = reading.verb.map_or(0, |verb| verb.at);
        let complement = clause.words.get(at + 1);
        if reading.subject == Subject::User
            && complement.is_some_and(|word| {
                word.is_capital
                    && word.fold != "i"
                    && lexicon().noun(&word.fold, clause.language).is_none()
            })
        {
            mean("name");
        }
    }
    // "My sister Ana", "our cat, Miso": whose name it is.
    for at in 0..clause.words.len() {
        let is_being = lexicon()
            .noun(clause.fold(at), clause.language)
            .is_some_and(super::clause::is_being);
        let next = if matches!(clause.fold(at + 1), "la" | "el") {
            at + 2
        } else {
            at + 1
        };
        if is_being
            && clause.words.get(next).is_some_and(|word| {
                word.is_capital
                    && word.fold != "i"
                    && lexicon().noun(&word.fold, clause.language).is_none()
            })
        {
            mean("name");
        }
    }
    let shares = reading
        .verb
        .is_some_and(|verb| lexicon().name(verb.idea) == "share");
    if shares && clause.has(&["flat", "house", "apartment", "piso", "casa", "apartamento"]) {
        mean("live");
    }
    if clause.has(&["born", "naci", "nacio", "naciste"]) && has_time(clause) {
        mean("birthday");
    }
    terms
}

/// True for a number of at most three figures, in figures or in words: "thirty-three".
pub(super) fn is_count(word: &str, language: Language) -> bool {
    let is_named = |part: &str| {
        lexicon()
            .noun(part, language)
            .is_some_and(|idea| lexicon().is_a(idea, "number"))
            || NUMBERS.split_whitespace().any(|number| number == part)
    };
    word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit())
        || !word.is_empty() && word.split('-').all(is_named)
}

/// Numbers that are ages.
const NUMBERS: &str = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty \
    fifty sixty seventy eighty ninety once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte \
    veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta cuarenta \
    cincuenta sesenta setenta ochenta noventa";

/// True for a word with a digit or a number word.
pub(super) fn is_number(word: &super::text::Word) -> bool {
    word.fold.starts_with(|sign: char| sign.is_ascii_digit())
        || word.fold.contains('-') && is_count(&word.fold, Language::English)
        || lexicon()
            .noun(&word.fold, Language::English)
            .is_some_and(|idea| lexicon().is_a(idea, "number"))
        || matches!(
            word.fold.as_str(),
            "un" | "una"
                | "one"
                | "once"
                | "doce"
                | "eleven"
                | "twelve"
                | "veinte"
                | "twenty"
                | "treinta"
                | "thirty"
        )
}

/// True where a date or a time is in the clause.
pub(super) fn has_time(clause: &Clause<'_>) -> bool {
    clause.words.iter().any(|word| {
        let is_time = lexicon()
            .noun(&word.fold, clause.language)
            .is_some_and(|idea| {
                ["month", "weekday", "time"]
                    .iter()
                    .any(|kind| lexicon().is_a(idea, kind))
                    && !matches!(lexicon().name(idea), "time" | "hour")
            });
        // `may` is a month only with a capital.
        let is_modal = word.fold == "may" && !word.is_capital;
        (is_time && !is_modal)
            || (word.fold.contains([':', '/'])
                && word.fold.starts_with(|sign: char| sign.is_ascii_digit()))
            || (word.fold.len() == 4 && word.fold.bytes().all(|byte| byte.is_ascii_digit()))
            || word.fold.ends_with("pm")
                && word.fold.starts_with(|sign: char| sign.is_ascii_digit())
    }) || clause.has(&["a las", "a la una", "at noon", "al mediodia"])
}

fn has_place(clause: &Clause<'_>) -> bool {
    let prepositions = [
        "en", "al", "de", "desde", "para", "in", "at", "to", "from", "near", "cerca", "junto",
        "for", "with", "on", "under",
    ];
    let is_to = |at: usize| clause.language == Language::Spanish && clause.fold(at) == "a";
    (1..clause.words.len()).any(|at| {
        (prepositions.contains(&clause.fold(at - 1)) || is_to(at - 1)) && !is_time_word(clause, at)
    })
}

/// True for a day, a month, an hour or a number.
pub(super) fn is_time_word(clause: &Clause<'_>, at: usize) -> bool {
    let word = &clause.words[at];
    word.fold.starts_with(|sign: char| sign.is_ascii_digit())
        || (word.fold.chars().count() > 3 || word.fold == "may")
            && lexicon()
                .noun(&word.fold, clause.language)
                .is_some_and(|idea| {
                    lexicon().is_a(idea, "month")
                        || lexicon().is_a(idea, "weekday")
                        || lexicon().is_a(idea, "time")
                })
}

/// How well the piece answers; `None` where it does not.
fn fits(question: &Question, unit: &Unit) -> Option<Found> {
    if question.hard.is_empty() {
        return None;
    }
    if unit.source == Source::Persona && question.subject != Subject::Agent {
        return None;
    }
    let clause = Clause::new(&unit.text, unit.language, false);
    let reading = clause.read(unit.voice);
    let terms = terms_of(&clause, &reading);
    let meets = |asked: &Term| terms.iter().any(|said| same(asked, said));
    if !question.hard.iter().all(meets) {
        return None;
    }
    if unit.source == Source::Echo && is_no_answer(&unit.text) {
        return None;
    }
    let brings_new = terms
        .iter()
        .any(|said| !question.hard.iter().any(|asked| asked.word == said.word));
    if !brings_new && !matches!(question.wants, Wants::YesNo) {
        return None;
    }
    if !is_about_the_same(question, &reading, &clause, &terms) {
        return None;
    }
    // "What's my name?" is not answered by a brother's.
    let asks_own_name = question.subject == Subject::User
        && question.hard.len() == 1
        && is_idea(&question.hard[0], "name");
    if asks_own_name {
        let is_own = match unit.voice {
            Voice::User => super::notes::own_name(&clause, clause.start()).is_some(),
            _ => {
                super::notes::matter_of_line(&unit.text, unit.language)
                    .0
                    .as_deref()
                    == Some("name of user")
            }
        };
        if !is_own {
            return None;
        }
    }
    let asked = Clause::new(&question.text, question.language, true);
    if super::notes::wishes(&clause)
        && !super::notes::wishes(&asked)
        && question.wants == Wants::Place
    {
        return None;
    }
    // Where one lived is not where one lives.
    let asks_past = clause_is_past(question);
    if reading.verb.is_some_and(|verb| verb.is_past)
        && !asks_past
        && matches!(
            question.wants,
            Wants::Place | Wants::Thing | Wants::Name | Wants::Number
        )
        && question.hard.iter().any(|term| term.is_verb)
    {
        return None;
    }
    let mut score = 100 + 8 * question.soft.iter().filter(|asked| meets(asked)).count() as i32;
    score -= if unit.width > 1 { 12 } else { 0 };
    if unit.source == Source::Echo {
        score -= 40;
    }
    let wanted = match question.wants {
        Wants::Time => has_time(&clause),
        Wants::Number => clause
            .words
            .iter()
            .enumerate()
            .any(|(at, word)| is_number(word) && is_of(question, &clause, at)),
        Wants::Place => {
            // "Where does he work?" is answered by what he is.
            let is_job = question.hard.iter().any(|term| is_idea(term, "work"))
                && terms
                    .iter()
                    .any(|term| term.idea.is_some_and(|idea| lexicon().is_a(idea, "job")));
            is_job || has_place(&clause) || question.hard.iter().any(|term| is_idea(term, "origin"))
        }
        Wants::Name => terms.iter().any(|term| is_idea(term, "name")),
        _ => true,
    };
    if !wanted && !matches!(question.wants, Wants::Person) {
        return None;
    }
    let names_being = terms
        .iter()
        .any(|term| term.idea.is_some_and(super::clause::is_being));
    if question.wants == Wants::Person && names_being {
        score += 6;
    }
    if question.wants == Wants::Person && clause.words.iter().skip(1).any(|word| word.is_capital) {
        score += 5;
    }
    // What one denies is no answer to "where", but it is one to "do I".
    let asks_denied = asked.read(Voice::User).denies;
    if reading.denies != asks_denied
        && question.wants != Wants::YesNo
        && question.wants != Wants::About
    {
        score -= 30;
    }
    if reading.verb.is_some_and(|verb| verb.is_past)
        && !question.text.to_lowercase().contains("viv\u{ed}a")
    {
        score -= 10;
    }
    Some(Found {
        unit: unit.clone(),
        reading,
        score,
    })
}

/// True where a question is about what was.
fn clause_is_past(question: &Question) -> bool {
    let clause = Clause::new(&question.text, question.language, true);
    clause.has(&["antes", "before", "used", "use to", "did", "was", "were"])
        || clause.main_verb().is_some_and(|verb| verb.is_past)
}

/// True where a number counts what is asked for: "two sisters", "92 years", "on October 12".
fn is_of(question: &Question, clause: &Clause<'_>, at: usize) -> bool {
    let is_counted = |term: &Term| {
        term.idea.is_some_and(|idea| {
            super::clause::is_being(idea)
                || lexicon().is_a(idea, "thing")
                || lexicon().is_a(idea, "pet")
        })
    };
    let counted: Vec<&Term> = question
        .hard
        .iter()
        .filter(|term| is_counted(term) && !term.is_verb)
        .collect();
    let asks_age = question.hard.iter().any(|term| {
        is_idea(term, "age")
            || is_idea(term, "birthday")
            || is_idea(term, "height")
            || is_idea(term, "weight")
    });
    let Some(counted) = counted.first().filter(|_| !asks_age) else {
        return true;
    };
    let mut near = (at + 1..(at + 4).min(clause.words.len())).map(|next| Term {
        word: clause.fold(next).to_owned(),
        typed: String::new(),
        idea: lexicon().noun(clause.fold(next), clause.language),
        is_name: false,
        is_verb: false,
    });
    near.any(|said| same(counted, &said))
}

/// True where piece and question are about the same one: not of the sister where the user is meant.
fn is_about_the_same(
    question: &Question,
    reading: &Reading,
    clause: &Clause<'_>,
    terms: &[Term],
) -> bool {
    match (question.subject, reading.subject) {
        (Subject::User, Subject::Being(being)) => {
            // "My dog is called …" answers what is asked of a dog.
            question
                .hard
                .iter()
                .any(|term| term.idea.is_some_and(|idea| lexicon().covers(idea, being)))
        }
        (Subject::User, Subject::Agent) => false,
        // "My landlord lives in Vigo" is not where the user lives.
        (Subject::User, Subject::Other) => {
            let is_another = matches!(
                clause.fold(clause.start()),
                "they" | "he" | "she" | "it" | "ellos" | "ella"
            );
            if clause.goes_on() || is_another {
                return false;
            }
            let head = clause
                .possessed(Voice::User)
                .or_else(|| clause.possessed(Voice::Note));
            let is_asked = |at: usize| {
                let head = terms.iter().find(|term| term.word == clause.fold(at));
                head.is_none_or(|head| question.hard.iter().any(|asked| same(asked, head)))
            };
            head.is_none_or(is_asked)
        }
        (Subject::Being(asked), Subject::User) => {
            // "I have a dog called Lua" is about the dog as well; "I live with my sister" is
            // not where she works.
            let _ = asked;
            !owned_by_another(question, clause, terms)
        }
        (Subject::Being(_), Subject::Being(said)) => {
            let is_named = question
                .hard
                .iter()
                .any(|term| term.idea.is_some_and(|idea| lexicon().covers(idea, said)));
            (is_named
                || reading
                    .verb
                    .is_none_or(|verb| lexicon().name(verb.idea) != "have"))
                && !owned_by_another(question, clause, terms)
        }
        _ => true,
    }
}

/// True where what is asked about belongs to somebody who is not in the question: "el perro
/// de mi hermana" for "mi perro".
fn owned_by_another(question: &Question, clause: &Clause<'_>, terms: &[Term]) -> bool {
    let owners = (0..clause.words.len()).filter(|at| match clause.language {
        Language::English => clause.fold(at + 1) == "'s",
        Language::Spanish => {
            *at >= 2
                && matches!(clause.fold(at - 1), "mi" | "su" | "tu")
                && clause.fold(at - 2) == "de"
        }
    });
    let mut owners = owners.filter_map(|at| terms.iter().find(|term| term.word == clause.fold(at)));
    owners.any(|owner| {
        owner.idea.is_some_and(super::clause::is_being)
            && !question.hard.iter().any(|asked| same(asked, owner))
    })
}

/// Words of the agent that say that it does not know.
pub(super) fn is_no_answer(text: &str) -> bool {
    let text = fold(text);
    [
        "no lo se",
        "no se ",
        "no me consta",
        "no lo veo",
        "no encuentro",
        "no aparece",
        "no lo encuentro",
        "no tengo ese dato",
        "don't know",
        "do not know",
        "can't find",
        "no idea",
        "not find",
        "don't see",
        "nothing about",
        "no veo",
        "nada sobre",
        "no lo se seguro",
        "not sure",
        "lo mas cercano",
        "nearest thing",
    ]
    .iter()
    .any(|words| text.contains(words))
}

/// The piece that comes nearest where none answers: it has most of what is asked for.
pub(super) fn nearest(question: &Question, units: &[Unit]) -> Option<Unit> {
    let named: Vec<&Term> = question
        .hard
        .iter()
        .filter(|term| !term.is_verb && !is_idea(term, "name"))
        .collect();
    if named.is_empty() || question.hard.len() < 2 {
        return None;
    }
    let mut told = units.iter().filter(|unit| {
        unit.width <= 1 && unit.source != Source::Echo && unit.source != Source::Persona
    });
    let met = |unit: &&Unit| {
        let clause = Clause::new(&unit.text, unit.language, false);
        let terms = clause.terms();
        named
            .iter()
            .all(|asked| terms.iter().any(|said| same(asked, said)))
    };
    told.rfind(met).cloned()
}
