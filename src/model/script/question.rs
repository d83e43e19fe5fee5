//! What a clause asks: whether it asks, for what, and with which words it can be looked for.

use super::clause::{Clause, Subject, Term, Voice};
use super::language::Language;
use super::lexicon::lexicon;

/// What would answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// A name.
    Name,
    /// A place.
    Place,
    /// A date or a time.
    Time,
    /// A number.
    Number,
    /// A person.
    Person,
    /// A thing, a property, a reason.
    Thing,
    /// Yes or no.
    YesNo,
    /// All that is known about something.
    About,
}

/// A question.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// As it was asked.
    pub text: String,
    /// The language that it was asked in.
    pub language: Language,
    /// What would answer it.
    pub wants: Wants,
    /// About whom.
    pub subject: Subject,
    /// What an answer must speak of.
    pub hard: Vec<Term>,
    /// What an answer may speak of.
    pub soft: Vec<Term>,
    /// The words to search with, as typed, the most telling first.
    pub search: Vec<String>,
    /// True where the archive is to be searched first.
    pub archive_first: bool,
    /// True where it is plainly about what was said before.
    pub is_about_memory: bool,
}

/// What stands before an indirect question.
const INDIRECT_ES: &[&str] = &[
    "te acuerdas de que",
    "te acuerdas de",
    "te acuerdas",
    "recuerdas que",
    "recuerdas",
    "sabes decirme",
    "sabrias decirme",
    "sabes que",
    "sabes",
    "me puedes decir",
    "puedes decirme",
    "podrias decirme",
    "me dices",
    "dime otra vez",
    "dime",
    "recuerdame",
    "cuentame",
    "quiero saber",
    "me gustaria saber",
    "quisiera saber",
    "te dije que",
    "te dije ya",
    "te dije",
    "te he dicho que",
    "te he dicho",
    "te he contado que",
    "te he contado",
    "te conte que",
    "te conte",
    "te habia dicho que",
    "te habia dicho",
    "te comente",
    "te he comentado",
    "me recuerdas",
    "tienes idea de",
    "a ver si sabes",
    "a ver si te acuerdas de",
    "a ver si recuerdas",
    "adivina",
    "no te acuerdas de",
    "no recuerdas",
    "no te dije",
    "puedes recordarme",
    "me recordarias",
    "ya no te acuerdas de",
    "tu sabes",
    "tu te acuerdas de",
    "sabrias",
    "y sabes",
    "aun recuerdas",
    "todavia recuerdas",
    "todavia te acuerdas de",
    "te suena",
    "acuerdate de",
];
const INDIRECT_EN: &[&str] = &[
    "do you remember that",
    "do you remember",
    "do you still remember",
    "do you happen to know",
    "do you know",
    "do you recall",
    "can you tell me",
    "could you tell me",
    "can you remind me",
    "could you remind me",
    "would you remind me",
    "can you remember",
    "tell me again",
    "tell me",
    "remind me",
    "did i tell you that",
    "did i tell you",
    "did i ever tell you",
    "have i told you that",
    "have i told you",
    "did i mention",
    "have i mentioned",
    "i want to know",
    "i wonder",
    "i would like to know",
    "any idea",
    "you remember",
    "remember",
    "you know",
    "guess",
    "did i say",
    "i forgot",
    "i forget",
    "i can not remember",
    "so you remember",
    "have i ever told you",
];

/// What asks for all that is known about something.
const ABOUT: &[&str] = &[
    "hablame de",
    "hablame sobre",
    "cuentame algo de",
    "cuentame algo sobre",
    "que sabes de",
    "que sabes sobre",
    "que te dije de",
    "que te dije sobre",
    "que te conte de",
    "que te conte sobre",
    "que te he contado de",
    "que te he contado sobre",
    "que te he dicho de",
    "que recuerdas de",
    "que recuerdas sobre",
    "de que te acuerdas de",
    "que dije de",
    "que dije sobre",
    "dime lo que sabes de",
    "dime lo que sabes sobre",
    "dime que sabes de",
    "te he hablado de",
    "te hable de",
    "busca en tu archivo",
    "busca en el archivo",
    "buscar en tu archivo",
    "mira en tu archivo",
    "busca en el historial",
    "busca en tu memoria",
    "busca en nuestra conversacion",
    "busca",
    "tell me about",
    "tell me something about",
    "tell me what you know about",
    "what do you know about",
    "what do you remember about",
    "what did i tell you about",
    "what did i say about",
    "what have i told you about",
    "did i tell you about",
    "have i told you about",
    "did i mention",
    "search your archive for",
    "search the archive for",
    "look in your archive for",
    "check your archive for",
    "search the history for",
    "search our conversation for",
    "search your memory for",
    "search the conversation for",
    "search for",
    "do you know anything about",
    "sabes algo de",
    "sabes algo sobre",
    "look up",
    "what can you tell me about",
    "que me puedes decir de",
    "do you remember anything about",
    "recuerdas algo de",
    "recuerdas algo sobre",
];

