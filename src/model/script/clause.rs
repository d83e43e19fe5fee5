//! What a clause says: about whom, with which verb, whether it denies, and what it is about.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::language::Language;
use super::lexicon::{Idea, Keeping, lexicon};
use super::spanish::{Person, Tense};
use super::text::{Word, words};
use super::{english, spanish};
use crate::engine::search::words as search_words;

/// A clause: a slice of a text with its words.
#[derive(Clone, Debug)]
pub(super) struct Clause<'a> {
    /// As it was written.
    pub text: &'a str,
    /// Its words; places are those of `text`.
    pub words: Vec<Word>,
    /// The language that it was read in.
    pub language: Language,
    /// True where its sentence asks.
    pub asks: bool,
    /// True where it goes on with the subject of the clause before: `… and work at a bank`.
    pub inherits: bool,
    start: usize,
    verb: OnceCell<Option<Verb>>,
}

/// Whose words a text is in: who is "I" and who has no subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// The user speaks: the first person is the user.
    User,
    /// A note about the user: what has no subject is about the user.
    Note,
    /// The agent speaks: the second person is the user.
    Agent,
}

/// Whom a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The user.
    User,
    /// The agent.
    Agent,
    /// A person or animal of the user's.
    Being(Idea),
    /// Something or someone else, or unknown.
    Other,
}

/// The main verb of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verb {
    /// Position among the words.
    pub at: usize,
    /// What it means.
    pub idea: Idea,
    /// What to do with what is said with it.
    pub keeping: Keeping,
    /// True for what was and is over: `vivía`, `I used to live`.
    pub is_past: bool,
}

/// One thing that a text is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// The word without accents.
    pub word: String,
    /// The word in lower case as it was typed: a search may look for exactly that.
    pub typed: String,
    /// Its idea, where the lexicon knows it.
    pub idea: Option<Idea>,
    /// True where it is written like a name.
    pub is_name: bool,
    /// True for the verb of a clause.
    pub is_verb: bool,
}

/// What a clause says.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// About whom.
    pub subject: Subject,
    /// The main verb.
    pub verb: Option<Verb>,
    /// True where it denies.
    pub denies: bool,
    /// True where it says that something is over: `ya no`, `no longer`.
    pub is_over: bool,
    /// What it is about, in order.
    pub terms: Vec<Term>,
}

/// Words that begin what a person says and say nothing.
const FILLERS: &[&str] = &[
    "pues",
    "bueno",
    "oye",
    "hey",
    "ah",
    "oh",
    "eh",
    "mira",
    "vale",
    "ok",
    "okay",
    "si",
    "y",
    "e",
    "pero",
    "es que",
    "por cierto",
    "a ver",
    "entonces",
    "ademas",
    "la verdad es que",
    "verdad",
    "hola",
    "buenas",
    "buenos dias",
    "buenas tardes",
    "buenas noches",
    "jaja",
    "jajaja",
    "and",
    "but",
    "so",
    "well",
    "hi",
    "hello",
    "by the way",
    "btw",
    "actually",
    "yes",
    "yeah",
    "yep",
    "then",
    "anyway",
    "in fact",
    "you know",
    "por favor",
    "please",
    "perdona",
    "perdon",
    "sorry",
    "disculpa",
    "no se si te lo dije pero",
    "te cuento que",
    "sabes que",
    "fijate que",
    "resulta que",
    "que sepas que",
    "i think",
    "creo que",
    "the thing is",
    "guess what",
    "como te dije",
    "as i said",
    "lol",
    "um",
    "uh",
    "hmm",
    "ay",
    "uy",
    "uf",
    "en realidad",
    "en verdad",
    "de hecho",
    "ahora mismo",
    "actualmente",
    "ahora",
    "now",
    "currently",
    "vamos",
    "venga",
    "good morning",
    "good evening",
    "good afternoon",
    "luego",
    "ojo",
    "ea",
    "anda",
    "tio",
    "tia",
    "dude",
];

impl Term {
    /// A term that words mean together without one of them saying it.
    pub fn meant(word: &str) -> Self {
        let idea = lexicon().noun(word, Language::English);
        Self {
            word: word.to_owned(),
            typed: word.to_owned(),
            idea,
            is_name: false,
            is_verb: false,
        }
    }
}

impl<'a> Clause<'a> {
    /// Reads a text as one clause.
    pub fn new(text: &'a str, language: Language, asks: bool) -> Self {
        Self::with(text, words(text, language), language, asks)
    }

    fn with(text: &'a str, words: Vec<Word>, language: Language, asks: bool) -> Self {
        let mut clause = Self {
            text,
            words,
            language,
            asks,
            inherits: false,
            start: 0,
            verb: OnceCell::new(),
        };
        clause.start = clause.found_start();
        clause
    }

    /// This clause as a question.
    pub fn asking(&self) -> Self {
        Self {
            asks: true,
            ..self.clone()
        }
    }

    /// This clause, going on as `other` does.
    pub fn like(mut self, other: &Clause<'_>) -> Self {
        self.inherits = other.inherits;
        self
    }

