//! Spanish verbs: which form a word is, and the same form in another person. Notes about
//! the user are in the third person, answers to the user in the second.

use std::collections::BTreeMap;

use super::lexicon::{Idea, Keeping, content_lines};
use super::text::fold;

/// Persons of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Person {
    /// yo
    First,
    /// tú
    Second,
    /// él, ella, usted
    Third,
    /// nosotros
    FirstPlural,
    /// vosotros
    SecondPlural,
    /// ellos, ustedes
    ThirdPlural,
}

/// Tenses that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// vivo
    Present,
    /// viví
    Past,
    /// vivía
    Imperfect,
    /// viviré
    Future,
    /// viviría
    Conditional,
    /// vivir, viviendo, vivido
    None,
}

/// A word as a form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    verb: u16,
    /// Its tense.
    pub tense: Tense,
    /// Its person; the first where the first and the third are the same word.
    pub person: Person,
    /// True where the first and the third person are the same word: `vivía`.
    pub is_shared: bool,
}

#[derive(Debug)]
struct Verb {
    idea: Idea,
    keeping: Keeping,
    infinitive: &'static str,
    present: [&'static str; 2],
    past: Option<[&'static str; 3]>,
}

/// The verbs that are known, by their forms.
#[derive(Debug)]
pub(super) struct Verbs {
    verbs: Vec<Verb>,
    exact: BTreeMap<String, Form>,
    folded: BTreeMap<String, Form>,
    rare: BTreeMap<String, Form>,
}

const PERSONS: [Person; 6] = [
    Person::First,
    Person::Third,
    Person::Second,
    Person::FirstPlural,
    Person::SecondPlural,
    Person::ThirdPlural,
];
const TENSES: [Tense; 5] = [
    Tense::Present,
    Tense::Past,
    Tense::Imperfect,
    Tense::Future,
    Tense::Conditional,
];

/// Words that look like a form of a verb and hardly ever are one, but behind a clitic: `se
/// muda`, `me da`.
const NO_FORMS: [&str; 20] = [
    "nada", "casa", "casas", "casos", "para", "sobre", "cuenta", "cuentas", "vino", "ve", "ven",
    "da", "ganas", "cenas", "pasos", "llamada", "pinta", "monta", "muda", "sal",
];

/// Words that are one only where a clause begins: `como carne`, but not `vivo como un rey`.
const FORMS_AT_START: [&str; 10] = [
    "como", "nado", "caso", "amo", "canto", "gana", "gusto", "uso", "ceno", "paso",
];

/// Irregular participles of verbs in the list.
const PARTICIPLES: [(&str, &str); 9] = [
    ("hacer", "hecho"),
    ("decir", "dicho"),
    ("ver", "visto"),
    ("escribir", "escrito"),
    ("romper", "roto"),
    ("morir", "muerto"),
    ("poner", "puesto"),
    ("volver", "vuelto"),
    ("ser", "sido"),
];

/// Irregular stems of the future.
const FUTURES: [(&str, &str); 10] = [
    ("tener", "tendr"),
    ("poder", "podr"),
    ("hacer", "har"),
    ("decir", "dir"),
    ("querer", "querr"),
    ("venir", "vendr"),
    ("salir", "saldr"),
    ("poner", "pondr"),
    ("saber", "sabr"),
    ("haber", "habr"),
];

impl Verbs {
    /// Reads the data file.
    pub fn read(text: &'static str, idea: &mut impl FnMut(&'static str) -> Idea) -> Self {
        let mut known = Self {
            verbs: Vec::new(),
            exact: BTreeMap::new(),
            folded: BTreeMap::new(),
            rare: BTreeMap::new(),
        };
        for line in content_lines(text) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [name, keeping, infinitive, first, third, past @ ..] = fields.as_slice() else {
                continue;
            };
            let past = if let [one, three, two] = past {
                Some([*one, *three, *two])
            } else {
                None
            };
            let keeping = keeping_of(keeping);
            known.verbs.push(Verb {
                idea: idea(name),
                keeping,
                infinitive,
                present: [first, third],
                past,
            });
        }
        for at in 0..known.verbs.len() {
            known.index(at);
        }
        known
    }

