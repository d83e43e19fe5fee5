//! The browser's own model in the dialog: whether it is there, why not, and its download, which
//! begins when the person says so.

use leptos::prelude::*;

use crate::app::live::connection::{BuiltIn, Connection};
use crate::app::view::parts::{When, button, click, fixed, say, words};
use crate::text::t;

/// What is said and offered where the browser's own model is chosen.
pub fn built_in(connection: Connection) -> AnyView {
    connection.look_for_built_in();
    let state = connection.built_in;
    let about = words(move |locale| match state.get() {
        BuiltIn::Unasked => t::live::browser_looking(locale).to_owned(),
        BuiltIn::Absent => t::live::browser_absent(locale).to_owned(),
        BuiltIn::Insecure => t::live::browser_insecure(locale).to_owned(),
        BuiltIn::Unavailable => t::live::browser_unavailable(locale).to_owned(),
        BuiltIn::Downloadable => t::live::browser_downloadable(locale).to_owned(),
        BuiltIn::Downloading(percent) => t::live::browser_downloading(locale, percent.into()),
        BuiltIn::Ready(None) => t::live::browser_ready(locale).to_owned(),
        BuiltIn::Ready(Some(window)) => t::live::browser_ready_window(locale, window.into()),
        BuiltIn::Failed(said) => t::live::browser_failed(locale, &said),
    });
    let may_download = Signal::derive(move || {
        state.with(|state| matches!(state, BuiltIn::Downloadable | BuiltIn::Failed(_)))
    });
    let percent = Signal::derive(move || match state.get() {
        BuiltIn::Downloading(percent) => Some(percent),
        _ => None,
    });
    let is_coming = Signal::derive(move || percent.get().is_some());
    let done = move || percent.get().unwrap_or(0).to_string();
    view! {
        <fieldset class="fields">
            <legend>{say(t::live::browser)}</legend>
            // The percents are not read out one by one: the bar is there to be asked.
            <p class="note" role="status" aria-live=move || if is_coming.get() { "off" } else { "polite" }>{about}</p>
            <When holds=is_coming>
                <progress class="live-progress" max="100" value=done aria-label=say(t::live::browser_download)></progress>
            </When>
            <When holds=may_download>
                {button("button", say(t::live::browser_download), fixed(false), click(move || connection.download_built_in()))}
            </When>
        </fieldset>
    }
    .into_any()
}
