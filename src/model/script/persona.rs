//! What the user asks of the agent itself: a name, a manner, a part to play. It is written
//! to the agent's own block and obeyed from what stands there.

use super::clause::Clause;
use super::language::Language;
use super::text::{capitalised, fold, sentences};
use super::view::View;

/// Something that the user asks of the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// The line of the agent's block, in its own words.
    pub line: String,
    /// Which sentence answers.
    pub answer: &'static str,
    /// What goes with the answer.
    pub value: String,
    /// Lines that it takes the place of begin with one of these, without accents.
    pub replaces: &'static [&'static str],
}

/// How the agent is to speak, as its own block says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manner {
    /// Its name.
    pub name: Option<String>,
    /// True for short answers.
    pub is_brief: bool,
    /// True for `usted`.
    pub is_formal: bool,
    /// The language that it was asked to answer in.
    pub language: Option<Language>,
}

const NAME_LINES: &[&str] = &["me llamo", "my name is", "mi nombre es", "soy "];
const LENGTH_LINES: &[&str] = &[
    "soy breve",
    "doy detalle",
    "i keep my answers short",
    "i give detail",
];
const FORMAL_LINES: &[&str] = &["trato al usuario de usted", "tuteo al usuario"];
const LANGUAGE_LINES: &[&str] = &["respondo en", "i answer in"];
const ROLE_LINES: &[&str] = &["hago de", "i act as"];

