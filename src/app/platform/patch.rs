//! Brings a piece of the document to a tree, touching only what differs.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Event};

use crate::app::tree::{Element, Node, On, Property, Words};

const SVG: &str = "http://www.w3.org/2000/svg";

/// What stands in the document for a node of a tree.
#[derive(Default)]
enum Shown {
    #[default]
    Nothing,
    Text(web_sys::Node, Words),
    Element(Box<ShownElement>),
}

/// An element of the document, with what was last asked of it.
pub struct ShownElement {
    dom: web_sys::Element,
    asked: Asked,
    children: Vec<Shown>,
    /// Kept as long as the element: the document calls them.
    listeners: Vec<Listener>,
    /// Kept as long as the element: what draws its inside, where someone of its own does.
    attached: Option<Box<dyn Any>>,
}

/// An element of a tree without its children.
#[derive(Default)]
struct Asked {
    tag: &'static str,
    key: Option<Words>,
    attributes: Vec<(&'static str, Words)>,
    styles: Vec<(&'static str, Words)>,
    properties: Rc<RefCell<Vec<(&'static str, Property)>>>,
}

struct Listener {
    event: &'static str,
    /// What is done now: another one after each patch.
    on: Rc<RefCell<On>>,
    _called: Closure<dyn FnMut(Event)>,
}

impl ShownElement {
    /// Takes over an element that holds nothing yet.
    pub fn of(dom: web_sys::Element) -> Self {
        Self {
            dom,
            asked: Asked::default(),
            children: Vec::new(),
            listeners: Vec::new(),
            attached: None,
        }
    }

    /// Brings the element to what is asked. Its tag stays.
    pub fn patch(&mut self, wanted: Element) {
        let Some(document) = self.dom.owner_document() else {
            return;
        };
        self.update(&document, wanted);
    }

    fn update(&mut self, document: &Document, wanted: Element) {
        let Element {
            tag,
            key,
            attributes,
            styles,
            properties,
            on,
            children,
            is_foreign,
            attach,
        } = wanted;
        self.set_attributes(&attributes);
        self.set_styles(&styles);
        if let Some(attach) = attach {
            if self.attached.is_none() {
                self.set_children(document, Vec::new());
                self.attached = Some((attach.0)(self.dom.clone()));
            }
        } else if !is_foreign {
            self.set_children(document, children);
        }
        // After the children: the value of a list is one of its entries.
        put_back(&self.dom, &properties);
        self.listen(on);
        let kept = Rc::clone(&self.asked.properties);
        kept.replace(properties);
        self.asked = Asked {
            tag,
            key,
            attributes,
            styles,
            properties: kept,
        };
    }

    fn set_attributes(&self, wanted: &[(&'static str, Words)]) {
        let before = &self.asked.attributes;
        for (name, value) in wanted {
            if value_of(before, name) != Some(value) {
                // Fails only for what is no name; ours are.
                let _ = self.dom.set_attribute(name, value);
            }
        }
        for (name, _) in before {
            if value_of(wanted, name).is_none() {
                let _ = self.dom.remove_attribute(name);
            }
        }
    }

    /// By the style's own interface: a policy that forbids style attributes allows it.
    fn set_styles(&self, wanted: &[(&'static str, Words)]) {
        let before = &self.asked.styles;
        if wanted.is_empty() && before.is_empty() {
            return;
        }
        let style = self.dom.unchecked_ref::<web_sys::HtmlElement>().style();
        for (name, value) in wanted {
            if value_of(before, name) != Some(value) {
                let _ = style.set_property(name, value);
            }
        }
        for (name, _) in before {
            if value_of(wanted, name).is_none() {
                let _ = style.remove_property(name);
            }
        }
    }

    fn set_children(&mut self, document: &Document, wanted: Vec<Node>) {
        let (mut keyed, mut others) = (Keyed::default(), Vec::new());
        for shown in std::mem::take(&mut self.children) {
            match shown {
                Shown::Element(element) if element.asked.key.is_some() => {
                    keyed.0.push(Some(element))
                }
                other => others.push(other),
            }
        }
        let mut others = others.into_iter();
        let is_svg = self.dom.namespace_uri().as_deref() == Some(SVG);
        let mut reused: Vec<(Shown, Node)> = Vec::with_capacity(wanted.len());
        for node in wanted {
            let shown = match &node {
                Node::Element(element) if element.key.is_some() => {
                    keyed.take(&element.key).map(Shown::Element)
                }
                _ => others.next(),
            };
            reused.push((shown.unwrap_or_default(), node));
        }
        let gone = keyed.0.into_iter().flatten().map(Shown::Element);
        for gone in gone.chain(others) {
            gone.remove();
        }
        let mut place = self.dom.first_child();
        for (shown, node) in reused {
            let shown = shown.become_node(document, node, is_svg, &mut place);
            if let Some(dom) = shown.dom() {
                if place.as_ref() == Some(dom) {
                    place = dom.next_sibling();
                } else {
                    // Fails only where the place is no child; it is.
                    let _ = self.dom.insert_before(dom, place.as_ref());
                }
            }
            self.children.push(shown);
        }
    }

    fn listen(&mut self, wanted: Vec<On>) {
        self.listeners.retain(|listener| {
            let is_wanted = wanted.iter().any(|on| on.event() == listener.event);
            if !is_wanted {
                let called = listener._called.as_ref().unchecked_ref();
                let _ = self
                    .dom
                    .remove_event_listener_with_callback(listener.event, called);
            }
            is_wanted
        });
        for on in wanted {
            let event = on.event();
            if let Some(listener) = self.listeners.iter().find(|it| it.event == event) {
                listener.on.replace(on);
                continue;
            }
            let on = Rc::new(RefCell::new(on));
            let (dom, properties) = (self.dom.clone(), Rc::clone(&self.asked.properties));
            let done = Rc::clone(&on);
            let called = Closure::<dyn FnMut(Event)>::new(move |_| {
                let on = done.borrow().clone();
                act(&dom, &on);
                put_back(&dom, &properties.borrow());
            });
            let _ = self
                .dom
                .add_event_listener_with_callback(event, called.as_ref().unchecked_ref());
            self.listeners.push(Listener {
                event,
                on,
                _called: called,
            });
        }
    }
}

impl Shown {
    fn dom(&self) -> Option<&web_sys::Node> {
        match self {
            Self::Nothing => None,
            Self::Text(dom, _) => Some(dom),
            Self::Element(element) => Some(&element.dom),
        }
    }

    fn remove(&self) {
        if let Some(dom) = self.dom()
            && let Some(parent) = dom.parent_node()
        {
            let _ = parent.remove_child(dom);
        }
    }

    /// What stands for `node`: this, changed, where it can be that; else something new.
    fn become_node(
        self,
        document: &Document,
        node: Node,
        is_svg: bool,
        place: &mut Option<web_sys::Node>,
    ) -> Self {
        match (self, node) {
            (Self::Text(dom, old), Node::Text(words)) => {
                if old != words {
                    dom.set_node_value(Some(&words));
                }
                Self::Text(dom, words)
            }
            (Self::Element(mut shown), Node::Element(wanted))
                if shown.asked.tag == wanted.tag && shown.asked.key == wanted.key =>
            {
                shown.update(document, *wanted);
                Self::Element(shown)
            }
            (old, node) => {
                if place.as_ref() == old.dom() {
                    *place = place.as_ref().and_then(web_sys::Node::next_sibling);
                }
                old.remove();
                Self::new(document, node, is_svg)
            }
        }
    }

    fn new(document: &Document, node: Node, is_svg: bool) -> Self {
        match node {
            Node::Nothing => Self::Nothing,
            Node::Text(words) => Self::Text(document.create_text_node(&words).into(), words),
            Node::Element(wanted) => {
                let made = if is_svg || wanted.tag == "svg" {
                    document.create_element_ns(Some(SVG), wanted.tag)
                } else {
                    document.create_element(wanted.tag)
                };
                // Fails only for what is no tag; ours are.
                let Ok(dom) = made else { return Self::Nothing };
                let mut shown = ShownElement::of(dom);
                shown.update(document, *wanted);
                Self::Element(Box::new(shown))
            }
        }
    }
}

/// Elements with keys, in the order in which they stand.
#[derive(Default)]
struct Keyed(Vec<Option<Box<ShownElement>>>, usize);

impl Keyed {
    /// Takes the one with this key out. Quick where it stands behind the one that was taken
    /// before, as nearly all do.
    fn take(&mut self, key: &Option<Words>) -> Option<Box<ShownElement>> {
        let is_it = |shown: &Option<Box<ShownElement>>| {
            shown.as_ref().is_some_and(|shown| shown.asked.key == *key)
        };
        let (before, behind) = self.0.split_at(self.1);
        let at = match behind.iter().position(is_it) {
            Some(at) => self.1 + at,
            None => before.iter().position(is_it)?,
        };
        self.1 = at + 1;
        self.0.get_mut(at)?.take()
    }
}

fn value_of<'a>(list: &'a [(&'static str, Words)], name: &str) -> Option<&'a Words> {
    list.iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

/// Sets the properties that an element does not have as asked.
fn put_back(dom: &web_sys::Element, properties: &[(&'static str, Property)]) {
    for (name, wanted) in properties {
        let wanted = match wanted {
            Property::Text(words) => JsValue::from_str(words),
            Property::Flag(holds) => JsValue::from_bool(*holds),
        };
        let name = JsValue::from_str(name);
        // Neither can fail for an element.
        if js_sys::Reflect::get(dom, &name).as_ref() != Ok(&wanted) {
            let _ = js_sys::Reflect::set(dom, &name, &wanted);
        }
    }
}

fn act(dom: &web_sys::Element, on: &On) {
    let get = |name: &str| js_sys::Reflect::get(dom, &JsValue::from_str(name)).unwrap_or_default();
    match on {
        On::Press(done) => done(),
        On::Change(done) | On::Input(done) => done(get("value").as_string().unwrap_or_default()),
        On::Tick(done) => done(get("checked").is_truthy()),
        On::Toggle(done) => done(get("open").is_truthy()),
    }
}
