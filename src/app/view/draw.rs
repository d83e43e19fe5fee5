//! The small things that the first screen is drawn of.

use std::rc::Rc;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::session::Session;
use crate::app::tree::{Element, On, Property, Words, classed, el};
use crate::text::Locale;

/// A button with words.
pub fn button(class: &'static str, words: impl Into<Words>, is_off: bool) -> Element {
    classed("button", class)
        .set("type", "button")
        .flag("disabled", is_off)
        .text(words)
}

/// A button that sends a command.
pub fn sends(session: Session, words: impl Into<Words>, command: Command) -> Element {
    button("button", words, false).press(send(session, command))
}

/// What is done on a press that sends a command.
pub fn send(session: Session, command: Command) -> impl Fn() + 'static {
    move || session.dispatch(command.clone())
}

/// A round button with a sign, and a name for those who do not see it.
pub fn sign(sign: &'static str, name: impl Into<Words>, is_off: bool) -> Element {
    button("button button-round", "", is_off)
        .set("aria-label", name)
        .with(el("span").set("aria-hidden", "true").text(sign))
}

/// A box to tick.
pub fn check(
    words: impl Into<Words>,
    is_on: bool,
    is_off: bool,
    told: impl Fn(bool) + 'static,
) -> Element {
    let tick = el("input")
        .set("type", "checkbox")
        .flag("disabled", is_off)
        .property("checked", Property::Flag(is_on))
        .on(On::Tick(Rc::new(told)));
    classed("label", "check")
        .with(tick)
        .with(el("span").text(words))
}

/// A choice among a few things: a native list with its name beside it. `entries` are names
/// and words; `told` hears of every choice.
pub fn choice(
    label: &'static str,
    entries: Vec<(Words, Words)>,
    chosen: impl Into<Words>,
    is_off: bool,
    told: impl Fn(String) + 'static,
) -> Element {
    let option = |(name, words): (Words, Words)| el("option").set("value", name).text(words);
    let list = classed("select", "choice-list")
        .flag("disabled", is_off)
        .all(entries.into_iter().map(option))
        .property("value", Property::Text(chosen.into()))
        .on(On::Change(Rc::new(told)));
    classed("label", "choice")
        .with(classed("span", "choice-label").text(label))
        .with(list)
}

/// What the views read about the page, once for each time they are drawn.
#[derive(Clone, Copy)]
pub struct Page {
    /// Where commands go.
    pub session: Session,
    /// The language.
    pub locale: Locale,
}

impl Page {
    /// The page now. Reactive.
    pub fn now() -> Self {
        let session = Session::get();
        Self {
            session,
            locale: session.locale(),
        }
    }

    /// True where a part of the page is shown.
    pub fn shows(self, panel: Panel) -> bool {
        self.session.shows(panel)
    }

    /// True where a part of the page takes no orders.
    pub fn is_locked(self, panel: Panel) -> bool {
        self.session.is_locked(panel)
    }
}
