//! What a message of the user's wants done, in order.

use super::clause::{Clause, Subject, Term, Voice, clauses, same};
use super::language::{Language, detect};
use super::lexicon::lexicon;
use super::notes::{self, Note};
use super::persona::{self, Directive};
use super::phrases::phrases;
use super::question::{self, Question, Wants, is_idea};
use super::reword;
use super::talk;
use super::text::{capitalised, fold, sentences};
use super::view::{Done, Entry, View, string};
use crate::engine::function::Function;

/// One thing that a message wants.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// A fact to note in the user's block.
    Note(Box<Note>),
    /// Something asked of the agent.
    Direct(Directive),
    /// A line of the user's block becomes another.
    Change {
        /// The line as it stands.
        old: String,
        /// What it becomes.
        new: String,
    },
    /// A text for the archive.
    Archive(String),
    /// What is to be forgotten: the terms that its lines have.
    Forget(Vec<Term>),
    /// All that is noted of the user is to be forgotten.
    ForgetAll,
    /// A question.
    Ask(Box<Question>),
    /// What was talked about, between two days if they are named.
    Talked(Option<(String, String)>),
    /// What the user said last.
    LastSaid,
    /// What is known of the user.
    AboutUser,
    /// What the agent sees.
    AboutContext,
    /// The agent's own name.
    OwnName,
    /// Small talk, by the name of its kind.
    Talk(&'static str),
    /// It points to what has left the window.
    Unclear,
    /// A statement that is nothing to note.
    Statement,
}

const REMEMBER: &[&str] = &[
    "recuerda que",
    "recuerda",
    "acuerdate de que",
    "apunta que",
    "apunta",
    "apuntate que",
    "anota que",
    "anota",
    "no olvides que",
    "no te olvides de que",
    "ten en cuenta que",
    "ten presente que",
    "toma nota de que",
    "toma nota",
    "guarda que",
    "memoriza que",
    "quiero que recuerdes que",
    "quiero que sepas que",
    "puedes apuntar que",
    "recuerda esto",
    "apunta esto",
    "remember that",
    "remember this",
    "remember",
    "please remember that",
    "note that",
    "make a note that",
    "make a note",
    "do not forget that",
    "do not forget",
    "keep in mind that",
    "bear in mind that",
    "i want you to remember that",
    "i want you to remember",
    "i want you to know that",
    "take note that",
    "take a note",
    "write down that",
    "write down",
    "can you remember that",
    "note down that",
    "memorize that",
];
const ARCHIVE: &[&str] = &[
    "guarda en tu archivo que",
    "guarda en tu archivo",
    "guarda en el archivo que",
    "guarda en el archivo",
    "guarda esto en tu archivo",
    "guarda esto en el archivo",
    "guardalo en el archivo",
    "archiva que",
    "archiva esto",
    "archiva",
    "apunta en tu archivo que",
    "apunta en tu archivo",
    "apunta en el archivo",
    "anota en tu archivo",
    "mete en el archivo",
    "guarda esto",
    "guardame esto",
    "inserta en el archivo",
    "save this in your archive",
    "save this to your archive",
    "save in your archive that",
    "save in your archive",
    "save to your archive",
    "store this in your archive",
    "store in your archive that",
    "store in your archive",
    "save this in the archive",
    "store this in the archive",
    "put this in your archive",
    "archive this",
    "archive that",
    "save this",
    "store this",
    "archive",
    "add to your archive",
    "add this to your archive",
    "save to the archive",
    "keep this in your archive",
];
const FORGET: &[&str] = &[
    "olvida que",
    "olvida lo de",
    "olvida",
    "olvidate de que",
    "olvidate de",
    "borra que",
    "borra lo de",
    "borra",
    "elimina",
    "quita lo de",
    "ya no recuerdes que",
    "deja de recordar que",
    "forget that",
    "forget about",
    "forget what i said about",
    "forget",
    "delete",
    "erase",
    "remove",
    "stop remembering that",
];
const REMIND: &[&str] = &[
    "recuerdame que",
    "recuerdame",
    "remind me to",
    "remind me that",
    "remind me about",
];

/// What the message at `position` wants, in order.
pub(super) fn of(view: &View, position: usize, language: Language) -> Vec<Act> {
    let Some(Entry::User { text, time }) = view.entries.get(position) else {
        return Vec::new();
    };
    let mut acts = Vec::new();
    let said_before = last_said(view, position);
    if let Some(note) = short_answer(view, position, text, &said_before, language) {
        return vec![Act::Note(Box::new(note))];
    }
    let mut topic: Option<String> = None;
    let mut before: Option<String> = None;
    for sentence in sentences(text).into_iter().take(40) {
        let language = detect(sentence.text).unwrap_or(language);
        let whole = Clause::new(sentence.text, language, sentence.asks);
        if let Some(act) = explicit(&whole) {
            acts.extend(act);
            continue;
        }
        if let Some(act) = not_but(view, &whole).filter(|_| !sentence.asks) {
            acts.extend(act);
            continue;
        }
        if let Some(act) = recounted(view, position, &whole).filter(|_| !sentence.asks) {
            acts.push(act);
            continue;
        }
        let own = persona::manner(view).name;
        for part in clauses(sentence.text, language, sentence.asks) {
            let mut texts = reword::full(&part, own.as_deref());
            // "…, voy lunes y miércoles" says no more than the clause before it.
            let goes_on = is_bare_going(&part) && matches!(acts.last(), Some(Act::Note(_)));
            if goes_on && let Some(before) = before.take() {
                acts.pop();
                texts = vec![format!("{before}, {}", texts.join(", "))];
            }
            for text in &texts {
                let clause = Clause::new(text, language, sentence.asks).like(&part);
                let new = one(view, position, &clause, topic.as_deref(), time);
                if let Some(being) = named_phrase(&clause) {
                    topic = Some(being);
                }
                acts.extend(new);
            }
            before = texts.pop();
        }
    }
    acts
}

/// True for a request to forget or to look something up: it tells nothing itself.
pub(super) fn is_request(whole: &Clause<'_>) -> bool {
    let start = whole.start();
    whole.after(start, FORGET).is_some()
}

/// What a request to forget names; nothing where all is to be forgotten.
pub(super) fn forgets(whole: &Clause<'_>) -> Option<Vec<Term>> {
    let at = whole.after(whole.start(), FORGET)?;
    Some(whole.tail(at).terms())
}

/// "Voy lunes y miércoles", "I go on Mondays": where to is said before.
fn is_bare_going(clause: &Clause<'_>) -> bool {
    let goes = clause.main_verb().is_some_and(|verb| {
        matches!(
            lexicon().name(verb.idea),
            "go" | "come" | "start" | "finish"
        )
    });
    goes && clause.words.len() <= 8
        && !clause.has(&["a", "al", "to", "in"])
        && super::evidence::has_time(clause)
}

