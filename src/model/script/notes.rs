//! What the user says that is worth a line: which line, and which line it takes the place of.

use super::clause::{Clause, Reading, Subject, Term, Voice, is_being, same};
use super::evidence::{has_time, is_number, terms_of};
use super::language::Language;
use super::lexicon::{Keeping, lexicon};
use super::person::{Seen, sentence, turned};
use super::question::{self, is_idea};
use super::text::{capitalised, fold};

/// Something worth a line of the user's block.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// The line, in the third person.
    pub line: String,
    /// The same, told to the user.
    pub told: String,
    /// What it is about: two notes with the same matter do not stand side by side.
    pub matter: Option<String>,
    /// True where it says that something is over.
    pub is_over: bool,
    /// What its words are about.
    pub terms: Vec<Term>,
    /// True where the user corrects what was noted before.
    pub corrects: bool,
    /// A being that was told of without a name.
    pub nameless: Option<String>,
}

/// Words that make a clause a wish, a guess or a play.
const UNREAL: &[&str] = &[
    "ojala",
    "imagina",
    "imaginate",
    "supon",
    "supongamos",
    "digamos",
    "if",
    "imagine",
    "suppose",
    "pretend",
    "i wish",
    "what if",
    "y si",
    "si yo",
    "como si",
    "as if",
    "broma",
    "joking",
    "kidding",
];

/// What says that something is put right.
pub(super) const CORRECTING: &[&str] = &[
    "en realidad",
    "me equivoque",
    "me he equivocado",
    "perdon",
    "quise decir",
    "queria decir",
    "quiero decir",
    "mejor dicho",
    "corrijo",
    "actually",
    "i was wrong",
    "i meant",
    "i mean",
    "sorry",
    "correction",
    "my mistake",
    "in fact",
    "rather",
    "te lo dije mal",
    "te dije mal",
    "no es verdad",
    "that is wrong",
];

/// Objects of "have" that pass: hunger, haste, a question.
const PASSING: &[&str] = &[
    "hambre",
    "sueño",
    "frio",
    "calor",
    "prisa",
    "sed",
    "razon",
    "ganas",
    "que",
    "duda",
    "dudas",
    "pregunta",
    "preguntas",
    "suerte",
    "tiempo",
    "idea",
    "ni",
    "claro",
    "problema",
    "problemas",
    "cuidado",
    "question",
    "questions",
    "to",
    "no",
    "fun",
    "doubt",
    "time",
    "problem",
    "clue",
    "headache",
    "cold",
    "been",
    "had",
    "you",
    "it",
    "that",
    "seen",
    "heard",
    "done",
    "lo",
    "la",
    "curiosidad",
    "agujetas",
    "resaca",
    "buen",
    "mal",
    "muchas",
    "muchos",
    "mucha",
    "mucho",
    "lot",
    "look",
    "hope",
    "got to",
    "enough",
    "nothing",
    "nada",
];

/// What one is for long: with "be" it is worth a line.
const STATES: &[&str] = &[
    "soltero",
    "soltera",
    "casado",
    "casada",
    "divorciado",
    "divorciada",
    "viudo",
    "viuda",
    "jubilado",
    "jubilada",
    "embarazada",
    "zurdo",
    "zurda",
    "daltonico",
    "daltonica",
    "celiaco",
    "celiaca",
    "sordo",
    "sorda",
    "miope",
    "huerfano",
    "huerfana",
    "single",
    "married",
    "divorced",
    "widowed",
    "retired",
    "pregnant",
    "left-handed",
    "colour-blind",
    "color-blind",
    "coeliac",
    "celiac",
    "deaf",
    "engaged",
    "dyslexic",
    "dislexico",
    "dislexica",
    "autistic",
    "unemployed",
    "bilingue",
    "bilingual",
    "adoptado",
    "adoptada",
    "adopted",
    "fan",
    "hincha",
    "socio",
    "socia",
    "miembro",
    "member",
    "supporter",
    "aficionado",
    "aficionada",
];

/// What passes, whatever the verb says.
const FLEETING: &[&str] = &[
    "cansado",
    "cansada",
    "aburrido",
    "aburrida",
    "contento",
    "contenta",
    "triste",
    "enfadado",
    "enfadada",
    "listo",
    "lista",
    "ocupado",
    "ocupada",
    "bien",
    "mal",
    "feliz",
    "nervioso",
    "nerviosa",
    "preocupado",
    "preocupada",
    "tired",
    "bored",
    "happy",
    "sad",
    "angry",
    "busy",
    "fine",
    "ok",
    "okay",
    "good",
    "great",
    "well",
    "sorry",
    "sure",
    "here",
    "back",
    "ready",
    "nervous",
    "worried",
    "glad",
    "excited",
    "curious",
    "afraid that",
    "de acuerdo",
    "seguro",
    "segura",
    "aqui",
    "yo",
    "tonto",
    "tonta",
    "just",
    "not sure",
    "hungry",
    "thirsty",
    "sick",
    "so",
    "very",
    "too",
    "fuera",
    "loco",
    "loca",
    "late",
    "lost",
    "done",
    "kidding",
    "joking",
    "consciente",
    "capaz",
    "muy",
    "un poco",
    "lonely",
    "stressed",
    "agobiado",
    "agobiada",
    "estresado",
    "estresada",
    "asking",
    "talking",
    "trying",
    "thinking",
    "wondering",
    "saying",
];

