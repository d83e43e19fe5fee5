//! Words, sentences and clauses of what a person wrote, with their places in the text.

use super::language::Language;

/// One word with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Lower case, accents kept: `trabajó` is not `trabajo`.
    pub low: String,
    /// Lower case, without accents; `ñ` stays.
    pub fold: String,
    /// True where it begins with a capital letter.
    pub is_capital: bool,
    /// True where a comma, colon, bracket or dash stands between the word before and this one.
    pub after_pause: bool,
}

/// A sentence: a slice of the text and whether it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence<'a> {
    /// Its words, without the mark that ends it.
    pub text: &'a str,
    /// True where a question mark begins or ends it.
    pub asks: bool,
}

/// The letter without its accent.
fn plain(letter: char) -> char {
    match letter {
        'á' | 'à' | 'ä' | 'â' | 'ã' => 'a',
        'é' | 'è' | 'ë' | 'ê' => 'e',
        'í' | 'ì' | 'ï' | 'î' => 'i',
        'ó' | 'ò' | 'ö' | 'ô' | 'õ' => 'o',
        'ú' | 'ù' | 'ü' | 'û' => 'u',
        'ç' => 'c',
        '’' => '\'',
        other => other,
    }
}

/// Lower case without accents; `ñ` stays.
pub(super) fn fold(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect()
}

/// The text with its first letter in upper case.
pub(super) fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest).collect(),
        None => String::new(),
    }
}

/// The text with its first letter in lower case.
pub(super) fn uncapitalised(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_lowercase().chain(rest).collect(),
        None => String::new(),
    }
}

/// Signs that hold a word or number together between two characters of it.
fn joins(sign: char, before: char, after: Option<char>) -> bool {
    let Some(after) = after else { return false };
    match sign {
        '\'' | '’' | '-' | '_' => before.is_alphanumeric() && after.is_alphanumeric(),
        '.' | ',' | ':' | '/' => before.is_ascii_digit() && after.is_ascii_digit(),
        '@' => after.is_alphanumeric(),
        _ => false,
    }
}

/// The words of a text. English contractions are two words (`I'm`, `don't`, `sister's`).
pub(super) fn words(text: &str, language: Language) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut start = None;
    let mut before = ' ';
    let mut after_pause = false;
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        let is_mail = start.is_some_and(|start: usize| text[start..at].contains('@'));
        let in_word = sign.is_alphanumeric()
            || (start.is_some() && joins(sign, before, next))
            || (is_mail && sign == '.' && next.is_some_and(char::is_alphanumeric));
        if in_word {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            push(&mut found, text, start, at, language, after_pause);
            after_pause = false;
        }
        let is_pause = matches!(
            sign,
            ',' | ':' | '(' | ')' | '—' | '–' | '-' | '"' | '«' | '»' | '“' | '”'
        );
        if is_pause && !in_word {
            after_pause = true;
        }
        before = sign;
    }
    if let Some(start) = start {
        push(&mut found, text, start, text.len(), language, after_pause);
    }
    // "My mum's a teacher": no owner, but "is".
    for at in 1..found.len() {
        if found[at - 1].fold == "'s"
            && [
                "a", "an", "the", "called", "named", "not", "been", "from", "just", "going",
                "very", "so",
            ]
            .contains(&found[at].fold.as_str())
        {
            found[at - 1].fold = "is".to_owned();
        }
    }
    found
}

