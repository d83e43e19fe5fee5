//! The whole page: what stands where at each level.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel};
use crate::app::command::Command;
use crate::app::session::{Opening, Session};
use crate::text::t;

use super::announcer::Announcer;
use super::composer::Composer;
use super::conversation::Conversation;
use super::dialog::Dialogs;
use super::futures::Futures;
use super::header::Header;
use super::lesson::Lesson;
use super::notice::{Broken, NoticeBar};
use super::parts::{When, dynamic, press, say, shown};
use super::sentence::Sentence;
use super::stage::{Reading, Stage};
use super::tabs::Tabs;
use super::transport::Transport;

/// The whole page.
#[component]
pub fn Page() -> impl IntoView {
    let session = Session::get();
    let is_ready =
        Signal::derive(move || session.opening.with(|opening| *opening == Opening::Ready));
    let is_waiting = Signal::derive(move || !is_ready.get());
    view! {
        <div class="page">
            <Header/>
            <NoticeBar/>
            <When holds=is_ready><Main/></When>
            <When holds=is_waiting><Waiting/></When>
            <Announcer/>
            <Dialogs/>
        </div>
    }
}

/// What is shown while there is nothing to show.
#[component]
fn Waiting() -> impl IntoView {
    let session = Session::get();
    let message = dynamic(move || match session.opening.get() {
        Opening::Failed { reason, .. } => view! {
            <p role="alert">{say(t::ui::cannot_fetch)} " (" {reason} ")"</p>
            {press(say(t::ui::retry), Command::Retry)}
        }
        .into_any(),
        _ => view! { <p role="status">{say(t::ui::loading)}</p> }.into_any(),
    });
    view! { <main class="page-waiting">{message}</main> }
}

/// The parts around the stage.
#[component]
fn Main() -> impl IntoView {
    let session = Session::get();
    let at_least = move |level, panel| {
        Signal::derive(move || session.is_at_least(level) && session.shows(panel))
    };
    let has_conversation = at_least(Level::Conversation, Panel::Conversation);
    let has_tabs = at_least(Level::Conversation, Panel::Tabs);
    view! {
        <main class="page-main" tabindex="-1" data-conversation=move || has_conversation.get().then_some("")>
            <When holds=has_conversation>
                <div class="page-conversation">
                    <Conversation/>
                    <When holds=shown(Panel::Composer)><Composer/></When>
                </div>
            </When>
            <div class="page-stage"><Picture/></div>
            <div class="page-dock">
                <Transport/>
                <When holds=shown(Panel::Sentence)><Sentence/></When>
                <p class="page-honesty">{say(t::ui::honesty)}</p>
            </div>
            <div class="page-more">
                <Broken/>
                <Futures/>
                <Lesson/>
            </div>
            <When holds=has_tabs><Tabs/></When>
        </main>
    }
}

/// The stage, fed by the session.
#[component]
fn Picture() -> impl IntoView {
    let session = Session::get();
    let scene = Signal::derive(move || session.frame.with(|frame| frame.scene.clone()));
    let locale = Signal::derive(move || session.locale());
    let reading = Signal::derive(move || {
        session.options.with(|options| Reading {
            as_system: options.shows_system,
            contract: options.shows_contract,
        })
    });
    view! { <Stage scene progress=session.progress locale reading/> }
}