/// Reads a clause of the user's as something to note.
pub(super) fn read(clause: &Clause<'_>) -> Option<Note> {
    if question::asks(clause) || clause.words.len() < 2 || clause.words.len() > 45 {
        return None;
    }
    let start = clause.start();
    // "Don't call me Thomas" asks for something and tells nothing.
    if clause
        .after(
            start,
            &[
                "do not",
                "please do not",
                "no me llames",
                "no me digas",
                "no me hables",
                "no me",
                "let us",
                "dejame",
                "let me",
            ],
        )
        .is_some()
        && !clause.inherits
        && reading_is_order(clause, start)
    {
        return None;
    }
    if clause.after(start, UNREAL).is_some() || clause.has(UNREAL) || is_condition(clause, start) {
        return None;
    }
    let reading = clause.read(Voice::User);
    let worth = is_worth(clause, &reading);
    if !worth {
        return None;
    }
    let (line, told) = words_of(clause)?;
    Some(made(clause, &reading, line, told))
}

/// True where the words order: no subject and, in Spanish, no first person.
fn reading_is_order(clause: &Clause<'_>, start: usize) -> bool {
    match clause.language {
        Language::English => true,
        Language::Spanish => {
            clause.main_verb().is_none()
                || clause
                    .after(
                        start,
                        &["no me llames", "no me digas", "no me hables", "dejame"],
                    )
                    .is_some()
        }
    }
}

/// A note of what the user asks to remember, worth it or not.
pub(super) fn forced(clause: &Clause<'_>) -> Note {
    let reading = clause.read(Voice::User);
    let (line, told) = words_of(clause).unwrap_or_else(|| {
        let words = sentence(
            clause
                .rest(clause.start())
                .trim_matches(['"', '«', '»', '“', '”', ' ']),
        );
        (words.clone(), words)
    });
    made(clause, &reading, line, told)
}

fn made(clause: &Clause<'_>, reading: &Reading, line: String, told: String) -> Note {
    let terms = terms_of(clause, reading);
    Note {
        matter: match own_name(clause, clause.start()) {
            Some(_) => Some("name of user".to_owned()),
            None => matter(clause, reading, &terms),
        },
        is_over: reading.is_over,
        corrects: clause.has(CORRECTING)
            // Not "su gata no perdona".
            || ["perdona", "perdone", "disculpa"].iter().any(|word| clause.is_at(0, word))
            || clause.is_at(0, "no") && clause.words.get(1).is_some_and(|word| word.after_pause),
        nameless: nameless(clause, reading, &terms),
        line,
        told,
        terms,
    }
}

/// `Si` that begins a condition, and not `sí, …`.
fn is_condition(clause: &Clause<'_>, start: usize) -> bool {
    let at = start.saturating_sub(1);
    let is_yes = |at: usize| {
        clause.words.get(at).is_some_and(|word| word.low == "sí")
            || clause
                .words
                .get(at + 1)
                .is_some_and(|word| word.after_pause)
    };
    clause.fold(at) == "si"
        && !is_yes(at)
        && clause.words.len() > at + 1
        && clause.words[at].low == "si"
}

/// The line and what is told, with names and places written large.
fn words_of(clause: &Clause<'_>) -> Option<(String, String)> {
    let start = clause.start();
    if let Some(name) = own_name(clause, start) {
        let line = clause
            .language
            .pick(format!("Se llama {name}."), format!("Name: {name}."));
        let told = clause
            .language
            .pick(format!("te llamas {name}"), format!("your name is {name}"));
        return Some((line, told));
    }
    let text = with_capitals(clause);
    let clause = clause.reworded(&text);
    let line = turned(&clause, Voice::User, Seen::Note)?;
    let told = turned(&clause, Voice::User, Seen::You)?;
    Some((
        sentence(&line),
        super::text::uncapitalised(&told)
            .trim_end_matches('.')
            .to_owned(),
    ))
}

/// Common first names, to understand "soy laura" typed in a hurry.
const FIRST_NAMES: &str = " laura marta maria ana lucia paula sara carmen elena cristina irene alba noa julia sofia martina valeria claudia andrea \
    nuria silvia patricia rocio sandra eva raquel beatriz ines alicia carla pablo daniel david javier alejandro adrian alvaro diego mario jorge carlos \
    luis jose juan pedro manuel miguel antonio sergio fernando angel jesus raul ruben ivan oscar victor marcos hugo lucas martin mateo leo nico pepe \
    xoan brais iria uxia sabela antia iago john james mary emma olivia anna lucy kate alice sarah emily jane mike tom jack harry ben sam alex chris \
    peter paul mark robert lisa laura anne helen kevin steve max charlie george oliver grace chloe mia nora tim joe rosa teresa pilar ismael omar fatima lola marina aitana candela ainhoa zoe dani dan manu rafa paco chema toni nacho quique edu isa bea nerea aina marc pau laia tom bob bill kim meg beth josh matt nick zoe emily eric amy ryan adam luke noah ethan sophie bella ruby ella rachel susan karen linda nancy betty diana  jon ane mikel unai ";

/// The user's own name, where the clause gives it: "me llamo Ana", "I'm Ana", "soy ana".
pub(super) fn own_name(clause: &Clause<'_>, start: usize) -> Option<String> {
    named_at(clause, start).map(|(name, _)| name)
}

/// The position behind the user's own name, where the clause gives it.
pub(super) fn own_name_end(clause: &Clause<'_>, start: usize) -> Option<usize> {
    named_at(clause, start).map(|(_, end)| end)
}