/// What is written short for more: (as typed, meant). A space makes two words.
const SHORT_EN: &[(&str, &str)] = &[
    ("im", "i am"),
    ("ive", "i have"),
    ("id", "i would"),
    ("ill", "i will"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("didnt", "did not"),
    ("isnt", "is not"),
    ("arent", "are not"),
    ("wasnt", "was not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("havent", "have not"),
    ("whats", "what is"),
    ("wheres", "where is"),
    ("whos", "who is"),
    ("hows", "how is"),
    ("whens", "when is"),
    ("thats", "that is"),
    ("hes", "he is"),
    ("shes", "she is"),
    ("theyre", "they are"),
    ("youre", "you are"),
    ("lets", "let us"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "got to"),
    ("u", "you"),
    ("ur", "your"),
    ("r", "are"),
    ("pls", "please"),
    ("plz", "please"),
    ("thx", "thanks"),
    ("bday", "birthday"),
    ("b-day", "birthday"),
    ("fav", "favourite"),
    ("fave", "favourite"),
    ("favorite", "favourite"),
    ("luv", "love"),
    ("cuz", "because"),
    ("bf", "boyfriend"),
    ("gf", "girlfriend"),
    ("sis", "sister"),
    ("bro", "brother"),
    ("tmrw", "tomorrow"),
    ("wont", "will not"),
];
const SHORT_ES: &[(&str, &str)] = &[
    ("q", "que"),
    ("k", "que"),
    ("ke", "que"),
    ("xq", "porque"),
    ("pq", "porque"),
    ("xk", "porque"),
    ("tb", "también"),
    ("tmb", "también"),
    ("dnd", "dónde"),
    ("cmo", "cómo"),
    ("kiero", "quiero"),
    ("toy", "estoy"),
    ("x", "por"),
    ("d", "de"),
    ("bn", "bien"),
    ("cumple", "cumpleaños"),
    ("xfa", "por"),
    ("porfa", "por"),
    ("vibo", "vivo"),
    ("anos", "años"),
    ("cumpleanos", "cumpleaños"),
    ("aki", "aquí"),
    ("nombe", "nombre"),
    ("hermna", "hermana"),
    ("mañna", "mañana"),
    ("manana", "mañana"),
    ("espana", "españa"),
];

fn push(
    found: &mut Vec<Word>,
    text: &str,
    start: usize,
    end: usize,
    language: Language,
    after_pause: bool,
) {
    let typed = &text[start..end];
    let is_capital = typed.chars().next().is_some_and(char::is_uppercase);
    let low: String = typed.chars().flat_map(char::to_lowercase).collect();
    let before = found.last().map_or("", |word| word.fold.as_str());
    let pieces = match language {
        Language::English => english_pieces(typed, &low.replace('’', "'"), is_capital),
        Language::Spanish => vec![(spanish_meant(low, before), end - start)],
    };
    let mut from = start;
    for (low, length) in pieces {
        let first = from == start;
        let to = (from + length).min(end);
        let fold = fold(&low);
        found.push(Word {
            start: from,
            end: to,
            low,
            fold,
            is_capital: is_capital && first,
            after_pause: after_pause && first,
        });
        from = to;
    }
}

/// What a Spanish word stands for; `cumple` is a birthday behind an article.
fn spanish_meant(low: String, before: &str) -> String {
    let is_verb = low == "cumple"
        && !matches!(
            before,
            "mi" | "tu" | "su" | "el" | "un" | "de" | "del" | "al"
        );
    let meant = SHORT_ES
        .iter()
        .find(|(short, _)| *short == low)
        .filter(|_| !is_verb);
    meant.map_or(low, |(_, meant)| (*meant).to_owned())
}

/// The one or two words of an English word as typed, each with its length in bytes.
fn english_pieces(typed: &str, low: &str, is_capital: bool) -> Vec<(String, usize)> {
    let bytes = |count: usize| typed.chars().take(count).map(char::len_utf8).sum::<usize>();
    if let Some((head, tail)) = contraction(low) {
        let meant = match tail {
            "'m" => "am",
            "'re" => "are",
            "'ve" => "have",
            "'ll" => "will",
            "'d" => "would",
            "n't" | "'t" => "not",
            "'s" if IS_HEADS.contains(&head) => "is",
            other => other,
        };
        let cut = bytes(typed.chars().count() - tail.chars().count());
        let head = SHORT_EN
            .iter()
            .find(|(short, meant)| *short == head && !meant.contains(' '))
            .map_or(head, |(_, meant)| meant);
        return vec![
            (head.to_owned(), cut),
            (meant.to_owned(), typed.len() - cut),
        ];
    }
    let short = SHORT_EN.iter().find(|(short, _)| *short == low);
    // `Ill` and `Id` at the head of a sentence are words of their own.
    match short.filter(|(short, _)| !(is_capital && matches!(*short, "ill" | "id"))) {
        Some((_, meant)) => match meant.split_once(' ') {
            Some((first, second)) => {
                let cut = bytes(
                    first
                        .chars()
                        .count()
                        .min(typed.chars().count().saturating_sub(1)),
                );
                vec![
                    (first.to_owned(), cut),
                    (second.to_owned(), typed.len() - cut),
                ]
            }
            None => vec![((*meant).to_owned(), typed.len())],
        },
        None => vec![(low.to_owned(), typed.len())],
    }
}

/// Words behind which `'s` is short for "is"; behind others it says whose something is.
const IS_HEADS: [&str; 16] = [
    "what",
    "where",
    "who",
    "when",
    "how",
    "why",
    "it",
    "that",
    "there",
    "he",
    "she",
    "here",
    "name",
    "this",
    "everything",
    "which",
];

fn contraction(low: &str) -> Option<(&str, &'static str)> {
    if let Some(head) = low.strip_suffix("n't") {
        return Some(match head {
            "ca" => ("can", "'t"),
            "wo" => ("will", "n't"),
            "sha" => ("shall", "n't"),
            _ => (head, "n't"),
        });
    }
    ["'m", "'re", "'ve", "'ll", "'d", "'s"]
        .into_iter()
        .find_map(|tail| low.strip_suffix(tail).map(|head| (head, tail)))
}

/// Words after which a full stop ends no sentence.
const ABBREVIATIONS: [&str; 9] = ["dr", "dra", "sr", "sra", "mr", "mrs", "ms", "st", "prof"];

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut opened = false;
    let mut add = |from: usize, to: usize, asks: bool| {
        let text = text[from..to]
            .trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '¿' | '¡'));
        if text.chars().any(char::is_alphanumeric) {
            found.push(Sentence { text, asks });
        }
    };
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        let after = at + sign.len_utf8();
        match sign {
            '?' => {
                add(start, at, true);
                (start, opened) = (after, false);
            }
            '!' | ';' | '\n' | '…' => {
                add(start, at, opened);
                (start, opened) = (after, false);
            }
            '¿' => {
                add(start, at, false);
                (start, opened) = (after, true);
            }
            '.' if next.is_none_or(|next| !next.is_alphanumeric()) => {
                let word = text[start..at]
                    .rsplit(|sign: char| !sign.is_alphanumeric())
                    .next()
                    .unwrap_or("");
                if !ABBREVIATIONS.contains(&fold(word).as_str()) {
                    add(start, at, opened);
                    (start, opened) = (after, false);
                }
            }
            _ => {}
        }
    }
    add(start, text.len(), opened);
    found
}