/// Requests that name memory, whose rest is taken as it stands.
fn explicit(whole: &Clause<'_>) -> Option<Vec<Act>> {
    let start = whole.start();
    let start = whole
        .after(
            start,
            &[
                "puedes",
                "podrias",
                "can you",
                "could you",
                "i want you to",
                "quiero que",
                "would you",
            ],
        )
        .filter(|_| !whole.asks || whole.has(&["archivo", "archive"]))
        .unwrap_or(start);
    let rest_of = |at: usize| {
        whole
            .rest(at)
            .trim_start_matches([':', ',', '-', '"', '«', '“', ' '])
            .trim()
    };
    if let Some(at) = whole
        .after(start, ARCHIVE)
        .filter(|at| *at < whole.words.len())
    {
        return Some(vec![Act::Archive(capitalised(
            rest_of(at).trim_end_matches(['"', '»', '”']),
        ))]);
    }
    // "Save this in your archive: …" with the text first: "guarda X en tu archivo".
    if let Some((from, _)) = whole.find(&[
        "en tu archivo",
        "en el archivo",
        "to your archive",
        "in your archive",
        "in the archive",
        "to the archive",
    ]) && let Some(at) = whole.after(
        start,
        &["guarda", "save", "store", "put", "mete", "apunta", "keep"],
    ) && from > at
    {
        return Some(vec![Act::Archive(capitalised(whole.slice(at, from)))]);
    }
    if let Some(at) = whole.after(start, FORGET) {
        if whole
            .after(
                at,
                &[
                    "todo",
                    "everything",
                    "it all",
                    "all",
                    "todo lo que sabes de mi",
                    "mi perfil",
                    "my profile",
                ],
            )
            .is_some()
            || matches!(whole.fold(start), "olvidalo" | "borralo")
        {
            return Some(vec![Act::ForgetAll]);
        }
        if whole
            .after(at, &["it", "lo"])
            .is_some_and(|end| end == whole.words.len())
            || at >= whole.words.len()
        {
            return None;
        }
        return Some(vec![Act::Forget(whole.tail(at).terms())]);
    }
    if !whole.asks
        && let Some(at) = whole
            .after(start, REMEMBER)
            .filter(|at| *at < whole.words.len())
    {
        let text = rest_of(at);
        let parts = clauses(text, whole.language, false);
        if parts.iter().any(|part| question::asks(part)) {
            return None;
        }
        // Persona matters first: "recuerda que te llamas Luna".
        if let Some(directive) = persona::read(&Clause::new(text, whole.language, false)) {
            return Some(vec![Act::Direct(directive)]);
        }
        let all_notes: Option<Vec<Note>> = parts.iter().map(notes::read).collect();
        let noted = all_notes
            .filter(|notes| !notes.is_empty())
            .unwrap_or_else(|| vec![notes::forced(&Clause::new(text, whole.language, false))]);
        return Some(
            noted
                .into_iter()
                .map(|note| Act::Note(Box::new(note)))
                .collect(),
        );
    }
    if !whole.asks
        && let Some(at) = whole
            .after(start, REMIND)
            .filter(|at| *at < whole.words.len())
    {
        let tail = whole.tail(at);
        let is_question = question::asks(&tail)
            || tail.words.len() < 2
            || matches!(
                tail.fold(0),
                "mi" | "my" | "quien" | "el" | "la" | "of" | "lo" | "what" | "who"
            );
        if !is_question {
            let told = whole.language.pick(
                format!("Pendiente: {}.", tail.text.trim_end_matches('.')),
                format!("To do: {}.", tail.text.trim_end_matches('.')),
            );
            let mut note = notes::forced(&tail);
            (note.told, note.matter) =
                (super::text::uncapitalised(told.trim_end_matches('.')), None);
            note.line = told;
            return Some(vec![Act::Note(Box::new(note))]);
        }
    }
    None
}

/// What one clause wants.
fn one(
    view: &View,
    position: usize,
    clause: &Clause<'_>,
    topic: Option<&str>,
    now: &str,
) -> Vec<Act> {
    let asks = question::asks(clause);
    if !clause.asks
        && let Some(directive) = persona::read(clause)
    {
        return vec![Act::Direct(directive)];
    }
    if asks {
        if let Some(directive) = persona::read(clause).filter(|_| {
            clause.has(&[
                "puedes",
                "podrias",
                "can you",
                "could you",
                "can i call you",
                "puedo llamarte",
                "would you",
            ])
        }) {
            return vec![Act::Direct(directive)];
        }
        return vec![asked(view, position, clause, now)];
    }
    if let Some(change) = retimed(view, clause).or_else(|| put_right(view, position, clause)) {
        return vec![change];
    }
    if let Some(change) = parted(view, clause) {
        return change;
    }
    // "Se llama Trasno", "and she works there": of whom was told just before.
    if let Some(note) = pointing(view, position, clause, topic) {
        return vec![Act::Note(Box::new(note))];
    }
    if let Some(note) = notes::read(clause) {
        return vec![Act::Note(Box::new(note))];
    }
    if let Some(note) = view
        .human
        .as_ref()
        .and_then(|block| notes::of_known(clause, &block.value))
    {
        return vec![Act::Note(Box::new(note))];
    }
    match talk::kind(clause) {
        Some(kind) => vec![Act::Talk(kind.name)],
        None if view.summary.is_some() && points_back(clause) => vec![Act::Unclear],
        None if clause.terms().is_empty() && clause.words.len() < 3 => Vec::new(),
        None => vec![Act::Statement],
    }
}

