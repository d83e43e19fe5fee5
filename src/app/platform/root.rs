//! The root element of the document: language, theme.

use leptos::prelude::document;

/// Sets the language of the page.
pub fn set_language(tag: &str) {
    set("lang", tag);
}

/// Sets an attribute of the root element, for the styles.
pub fn set(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // A valid name cannot fail.
        let _ = root.set_attribute(name, value);
    }
}
