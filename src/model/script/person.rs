//! The same words seen from elsewhere: "vivo en Vigo" is noted as "Vive en Vigo." and
//! answered as "Vives en Vigo.".

use super::clause::{Clause, Subject, Voice};
use super::language::Language;
use super::lexicon::{Keeping, lexicon};
use super::spanish::{Form, Person, Tense, unknown_past};
use super::text::capitalised;

/// Whom the words are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// For a note: the user is "he", "she".
    Note,
    /// For the user, who is "you" (es: tú).
    You,
    /// For a Spanish user who is "usted".
    Formal,
}

/// What the clause says, as seen from elsewhere, without the marks around it. `None` where
/// its words cannot be turned for sure: then it is better quoted.
pub(super) fn turned(clause: &Clause<'_>, voice: Voice, seen: Seen) -> Option<String> {
    let start = clause.start();
    let words = match (clause.language, voice, seen) {
        (Language::Spanish, Voice::User, _) => spanish_from_user(clause, start, seen)?,
        (Language::English, Voice::User, _) => english_from_user(clause, start, seen)?,
        (_, Voice::Note, Seen::Note | Seen::Formal) | (_, Voice::Agent, _) => {
            clause.rest(start).to_owned()
        }
        (Language::Spanish, Voice::Note, Seen::You) => spanish_from_note(clause, start),
        (Language::English, Voice::Note, Seen::You) => english_from_note(clause, start),
    };
    let words = words.trim().trim_matches([',', '.', ';', ' ']).to_owned();
    (!words.is_empty()).then_some(words)
}

/// As a sentence of its own.
pub(super) fn sentence(words: &str) -> String {
    let words = capitalised(words.trim());
    if words.ends_with(['.', '!', '?', '…']) {
        words
    } else {
        words + "."
    }
}

/// Puts a word in the place of each that has one; an empty one drops the word and a space.
fn rewritten(clause: &Clause<'_>, start: usize, changes: &[(usize, String)]) -> String {
    let mut out = String::new();
    let mut last = clause.words.get(start).map_or(0, |word| word.start);
    for at in start..clause.words.len() {
        let word = &clause.words[at];
        let gap = &clause.text[last..word.start.max(last)];
        match changes.iter().find(|(place, _)| *place == at) {
            Some((_, new)) if new.is_empty() => {
                out.push_str(gap.trim_end());
            }
            Some((_, new)) => {
                out.push_str(gap);
                let typed = &clause.text[word.start..word.end];
                // A contraction is written out: "I'm" gives "is".
                let glued = gap.is_empty()
                    && !out.is_empty()
                    && !new.starts_with(['\'', 'n'])
                    && at > start;
                if glued && !out.ends_with(' ') {
                    out.push(' ');
                }
                let shouts = word.is_capital
                    && at == start
                    && typed.chars().next().is_some_and(char::is_uppercase);
                out.push_str(&if shouts {
                    capitalised(new)
                } else {
                    new.clone()
                });
            }
            None => {
                out.push_str(gap);
                out.push_str(&clause.text[word.start..word.end]);
            }
        }
        last = word.end;
    }
    let tail = clause.text.get(last..).unwrap_or("");
    out.push_str(tail);
    out.trim().to_owned()
}

/// Words of the second person: what has them is said to the agent.
const TO_AGENT: [&str; 12] = [
    "te", "tu", "tus", "ti", "contigo", "eres", "tienes", "sabes", "usted", "vosotros", "puedes",
    "estas",
];