/// What a question asks for.
fn asked(view: &View, position: usize, clause: &Clause<'_>, now: &str) -> Act {
    let own_name = [
        "como te llamas",
        "cual es tu nombre",
        "quien eres",
        "tu nombre",
        "te llamas",
        "what is your name",
        "who are you",
        "your name",
        "what are you called",
        "what should i call you",
        "como te llamo",
        "do you have a name",
        "tienes nombre",
        "what do i call you",
    ];
    let mine = clause.words.iter().any(|word| {
        matches!(
            word.fold.as_str(),
            "mi" | "mis" | "me" | "yo" | "my" | "i" | "nuestro" | "nuestra" | "our" | "mine"
        )
    });
    if clause.has(&own_name) && !clause.has(&["me llamo", "mi nombre", "my name"]) {
        return Act::OwnName;
    }
    const OF_USER: &[&str] = &[
        "sabes de mi",
        "sabes sobre mi",
        "recuerdas de mi",
        "recuerdas sobre mi",
        "me conoces",
        "te he contado de mi",
        "te acuerdas de mi",
        "que te he contado",
        "que te he dicho hasta ahora",
        "que te dije hasta ahora",
        "que cosas te he dicho",
        "que cosas te dije",
        "que te he dicho de mi",
        "que te dije de mi",
        "que sabes tu de mi",
        "te acuerdas de todo",
        "know about me",
        "remember about me",
        "told you about me",
        "tell me about me",
        "tell me about myself",
        "about myself",
        "do you know me",
        "do you remember me",
        "what have i told you",
        "mi perfil",
        "my profile",
        "know of me",
        "quien soy yo",
        "quien soy",
    ];
    // "Te acuerdas de mi bicicleta" asks of the bicycle.
    let has_object = |end: usize| {
        clause
            .words
            .get(end - 1)
            .is_some_and(|word| word.low == "mi")
            && clause.words.get(end).is_some_and(|next| {
                !next.after_pause && !super::clause::is_light(&next.fold, clause.language)
            })
    };
    if let Some((_, end)) = clause.find(OF_USER)
        && !of_something(clause)
        && !has_object(end)
    {
        return Act::AboutUser;
    }
    const OF_CONTEXT: &[&str] = &[
        "en tu contexto",
        "en el contexto",
        "que ves",
        "puedes ver",
        "que estas viendo",
        "que tienes a la vista",
        "que tienes en memoria",
        "que hay en tu memoria",
        "que tienes en la memoria",
        "que recuerdas",
        "de que te acuerdas",
        "que sabes",
        "en tu ventana",
        "tu contexto",
        "in your context",
        "what do you see",
        "can you see",
        "what is in your memory",
        "what do you remember",
        "what do you know",
        "in your window",
        "your context",
        "what can you remember",
        "what do you have in memory",
    ];
    if let Some((_, end)) = clause
        .find(OF_CONTEXT)
        .filter(|_| !mine || clause.has(&["tu contexto", "your context"]))
        && (end >= clause.words.len()
            || matches!(
                clause.fold(end),
                "ahora"
                    | "now"
                    | "right"
                    | "tu"
                    | "exactamente"
                    | "exactly"
                    | "in"
                    | "at"
                    | "en"
                    | "hasta"
                    | "so"
                    | "mismo"
                    | "then"
            ))
    {
        return Act::AboutContext;
    }
    const TALKED: &[&str] = &[
        "hablamos",
        "hablado",
        "hablabamos",
        "conversamos",
        "te dije",
        "te conte",
        "dije",
        "dijimos",
        "did we talk",
        "have we talked",
        "we talked",
        "did we discuss",
        "we discussed",
        "did i say",
        "did i tell you",
        "i said",
        "i told you",
        "were we talking",
        "we say",
        "did we speak",
        "estabamos hablando",
        "have we discussed",
        "te he contado",
        "te he dicho",
    ];
    if clause.has(&["ultimo que", "lo ultimo", "last thing", "ultima cosa"]) && clause.has(TALKED)
        || clause.has(&[
            "did i just say",
            "que acabo de decir",
            "que te acabo de decir",
        ])
    {
        return Act::LastSaid;
    }
    if clause.has(TALKED) {
        let dates = super::dates::range(clause, now);
        let question = question::read(clause);
        let subject_terms: Vec<&Term> = question
            .hard
            .iter()
            .filter(|term| !is_date_term(term))
            .collect();
        if dates.is_some() && subject_terms.is_empty() {
            return Act::Talked(dates);
        }
        if subject_terms.is_empty()
            && clause.has(&[
                "hablamos",
                "hablado",
                "hablabamos",
                "conversamos",
                "estabamos hablando",
                "talk",
                "talked",
                "discuss",
                "discussed",
                "talking",
                "speak",
            ])
        {
            return Act::Talked(None);
        }
    }
    let reading = clause.read(Voice::User);
    let mine = mine
        || clause.language == Language::Spanish
            && clause.main_verb().is_some_and(|verb| {
                clause.spanish_form(verb.at, true).is_some_and(|form| {
                    form.person == super::spanish::Person::First && !form.is_shared
                })
            });
    let has_cue = clause.has(&[
        "recuerdas",
        "acuerdas",
        "dije",
        "dicho",
        "conte",
        "contado",
        "sabes",
        "remember",
        "know",
        "told",
        "tell",
        "said",
        "say",
        "recuerdame",
        "remind",
    ]);
    if let Some(kind) = talk::kind(clause).filter(|kind| kind.name != "greeting")
        && (!mine
            || (reading.subject == Subject::Agent && !has_cue)
            || matches!(
                kind.name,
                "clock" | "what_are_you" | "joke" | "pardon" | "how_are_you" | "what_can_you_do"
            ))
    {
        return Act::Talk(kind.name);
    }
    let mut question = question::read(clause);
    resolve(view, position, clause, &mut question);
    if question.hard.is_empty() && question.soft.is_empty() {
        return Act::Talk("pardon");
    }
    Act::Ask(Box::new(question))
}

/// True where the question is of something else beside the user.
fn of_something(clause: &Clause<'_>) -> bool {
    clause
        .terms()
        .iter()
        .any(|term| term.idea.is_some_and(super::clause::is_being))
}

fn is_date_term(term: &Term) -> bool {
    term.idea.is_some_and(|idea| {
        ["month", "weekday", "time"]
            .iter()
            .any(|kind| lexicon().is_a(idea, kind))
    }) || term.word.starts_with(|sign: char| sign.is_ascii_digit())
        || matches!(
            term.word.as_str(),
            "hablamos"
                | "hablado"
                | "talk"
                | "talked"
                | "discuss"
                | "pasada"
                | "pasado"
                | "speak"
                | "discussed"
                | "antes"
        )
        || is_idea(term, "speak")
}

/// What a question leaves to what was said before: "¿y mi gato?", "where does she live?".
fn resolve(view: &View, position: usize, clause: &Clause<'_>, question: &mut Question) {
    let goes_on = matches!(clause.fold(0), "y" | "and")
        || clause
            .after(
                0,
                &[
                    "what about",
                    "how about",
                    "que hay de",
                    "que pasa con",
                    "and what about",
                    "and how about",
                ],
            )
            .is_some();
    let before: Option<Question> = goes_on.then(|| last_question(view, position)).flatten();
    if let Some(before) = before.filter(|_| {
        matches!(question.wants, Wants::YesNo | Wants::Thing)
            && question.hard.iter().all(|term| !term.is_verb)
    }) {
        let kept = before.hard.iter().filter(|term| {
            !question.hard.iter().any(|new| new.word == term.word)
                && !term.idea.is_some_and(super::clause::is_being)
                && (term.is_verb
                    || is_idea(term, "name")
                    || is_idea(term, "birthday")
                    || is_idea(term, "age")
                    || is_idea(term, "work")
                    || is_idea(term, "favourite"))
        });
        let kept: Vec<Term> = kept.cloned().collect();
        question
            .search
            .extend(kept.iter().map(|term| term.typed.clone()));
        question.hard.extend(kept);
        question.wants = before.wants;
        return;
    }
    let names_someone = question
        .hard
        .iter()
        .any(|term| term.idea.is_some_and(super::clause::is_being) || term.is_name);
    let points = match clause.language {
        Language::English => clause.words.iter().any(|word| {
            matches!(
                word.fold.as_str(),
                "she" | "he" | "it" | "his" | "her" | "its" | "him"
            )
        }),
        Language::Spanish => {
            question.subject == Subject::Other
                && !clause.has(&["mi", "mis"])
                && !names_someone
                && clause.main_verb().is_some_and(|verb| {
                    matches!(
                        lexicon().name(verb.idea),
                        "name" | "live" | "work" | "study" | "like" | "turn" | "born" | "have"
                    )
                })
                && !question
                    .hard
                    .iter()
                    .any(|term| term.is_name || (!term.is_verb && !is_idea(term, "age")))
        }
    };
    if points
        && !names_someone
        && let Some(word) = topic_before(view, position)
    {
        let topic = Clause::new(&word, clause.language, false);
        let terms = topic.terms();
        if let Some(idea) = terms.first().and_then(|term| term.idea) {
            question.subject = Subject::Being(idea);
        }
        question
            .search
            .splice(0..0, terms.iter().map(|term| term.typed.clone()));
        question.hard.extend(terms);
    }
}