fn named_at(clause: &Clause<'_>, start: usize) -> Option<(String, usize)> {
    const NAMING: &[&str] = &[
        "me llamo",
        "mi nombre es",
        "mi nombre de pila es",
        "puedes llamarme",
        "llamame",
        "me puedes llamar",
        "me dicen",
        "todos me llaman",
        "mis amigos me llaman",
        "me llaman",
        "my name is",
        "call me",
        "you can call me",
        "i am called",
        "people call me",
        "everyone calls me",
        "my friends call me",
        "my first name is",
        "the name is",
        "name is",
    ];
    if let Some(at) = clause.after(start, NAMING) {
        return name_from(clause, at, 3);
    }
    // "Tamsin here".
    let word = clause.words.get(start)?;
    if clause.is_at(start + 1, "here")
        && clause.words.len() == start + 2
        && word.is_capital
        && lexicon().noun(&word.fold, clause.language).is_none()
        && lexicon().english.form(&word.fold).is_none()
    {
        return name_from(clause, start, 1).filter(|_| clause.language == Language::English);
    }
    let at = clause.after(
        start,
        &["soy", "yo soy", "i am", "aqui", "this is", "it is"],
    )?;
    let word = clause.words.get(at)?;
    let unknown = lexicon().noun(&word.fold, clause.language).is_none()
        && !super::clause::is_light(&word.fold, clause.language);
    let plain_name = FIRST_NAMES.contains(&format!(" {} ", word.fold));
    let introduces = matches!(clause.fold(start), "soy" | "yo" | "i");
    let ends = clause.words.len() <= at + 3
        || clause
            .words
            .get(at + 1)
            .is_some_and(|next| next.after_pause)
        || clause
            .words
            .get(at + 2)
            .is_some_and(|next| next.after_pause && clause.words[at + 1].is_capital);
    let looks_like_name =
        (word.is_capital && unknown && ends && introduces && !is_demonym(&word.fold))
            || (plain_name && ends);
    if !looks_like_name {
        return None;
    }
    name_from(clause, at, 2)
}

fn is_demonym(fold: &str) -> bool {
    [
        "spanish",
        "english",
        "galician",
        "french",
        "german",
        "italian",
        "american",
        "british",
        "catalan",
        "basque",
        "portuguese",
        "irish",
        "scottish",
        "mexican",
        "european",
        "catholic",
        "buddhist",
        "muslim",
        "christian",
        "jewish",
    ]
    .contains(&fold)
        || ["ish", "ese"]
            .iter()
            .any(|end| fold.ends_with(end) && fold.len() > 5)
}