fn spanish_from_user(clause: &Clause<'_>, start: usize, seen: Seen) -> Option<String> {
    let verbs = &lexicon().spanish;
    let note = seen != Seen::You;
    let target = |person: Person| match (person, note) {
        (Person::First, true) => Person::Third,
        (Person::First, false) => Person::Second,
        (Person::FirstPlural, true) => Person::ThirdPlural,
        (Person::FirstPlural, false) => Person::SecondPlural,
        (other, _) => other,
    };
    let mut changes: Vec<(usize, String)> = Vec::new();
    // Who is meant by a form that the first and third person share: `vivía`.
    let reading = clause.read(Voice::User);
    // "Mi primera locomotora era verde" is of the engine.
    let is_of_something = matches!(clause.fold(start), "mi" | "mis" | "nuestro" | "nuestra")
        && reading.verb.is_some_and(|verb| verb.at >= start + 2);
    let mut subject_is_user = !matches!(reading.subject, Subject::Being(_)) && !is_of_something;
    for at in start..clause.words.len() {
        let word = &clause.words[at];
        let fold = word.fold.as_str();
        let form = form_at(clause, at, start);
        let next_person = (at + 1..(at + 4).min(clause.words.len()))
            .find_map(|next| form_at(clause, next, next).filter(|form| form.tense != Tense::None))
            .map(|form| form.person);
        let pick = |third: &str, second: &str| {
            if note {
                third.to_owned()
            } else {
                second.to_owned()
            }
        };
        let new = match fold {
            "yo" if at == start => Some(String::new()),
            "yo" => Some(pick("el usuario", "tú")),
            "mi" if word.low == "mí" => {
                let is_emphatic = at == start + 1
                    && clause.fold(start) == "a"
                    && matches!(clause.fold(at + 1), "me" | "no" | "tambien" | "tampoco");
                if is_emphatic && note {
                    changes.push((start, String::new()));
                    Some(String::new())
                } else {
                    Some(pick("el usuario", "ti"))
                }
            }
            "mi" if at > start && clause.fold(at - 1) == "a" && clause.fold(at + 1) == "me" => {
                changes.push((at - 1, if note { String::new() } else { "a".to_owned() }));
                Some(pick("", "ti"))
            }
            "mi" => Some(pick("su", "tu")),
            "mis" => Some(pick("sus", "tus")),
            "mio" => Some(pick("suyo", "tuyo")),
            "mia" => Some(pick("suya", "tuya")),
            "mios" => Some(pick("suyos", "tuyos")),
            "mias" => Some(pick("suyas", "tuyas")),
            "conmigo" => Some(pick("con el usuario", "contigo")),
            "me" => Some(match next_person {
                _ if !note => "te".to_owned(),
                Some(Person::First) => "se".to_owned(),
                Some(Person::Third | Person::ThirdPlural) => "le".to_owned(),
                None if clause
                    .words
                    .get(at + 1)
                    .is_some_and(|next| !next.low.ends_with(['o', 'é', 'í', 'r'])) =>
                {
                    "le".to_owned()
                }
                _ => "se".to_owned(),
            }),
            "nos" => Some(match next_person {
                _ if !note => "os".to_owned(),
                Some(Person::FirstPlural) => "se".to_owned(),
                _ => "les".to_owned(),
            }),
            "nuestro" => Some(pick("su", "vuestro")),
            "nuestra" => Some(pick("su", "vuestra")),
            "nuestros" => Some(pick("sus", "vuestros")),
            "nuestras" => Some(pick("sus", "vuestras")),
            "nosotros" | "nosotras" if at == start => Some(String::new()),
            _ if TO_AGENT.contains(&fold) && !matches!(fold, "te" | "estas") => return None,
            // What is said to the agent is no fact; `té` is a drink.
            "te" if word.low == "te" => return None,
            _ => None,
        };
        if let Some(new) = new {
            changes.push((at, new));
            continue;
        }
        if let Some(form) = form.filter(|form| form.tense != Tense::None) {
            let shared = form.is_shared;
            if matches!(form.person, Person::First | Person::FirstPlural)
                && (!shared || subject_is_user)
            {
                let person = target(form.person);
                if !(shared && person == Person::Third) {
                    changes.push((at, verbs.conjugate(form, person)));
                }
            } else if form.person == Person::Third {
                subject_is_user = false;
            }
            continue;
        }
        if form.is_some() {
            // mudarme, casándonos
            for (ending, third, second) in [("rme", "rse", "rte"), ("rnos", "rse", "ros")] {
                if let Some(stem) = word.low.strip_suffix(ending) {
                    changes.push((at, format!("{stem}{}", if note { third } else { second })));
                }
            }
            continue;
        }
        let is_after_noun_word =
            at > start && matches!(clause.fold(at - 1), "un" | "el" | "de" | "al" | "en" | "mi");
        if !is_after_noun_word
            && !word.is_capital
            && let Some(past) =
                unknown_past(&word.low, if note { Person::Third } else { Person::Second })
        {
            changes.push((at, past));
        } else if at == start + usize::from(matches!(clause.fold(start), "yo" | "no"))
            && word.low.ends_with('o')
            && !is_known_word(clause, at)
            && at + 1 < clause.words.len()
            && clause.main_verb().is_none()
        {
            // "programo en Rust": a verb that we do not know.
            return None;
        }
    }
    Some(rewritten(clause, start, &changes))
}

