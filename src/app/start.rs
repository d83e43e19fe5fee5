//! Starts the page.

use std::time::Duration;

use leptos::prelude::*;

use super::platform::{host, keyboard, root};
use super::region::{follow, page_in};
use super::session::Session;
use super::tree::{Element, el};
use super::view::page;

/// Shows the page in the body of the document.
pub fn mount() {
    // It lives as long as the document.
    std::mem::forget(root::place().map(|place| page_in(place, start)));
}

/// Everything that lives as long as the page.
fn start(place: web_sys::Element) {
    let Some(session) = Session::start() else {
        follow(place, Box::new(unreadable));
        return;
    };
    provide_context(session);
    Effect::new(move |_| session.dress_root());
    keyboard::listen(
        move || {
            session
                .options
                .with_untracked(|options| options.has_character_keys)
        },
        move |action| session.press(action),
    );
    session.listen_to_address();
    // In a task of its own: the first screen stands before anything else is asked for.
    set_timeout(move || session.fetch_panels(), Duration::ZERO);
    if session.is_framed() {
        host::tell_height();
    }
    page(place);
}

/// Only where the example that is part of the program is broken; tests see to that.
fn unreadable() -> Element {
    let words = "MemGPT Playground: the first example cannot be read.";
    el("div").with(el("p").set("role", "alert").text(words))
}
