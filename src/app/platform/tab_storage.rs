//! What the browser keeps as long as this tab lives, where the person wants it.

use leptos::prelude::window;

/// Before the name of everything that is kept.
const PREFIX: &str = "memgpt-playground.key@";

/// What was kept for that place.
pub fn load(place: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    storage.get_item(&format!("{PREFIX}{place}")).ok().flatten()
}

/// Keeps something for a place; false where the browser does not.
pub fn save(place: &str, value: &str) -> bool {
    let storage = window().session_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(&format!("{PREFIX}{place}"), value).is_ok())
}

/// Forgets what was kept for a place.
pub fn forget(place: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        // What cannot be touched was never kept.
        let _ = storage.remove_item(&format!("{PREFIX}{place}"));
    }
}