    /// The same clause in other words.
    pub fn reworded<'b>(&self, text: &'b str) -> Clause<'b> {
        let mut other = Clause::new(text, self.language, self.asks);
        other.inherits = self.inherits;
        other
    }

    /// The word without accents at a position; empty behind the end.
    pub fn fold(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.fold.as_str())
    }

    /// True where the words from `at` are those of `pattern`, one space between two.
    pub fn is_at(&self, at: usize, pattern: &str) -> bool {
        pattern
            .split(' ')
            .enumerate()
            .all(|(offset, word)| self.fold(at + offset) == word)
    }

    /// The position behind the first of the patterns that the words from `at` begin with.
    pub fn after(&self, at: usize, patterns: &[&str]) -> Option<usize> {
        let found = patterns.iter().find(|pattern| self.is_at(at, pattern))?;
        Some(at + found.split(' ').count())
    }

    /// The place of the first of the patterns anywhere: where it begins and the position behind it.
    pub fn find(&self, patterns: &[&str]) -> Option<(usize, usize)> {
        (0..self.words.len()).find_map(|at| self.after(at, patterns).map(|end| (at, end)))
    }

    /// True where any of the patterns is in it.
    pub fn has(&self, patterns: &[&str]) -> bool {
        self.find(patterns).is_some()
    }

    /// The first word that says something.
    pub fn start(&self) -> usize {
        self.start
    }

    fn found_start(&self) -> usize {
        let mut at = 0;
        loop {
            // "No, vivo en Lugo" denies nothing.
            let is_no = matches!(self.fold(at), "no" | "nope" | "nah")
                && self.words.get(at + 1).is_some_and(|next| next.after_pause);
            let next = if is_no {
                Some(at + 1)
            } else {
                self.after(at, FILLERS)
            };
            match next.filter(|next| *next < self.words.len()) {
                Some(next) => at = next,
                None => return at,
            }
        }
    }

    /// The text from the word at `at` to the end.
    pub fn rest(&self, at: usize) -> &'a str {
        self.words
            .get(at)
            .map_or("", |word| &self.text[word.start..])
            .trim()
    }

    /// The text of the words from `from` up to but not including `to`, with the mark that
    /// closes what opens in it.
    pub fn slice(&self, from: usize, to: usize) -> &'a str {
        match (
            self.words.get(from),
            to.checked_sub(1).and_then(|last| self.words.get(last)),
        ) {
            (Some(first), Some(last)) if from < to => {
                let text = &self.text[first.start..last.end];
                let closing = self.text[last.end..].chars().next().filter(|sign| {
                    let opening = match sign {
                        '»' => '«',
                        '”' => '“',
                        ')' => '(',
                        '"' => return text.matches('"').count() % 2 == 1,
                        _ => return false,
                    };
                    text.matches(opening).count() > text.matches(*sign).count()
                });
                let end = last.end + closing.map_or(0, char::len_utf8);
                &self.text[first.start..end]
            }
            _ => "",
        }
    }

    /// The words for somebody or something else that is the subject: "my boss", "la boda".
    pub fn subject_words(&self, voice: Voice) -> Option<&'a str> {
        let verb = self.main_verb()?;
        let mut end = verb.at;
        while end > self.start
            && matches!(
                self.fold(end - 1),
                "se" | "no" | "ya" | "le" | "me" | "te" | "tambien" | "also" | "now"
            )
        {
            end -= 1;
        }
        let is_other = match self.read(voice).subject {
            Subject::Being(_) => self.being(self.start, verb.at).is_some(),
            Subject::Other => true,
            Subject::User | Subject::Agent => false,
        };
        Some(self.slice(self.start, end)).filter(|words| is_other && !words.is_empty())
    }

    /// True where it goes on in the third person and says nothing of whom: "… y vive en
    /// Lugo", "… and lives in Lugo".
    pub fn goes_on(&self) -> bool {
        let Some(verb) = self.main_verb() else {
            return false;
        };
        match self.language {
            Language::Spanish => {
                let is_third = self
                    .spanish_form(verb.at, true)
                    .is_some_and(|form| matches!(form.person, Person::Third | Person::ThirdPlural));
                let small = |at: usize| {
                    matches!(
                        self.fold(at),
                        "se" | "no" | "ya" | "le" | "tambien" | "nunca" | "siempre" | "solo"
                    )
                };
                is_third && (self.start..verb.at).all(small)
            }
            Language::English => {
                verb.at == self.start
                    && lexicon()
                        .english
                        .form(self.fold(verb.at))
                        .is_some_and(|form| {
                            form.shape == english::Shape::Third || self.fold(verb.at) == "was"
                        })
            }
        }
    }

    /// The same clause without its first words.
    pub fn tail(&self, at: usize) -> Self {
        let Some(first) = self.words.get(at).map(|word| word.start) else {
            return Self::with("", Vec::new(), self.language, self.asks);
        };
        let moved = |word: &Word| Word {
            start: word.start - first,
            end: word.end - first,
            ..word.clone()
        };
        let words = self.words[at..].iter().map(moved).collect();
        let mut tail = Self::with(
            self.text[first..].trim_end(),
            words,
            self.language,
            self.asks,
        );
        tail.inherits = self.inherits;
        tail
    }

    /// True where a word with a capital is a name and no verb: "mi hija Vera", "Vera tiene 5".
    fn is_named(&self, at: usize) -> bool {
        let verbs = &lexicon().spanish;
        let is_finite = |word: &Word| {
            verbs
                .exact_form(&word.low)
                .is_some_and(|form| form.tense != Tense::None)
        };
        if at == 0 || at == self.start {
            let next = self.words.get(at + 1).filter(|next| !next.after_pause);
            let before = at.checked_sub(1).map_or("", |before| self.fold(before));
            return !matches!(before, "no" | "yo" | "ya") && next.is_some_and(is_finite);
        }
        let is_shouted = self.words[..at]
            .iter()
            .all(|before| before.is_capital && before.end - before.start > 1);
        !is_shouted
    }

    /// The form of a Spanish verb that stands at `at`.
    pub fn spanish_form(&self, at: usize, is_start: bool) -> Option<spanish::Form> {
        let word = self.words.get(at)?;
        if word.is_capital && self.is_named(at) {
            return None;
        }
        let before = at.checked_sub(1).map_or("", |before| self.fold(before));
        lexicon()
            .spanish
            .form_behind(before, &word.low, &word.fold, is_start)
    }

    /// True where a form of a verb stands at `at`.
    pub fn verb_at(&self, at: usize, start: usize) -> Option<Verb> {
        let word = self.words.get(at)?;
        let before = at.checked_sub(1).map_or("", |before| self.fold(before));
        match self.language {
            Language::Spanish => {
                let is_start = at == start
                    || matches!(
                        before,
                        "no" | "yo"
                            | "ya"
                            | "nunca"
                            | "solo"
                            | "siempre"
                            | "me"
                            | "tampoco"
                            | "tambien"
                    );
                if self.is_noun_place(before) || (word.fold == "como" && self.is_comparison(at)) {
                    return None;
                }
                let form = self.spanish_form(at, is_start)?;
                if form.tense == Tense::None {
                    return None;
                }
                // `fui a`, `fue al` is of `ir`, otherwise of `ser`.
                let idea = lexicon().spanish.idea(form)?;
                Some(Verb {
                    at,
                    idea,
                    keeping: lexicon().spanish.keeping(form),
                    is_past: form.tense == Tense::Imperfect,
                })
            }
            Language::English => {
                if self.is_noun_place(before) {
                    return None;
                }
                let form = lexicon().english.form(&word.fold)?;
                if form.shape == english::Shape::Other
                    && !matches!(
                        before,
                        "have" | "has" | "had" | "am" | "is" | "are" | "was" | "been"
                    )
                {
                    return None;
                }
                let is_past = before == "to" && at >= 2 && self.fold(at - 2) == "used";
                Some(Verb {
                    at,
                    idea: lexicon().english.idea(form),
                    keeping: lexicon().english.keeping(form),
                    is_past,
                })
            }
        }
    }

    /// True behind a word that a noun follows.
    fn is_noun_place(&self, before: &str) -> bool {
        match self.language {
            Language::Spanish => matches!(
                before,
                "el" | "la"
                    | "los"
                    | "las"
                    | "un"
                    | "una"
                    | "mi"
                    | "mis"
                    | "tu"
                    | "tus"
                    | "su"
                    | "sus"
                    | "de"
                    | "del"
                    | "al"
                    | "en"
                    | "con"
                    | "por"
                    | "sin"
                    | "este"
                    | "ese"
                    | "otro"
                    | "nuevo"
                    | "primer"
                    | "mucho"
                    | "algun"
                    | "que tal"
                    | "buen"
            ),
            Language::English => matches!(
                before,
                "my" | "your"
                    | "his"
                    | "her"
                    | "their"
                    | "our"
                    | "the"
                    | "a"
                    | "an"
                    | "of"
                    | "for"
                    | "at"
                    | "in"
                    | "on"
                    | "with"
                    | "this"
                    | "no"
                    | "some"
                    | "any"
                    | "new"
                    | "first"
                    | "'s"
                    | "favourite"
            ),
        }
    }

    /// `como` that compares or asks: `como se llama`, `como una`, `como mi`.
    fn is_comparison(&self, at: usize) -> bool {
        let next = self.fold(at + 1);
        next.is_empty()
            || matches!(
                next,
                "se" | "me"
                    | "te"
                    | "le"
                    | "es"
                    | "esta"
                    | "estas"
                    | "era"
                    | "tal"
                    | "va"
                    | "no"
                    | "mi"
                    | "tu"
                    | "si"
                    | "el"
                    | "la"
                    | "un"
                    | "una"
                    | "puedo"
                    | "puedes"
                    | "que"
                    | "siempre"
                    | "ya"
                    | "lo"
                    | "los"
                    | "las"
            )
            || lexicon()
                .spanish
                .form(next, next, false)
                .is_some_and(|form| form.tense != Tense::None)
    }

    /// The main verb: the first that is not in a clause of its own behind `que` or `who`.
    pub fn main_verb(&self) -> Option<Verb> {
        *self.verb.get_or_init(|| self.found_verb())
    }

    fn found_verb(&self) -> Option<Verb> {
        let start = self.start();
        let mut light = None;
        let mut passing = None;
        for at in start..self.words.len() {
            let Some(verb) = self.verb_at(at, start) else {
                continue;
            };
            // "la semana que viene": said in passing, unless it is all there is.
            if at > start + 1
                && matches!(self.fold(at - 1), "que" | "who" | "which")
                && self.language == Language::Spanish
            {
                passing = passing.or(Some(verb));
                continue;
            }
            // "he vivido", "I am living", "do you live", "voy a mudarme": what comes after tells what it is about.
            if let Some(main) = self.governed(&verb) {
                return Some(main);
            }
            if verb.keeping != Keeping::Light
                || lexicon().name(verb.idea) == "be"
                || light.is_some()
            {
                return Some(light.unwrap_or(verb));
            }
            light = Some(verb);
            let is_helper = match self.language {
                Language::Spanish => false,
                Language::English => matches!(self.fold(at), "do" | "does" | "did"),
            };
            if !is_helper {
                return light;
            }
            light = None;
        }
        light.or(passing)
    }

    /// The verb that a helping verb stands before, as `Verb` at the helper's place.
    fn governed(&self, helper: &Verb) -> Option<Verb> {
        let lexicon = lexicon();
        let mut at = helper.at + 1;
        let fold = self.fold(helper.at);
        match self.language {
            Language::Spanish => {
                let helps = matches!(
                    lexicon.name(helper.idea),
                    "go" | "have"
                        | "be"
                        | "want"
                        | "start"
                        | "finish"
                        | "follow"
                        | "can"
                        | "must"
                        | "plan"
                        | "bring"
                        | "like"
                ) || matches!(fold, "llevo");
                if !helps {
                    return None;
                }
                while matches!(
                    self.fold(at),
                    "a" | "de" | "que" | "no" | "me" | "ya" | "mucho" | "por"
                ) && at < helper.at + 3
                {
                    at += 1;
                }
                let word = self.words.get(at)?;
                let form = lexicon
                    .spanish
                    .form(&word.low, &word.fold, false)
                    .filter(|form| form.tense == Tense::None)?;
                let idea = lexicon.spanish.idea(form)?;
                // `soy casado` and `estoy casado` are of `be`, with the word as what is said.
                let mut keeping = lexicon.spanish.keeping(form);
                let is_diet = lexicon.name(helper.idea) == "can"
                    && matches!(lexicon.name(idea), "eat" | "drink");
                if matches!(
                    lexicon.name(helper.idea),
                    "go" | "want" | "can" | "must" | "plan"
                ) && keeping == Keeping::Keep
                    && !is_diet
                {
                    keeping = if matches!(
                        lexicon.name(idea),
                        "move" | "married" | "born" | "adopt" | "buy" | "study"
                    ) {
                        Keeping::Keep
                    } else {
                        Keeping::Dated
                    };
                }
                (keeping != Keeping::Light).then_some(Verb {
                    at: helper.at,
                    idea,
                    keeping,
                    is_past: helper.is_past,
                })
            }
            Language::English => {
                let helps = matches!(
                    fold,
                    "am" | "is"
                        | "are"
                        | "was"
                        | "been"
                        | "have"
                        | "has"
                        | "had"
                        | "do"
                        | "does"
                        | "did"
                        | "want"
                        | "going"
                        | "used"
                );
                if !helps {
                    return None;
                }
                let is_question = matches!(fold, "do" | "does" | "did");
                if self.fold(at) == "going"
                    && self.fold(at + 1) == "to"
                    && self
                        .words
                        .get(at + 2)
                        .is_some_and(|word| lexicon.english.form(&word.fold).is_none())
                {
                    // "I'm going to Lisbon".
                    let form = lexicon.english.form("going")?;
                    return Some(Verb {
                        at: helper.at,
                        idea: lexicon.english.idea(form),
                        keeping: Keeping::Dated,
                        is_past: helper.is_past,
                    });
                }
                while at < helper.at + 6
                    && (matches!(
                        self.fold(at),
                        "not"
                            | "just"
                            | "been"
                            | "going"
                            | "to"
                            | "also"
                            | "now"
                            | "currently"
                            | "i"
                            | "you"
                            | "really"
                            | "always"
                            | "never"
                    ) || (is_question && self.verb_at(at, usize::MAX).is_none()))
                {
                    at += 1;
                }
                let word = self.words.get(at)?;
                let form = lexicon.english.form(&word.fold)?;
                if form.shape == english::Shape::Third || lexicon.english.base(form) == "be" {
                    return None;
                }
                let mut keeping = lexicon.english.keeping(form);
                let is_future =
                    (helper.at + 1..at).any(|at| matches!(self.fold(at), "going" | "to"));
                if (is_future || fold == "want") && keeping == Keeping::Keep {
                    keeping = if matches!(
                        lexicon.name(lexicon.english.idea(form)),
                        "move" | "married" | "adopt" | "buy" | "study"
                    ) {
                        Keeping::Keep
                    } else {
                        Keeping::Dated
                    };
                }
                (keeping != Keeping::Light).then(|| Verb {
                    at: helper.at,
                    idea: lexicon.english.idea(form),
                    keeping,
                    is_past: helper.is_past,
                })
            }
        }
    }

    /// What the clause says, in whose words it is.
    pub fn read(&self, voice: Voice) -> Reading {
        let start = self.start();
        let mut verb = self.main_verb();
        if let Some(found) = &mut verb {
            // `used to live`
            found.is_past |= self.has(&["used to", "antes vivia", "solia"]);
        }
        let denies = self.denies(verb.as_ref());
        let is_over = self.has(&[
            "ya no",
            "no longer",
            "anymore",
            "not any more",
            "any longer",
            "dejado de",
            "dejo de",
            "stopped",
            "gave up",
            "ya tampoco",
        ]);
        Reading {
            subject: self.subject(voice, verb.as_ref(), start),
            verb,
            denies: denies || is_over,
            is_over,
            terms: self.terms(),
        }
    }

    fn denies(&self, verb: Option<&Verb>) -> bool {
        let end = verb.map_or(self.words.len(), |verb| verb.at + 3);
        (0..end.min(self.words.len())).any(|at| match self.language {
            Language::Spanish => {
                matches!(self.fold(at), "no" | "nunca" | "tampoco" | "jamas")
                    && !self.words[at].after_pause_next(self, at)
            }
            Language::English => {
                matches!(self.fold(at), "not" | "never" | "no")
                    && !self.words[at].after_pause_next(self, at)
            }
        })
    }

    fn subject(&self, voice: Voice, verb: Option<&Verb>, start: usize) -> Subject {
        let being = |from: usize, to: usize| self.being(from, to);
        match self.language {
            Language::Spanish => {
                let end = verb.map_or(self.words.len(), |verb| verb.at);
                let form = verb.and_then(|verb| self.spanish_form(verb.at, true));
                if let Some(named) = being(start, end) {
                    return named;
                }
                if self.possessed(voice).is_some() {
                    return Subject::Other;
                }
                // "Se casa su prima": who does it stands behind.
                let comes_first = verb.is_some_and(|verb| {
                    self.fold(verb.at.wrapping_sub(1)) == "se"
                        || matches!(
                            lexicon().name(verb.idea),
                            "come" | "arrive" | "die" | "born" | "retire" | "return"
                        )
                });
                if comes_first
                    && matches!(
                        self.fold(end + 1),
                        "su" | "sus" | "mi" | "mis" | "tu" | "tus"
                    )
                    && let Some(named) = being(end + 1, end + 4)
                {
                    return named;
                }
                let has_experiencer = |clitics: &[&str]| {
                    verb.is_some_and(|verb| {
                        verb.at > 0
                            && clitics.contains(&self.fold(verb.at - 1))
                            && form.is_some_and(|form| {
                                matches!(form.person, Person::Third | Person::ThirdPlural)
                                    && lexicon().spanish.infinitive(form) != "llamar"
                            })
                    })
                };
                match (voice, form.map(|form| form.person)) {
                    (Voice::User, Some(Person::First | Person::FirstPlural)) => Subject::User,
                    (Voice::User, Some(Person::Second)) => Subject::Agent,
                    (Voice::User, Some(Person::Third | Person::ThirdPlural))
                        if has_experiencer(&["me", "nos"]) =>
                    {
                        Subject::User
                    }
                    (Voice::User, _) if self.asks || verb.is_none() || self.has(&["mi", "mis"]) => {
                        // "Desde mi taller se ve …" is about the user, "… desde mi taller" is not.
                        let is_mine = self.asks
                            || verb.is_none()
                            || self
                                .find(&["mi", "mis", "me"])
                                .is_some_and(|(at, _)| at < end);
                        being(end, self.words.len()).unwrap_or(
                            if is_mine && self.has(&["mi", "mis", "me"]) {
                                Subject::User
                            } else {
                                Subject::Other
                            },
                        )
                    }
                    (Voice::Note, Some(_))
                        if self.begins_with_name(start, end)
                            || self.begins_with_noun(start, end) =>
                    {
                        Subject::Other
                    }
                    (Voice::Note, Some(Person::Third | Person::ThirdPlural))
                        if end <= start + 2 =>
                    {
                        Subject::User
                    }
                    (Voice::Note, None) => being(start, self.words.len()).unwrap_or(Subject::User),
                    (Voice::Note, _) => Subject::User,
                    (Voice::Agent, Some(Person::Second)) => Subject::User,
                    (Voice::Agent, _) => being(start, self.words.len()).unwrap_or(Subject::User),
                    _ => Subject::Other,
                }
            }
            Language::English => {
                let first = (start..self.words.len()).find_map(|at| match self.fold(at) {
                    "i" | "we" if voice != Voice::Agent => Some(Subject::User),
                    "you" | "your" => Some(if voice == Voice::Agent {
                        being(at, self.words.len()).unwrap_or(Subject::User)
                    } else {
                        Subject::Agent
                    }),
                    "my" | "our" => Some(being(at, self.words.len()).unwrap_or(Subject::User)),
                    "their" | "his" | "her"
                        if voice == Voice::Note && verb.is_none_or(|verb| at < verb.at) =>
                    {
                        Some(
                            being(at, verb.map_or(self.words.len(), |verb| verb.at))
                                .unwrap_or(Subject::User),
                        )
                    }
                    "he" | "she" | "it" | "they" if voice == Voice::User => Some(Subject::Other),
                    _ => None,
                });
                let before_verb = verb.and_then(|verb| being(start, verb.at));
                if voice == Voice::Note
                    && verb.is_some_and(|verb| self.begins_with_name(start, verb.at))
                {
                    return Subject::Other;
                }
                if before_verb.is_none() && self.possessed(voice).is_some() {
                    return Subject::Other;
                }
                match (voice, first) {
                    (_, _) if before_verb.is_some() && !self.asks => {
                        before_verb.unwrap_or(Subject::Other)
                    }
                    (_, Some(subject)) => subject,
                    (Voice::User, None) if self.goes_on() => {
                        being(start, self.words.len()).unwrap_or(Subject::Other)
                    }
                    (Voice::User, None)
                        if self.inherits
                            // "Go back to English" is no fact.
                            || (!self.asks
                                && lexicon()
                                    .english
                                    .form(self.fold(start))
                                    .is_some_and(|form| form.shape != english::Shape::Base)) =>
                    {
                        Subject::User
                    }
                    (Voice::User, None) => being(start, self.words.len()).unwrap_or(Subject::Other),
                    (_, None) => being(start, verb.map_or(self.words.len(), |verb| verb.at))
                        .unwrap_or(Subject::User),
                }
            }
        }
    }

    /// The noun that somebody's subject is, where a verb in the third person follows and no
    /// list says that it is a person or an animal: "mi monitora se llama …", "my landlord
    /// moves …". What such a clause says, it does not say of the user.
    pub fn possessed(&self, voice: Voice) -> Option<usize> {
        let start = self.start();
        let verb = self.main_verb()?;
        let known = lexicon();
        if verb.at < start + 2 || self.asks || known.name(verb.idea) == "be" {
            return None;
        }
        let is_owner = |at: usize| match (self.language, voice) {
            (Language::Spanish, Voice::User) => {
                self.words[at].low != "mí"
                    && matches!(
                        self.fold(at),
                        "mi" | "mis" | "nuestro" | "nuestra" | "nuestros" | "nuestras"
                    )
            }
            (Language::Spanish, _) => matches!(self.fold(at), "su" | "sus" | "tu" | "tus"),
            (Language::English, Voice::User) => matches!(self.fold(at), "my" | "our"),
            (Language::English, _) => {
                matches!(self.fold(at), "their" | "his" | "her" | "your")
            }
        };
        if !is_owner(start) {
            return None;
        }
        // "Mi jefa me cae bien", "my birthday I spend at home": the user is meant.
        let is_the_users = (start..verb.at).any(|at| {
            matches!(
                (self.language, self.fold(at)),
                (Language::Spanish, "me" | "nos" | "le" | "les" | "yo")
                    | (Language::English, "i" | "we")
            )
        });
        let is_third = match self.language {
            Language::Spanish => self.spanish_form(verb.at, true).is_some_and(|form| {
                matches!(form.person, Person::Third | Person::ThirdPlural) || form.is_shared
            }),
            Language::English => true,
        };
        if is_the_users || !is_third {
            return None;
        }
        let head = match self.language {
            Language::Spanish => (start + 1..verb.at).find(|at| {
                !matches!(
                    self.fold(*at),
                    "nuevo"
                        | "nueva"
                        | "mejor"
                        | "primer"
                        | "primera"
                        | "antiguo"
                        | "antigua"
                        | "gran"
                )
            })?,
            Language::English => {
                let end = (start + 1..verb.at)
                    .find(|at| {
                        self.words[*at].after_pause
                            || matches!(
                                self.fold(*at),
                                "of" | "in" | "at" | "for" | "from" | "who" | "that" | "on"
                            )
                    })
                    .unwrap_or(verb.at);
                let small = |at: &usize| !is_light(self.fold(*at), self.language);
                (start + 1..end).rev().find(small)?
            }
        };
        let is_of_self = known
            .noun(self.fold(head), self.language)
            .is_some_and(|idea| {
                matches!(
                    known.name(idea),
                    "name" | "surname" | "birthday" | "age" | "height" | "weight" | "favourite"
                )
            });
        (!is_of_self).then_some(head)
    }

    /// True where a note begins with something that is not the user: "la monitora se llama …".
    fn begins_with_noun(&self, start: usize, verb: usize) -> bool {
        let is_article = matches!(self.fold(start), "el" | "la" | "los" | "las" | "un" | "una");
        let known = lexicon();
        let is_time = known
            .noun(self.fold(start + 1), self.language)
            .is_some_and(|idea| {
                ["time", "weekday", "month"]
                    .iter()
                    .any(|kind| known.is_a(idea, kind))
            });
        is_article
            && verb > start + 1
            && !is_time
            && !self
                .fold(start + 1)
                .starts_with(|sign: char| sign.is_ascii_digit())
    }

    /// True where a note begins with somebody's name: "James es su ex".
    pub fn begins_with_name(&self, start: usize, verb: usize) -> bool {
        let Some(word) = self
            .words
            .get(start)
            .filter(|word| word.is_capital && verb == start + 1)
        else {
            return false;
        };
        let known = lexicon();
        let is_adverb = matches!(
            word.fold.as_str(),
            "antes"
                | "luego"
                | "despues"
                | "entonces"
                | "hoy"
                | "ayer"
                | "manana"
                | "mañana"
                | "nunca"
                | "siempre"
                | "tambien"
                | "tampoco"
                | "casi"
                | "solo"
                | "cuando"
                | "before"
                | "once"
                | "today"
                | "sometimes"
                | "often"
                | "never"
                | "always"
                | "also"
                | "then"
                | "yesterday"
                | "tomorrow"
        );
        !is_adverb
            && !is_light(&word.fold, self.language)
            && known.noun(&word.fold, self.language).is_none()
            && match self.language {
                Language::Spanish => {
                    known.spanish.exact_form(&word.low).is_none() || self.is_named(start)
                }
                Language::English => known.english.form(&word.fold).is_none(),
            }
            && !word.fold.ends_with("ly")
            && !word.fold.ends_with("mente")
    }

    /// The last person or animal that is named between two positions: of "my sister's dog"
    /// and "el perro de mi hermana" the dog.
    fn being(&self, from: usize, to: usize) -> Option<Subject> {
        let mut found = None;
        for at in from..to.min(self.words.len()) {
            let Some(idea) = lexicon()
                .noun(self.fold(at), self.language)
                .filter(|idea| is_being(*idea))
            else {
                continue;
            };
            match self.language {
                // The first is the one meant: "el perro de mi hermana".
                Language::Spanish => return Some(Subject::Being(idea)),
                Language::English => {
                    found = Some(Subject::Being(idea));
                    if self.fold(at + 1) != "'s" {
                        break;
                    }
                }
            }
        }
        found
    }

    /// What the clause is about.
    pub fn terms(&self) -> Vec<Term> {
        let start = self.start();
        let mut terms: Vec<Term> = Vec::new();
        for (at, word) in self.words.iter().enumerate() {
            if word.fold.starts_with('\'') || is_light(&word.fold, self.language) {
                continue;
            }
            let (idea, is_verb) = match self.idea_of(at, start) {
                Some((_, Keeping::Light))
                    if !matches!(word.fold.as_str(), "can")
                        || self.language == Language::English =>
                {
                    continue;
                }
                Some((idea, _)) => (Some(idea), true),
                None => (lexicon().noun(&word.fold, self.language), false),
            };
            let is_first = at == 0 || at == start;
            let is_name = word.is_capital && !is_first && idea.is_none();
            terms.push(Term {
                word: word.fold.clone(),
                typed: word.low.clone(),
                idea,
                is_name,
                is_verb,
            });
        }
        terms
    }

    /// The idea of a word that is a form of a verb.
    fn idea_of(&self, at: usize, start: usize) -> Option<(Idea, Keeping)> {
        let word = self.words.get(at)?;
        let before = at.checked_sub(1).map_or("", |before| self.fold(before));
        match self.language {
            Language::Spanish => {
                if self.is_noun_place(before) && lexicon().noun(&word.fold, self.language).is_some()
                {
                    return None;
                }
                if word.fold == "como" && self.is_comparison(at) {
                    return None;
                }
                let is_start = at == start || matches!(before, "no" | "yo" | "ya");
                let form = self.spanish_form(at, is_start)?;
                let idea = lexicon().spanish.idea(form)?;
                Some((idea, lexicon().spanish.keeping(form)).filter_light_be())
            }
            Language::English => {
                if self.is_noun_place(before) && lexicon().noun(&word.fold, self.language).is_some()
                {
                    return None;
                }
                let form = lexicon().english.form(&word.fold)?;
                Some(
                    (
                        lexicon().english.idea(form),
                        lexicon().english.keeping(form),
                    )
                        .filter_light_be(),
                )
            }
        }
    }
}

