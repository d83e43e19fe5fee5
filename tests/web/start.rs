//! The page mounts.

use leptos::prelude::*;
use memgpt_playground::app;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn mounting_shows_the_heading() {
    let heading = || {
        document()
            .query_selector("h1")
            .expect("a valid selector")
            .and_then(|heading| heading.text_content())
    };
    crate::clear();
    assert_eq!(heading(), None);

    app::mount();
    leptos::task::tick().await;

    assert_eq!(heading().as_deref(), Some("MemGPT Playground"));
}
