//! The other futures of the run: what made each, where it parts from this one, the way back
//! to it, and to the comparison.

use crate::app::choices::{Level, Panel};
use crate::app::command::Command;
use crate::app::tree::{Element, classed, el};
use crate::text::t;

use super::compare::future_names;
use super::draw::{Page, button, send, sends};

/// The other futures; nothing where there is none.
pub fn futures(page: Page) -> Option<Element> {
    let (session, locale) = (page.session, page.locale);
    let (branch, names, others) = session.read(|playground, frame| {
        if playground.runs().others().is_empty() {
            return None;
        }
        let parts_at = |number| playground.parts_at(number).unwrap_or(1);
        let others: Vec<(u32, usize)> = playground
            .runs()
            .others()
            .iter()
            .map(|future| (future.number, parts_at(future.number)))
            .collect();
        Some((frame.branch, future_names(playground, locale), others))
    })?;
    let name = |number: u32| {
        let found = names.iter().find(|(other, _)| *other == number);
        found.map(|(_, name)| name.as_str()).unwrap_or_default()
    };
    let other = |(number, parts_at): (u32, usize)| {
        let restore = t::fork::restore_named(locale, &name(number), u64::from(number));
        let look = button("link", t::fork::parts_at(locale, parts_at as u64), false)
            .press(send(session, Command::LookAt(parts_at)));
        classed("li", "row")
            .with(sends(session, restore, Command::Restore(number)))
            .with(look)
    };
    let compare =
        (session.is_at_least(Level::Conversation) && page.shows(Panel::Tabs)).then(|| {
            button("button", t::fork::compare(locale), false).press(move || session.compare())
        });
    let section = classed("section", "futures")
        .set("aria-label", t::fork::futures(locale))
        .with(el("p").text(t::fork::this_one(locale, &name(branch), u64::from(branch))))
        .with(el("ul").all(others.into_iter().map(other)))
        .with(compare);
    Some(section)
}
