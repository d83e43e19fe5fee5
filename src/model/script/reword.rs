//! What people leave out when they type: "got a dog lol" is "I've got a dog". The rest of
//! the model reads full clauses.

use super::clause::Clause;
use super::language::Language;
use super::lexicon::lexicon;
use super::notes;
use super::text::fold;

/// What ends a clause and says nothing.
const TAILS: &[&str] = &[
    "recuerdamelo",
    "recuerdalo",
    "apuntalo",
    "apuntatelo",
    "no lo olvides",
    "no te olvides",
    "no se te olvide",
    "que no se me olvide",
    "vale",
    "ok",
    "eh",
    "sabes",
    "jaja",
    "jajaja",
    "jajajaja",
    "jeje",
    "lol",
    "xd",
    "haha",
    "hahaha",
    "claro",
    "por supuesto",
    "obviously",
    "of course",
    "tbh",
    "btw",
    "do not let me forget",
    "do not forget",
    "do not forget it",
    "do not forget that",
    "please",
    "por favor",
    "porfa",
    "you know",
    "o no",
    "or not",
    "tio",
    "tia",
    "mate",
    "dude",
    "la verdad",
    "ya sabes",
    "lmao",
    "imo",
    "the thing is",
    "en fin",
    "por cierto",
    "obvio",
    "anota",
    "apunta",
    "take note",
    "note it",
    "remember it",
    "recuerda",
    "i think",
    "creo",
];

/// Words with which English speakers begin and leave out "I".
const BARE: &[&str] = &[
    "got",
    "have",
    "love",
    "like",
    "hate",
    "enjoy",
    "live",
    "work",
    "study",
    "want",
    "prefer",
    "can not",
    "do not like",
    "do not have",
    "do not eat",
    "do not drink",
    "do not live",
    "do not work",
    "do not know",
    "do not want",
    "do not really",
    "just",
    "really",
    "used",
    "never",
    "also",
    "moved",
    "bought",
    "started",
    "went",
    "joined",
    "lost",
    "failed",
    "passed",
    "met",
    "had",
    "was born",
    "am",
    "been",
    "currently working",
    "currently living",
];

/// Words with which they leave out "I am" too.
const BARE_ING: &[&str] = &[
    "going",
    "moving",
    "studying",
    "living",
    "working",
    "learning",
    "doing",
    "reading",
    "looking",
    "planning",
    "thinking",
    "getting",
    "playing",
    "training",
    "travelling",
    "flying",
    "staying",
    "allergic",
    "from",
    "married",
    "single",
    "vegetarian",
    "vegan",
];

/// The clauses that a clause of the user's stands for, in full. `own` is the agent's name.
pub(super) fn full(clause: &Clause<'_>, own: Option<&str>) -> Vec<String> {
    let mut from = 0;
    let is_called = |name: &str| clause.fold(0) == fold(name);
    if own.is_some_and(is_called) && clause.words.len() > 1 {
        from = 1;
    }
    let mut to = clause.words.len();
    while let Some(cut) = TAILS
        .iter()
        .find_map(|tail| ends_at(clause, from, to, tail))
    {
        to = cut;
    }
    let text = clause.slice(from, to);
    let clause = Clause::new(text, clause.language, clause.asks).like(clause);
    let start = clause.start();
    let mut all = Vec::new();
    if let Some(end) = notes::own_name_end(&clause, start)
        .filter(|end| *end < clause.words.len() && clause.words[*end].after_pause)
    {
        all.push(clause.slice(start, end).to_owned());
        all.extend(more_of_self(&clause, end));
        return all;
    }
    let said = spelled_out(&clause);
    let first = match clause.language {
        Language::English if !clause.asks => english(&clause, start, &said),
        Language::Spanish if !clause.asks => spanish(&clause, start, &said),
        _ => None,
    };
    all.push(first.unwrap_or(said));
    all
}

/// Where the words before `to` begin that are `tail`; something must stand before them.
fn ends_at(clause: &Clause<'_>, from: usize, to: usize, tail: &str) -> Option<usize> {
    let at = to.checked_sub(tail.split(' ').count())?;
    let is_short = to - from <= 2 && !tail.starts_with(['j', 'l', 'h', 'x']);
    // "¿Dónde vive mi tía?" is about an aunt.
    let is_owned = at > 0
        && matches!(
            clause.fold(at - 1),
            "mi" | "tu" | "su" | "la" | "el" | "una" | "un" | "my" | "a" | "the"
        );
    (at > from && !is_short && !is_owned && clause.is_at(at, tail)).then_some(at)
}

/// "soy Nico, de Coruña, 20 años": what follows the name, each with its verb.
fn more_of_self(clause: &Clause<'_>, end: usize) -> Vec<String> {
    let mut cuts: Vec<usize> = (end..clause.words.len())
        .filter(|at| clause.words[*at].after_pause)
        .collect();
    cuts.push(clause.words.len());
    let pieces = cuts
        .windows(2)
        .map(|pair| (pair[0], clause.slice(pair[0], pair[1])));
    pieces
        .filter_map(|(at, text)| {
            let at = if matches!(clause.fold(at), "y" | "and") {
                at + 1
            } else {
                at
            };
            let word = clause.words.get(at)?;
            let text = text.trim_start_matches("y ").trim_start_matches("and ");
            let is_age = word.fold.bytes().all(|byte| byte.is_ascii_digit());
            match clause.language {
                Language::Spanish if is_age => Some(format!("tengo {text}")),
                Language::Spanish if matches!(word.fold.as_str(), "de" | "del") => {
                    Some(format!("soy {text}"))
                }
                Language::English
                    if is_age
                        || matches!(word.fold.as_str(), "from" | "a" | "an")
                        || word.fold.ends_with("ing") =>
                {
                    Some(format!("I am {text}"))
                }
                _ if clause.verb_at(at, at).is_some() => Some(text.to_owned()),
                _ => None,
            }
        })
        .collect()
}