/// The question that the user asked last before a position.
fn last_question(view: &View, position: usize) -> Option<Question> {
    view.user_texts()
        .filter(|(at, _)| *at < position)
        .take(3)
        .find_map(|(_, text)| {
            let language = detect(text).unwrap_or(view.language);
            sentences(text).iter().rev().find_map(|sentence| {
                let clause = Clause::new(sentence.text, language, sentence.asks);
                question::asks(&clause)
                    .then(|| question::read(&clause))
                    .filter(|question| !question.hard.is_empty())
            })
        })
}

/// The person or animal of the user's that was spoken of last before a position.
fn topic_before(view: &View, position: usize) -> Option<String> {
    view.user_texts()
        .filter(|(at, _)| *at < position)
        .take(2)
        .find_map(|(_, text)| {
            let language = detect(text).unwrap_or(view.language);
            sentences(text).iter().rev().find_map(|sentence| {
                being_phrase(&Clause::new(sentence.text, language, sentence.asks))
            })
        })
}

/// The person or animal that a clause speaks of, with whose it is: `perro de mi hermana`,
/// `sister's dog`.
fn being_phrase(clause: &Clause<'_>) -> Option<String> {
    let is_being = |at: usize| {
        // "A child's violin" speaks of the violin.
        let owns = clause.language == Language::English
            && clause.fold(at + 1) == "'s"
            && !lexicon()
                .noun(clause.fold(at + 2), clause.language)
                .is_some_and(super::clause::is_being);
        !owns
            && lexicon()
                .noun(clause.fold(at), clause.language)
                .is_some_and(super::clause::is_being)
            && !super::clause::is_light(clause.fold(at), clause.language)
    };
    let at = (0..clause.words.len()).find(|at| is_being(*at))?;
    let end = match clause.language {
        Language::Spanish
            if clause.fold(at + 1) == "de"
                && matches!(clause.fold(at + 2), "mi" | "mis")
                && is_being(at + 3) =>
        {
            at + 4
        }
        Language::English if clause.fold(at + 1) == "'s" && is_being(at + 2) => at + 3,
        _ => at + 1,
    };
    Some(clause.slice(at, end).to_lowercase())
}

/// The same with all that says who it is: "best friend Oona".
fn named_phrase(clause: &Clause<'_>) -> Option<String> {
    let being = being_phrase(clause)?;
    let from = (0..clause.words.len())
        .find(|at| clause.rest(*at).to_lowercase().starts_with(being.as_str()))?;
    let first = from + Clause::new(&being, clause.language, false).words.len();
    let mut end = first;
    while clause
        .words
        .get(end)
        .is_some_and(|word| word.is_capital && !word.after_pause && word.fold != "i")
    {
        end += 1;
    }
    let is_mine = |at: usize| matches!(clause.fold(at), "mi" | "mis" | "my" | "our");
    let owner = (from.saturating_sub(3)..from).rev().find(|at| is_mine(*at));
    let before = owner.map_or("", |at| clause.slice(at + 1, from));
    let words = format!("{before} {being} {}", clause.slice(first, end));
    Some(words.trim().to_owned())
}

/// True where a pronoun may mean somebody: "he" is no sister and "it" is no person.
fn may_mean(pronoun: &str, topic: &str, language: Language) -> bool {
    let first = topic.split(' ').next().unwrap_or_default();
    let last = topic
        .split([' ', '\''])
        .rfind(|word| word.chars().next().is_some_and(char::is_lowercase) && *word != "s")
        .unwrap_or(first);
    let who = language.pick(first, last);
    let idea = lexicon().noun(&fold(who), language);
    let name = idea.map_or("", |idea| lexicon().name(idea));
    match pronoun {
        "he" | "his" | "el" => !matches!(
            name,
            "sister"
                | "mother"
                | "daughter"
                | "wife"
                | "girlfriend"
                | "aunt"
                | "niece"
                | "grandmother"
        ),
        "she" | "her" | "ella" => !matches!(
            name,
            "brother"
                | "father"
                | "son"
                | "husband"
                | "boyfriend"
                | "uncle"
                | "nephew"
                | "grandfather"
        ),
        "it" | "its" => idea.is_some_and(|idea| lexicon().is_a(idea, "pet")),
        "they" => who.ends_with('s') || matches!(who, "children" | "people"),
        _ => true,
    }
}