    fn index(&mut self, at: usize) {
        let verb = u16::try_from(at).unwrap_or(u16::MAX);
        let infinitive = self.verbs[at].infinitive;
        for tense in TENSES {
            for person in PERSONS {
                let form = Form {
                    verb,
                    tense,
                    person,
                    is_shared: false,
                };
                let word = self.conjugate(form, person);
                self.insert(word, form);
            }
        }
        let stem = stem(infinitive);
        let is_ar = infinitive.ends_with("ar");
        let regular = format!("{stem}{}", if is_ar { "ado" } else { "ido" });
        let participle = PARTICIPLES
            .iter()
            .find(|(verb, _)| *verb == infinitive)
            .map_or(regular, |(_, own)| (*own).to_owned());
        let gerund = format!("{stem}{}", if is_ar { "ando" } else { "iendo" });
        let form = Form {
            verb,
            tense: Tense::None,
            person: Person::Third,
            is_shared: false,
        };
        for word in [infinitive.to_owned(), participle, gerund] {
            self.insert(word, form);
        }
        for hung in ["me", "te", "se", "nos"] {
            self.insert(format!("{infinitive}{hung}"), form);
        }
    }

    fn insert(&mut self, word: String, form: Form) {
        if NO_FORMS.contains(&word.as_str()) && form.tense != Tense::None {
            self.rare.entry(word).or_insert(form);
            return;
        }
        for (map, key) in [
            (&mut self.folded, fold(&word)),
            (&mut self.exact, word.clone()),
        ] {
            // `sé` without its accent is another word.
            if key.len() <= 2 && key != word {
                continue;
            }
            let word = key;
            let known = map.entry(word).or_insert(form);
            let is_same_word = known.verb == form.verb
                && known.tense == form.tense
                && known.person == Person::First;
            known.is_shared |= is_same_word && form.person == Person::Third;
        }
    }

    /// Which form of which verb the word is; accents are looked at first. `is_start` says
    /// that a clause begins here.
    pub fn form(&self, low: &str, folded: &str, is_start: bool) -> Option<Form> {
        if FORMS_AT_START.contains(&low) && !is_start {
            return None;
        }
        self.exact
            .get(low)
            .or_else(|| self.folded.get(folded))
            .copied()
    }

    /// The same, where the word is written with all its accents.
    pub fn exact_form(&self, low: &str) -> Option<Form> {
        self.exact.get(low).copied()
    }

    /// The same for a word behind another: `se muda` is one, `la muda` is none.
    pub fn form_behind(
        &self,
        before: &str,
        low: &str,
        folded: &str,
        is_start: bool,
    ) -> Option<Form> {
        let is_clitic = matches!(before, "se" | "me" | "te" | "le" | "nos" | "os" | "les");
        self.rare
            .get(low)
            .filter(|_| is_clitic)
            .copied()
            .or_else(|| self.form(low, folded, is_start))
    }

    /// The idea of the form's verb.
    pub fn idea(&self, form: Form) -> Option<Idea> {
        self.verbs.get(usize::from(form.verb)).map(|verb| verb.idea)
    }

    /// What to do with what is said with it.
    pub fn keeping(&self, form: Form) -> Keeping {
        self.verbs
            .get(usize::from(form.verb))
            .map_or(Keeping::Plain, |verb| verb.keeping)
    }

