//! Keys, wherever the focus is.

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::app::keys::{Focus, KeyAction, Press, action};

/// Calls `pressed` for every key that means something; those keys do nothing else. For
/// the life of the page. `with_characters` says whether single characters count.
pub fn listen(with_characters: impl Fn() -> bool + 'static, pressed: impl Fn(KeyAction) + 'static) {
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    let listener = move |event: &web_sys::Event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if event.default_prevented() || event.is_composing() {
            return;
        }
        let key = event.key();
        let press = Press {
            key: &key,
            shift: event.shift_key(),
            alt: event.alt_key(),
            control: event.ctrl_key() || event.meta_key(),
        };
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(action) = action(press, focus(target.as_ref()), with_characters()) {
            event.prevent_default();
            pressed(action);
        }
    };
    gloo::events::EventListener::new_with_options(&window(), "keydown", options, listener).forget();
}

/// Where the focus is.
fn focus(target: Option<&Element>) -> Focus {
    let is = |selector: &str| {
        target
            .and_then(|target| target.closest(selector).ok())
            .flatten()
            .is_some()
    };
    let is_dialog_open = document()
        .query_selector("dialog[open]")
        .ok()
        .flatten()
        .is_some();
    if is_dialog_open
        || is("textarea, select, [contenteditable], [role=tab], [role=radio], [data-own-keys]")
    {
        return Focus::Own;
    }
    // In a frame, keys without a focus belong to the page around it.
    let is_nowhere = target.is_none_or(|target| target.matches("body, html").unwrap_or(false));
    if is_nowhere && super::address::is_framed() {
        return Focus::Own;
    }
    if is("input[type=range][data-timeline]") {
        return Focus::Timeline;
    }
    // A box to tick has no key but Space, as a button.
    if is("button, a[href], summary, input[type=checkbox]") {
        Focus::Button
    } else if is("input") {
        Focus::Own
    } else {
        Focus::Page
    }
}
