//! In which language a text is written.

use core::cmp::Ordering;
use std::sync::OnceLock;

use super::lexicon::lexicon;
use super::text::fold;
use crate::engine::search::lower;

/// The languages that the scripted model speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Spanish, as in Spain.
    Spanish,
    /// English.
    English,
}

/// Words that are common in one of the languages. One that is a word of both stands in both.
const SPANISH: &str = "el la los las un una unos unas de del que en y a es soy eres era fue mi mis tu tus su sus me te se le lo \
    con por para pero como donde cuando quien cual cuanto cuantos porque muy mas ya si yo nos este esta esto eso hay no he has \
    tengo tienes tiene vivo vives vive llamo llama gusta gustan hola gracias buenas adios nada todo sabes recuerdas \
    acuerdas dime ahora hoy ayer mañana estoy estas estan quiero puedo puedes hermana hermano perro gato madre padre \
    vale pues bueno tambien tampoco nunca siempre trabajo cumpleaños hablame llamame olvida guarda busca años q k xq tb d";
const ENGLISH: &str = "the a an of and to in is are am was were my your his her their our you i he she we they it this that what \
    where when who which how why do does did have has had no not with for from but about can could would will at on or me \
    hello hi hey thanks thank bye good yes name live work like love know remember tell please there if so just been \
    don't i'm it's sister brother dog cat mother father today yesterday tomorrow now be any some never always save \
    forget search ok birthday favourite old years yeah nope sure u ur pls im whats dont";

/// Words of neighbours, to say honestly that we do not speak them.
const OTHERS: &str = "je suis mon est vous bonjour merci avec pour une les des ich bin mein ist nicht und wie guten danke das \
    der die eu sou meu minha nao você obrigado obrigada olá eine io sono mio ciao grazie il della nome perché chamo \
    habite appelle heiße wohne";

/// What a word speaks for: Spanish, English, another, one bit each.
/// In order of the words.
fn lists() -> &'static [(&'static str, u8)] {
    static LISTS: OnceLock<Vec<(&'static str, u8)>> = OnceLock::new();
    LISTS.get_or_init(|| {
        let mut words = Vec::<(&str, u8)>::new();
        for (bit, list) in [(1, SPANISH), (2, ENGLISH), (4, OTHERS)] {
            for word in list.split_whitespace() {
                let at = words.partition_point(|(known, _)| *known < word);
                match words.get_mut(at) {
                    Some((known, bits)) if *known == word => *bits |= bit,
                    _ => words.insert(at, (word, bit)),
                }
            }
        }
        words
    })
}

/// What a word speaks for; 0 for nothing.
fn bits_of(word: &str) -> u8 {
    let lists = lists();
    let at = lists.partition_point(|(known, _)| *known < word);
    lists
        .get(at)
        .map_or(0, |(known, bits)| if *known == word { *bits } else { 0 })
}

/// How many words of the text speak for each: Spanish, English, another.
pub(super) fn evidence(text: &str) -> (u32, u32, u32) {
    let mut counts = (0, 0, 0);
    for word in text
        .split(|sign: char| !(sign.is_alphanumeric() || matches!(sign, '\'' | '’')))
        .filter(|word| !word.is_empty())
        .take(200)
    {
        let fold = fold(word);
        let bits = bits_of(&fold) | (bits_of(word) & 4);
        let has_accent = word.contains(['á', 'é', 'í', 'ó', 'ú', 'ñ']);
        counts.0 += u32::from(bits & 1 != 0 || has_accent);
        counts.1 += u32::from(bits & 2 != 0);
        counts.2 += u32::from(bits & 4 != 0);
    }
    if text.contains(['¿', '¡']) {
        counts.0 += 1;
    }
    counts
}

/// The language of the text, where its commonest words tell.
pub(super) fn by_common_words(text: &str) -> Option<Language> {
    let (spanish, english, _) = evidence(text);
    more(spanish, english)
}

fn more(spanish: u32, english: u32) -> Option<Language> {
    match spanish.cmp(&english) {
        Ordering::Greater => Some(Language::Spanish),
        Ordering::Less => Some(Language::English),
        Ordering::Equal => None,
    }
}

/// The language of the text, where its words tell: the commonest first, then verbs and nouns.
pub(super) fn detect(text: &str) -> Option<Language> {
    by_common_words(text).or_else(|| {
        let lexicon = lexicon();
        let mut counts = (0, 0);
        for word in text
            .split(|sign: char| !sign.is_alphanumeric())
            .filter(|word| word.len() > 2)
            .take(40)
        {
            let (low, fold) = (lower(word), fold(word));
            counts.0 += u32::from(lexicon.is_word(&low, &fold, Language::Spanish));
            counts.1 += u32::from(lexicon.is_word(&low, &fold, Language::English));
        }
        more(counts.0, counts.1)
    })
}

/// True where the text is plainly in a language that we do not speak.
pub(super) fn is_foreign(text: &str) -> bool {
    let (spanish, english, other) = evidence(text);
    let letters = text.chars().filter(|sign| sign.is_alphabetic()).count();
    let unread = text
        .chars()
        .filter(|sign| sign.is_alphabetic() && *sign > '\u{24F}')
        .count();
    (other >= 2 && other > spanish.max(english)) || (letters > 0 && unread * 2 > letters)
}

impl Language {
    /// One of two, by language.
    pub(super) fn pick<T>(self, spanish: T, english: T) -> T {
        match self {
            Self::Spanish => spanish,
            Self::English => english,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_languages_apart_and_owns_up_to_the_rest() {
        assert_eq!(detect("hola soy laura"), Some(Language::Spanish));
        assert_eq!(detect("what's my name"), Some(Language::English));
        assert_eq!(detect("me he mudado a lugo"), Some(Language::Spanish));
        assert_eq!(detect("tell me a joke"), Some(Language::English));
        assert_eq!(detect("Trasno"), None);
        assert!(is_foreign("Bonjour, je suis Marie"));
        assert!(is_foreign("こんにちは"));
        assert!(!is_foreign("Hola, soy Marie"));
        assert!(!is_foreign("🙂"));
    }
}