fn is_known_word(clause: &Clause<'_>, at: usize) -> bool {
    let fold = clause.fold(at);
    lexicon().noun(fold, Language::Spanish).is_some()
        || super::clause::is_light(fold, Language::Spanish)
}

/// The form that stands at a place, with infinitives and participles.
fn form_at(clause: &Clause<'_>, at: usize, start: usize) -> Option<Form> {
    let form = clause.spanish_form(at, at == start || clause.verb_at(at, start).is_some())?;
    if form.tense == Tense::None {
        return Some(form);
    }
    clause.verb_at(at, start).map(|_| form)
}

fn spanish_from_note(clause: &Clause<'_>, start: usize) -> String {
    let verbs = &lexicon().spanish;
    let reading = clause.read(Voice::Note);
    let is_user = reading.subject == Subject::User;
    let is_of_another = clause.possessed(Voice::Note).is_some();
    let mut changes: Vec<(usize, String)> = Vec::new();
    let mut start = start;
    if let Some(next) = clause.after(start, &["el usuario", "la usuaria", "usuario"]) {
        start = next;
    }
    let mut in_relative = false;
    let next_verb = |at: usize| {
        (at + 1..(at + 4).min(clause.words.len())).find(|next| {
            form_at(clause, *next, *next).is_some_and(|form| form.tense != Tense::None)
        })
    };
    for at in start..clause.words.len() {
        let fold = clause.fold(at);
        let before = at.checked_sub(1).map_or("", |before| clause.fold(before));
        if reading.verb.is_some_and(|verb| verb.at == at) {
            in_relative = false;
        }
        if matches!(fold, "que" | "cuyo" | "cuya" | "donde" | "quien") && at > start {
            in_relative = true;
        } else if matches!(fold, "y" | "pero") {
            in_relative = false;
        }
        let may_be_users = is_user && !in_relative;
        // Whose it is, is sure before the verb: "el perro de su hermana se llama …".
        let is_named = reading.subject == Subject::Other && !is_of_another;
        // "Se casa su prima": whose she is, is sure as well.
        let is_behind = |at: usize| {
            matches!(reading.subject, Subject::Being(_))
                && reading
                    .verb
                    .is_some_and(|verb| at == verb.at + 1 && verb.at <= start + 1)
        };
        let is_owner = |at: usize| {
            at == start
                || is_behind(at)
                || matches!(reading.subject, Subject::Being(_))
                    && clause.fold(at - 1) == "y"
                    && clause.fold(start) == "su"
                || may_be_users
                || is_named
                || reading.verb.is_some_and(|verb| at < verb.at)
        };
        let new = match fold {
            "su" if is_owner(at) => Some("tu".to_owned()),
            "sus" if is_owner(at) => Some("tus".to_owned()),
            "suyo" if may_be_users => Some("tuyo".to_owned()),
            "suya" if may_be_users => Some("tuya".to_owned()),
            "le" if is_user && in_relative => Some("te".to_owned()),
            "se" | "le"
                if may_be_users
                    && (leads(clause, start, at)
                        || next_verb(at) == reading.verb.map(|verb| verb.at))
                    && form_at(clause, at + 1, at + 1)
                        .is_some_and(|form| form.tense != Tense::None) =>
            {
                let is_plural = form_at(clause, at + 1, at + 1)
                    .is_some_and(|form| fold == "se" && form.person == Person::ThirdPlural);
                Some(if is_plural { "os" } else { "te" }.to_owned())
            }
            "les" if may_be_users => Some("os".to_owned()),
            _ => None,
        };
        if let Some(new) = new {
            changes.push((at, new));
            continue;
        }
        if !may_be_users {
            continue;
        }
        if let Some(form) = form_at(clause, at, start) {
            if form.tense == Tense::None {
                if let Some(stem) = clause.words[at].low.strip_suffix("rse") {
                    changes.push((at, format!("{stem}rte")));
                }
                continue;
            }
            let is_main =
                reading.verb.is_some_and(|verb| verb.at == at) || leads(clause, start, at);
            // `le gusta`: what pleases, not who.
            let is_pleasing = matches!(before, "le" | "les");
            let starts = at <= start + 3 || leads(clause, start, at);
            // "El martes tiene …" has no subject before the verb; "el coche es …" has.
            let is_time = |place: usize| {
                lexicon()
                    .noun(clause.fold(place), Language::Spanish)
                    .is_some_and(|idea| {
                        ["time", "weekday", "month"]
                            .iter()
                            .any(|kind| lexicon().is_a(idea, kind))
                    })
            };
            let has_noun_before = (start..at).any(|place| {
                matches!(
                    clause.fold(place),
                    "su" | "sus" | "el" | "la" | "los" | "las"
                ) && !is_time(place + 1)
                    && !clause
                        .fold(place + 1)
                        .starts_with(|sign: char| sign.is_ascii_digit())
            });
            let starts =
                starts || !has_noun_before && reading.verb.is_some_and(|verb| verb.at == at);
            if is_main && starts && !is_pleasing && !has_noun_before {
                let person = match form.person {
                    Person::Third | Person::First => Some(Person::Second),
                    Person::ThirdPlural => Some(Person::SecondPlural),
                    _ => None,
                };
                if let Some(person) = person {
                    changes.push((at, verbs.conjugate(form, person)));
                }
            }
        }
    }
    rewritten(clause, start, &changes)
}

