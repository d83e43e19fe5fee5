//! The document: where the page stands, its root element with language and theme, focus.

use leptos::prelude::{document, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

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

/// Puts the focus on the element of that id, and brings it into sight.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that takes no focus leaves it where it is.
        let _ = element.focus();
    }
}

/// The same once what changes now is drawn: a dialog that closes lets nothing behind it have
/// the focus before, and gives it back to what opened it.
pub fn focus_soon(id: &'static str) {
    request_animation_frame(move || focus(id));
}

/// Sets an attribute of the root element, for the styles.
pub fn set(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // A valid name cannot fail.
        let _ = root.set_attribute(name, value);
    }
}
