//! The whole page: what stands where at each level.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel};
use crate::app::command::Command;
use crate::app::session::{Opening, Session};
use crate::text::t;

use super::announcer::Announcer;
use super::composer::Composer;
use super::conversation::Conversation;
use super::fork::{ForkDialog, OtherEngineDialog};
use super::futures::Futures;
use super::header::Header;
use super::help::HelpDialog;
use super::items::ItemsDialog;
use super::lesson::Lesson;
use super::notice::{Broken, NoticeBar};
use super::say;
use super::sentence::Sentence;
use super::share::ShareDialog;
use super::stage::{Reading, Stage};
use super::tabs::Tabs;
use super::transport::Transport;

/// The whole page.
#[component]
pub fn Page() -> impl IntoView {
    let session = Session::get();
    let is_ready = Memo::new(move |_| session.opening.with(|opening| *opening == Opening::Ready));
    view! {
        <div class="page">
            <Header/>
            <NoticeBar/>
            <Show when=move || is_ready.get() fallback=Waiting>
                <Main/>
            </Show>
            <Announcer/>
            <HelpDialog/>
            <ShareDialog/>
            <ItemsDialog/>
            <ForkDialog/>
            <OtherEngineDialog/>
        </div>
    }
    .into_any()
}

/// What is shown while there is nothing to show.
#[component]
fn Waiting() -> impl IntoView {
    let session = Session::get();
    move || {
        match session.opening.get() {
        Opening::Failed { reason, .. } => view! {
            <main class="page-waiting">
                <p role="alert">{say(t::ui::cannot_fetch)} " (" {reason} ")"</p>
                <button type="button" class="button" on:click=move |_| session.dispatch(Command::Retry)>
                    {say(t::ui::retry)}
                </button>
            </main>
        }
        .into_any(),
        _ => view! { <main class="page-waiting"><p role="status">{say(t::ui::loading)}</p></main> }.into_any(),
    }
    }
}

/// The parts around the stage.
#[component]
fn Main() -> impl IntoView {
    let session = Session::get();
    let scene = Signal::derive(move || session.frame.with(|frame| frame.scene.clone()));
    let progress = session.progress;
    let locale = Signal::derive(move || session.locale());
    let reading = Signal::derive(move || {
        session.options.with(|options| Reading {
            as_system: options.shows_system,
            contract: options.shows_contract,
        })
    });
    let has_conversation = Memo::new(move |_| {
        session.is_at_least(Level::Conversation) && session.shows(Panel::Conversation)
    });
    let has_tabs =
        Memo::new(move |_| session.is_at_least(Level::Conversation) && session.shows(Panel::Tabs));
    view! {
        <main class="page-main" tabindex="-1" data-conversation=move || has_conversation.get().then_some("")>
            <Show when=move || has_conversation.get()>
                <div class="page-conversation">
                    <Conversation/>
                    <Show when=move || session.shows(Panel::Composer)>
                        <Composer/>
                    </Show>
                </div>
            </Show>
            <div class="page-stage">
                <Stage scene progress locale reading/>
            </div>
            <div class="page-dock">
                <Broken/>
                <Transport/>
                <Show when=move || session.shows(Panel::Sentence)>
                    <Sentence/>
                </Show>
                <Futures/>
                <Lesson/>
                <p class="page-honesty">{say(t::ui::honesty)}</p>
            </div>
            <Show when=move || has_tabs.get()>
                <Tabs/>
            </Show>
        </main>
    }
    .into_any()
}
