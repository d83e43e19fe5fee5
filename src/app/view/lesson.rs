//! What to look at in the example, what to try with it, and what to try next.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::{Command, Dialog};
use crate::app::frame::Frame;
use crate::app::link::Changes;
use crate::app::session::Fetched;
use crate::app::tree::{Element, classed, el};
use crate::scenario::builtin;
use crate::text::t;

use super::draw::{Page, button, check, send, sends};

/// What to try.
pub fn lesson(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let about = session.read(|playground, frame| {
        let scenario = playground.scenario()?;
        let note = if frame.is_last() {
            scenario.note.as_ref()
        } else {
            None
        };
        note.or(scenario.about.as_ref())
            .map(|text| text.of(locale).to_string())
    });
    let again = || {
        button(
            "button",
            t::ui::start_again(locale),
            page.is_locked(Panel::Restart),
        )
        .press(send(session, Command::StartAgain))
    };
    let next = page.shows(Panel::Example).then(|| next(page)).flatten();
    let row = classed("div", "row")
        .with(next)
        .with(page.shows(Panel::Restart).then(again));
    classed("div", "lesson")
        .with(classed("p", "lesson-about").text(about.unwrap_or_default()))
        .with(row)
        .with(page.shows(Panel::Views).then(|| views(page)))
}

/// The example to try next: always offered, and urged at the last step.
fn next(page: Page) -> Option<Element> {
    let (session, locale) = (page.session, page.locale);
    let next = session.read(|playground, _| playground.scenario()?.next.clone());
    let example = builtin::find(&next?)?;
    let title = example.title.of(locale);
    let (class, name) = if session.frame.with(Frame::is_last) {
        ("button lesson-next", t::lesson::next_now(locale, title))
    } else {
        ("button", t::lesson::next(locale, title))
    };
    let open = send(session, Command::OpenExample(example.id.into()));
    Some(button(class, name, page.is_locked(Panel::Example)).press(open))
}

/// Other ways to look at the same thing.
fn views(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let is_locked = page.is_locked(Panel::Views);
    let (contract, system) = session
        .options
        .with(|options| (options.shows_contract, options.shows_system));
    let is_without = session
        .frame
        .with(|frame| !frame.after.config().has_external);
    let without = move |is_without: bool| {
        let changes = session.read_untracked(|playground| playground.changes().clone());
        session.dispatch(Command::Rerun(Changes {
            external: Some(!is_without),
            ..changes
        }));
    };
    let copy = move || {
        let locale = session.options.with_untracked(|options| options.locale);
        if let Fetched::Here(panels) = session.panels.get_untracked() {
            let text = session.read_untracked(|playground| (panels.movements)(playground, locale));
            session.copy(&text);
        }
    };
    let row = classed("div", "row")
        .with(check(
            t::lesson::contract(locale),
            contract,
            is_locked,
            move |is_on| session.dispatch(Command::ShowContract(is_on)),
        ))
        .with(check(
            t::lesson::system(locale),
            system,
            is_locked,
            move |is_on| session.dispatch(Command::ShowSystem(is_on)),
        ))
        .with(check(
            t::lesson::without_external(locale),
            is_without,
            is_locked,
            without,
        ))
        .with(sends(
            session,
            t::lesson::items(locale),
            Command::OpenDialog(Dialog::Items),
        ))
        .with(button("button", t::lesson::copy(locale), false).press(copy));
    classed("details", "lesson-more")
        .with(el("summary").text(t::lesson::more(locale)))
        .with(row)
}