/// Reads a clause as something that is asked of the agent.
pub(super) fn read(clause: &Clause<'_>) -> Option<Directive> {
    let start = clause.start();
    let start = clause
        .after(
            start,
            &[
                "a partir de ahora",
                "de ahora en adelante",
                "desde ahora",
                "desde hoy",
                "a partir de hoy",
                "from now on",
                "starting now",
                "from today on",
            ],
        )
        .unwrap_or(start);
    let lasts = start > clause.start();
    let start = clause
        .after(start, &["tu"])
        .filter(|at| lasts && matches!(clause.fold(*at), "eres" | "seras" | "te"))
        .unwrap_or(start);
    let language = clause.language;
    const NAMING: &[&str] = &[
        "te llamas",
        "te llamaras",
        "te llamare",
        "te voy a llamar",
        "tu nombre es",
        "tu nombre sera",
        "quiero que te llames",
        "te llamaremos",
        "te pongo de nombre",
        "tu nombre va a ser",
        "ahora te llamas",
        "your name is",
        "your name will be",
        "i will call you",
        "i am going to call you",
        "i want to call you",
        "you are called",
        "i shall call you",
        "let me call you",
        "let us call you",
        "your new name is",
        "your name now is",
        "llamate",
        "call yourself",
        "name yourself",
        "te bautizo como",
        "te bautizo",
    ];
    if let Some(at) = clause
        .after(start, NAMING)
        .filter(|at| *at < clause.words.len())
    {
        return named(clause, at);
    }
    if lasts
        && let Some(at) = clause.after(start, &["eres", "seras", "you are", "you will be"])
        && clause.words.len() == at + 1
        && clause.words[at].is_capital
    {
        return named(clause, at);
    }
    let manner = |spanish: &str, english: &str, answer, replaces| {
        Some(Directive {
            line: language.pick(spanish, english).to_owned(),
            answer,
            value: String::new(),
            replaces,
        })
    };
    const BRIEF: &[&str] = &[
        "mas breve",
        "se breve",
        "mas corto",
        "mas corta",
        "mas cortas",
        "respuestas cortas",
        "respuestas breves",
        "no te enrolles",
        "sin enrollarte",
        "mas conciso",
        "mas concisa",
        "se conciso",
        "contesta corto",
        "ve al grano",
        "mas brevemente",
        "be brief",
        "be briefer",
        "more brief",
        "shorter answers",
        "short answers",
        "keep it short",
        "more concise",
        "be concise",
        "be shorter",
        "shorter please",
        "less words",
        "fewer words",
        "keep your answers short",
        "to the point",
        "answer briefly",
    ];
    const LONG: &[&str] = &[
        "mas detalle",
        "mas detalles",
        "explayate",
        "respuestas largas",
        "mas largo",
        "more detail",
        "more detailed",
        "longer answers",
        "be verbose",
        "more verbose",
    ];
    if clause.has(BRIEF) && !clause.has(&["mi ", "my "]) {
        return manner(
            "Soy breve.",
            "I keep my answers short.",
            "brief",
            LENGTH_LINES,
        );
    }
    if clause.has(LONG) {
        return manner("Doy detalle.", "I give detail.", "long", LENGTH_LINES);
    }
    if clause.has(&["de usted", "be formal", "be more formal"]) {
        return manner(
            "Trato al usuario de usted.",
            "I am formal with the user.",
            "formal",
            FORMAL_LINES,
        );
    }
    if clause.has(&[
        "tuteame",
        "de tu",
        "puedes tutearme",
        "no me hables tan formal",
        "no seas tan formal",
        "menos formal",
        "do not be so formal",
        "less formal",
        "be informal",
        "be less formal",
    ]) {
        return manner(
            "Tuteo al usuario.",
            "I am informal with the user.",
            "informal",
            FORMAL_LINES,
        );
    }
    const SPEAK: &[&str] = &[
        "hablame",
        "responde",
        "respondeme",
        "contesta",
        "contestame",
        "habla",
        "hablemos",
        "speak",
        "answer",
        "talk",
        "reply",
        "respond",
        "let us speak",
        "let us talk",
        "please answer",
        "puedes hablar",
        "can you speak",
        "could you speak",
        "podemos hablar",
        "switch to",
        "go back to",
        "back to",
        "vuelve al",
        "volvamos al",
        "cambia al",
        "pasa al",
        "now in",
    ];
    let speaks = clause.after(start, SPEAK).is_some() || clause.words.len() <= 3;
    if speaks
        && clause.has(&[
            "en ingles",
            "in english",
            "speak english",
            "al ingles",
            "to english",
            "hablar ingles",
        ])
    {
        return manner(
            "Respondo en inglés.",
            "I answer in English.",
            "english",
            LANGUAGE_LINES,
        );
    }
    if speaks
        && clause.has(&[
            "en español",
            "in spanish",
            "speak spanish",
            "al español",
            "to spanish",
            "hablar español",
            "en castellano",
        ])
    {
        return manner(
            "Respondo en español.",
            "I answer in Spanish.",
            "spanish",
            LANGUAGE_LINES,
        );
    }
    // "Be funnier", "pon más humor", "sé más amable".
    let is_wish = clause.after(
        start,
        &[
            "be more",
            "be less",
            "be kinder",
            "be nicer",
            "be funnier",
            "be clearer",
            "be warmer",
            "se mas",
            "se menos",
            "pon mas",
            "pon menos",
            "usa mas",
            "usa menos",
            "no seas tan",
            "do not be so",
            "use more",
            "use less",
            "use fewer",
        ],
    );
    if is_wish.is_some() && clause.words.len() <= 10 && !clause.asks {
        let asked = clause.rest(start);
        return Some(Directive {
            line: language.pick(
                format!("El usuario me pide: {asked}."),
                format!("The user asks me: {asked}."),
            ),
            answer: "obeyed",
            value: String::new(),
            replaces: &[],
        });
    }
    if let Some(role) = role(clause, start) {
        return Some(role);
    }
    if lasts && start < clause.words.len() {
        let asked = clause.rest(start);
        let line = language.pick(
            format!("El usuario me pide: {asked}."),
            format!("The user asks me: {asked}."),
        );
        return Some(Directive {
            line,
            answer: "obeyed",
            value: String::new(),
            replaces: &[],
        });
    }
    None
}

fn named(clause: &Clause<'_>, at: usize) -> Option<Directive> {
    let mut end = at + 1;
    while end < clause.words.len().min(at + 3)
        && clause.words[end].is_capital
        && !clause.words[end].after_pause
    {
        end += 1;
    }
    let name = clause.slice(at, end);
    let is_name = name.chars().any(char::is_alphabetic)
        && !super::clause::is_light(&fold(name), clause.language)
        && !matches!(clause.fold(at), "como" | "what" | "asi");
    is_name.then(|| {
        let name = capitalised(name);
        let line = clause
            .language
            .pick(format!("Me llamo {name}."), format!("My name is {name}."));
        Directive {
            line,
            answer: "renamed",
            value: name,
            replaces: NAME_LINES,
        }
    })
}

