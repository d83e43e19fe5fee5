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
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|end| *end * 2 > cut.len()).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([' ', ',', ';', ':', '.']))
}

/// `text`, shortened to `most` characters, in quotation marks.
pub fn quoted(locale: Locale, text: &str, most: usize) -> String {
    locale.quote(&shorten(text, most))
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
    let month = date::months(locale).split_whitespace().nth(month.checked_sub(1)?)?.to_owned();
    Some((year, month, day, time.get(..5)?.to_owned()))
}

/// What two texts differ in, whole words: what the first has, what the second has instead.
pub fn difference<'a>(before: &'a str, after: &'a str) -> (&'a str, &'a str) {
    let is_break = |letter: char| letter.is_whitespace();
    let mut start = 0;
    let mut start_of_word = 0;
    for ((at, left), right) in before.char_indices().zip(after.chars()) {
        if left != right {
            break;
        }
        start = at + left.len_utf8();
        if is_break(left) {
            start_of_word = start;
        }
    }
    let ends_alike = |text: &str| text[start..].is_empty() || text[start..].starts_with(is_break);
    if !(ends_alike(before) && ends_alike(after)) {
        start = start_of_word;
    }
    let mut end = 0;
    let mut end_of_word = 0;
    for (left, right) in before[start..].chars().rev().zip(after[start..].chars().rev()) {
        if left != right {
            break;
        }
        end += left.len_utf8();
        if is_break(left) {
            end_of_word = end;
        }
    }
    let whole = |text: &str| {
        let rest = &text[start..text.len() - end];
        rest.is_empty() || rest.ends_with(is_break)
    };
    if !(whole(before) && whole(after)) {
        end = end_of_word;
    }
    (before[start..before.len() - end].trim(), after[start..after.len() - end].trim())
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
            assert!(shorten("¿Cómo se llamaba el perro de mi hermana?", most).chars().count() <= most);
        }
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
            ("Boyfriend named James", "Ex-boyfriend named James", "Boyfriend", "Ex-boyfriend"),
            ("a b c", "a x c", "b", "x"),
            ("a b c", "a c", "b", ""),
            ("a", "a b", "", "b"),
            ("vive en Vigo", "vive en Lugo", "Vigo", "Lugo"),
            ("", "todo", "", "todo"),
            ("igual", "igual", "", ""),
            ("ááá", "áéá", "ááá", "áéá"),
            ("dos dos", "dos", "dos", ""),
        ];
        for (before, after, left, right) in cases {
            assert_eq!(difference(before, after), (left, right), "{before} → {after}");
        }
    }
}