fn english_from_user(clause: &Clause<'_>, start: usize, seen: Seen) -> Option<String> {
    let verbs = &lexicon().english;
    let note = seen == Seen::Note;
    let mut changes: Vec<(usize, String)> = Vec::new();
    let starts_with_i =
        clause.fold(start) == "i" || (clause.inherits && clause.verb_at(start, start).is_some());
    if starts_with_i && clause.fold(start) != "i" && note {
        changes.push((start, verbs.to_third(clause.fold(start))));
    }
    for at in start..clause.words.len() {
        let fold = clause.fold(at);
        let pick = |third: &str, second: &str| {
            if note {
                third.to_owned()
            } else {
                second.to_owned()
            }
        };
        let new = match fold {
            "i" if at == start && note => Some(String::new()),
            // "With an i" is of the letter.
            "i" if matches!(
                clause.fold(at.saturating_sub(1)),
                "a" | "an" | "the" | "letter" | "capital" | "double"
            ) =>
            {
                None
            }
            "i" => Some(pick("they", "you")),
            "my" => Some(pick("their", "your")),
            "me" => Some(pick("them", "you")),
            "mine" => Some(pick("theirs", "yours")),
            "myself" => Some(pick("themselves", "yourself")),
            "we" => Some(pick("they", "you")),
            "us" => Some(pick("them", "you")),
            "our" => Some(pick("their", "your")),
            "ours" => Some(pick("theirs", "yours")),
            "you" | "your" | "yours" | "yourself" => return None,
            _ => None,
        };
        if let Some(new) = new {
            changes.push((at, new));
        }
        if matches!(fold, "i" | "we") {
            // Adverbs may stand between: "I also really like".
            let mut next = at + 1;
            while matches!(
                clause.fold(next),
                "also"
                    | "really"
                    | "just"
                    | "always"
                    | "never"
                    | "still"
                    | "recently"
                    | "usually"
                    | "only"
                    | "now"
                    | "already"
                    | "actually"
                    | "currently"
                    | "often"
                    | "sometimes"
                    | "finally"
                    | "both"
                    | "no"
                    | "longer"
                    | "absolutely"
                    | "totally"
                    | "kind"
                    | "even"
            ) {
                next += 1;
            }
            let Some(word) = clause.words.get(next) else {
                continue;
            };
            let verb = word.fold.as_str();
            let typed = &clause.text[word.start..word.end];
            let changed = match (verb, note, at == start && fold == "i") {
                // "Lives", for a note that begins with the verb.
                (_, true, true) => verbs.to_third(verb),
                ("am", _, _) => "are".to_owned(),
                ("was", _, _) => "were".to_owned(),
                _ => verb.to_owned(),
            };
            if changed != verb || typed.starts_with(['\'', '’']) {
                changes.push((next, changed));
            }
        }
    }
    let mut out = rewritten(clause, start, &changes);
    if starts_with_i && clause.fold(start) != "i" && !note {
        out = format!("you {out}");
    }
    Some(out)
}

