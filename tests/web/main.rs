//! What needs a browser's DOM: runs in headless Chromium by
//! `cargo test --target wasm32-unknown-unknown --test web` (see `make test-wasm`).
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod digests;
mod patch;
mod start;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