/// A name of at most `most` words from `at`.
fn name_from(clause: &Clause<'_>, at: usize, most: usize) -> Option<(String, usize)> {
    let first = clause.words.get(at)?;
    let is_shouted = |word: &super::text::Word| word.is_capital;
    let mut end = at + 1;
    while end < clause.words.len().min(at + most)
        && !clause.words[end].after_pause
        && (is_shouted(&clause.words[end])
            || (matches!(clause.fold(end), "de" | "del" | "la")
                && clause.words.get(end + 1).is_some_and(is_shouted)))
    {
        end += 1;
    }
    let name = clause.slice(at, end);
    if super::clause::is_light(&first.fold, clause.language)
        || first.fold.chars().any(|sign| sign.is_ascii_digit())
    {
        return None;
    }
    let name = if first.is_capital {
        name.to_owned()
    } else {
        name.split(' ')
            .map(capitalised)
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some((name, end))
}

/// The clause with a capital where a place or a name was typed without.
pub(super) fn with_capitals(clause: &Clause<'_>) -> String {
    let mut text = clause.text.to_owned();
    // Who writes capitals means the small letters too.
    if clause
        .words
        .iter()
        .skip(1)
        .any(|word| word.is_capital && word.fold != "i" && !word.fold.starts_with("i'"))
    {
        return text;
    }
    for at in (0..clause.words.len()).rev() {
        let word = &clause.words[at];
        let before = at.checked_sub(1).map_or("", |before| clause.fold(before));
        let is_common = lexicon().noun(&word.fold, clause.language).is_some()
            || super::clause::is_light(&word.fold, clause.language)
            || word.fold.chars().count() < 3
            || word.fold.contains(|sign: char| sign.is_ascii_digit());
        let is_last = at + 1 >= clause.words.len()
            || clause.words[at + 1].after_pause
            || matches!(
                clause.fold(at + 1),
                "y" | "this"
                    | "next"
                    | "este"
                    | "esta"
                    | "el"
                    | "on"
                    | "desde"
                    | "con"
                    | "pero"
                    | "and"
                    | "since"
                    | "with"
                    | "but"
                    | "now"
                    | "ahora"
                    | "en"
                    | "in"
                    | "que"
            );
        let names = matches!(before, "llama" | "llaman" | "called" | "named")
            || (at >= 2 && before == "is" && clause.fold(at - 2) == "name");
        let prepositions = clause
            .language
            .pick(["en", "a", "de"], ["in", "to", "from"]);
        let lives = prepositions.contains(&before)
            && at >= 2
            && (clause.fold(at - 2) == "going"
                || clause.verb_at(at - 2, 0).is_some_and(|verb| {
                    matches!(
                        lexicon().name(verb.idea),
                        "live" | "move" | "born" | "be" | "travel" | "go" | "fly"
                    )
                }))
            && lexicon()
                .spanish
                .form(&word.low, &word.fold, true)
                .is_none()
            && lexicon().english.form(&word.fold).is_none()
            && ![
                "fuera",
                "lejos",
                "cerca",
                "casa",
                "alquiler",
                "town",
                "abroad",
                "camping",
                "acuerdo",
                "verdad",
                "love",
                "debt",
                "clase",
                "clases",
                "misa",
                "terapia",
                "school",
                "work",
                "bed",
                "class",
                "church",
                "acompañarte",
                "cenar",
                "mediodia",
                "noche",
            ]
            .contains(&word.fold.as_str());
        // "My girlfriend zoe": what follows a person at the end is a name.
        let follows = clause.language == Language::English
            && (at + 1 >= clause.words.len()
                || clause.words[at + 1].after_pause
                || clause.fold(at + 1) == "and")
            && lexicon()
                .noun(before, clause.language)
                .is_some_and(is_being)
            && lexicon().english.form(&word.fold).is_none();
        let is_moving = matches!(before, "a" | "to")
            && clause.has(&["mudar", "mudado", "mude", "mudo", "moved", "moving"]);
        // Days and months have capitals in English.
        let is_calendar = clause.language == Language::English
            && !matches!(
                word.fold.as_str(),
                "may" | "march" | "sat" | "sun" | "second"
            )
            && lexicon()
                .noun(&word.fold, clause.language)
                .is_some_and(|idea| {
                    lexicon().is_a(idea, "month") || lexicon().is_a(idea, "weekday")
                });
        if is_calendar
            || !is_common && is_last && (names || lives || is_moving || follows)
            || (!is_common && names)
            || FIRST_NAMES.contains(&format!(" {} ", word.fold))
                && word.fold.len() > 3
                && !(clause.language == Language::Spanish
                    && (word.fold == "ella" || clause.spanish_form(at, false).is_some()))
                && !matches!(
                    word.fold.as_str(),
                    "mark"
                        | "grace"
                        | "rosa"
                        | "angel"
                        | "pilar"
                        | "marina"
                        | "alba"
                        | "lola"
                        | "candela"
                )
        {
            let large = capitalised(&text[word.start..word.end]);
            text.replace_range(word.start..word.end, &large);
        }
    }
    text
}

/// `he suspendido`: `haber` with a verb that no list knows.
fn is_auxiliary(clause: &Clause<'_>, at: usize) -> bool {
    matches!(
        clause.fold(at),
        "he" | "has" | "ha" | "hemos" | "han" | "habia" | "hay"
    )
}

/// True where what the clause says is worth a line.
fn is_worth(clause: &Clause<'_>, reading: &Reading) -> bool {
    if own_name(clause, clause.start()).is_some() {
        return true;
    }
    let Some(verb) = reading.verb else {
        return named_apposition(clause);
    };
    let lexicon = lexicon();
    let names = reading
        .verb
        .is_some_and(|verb| lexicon.name(verb.idea) == "name");
    let mine = names
        || clause.words.iter().any(|word| {
            matches!(
                word.fold.as_str(),
                "mi" | "mis" | "nuestro" | "nuestra" | "nuestros" | "nuestras" | "my" | "our"
            )
        });
    let dated = has_time(clause)
        || clause
            .words
            .iter()
            .skip(clause.start() + 1)
            .any(|word| word.is_capital && !matches!(word.fold.as_str(), "i"));
    let name = lexicon.name(verb.idea);
    let behind = complement(clause, verb.at);
    match reading.subject {
        Subject::User => match name {
            "be" => be_is_worth(clause, verb.at, behind, mine),
            "have" if clause.language == Language::Spanish && is_auxiliary(clause, verb.at) => {
                false
            }
            "have" if clause.fold(behind) == "no" => {
                !PASSING.contains(&clause.fold(behind + 1)) && clause.words.len() > behind + 1
            }
            "have" if is_past_event(clause, reading) => false,
            "have" => {
                !PASSING.contains(&clause.fold(behind))
                    && clause.words.len() > behind
                    && !clause.has(&["que ver", "to go", "to do"])
                    && !is_vague(clause, behind)
            }
            "know" | "say" | "remember" | "do" | "believe" | "mean" | "ask" => false,
            "turn" => has_time(clause) || clause.words.iter().any(is_number),
            "like" | "hate" | "interest" => {
                !clause.has(&[
                    "gustaria",
                    "encantaria",
                    "would like",
                    "would love",
                    "like to know",
                ]) && liked_is_worth(clause, verb.at)
            }
            "give"
                if clause.has(&[
                    "me da miedo",
                    "me dan miedo",
                    "me da panico",
                    "me dan panico",
                ]) =>
            {
                true
            }
            _ if is_past_event(clause, reading) || is_of_nobody(clause, verb.at, name) => false,
            "go" | "come" if !clause.has(&["a", "al", "to", "en", "in", "abroad", "fuera"]) => {
                false
            }
            "start" | "finish" | "change" | "meet" | "want" | "plan" | "go" | "get" | "visit"
            | "travel" | "fly" => {
                dated
                    && !clause.has(&[
                        "going to tell",
                        "voy a contar",
                        "voy a decir",
                        "want to know",
                        "want you",
                        "want to ask",
                        "quiero que",
                        "quiero saber",
                        "quiero preguntar",
                        "change the subject",
                    ])
            }
            _ => keeps(verb.keeping, dated),
        },
        Subject::Being(_) => {
            mine && !matches!(verb.keeping, Keeping::Plain)
                && !matches!(name, "say" | "believe" | "remember" | "know")
                && !is_fleeting(clause, behind)
                && (name != "be" || clause.words.len() > behind)
                || named_apposition(clause)
        }
        Subject::Agent => false,
        Subject::Other => {
            // "La boda de mi hermana es en junio", "the wifi password is tulip42", "Ana is my sister".
            let about_mine = mine
                && (clause.words.iter().any(|word| {
                    lexicon
                        .noun(&word.fold, clause.language)
                        .is_some_and(|idea| is_being(idea) || is_matter(idea))
                }));
            if clause.possessed(Voice::User).is_some() {
                return keeps(verb.keeping, dated) && !is_past_event(clause, reading);
            }
            let is_key = clause.words[..verb.at].iter().any(|word| {
                matches!(
                    word.fold.as_str(),
                    "wifi" | "clave" | "contraseña" | "pin" | "codigo" | "password" | "code"
                )
            });
            name == "be" && (about_mine || is_key) && !is_fleeting(clause, behind)
        }
    }
}

/// "Ayer fui al cine con Ana": what happened once is no fact about the user.
fn is_past_event(clause: &Clause<'_>, reading: &Reading) -> bool {
    let is_recent = clause.has(&[
        "ayer",
        "anoche",
        "anteayer",
        "esta mañana",
        "esta tarde",
        "hoy",
        "el otro dia",
        "hace un rato",
        "yesterday",
        "last night",
        "this morning",
        "today",
        "the other day",
        "earlier",
        "just now",
        "el finde",
        "el fin de semana",
        "at the weekend",
        "last weekend",
        "la semana pasada",
        "last week",
    ]);
    is_recent
        && reading.verb.is_some_and(|verb| {
            if lexicon().name(verb.idea) == "have" {
                return matches!(
                    clause.fold(verb.at),
                    "had" | "tuve" | "tuvimos" | "tenia" | "teniamos"
                );
            }
            verb.keeping != Keeping::Keep
                || matches!(
                    lexicon().name(verb.idea),
                    "eat"
                        | "drink"
                        | "run"
                        | "swim"
                        | "cook"
                        | "play"
                        | "read"
                        | "ride"
                        | "drive"
                        | "dance"
                        | "sing"
                        | "paint"
                        | "use"
                        | "work"
                        | "study"
                        | "speak"
                )
        })
}

/// "Me regaló un libro": who did, is not said.
fn is_of_nobody(clause: &Clause<'_>, verb: usize, name: &str) -> bool {
    clause.language == Language::Spanish
        && matches!(
            name,
            "give"
                | "bring"
                | "buy"
                | "say"
                | "write"
                | "teach"
                | "help"
                | "invite"
                | "leave"
                | "ask"
                | "answer"
                | "put"
                | "do"
                | "sell"
        )
        && clause
            .spanish_form(verb, true)
            .is_some_and(|form| form.person == super::spanish::Person::Third && !form.is_shared)
        && (clause.start()..verb).all(|at| {
            matches!(
                clause.fold(at),
                "me" | "nos" | "lo" | "la" | "los" | "las" | "no" | "ya"
            )
        })
}

fn keeps(keeping: Keeping, dated: bool) -> bool {
    super::person::keeps(keeping, dated)
}

/// The word behind a verb that says what it is about.
fn complement(clause: &Clause<'_>, verb: usize) -> usize {
    let mut at = verb + 1;
    while matches!(
        clause.fold(at),
        "not"
            | "also"
            | "still"
            | "actually"
            | "tambien"
            | "aun"
            | "todavia"
            | "ya"
            | "really"
            | "got"
            | "been"
            | "a"
            | "an"
            | "un"
            | "una"
            | "muy"
            | "mas"
            | "solo"
            | "only"
            | "very"
            | "unas"
            | "unos"
            | "the"
    ) {
        at += 1;
    }
    at
}

fn is_fleeting(clause: &Clause<'_>, at: usize) -> bool {
    clause.after(at, FLEETING).is_some()
}

/// "Tengo algo", "I have one": nothing is said.
fn is_vague(clause: &Clause<'_>, at: usize) -> bool {
    matches!(
        clause.fold(at),
        "algo"
            | "eso"
            | "esto"
            | "one"
            | "some"
            | "something"
            | "it"
            | "this"
            | "that"
            | "uno"
            | "otro"
            | "otra"
    )
}

fn liked_is_worth(clause: &Clause<'_>, verb: usize) -> bool {
    let at = complement(clause, verb);
    at < clause.words.len()
        && !clause.is_at(at, "eso")
        && !clause.has(&[
            "you",
            "contigo",
            "hablar contigo",
            "tu nombre",
            "esto",
            "that",
            "your name",
            "this",
            "it here",
        ])
        && clause.fold(at) != "it"
        || (at >= clause.words.len() && clause.words.len() >= 4)
}

/// Nouns that stand for something of the user's that lasts.
fn is_matter(idea: super::lexicon::Idea) -> bool {
    let lexicon = lexicon();
    ["plan", "thing", "like"]
        .iter()
        .any(|kind| lexicon.is_a(idea, kind))
        || matches!(
            lexicon.name(idea),
            "name"
                | "surname"
                | "birthday"
                | "age"
                | "home"
                | "live"
                | "work"
                | "study"
                | "school"
                | "exam"
                | "wifi"
                | "allergy"
                | "illness"
                | "fear"
                | "height"
                | "weight"
                | "origin"
                | "goal"
                | "project"
                | "language"
                | "team"
                | "band"
                | "diet"
                | "married"
                | "city"
                | "town"
                | "colour"
                | "food"
                | "drink"
                | "film"
                | "series"
                | "book"
                | "game"
                | "sport"
                | "music"
                | "instrument"
                | "season"
        )
}

fn be_is_worth(clause: &Clause<'_>, verb: usize, behind: usize, mine: bool) -> bool {
    let lexicon = lexicon();
    if is_fleeting(clause, behind) || behind >= clause.words.len() && verb < 2 {
        return false;
    }
    let is_ser = clause.language == Language::English
        || !matches!(clause.fold(verb), "estoy" | "estaba" | "estuve" | "estamos");
    let said = clause.words.get(behind);
    let state = clause
        .words
        .iter()
        .skip(verb + 1)
        .any(|word| STATES.contains(&word.fold.as_str()));
    let idea = said.and_then(|word| lexicon.noun(&word.fold, clause.language));
    let speaks_of_mine = mine
        && (0..verb).any(|at| {
            lexicon
                .noun(clause.fold(at), clause.language)
                .is_some_and(|idea| is_matter(idea) || is_being(idea))
        });
    if mine && verb > 0 && matches!(clause.fold(0), "mi" | "mis" | "my" | "our") {
        return speaks_of_mine;
    }
    if speaks_of_mine || state {
        return true;
    }
    let is_job = (verb + 1..clause.words.len()).any(|at| {
        lexicon
            .noun(clause.fold(at), clause.language)
            .is_some_and(|idea| {
                lexicon.is_a(idea, "job")
                    || lexicon.is_a(idea, "language")
                    || lexicon.is_a(idea, "allergy")
                    || lexicon.is_a(idea, "diet")
                    || lexicon.is_a(idea, "illness")
                    || lexicon.is_a(idea, "fear")
                    || lexicon.is_a(idea, "family")
                    || lexicon.name(idea) == "age"
            })
    });
    let is_years = clause
        .words
        .iter()
        .any(|word| matches!(word.fold.as_str(), "years" | "años"))
        || ((clause.words.len() <= behind + 1
            || matches!(clause.fold(behind + 1), "now" | "today" | "already"))
            && said.is_some_and(|word| {
                super::evidence::is_count(&word.fold, clause.language)
                    && !matches!(word.fold.as_str(), "one" | "uno" | "una" | "un")
            }));
    let is_from = matches!(clause.fold(verb + 1), "de" | "del" | "from");
    match clause.language {
        Language::Spanish if is_ser => {
            is_job
                || is_years
                || is_from
                || said.is_some_and(|word| {
                    idea.is_none()
                        && word.fold.chars().count() > 3
                        && !super::clause::is_light(&word.fold, clause.language)
                })
        }
        Language::Spanish => is_job,
        Language::English => {
            let has_article = matches!(clause.fold(verb + 1), "a" | "an")
                || matches!(clause.fold(verb + 2), "a" | "an");
            is_job
                || is_years
                || is_from
                || has_article
                || said.is_some_and(|word| is_demonym(&word.fold))
                || clause.has(&[
                    "good at",
                    "bad at",
                    "scared of",
                    "afraid of",
                    "into",
                    "crazy about",
                    "mad about",
                    "keen on",
                    "fond of",
                    "obsessed with",
                    "a fan of",
                    "learning",
                ])
        }
    }
}

/// "Ana, my sister" or "my sister Ana" with a verb that says little.
fn named_apposition(clause: &Clause<'_>) -> bool {
    clause.words.windows(3).any(|three| {
        matches!(three[0].fold.as_str(), "mi" | "my")
            && three[2].is_capital
            && lexicon()
                .noun(&three[1].fold, clause.language)
                .is_some_and(is_being)
            && lexicon().noun(&three[2].fold, clause.language).is_none()
    })
}

/// The matter of a line: what cannot hold two values at once.
pub(super) fn matter(clause: &Clause<'_>, reading: &Reading, terms: &[Term]) -> Option<String> {
    let lexicon = lexicon();
    if reading.verb.is_some_and(|verb| verb.is_past) {
        return None;
    }
    let beings: Vec<&str> = terms
        .iter()
        .filter_map(|term| term.idea)
        .filter(|idea| is_being(*idea))
        .map(|idea| lexicon.name(idea))
        .collect();
    let head = [Voice::User, Voice::Note]
        .into_iter()
        .find_map(|voice| clause.possessed(voice));
    let who = match reading.subject {
        Subject::Being(_) => beings
            .iter()
            .take(2)
            .copied()
            .collect::<Vec<_>>()
            .join("'s "),
        Subject::User => "user".to_owned(),
        // "Mi monitora se llama Bea": of whom no list knows.
        Subject::Other if head.is_some() => head.map_or("", |at| clause.fold(at)).to_owned(),
        // "Hugo tiene 9 años".
        Subject::Other
            if reading
                .verb
                .is_some_and(|verb| clause.begins_with_name(clause.start(), verb.at)) =>
        {
            clause.fold(clause.start()).to_owned()
        }
        // "El casero se llama Manolo" is no name of the user's.
        Subject::Other
            if reading
                .verb
                .is_some_and(|verb| lexicon.name(verb.idea) == "be") =>
        {
            "user".to_owned()
        }
        Subject::Agent | Subject::Other => return None,
    };
    let has = |name: &str| terms.iter().any(|term| is_idea(term, name));
    let verb = reading.verb.map_or("", |verb| lexicon.name(verb.idea));
    let object = |skip: &[&str]| {
        let words = terms.iter().filter(|term| {
            !term.is_verb
                && term
                    .idea
                    .is_none_or(|idea| !skip.contains(&lexicon.name(idea)))
        });
        words
            .map(|term| {
                term.idea
                    .map_or(term.word.as_str(), |idea| lexicon.name(idea))
            })
            .next()
            .map(str::to_owned)
    };
    // What one wants is no more than that.
    let wish = if wishes(clause) { "wish " } else { "" };
    let of = |what: &str| Some(format!("{wish}{what} of {who}"));
    if has("favourite") {
        let thing = terms
            .iter()
            .filter(|term| !is_idea(term, "favourite"))
            .find_map(|term| term.idea);
        return thing.map(|thing| format!("favourite {} of {who}", lexicon.name(thing)));
    }
    if has("birthday") || verb == "born" && has_time(clause) || verb == "turn" && has_time(clause) {
        return of("birthday");
    }
    if has("age") || verb == "turn" {
        return of("age");
    }
    match verb {
        "live" | "move" => of("home"),
        "name"
            if reading.subject != Subject::User
                || own_name(clause, clause.start()).is_some()
                || clause.has(&["se llama", "te llamas", "name", "name is"]) =>
        {
            of("name")
        }
        "work" => of("workplace"),
        "study" => of("study"),
        "like" | "hate" | "bear" | "eat" | "drink" | "smoke" | "play" | "interest" => {
            object(&[]).map(|object| format!("taste {object} of {who}"))
        }
        "be" | "" => {
            if reading.subject == Subject::User
                && (clause.has(&["name", "nombre"]) || own_name(clause, clause.start()).is_some())
            {
                return of("name");
            }
            if clause.words.iter().any(|word| {
                matches!(
                    word.fold.as_str(),
                    "soltero"
                        | "soltera"
                        | "casado"
                        | "casada"
                        | "divorciado"
                        | "divorciada"
                        | "single"
                        | "married"
                        | "divorced"
                )
            }) {
                return of("status");
            }
            if has("origin") {
                return of("origin");
            }
            let at = reading.verb.map_or(0, |verb| verb.at);
            let first = terms
                .iter()
                .find(|term| term.idea.is_some_and(is_matter))
                .filter(|_| at > 1)?;
            Some(format!(
                "{} of {who}",
                first
                    .idea
                    .map_or(first.word.as_str(), |idea| lexicon.name(idea))
            ))
        }
        "married" | "divorce" => of("status"),
        _ => None,
    }
}

/// True for what is only wanted or planned: "quiero vivir en Londres".
pub(super) fn wishes(clause: &Clause<'_>) -> bool {
    clause
        .main_verb()
        .and_then(|verb| clause.verb_at(verb.at, verb.at))
        .is_some_and(|own| matches!(lexicon().name(own.idea), "want" | "plan" | "hope"))
}

/// A fact about somebody whose name stands in the block: "Yolanda es alérgica al polen".
pub(super) fn of_known(clause: &Clause<'_>, block: &str) -> Option<Note> {
    let start = clause.start();
    let verb = clause.main_verb()?;
    let reading = clause.read(Voice::User);
    let behind = complement(clause, verb.at);
    let is_known = clause.begins_with_name(start, verb.at)
        && block
            .split(|sign: char| !sign.is_alphanumeric())
            .any(|word| word == clause.slice(start, start + 1));
    let name = lexicon().name(verb.idea);
    let tells = match name {
        "be" | "have" => behind < clause.words.len() && !is_fleeting(clause, behind),
        "say" | "believe" | "remember" | "know" | "do" => false,
        _ => keeps(verb.keeping, has_time(clause)),
    };
    if !is_known
        || !tells
        || question::asks(clause)
        || clause.has(UNREAL)
        || is_past_event(clause, &reading)
        || clause.words.len() > 20
    {
        return None;
    }
    let (line, told) = words_of(clause)?;
    Some(made(clause, &reading, line, told))
}

/// A line of the block, read.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    /// As it stands.
    pub text: &'a str,
    /// Its matter.
    pub matter: Option<String>,
    /// What its words are about.
    pub terms: Vec<Term>,
    /// True where it says that something is over.
    pub is_over: bool,
}

