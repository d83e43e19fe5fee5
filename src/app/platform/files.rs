//! Files of the person in front of the page.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlInputElement, Url};

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

/// Most bytes that are read of a file: more than any kind of file may have.
const BYTES_MAX: f64 = 64.0 * 1_024.0 * 1_024.0;

/// Reads the file that was chosen in `input`, then hands over its name and its bytes, or how
/// many there are where they are too many. Forgets the choice, so that the same file can be
/// chosen again.
pub fn read(input: &HtmlInputElement, done: impl FnOnce(String, Result<Vec<u8>, u64>) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    if let Some(file) = file {
        read_file(&file, done);
    }
}

/// Reads a file, then hands over its name and its bytes. A file that cannot be read any more
/// has none.
pub fn read_file(file: &File, done: impl FnOnce(String, Result<Vec<u8>, u64>) + 'static) {
    let (name, size) = (file.name(), file.size());
    if size > BYTES_MAX {
        // A size is a whole number of bytes.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        done(name, Err(size as u64));
        return;
    }
    let bytes = file.array_buffer();
    spawn_local(async move {
        let bytes = JsFuture::from(bytes).await;
        let bytes = bytes.map(|bytes| js_sys::Uint8Array::new(&bytes).to_vec());
        done(name, Ok(bytes.unwrap_or_default()));
    });
}
