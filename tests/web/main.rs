//! What needs a browser's DOM: runs in headless Chromium by
//! `cargo test --target wasm32-unknown-unknown --test web` (see `make test-wasm`).
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod digests;
mod patch;
mod start;
mod steps;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A document without the page, whatever test came before. What the harness needs stays.
fn clear() {
    while let Some(page) = leptos::prelude::document().query_selector(".page").unwrap() {
        page.remove();
    }
}