trait LightBe {
    fn filter_light_be(self) -> Self;
}

impl LightBe for (Idea, Keeping) {
    /// `ser`, `tener`, `have` carry no meaning of their own when texts are compared.
    fn filter_light_be(self) -> Self {
        if matches!(lexicon().name(self.0), "be" | "have") {
            (self.0, Keeping::Light)
        } else {
            self
        }
    }
}

impl Word {
    /// True where a comma follows: `No, vivo en Lugo` denies nothing.
    fn after_pause_next(&self, clause: &Clause<'_>, at: usize) -> bool {
        clause
            .words
            .get(at + 1)
            .is_some_and(|next| next.after_pause)
    }
}

/// True for people and animals.
pub(super) fn is_being(idea: Idea) -> bool {
    let lexicon = lexicon();
    lexicon.is_a(idea, "person")
        || (lexicon.is_a(idea, "pet") && lexicon.name(idea) != "fish")
        || lexicon.is_a(idea, "family")
}

/// Words that carry little beside the function words.
const LIGHT: &str = " ahora ya favor gracias cosa cosas algo gente vez veces hola siempre tampoco tambien mucho mucha muchos muchas \
    poco bien dime oye usuario usuaria mismo misma exactamente actual actualmente nuevo nueva ultimo ultima recuerdas acuerdas \
    sabes dije dicho conte contado dijiste cuentame hablame saber please thanks thing things something someone lot lots much many \
    well really just new now user current currently exactly again last latest know anything nothing anyone someone everything everyone alguien nadie ninguno ninguna cualquier todo todos nada tell told told said remember remind ever still \
    too also nowadays called exact tal dia buenos buenas claro luego hello hi thank good better best ok okay \
    let say one ones whole total cierto realmente ser estar tener haber actually maybe quiza quizas acaso via etc ";

