//! A part of the page that is drawn as a tree, again whenever something that it reads
//! changes. Regions lie in each other: what is drawn again outside leaves alone what is
//! inside, which lives until its element goes.

use std::any::Any;

use leptos::prelude::*;

use super::platform::patch::ShownElement;
use super::tree::{Attach, Element, el};

/// Under whom every region lives: not under the one around it, which would end it whenever
/// it is drawn again.
#[derive(Clone)]
struct PageOwner(Owner);

/// Ends what lives in an element when it is dropped.
struct Living {
    owner: Owner,
    _made: Box<dyn Any>,
}

impl Drop for Living {
    fn drop(&mut self) {
        self.owner.cleanup();
    }
}

/// Makes the page in an element that holds nothing yet. It lives as long as what is given.
pub fn page_in<M: 'static>(
    place: web_sys::Element,
    make: impl FnOnce(web_sys::Element) -> M,
) -> impl Sized {
    // Fails only where there is an executor already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    let owner = Owner::new();
    let made = owner.with(|| {
        provide_context(PageOwner(owner.clone()));
        make(place)
    });
    Living {
        owner,
        _made: Box::new(made),
    }
}

/// An element of a tree that follows what `draw` makes of the signals that it reads. The
/// key tells it from its neighbours.
pub fn region(
    key: &'static str,
    tag: &'static str,
    draw: impl Fn() -> Element + 'static,
) -> Element {
    attached(el(tag).key(key), move |place| follow(place, Box::new(draw)))
}

/// `element`, in which `make` draws once it is made; what that gives lives as long as it.
pub fn attached<M: 'static>(
    element: Element,
    make: impl FnOnce(web_sys::Element) -> M + 'static,
) -> Element {
    element.attach(Attach(Box::new(move |place| {
        let PageOwner(page) = expect_context();
        let owner = page.with(Owner::new);
        let made = owner.with(|| make(place));
        Box::new(Living {
            owner,
            _made: Box::new(made),
        })
    })))
}

/// Keeps the element `place`, which holds nothing yet, as `draw` says.
pub fn follow(place: web_sys::Element, draw: Box<dyn Fn() -> Element>) {
    let mut shown = ShownElement::of(place);
    Effect::new(move |_: Option<()>| shown.patch(draw()));
}

/// The same for the first element within `root` that `selector` finds, once it is there.
pub fn follow_part(root: web_sys::Element, selector: &'static str, draw: Box<dyn Fn() -> Element>) {
    let mut shown = None;
    Effect::new(move |_: Option<()>| {
        if shown.is_none() {
            let part = root.query_selector(selector).ok().flatten();
            shown = part.map(ShownElement::of);
        }
        let wanted = draw();
        if let Some(shown) = &mut shown {
            shown.patch(wanted);
        }
    });
}
