//! What the browser keeps between visits: a few preferences. A closed frame has no storage
//! and throws when it is touched, so every access may fail and nothing depends on it.

use leptos::prelude::window;

/// Before the name of everything that is kept.
const PREFIX: &str = "memgpt-playground.";

/// What was kept under that name.
pub fn load(name: &str) -> Option<String> {
    let storage = window().local_storage().ok().flatten()?;
    storage.get_item(&format!("{PREFIX}{name}")).ok().flatten()
}

/// Keeps something, where that is possible.
pub fn save(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        // Full or forbidden: the next visit starts from the defaults.
        let _ = storage.set_item(&format!("{PREFIX}{name}"), value);
    }
}