/// "Se llama Trasno", "trabaja en un hospital", "she's a nurse": a clause that leaves open
/// whom it is about, read as of the one who was told of just before.
fn pointing(
    view: &View,
    position: usize,
    clause: &Clause<'_>,
    topic: Option<&str>,
) -> Option<Note> {
    let start = clause.start();
    let at = match clause.language {
        Language::Spanish => {
            let reading = clause.read(Voice::User);
            let verb = reading.verb?;
            let form = super::clause::spanish_form(clause, verb.at, start)?;
            let is_third = form.person == super::spanish::Person::Third || form.is_shared;
            let at = clause
                .after(start, &["ella", "el"])
                .filter(|at| *at <= verb.at)
                .unwrap_or(start);
            let is_bare = (at..verb.at).all(|at| {
                matches!(
                    clause.fold(at),
                    "se" | "no" | "ya" | "le" | "tambien" | "nunca" | "siempre" | "solo"
                )
            });
            let own = clause.after(start, &["su nombre"]).is_some();
            if !(own || (is_third && is_bare && reading.subject == Subject::Other)) {
                return None;
            }
            at
        }
        Language::English => {
            let pronoun = clause.after(
                start,
                &[
                    "she", "he", "it", "they", "her name", "his name", "its name",
                ],
            );
            let inherits = clause.inherits && topic.is_some();
            match pronoun {
                Some(_) if matches!(clause.fold(start), "her" | "his" | "its") => start,
                Some(at) => at,
                None if inherits => start,
                None => return None,
            }
        }
    };
    let before = topic_before(view, position);
    let topic = topic
        .map(str::to_owned)
        .or(before)
        .filter(|topic| may_mean(clause.fold(start), topic, clause.language))?;
    let is_plural = topic
        .split(' ')
        .next()
        .is_some_and(|first| first.ends_with('s') && clause.language == Language::Spanish);
    let mine = if is_plural { "mis" } else { "mi" };
    let calls = if is_plural { "se llaman" } else { "se llama" };
    let rest = clause.rest(at);
    // "She's called Biscuit".
    let spelled = rest.strip_prefix(['\'', '’']).and_then(|rest| {
        let is = rest.strip_prefix("s ").map(|rest| format!("is {rest}"));
        is.or_else(|| rest.strip_prefix("re ").map(|rest| format!("are {rest}")))
    });
    let rest = spelled.as_deref().unwrap_or(rest);
    let text = match clause.after(
        at,
        &["her name is", "his name is", "its name is", "su nombre es"],
    ) {
        Some(name) => clause.language.pick(
            format!("{mine} {topic} {calls} {}", clause.rest(name)),
            format!("my {topic} is called {}", clause.rest(name)),
        ),
        None => {
            let rest = super::text::uncapitalised(rest);
            // "A mi amiga le encanta …".
            let mine = if rest.starts_with("le ") && clause.language == Language::Spanish {
                format!("a {mine}")
            } else {
                mine.to_owned()
            };
            clause.language.pick(
                format!("{mine} {topic} {rest}"),
                format!("my {topic} {rest}"),
            )
        }
    };
    notes::read(&Clause::new(&text, clause.language, false))
}

/// What the agent said last before a position.
pub(super) fn last_said(view: &View, position: usize) -> String {
    let said = view.entries[..position.min(view.entries.len())]
        .iter()
        .rev()
        .find_map(|entry| match entry {
            Entry::Said(text) => Some(text.clone()),
            _ => None,
        });
    said.unwrap_or_default()
}

/// "Laura" behind "¿Cómo te llamas?", "Trasno" behind "¿Cómo se llama?".
fn short_answer(
    view: &View,
    position: usize,
    text: &str,
    said: &str,
    language: Language,
) -> Option<Note> {
    let words = text.trim().trim_end_matches(['.', '!']);
    if words.contains(['?', '¿', '\n']) {
        return None;
    }
    let ends_with = |key: &str| {
        [Language::Spanish, Language::English]
            .into_iter()
            .any(|language| {
                phrases(language, key)
                    .iter()
                    .any(|phrase| said.trim_end().ends_with(phrase))
            })
    };
    let clause = Clause::new(words, language, false);
    let start = clause.start();
    let is_plain = |at: usize| {
        (1..=3).contains(&clause.words.len().saturating_sub(at))
            && clause.words[at..].iter().all(|word| {
                lexicon().noun(&word.fold, language).is_none()
                    && !super::clause::is_light(&word.fold, language)
                    && word.fold.chars().all(char::is_alphabetic)
            })
            && talk::kind(&clause).is_none()
            && clause.verb_at(at, at).is_none()
    };
    let name_at = clause
        .after(
            start,
            &[
                "se llama",
                "es",
                "it is",
                "is",
                "her name is",
                "his name is",
                "its name is",
            ],
        )
        .unwrap_or(start);
    let large = |at: usize| {
        clause
            .rest(at)
            .split(' ')
            .map(capitalised)
            .collect::<Vec<_>>()
            .join(" ")
    };
    if ends_with("ask_name") && is_plain(start) {
        let text = language.pick(
            format!("me llamo {}", large(start)),
            format!("my name is {}", large(start)),
        );
        return notes::read(&Clause::new(&text, language, false));
    }
    if ends_with("ask_its_name") && is_plain(name_at) {
        let being = topic_before(view, position)?;
        let text = language.pick(
            format!("mi {being} se llama {}", large(name_at)),
            format!("my {being} is called {}", large(name_at)),
        );
        return notes::read(&Clause::new(&text, language, false));
    }
    None
}

/// The line that was noted last before a position, if it still stands in the user's block.
fn last_line(view: &View, position: usize) -> Option<String> {
    let block = &view.human.as_ref()?.value;
    let edited = view.entries[..position.min(view.entries.len())]
        .iter()
        .rev()
        .find_map(|entry| match entry {
            Entry::Call(Done {
                function: Some(Function::CoreMemoryAppend),
                arguments,
                result: Some((true, _)),
            }) => Some(string(arguments, "content")),
            Entry::Call(Done {
                function: Some(Function::CoreMemoryReplace),
                arguments,
                result: Some((true, _)),
            }) => Some(string(arguments, "new_content")),
            _ => None,
        });
    let last = edited
        .as_deref()
        .and_then(|text| text.lines().last().map(str::to_owned))
        .filter(|line| block.lines().any(|other| other == line));
    // What the agent said last may point to another line.
    let said = last_said(view, position);
    let pointed = block.lines().find(|line| {
        let told = super::answer::told_line(line, view.language);
        !told.is_empty() && fold(&said).contains(&fold(&told))
    });
    pointed.map(str::to_owned).or(last)
}

/// "No, es Lugo", "actually it's Lugo", "no se llama Ana, se llama Eva".
fn put_right(view: &View, position: usize, clause: &Clause<'_>) -> Option<Act> {
    if let Some(change) = moved(view, position, clause) {
        return Some(change);
    }
    let is_no = matches!(clause.fold(0), "no" | "nope");
    let corrects = is_no || clause.has(notes::CORRECTING);
    if !corrects || clause.words.len() > 12 {
        return None;
    }
    let mut at = 0;
    while let Some(next) = clause.after(
        at,
        &[
            "no",
            "nope",
            "perdon",
            "perdona",
            "sorry",
            "en realidad",
            "actually",
            "me equivoque",
            "me he equivocado",
            "i was wrong",
            "i meant",
            "i mean",
            "queria decir",
            "quise decir",
            "quiero decir",
            "mejor dicho",
            "my mistake",
            "que",
            "it is",
            "es",
            "era",
            "it was",
            "that is",
            "in fact",
            "rather",
            "oh",
            "ay",
            "wait",
            "espera",
            "vamos",
            "not",
        ],
    ) {
        at = next;
    }
    let rest = clause.tail(at);
    if at == 0
        || rest.words.is_empty()
        || rest.words.len() > 7
        || notes::own_name(clause, at).is_some()
    {
        return None;
    }
    let has_own_verb = rest
        .main_verb()
        .is_some_and(|verb| !matches!(lexicon().name(verb.idea), "be"));
    // "Sorry, the wedding is on Sunday" is a sentence of its own.
    let has_own_subject = rest.main_verb().is_some_and(|verb| {
        verb.at > 0
            && rest.words[..verb.at]
                .iter()
                .any(|word| lexicon().noun(&word.fold, rest.language).is_some())
    });
    if has_own_verb || has_own_subject || talk::kind(&rest).is_some() || rest.terms().is_empty() {
        return None;
    }
    // "No es Ana, es Eva" and "it's not Ana, it's Eva": the old value is named.
    let line = last_line(view, position)?;
    let is_counted = |words: &Clause<'_>| {
        let is_count = |word: &super::text::Word| counts(&word.fold, words.language);
        words.words.iter().any(is_count)
    };
    // A number is no place and no name.
    if rest
        .words
        .first()
        .is_some_and(|word| counts(&word.fold, rest.language))
        && !is_counted(&Clause::new(
            &line,
            detect(&line).unwrap_or(view.language),
            false,
        ))
    {
        return None;
    }
    let value = rest.text.trim_end_matches(['.', ',']);
    let value = match rest.find(&["no", "not"]) {
        Some((from, _)) if from > 0 => rest.slice(0, from),
        _ => value,
    };
    let new = with_value(&line, value, view.language)?;
    (new != line).then_some(Act::Change { old: line, new })
}