const WH_ES: &[&str] = &[
    "que", "quien", "quienes", "donde", "adonde", "cuando", "cual", "cuales", "cuanto", "cuantos",
    "cuanta", "cuantas", "como",
];
const WH_EN: &[&str] = &[
    "what", "who", "whose", "where", "when", "which", "how", "why", "whom",
];

/// `qué bien`, `qué tal`: what follows `que` where nothing is asked.
const EXCLAIMED: &[&str] = &[
    "bien",
    "guay",
    "mal",
    "pena",
    "risa",
    "bonito",
    "bonita",
    "chulo",
    "chula",
    "rollo",
    "tal",
    "va",
    "raro",
    "asco",
    "lastima",
    "fuerte",
    "interesante",
    "suerte",
    "miedo",
    "frio",
    "calor",
    "hambre",
    "sueño",
    "pasa",
    "ilusion",
    "alegria",
    "nervios",
    "sepas",
    "conste",
    "listo",
    "lista",
    "maravilla",
    "gracia",
];

/// True where the clause asks for something.
pub(super) fn asks(clause: &Clause<'_>) -> bool {
    if clause.asks {
        return true;
    }
    let start = clause.start();
    if clause
        .after(start, ABOUT)
        .is_some_and(|next| next < clause.words.len())
    {
        return true;
    }
    let indirect = clause.language.pick(INDIRECT_ES, INDIRECT_EN);
    if let Some(next) = clause.after(start, indirect) {
        let plain_statement = [
            "remember",
            "you know",
            "recuerdame",
            "te dije",
            "te he dicho",
            "te conte",
            "te he contado",
            "i forgot",
            "i forget",
            "sabes que",
            "you remember",
            "te dije que",
            "te he dicho que",
            "te conte que",
            "te he contado que",
            "te comente",
            "guess",
        ];
        let head = clause.slice(start, next);
        if !plain_statement.contains(&super::text::fold(head).as_str()) {
            return next < clause.words.len();
        }
        return next < clause.words.len() && is_wh(clause, next);
    }
    if is_wh(clause, start) {
        return true;
    }
    match clause.language {
        Language::English => {
            matches!(
                clause.fold(start),
                "do" | "does"
                    | "did"
                    | "am"
                    | "is"
                    | "are"
                    | "was"
                    | "were"
                    | "have"
                    | "has"
                    | "can"
                    | "could"
                    | "will"
                    | "would"
            ) && matches!(
                clause.fold(start + 1),
                "i" | "you" | "my" | "he" | "she" | "it" | "we" | "they" | "the" | "there"
            )
        }
        Language::Spanish => false,
    }
}

/// True where a question word stands at `at`, or behind a preposition.
fn is_wh(clause: &Clause<'_>, at: usize) -> bool {
    let prepositions = [
        "a", "de", "en", "con", "desde", "para", "por", "hasta", "since", "at", "on", "in", "with",
        "to", "for", "from",
    ];
    let at = if prepositions.contains(&clause.fold(at)) {
        at + 1
    } else {
        at
    };
    let (word, next) = (clause.fold(at), clause.fold(at + 1));
    match clause.language {
        Language::English => {
            WH_EN.contains(&word)
                && match word {
                    // "When I was a child I lived there": no question without a helping verb.
                    "when" | "where" | "who" | "which" | "how" => {
                        clause.verb_at(at + 1, usize::MAX).is_some()
                            || super::english::MODALS.contains(&next)
                            || (word == "how" && !next.is_empty())
                            || (word == "which" && !next.is_empty())
                            || (clause.words.len() <= 7
                                && clause
                                    .words
                                    .iter()
                                    .any(|word| matches!(word.fold.as_str(), "i" | "my"))
                                && !clause.words.iter().any(|word| word.after_pause)
                                && matches!(word, "where" | "when")
                                && !matches!(next, "i" | "we" | "my"))
                            || (word == "where" && matches!(next, "i" | "my"))
                    }
                    "what" => !matches!(next, "a" | "an"),
                    _ => true,
                }
        }
        Language::Spanish => {
            if !WH_ES.contains(&word)
                || next.is_empty() && word != "cuando" && word != "donde" && word != "cuanto"
            {
                return false;
            }
            let low = clause.words.get(at).map_or("", |word| word.low.as_str());
            let has_accent = low != word;
            let verb_next = clause.verb_at(at + 1, usize::MAX).is_some()
                || matches!(next, "se" | "me" | "te" | "le" | "es" | "esta" | "son");
            let is_short = clause.words.len() <= 10
                && !clause
                    .words
                    .iter()
                    .skip(at + 1)
                    .any(|word| word.after_pause);
            match word {
                "que" => {
                    !EXCLAIMED.contains(&next)
                        && (has_accent || (is_short && (verb_next || clause.words.len() <= 6)))
                }
                "como" => has_accent || (is_short && verb_next && clause.verb_at(at, at).is_none()),
                "cuando" => {
                    has_accent
                        || (is_short
                            && verb_next
                            && !matches!(next, "era" | "tenia" | "vivia" | "estaba" | "fui"))
                }
                "donde" | "adonde" | "quien" | "quienes" => has_accent || (is_short && verb_next),
                _ => has_accent || is_short,
            }
        }
    }
}

