//! What a part of the page looks like, as plain data. A view makes a tree of it whenever
//! something that it reads changes; `platform::patch` brings the document to it, touching
//! only what differs.
//!
//! The first screen is drawn this way: closures for every word, each with a type of its own,
//! were two fifths of what must be fetched for it, and every step ran hundreds of them.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

/// Words of a text or of an attribute.
pub type Words = Cow<'static, str>;

/// A place in a tree.
#[derive(Debug, Default)]
pub enum Node {
    /// Nothing now; something may come here later, and what follows keeps its place.
    #[default]
    Nothing,
    /// A text.
    Text(Words),
    /// An element.
    Element(Box<Element>),
}

/// What a property of an element is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// A text, as the value of a list.
    Text(Words),
    /// Yes or no, as of a box to tick.
    Flag(bool),
}

/// What is done when something happens to an element. Afterwards its properties are again
/// what the tree says: a choice that is not taken does not stand.
#[derive(Clone)]
pub enum On {
    /// It was pressed.
    Press(Rc<dyn Fn()>),
    /// Its value is another one, on leaving it.
    Change(Rc<dyn Fn(String)>),
    /// Its value is another one, at once.
    Input(Rc<dyn Fn(String)>),
    /// It was ticked or cleared.
    Tick(Rc<dyn Fn(bool)>),
    /// It was opened or closed.
    Toggle(Rc<dyn Fn(bool)>),
}

impl On {
    /// Name of the event in a document.
    pub fn event(&self) -> &'static str {
        match self {
            Self::Press(_) => "click",
            Self::Change(_) | Self::Tick(_) => "change",
            Self::Input(_) => "input",
            Self::Toggle(_) => "toggle",
        }
    }
}

impl fmt::Debug for On {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.event())
    }
}

/// Draws the inside of an element, once, when it is made. What it gives lives as long as the
/// element does.
pub struct Attach(pub Box<dyn FnOnce(web_sys::Element) -> Box<dyn Any>>);

impl fmt::Debug for Attach {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Attach")
    }
}

/// An element with all that it holds.
#[derive(Debug, Default)]
pub struct Element {
    /// Its tag.
    pub tag: &'static str,
    /// What it stands for among its neighbours: with the same key it stays the same
    /// element, wherever it moves.
    pub key: Option<Words>,
    /// Names and values; each name once.
    pub attributes: Vec<(&'static str, Words)>,
    /// Custom properties of its style.
    pub styles: Vec<(&'static str, Words)>,
    /// Properties, compared with what the element really has.
    pub properties: Vec<(&'static str, Property)>,
    /// What is done when something happens.
    pub on: Vec<On>,
    /// What it holds.
    pub children: Vec<Node>,
    /// True where what it holds is drawn by someone else.
    pub is_foreign: bool,
    /// Who draws what it holds, where that is someone of its own.
    pub attach: Option<Attach>,
}

/// An element without anything.
pub fn el(tag: &'static str) -> Element {
    Element {
        tag,
        ..Element::default()
    }
}

/// An element with a class.
pub fn classed(tag: &'static str, class: &'static str) -> Element {
    el(tag).set("class", class)
}

/// Words for those who do not see the page.
pub fn hidden(words: impl Into<Words>) -> Element {
    classed("span", "visually-hidden").text(words)
}

impl Element {
    /// With a key among its neighbours.
    pub fn key(mut self, key: impl Into<Words>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// With an attribute.
    pub fn set(mut self, name: &'static str, value: impl Into<Words>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// With an attribute where there is a value.
    pub fn maybe<W: Into<Words>>(self, name: &'static str, value: Option<W>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// With an empty attribute where it holds.
    pub fn flag(self, name: &'static str, holds: bool) -> Self {
        self.maybe(name, holds.then_some(""))
    }

    /// With a custom property of its style.
    pub fn style(mut self, name: &'static str, value: impl Into<Words>) -> Self {
        self.styles.push((name, value.into()));
        self
    }

    /// With a property.
    pub fn property(mut self, name: &'static str, value: Property) -> Self {
        self.properties.push((name, value));
        self
    }

    /// Holding one thing more.
    pub fn with(mut self, child: impl Into<Node>) -> Self {
        self.children.push(child.into());
        self
    }

    /// Holding some things more.
    pub fn all<N: Into<Node>>(mut self, children: impl IntoIterator<Item = N>) -> Self {
        for child in children {
            self.children.push(child.into());
        }
        self
    }

    /// Holding a text more.
    pub fn text(self, words: impl Into<Words>) -> Self {
        self.with(Node::Text(words.into()))
    }

    /// Whose content is drawn by someone else.
    pub fn foreign(mut self) -> Self {
        self.is_foreign = true;
        self
    }

    /// Whose content is drawn by `attach`, from when it is made until it goes.
    pub fn attach(mut self, attach: Attach) -> Self {
        self.attach = Some(attach);
        self
    }

    /// With something to be done when something happens.
    pub fn on(mut self, on: On) -> Self {
        self.on.push(on);
        self
    }

    /// With something to be done when it is pressed.
    pub fn press(self, done: impl Fn() + 'static) -> Self {
        self.on(On::Press(Rc::new(done)))
    }
}

impl From<Element> for Node {
    fn from(element: Element) -> Self {
        Self::Element(Box::new(element))
    }
}

impl From<Option<Element>> for Node {
    fn from(element: Option<Element>) -> Self {
        element.map_or(Self::Nothing, Self::from)
    }
}

impl From<&'static str> for Node {
    fn from(words: &'static str) -> Self {
        Self::Text(words.into())
    }
}

impl From<String> for Node {
    fn from(words: String) -> Self {
        Self::Text(words.into())
    }
}