    /// The infinitive of the form's verb.
    pub fn infinitive(&self, form: Form) -> &'static str {
        self.verbs
            .get(usize::from(form.verb))
            .map_or("", |verb| verb.infinitive)
    }

    /// The same form in another person.
    pub fn conjugate(&self, form: Form, person: Person) -> String {
        let Some(verb) = self.verbs.get(usize::from(form.verb)) else {
            return String::new();
        };
        let infinitive = verb.infinitive;
        match form.tense {
            Tense::Present => present(verb, person),
            Tense::Past => past(verb, person),
            Tense::Imperfect => imperfect(infinitive, person),
            Tense::Future | Tense::Conditional => {
                let stem = FUTURES
                    .iter()
                    .find(|(verb, _)| *verb == infinitive)
                    .map_or(infinitive, |(_, stem)| stem);
                let endings = if form.tense == Tense::Future {
                    ["é", "á", "ás", "emos", "éis", "án"]
                } else {
                    ["ía", "ía", "ías", "íamos", "íais", "ían"]
                };
                format!("{stem}{}", of(person, endings))
            }
            Tense::None => infinitive.to_owned(),
        }
    }
}

/// The word that stands for `keep`, `dated`, `plain` or `light` in the data.
pub(super) fn keeping_of(word: &str) -> Keeping {
    match word {
        "keep" => Keeping::Keep,
        "dated" => Keeping::Dated,
        "light" => Keeping::Light,
        _ => Keeping::Plain,
    }
}

/// One of the six, in the order of [`PERSONS`].
fn of(person: Person, endings: [&str; 6]) -> &str {
    PERSONS
        .iter()
        .position(|one| *one == person)
        .map_or("", |at| endings[at])
}

fn stem(infinitive: &str) -> &str {
    &infinitive[..infinitive.len().saturating_sub(2)]
}

fn present(verb: &Verb, person: Person) -> String {
    let own = match verb.infinitive {
        "ser" => Some(["soy", "es", "eres", "somos", "sois", "son"]),
        "ir" => Some(["voy", "va", "vas", "vamos", "vais", "van"]),
        "haber" => Some(["he", "ha", "has", "hemos", "habéis", "han"]),
        _ => None,
    };
    if let Some(own) = own {
        return of(person, own).to_owned();
    }
    let [first, third] = verb.present;
    let stem = stem(verb.infinitive);
    let endings = match verb.infinitive.as_bytes().iter().rev().nth(1) {
        Some(b'a') => ["amos", "áis"],
        Some(b'e') => ["emos", "éis"],
        _ => ["imos", "ís"],
    };
    match person {
        Person::First => first.to_owned(),
        Person::Third => third.to_owned(),
        Person::Second => format!("{third}s"),
        Person::ThirdPlural => format!("{third}n"),
        Person::FirstPlural => format!("{stem}{}", endings[0]),
        Person::SecondPlural => format!("{stem}{}", endings[1]),
    }
}

fn past(verb: &Verb, person: Person) -> String {
    if let Some([one, three, two]) = verb.past {
        let stem = two
            .strip_suffix("iste")
            .or_else(|| two.strip_suffix("íste"))
            .or_else(|| two.strip_suffix("ste"))
            .unwrap_or(two);
        return match person {
            Person::First => one.to_owned(),
            Person::Third => three.to_owned(),
            Person::Second => two.to_owned(),
            Person::FirstPlural => format!("{stem}imos"),
            Person::SecondPlural => format!("{two}is"),
            Person::ThirdPlural if two == "fuiste" => "fueron".to_owned(),
            Person::ThirdPlural if stem.ends_with('j') => format!("{stem}eron"),
            Person::ThirdPlural => format!("{stem}ieron"),
        };
    }
    let stem = stem(verb.infinitive);
    if !verb.infinitive.ends_with("ar") {
        return format!(
            "{stem}{}",
            of(person, ["í", "ió", "iste", "imos", "isteis", "ieron"])
        );
    }
    if person == Person::First {
        // c, g and z are written otherwise before e: busqué, llegué, empecé.
        return match stem.chars().last() {
            Some('c') => format!("{}qué", &stem[..stem.len() - 1]),
            Some('g') => format!("{stem}ué"),
            Some('z') => format!("{}cé", &stem[..stem.len() - 1]),
            _ => format!("{stem}é"),
        };
    }
    format!(
        "{stem}{}",
        of(person, ["é", "ó", "aste", "amos", "asteis", "aron"])
    )
}