/// What gives something said before another value.
const MOVED: &[&str] = &[
    "they moved it to",
    "they have moved it to",
    "it was moved to",
    "it has been moved to",
    "it got moved to",
    "moved it to",
    "they changed it to",
    "it is now on",
    "it is now",
    "now it is on",
    "now it is",
    "it will be on",
    "it is on",
    "it changed to",
    "me lo han cambiado al",
    "me lo han cambiado a",
    "lo han cambiado al",
    "lo han cambiado a",
    "me lo han pasado al",
    "lo han pasado al",
    "lo han movido al",
    "se ha pasado al",
    "se ha cambiado al",
    "me la han cambiado al",
    "la han cambiado al",
    "la han pasado al",
    "la han movido al",
    "ahora es a",
    "ahora es",
    "ahora sera",
    "es ahora",
    "al final es",
    "sera",
];

/// "Now it is purple", "no, four": it says nothing without what was said before.
fn points_back(clause: &Clause<'_>) -> bool {
    let is_moved = (0..=clause.start().min(2)).any(|at| clause.after(at, MOVED).is_some());
    let is_count = matches!(clause.fold(0), "no" | "nope")
        && clause
            .words
            .get(1)
            .is_some_and(|word| counts(&word.fold, clause.language));
    (is_moved || is_count) && clause.words.len() <= 6
}

/// True for a number, in digits or in a word.
fn counts(word: &str, language: Language) -> bool {
    let is_digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_digits
        || lexicon()
            .noun(word, language)
            .is_some_and(|idea| lexicon().is_a(idea, "number"))
}

/// "They moved it to Friday", "ahora es el viernes": the line that was noted last gets another day.
fn moved(view: &View, position: usize, clause: &Clause<'_>) -> Option<Act> {
    let end = (0..=clause.start().min(2)).find_map(|at| clause.after(at, MOVED))?;
    let value = clause.rest(end).trim_end_matches(['.', ',']);
    let value_clause = clause.tail(end);
    if value.is_empty() || value_clause.words.len() > 6 {
        return None;
    }
    let line = last_line(view, position)?;
    let language = detect(&line).unwrap_or(view.language);
    let said = Clause::new(line.trim_end_matches('.'), language, false);
    // "Ahora es el morado": a colour for a colour.
    let is_same_kind = || {
        let value = Clause::new(value, language, false);
        same_kind(&said, &value, |word| lexicon().noun(word, language)).is_some()
    };
    if !super::evidence::has_time(&value_clause) && !is_same_kind() {
        return None;
    }
    let new = super::edits::retimed(&said, &value_clause)
        .or_else(|| with_value(&line, value, view.language))?;
    (new != line).then_some(Act::Change { old: line, new })
}

/// "No, four", "cuatro, todos negros", "no, four cats": the line that counts them gets another
/// number, and what is said of them.
fn recounted(view: &View, position: usize, clause: &Clause<'_>) -> Option<Act> {
    let is_no = matches!(clause.fold(0), "no" | "nope");
    let at = usize::from(is_no);
    let number = clause.words.get(at)?;
    // What is counted may be named again.
    let of_what = clause.words.get(at + 1).filter(|word| !word.after_pause);
    let end = of_what.map_or(number.end, |word| word.end);
    let said_of_them = clause.text[end..].trim_end_matches(['.', '!', ' ']);
    if !counts(&number.fold, clause.language)
        || clause.words.len() > 8
        || clause.main_verb().is_some()
        || !(said_of_them.starts_with(',') || (is_no && said_of_them.is_empty()))
    {
        return None;
    }
    // Where a line has its count.
    let count = |line: &str| {
        let language = detect(line).unwrap_or(view.language);
        let said = Clause::new(line, language, false);
        let is_same = |at: usize| {
            let counted = said.fold(at + 1);
            counted.ends_with('s') && of_what.is_none_or(|word| word.fold == counted)
        };
        let found = said
            .words
            .iter()
            .enumerate()
            .find(|(at, word)| counts(&word.fold, language) && is_same(*at));
        let range = found.map(|(_, word)| (word.start, word.end));
        range.filter(|_| !super::evidence::has_time(&said))
    };
    let lines = &view.human.as_ref()?.value;
    let last = last_line(view, position).filter(|line| count(line).is_some());
    let line = last.or_else(|| {
        let mut all = lines.lines().filter(|line| count(line).is_some());
        all.next()
            .filter(|_| all.next().is_none())
            .map(str::to_owned)
    })?;
    let told = super::answer::told_line(&line, view.language);
    let is_told = fold(&last_said(view, position)).contains(&fold(&told));
    if !is_no && of_what.is_none() && !is_told {
        return None;
    }
    let body = line.trim_end_matches('.');
    let (from, to) = count(body)?;
    let number = clause.text[number.start..number.end].to_lowercase();
    let new = format!("{}{number}{}{said_of_them}.", &body[..from], &body[to..]);
    (new != line).then_some(Act::Change { old: line, new })
}

