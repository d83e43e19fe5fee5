//! Small pieces that sentences are made of: shortened texts, lists, dates.

use crate::engine::timestamp::Timestamp;

use super::Locale;
use super::t::{count, date};

/// `text` in one line and at most `most` characters, cut at a word's end with an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let start: String = line.chars().take(most).collect();
    let whole = start
        .rfind(' ')
        .filter(|end| *end * 2 > start.len())
        .map(|end| &start[..end]);
    let cut: String = match whole {
        Some(whole) => whole.trim_end_matches([' ', ',', ';', ':', '.']).to_owned(),
        None => line.chars().take(most.saturating_sub(1)).collect(),
    };
    format!("{cut}…")
}

/// `text`, shortened to `most` characters, in quotation marks. Its full stop is left out,
/// since the sentence around it has its own.
pub fn quoted(locale: Locale, text: &str, most: usize) -> String {
    let text = shorten(text, most);
    let is_stop = text.ends_with('.') && !text.ends_with("..");
    locale.quote(if is_stop {
        &text[..text.len() - 1]
    } else {
        &text
    })
}

/// `#6, #9 and #12`; beyond `most` things, how many more there are.
pub fn list(locale: Locale, things: &[String], most: usize) -> String {
    let (shown, rest) = things.split_at(things.len().min(most.max(1)));
    if !rest.is_empty() {
        return count::list_more(locale, &shown.join(", "), rest.len() as u64);
    }
    match shown {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => count::list_last(locale, &first.join(", "), last),
    }
}

/// A day as people write it: `12 mar 2026`.
pub fn day(locale: Locale, at: Timestamp) -> String {
    match parts(locale, at) {
        Some((year, month, day, _)) => date::day(locale, &day, &month, &year),
        None => at.to_string(),
    }
}

/// A moment as people write it: `12 mar 2026, 08:30`.
pub fn moment(locale: Locale, at: Timestamp) -> String {
    match parts(locale, at) {
        Some((year, month, day, time)) => date::moment(locale, &day, &month, &time, &year),
        None => at.to_string(),
    }
}

/// Year, month's name, day, `HH:MM`; `None` for a moment that no calendar holds.
fn parts(locale: Locale, at: Timestamp) -> Option<(String, String, String, String)> {
    let written = at.to_string();
    let (date, time) = written.split_once(' ')?;
    let mut numbers = date.rsplitn(3, '-');
    let day = numbers.next()?.trim_start_matches('0').to_owned();
    let month: usize = numbers.next()?.parse().ok()?;
    let year = numbers.next()?.to_owned();
    let month = date::months(locale)
        .split_whitespace()
        .nth(month.checked_sub(1)?)?
        .to_owned();
    Some((year, month, day, time.get(..5)?.to_owned()))
}

/// What two texts differ in: what the first has, what the second has instead. Whole lines
/// where these are at most `most` characters long, else whole sentences, else whole words.
pub fn difference<'a>(before: &'a str, after: &'a str, most: usize) -> (&'a str, &'a str) {
    let words = difference_at(before, after, char::is_whitespace);
    if words.0.is_empty() || words.1.is_empty() {
        return words;
    }
    let is_short =
        |(old, new): &(&str, &str)| [old, new].iter().all(|text| text.chars().count() <= most);
    let lines = difference_at(before, after, |letter| letter == '\n');
    if is_short(&lines) {
        return lines;
    }
    let sentences = difference_at(before, after, |letter| matches!(letter, '\n' | '.' | ';'));
    if is_short(&sentences) {
        sentences
    } else {
        words
    }
}

