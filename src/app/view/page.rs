//! The whole page: what stands where at each level.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel};
use crate::app::command::Command;
use crate::app::region::region;
use crate::app::session::{Fetched, Opening, Session};
use crate::app::tree::{Element, classed, el};
use crate::text::t;

use super::announcer::announcer;
use super::draw::{Page, sends};
use super::fetched::{fetched, fetched_quietly};
use super::futures::futures;
use super::header::header;
use super::lesson::lesson;
use super::notice::{broken, notice_place};
use super::parts::dynamic;
use super::sentence::sentence;
use super::stage::{Followed, Reading, stage};
use super::transport::transport;

/// The whole page.
pub fn page() -> AnyView {
    let session = Session::get();
    // Beyond the first level the picture waits for what is beside it: nothing shifts.
    let is_ready = Memo::new(move |_| {
        session.opening.with(|opening| *opening == Opening::Ready)
            && !(session.is_at_least(Level::Conversation)
                && matches!(session.panels.get(), Fetched::Coming))
    });
    let has_dialog = Signal::derive(move || session.dialog.with(Option::is_some));
    let inside = dynamic(move || {
        if is_ready.get() {
            main_part()
        } else {
            region("main", || waiting(Page::now()))
        }
    });
    view! {
        <div class="page">
            {region("header", || header(Page::now()))}
            {region("div", || notice_place(Page::now()))}
            {inside}
            {announcer()}
            {fetched_quietly(|panels| (panels.dialogs)(), has_dialog)}
        </div>
    }
    .into_any()
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
fn main_part() -> AnyView {
    let session = Session::get();
    let at_least =
        move |level, panel| Memo::new(move |_| session.is_at_least(level) && session.shows(panel));
    let has_conversation = at_least(Level::Conversation, Panel::Conversation);
    let has_tabs = at_least(Level::Conversation, Panel::Tabs);
    let conversation = dynamic(move || {
        if has_conversation.get() {
            let inside = fetched(|panels| (panels.conversation)());
            view! { <div class="page-conversation">{inside}</div> }.into_any()
        } else {
            ().into_any()
        }
    });
    let tabs = dynamic(move || {
        if has_tabs.get() {
            fetched(|panels| (panels.tabs)()).into_any()
        } else {
            ().into_any()
        }
    });
    view! {
        <main class="page-main" tabindex="-1" data-conversation=move || has_conversation.get().then_some("")>
            {conversation}
            <div class="page-stage">{picture()}</div>
            {region("div", || dock(Page::now()))}
            {region("div", || more(Page::now()))}
            {tabs}
        </main>
    }
    .into_any()
}

/// What stays in sight below the stage.
fn dock(page: Page) -> Element {
    classed("div", "page-dock")
        .with(transport(page))
        .with(page.shows(Panel::Sentence).then(|| sentence(page)))
        .with(classed("p", "page-honesty").text(t::ui::honesty(page.locale)))
}

/// What is read when there is time.
fn more(page: Page) -> Element {
    classed("div", "page-more")
        .with(broken(page))
        .with(futures(page))
        .with(lesson(page))
}

/// The stage, fed by the session.
fn picture() -> AnyView {
    let session = Session::get();
    stage(Followed {
        scene: Signal::derive(move || session.frame.with(|frame| frame.scene.clone())),
        progress: session.progress.into(),
        locale: Signal::derive(move || session.locale()),
        reading: Signal::derive(move || {
            session.options.with(|options| Reading {
                as_system: options.shows_system,
                contract: options.shows_contract,
            })
        }),
        tables: Signal::derive(move || match session.panels.get() {
            Fetched::Here(panels) => Some(panels.tables),
            _ => None,
        }),
    })
}