fn english_from_note(clause: &Clause<'_>, start: usize) -> String {
    let verbs = &lexicon().english;
    let reading = clause.read(Voice::Note);
    let mut changes: Vec<(usize, String)> = Vec::new();
    let mut start = start;
    let mut has_user = false;
    if let Some(next) = clause.after(start, &["the user 's", "user 's"]) {
        return format!("your {}", clause.rest(next));
    }
    if let Some(next) = clause.after(start, &["the user", "user"]) {
        (start, has_user) = (next, true);
    }
    let is_user = reading.subject == Subject::User;
    let is_of_another = clause.possessed(Voice::Note).is_some();
    for at in start..clause.words.len() {
        let new = match clause.fold(at) {
            "their" | "his" | "her"
                if at == start
                    || is_user
                    || (is_of_another && clause.fold(at) == "their")
                    || (reading.subject == Subject::Other && !is_of_another) =>
            {
                Some("your")
            }
            "they" | "he" | "she" if is_user => Some("you"),
            "them" if is_user => Some("you"),
            "theirs" | "hers" if is_user => Some("yours"),
            "themselves" | "herself" | "himself" if is_user => Some("yourself"),
            _ => None,
        };
        if let Some(new) = new {
            changes.push((at, new.to_owned()));
        }
        // "In June she travels to Porto": the verb goes with "you".
        if is_user && matches!(clause.fold(at), "she" | "he" | "they") {
            let next = (at + 1..clause.words.len()).find(|next| !is_adverb(clause.fold(*next)));
            if let Some(next) = next.filter(|next| verbs.form(clause.fold(*next)).is_some()) {
                changes.push((next, verbs.to_second(clause.fold(next))));
            }
        }
    }
    let behind = (start..clause.words.len())
        .find(|at| !is_adverb(clause.fold(*at)))
        .unwrap_or(start);
    let verb = clause.verb_at(behind, behind);
    let modal = super::english::MODALS.contains(&clause.fold(start));
    if let Some(verb) = verb.filter(|_| is_user) {
        let word = clause.fold(verb.at).to_owned();
        let is_you = verbs.form(&word).is_some();
        if is_you {
            changes.push((verb.at, verbs.to_second(&word)));
            return format!(
                "you {}",
                super::text::uncapitalised(&rewritten(clause, start, &changes))
            );
        }
    }
    let looks_like_verb = has_user || modal || (is_user && clause.fold(start).ends_with("ed"));
    let out = rewritten(clause, start, &changes);
    if looks_like_verb {
        return format!("you {}", super::text::uncapitalised(&out));
    }
    out
}

/// True where only small words stand between the word and what begins its part of the line.
fn leads(clause: &Clause<'_>, start: usize, at: usize) -> bool {
    let small = |at: &usize| {
        matches!(
            clause.fold(*at),
            "se" | "le"
                | "no"
                | "ya"
                | "tambien"
                | "tampoco"
                | "nunca"
                | "siempre"
                | "solo"
                | "aun"
                | "todavia"
        )
    };
    let first = (start..at).rev().take_while(small).last().unwrap_or(at);
    first == start
        || clause.words[first].after_pause
        || matches!(clause.fold(first - 1), "y" | "pero" | "e")
}

fn is_adverb(fold: &str) -> bool {
    matches!(
        fold,
        "also"
            | "no"
            | "longer"
            | "never"
            | "always"
            | "recently"
            | "really"
            | "now"
            | "still"
            | "usually"
            | "just"
            | "absolutely"
            | "often"
            | "sometimes"
            | "only"
    )
}