fn english(clause: &Clause<'_>, start: usize, said: &str) -> Option<String> {
    let rest = Clause::new(said, clause.language, false);
    let said = rest.rest(start.min(rest.words.len().saturating_sub(1)));
    if clause.inherits || clause.words.len() < start + 2 {
        return None;
    }
    if clause.after(start, BARE).is_some() {
        return Some(format!("I {}", super::text::uncapitalised(said)));
    }
    let is_from_now = clause
        .after(start, &["from now", "from today", "from here"])
        .is_some();
    if clause.after(start, BARE_ING).is_some() && !clause.has(&["is", "are"]) && !is_from_now {
        return Some(format!("I am {}", super::text::uncapitalised(said)));
    }
    let is_one = matches!(clause.fold(start), "a" | "an" | "two" | "three" | "one");
    (is_one && owns(clause, start)).then(|| format!("I have {}", super::text::uncapitalised(said)))
}

fn spanish(clause: &Clause<'_>, start: usize, said: &str) -> Option<String> {
    let rest = Clause::new(said, clause.language, false);
    let said = rest.rest(start.min(rest.words.len().saturating_sub(1)));
    let is_one = matches!(clause.fold(start), "un" | "una" | "dos" | "tres");
    (is_one && owns(clause, start)).then(|| format!("tengo {}", super::text::uncapitalised(said)))
}

/// "a ginger cat named Pickle": somebody of the user's, without a verb of its own.
fn owns(clause: &Clause<'_>, start: usize) -> bool {
    let being = (start + 1..(start + 4).min(clause.words.len())).find(|at| {
        lexicon()
            .noun(clause.fold(*at), clause.language)
            .is_some_and(super::clause::is_being)
    });
    let Some(being) = being else { return false };
    let is_relative = |at: usize| {
        matches!(
            clause.fold(at),
            "que" | "who" | "called" | "named" | "llamado" | "llamada" | "which"
        )
    };
    // "Un gato negro que …": an adjective may stand between.
    (being + 1 >= clause.words.len())
        || clause.words[being + 1].after_pause
        || clause.words[being + 1].is_capital
        || (being + 1..(being + 4).min(clause.words.len())).any(is_relative)
}

/// The words as they are meant: "q" is "que", "bday" is "birthday".
fn spelled_out(clause: &Clause<'_>) -> String {
    let mut text = clause.text.to_owned();
    for (at, word) in clause.words.iter().enumerate().rev() {
        let typed = &clause.text[word.start..word.end];
        let is_half = clause
            .words
            .get(at + 1)
            .is_some_and(|next| next.start == word.end)
            || at
                .checked_sub(1)
                .is_some_and(|before| clause.words[before].end == word.start);
        if is_half {
            if let Some((start, proper)) = apostrophe(clause, at) {
                text.replace_range(start..word.end, proper);
            }
            continue;
        }
        if word.low != typed.to_lowercase() && !typed.contains(['\'', '’']) {
            text.replace_range(word.start..word.end, &word.low);
        }
    }
    notes::with_capitals(&Clause::new(&text, clause.language, false))
}

/// Contractions that were typed without their apostrophe.
const APOSTROPHES: &[(&str, &str)] = &[
    ("im", "I'm"),
    ("ive", "I've"),
    ("dont", "don't"),
    ("doesnt", "doesn't"),
    ("didnt", "didn't"),
    ("isnt", "isn't"),
    ("arent", "aren't"),
    ("wasnt", "wasn't"),
    ("cant", "can't"),
    ("havent", "haven't"),
    ("hes", "he's"),
    ("shes", "she's"),
    ("theyre", "they're"),
    ("thats", "that's"),
    ("wont", "won't"),
];

/// The place and the right spelling of a contraction whose second half stands at `at`.
fn apostrophe(clause: &Clause<'_>, at: usize) -> Option<(usize, &'static str)> {
    let (first, second) = (clause.words.get(at.checked_sub(1)?)?, clause.words.get(at)?);
    let typed = clause.text[first.start..second.end].to_lowercase();
    APOSTROPHES
        .iter()
        .find(|(short, _)| *short == typed)
        .map(|(_, proper)| (first.start, *proper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_put_back() {
        for (text, language, expected) in [
            (
                "got two sisters lol",
                Language::English,
                "I got two sisters",
            ),
            (
                "going to lisbon with my girlfriend zoe",
                Language::English,
                "I am going to Lisbon with my girlfriend Zoe",
            ),
            (
                "oh and a ginger cat named Pickle haha",
                Language::English,
                "I have a ginger cat named Pickle",
            ),
            (
                "my bday is october 12",
                Language::English,
                "my birthday is October 12",
            ),
            (
                "ah y un gato negro q se llama Pixel jaja",
                Language::Spanish,
                "tengo un gato negro que se llama Pixel",
            ),
            ("Hal, vivo en Vigo", Language::Spanish, "vivo en Vigo"),
            (
                "soy nico, de coruña, 20 años",
                Language::Spanish,
                "soy nico|soy de coruña|tengo 20 años",
            ),
            (
                "im tom, from leeds",
                Language::English,
                "im tom|I am from leeds",
            ),
            (
                "i cant stand fish on mondays",
                Language::English,
                "i can't stand fish on Mondays",
            ),
        ] {
            assert_eq!(
                full(&Clause::new(text, language, false), Some("Hal")).join("|"),
                expected,
                "{text}"
            );
        }
    }
}
