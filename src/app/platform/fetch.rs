//! Files beside the page.

use gloo::net::http::Request;
use wasm_bindgen_futures::spawn_local;

/// Fetches a file by its address relative to the page, then hands over its bytes, or the
/// words of what went wrong.
pub fn bytes(address: &str, done: impl FnOnce(Result<Vec<u8>, String>) + 'static) {
    let request = Request::get(address);
    spawn_local(async move {
        let fetched = match request.send().await {
            Ok(response) if response.ok() => {
                response.binary().await.map_err(|error| error.to_string())
            }
            Ok(response) => Err(format!("{} {}", response.status(), response.status_text())),
            Err(error) => Err(error.to_string()),
        };
        done(fetched);
    });
}
