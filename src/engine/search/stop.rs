//! Function words of Spanish and English. They say nothing of what a text is about, but
//! much of its language.

/// Spanish, without accents, sorted.
#[rustfmt::skip]
const SPANISH: &[&str] = &[
    "a", "ahi", "al", "algo", "algun", "alguna", "algunas", "alguno", "algunos", "alli", "aquel", "aquella",
    "aquellas", "aquello", "aquellos", "aqui", "asi", "aun", "aunque", "cada", "como", "con", "contra",
    "cual", "cuales", "cuando", "cuanta", "cuantas", "cuanto", "cuantos", "cuya", "cuyas", "cuyo", "cuyos",
    "de", "del", "desde", "donde", "e", "el", "ella", "ellas", "ello", "ellos", "en", "entonces", "entre",
    "era", "eran", "eras", "eres", "es", "esa", "esas", "ese", "eso", "esos", "esta", "estaba", "estaban",
    "estabas", "estado", "estais", "estamos", "estan", "estar", "estas", "este", "esto", "estos", "estoy",
    "estuvo", "fue", "fueron", "fui", "ha", "haber", "habia", "habian", "han", "has", "hasta", "hay", "haya",
    "he", "hemos", "la", "las", "le", "les", "lo", "los", "mas", "me", "mi", "mia", "mias", "mientras", "mio",
    "mios", "mis", "muy", "nada", "ni", "no", "nos", "nosotras", "nosotros", "nuestra", "nuestras", "nuestro",
    "nuestros", "o", "os", "otra", "otras", "otro", "otros", "para", "pero", "por", "porque", "pues", "que",
    "quien", "quienes", "se", "sea", "segun", "ser", "si", "sido", "siendo", "sin", "sino", "sobre", "sois",
    "somos", "son", "soy", "su", "sus", "suya", "suyas", "suyo", "suyos", "tambien", "tampoco", "tan",
    "tanto", "te", "ti", "toda", "todas", "todo", "todos", "tras", "tu", "tus", "tuya", "tuyas", "tuyo",
    "tuyos", "u", "un", "una", "unas", "uno", "unos", "vosotras", "vosotros", "vuestra", "vuestras",
    "vuestro", "vuestros", "y", "ya", "yo",
];

/// English, sorted.
#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "because", "been", "before", "being", "between", "both", "but", "by", "can", "could", "couldn", "did",
    "didn", "do", "does", "doesn", "doing", "don", "during", "each", "for", "from", "had", "hadn", "has",
    "hasn", "have", "haven", "having", "he", "her", "here", "hers", "herself", "him", "himself", "his", "how",
    "i", "if", "in", "into", "is", "isn", "it", "its", "itself", "just", "me", "mine", "more", "most", "my",
    "myself", "no", "nor", "not", "of", "on", "or", "other", "our", "ours", "ourselves", "out", "own", "same",
    "shall", "she", "should", "shouldn", "so", "some", "such", "than", "that", "the", "their", "theirs",
    "them", "themselves", "then", "there", "these", "they", "this", "those", "through", "to", "too", "until",
    "us", "very", "was", "wasn", "we", "were", "weren", "what", "when", "where", "which", "while", "who",
    "whom", "whose", "why", "will", "with", "would", "wouldn", "you", "your", "yours", "yourself",
    "yourselves",
];

/// In one list, but a word of its own in the other language, sorted: `son` is a child too.
const AMBIGUOUS: &[&str] = &[
    "as", "don", "era", "este", "mine", "nada", "sea", "sin", "sobre", "son", "tan",
];

/// True for a function word of Spanish; the word has no accents.
pub(super) fn is_spanish(folded: &str) -> bool {
    SPANISH.binary_search(&folded).is_ok()
}

/// True for a function word of English; the word has no accents.
pub(super) fn is_english(folded: &str) -> bool {
    ENGLISH.binary_search(&folded).is_ok()
}

/// True for a function word of one language that means something in the other.
pub(super) fn is_ambiguous(folded: &str) -> bool {
    AMBIGUOUS.binary_search(&folded).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{AMBIGUOUS, ENGLISH, SPANISH, is_english, is_spanish};

    #[test]
    fn lists_are_sorted_and_without_accents() {
        for list in [SPANISH, ENGLISH, AMBIGUOUS] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
            assert!(list.iter().all(|word| word.is_ascii()));
        }
        assert!(
            AMBIGUOUS
                .iter()
                .all(|word| is_spanish(word) != is_english(word))
        );
    }
}