fn light() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| LIGHT.split_whitespace().collect())
}

/// True for words that say little of what a text is about.
pub(super) fn is_light(fold: &str, language: Language) -> bool {
    // A name that is called or a son is not light, whatever lists say.
    if matches!(
        (fold, language),
        ("called", Language::English)
            | ("son", Language::English)
            | ("llamado" | "llamada", Language::Spanish)
    ) {
        return false;
    }
    if matches!((fold, language), ("son" | "te" | "can", Language::Spanish)) {
        return fold != "can";
    }
    light().contains(fold) || search_words::is_stop_word(fold)
}

/// True where two terms speak of the same thing.
pub(super) fn same(asked: &Term, said: &Term) -> bool {
    if let (Some(wide), Some(narrow)) = (asked.idea, said.idea) {
        return lexicon().covers(wide, narrow) || related(wide, narrow);
    }
    if asked.word == said.word {
        return true;
    }
    if asked.idea.is_some() || said.idea.is_some() {
        return false;
    }
    let common = asked
        .word
        .chars()
        .zip(said.word.chars())
        .take_while(|(one, other)| one == other)
        .count();
    if common < 3 {
        return false;
    }
    let length = asked.word.chars().count().min(said.word.chars().count());
    if length >= 5 && super::text::is_one_letter_off(&asked.word, &said.word) {
        return true;
    }
    let word = |text: &str| search_words::words(text).next();
    matches!((word(&asked.word), word(&said.word)), (Some(asked), Some(said)) if asked.shares_stem(&said))
}

