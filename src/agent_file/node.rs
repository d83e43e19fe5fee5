//! A value and its place in the file. Every field may be missing or null; what has another
//! type than it should have is remarked on and left out.

use core::fmt::Write;

use serde_json::{Map, Value};

use crate::scenario::problems::Expected;

use super::limits::NAME_MAX;
use super::problems::{Problem, ProblemKind, Remarks};

/// A value and its place. Places are spelled out only where something is to be said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub value: &'a Value,
    up: Option<&'a Node<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Field(&'a str),
    Entry(usize),
}

impl<'a> Node<'a> {
    /// The whole document.
    pub fn root(value: &'a Value) -> Self {
        let (up, step) = (None, Step::Root);
        Self { value, up, step }
    }

    /// A field, where it is there and not null.
    pub fn field(&'a self, name: &'a str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        let (up, step) = (Some(self), Step::Field(name));
        Some(Self { value, up, step })
    }

    /// An entry of a list.
    pub fn entry(&'a self, index: usize) -> Option<Self> {
        let value = self.value.as_array()?.get(index)?;
        let (up, step) = (Some(self), Step::Entry(index));
        Some(Self { value, up, step })
    }

    /// The place, such as `agents[0].messages[12].role`.
    pub fn path(&self) -> String {
        let mut path = self.up.map(Node::path).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Field(name) if path.is_empty() => path.push_str(&shortened(name)),
            // Writing to a String cannot fail.
            Step::Field(name) => drop(write!(path, ".{}", shortened(name))),
            Step::Entry(index) => drop(write!(path, "[{index}]")),
        }
        path
    }

    /// Remarks that something else should stand here.
    pub fn wrong(&self, expected: Expected, remarks: &mut Remarks) {
        let found = Expected::of(self.value);
        remarks.add(|| self.path(), ProblemKind::WrongType { expected, found });
    }

    /// The same, where nothing can be played without it.
    pub fn refuse(&self, expected: Expected) -> Problem {
        let found = Expected::of(self.value);
        let what = ProblemKind::WrongType { expected, found };
        let path = self.path();
        Problem { path, what }
    }

    /// A text in a field.
    pub fn text_in(&self, name: &str, remarks: &mut Remarks) -> Option<&'a str> {
        let value: &'a Value = self.value.get(name).filter(|value| !value.is_null())?;
        match value {
            Value::String(text) => Some(text),
            _ => {
                let found = Expected::of(value);
                let expected = Expected::Text;
                let path = || format!("{}.{}", self.path(), shortened(name));
                remarks.add(path, ProblemKind::WrongType { expected, found });
                None
            }
        }
    }

    /// How long the list in a field is; a field that is no list is remarked on. `None` where
    /// it is missing or none.
    pub fn list(&self, remarks: &mut Remarks) -> Option<&'a [Value]> {
        match self.value {
            Value::Array(list) => Some(list),
            _ => {
                self.wrong(Expected::List, remarks);
                None
            }
        }
    }

    /// An object.
    pub fn object(&self, remarks: &mut Remarks) -> Option<&'a Map<String, Value>> {
        match self.value {
            Value::Object(object) => Some(object),
            _ => {
                self.wrong(Expected::Object, remarks);
                None
            }
        }
    }
}

/// The beginning of a name that a file gave, short enough for a message.
pub(super) fn shortened(text: &str) -> String {
    if text.chars().count() <= NAME_MAX {
        return text.to_owned();
    }
    text.chars().take(NAME_MAX - 1).chain(['…']).collect()
}
