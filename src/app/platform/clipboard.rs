//! The clipboard.

use leptos::prelude::window;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Copies a text, then says whether that was allowed. Frames and pages without https
/// often may not.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    // Insecure pages have no clipboard at all, and asking one would throw.
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if clipboard.is_ok_and(|clipboard| clipboard.is_undefined()) {
        done(false);
        return;
    }
    let promise = navigator.clipboard().write_text(text);
    spawn_local(async move { done(JsFuture::from(promise).await.is_ok()) });
}