/// Ideas that answer each other: who asks where one lives is answered by where one moved.
fn related(asked: Idea, said: Idea) -> bool {
    let lexicon = lexicon();
    matches!(
        (lexicon.name(asked), lexicon.name(said)),
        ("live" | "home", "move" | "live")
            | ("home", "home")
            | ("move", "live")
            | ("birthday", "born" | "turn")
            | ("born", "birthday")
            | ("age", "turn")
            | ("turn", "age" | "birthday")
            | ("partner", "married")
            | ("married", "husband" | "wife")
            | ("study", "learn")
            | ("trip", "travel" | "go" | "fly")
            | ("travel", "trip")
            | ("fear", "fear")
            | (
                "practise",
                "play" | "sport" | "train" | "run" | "swim" | "climb" | "ski"
            )
            | ("sport", "play" | "run" | "swim" | "climb" | "ski")
            | ("drink", "coffee")
            | ("language", "speak")
            | ("illness", "suffer")
            | ("hate", "bear")
            | ("origin", "born")
            | ("eat", "allergy")
    )
}

/// The clauses of a sentence: parts that have a verb of their own.
pub(super) fn clauses<'a>(text: &'a str, language: Language, asks: bool) -> Vec<Clause<'a>> {
    let whole = Clause::new(text, language, asks);
    let mut cuts = vec![0];
    let mut has_verb = false;
    let mut at = 0;
    while at < whole.words.len() {
        let joins = matches!(
            whole.fold(at),
            "y" | "e" | "pero" | "and" | "but" | "so" | "aunque" | "though"
        );
        let next = if joins { at + 1 } else { at };
        let breaks = at > 0 && (joins || whole.words[at].after_pause);
        if breaks && has_verb && next < whole.words.len() && begins_clause(&whole, next) {
            cuts.push(at);
            has_verb = false;
        }
        let begin = cuts.last().copied().unwrap_or(0);
        has_verb |= whole.verb_at(at, begin).is_some()
            || (language == Language::English
                && matches!(whole.fold(at), "i" | "we" | "he" | "she" | "they"));
        // "buenas, qué tal, soy Ana": small talk stands by itself.
        has_verb |= whole.words.get(at + 1).is_some_and(|next| next.after_pause)
            && at < begin + 3
            && super::talk::kind(&Clause::new(whole.slice(begin, at + 1), language, false))
                .is_some_and(|kind| matches!(kind.name, "greeting" | "how_are_you"));
        at += 1;
    }
    cuts.push(whole.words.len());
    let mut found: Vec<Clause<'a>> = Vec::new();
    for pair in cuts.windows(2) {
        let text = whole.slice(pair[0], pair[1]);
        if text.is_empty() {
            continue;
        }
        let mut clause = Clause::new(text, language, asks);
        let small = [
            "still", "also", "then", "now", "always", "never", "often", "usually", "just", "even",
        ];
        let first = (clause.start()..clause.words.len())
            .find(|at| !small.contains(&clause.fold(*at)))
            .unwrap_or(0);
        clause.inherits = !found.is_empty()
            && language == Language::English
            && clause.verb_at(first, first).is_some();
        found.push(clause);
    }
    found
}

