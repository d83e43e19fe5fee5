//! A part of the page that is drawn as a tree, again whenever something that it reads
//! changes.

use leptos::html::{self, Custom};
use leptos::prelude::*;

use super::platform::patch::ShownElement;
use super::tree::Element;

/// An element of the document that follows what `draw` makes of the signals that it reads.
pub fn region(tag: &'static str, draw: impl Fn() -> Element + 'static) -> AnyView {
    let place = NodeRef::<Custom<&'static str>>::new();
    follow(move || place.get().map(Into::into), Box::new(draw));
    html::custom(tag).node_ref(place).into_any()
}

/// Keeps the element that `place` gives as `draw` says.
pub fn follow(
    place: impl Fn() -> Option<web_sys::Element> + 'static,
    draw: Box<dyn Fn() -> Element>,
) {
    let mut shown = None::<ShownElement>;
    Effect::new(move |_: Option<()>| {
        if shown.is_none() {
            shown = place().map(ShownElement::of);
        }
        if let Some(shown) = &mut shown {
            shown.patch(draw());
        }
    });
}
