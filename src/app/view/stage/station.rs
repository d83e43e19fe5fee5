//! A station of the lane: who it is, what it does, and whether it has control.

use crate::app::tree::{Element, classed};
use crate::text::{Locale, t};

use super::Drawn;

/// The word of an operating system beside ours, where the picture is read as one.
pub fn analogy(drawn: Drawn<'_>, words: fn(Locale) -> &'static str) -> Option<Element> {
    let word = || classed("span", "analogy").text(words(drawn.locale));
    drawn.reading.as_system.then(word)
}

/// A station.
pub struct Station {
    /// Name for styles, and the place that arrows touch.
    pub name: &'static str,
    /// Its name in words.
    pub title: &'static str,
    /// What it does now.
    pub does: String,
    /// How it stands, for styles.
    pub state: &'static str,
    /// True where it has control.
    pub has_control: bool,
}

impl Station {
    /// The station; more about what it does is put behind.
    pub fn draw(self, locale: Locale) -> Element {
        let control = || classed("span", "control").text(t::stage::has_control(locale));
        classed("div", "station")
            .set("data-station", self.name)
            .set("data-anchor", self.name)
            .set("data-state", self.state)
            .flag("data-control", self.has_control)
            .with(classed("h3", "station-name").text(self.title))
            .with(self.has_control.then(control))
            .with(classed("p", "station-does").text(self.does))
    }
}