/// The lines of a block, read.
pub(super) fn lines(value: &str, fallback: Language) -> Vec<Line<'_>> {
    let read = |text| {
        let language = super::language::detect(text).unwrap_or(fallback);
        let (matter, terms, is_over) = matter_of_line(text, language);
        Line {
            text,
            matter,
            terms,
            is_over,
        }
    };
    value
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(read)
        .collect()
}

/// The matter of a line of the block.
pub(super) fn matter_of_line(line: &str, language: Language) -> (Option<String>, Vec<Term>, bool) {
    let text = line.trim().trim_end_matches('.');
    let clause = Clause::new(text, language, false);
    let reading = clause.read(Voice::Note);
    let mut terms = terms_of(&clause, &reading);
    let label = fold(text.split(':').next().unwrap_or_default());
    if text.contains(':') && matches!(label.as_str(), "name" | "nombre" | "first name") {
        if !terms.iter().any(|term| is_idea(term, "name")) {
            terms.push(Term::meant("name"));
        }
        return (Some("name of user".to_owned()), terms, false);
    }
    if clause.is_at(0, "se llama") {
        return (Some("name of user".to_owned()), terms, reading.is_over);
    }
    let matter = owned_name(&clause, &reading).or_else(|| matter(&clause, &reading, &terms));
    (matter, terms, reading.is_over)
}

