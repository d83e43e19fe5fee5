//! The page.

pub mod platform;
pub mod view;

use leptos::prelude::*;

/// Shows the page in the body of the document.
pub fn mount() {
    leptos::mount::mount_to_body(Page);
}

/// What the page shows.
#[component]
fn Page() -> impl IntoView {
    view! { <main><h1>"MemGPT Playground"</h1></main> }
}