/// True where a clause of its own begins at a word.
fn begins_clause(whole: &Clause<'_>, at: usize) -> bool {
    let mut at = at;
    while at < whole.words.len()
        && matches!(
            whole.fold(at),
            "no" | "ya"
                | "tambien"
                | "tampoco"
                | "ahora"
                | "me"
                | "te"
                | "se"
                | "le"
                | "nos"
                | "yo"
                | "also"
                | "now"
                | "just"
                | "then"
                | "luego"
                | "que"
                | "ademas"
                | "por"
                | "cierto"
                | "actually"
                | "still"
                | "todavia"
                | "aun"
                | "always"
                | "never"
                | "often"
                | "usually"
                | "please"
                | "pues"
                | "y"
                | "so"
                | "even"
                | "siempre"
                | "nunca"
                | "hoy"
                | "ayer"
        )
    {
        at += 1;
    }
    if whole.verb_at(at, at).is_some() {
        return true;
    }
    match whole.fold(at) {
        "i" | "we" | "he" | "she" | "it" | "they" | "you" | "there" => true,
        "donde" | "cuando" | "quien" | "cual" | "como" | "cuanto" | "cuantos" | "cuantas"
        | "what" | "where" | "when" | "who" | "how" | "which" | "dime" | "recuerdame"
        | "recuerda" | "llamame" | "tell" | "remember" | "can" | "could" | "do" | "did" => true,
        "mi" | "mis" | "my" | "our" | "su" | "sus" | "his" | "her" | "its" | "their" | "el"
        | "la" | "los" | "the" | "este" | "this" | "tu" | "your" => (at + 1
            ..(at + 6).min(whole.words.len()))
            .any(|next| whole.verb_at(next, usize::MAX).is_some()),
        _ => {
            whole.words.get(at).is_some_and(|word| word.is_capital)
                && whole.verb_at(at + 1, usize::MAX).is_some()
        }
    }
}

