//! Files of the person in front of the page.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url};

/// Offers a text as a file to keep.
pub fn save(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else {
        return;
    };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else {
        return;
    };
    if let Ok(link) = document().create_element("a") {
        let link: HtmlAnchorElement = link.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    // The browser has taken hold of the file by now.
    let _ = Url::revoke_object_url(&address);
}

/// Reads the file that was chosen in `input`, then hands over its text; `None` where it is
/// no text or was not chosen. Forgets the choice, so that the same file can be chosen again.
pub fn read(input: &HtmlInputElement, done: impl FnOnce(Option<String>) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    let Some(file) = file else { return };
    let text = file.text();
    input.set_value("");
    spawn_local(async move {
        done(
            JsFuture::from(text)
                .await
                .ok()
                .and_then(|text| text.as_string()),
        )
    });
}
