//! The dialog: the browser's own, which keeps the focus inside and gives it back.

use leptos::{ev, html, prelude::*};

use crate::app::command::{Command, Dialog};
use crate::app::live;
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::fork::{fork, is_own_engine, other_engine};
use super::help::help;
use super::items::items;
use super::parts::{dynamic, say, sign};
use super::share::share;

/// The one dialog; what it holds is made when it opens.
pub fn dialogs() -> AnyView {
    let session = Session::get();
    let node = NodeRef::<html::Dialog>::new();
    let open = Memo::new(move |_| session.dialog.get());
    Effect::new(move |_| {
        let (Some(node), is_open) = (node.get(), open.with(Option::is_some)) else {
            return;
        };
        if is_open && !node.open() {
            // Fails only where it is open already.
            let _ = node.show_modal();
        } else if !is_open && node.open() {
            node.close();
        }
    });
    // Escape closes it without asking us.
    let closed = move |_: ev::Event| {
        if session.dialog.with_untracked(Option::is_some) {
            session.dispatch(Command::CloseDialog);
        }
    };
    let name = Signal::derive(move || open.with(|open| open.as_ref().map_or("", name).to_owned()));
    let body = dynamic(move || {
        let Some(dialog) = open.get() else {
            return ().into_any();
        };
        let body = match dialog {
            Dialog::Help => help(),
            Dialog::Share => share(),
            Dialog::Items => items(),
            Dialog::Fork(pending) => fork(&pending),
            Dialog::OtherEngine(engine) => other_engine(engine),
            Dialog::Live => live::file::part(|live| (live.dialog)(), true),
        };
        view! { <div class="dialog-body">{body}</div> }.into_any()
    });
    let head = dynamic(move || {
        let title = open.with(|open| {
            open.as_ref()
                .map_or(t::dialog::help as fn(Locale) -> _, title)
        });
        view! { <h2 class="dialog-title" id="dialog-title">{say(title)}</h2> }.into_any()
    });
    view! {
        <dialog class="dialog" data-name=name node_ref=node aria-labelledby="dialog-title" on:close=closed>
            <div class="dialog-head">
                {head}
                {sign("×", say(t::dialog::close), Command::CloseDialog)}
            </div>
            {body}
        </dialog>
    }
    .into_any()
}

fn name(dialog: &Dialog) -> &'static str {
    match dialog {
        Dialog::Help => "help",
        Dialog::Share => "share",
        Dialog::Items => "items",
        Dialog::Fork(_) => "fork",
        Dialog::OtherEngine(_) => "engine",
        Dialog::Live => "live",
    }
}

fn title(dialog: &Dialog) -> fn(Locale) -> &'static str {
    match dialog {
        Dialog::Help => t::dialog::help,
        Dialog::Share => t::dialog::share,
        Dialog::Items => t::dialog::items,
        Dialog::Fork(_) => t::dialog::fork,
        Dialog::OtherEngine(engine) if is_own_engine(engine) => t::dialog::altered,
        Dialog::OtherEngine(_) => t::dialog::other_engine,
        Dialog::Live => t::dialog::live,
    }
}