/// `eres mi profesora de español`, `you are my coach`, `act as my teacher`.
fn role(clause: &Clause<'_>, start: usize) -> Option<Directive> {
    const ROLES: &[&str] = &[
        "eres mi",
        "seras mi",
        "quiero que seas mi",
        "actua como mi",
        "actua como un",
        "actua como una",
        "actua como",
        "haz de",
        "se mi",
        "vas a ser mi",
        "quiero que actues como",
        "imagina que eres",
        "you are my",
        "you will be my",
        "i want you to be my",
        "act as my",
        "act as a",
        "act as an",
        "act as",
        "act like",
        "be my",
        "pretend to be",
        "pretend you are",
    ];
    let at = clause
        .after(start, ROLES)
        .filter(|at| *at < clause.words.len())?;
    let what = clause.rest(at).trim_end_matches(['.', ' ']);
    let first = clause.fold(at);
    if matches!(
        first,
        "favorito"
            | "favorita"
            | "favourite"
            | "mejor"
            | "best"
            | "friend"
            | "amigo"
            | "amiga"
            | "only"
            | "unico"
            | "unica"
    ) {
        return None;
    }
    let is_mine = matches!(clause.fold(at - 1), "mi" | "my");
    let line = match clause.language {
        Language::Spanish => format!("Hago de {what}."),
        Language::English if is_mine => format!("I act as the user's {what}."),
        Language::English => format!("I act as {what}."),
    };
    let value = match clause.language {
        Language::Spanish => format!("hago de {what}"),
        Language::English if is_mine => format!("I'll be your {what}"),
        Language::English => format!("I'll act as {what}"),
    };
    Some(Directive {
        line,
        answer: "role",
        value,
        replaces: ROLE_LINES,
    })
}

/// What the agent's own block says of its manner. The last word counts.
pub(super) fn manner(view: &View) -> Manner {
    let mut manner = Manner::default();
    let Some(block) = &view.persona else {
        return manner;
    };
    for sentence in block.value.lines().flat_map(|line| {
        sentences(line)
            .into_iter()
            .map(|sentence| sentence.text)
            .collect::<Vec<_>>()
    }) {
        let said = fold(sentence);
        let name = ["me llamo ", "my name is ", "mi nombre es ", "soy ", "i am "]
            .into_iter()
            .find_map(|head| {
                let at = said.strip_prefix(head)?;
                let rest = &sentence[sentence.len().checked_sub(at.len())?..];
                let end = rest.find([',', '.', ';', ':']).unwrap_or(rest.len());
                let words: Vec<&str> = rest[..end]
                    .split_whitespace()
                    .take_while(|word| word.chars().next().is_some_and(char::is_uppercase))
                    .take(3)
                    .collect();
                (!words.is_empty()).then(|| words.join(" "))
            });
        if let Some(name) = name {
            manner.name = Some(name);
        }
        match said.as_str() {
            _ if said.contains("soy breve")
                || said.contains("answers short")
                || said.contains("respuestas cortas") =>
            {
                manner.is_brief = true
            }
            _ if said.contains("doy detalle") || said.contains("give detail") => {
                manner.is_brief = false
            }
            _ if said.contains("de usted") => manner.is_formal = true,
            _ if said.contains("tuteo al usuario") => manner.is_formal = false,
            _ if said.contains("respondo en ingles") || said.contains("answer in english") => {
                manner.language = Some(Language::English)
            }
            _ if said.contains("respondo en espanol")
                || said.contains("respondo en español")
                || said.contains("answer in spanish") =>
            {
                manner.language = Some(Language::Spanish)
            }
            _ => {}
        }
    }
    manner
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, language: Language) -> String {
        read(&Clause::new(text, language, false))
            .map_or_else(String::new, |directive| directive.line)
    }

    #[test]
    fn what_is_asked_of_the_agent_becomes_a_line_of_its_own() {
        for (text, language, expected) in [
            (
                "a partir de ahora te llamas Luna",
                Language::Spanish,
                "Me llamo Luna.",
            ),
            (
                "de ahora en adelante eres Luna",
                Language::Spanish,
                "Me llamo Luna.",
            ),
            ("sé más breve, por favor", Language::Spanish, "Soy breve."),
            (
                "háblame de usted",
                Language::Spanish,
                "Trato al usuario de usted.",
            ),
            (
                "háblame en inglés",
                Language::Spanish,
                "Respondo en inglés.",
            ),
            (
                "eres mi profesora de español",
                Language::Spanish,
                "Hago de profesora de español.",
            ),
            ("vivo en Vigo", Language::Spanish, ""),
            (
                "from now on your name is Luna",
                Language::English,
                "My name is Luna.",
            ),
            (
                "please be briefer",
                Language::English,
                "I keep my answers short.",
            ),
            (
                "you are my Spanish teacher",
                Language::English,
                "I act as the user's Spanish teacher.",
            ),
            (
                "from now on always greet me in verse",
                Language::English,
                "The user asks me: always greet me in verse.",
            ),
            ("I live in Vigo", Language::English, ""),
        ] {
            assert_eq!(line(text, language), expected, "{text}");
        }
    }
}