/// "Tiene un perro que se llama Toby" tells the dog's name too: who corrects it means this
/// line.
fn owned_name(clause: &Clause<'_>, reading: &Reading) -> Option<String> {
    let owns = reading
        .verb
        .is_some_and(|verb| matches!(lexicon().name(verb.idea), "have" | "adopt" | "buy"));
    if !owns
        || reading.denies
        || !clause.has(&["se llama", "called", "named", "llamado", "llamada"])
    {
        return None;
    }
    let being = clause.words.iter().find_map(|word| {
        lexicon()
            .noun(&word.fold, clause.language)
            .filter(|idea| is_being(*idea))
    })?;
    Some(format!("name of {}", lexicon().name(being)))
}

/// True where two lists of terms say the same.
pub(super) fn says_the_same(one: &[Term], other: &[Term]) -> bool {
    let is_same = |one: &Term, other: &Term| {
        if one.idea.is_some() {
            one.idea == other.idea
        } else {
            one.word == other.word || same(one, other)
        }
    };
    one.iter()
        .all(|term| other.iter().any(|said| is_same(term, said)))
}

/// "Tengo un perro": a being without a name, to ask for it.
fn nameless(clause: &Clause<'_>, reading: &Reading, terms: &[Term]) -> Option<String> {
    let has_name = terms.iter().any(|term| is_idea(term, "name"))
        || clause.words.iter().skip(1).any(|word| word.is_capital);
    let owns = reading
        .verb
        .is_some_and(|verb| matches!(lexicon().name(verb.idea), "have" | "adopt" | "buy"));
    if has_name || !owns || reading.denies {
        return None;
    }
    let at = (0..clause.words.len()).find(|at| {
        lexicon()
            .noun(clause.fold(*at), clause.language)
            .is_some_and(is_being)
    })?;
    let one = at
        .checked_sub(1)
        .is_some_and(|before| matches!(clause.fold(before), "un" | "una" | "a" | "an"));
    one.then(|| clause.words[at].low.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str, language: Language) -> String {
        read(&Clause::new(text, language, false)).map_or_else(String::new, |note| {
            format!("{} [{}]", note.line, note.matter.unwrap_or_default())
        })
    }

    #[test]
    fn facts_become_lines_in_spanish() {
        for (text, expected) in [
            ("me llamo laura", "Se llama Laura. [name of user]"),
            ("hola soy laura", "Se llama Laura. [name of user]"),
            ("vivo en lugo", "Vive en Lugo. [home of user]"),
            (
                "mi hermana se llama Ana",
                "Su hermana se llama Ana. [name of sister]",
            ),
            (
                "el perro de mi hermana se llama Trasno",
                "El perro de su hermana se llama Trasno. [name of dog's sister]",
            ),
            (
                "mi cumpleaños es el 3 de mayo",
                "Su cumpleaños es el 3 de mayo. [birthday of user]",
            ),
            (
                "soy alérgica a los cacahuetes",
                "Es alérgica a los cacahuetes. []",
            ),
            (
                "me encanta el jazz",
                "Le encanta el jazz. [taste jazz of user]",
            ),
            ("ya no vivo en Vigo", "Ya no vive en Vigo. [home of user]"),
            ("tengo hambre", ""),
            ("estoy cansado", ""),
            ("tengo 34 años", "Tiene 34 años. [age of user]"),
            ("si viviera en Lugo iría andando", ""),
            (
                "tengo cita con el dentista el martes a las 10",
                "Tiene cita con el dentista el martes a las 10. []",
            ),
            (
                "mi color favorito es el verde",
                "Su color favorito es el verde. [favourite colour of user]",
            ),
        ] {
            assert_eq!(note(text, Language::Spanish), expected, "{text}");
        }
    }

    #[test]
    fn a_line_that_names_a_being_in_passing_is_of_its_name() {
        for (line, language, expected) in [
            (
                "Tiene un perro que se llama Toby.",
                Language::Spanish,
                Some("name of dog"),
            ),
            (
                "Has a dog called Toby.",
                Language::English,
                Some("name of dog"),
            ),
            ("Tiene un perro.", Language::Spanish, None),
            ("Has a dog.", Language::English, None),
        ] {
            let (matter, ..) = matter_of_line(line, language);
            assert_eq!(matter.as_deref(), expected, "{line}");
        }
        let cat = "Su gata se llama Pelusa y no perdona";
        let note = read(&Clause::new(cat, Language::Spanish, false));
        assert!(note.is_none_or(|note| !note.corrects), "{cat}");
        for (text, language) in [
            ("Perdona, mi perro se llama Tobi", Language::Spanish),
            ("Sorry, my dog is called Tobi", Language::English),
        ] {
            let note = read(&Clause::new(text, language, false));
            assert!(note.is_some_and(|note| note.corrects), "{text}");
        }
    }

    #[test]
    fn facts_become_lines_in_english() {
        for (text, expected) in [
            ("my name is laura", "Name: Laura. [name of user]"),
            ("I'm Laura", "Name: Laura. [name of user]"),
            ("I live in Vigo", "Lives in Vigo. [home of user]"),
            ("i moved to madrid", "Moved to Madrid. [home of user]"),
            (
                "my sister's dog is called Trasno",
                "Their sister's dog is called Trasno. [name of sister's dog]",
            ),
            (
                "my birthday is on May 3rd",
                "Their birthday is on May 3rd. [birthday of user]",
            ),
            ("I'm allergic to peanuts", "Is allergic to peanuts. []"),
            ("I'm a nurse", "Is a nurse. []"),
            ("I'm tired", ""),
            ("I have a question", ""),
            (
                "I hate mushrooms",
                "Hates mushrooms. [taste mushrooms of user]",
            ),
            ("if I lived in Vigo I would walk", ""),
        ] {
            assert_eq!(note(text, Language::English), expected, "{text}");
        }
    }
}