/// "The wedding is on Sunday the 13th": the line that speaks of it gets the other day.
fn retimed(view: &View, clause: &Clause<'_>) -> Option<Act> {
    let verb = clause
        .main_verb()
        .filter(|verb| matches!(lexicon().name(verb.idea), "be" | "change" | "move" | "put"))?;
    let is_be = lexicon().name(verb.idea) == "be";
    // "Me han cambiado la operación al jueves": what is moved stands behind the verb.
    let head: Vec<Term> = clause
        .tail(clause.start())
        .terms()
        .into_iter()
        .filter(|term| {
            !is_be && !term.is_verb && !is_date_term(term)
                || clause.words[clause.start()..verb.at]
                    .iter()
                    .any(|word| word.fold == term.word)
        })
        .collect();
    let is_about = |said: &Clause<'_>| {
        let terms = said.terms();
        head.iter()
            .all(|asked| terms.iter().any(|said| same(asked, said)))
    };
    let is_self = head
        .iter()
        .all(|term| term.idea.is_some_and(super::clause::is_being) || is_date_term(term));
    if head.is_empty() || is_self || clause.words.len() > 14 || is_unreal(clause) {
        return None;
    }
    let mut lines = view.human.as_ref()?.value.lines().filter_map(|line| {
        let language = detect(line).unwrap_or(view.language);
        let said = Clause::new(line.trim_end_matches('.'), language, false);
        let new = is_about(&said)
            .then(|| super::edits::retimed(&said, clause))
            .flatten()?;
        Some((line.to_owned(), new))
    });
    let (old, new) = lines.next()?;
    (lines.next().is_none() && old != new).then_some(Act::Change { old, new })
}

/// True where it says that it may not be so.
fn is_unreal(clause: &Clause<'_>) -> bool {
    clause.has(&["if", "si", "ojala", "maybe", "quiza", "quizas", "not", "no"])
        && clause.words.first().is_none_or(|word| word.fold != "no")
}

/// The line with another value where its own stands.
pub(super) fn with_value(line: &str, value: &str, fallback: Language) -> Option<String> {
    let body = line.trim_end().trim_end_matches('.');
    let language = detect(body).unwrap_or(fallback);
    let clause = Clause::new(body, language, false);
    let has_digit = |text: &str| text.contains(|sign: char| sign.is_ascii_digit());
    let count = clause.words.len();
    let names = |at: usize| at > 0 && clause.words[at].is_capital;
    let value_words = Clause::new(value, language, false);
    let is_capital = value_words
        .words
        .first()
        .is_some_and(|word| word.is_capital);
    let kind_of = |fold: &str| lexicon().noun(fold, language);
    // A date for a date, a name for a name, a colour for a colour; else what stands last.
    let from = if has_digit(value) && clause.words.iter().any(|word| has_digit(&word.fold)) {
        let first = (0..count).find(|at| has_digit(clause.fold(*at)))?;
        let starts_with_article = matches!(value_words.fold(0), "el" | "on" | "las" | "a" | "the");
        if starts_with_article
            && first > 0
            && matches!(clause.fold(first - 1), "el" | "on" | "the" | "las")
        {
            first - 1
        } else {
            first
        }
    } else if let Some(at) = same_kind(&clause, &value_words, kind_of) {
        let value = value_words
            .words
            .last()
            .map_or(value, |word| &value[word.start..word.end]);
        return Some(format!(
            "{}{}{}.",
            &clause.text[..clause.words[at].start],
            value,
            &clause.text[clause.words[at].end..]
        ));
    } else if let Some(at) = (0..count).rev().find(|at| names(*at)) {
        let mut first = at;
        while first > 1 && names(first - 1) {
            first -= 1;
        }
        return Some(format!(
            "{}{}{}.",
            &clause.text[..clause.words[first].start],
            if is_capital {
                value.to_owned()
            } else {
                capitalised(value)
            },
            &clause.text[clause.words[at].end..]
        ));
    } else {
        let verb = clause.main_verb()?;
        verb.at + 1
    };
    let start = clause.words.get(from)?.start;
    Some(format!("{}{}.", &clause.text[..start], value))
}

fn same_kind(
    line: &Clause<'_>,
    value: &Clause<'_>,
    kind_of: impl Fn(&str) -> Option<super::lexicon::Idea>,
) -> Option<usize> {
    let bare: Vec<&str> = value
        .words
        .iter()
        .map(|word| word.fold.as_str())
        .filter(|word| {
            !matches!(
                *word,
                "el" | "la" | "on" | "the" | "a" | "an" | "un" | "una" | "de" | "next"
            )
        })
        .collect();
    let [only] = bare.as_slice() else { return None };
    let new = kind_of(only)?;
    let kinds = [
        "colour",
        "month",
        "weekday",
        "person",
        "pet",
        "food",
        "drink",
        "sport",
        "job",
        "number",
        "instrument",
    ];
    let kind = kinds.into_iter().find(|kind| lexicon().is_a(new, kind))?;
    (0..line.words.len()).rev().find(|at| {
        kind_of(line.fold(*at))
            .is_some_and(|idea| lexicon().is_a(idea, kind) && lexicon().name(idea) != kind)
    })
}