/// True where the two differ by one letter: added, missing, other, or two swapped.
pub(super) fn is_one_letter_off(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same_start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let rest = |word: &[char], skip: usize| word.get(same_start + skip..).map(<[char]>::to_vec);
    match one.len() as i64 - other.len() as i64 {
        0 => {
            let swapped = one.get(same_start) == other.get(same_start + 1)
                && one.get(same_start + 1) == other.get(same_start);
            rest(&one, 1) == rest(&other, 1) || (swapped && rest(&one, 2) == rest(&other, 2))
        }
        1 => rest(&one, 1) == rest(&other, 0),
        -1 => rest(&one, 0) == rest(&other, 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folds(text: &str, language: Language) -> Vec<String> {
        words(text, language)
            .into_iter()
            .map(|word| word.fold)
            .collect()
    }

    #[test]
    fn words_know_contractions_numbers_and_what_is_written_short() {
        assert_eq!(
            folds("I'm Ana, don’t you know?", Language::English),
            ["i", "am", "ana", "do", "not", "you", "know"]
        );
        assert_eq!(
            folds("im ana my sister's dog", Language::English),
            ["i", "am", "ana", "my", "sister", "'s", "dog"]
        );
        assert_eq!(
            folds("Nací el 3/5/1990 a las 10:30.", Language::Spanish),
            ["naci", "el", "3/5/1990", "a", "las", "10:30"]
        );
        assert_eq!(
            folds("q tal? ana@x.es, año", Language::Spanish),
            ["que", "tal", "ana@x.es", "año"]
        );
    }

    #[test]
    fn sentences_end_at_marks_and_know_who_asks() {
        let found = sentences("Hola. ¿Qué tal? Vivo en el n.º 3.5 del Sr. Pérez y listo");
        let asks: Vec<_> = found
            .iter()
            .map(|sentence| (sentence.text, sentence.asks))
            .collect();
        assert_eq!(asks[0], ("Hola", false));
        assert_eq!(asks[1], ("Qué tal", true));
        assert_eq!(asks[2], ("Vivo en el n.º 3.5 del Sr. Pérez y listo", false));
    }

    #[test]
    fn one_letter_may_be_wrong() {
        for (one, other, expected) in [
            ("hermana", "hermna", true),
            ("hermana", "hermnaa", true),
            ("perro", "perra", true),
            ("perro", "gato", false),
            ("ab", "ba", true),
            ("a", "abc", false),
        ] {
            assert_eq!(is_one_letter_off(one, other), expected, "{one} {other}");
        }
    }
}
