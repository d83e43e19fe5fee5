//! The whole page: what stands where at each level.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel};
use crate::app::command::Command;
use crate::app::region::{attached, follow, region};
use crate::app::session::{Fetched, Opening, Session};
use crate::app::tree::{Element, classed, el};
use crate::text::t;

use super::announcer::announcer;
use super::draw::{Page, sends};
use super::fetched::{fetched, fetched_quietly};
use super::header::{header, is_recorded};
use super::lesson::lesson;
use super::notice::{broken, notice_place};
use super::sentence::sentence;
use super::stage::{Followed, Reading, stage};
use super::transport::transport;

/// Draws the whole page in an element that holds nothing yet.
pub fn page(place: web_sys::Element) {
    let session = Session::get();
    // Beyond the first level the picture waits for what is beside it: nothing shifts.
    let is_ready = Memo::new(move |_| {
        session.opening.with(|opening| *opening == Opening::Ready)
            && !(session.is_at_least(Level::Conversation)
                && matches!(session.panels.get(), Fetched::Coming))
    });
    let is_live = Memo::new(move |_| session.read(|playground, _| playground.is_live()));
    let has_dialog = |session: Session| session.dialog.with(Option::is_some);
    let drawn = move || {
        let inside = if is_ready.get() {
            main_part()
        } else {
            region("waiting", "main", || waiting(Page::now()))
        };
        classed("div", "page")
            .with(region("header", "header", || header(Page::now())))
            .with(region("notice", "div", || notice_place(Page::now())))
            .with(is_live.get().then(live_line))
            .with(inside)
            .with(announcer())
            .with(fetched_quietly(
                "page-dialogs",
                |panels| panels.dialogs,
                has_dialog,
            ))
    };
    follow(place, Box::new(drawn));
}

/// What is shown while there is nothing to show.
fn waiting(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let place = classed("main", "page-waiting");
    match session.opening.get() {
        Opening::Failed { reason, .. } => place
            .with(
                el("p")
                    .set("role", "alert")
                    .text(format!("{} ({reason})", t::ui::cannot_fetch(locale))),
            )
            .with(sends(session, t::ui::retry(locale), Command::Retry)),
        _ => place.with(el("p").set("role", "status").text(t::ui::loading(locale))),
    }
}

/// The parts around the stage.
fn main_part() -> Element {
    attached(el("main").key("main"), move |place| {
        let session = Session::get();
        let at_least = move |panel| {
            Memo::new(move |_| session.is_at_least(Level::Conversation) && session.shows(panel))
        };
        let has_conversation = at_least(Panel::Conversation);
        let has_tabs = at_least(Panel::Tabs);
        let drawn = move || {
            let has_conversation = has_conversation.get();
            let conversation = || fetched("page-conversation", |panels| panels.conversation);
            let tabs = || fetched("page-tabs", |panels| panels.tabs);
            classed("main", "page-main")
                .set("tabindex", "-1")
                .flag("data-conversation", has_conversation)
                .with(has_conversation.then(conversation))
                .with(classed("div", "page-stage").key("stage").with(picture()))
                .with(region("dock", "div", || dock(Page::now())))
                .with(region("more", "div", || more(Page::now())))
                .with(has_tabs.get().then(tabs))
        };
        follow(place, Box::new(drawn));
    })
}

/// The line about the live model.
fn live_line() -> Element {
    fetched("page-live", |panels| panels.live_line)
}

/// What stays in sight below the stage.
fn dock(page: Page) -> Element {
    let honesty = if is_recorded(page) {
        t::ui::honesty_recorded
    } else {
        t::ui::honesty
    };
    // A live model is spoken of by its own line.
    let is_live = page.session.read(|playground, _| playground.is_live());
    let honesty = || classed("p", "page-honesty").text(honesty(page.locale));
    classed("div", "page-dock")
        .with(transport(page))
        .with(page.shows(Panel::Sentence).then(|| sentence(page)))
        .with((!is_live).then(honesty))
}

/// What is read when there is time.
fn more(page: Page) -> Element {
    let futures = match page.session.panels.get() {
        Fetched::Here(panels) => (panels.futures)(page),
        _ => None,
    };
    classed("div", "page-more")
        .with(broken(page))
        .with(futures)
        .with(lesson(page))
}

/// The stage, fed by the session.
fn picture() -> Element {
    stage(followed)
}

fn followed() -> Followed {
    let session = Session::get();
    Followed {
        scene: Signal::derive(move || session.frame.with(|frame| frame.scene.clone())),
        progress: session.progress.into(),
        locale: Signal::derive(move || session.locale()),
        reading: Signal::derive(move || {
            session.options.with(|options| Reading {
                as_system: options.shows_system,
                contract: options.shows_contract,
            })
        }),
        beside: Signal::derive(move || match session.panels.get() {
            Fetched::Here(panels) => Some(&panels.picture),
            _ => None,
        }),
    }
}
