//! Forms whose stem the Snowball algorithms cannot tell, since they know endings only.

/// Spanish stems that belong to the verb with the other stem, sorted: `tuvo` is of `tener`.
const SPANISH: &[(&str, &str)] = &[
    ("anduv", "and"),
    ("dic", "dec"),
    ("dig", "dec"),
    ("dij", "dec"),
    ("durm", "dorm"),
    ("estuv", "est"),
    ("hag", "hac"),
    ("hech", "hac"),
    ("hic", "hac"),
    ("jueg", "jug"),
    ("muer", "mor"),
    ("pid", "ped"),
    ("pong", "pon"),
    ("pud", "pod"),
    ("pued", "pod"),
    ("pus", "pon"),
    ("quis", "quer"),
    ("sient", "sent"),
    ("teng", "ten"),
    ("tien", "ten"),
    ("traig", "tra"),
    ("traj", "tra"),
    ("tuv", "ten"),
    ("veng", "ven"),
    ("vien", "ven"),
];

/// English forms with the form that the others share, sorted.
#[rustfmt::skip]
const ENGLISH: &[(&str, &str)] = &[
    ("ate", "eat"), ("became", "become"), ("began", "begin"), ("begun", "begin"), ("bought", "buy"),
    ("broke", "break"), ("broken", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"),
    ("caught", "catch"), ("children", "child"), ("chose", "choose"), ("chosen", "choose"), ("drank", "drink"),
    ("driven", "drive"), ("drove", "drive"), ("drunk", "drink"), ("eaten", "eat"), ("fallen", "fall"),
    ("feet", "foot"), ("fell", "fall"), ("felt", "feel"), ("flew", "fly"), ("flown", "fly"),
    ("forgot", "forget"), ("forgotten", "forget"), ("found", "find"), ("gave", "give"), ("given", "give"),
    ("gone", "go"), ("got", "get"), ("grew", "grow"), ("grown", "grow"), ("heard", "hear"), ("held", "hold"),
    ("kept", "keep"), ("knew", "know"), ("knives", "knife"), ("known", "know"), ("lost", "lose"),
    ("made", "make"), ("men", "man"), ("met", "meet"), ("mice", "mouse"), ("paid", "pay"), ("ran", "run"),
    ("rang", "ring"), ("ridden", "ride"), ("rode", "ride"), ("said", "say"), ("sang", "sing"), ("sat", "sit"),
    ("saw", "see"), ("seen", "see"), ("sent", "send"), ("slept", "sleep"), ("sold", "sell"),
    ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"), ("stolen", "steal"), ("stood", "stand"),
    ("sung", "sing"), ("swam", "swim"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"), ("thought", "think"),
    ("told", "tell"), ("took", "take"), ("went", "go"), ("wives", "wife"), ("women", "woman"), ("won", "win"),
    ("wore", "wear"), ("worn", "wear"), ("written", "write"), ("wrote", "write"),
];

/// The form that stands for this English one, by which it is stemmed.
pub(super) fn english_base(folded: &str) -> &str {
    found(ENGLISH, folded).unwrap_or(folded)
}

/// One stem for the stems of one Spanish word: the endings that spelling changes (`busqué` of
/// `buscar`, `conozco` of `conocer`, `luz` and `luces`), irregular verbs, and vowels that open
/// under stress (`prefiero` of `preferir`, `recuerdo` of `recordar`; not in short stems, where
/// other words lie too near: `cien` and `cena`).
pub(super) fn spanish_base(stem: &str) -> String {
    let respelled = if let Some(before) = stem.strip_suffix("qu").or(stem.strip_suffix("zc")) {
        format!("{before}c")
    } else if let Some(before) = stem.strip_suffix('z') {
        format!("{before}c")
    } else {
        stem.to_owned()
    };
    if let Some(base) = found(SPANISH, &respelled) {
        return base.to_owned();
    }
    let mut bytes = respelled.into_bytes();
    let opened = bytes
        .windows(2)
        .rposition(|pair| matches!(pair, b"ie" | b"ue"));
    // `que` and `gue` are spelling, not two vowels.
    let is_vowels = |at: &usize| *at > 0 && !matches!(bytes[at - 1], b'q' | b'g');
    if let Some(at) = opened.filter(is_vowels).filter(|_| bytes.len() > 4) {
        bytes[at] = if bytes[at] == b'i' { b'e' } else { b'o' };
        bytes.remove(at + 1);
    }
    // Only ASCII letters were exchanged.
    String::from_utf8(bytes).unwrap_or_default()
}

/// A Spanish plural in `-es` after a consonant without it: `exámenes` is of `examen`.
pub(super) fn spanish_singular(folded: &str) -> &str {
    let singular = folded.strip_suffix("es").unwrap_or(folded);
    let is_plural = singular.len() >= 3 && singular.ends_with(['d', 'l', 'n', 'r', 's']);
    if is_plural { singular } else { folded }
}

fn found<'a>(list: &[(&str, &'a str)], wanted: &str) -> Option<&'a str> {
    let index = list
        .binary_search_by(|(form, _)| (*form).cmp(wanted))
        .ok()?;
    Some(list.get(index)?.1)
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, SPANISH, english_base, spanish_base, spanish_singular};

    #[test]
    fn lists_are_sorted() {
        for list in [SPANISH, ENGLISH] {
            assert!(list.is_sorted_by(|one, next| one.0 < next.0));
        }
    }

    #[test]
    fn stems_of_one_word_become_one() {
        for (stem, base) in [
            ("busqu", "busc"),
            ("conozc", "conoc"),
            ("luz", "luc"),
            ("tuv", "ten"),
            ("prefier", "prefer"),
            ("recuerd", "record"),
            ("cien", "cien"),
            ("sigu", "sigu"),
            ("quer", "quer"),
            ("perr", "perr"),
        ] {
            assert_eq!(spanish_base(stem), base, "{stem}");
        }
        assert_eq!(spanish_singular("examenes"), "examen");
        assert_eq!(spanish_singular("eses"), "eses");
        assert_eq!(spanish_singular("viernes"), "viern");
        assert_eq!(english_base("went"), "go");
    }
}
