//! Asking before something is cut off or replaced.

use leptos::prelude::*;

use crate::app::command::{Command, Dialog, Pending};
use crate::app::playground::ForkAt;
use crate::app::session::Session;
use crate::text::t;

use super::dialog::DialogFrame;
use super::say;

/// Acting in the past: where, or not at all.
#[component]
pub fn ForkDialog() -> impl IntoView {
    view! {
        <DialogFrame when=|dialog| matches!(dialog, Dialog::Fork(_)) title=t::dialog::fork name="fork">
            <Fork/>
        </DialogFrame>
    }
    .into_any()
}

#[component]
fn Fork() -> impl IntoView {
    let session = Session::get();
    let (is_between_turns, after) = session.read_untracked(|playground| {
        (
            playground.is_between_turns(),
            (playground.count() - playground.position()) as u64,
        )
    });
    let is_saying = session
        .dialog
        .with_untracked(|dialog| !matches!(dialog, Some(Dialog::Fork(Pending::Set(_)))));
    let confirm = move |fork_at| session.dispatch(Command::Confirm(fork_at));
    view! {
        <p>{move || t::fork::about(session.locale(), after)}</p>
        <div class="row">
            <button type="button" class="button button-primary" on:click=move |_| confirm(ForkAt::TurnEnd)>
                {move || {
                    let locale = session.locale();
                    if is_saying && !is_between_turns { t::fork::at_turn_end(locale) } else { t::fork::here(locale) }
                }}
            </button>
            <Show when=move || is_saying && !is_between_turns>
                <button type="button" class="button" on:click=move |_| confirm(ForkAt::Here)>{say(t::fork::interrupt)}</button>
            </Show>
            <button type="button" class="button" on:click=move |_| session.dispatch(Command::CloseDialog)>{say(t::fork::cancel)}</button>
        </div>
    }
    .into_any()
}

/// A session file that another version of the engine made.
#[component]
pub fn OtherEngineDialog() -> impl IntoView {
    let session = Session::get();
    let about = move || {
        let engine = session.dialog.with(|dialog| match dialog {
            Some(Dialog::OtherEngine(engine)) => engine.clone(),
            _ => String::new(),
        });
        t::fork::other_engine(session.locale(), &engine, &env!("CARGO_PKG_VERSION"))
    };
    view! {
        <DialogFrame when=|dialog| matches!(dialog, Dialog::OtherEngine(_)) title=t::dialog::other_engine name="engine">
            <p>{about}</p>
            <div class="row">
                <button type="button" class="button button-primary" on:click=move |_| session.dispatch(Command::AcceptImport)>
                    {say(t::fork::open_anyway)}
                </button>
                <button type="button" class="button" on:click=move |_| session.dispatch(Command::CloseDialog)>
                    {say(t::fork::cancel)}
                </button>
            </div>
        </DialogFrame>
    }
    .into_any()
}
