//! Lower case and accents: what may differ between a word and the word that is meant.

use std::borrow::Cow;

/// Longest word that is told apart, in characters. Longer runs (a blob of base64) are cut.
const LENGTH_MAX: usize = 40;

/// `text` in lower case, letter by letter. Accents stay.
pub(crate) fn lower(text: &str) -> String {
    let mut lowered = String::with_capacity(text.len());
    lower_into(text, &mut lowered);
    lowered
}

/// Appends `text` in lower case to `lowered`. Accents stay.
pub(super) fn lower_into(text: &str, lowered: &mut String) {
    let start = lowered.len();
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (plain, special) = rest.split_at(at);
        lowered.push_str(plain);
        let mut characters = special.chars();
        lowered.extend(characters.next().into_iter().flat_map(char::to_lowercase));
        rest = characters.as_str();
    }
    lowered.push_str(rest);
    if let Some(added) = lowered.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// A word without accents. `ñ` is a letter of its own and stays: `año` is not `ano`.
pub(super) fn fold(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let mut folded = String::with_capacity(word.len());
    for character in word.chars() {
        match base_letters(character) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(character),
        }
    }
    Cow::Owned(folded)
}

/// True for the accents that Unicode writes as a character of their own.
pub(super) fn is_combining(character: char) -> bool {
    ('\u{300}'..='\u{36F}').contains(&character)
}

/// One spelling for one word: accents in one character, no leading zeros, no separators of
/// thousands, no endings of ordinals. So `08:30` and `8:30`, `1.500` and `1,500`, `1º` and `1`
/// are the same.
pub(super) fn normal(word: &str) -> Cow<'_, str> {
    let is_number = word.as_bytes().first().is_some_and(u8::is_ascii_digit);
    if !is_number && word.is_ascii() && word.len() <= LENGTH_MAX {
        return Cow::Borrowed(word);
    }
    if is_number {
        return normal_number(word);
    }
    let mut composed = String::with_capacity(word.len());
    for character in word.chars().take(LENGTH_MAX) {
        if is_combining(character) {
            let letter = composed.pop();
            composed.extend(letter.map(|letter| compose(letter, character)));
        } else {
            composed.push(character);
        }
    }
    Cow::Owned(composed)
}

fn normal_number(word: &str) -> Cow<'_, str> {
    let digits = word.trim_end_matches(|last: char| !last.is_ascii_digit());
    let ending = &word[digits.len()..];
    let ending = if matches!(ending, "º" | "ª" | "st" | "nd" | "rd" | "th") {
        ""
    } else {
        ending
    };
    let number = digits.trim_start_matches('0');
    // Only zeros: the last of them stays.
    let number = if number.starts_with(|first: char| first.is_ascii_digit()) {
        number
    } else {
        "0"
    };
    if ending.is_empty()
        && number.len() == word.len()
        && number.len() <= LENGTH_MAX
        && !number.contains(['.', ','])
    {
        return Cow::Borrowed(word);
    }
    let kept = number
        .chars()
        .chain(ending.chars())
        .filter(|kept| !matches!(kept, '.' | ','));
    Cow::Owned(kept.take(LENGTH_MAX).collect())
}

/// The letter that an accent of its own makes of the letter before it, where Spanish has it.
fn compose(letter: char, accent: char) -> char {
    match (letter, accent) {
        ('a', '\u{301}') => 'á',
        ('e', '\u{301}') => 'é',
        ('i', '\u{301}') => 'í',
        ('o', '\u{301}') => 'ó',
        ('u', '\u{301}') => 'ú',
        ('u', '\u{308}') => 'ü',
        ('n', '\u{303}') => 'ñ',
        _ => letter,
    }
}

/// The plain letters of an accented one, in the scripts of western and central Europe.
fn base_letters(character: char) -> Option<&'static str> {
    Some(match character {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì'..='ï' | 'ī' | 'į' | 'ı' => "i",
        'ł' => "l",
        'ń' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => "o",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'æ' => "ae",
        'œ' => "oe",
        'ß' => "ss",
        accent if is_combining(accent) => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{fold, normal};

    #[test]
    fn accents_fold_and_the_letter_ene_stays() {
        for (word, folded) in [
            ("pingüino", "pinguino"),
            ("año", "año"),
            ("cafés", "cafes"),
            ("dog", "dog"),
        ] {
            assert_eq!(fold(word), folded);
        }
    }

    #[test]
    fn one_word_has_one_spelling() {
        for (word, expected) in [
            ("08", "8"),
            ("000", "0"),
            ("1.500", "1500"),
            ("1,500,000", "1500000"),
            ("21st", "21"),
            ("3º", "3"),
            ("3pm", "3pm"),
            ("an\u{303}o", "año"),
            ("cafe\u{301}", "café"),
        ] {
            assert_eq!(normal(word), expected);
        }
    }

    #[test]
    fn a_word_without_end_is_cut() {
        assert_eq!(normal(&"x".repeat(1_000)).len(), 40);
        assert_eq!(normal(&"7".repeat(1_000)).len(), 40);
    }
}
