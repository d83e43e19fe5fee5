//! The address of the page. What lies behind `#` reaches no server.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};

/// What lies behind `#`, without the sign.
pub fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Writes what lies behind `#`, without a further entry in the history.
pub fn replace_hash(hash: &str) {
    let Ok(history) = window().history() else {
        return;
    };
    // Some hosts forbid it; the link can still be copied.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{hash}")));
}

/// The address of this page with another `hash`.
pub fn with_hash(hash: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    format!("{page}#{hash}")
}

/// Calls `changed` whenever the person, or a host, changes what lies behind `#`. For the
/// life of the page.
pub fn on_hash_change(changed: impl Fn() + 'static) {
    gloo::events::EventListener::new(&window(), "hashchange", move |_| changed()).forget();
}

/// True where the page is shown inside another one.
pub fn is_framed() -> bool {
    let window = window();
    match window.top() {
        Ok(Some(top)) => JsValue::from(top) != *window.unchecked_ref::<JsValue>(),
        _ => true,
    }
}