/// The person that a Spanish word speaks in, where it is a form of a verb.
pub(super) fn spanish_form(clause: &Clause<'_>, at: usize, start: usize) -> Option<spanish::Form> {
    clause.verb_at(at, start)?;
    clause.spanish_form(at, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str, language: Language, voice: Voice) -> Reading {
        Clause::new(text, language, false).read(voice)
    }

    fn verb(reading: &Reading) -> &'static str {
        reading.verb.map_or("", |verb| lexicon().name(verb.idea))
    }

    fn subject(reading: &Reading) -> String {
        match reading.subject {
            Subject::Being(idea) => lexicon().name(idea).to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn tells_about_whom_a_clause_is() {
        use Language::{English, Spanish};
        for (text, language, voice, who, what) in [
            ("Vivo en Vigo", Spanish, Voice::User, "User", "live"),
            (
                "mi hermana vive en Lugo",
                Spanish,
                Voice::User,
                "sister",
                "live",
            ),
            ("Vive en Vigo", Spanish, Voice::Note, "User", "live"),
            (
                "Su hermana vive en Lugo",
                Spanish,
                Voice::Note,
                "sister",
                "live",
            ),
            ("me gusta el café", Spanish, Voice::User, "User", "like"),
            (
                "el perro de mi hermana se llama Trasno",
                Spanish,
                Voice::User,
                "dog",
                "name",
            ),
            ("eres mi profesora", Spanish, Voice::User, "Agent", "be"),
            ("no como carne", Spanish, Voice::User, "User", "eat"),
            ("I live in Vigo", English, Voice::User, "User", "live"),
            (
                "my sister's dog is called Trasno",
                English,
                Voice::User,
                "dog",
                "name",
            ),
            ("Lives in Vigo", English, Voice::Note, "User", "live"),
            (
                "Their sister lives in Lugo",
                English,
                Voice::Note,
                "sister",
                "live",
            ),
            ("I'm moving to Madrid", English, Voice::User, "User", "move"),
            ("where do I live", English, Voice::User, "User", "live"),
            (
                "where does my sister live",
                English,
                Voice::User,
                "sister",
                "live",
            ),
        ] {
            let read = reading(text, language, voice);
            assert_eq!(
                (subject(&read).as_str(), verb(&read)),
                (who, what),
                "{text}"
            );
        }
    }

    #[test]
    fn tells_what_is_denied_and_what_is_over() {
        use Language::{English, Spanish};
        for (text, language, denies, is_over) in [
            ("ya no vivo en Vigo", Spanish, true, true),
            ("no me gusta el café", Spanish, true, false),
            ("No, vivo en Lugo", Spanish, false, false),
            ("I don't like coffee anymore", English, true, true),
            ("I live in Vigo", English, false, false),
        ] {
            let read = reading(text, language, Voice::User);
            assert_eq!((read.denies, read.is_over), (denies, is_over), "{text}");
        }
    }

    #[test]
    fn a_sentence_is_cut_where_a_new_verb_begins() {
        let texts = |text, language| {
            clauses(text, language, false)
                .into_iter()
                .map(|clause| clause.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            texts(
                "me llamo Ana, vivo en Lugo y tengo un perro y un gato",
                Language::Spanish
            ),
            ["me llamo Ana", "vivo en Lugo", "y tengo un perro y un gato"]
        );
        assert_eq!(
            texts(
                "I live in Vigo and work at a bank but my sister lives in Lugo",
                Language::English
            ),
            [
                "I live in Vigo",
                "and work at a bank",
                "but my sister lives in Lugo"
            ]
        );
        assert_eq!(
            texts("mi hermana y mi cuñado viven en Lugo", Language::Spanish).len(),
            1
        );
    }
}
