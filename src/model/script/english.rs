//! English verbs: which form a word is, and the form that goes with another person.

use std::collections::BTreeMap;

use super::lexicon::{Idea, Keeping, content_lines};
use super::spanish::keeping_of;

/// Forms of a verb that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// live, am, are
    Base,
    /// lives, is
    Third,
    /// lived, was
    Past,
    /// living, lived as a participle
    Other,
}

/// A word as a form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    verb: Option<u16>,
    /// Its form.
    pub shape: Shape,
}

#[derive(Debug)]
struct Verb {
    idea: Idea,
    keeping: Keeping,
    base: &'static str,
}

/// The verbs that are known, by their forms.
#[derive(Debug)]
pub(super) struct Verbs {
    verbs: Vec<Verb>,
    forms: BTreeMap<String, Form>,
    be: Idea,
}

/// Pasts of verbs that are not in the list but common: they stay as they are.
const PASTS: [&str; 22] = [
    "fell", "hit", "sent", "built", "held", "led", "ran", "sat", "stood", "threw", "wore",
    "caught", "chose", "cut", "fought", "forgot", "hid", "paid", "rang", "rose", "shut", "let",
];

/// Words that go before a plain form and stay as they are in every person.
pub(super) const MODALS: [&str; 10] = [
    "can", "could", "will", "would", "shall", "should", "must", "might", "may", "used",
];

impl Verbs {
    /// Reads the data file.
    pub fn read(text: &'static str, idea: &mut impl FnMut(&'static str) -> Idea) -> Self {
        let mut known = Self {
            verbs: Vec::new(),
            forms: BTreeMap::new(),
            be: idea("be"),
        };
        for line in content_lines(text) {
            let mut fields = line.split_whitespace();
            let (Some(name), Some(keeping), Some(base)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let verb = u16::try_from(known.verbs.len()).ok();
            known.verbs.push(Verb {
                idea: idea(name),
                keeping: keeping_of(keeping),
                base,
            });
            let past = fields
                .next()
                .map_or_else(|| regular_past(base), str::to_owned);
            let participle = fields.next().map_or_else(|| past.clone(), str::to_owned);
            let doubled = doubled(base, &past);
            let mut add = |word: String, shape| {
                known.forms.entry(word).or_insert(Form { verb, shape });
            };
            if let Some(stem) = &doubled {
                add(format!("{stem}ing"), Shape::Other);
                // "Traveled" is as good as "travelled".
                if base.ends_with('l') {
                    add(regular_past(base), Shape::Past);
                }
            }
            add(base.to_owned(), Shape::Base);
            add(third(base), Shape::Third);
            add(past, Shape::Past);
            add(participle, Shape::Other);
            add(gerund(base), Shape::Other);
        }
        for (word, shape) in [
            ("am", Shape::Base),
            ("are", Shape::Base),
            ("is", Shape::Third),
            ("was", Shape::Past),
            ("were", Shape::Past),
            ("been", Shape::Other),
        ] {
            known
                .forms
                .insert(word.to_owned(), Form { verb: None, shape });
        }
        known
    }

    /// Which form of which verb the word is.
    pub fn form(&self, word: &str) -> Option<Form> {
        self.forms.get(word).copied()
    }

    /// The idea of the form's verb.
    pub fn idea(&self, form: Form) -> Idea {
        form.verb
            .and_then(|verb| self.verbs.get(usize::from(verb)))
            .map_or(self.be, |verb| verb.idea)
    }

    /// What to do with what is said with it.
    pub fn keeping(&self, form: Form) -> Keeping {
        form.verb
            .and_then(|verb| self.verbs.get(usize::from(verb)))
            .map_or(Keeping::Light, |verb| verb.keeping)
    }

    /// The plain form of the form's verb.
    pub fn base(&self, form: Form) -> &'static str {
        form.verb
            .and_then(|verb| self.verbs.get(usize::from(verb)))
            .map_or("be", |verb| verb.base)
    }

    /// What "I `word`" becomes after "he" or "she".
    pub fn to_third(&self, word: &str) -> String {
        match word {
            "am" | "are" => "is".to_owned(),
            "were" => "was".to_owned(),
            _ if MODALS.contains(&word) || PASTS.contains(&word) => word.to_owned(),
            _ => match self.form(word).map(|form| form.shape) {
                Some(Shape::Base) => third(word),
                Some(_) => word.to_owned(),
                None if word.ends_with("ed") => word.to_owned(),
                None => third(word),
            },
        }
    }

    /// What "he `word`" becomes after "you".
    pub fn to_second(&self, word: &str) -> String {
        match word {
            "is" | "am" => "are".to_owned(),
            "was" => "were".to_owned(),
            "has" => "have".to_owned(),
            "does" => "do".to_owned(),
            _ => match self.form(word) {
                Some(form) if form.shape == Shape::Third => self.base(form).to_owned(),
                _ => word.to_owned(),
            },
        }
    }
}

fn third(base: &str) -> String {
    match base {
        "have" => return "has".to_owned(),
        "do" | "go" => return format!("{base}es"),
        _ => {}
    }
    if let Some(stem) = base
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        return format!("{stem}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"]
        .into_iter()
        .any(|end| base.ends_with(end));
    if hisses {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

fn regular_past(base: &str) -> String {
    if base.ends_with('e') {
        return format!("{base}d");
    }
    match base
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        Some(stem) => format!("{stem}ied"),
        None => format!("{base}ed"),
    }
}

/// The stem with its last letter twice, where the verb has one: `travelled` of `travel`, and
/// so `travelling`.
fn doubled(base: &str, past: &str) -> Option<String> {
    let last = base.chars().next_back()?;
    let stem = format!("{base}{last}");
    let is_irregular = matches!(
        base,
        "run" | "swim" | "get" | "put" | "win" | "begin" | "sit" | "cut" | "set" | "forget" | "let"
    );
    (is_irregular || past == format!("{stem}ed")).then_some(stem)
}

fn gerund(base: &str) -> String {
    if let Some(stem) = base.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    match base.strip_suffix('e').filter(|stem| !stem.ends_with('e')) {
        Some(stem) => format!("{stem}ing"),
        None => format!("{base}ing"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::lexicon;

    #[test]
    fn a_last_letter_is_doubled_where_the_past_doubles_it() {
        let verbs = &lexicon().english;
        let base = |word| verbs.form(word).map(|form| verbs.base(form));
        for (word, of) in [
            ("travelling", "travel"),
            ("traveling", "travel"),
            ("traveled", "travel"),
            ("running", "run"),
            ("planning", "plan"),
            ("living", "live"),
            ("seeing", "see"),
        ] {
            assert_eq!(base(word), Some(of), "{word}");
        }
    }

    #[test]
    fn forms_change_with_the_person() {
        let verbs = &lexicon().english;
        for (first, third, second) in [
            ("live", "lives", "live"),
            ("am", "is", "are"),
            ("have", "has", "have"),
            ("moved", "moved", "moved"),
            ("study", "studies", "study"),
            ("play", "plays", "play"),
            ("teach", "teaches", "teach"),
            ("was", "was", "were"),
            ("can", "can", "can"),
        ] {
            assert_eq!(verbs.to_third(first), third);
            assert_eq!(verbs.to_second(third), second);
        }
    }
}
