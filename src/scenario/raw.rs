//! The file as it is: JSON values with their places, read with all problems collected.
//! Nothing here knows what an example means.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::text::Locale;

use super::bilingual::Bilingual;
use super::limits::ID_MAX;
use super::problems::{Expected, ProblemKind, Problems};

/// A value and its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub value: &'a Value,
    pub path: String,
}

/// An object and its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    map: &'a Map<String, Value>,
    pub path: String,
}

impl<'a> Node<'a> {
    /// The whole file.
    pub fn root(value: &'a Value) -> Self {
        let path = String::new();
        Self { value, path }
    }

    /// Says that something else should stand here.
    pub fn wrong(&self, expected: Expected, problems: &mut Problems) {
        let found = Expected::of(self.value);
        problems.add(&self.path, ProblemKind::WrongType { expected, found });
    }

    /// An object, whose fields must be among `known`; others are warned of.
    pub fn fields(&self, known: &[&'static str], problems: &mut Problems) -> Option<Fields<'a>> {
        let Value::Object(map) = self.value else {
            self.wrong(Expected::Object, problems);
            return None;
        };
        for name in map.keys().filter(|name| !known.contains(&name.as_str())) {
            let nearest = known.iter().copied().find(|known| is_near(known, name));
            let name = shortened(name);
            problems.add(&self.path, ProblemKind::UnknownField { name, nearest });
        }
        let path = self.path.clone();
        Some(Fields { map, path })
    }

    /// An object with names of the author's own.
    pub fn entries(&self, most: usize, problems: &mut Problems) -> Vec<(&'a str, Node<'a>)> {
        let Value::Object(map) = self.value else {
            self.wrong(Expected::Object, problems);
            return Vec::new();
        };
        if map.len() > most {
            let count = map.len();
            problems.add(&self.path, ProblemKind::TooMany { count, most });
            return Vec::new();
        }
        let entry = |(name, value): (&'a String, &'a Value)| {
            let path = joined(&self.path, name);
            (name.as_str(), Node { value, path })
        };
        map.iter().map(entry).collect()
    }

    /// A list of at most `most` entries.
    pub fn list(&self, most: usize, problems: &mut Problems) -> Vec<Node<'a>> {
        let Value::Array(values) = self.value else {
            self.wrong(Expected::List, problems);
            return Vec::new();
        };
        if values.len() > most {
            let count = values.len();
            problems.add(&self.path, ProblemKind::TooMany { count, most });
            return Vec::new();
        }
        let entry = |(index, value)| Node {
            value,
            path: format!("{}[{index}]", self.path),
        };
        values.iter().enumerate().map(entry).collect()
    }

    /// A text that is not empty, of at most `most` characters.
    pub fn text(&self, most: usize, problems: &mut Problems) -> Option<&'a str> {
        let Value::String(text) = self.value else {
            self.wrong(Expected::Text, problems);
            return None;
        };
        self.sized(text, most, problems)
    }

    fn sized(&self, text: &'a str, most: usize, problems: &mut Problems) -> Option<&'a str> {
        // Bytes are at least characters: long texts are not counted for nothing.
        let length = if text.len() <= most {
            0
        } else {
            text.chars().count()
        };
        if length > most {
            problems.add(&self.path, ProblemKind::TooLong { length, most });
            return None;
        }
        if text.trim().is_empty() {
            problems.add(&self.path, ProblemKind::EmptyText);
            return None;
        }
        Some(text.trim())
    }

    /// One value for both languages, or an object with `es` and `en`.
    pub fn bilingual(&self, problems: &mut Problems) -> Option<Bilingual<Node<'a>>> {
        if !self.value.is_object() {
            return Some(Bilingual::same(self.clone()));
        }
        let fields = self.fields(&["es", "en"], problems)?;
        let of = |locale: Locale| fields.field(locale.tag());
        match (of(Locale::Es), of(Locale::En)) {
            (Some(es), Some(en)) => Some(Bilingual { es, en }),
            (None, None) => {
                self.wrong(Expected::TextOrBoth, problems);
                None
            }
            (es, _) => {
                let language = if es.is_none() { Locale::Es } else { Locale::En };
                problems.add(&self.path, ProblemKind::MissingLanguage { language });
                None
            }
        }
    }

