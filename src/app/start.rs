//! Starts the page.

use std::time::Duration;

use leptos::prelude::*;

use super::platform::{host, keyboard};
use super::session::Session;
use super::view::page;

/// Shows the page in the body of the document.
pub fn mount() {
    leptos::mount::mount_to_body(App);
}

/// Everything that lives as long as the page.
#[component]
fn App() -> impl IntoView {
    let Some(session) = Session::start() else {
        // Only where the example that is part of the program is broken; tests see to that.
        return view! { <p role="alert">"MemGPT Playground: the first example cannot be read."</p> }.into_any();
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
    page()
}