/// Reads a clause as a question.
pub(super) fn read(clause: &Clause<'_>) -> Question {
    // It asks, with a mark or without.
    let clause = &clause.asking();
    let mut at = clause.start();
    let mut is_about = false;
    let mut is_about_memory = false;
    let archive_first = clause.has(&[
        "tu archivo",
        "el archivo",
        "archivo",
        "your archive",
        "the archive",
        "archival",
        "documento",
        "document",
        "fichero",
    ]);
    let indirect = clause.language.pick(INDIRECT_ES, INDIRECT_EN);
    for _ in 0..3 {
        let tail = clause.tail(at);
        let from = tail.start();
        if let Some(next) = tail
            .after(from, ABOUT)
            .filter(|next| *next < tail.words.len())
        {
            at += next;
            (is_about, is_about_memory) = (true, true);
            continue;
        }
        if let Some(next) = tail
            .after(from, indirect)
            .filter(|next| *next < tail.words.len())
        {
            let head = super::text::fold(tail.slice(from, next));
            is_about |= matches!(
                head.as_str(),
                "te acuerdas de" | "do you remember" | "recuerdas" | "remember" | "te suena"
            ) && !is_wh(&tail, next);
            is_about_memory = true;
            at += next;
            continue;
        }
        break;
    }
    let core = clause.tail(at);
    let (wants, from) = wanted(&core);
    let wants = if is_about && wants == Wants::YesNo {
        Wants::About
    } else {
        wants
    };
    let core = if from > 0 { core.tail(from) } else { core };
    let mut hard: Vec<Term> = Vec::new();
    let mut soft: Vec<Term> = Vec::new();
    // "Qué asignatura …": a kind that no list knows may be left unsaid.
    let kind = (wants == Wants::Thing && clause.words.len() > 3).then(|| core.fold(0).to_owned());
    for term in core.terms() {
        let is_unknown_kind =
            term.idea.is_none() && !term.is_name && kind.as_deref() == Some(term.word.as_str());
        if is_soft(&term, wants) || is_unknown_kind {
            soft.push(term)
        } else {
            hard.push(term)
        }
    }
    add_meant(&core, clause, &mut hard, &mut soft);
    if hard.is_empty() {
        hard.append(&mut soft);
    }
    let names = |terms: &[Term]| terms.iter().any(|term| is_idea(term, "name"));
    let wants = if matches!(wants, Wants::Thing) && names(&hard) {
        Wants::Name
    } else {
        wants
    };
    let subject = core.read(Voice::User).subject;
    let search = search_words(&hard, &soft);
    let asks_of_user = core.words.iter().any(|word| {
        matches!(
            word.fold.as_str(),
            "mi" | "mis" | "me" | "yo" | "nuestro" | "nuestra" | "i" | "my" | "we" | "our" | "mine"
        )
    });
    Question {
        text: clause.text.to_owned(),
        language: clause.language,
        wants,
        subject,
        hard,
        soft,
        search,
        archive_first,
        is_about_memory: is_about_memory || asks_of_user || subject == Subject::User,
    }
}

/// True where the term's idea has that name.
pub(super) fn is_idea(term: &Term, name: &str) -> bool {
    term.idea.is_some_and(|idea| lexicon().name(idea) == name)
}

