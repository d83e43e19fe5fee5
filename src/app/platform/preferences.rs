//! What the system prefers.

use leptos::prelude::window;

/// True where motion should be reduced.
pub fn reduces_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// The language of the browser, as a `lang` value.
pub fn language() -> String {
    window().navigator().language().unwrap_or_default()
}