/// What two texts differ in, from one break to another.
fn difference_at<'a>(
    before: &'a str,
    after: &'a str,
    is_break: impl Fn(char) -> bool,
) -> (&'a str, &'a str) {
    let mut start = 0;
    let mut start_of_piece = 0;
    for ((at, left), right) in before.char_indices().zip(after.chars()) {
        if left != right {
            break;
        }
        start = at + left.len_utf8();
        if is_break(left) {
            start_of_piece = start;
        }
    }
    let begins_whole =
        |text: &str| text[start..].is_empty() || text[start..].starts_with(&is_break);
    if !(begins_whole(before) && begins_whole(after)) {
        start = start_of_piece;
    }
    let mut end = 0;
    let mut end_of_piece = 0;
    for (left, right) in before[start..]
        .chars()
        .rev()
        .zip(after[start..].chars().rev())
    {
        if left != right {
            break;
        }
        end += left.len_utf8();
        if is_break(left) {
            end_of_piece = end;
        }
    }
    let ends_whole = |text: &str| {
        let rest = &text[start..text.len() - end];
        rest.is_empty() || rest.ends_with(&is_break)
    };
    if !(ends_whole(before) && ends_whole(after)) {
        end = end_of_piece;
    }
    let ends: &[char] = &[' ', '\n', '\t', '.', ';', ',', ':'];
    (
        before[start..before.len() - end].trim_matches(ends),
        after[start..after.len() - end].trim_matches(ends),
    )
}

#[cfg(test)]
mod tests {
    use super::Locale::{En, Es};
    use super::*;

    #[test]
    fn shortens_at_a_word_and_never_beyond_the_length() {
        assert_eq!(shorten("hola", 10), "hola");
        assert_eq!(shorten("una línea\ny otra", 40), "una línea y otra");
        assert_eq!(shorten("mi perra se llama Trasno", 12), "mi perra se…");
        assert_eq!(shorten("ñññññññññññññññññ", 5), "ññññ…");
        for most in 1..30 {
            assert!(
                shorten("¿Cómo se llamaba el perro de mi hermana?", most)
                    .chars()
                    .count()
                    <= most
            );
        }
    }

    #[test]
    fn quotes_without_a_second_full_stop() {
        assert_eq!(quoted(Es, "Se llama Trasno.", 40), "«Se llama Trasno»");
        assert_eq!(quoted(En, "Well...", 40), "“Well...”");
        assert_eq!(quoted(En, "Really?", 40), "“Really?”");
    }

    #[test]
    fn lists_things_as_people_do() {
        let ids = ["#6", "#9", "#12"].map(str::to_owned);
        assert_eq!(list(Es, &ids, 5), "#6, #9 y #12");
        assert_eq!(list(En, &ids, 2), "#6, #9 and 1 more");
        assert_eq!(list(En, &ids[..1], 2), "#6");
        assert_eq!(list(En, &[], 2), "");
    }

    #[test]
    fn writes_moments_in_both_languages() {
        let at = Timestamp::parse("2026-03-09 08:30").unwrap();
        assert_eq!(moment(Es, at), "9 mar 2026, 08:30");
        assert_eq!(day(En, at), "9 Mar 2026");
        assert_eq!(day(En, Timestamp(i64::MAX)), format!("@{}", i64::MAX));
    }

    #[test]
    fn finds_the_words_that_changed() {
        let cases = [
            (
                "Boyfriend named James",
                "Ex-boyfriend named James",
                "Boyfriend",
                "Ex-boyfriend",
            ),
            (
                "Ana\nNovio: Juan\nVigo",
                "Ana\nExnovio: Juan\nVigo",
                "Novio: Juan",
                "Exnovio: Juan",
            ),
            ("a b c", "a x c", "a b c", "a x c"),
            ("a b c", "a c", "b", ""),
            ("a", "a b", "", "b"),
            ("ahora vive en Vigo", "ahora vive en Lugo", "Vigo", "Lugo"),
            ("", "todo", "", "todo"),
            ("igual", "igual", "", ""),
            ("ááá", "áéá", "ááá", "áéá"),
            ("dos dos", "dos", "dos", ""),
            (
                "Soy luthier. Ferri a las 19. Tengo perro.",
                "Soy luthier. Ferri a las 20. Tengo perro.",
                "Ferri a las 19",
                "Ferri a las 20",
            ),
            (
                "En abril va a Lisboa: un largo viaje",
                "En abril va a Oporto: un largo viaje",
                "Lisboa",
                "Oporto",
            ),
        ];
        for (before, after, left, right) in cases {
            assert_eq!(
                difference(before, after, 16),
                (left, right),
                "{before} → {after}"
            );
        }
    }
}