/// What is wanted, and how many words say so.
fn wanted(core: &Clause<'_>) -> (Wants, usize) {
    let prepositions = [
        "a", "de", "en", "con", "desde", "para", "por", "hasta", "since", "at", "on", "in", "with",
        "to", "for", "from",
    ];
    let skipped = usize::from(prepositions.contains(&core.fold(0)));
    let (word, next) = (core.fold(skipped), core.fold(skipped + 1));
    let by_noun = |noun: &str| match noun {
        "hora" | "dia" | "dias" | "fecha" | "mes" | "año" | "time" | "day" | "days" | "date"
        | "month" | "year" => Some(Wants::Time),
        "ciudad" | "pais" | "pueblo" | "sitio" | "lugar" | "calle" | "city" | "country"
        | "town" | "place" | "street" => Some(Wants::Place),
        "persona" | "person" => Some(Wants::Person),
        _ => None,
    };
    let wants = match word {
        "donde" | "adonde" | "where" => Wants::Place,
        "cuando" | "when" => Wants::Time,
        "quien" | "quienes" | "who" | "whose" | "whom" => Wants::Person,
        "cuanto" | "cuantos" | "cuanta" | "cuantas" => Wants::Number,
        "how" if matches!(next, "many" | "much" | "old" | "tall") => {
            return (
                Wants::Number,
                skipped + if matches!(next, "old" | "tall") { 1 } else { 2 },
            );
        }
        "how" if next == "long" => return (Wants::Thing, skipped + 2),
        "que" | "cual" | "cuales" | "what" | "which" => by_noun(next).unwrap_or(Wants::Thing),
        "como" | "how" | "why" => Wants::Thing,
        _ => return (Wants::YesNo, 0),
    };
    (wants, skipped + 1)
}

/// What an answer need not repeat: `¿en qué ciudad vivo?`, `what day is my exam?`
fn is_soft(term: &Term, wants: Wants) -> bool {
    let is_a = |kind: &str| term.idea.is_some_and(|idea| lexicon().is_a(idea, kind));
    match wants {
        Wants::Time if is_a("time") => true,
        Wants::Place
            if is_a("place")
                && matches!(
                    term.word.as_str(),
                    "ciudad"
                        | "pais"
                        | "pueblo"
                        | "city"
                        | "country"
                        | "town"
                        | "place"
                        | "street"
                        | "calle"
                ) =>
        {
            true
        }
        Wants::Number if matches!(term.word.as_str(), "numero" | "number") => true,
        _ if wants != Wants::YesNo
            && term.is_verb
            && [
                "go", "get", "put", "lead", "come", "do", "give", "bring", "use", "see", "want",
                "need", "take", "keep", "become", "happen",
            ]
            .iter()
            .any(|name| is_idea(term, name)) =>
        {
            true
        }
        _ => {
            matches!(
                term.word.as_str(),
                "primer"
                    | "primero"
                    | "primera"
                    | "first"
                    | "viejo"
                    | "vieja"
                    | "sitio"
                    | "lugar"
                    | "tipo"
                    | "clase"
                    | "kind"
                    | "type"
                    | "sort"
                    | "big"
                    | "pequeño"
                    | "small"
                    | "persona"
                    | "people"
                    | "person"
                    | "hacer"
                    | "llevo"
                    | "going"
                    | "moment"
                    | "momento"
                    | "whole"
                    | "completo"
                    | "full"
                    | "raza"
                    | "faltan"
                    | "falta"
                    | "quedan"
                    | "queda"
                    | "dias"
                    | "days"
                    | "until"
                    | "left"
                    | "remain"
                    | "exacto"
                    | "exacta"
            ) && wants != Wants::YesNo
        }
    }
}

