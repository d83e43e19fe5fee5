//! The summary: one clause of each message of the user's, in the user's own words, newest
//! first until the words are spent. What does not fit is lost, and that can be seen.

use super::clause::{Clause, Voice, clauses};
use super::language::{Language, detect};
use super::question;
use super::text::sentences;

/// Longest clause that is kept, in words.
const CLAUSE_WORDS: usize = 24;

/// What stands between two clauses.
const BETWEEN: &str = "; ";

/// A summary of at most `words` words of the lines (role, text) of a transcript.
pub(super) fn of(lines: &[(String, String)], words: usize, fallback: Language) -> String {
    let mut old: Vec<&str> = Vec::new();
    let mut new: Vec<&str> = Vec::new();
    for (role, text) in lines {
        match role.as_str() {
            "user" => new.extend(telling(text, fallback)),
            "summary" | "system" => old.extend(
                text.split(BETWEEN)
                    .map(str::trim)
                    .filter(|clause| !clause.is_empty()),
            ),
            _ => {}
        }
    }
    // Newest first; the clauses of the old summary are the first to go.
    let mut kept: Vec<&str> = Vec::new();
    let mut room = words;
    for clause in old.iter().chain(&new).rev() {
        let count = clause.split_whitespace().count();
        if count > room {
            break;
        }
        if !kept.contains(clause) {
            room -= count;
            kept.push(clause);
        }
    }
    kept.reverse();
    if kept.is_empty() {
        // Nothing told: the longest words of the last line stand for it.
        return lines
            .iter()
            .rev()
            .find_map(|(_, text)| cut(text.trim(), words.clamp(1, CLAUSE_WORDS)))
            .unwrap_or("…")
            .to_owned();
    }
    kept.join(BETWEEN)
}

/// The piece of a message between two marks that tells most: facts before questions, names
/// and numbers before the rest. It is verbatim, so that one can see what survived.
pub(super) fn telling(text: &str, fallback: Language) -> Option<&str> {
    let language = detect(text).unwrap_or(fallback);
    let mut best: Option<(i32, &str)> = None;
    for sentence in sentences(text) {
        let whole = Clause::new(sentence.text, language, sentence.asks);
        if sentence.asks
            || question::asks(&whole)
            || super::acts::is_request(&whole)
            || super::persona::read(&whole).is_some()
        {
            continue;
        }
        for piece in pieces(sentence.text, language, sentence.asks) {
            let weight = clauses(piece, language, sentence.asks)
                .iter()
                .map(weight)
                .max()
                .unwrap_or(0);
            let words = cut(piece, CLAUSE_WORDS).unwrap_or_default();
            if weight > 0
                && words.chars().count() >= 3
                && best.is_none_or(|(most, _)| weight > most)
            {
                best = Some((weight, words));
            }
        }
    }
    best.map(|(_, words)| words)
}

/// A sentence cut at the commas behind which a clause begins; a list stays whole.
fn pieces(text: &str, language: Language, asks: bool) -> Vec<&str> {
    let parts = clauses(text, language, asks);
    let offset = |part: &str| (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let mut starts = vec![0];
    for clause in parts.iter().skip(1) {
        let at = offset(clause.text);
        if text[..at].trim_end().ends_with([',', ':', '(', '-', '—']) {
            starts.push(at);
        }
    }
    starts.push(text.len());
    let found = starts
        .windows(2)
        .map(|pair| text[pair[0]..pair[1]].trim_matches([',', ':', ';', '(', ')', '-', '—', ' ']));
    // "Hola, mi hermana …": the greeting is left out.
    found
        .map(|piece| match piece.split_once(", ") {
            Some((head, rest))
                if head.split(' ').count() <= 2
                    && super::talk::kind(&Clause::new(head, language, false)).is_some() =>
            {
                rest
            }
            _ => piece,
        })
        .collect()
}

/// How much a clause tells.
pub(super) fn weight(clause: &Clause<'_>) -> i32 {
    if super::talk::kind(clause).is_some() && clause.terms().len() < 2 {
        return 0;
    }
    let terms = clause.terms();
    if terms.len() == 1 && super::turn::is_gibberish(clause.text) {
        return 0;
    }
    let names = clause
        .words
        .iter()
        .skip(clause.start() + 1)
        .filter(|word| word.is_capital && word.fold != "i")
        .count();
    let numbers = clause
        .words
        .iter()
        .filter(|word| word.fold.starts_with(|sign: char| sign.is_ascii_digit()))
        .count();
    let is_fact = super::notes::read(clause).is_some();
    let asks = question::asks(clause);
    let about_someone = !matches!(
        clause.read(Voice::User).subject,
        super::clause::Subject::Agent | super::clause::Subject::Other
    );
    terms.len().min(6) as i32
        + 3 * (names.min(3) + numbers.min(2)) as i32
        + 8 * i32::from(is_fact)
        + 2 * i32::from(about_someone)
        - 6 * i32::from(asks)
}

/// The first words of a text, with all between them.
fn cut(text: &str, most: usize) -> Option<&str> {
    let mut count = 0;
    let mut in_word = false;
    for (at, sign) in text.char_indices() {
        if sign.is_whitespace() {
            in_word = false;
        } else if !in_word {
            in_word = true;
            count += 1;
            if count > most {
                return Some(text[..at].trim_end());
            }
        }
    }
    (count > 0).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[(&str, &str)]) -> Vec<(String, String)> {
        texts
            .iter()
            .map(|(role, text)| ((*role).to_owned(), (*text).to_owned()))
            .collect()
    }

    #[test]
    fn keeps_a_verbatim_clause_of_each_message_and_drops_the_oldest() {
        let told = lines(&[
            ("summary", "Vivo en Vigo; tengo un gato"),
            ("user", "Hola, mi hermana se llama Ana, me voy a comer."),
            ("assistant", "Anotado."),
            ("user", "gracias"),
            ("user", "El martes tengo dentista a las 10."),
        ]);
        assert_eq!(
            of(&told, 100, Language::Spanish),
            "Vivo en Vigo; tengo un gato; mi hermana se llama Ana; El martes tengo dentista a las 10"
        );
        assert_eq!(
            of(&told, 16, Language::Spanish),
            "tengo un gato; mi hermana se llama Ana; El martes tengo dentista a las 10"
        );
        assert_eq!(
            of(&told, 8, Language::Spanish),
            "El martes tengo dentista a las 10"
        );
    }

    #[test]
    fn something_is_always_said() {
        assert_eq!(of(&[], 10, Language::English), "…");
        assert_eq!(of(&lines(&[("user", "ok")]), 10, Language::English), "ok");
    }
}