/// "James is now my ex", "lo he dejado con Marta": the line with the partner becomes one with a former partner.
fn parted(view: &View, clause: &Clause<'_>) -> Option<Vec<Act>> {
    const PARTED: &[&str] = &[
        "es mi ex",
        "ahora es mi ex",
        "ya es mi ex",
        "hemos roto",
        "hemos cortado",
        "lo hemos dejado",
        "lo dejamos",
        "rompimos",
        "cortamos",
        "he roto con",
        "he cortado con",
        "rompi con",
        "corte con",
        "lo he dejado con",
        "lo deje con",
        "nos hemos separado",
        "nos hemos divorciado",
        "me he divorciado",
        "me divorcie",
        "me he separado",
        "ya no estoy con",
        "ya no salgo con",
        "ya no somos pareja",
        "me ha dejado",
        "me dejo",
        "me ha dejao",
        "is my ex",
        "is now my ex",
        "broke up",
        "we broke up",
        "i broke up with",
        "split up",
        "we split",
        "we are no longer together",
        "we are not together",
        "i am divorced",
        "got divorced",
        "we divorced",
        "i left",
        "dumped me",
        "is my ex now",
        "no longer with",
        "not with",
    ];
    if clause.has(&["my ex", "mi ex"]) {
        clause
            .main_verb()
            .filter(|verb| lexicon().name(verb.idea) == "be")?;
    } else {
        clause.find(PARTED)?;
    }
    let block = &view.human.as_ref()?.value;
    let is_former = |line: &str| {
        let language = detect(line).unwrap_or(view.language);
        Clause::new(line, language, false)
            .terms()
            .iter()
            .any(|term| is_idea(term, "ex"))
    };
    // "zoe dumped me": who stands before it has a name, however it is typed.
    let text = match clause.words.first() {
        Some(first)
            if lexicon().noun(&first.fold, clause.language).is_none()
                && !super::clause::is_light(&first.fold, clause.language)
                && clause.verb_at(0, 0).is_none() =>
        {
            capitalised(clause.text)
        }
        _ => notes::with_capitals(clause),
    };
    let clause = &clause.reworded(&text);
    let named: Vec<&str> = clause
        .words
        .iter()
        .filter(|word| {
            word.is_capital
                && word.fold != "i"
                && lexicon().noun(&word.fold, clause.language).is_none()
                && !super::clause::is_light(&word.fold, clause.language)
                && clause
                    .verb_at(0, 0)
                    .is_none_or(|verb| clause.words[verb.at].start != word.start)
        })
        .map(|word| &clause.text[word.start..word.end])
        .collect();
    let partner_at = |line: &str| {
        let language = detect(line).unwrap_or(view.language);
        let words = Clause::new(line, language, false);
        (0..words.words.len())
            .find(|at| {
                lexicon()
                    .noun(words.fold(*at), language)
                    .is_some_and(|idea| {
                        lexicon().is_a(idea, "partner") && lexicon().name(idea) != "married"
                    })
            })
            .map(|at| (words.words[at].start, words.words[at].end))
    };
    let lines: Vec<&str> = block.lines().filter(|line| !is_former(line)).collect();
    // The former partner as a fact of its own, where no line can be changed.
    let own = named.first().map(|name| {
        let text = clause
            .language
            .pick(format!("{name} es mi ex"), format!("{name} is my ex"));
        notes::forced(&Clause::new(&text, clause.language, false))
    });
    if block.lines().any(|line| {
        is_former(line) && (named.is_empty() || named.iter().any(|name| line.contains(name)))
    }) {
        let own = own.filter(|note| block.lines().any(|line| line == note.line));
        return Some(
            own.into_iter()
                .map(|note| Act::Note(Box::new(note)))
                .collect(),
        );
    }
    let names_partner = |line: &&&str| line.split_whitespace().count() <= 7;
    let old = lines
        .iter()
        .filter(names_partner)
        .find(|line| named.iter().any(|name| line.contains(name)) && partner_at(line).is_some())
        .or_else(|| {
            lines.iter().filter(names_partner).find(|line| {
                partner_at(line).is_some()
                    && !named
                        .iter()
                        .any(|name| name.len() > 3 && line.contains(name))
                    && named.is_empty()
            })
        })
        .or_else(|| {
            lines
                .iter()
                .filter(names_partner)
                .find(|line| named.iter().any(|name| line.contains(name)))
        });
    let Some(old) = old else {
        return own.map(|note| vec![Act::Note(Box::new(note))]);
    };
    let new = match partner_at(old) {
        Some((start, end)) => {
            let word = &old[start..end];
            let is_capital = word.chars().next().is_some_and(char::is_uppercase);
            let spanish = [
                "novio", "novia", "marido", "mujer", "pareja", "esposo", "esposa",
            ]
            .contains(&fold(word).as_str());
            let former = format!(
                "{}{}",
                if spanish { "ex" } else { "ex-" },
                word.to_lowercase()
            );
            format!(
                "{}{}{}",
                &old[..start],
                if is_capital {
                    capitalised(&former)
                } else {
                    former
                },
                &old[end..]
            )
        }
        None => {
            let name = named.iter().find(|name| old.contains(**name))?;
            clause
                .language
                .pick(format!("{name} es su ex."), format!("{name} is their ex."))
        }
    };
    Some(vec![Act::Change {
        old: (*old).to_owned(),
        new,
    }])
}

/// "No se llama Ana, se llama Eva", "her name isn't Ana but Eva": the line that has the one
/// gets the other.
fn not_but(view: &View, whole: &Clause<'_>) -> Option<Vec<Act>> {
    let block = &view.human.as_ref()?.value;
    let denies = |at: &usize| match whole.language {
        Language::Spanish => {
            whole.fold(*at) == "no"
                && matches!(
                    whole.fold(at + 1),
                    "se" | "es" | "son" | "era" | "vivo" | "vive" | "trabajo" | "trabaja" | "me"
                )
        }
        Language::English => whole.fold(*at) == "not",
    };
    let no = (0..whole.words.len().min(6)).find(denies)?;
    let puts_right = |at: usize| {
        let next = if matches!(whole.fold(at), "sino" | "but") {
            return true;
        } else {
            at
        };
        whole
            .after(
                next,
                &[
                    "se llama",
                    "es",
                    "son",
                    "era",
                    "vivo",
                    "vive",
                    "trabajo",
                    "trabaja",
                    "me llamo",
                    "it is",
                    "is",
                    "he is",
                    "she is",
                    "it was",
                    "her name is",
                    "his name is",
                    "i live",
                    "i work",
                    "they are",
                ],
            )
            .is_some()
    };
    let turn = (no + 2..whole.words.len()).find(|at| {
        (matches!(whole.fold(*at), "sino" | "but") || whole.words[*at].after_pause)
            && puts_right(*at)
    })?;
    let behind = |from: usize, to: usize| {
        // What stands behind the verb and its small words.
        let small = [
            "se", "llama", "llaman", "llamo", "es", "son", "vivo", "vive", "en", "el", "la", "is",
            "called", "named", "in", "it", "the", "a", "her", "his", "name", "but", "sino", "que",
            "me", "trabajo", "trabaja", "i", "live", "lives", "am", "on", "at", "he", "she", "not",
            "no", "era", "de", "was", "were", "they", "are", "my",
        ];
        let first = (from..to).find(|at| !small.contains(&whole.fold(*at)))?;
        Some(whole.slice(first, to)).filter(|text| !text.is_empty() && text.split(' ').count() <= 5)
    };
    let (wrong, right) = (behind(no + 1, turn)?, behind(turn, whole.words.len())?);
    // The line may have been put right already in this turn.
    if block.lines().any(|line| line.contains(right))
        && !block.lines().any(|line| line.contains(wrong))
    {
        return Some(Vec::new());
    }
    let old = block.lines().find(|line| {
        line.split(|sign: char| !sign.is_alphanumeric())
            .any(|word| wrong.starts_with(word) && !word.is_empty())
            && line.contains(wrong)
    })?;
    Some(vec![Act::Change {
        old: old.to_owned(),
        new: old.replacen(wrong, right, 1),
    }])
}

/// The lines of the user's block that speak of what is to be forgotten.
pub(super) fn lines_about<'a>(view: &'a View, terms: &[Term]) -> Vec<&'a str> {
    let Some(block) = &view.human else {
        return Vec::new();
    };
    let named: Vec<&Term> = terms.iter().collect();
    if named.is_empty() {
        return Vec::new();
    }
    block
        .value
        .lines()
        .filter(|line| {
            let language = detect(line).unwrap_or(view.language);
            let clause = Clause::new(line.trim_end_matches('.'), language, false);
            let said = super::evidence::terms_of(&clause, &clause.read(Voice::Note));
            let met = named
                .iter()
                .filter(|asked| said.iter().any(|said| same(asked, said)))
                .count();
            met * 2 > named.len()
                || (met == 1
                    && named.len() <= 2
                    && named
                        .iter()
                        .any(|term| !term.is_verb && said.iter().any(|said| same(term, said))))
        })
        .collect()
}