/// True where a note can be made of the clause by itself.
pub(super) fn keeps(keeping: Keeping, has_name_or_date: bool) -> bool {
    match keeping {
        Keeping::Keep => true,
        Keeping::Dated => has_name_or_date,
        Keeping::Plain | Keeping::Light => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, language: Language, note: &str, you: &str) {
        let clause = Clause::new(text, language, false);
        let noted = turned(&clause, Voice::User, Seen::Note)
            .map(|words| sentence(&words))
            .unwrap_or_default();
        assert_eq!(noted, note, "note of {text}");
        let said = turned(&clause, Voice::User, Seen::You)
            .map(|words| sentence(&words))
            .unwrap_or_default();
        assert_eq!(said, you, "answer of {text}");
        let line = Clause::new(noted.trim_end_matches('.'), language, false);
        let again = turned(&line, Voice::Note, Seen::You)
            .map(|words| sentence(&words))
            .unwrap_or_default();
        assert_eq!(again, you, "answer of the note {noted}");
    }

    #[test]
    fn spanish_is_turned() {
        for (text, note, you) in [
            ("vivo en Vigo", "Vive en Vigo.", "Vives en Vigo."),
            (
                "yo trabajo en un banco",
                "Trabaja en un banco.",
                "Trabajas en un banco.",
            ),
            ("me llamo Marta", "Se llama Marta.", "Te llamas Marta."),
            ("me gusta el café", "Le gusta el café.", "Te gusta el café."),
            (
                "no me gusta el café",
                "No le gusta el café.",
                "No te gusta el café.",
            ),
            (
                "mi hermana vive en Lugo",
                "Su hermana vive en Lugo.",
                "Tu hermana vive en Lugo.",
            ),
            (
                "tengo un perro que se llama Trasno",
                "Tiene un perro que se llama Trasno.",
                "Tienes un perro que se llama Trasno.",
            ),
            (
                "el perro de mi hermana se llama Lua",
                "El perro de su hermana se llama Lua.",
                "El perro de tu hermana se llama Lua.",
            ),
            ("soy enfermera", "Es enfermera.", "Eres enfermera."),
            (
                "he empezado a estudiar japonés",
                "Ha empezado a estudiar japonés.",
                "Has empezado a estudiar japonés.",
            ),
            (
                "me voy a casar en junio",
                "Se va a casar en junio.",
                "Te vas a casar en junio.",
            ),
            (
                "vivo con mi hermana y mi perro",
                "Vive con su hermana y su perro.",
                "Vives con tu hermana y tu perro.",
            ),
            (
                "me mudé a Lugo en 2020",
                "Se mudó a Lugo en 2020.",
                "Te mudaste a Lugo en 2020.",
            ),
        ] {
            check(text, Language::Spanish, note, you);
        }
    }

    #[test]
    fn english_is_turned() {
        for (text, note, you) in [
            ("I live in Vigo", "Lives in Vigo.", "You live in Vigo."),
            ("I'm a nurse", "Is a nurse.", "You are a nurse."),
            (
                "I don't like coffee",
                "Doesn't like coffee.",
                "You don't like coffee.",
            ),
            (
                "I've got two cats",
                "Has got two cats.",
                "You have got two cats.",
            ),
            (
                "my sister lives in Lugo",
                "Their sister lives in Lugo.",
                "Your sister lives in Lugo.",
            ),
            (
                "my sister's dog is called Trasno",
                "Their sister's dog is called Trasno.",
                "Your sister's dog is called Trasno.",
            ),
            (
                "I moved to Madrid in May",
                "Moved to Madrid in May.",
                "You moved to Madrid in May.",
            ),
            (
                "I was born in Lugo",
                "Was born in Lugo.",
                "You were born in Lugo.",
            ),
            (
                "I have a dog called Lua",
                "Has a dog called Lua.",
                "You have a dog called Lua.",
            ),
            (
                "I no longer live in Vigo",
                "No longer lives in Vigo.",
                "You no longer live in Vigo.",
            ),
            (
                "I also play the piano with my brother",
                "Also plays the piano with their brother.",
                "You also play the piano with your brother.",
            ),
        ] {
            check(text, Language::English, note, you);
        }
    }
}
