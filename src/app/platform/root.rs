//! The document: where the page stands, and its root element with language and theme.

use leptos::prelude::document;

/// A new element at the end of the body, for the page.
pub fn place() -> Option<web_sys::Element> {
    let place = document().create_element("div").ok()?;
    document().body()?.append_child(&place).ok()?;
    Some(place)
}

/// Sets the language of the page.
pub fn set_language(tag: &str) {
    set("lang", tag);
}

/// Takes an attribute off the root element.
pub fn remove(name: &str) {
    if let Some(root) = document().document_element() {
        // A valid name cannot fail.
        let _ = root.remove_attribute(name);
    }
}

/// Sets an attribute of the root element, for the styles.
pub fn set(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // A valid name cannot fail.
        let _ = root.set_attribute(name, value);
    }
}