fn imperfect(infinitive: &str, person: Person) -> String {
    let stem = match infinitive {
        "ser" => return of(person, ["era", "era", "eras", "éramos", "erais", "eran"]).to_owned(),
        "ir" => return of(person, ["iba", "iba", "ibas", "íbamos", "ibais", "iban"]).to_owned(),
        "ver" => "ve",
        _ => stem(infinitive),
    };
    let endings = if infinitive.ends_with("ar") {
        ["aba", "aba", "abas", "ábamos", "abais", "aban"]
    } else {
        ["ía", "ía", "ías", "íamos", "íais", "ían"]
    };
    format!("{stem}{}", of(person, endings))
}

/// The past of a verb that is not in the list, in another person: `llegué` is `llegó`.
/// `None` where the word does not look like one.
pub(super) fn unknown_past(low: &str, person: Person) -> Option<String> {
    const NOT_VERBS: [&str; 20] = [
        "café", "bebé", "té", "qué", "sé", "josé", "porqué", "olé", "así", "aquí", "allí", "ahí",
        "mí", "sí", "tí", "parqué", "chalé", "comité", "jabalí", "noé",
    ];
    if low.chars().count() < 4 || NOT_VERBS.contains(&low) {
        return None;
    }
    let ending = |is_ar: bool| match (person, is_ar) {
        (Person::Second, true) => "aste",
        (Person::Second, false) => "iste",
        (_, true) => "ó",
        (_, false) => "ió",
    };
    if let Some(stem) = low.strip_suffix('é') {
        let stem = match (
            stem.strip_suffix("qu"),
            stem.strip_suffix("gu"),
            stem.strip_suffix('c'),
        ) {
            (Some(stem), _, _) => format!("{stem}c"),
            (_, Some(stem), _) => format!("{stem}g"),
            (_, _, Some(stem)) => format!("{stem}z"),
            _ => stem.to_owned(),
        };
        return Some(format!("{stem}{}", ending(true)));
    }
    low.strip_suffix('í')
        .map(|stem| format!("{stem}{}", ending(false)))
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::lexicon;
    use super::*;

    #[test]
    fn persons_of_a_form_are_found_and_made() {
        let verbs = &lexicon().spanish;
        for (word, second, third) in [
            ("vivo", "vives", "vive"),
            ("tengo", "tienes", "tiene"),
            ("soy", "eres", "es"),
            ("trabajé", "trabajaste", "trabajó"),
            ("empecé", "empezaste", "empezó"),
            ("he", "has", "ha"),
            ("voy", "vas", "va"),
            ("nací", "naciste", "nació"),
            ("tuve", "tuviste", "tuvo"),
            ("cumpliré", "cumplirás", "cumplirá"),
            ("tendré", "tendrás", "tendrá"),
            ("leí", "leíste", "leyó"),
        ] {
            let form = verbs
                .form(word, &fold(word), true)
                .unwrap_or_else(|| panic!("{word}"));
            assert_eq!(form.person, Person::First, "{word}");
            assert_eq!(verbs.conjugate(form, Person::Second), second);
            assert_eq!(verbs.conjugate(form, Person::Third), third);
        }
        let plural = verbs.form("vivimos", "vivimos", true).unwrap();
        assert_eq!(verbs.conjugate(plural, Person::ThirdPlural), "viven");
        assert!(verbs.form("vivía", "vivia", true).unwrap().is_shared);
        assert_eq!(
            verbs.form("trabajó", "trabajo", true).unwrap().person,
            Person::Third
        );
    }

    #[test]
    fn the_past_of_unknown_verbs_is_understood() {
        assert_eq!(
            unknown_past("aparqué", Person::Third).as_deref(),
            Some("aparcó")
        );
        assert_eq!(
            unknown_past("cacé", Person::Second).as_deref(),
            Some("cazaste")
        );
        assert_eq!(unknown_past("café", Person::Third), None);
        assert_eq!(unknown_past("aquí", Person::Third), None);
    }
}
