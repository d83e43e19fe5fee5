//! The other futures of the run: where each parts from this one, and the way back to it.

use crate::app::command::Command;
use crate::app::tree::{Element, classed, el};
use crate::text::t;

use super::draw::{Page, button, send, sends};

/// The other futures; nothing where there is none.
pub fn futures(page: Page) -> Option<Element> {
    let (session, locale) = (page.session, page.locale);
    let (branch, others) = session.read(|playground, frame| {
        let parts_at = |number| playground.parts_at(number).unwrap_or(1);
        let others: Vec<(u32, usize)> = playground
            .runs()
            .others()
            .iter()
            .map(|future| (future.number, parts_at(future.number)))
            .collect();
        (frame.branch, others)
    });
    if others.is_empty() {
        return None;
    }
    let other = |(number, parts_at): (u32, usize)| {
        let restore = t::fork::restore(locale, u64::from(number));
        let look = button("link", t::fork::parts_at(locale, parts_at as u64), false)
            .press(send(session, Command::LookAt(parts_at)));
        classed("li", "row")
            .with(sends(session, restore, Command::Restore(number)))
            .with(look)
    };
    let section = classed("section", "futures")
        .set("aria-label", t::fork::futures(locale))
        .with(el("p").text(t::fork::this_one(locale, u64::from(branch))))
        .with(el("ul").all(others.into_iter().map(other)));
    Some(section)
}