    /// A text in both languages.
    pub fn both(&self, most: usize, problems: &mut Problems) -> Option<Bilingual<Arc<str>>> {
        match self.value {
            Value::String(text) => {
                return Some(Bilingual::same(self.sized(text, most, problems)?.into()));
            }
            Value::Object(_) => {}
            _ => {
                self.wrong(Expected::TextOrBoth, problems);
                return None;
            }
        }
        let Bilingual { es, en } = self.bilingual(problems)?;
        let (es, en) = (es.text(most, problems), en.text(most, problems));
        Some(Bilingual {
            es: es?.into(),
            en: en?.into(),
        })
    }

    /// A list of texts, in both languages.
    pub fn both_lists(
        &self,
        count: usize,
        most: usize,
        problems: &mut Problems,
    ) -> Option<Bilingual<Vec<Arc<str>>>> {
        let texts = |node: &Node<'a>, problems: &mut Problems| -> Vec<Arc<str>> {
            let nodes = node.list(count, problems);
            nodes
                .iter()
                .filter_map(|node| node.text(most, problems))
                .map(Arc::from)
                .collect()
        };
        match self.value {
            Value::Array(_) => Some(Bilingual::same(texts(self, problems))),
            Value::Object(_) => {
                let Bilingual { es, en } = self.bilingual(problems)?;
                let (es, en) = (texts(&es, problems), texts(&en, problems));
                Some(Bilingual { es, en })
            }
            _ => {
                self.wrong(Expected::ListOrBoth, problems);
                None
            }
        }
    }

    /// A whole number within a range.
    pub fn number(&self, least: u64, most: u64, problems: &mut Problems) -> Option<u64> {
        let Value::Number(number) = self.value else {
            self.wrong(Expected::Number, problems);
            return None;
        };
        match number.as_u64() {
            Some(value) if (least..=most).contains(&value) => Some(value),
            None if number.is_f64() => {
                self.wrong(Expected::Number, problems);
                None
            }
            _ => {
                let value = number.to_string();
                problems.add(&self.path, ProblemKind::OutOfRange { value, least, most });
                None
            }
        }
    }

    /// A whole number of 32 bits within a range.
    pub fn number_u32(&self, least: u32, most: u32, problems: &mut Problems) -> Option<u32> {
        let value = self.number(least.into(), most.into(), problems)?;
        u32::try_from(value).ok()
    }

    /// True or false.
    pub fn boolean(&self, problems: &mut Problems) -> Option<bool> {
        let Value::Bool(value) = self.value else {
            self.wrong(Expected::Boolean, problems);
            return None;
        };
        Some(*value)
    }

    /// An id or name: `a-z`, `0-9`, `-`.
    pub fn name(&self, problems: &mut Problems) -> Option<&'a str> {
        let name = self.text(ID_MAX, problems)?;
        if is_name(name) {
            return Some(name);
        }
        let name = shortened(name);
        problems.add(&self.path, ProblemKind::BadName { name });
        None
    }

    /// One of the names of `all`, as `name` gives them.
    pub fn one_of<T: Copy>(
        &self,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        problems: &mut Problems,
    ) -> Option<T> {
        let text = self.text(ID_MAX, problems)?;
        let found = all.iter().copied().find(|one| name(*one) == text);
        if found.is_none() {
            let known = all.iter().map(|one| name(*one)).collect();
            let name = shortened(text);
            problems.add(&self.path, ProblemKind::UnknownName { name, known });
        }
        found
    }

    /// True where the value is `null`.
    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }
}

impl<'a> Fields<'a> {
    /// A field, where it is there.
    pub fn field(&self, name: &str) -> Option<Node<'a>> {
        let value = self.map.get(name)?;
        let path = joined(&self.path, name);
        Some(Node { value, path })
    }

    /// A field that must be there.
    pub fn required(&self, field: &'static str, problems: &mut Problems) -> Option<Node<'a>> {
        let found = self.field(field);
        if found.is_none() {
            problems.add(&self.path, ProblemKind::Missing { field });
        }
        found
    }
}

/// True for an id or name of the format.
pub(super) fn is_name(name: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= ID_MAX && name.bytes().all(is_sign)
}

/// The beginning of something that an author wrote, short enough for a message.
pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= ID_MAX {
        return text.to_owned();
    }
    text.chars().take(ID_MAX - 1).chain(['…']).collect()
}

fn joined(path: &str, name: &str) -> String {
    let name = shortened(name);
    if path.is_empty() {
        name
    } else {
        format!("{path}.{name}")
    }
}

/// True where two names differ in case, in `-`, `_` and spaces, or by a final s.
fn is_near(known: &str, name: &str) -> bool {
    let bare = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (known, name) = (bare(known), bare(name));
    known.trim_end_matches('s') == name.trim_end_matches('s')
}