/// What the words mean together: `a qué me dedico`, `what do I do`, `how old`.
fn add_meant(core: &Clause<'_>, whole: &Clause<'_>, hard: &mut Vec<Term>, soft: &mut Vec<Term>) {
    if whole.has(&["for a living"]) {
        hard.retain(|term| !is_idea(term, "live"));
        hard.push(Term::meant("work"));
    }
    if hard.is_empty() && whole.has(&["what do i do", "que hago"]) {
        hard.push(Term::meant("work"));
    }
    if hard.is_empty() && whole.has(&["quien soy", "who am i"]) {
        hard.push(Term::meant("name"));
    }
    if hard.is_empty() && whole.has(&["de donde soy", "where am i from", "where do i come from"]) {
        hard.push(Term::meant("origin"));
    }
    if core.has(&["años tengo", "años tiene", "años cumplo", "años cumple"])
        || whole.has(&["how old"])
    {
        hard.retain(|term| !is_idea(term, "year") && !is_idea(term, "turn"));
        if !hard.iter().any(|term| is_idea(term, "age")) {
            hard.push(Term::meant("age"));
        }
    }
    if core.has(&["cumplo", "cumple años", "cumplo años"]) {
        hard.retain(|term| !is_idea(term, "year"));
    }
    // "What sport do I play?": the kind must be met, the verb may.
    let is_wide = |term: &Term| {
        term.idea.is_some_and(|idea| {
            lexicon().is_wide(idea)
                && !lexicon().is_a(idea, "family")
                && lexicon().name(idea) != "like"
                && lexicon().name(idea) != "job"
        })
    };
    if hard.len() > 1 && hard.iter().any(is_wide) {
        let (verbs, nouns): (Vec<Term>, Vec<Term>) = hard.drain(..).partition(|term| {
            term.is_verb
                && !is_idea(term, "name")
                && !is_idea(term, "like")
                && !is_idea(term, "hate")
        });
        *hard = nouns;
        soft.extend(verbs);
    }
}

/// The words to search with, at most five: those that every second message has only where
/// there is no other.
fn search_words(hard: &[Term], soft: &[Term]) -> Vec<String> {
    let is_common = |term: &&Term| {
        term.is_verb
            || [
                "name", "live", "like", "work", "age", "origin", "time", "hate",
            ]
            .iter()
            .any(|name| is_idea(term, name))
    };
    let (common, telling): (Vec<&Term>, Vec<&Term>) = hard.iter().partition(is_common);
    let terms = if !telling.is_empty() {
        telling
    } else if !common.is_empty() {
        common
    } else {
        soft.iter().collect()
    };
    terms
        .into_iter()
        .map(|term| term.typed.clone())
        .take(5)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_questions_from_statements() {
        for (text, language, expected) in [
            ("donde vivo", Language::Spanish, true),
            ("como se llama mi perro", Language::Spanish, true),
            ("como carne", Language::Spanish, false),
            ("cuando era pequeño vivía en Lugo", Language::Spanish, false),
            ("qué bien", Language::Spanish, false),
            ("dime mi nombre", Language::Spanish, true),
            ("recuérdame cómo me llamo", Language::Spanish, true),
            ("que me gusta comer", Language::Spanish, true),
            ("what's my name", Language::English, true),
            (
                "when I was a child I lived in Lugo",
                Language::English,
                false,
            ),
            ("do I have a dog", Language::English, true),
            ("remember that I live in Vigo", Language::English, false),
            ("tell me about my sister", Language::English, true),
            ("I live in Vigo", Language::English, false),
        ] {
            assert_eq!(
                asks(&Clause::new(text, language, false)),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn tells_what_is_asked_for() {
        for (text, language, wants, hard) in [
            (
                "cómo se llama mi perro",
                Language::Spanish,
                Wants::Name,
                "llama perro",
            ),
            (
                "dónde vive mi hermana",
                Language::Spanish,
                Wants::Place,
                "vive hermana",
            ),
            (
                "cuántos años tengo",
                Language::Spanish,
                Wants::Number,
                "age",
            ),
            (
                "te acuerdas de cuándo es mi cumpleaños",
                Language::Spanish,
                Wants::Time,
                "cumpleaños",
            ),
            (
                "qué sabes de mi hermana",
                Language::Spanish,
                Wants::About,
                "hermana",
            ),
            (
                "tengo hermanos",
                Language::Spanish,
                Wants::YesNo,
                "hermanos",
            ),
            (
                "qué deporte practico",
                Language::Spanish,
                Wants::Thing,
                "deporte",
            ),
            (
                "what is my sister's name",
                Language::English,
                Wants::Name,
                "sister name",
            ),
            (
                "did I tell you where I work",
                Language::English,
                Wants::Place,
                "work",
            ),
            (
                "what do I do for a living",
                Language::English,
                Wants::Thing,
                "work",
            ),
            ("how old am I", Language::English, Wants::Number, "old"),
            (
                "do you remember my dog",
                Language::English,
                Wants::About,
                "dog",
            ),
            ("who is Ana", Language::English, Wants::Person, "ana"),
        ] {
            let question = read(&Clause::new(text, language, true));
            let words: Vec<_> = question
                .hard
                .iter()
                .map(|term| term.word.as_str())
                .collect();
            assert_eq!(
                (question.wants, words.join(" ").as_str()),
                (wants, hard),
                "{text}"
            );
        }
    }
}
