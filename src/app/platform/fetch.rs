//! Files beside the page.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// Fetches a file by its address relative to the page, then hands over its bytes, or the
/// words of what went wrong.
pub fn bytes(address: &str, done: impl FnOnce(Result<Vec<u8>, String>) + 'static) {
    let asked = window().fetch_with_str(address);
    spawn_local(async move { done(body(asked).await.map_err(words)) });
}

async fn body(asked: js_sys::Promise) -> Result<Vec<u8>, JsValue> {
    let response: Response = JsFuture::from(asked).await?.unchecked_into();
    if !response.ok() {
        let status = format!("{} {}", response.status(), response.status_text());
        return Err(JsValue::from_str(&status));
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// What a browser says of a failure: an error with a message, or our own words.
fn words(failure: JsValue) -> String {
    let failure = match failure.dyn_into::<js_sys::Error>() {
        Ok(error) => return String::from(error.message()),
        Err(other) => other,
    };
    failure.as_string().unwrap_or_default()
}
