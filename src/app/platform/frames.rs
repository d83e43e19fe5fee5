//! The one frame loop of the page. It runs only while something moves.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Longest step that a frame reports, in milliseconds: after a tab slept, the picture
/// goes on from where it was.
const STEP_MAX: f64 = 100.0;

/// The frame loop. Cloning gives another handle on the same loop.
#[derive(Clone)]
pub struct Frames(Rc<Loop>);

struct Loop {
    /// What is done each frame, given the milliseconds since the last one; false where
    /// nothing moves any more.
    on_frame: RefCell<Box<dyn FnMut(f64) -> bool>>,
    callback: RefCell<Option<Closure<dyn FnMut(f64)>>>,
    handle: Cell<Option<i32>>,
    last: Cell<Option<f64>>,
}

impl Frames {
    /// A loop that rests until it is woken. It ends with the reactive owner in which it
    /// is made.
    pub fn new(on_frame: impl FnMut(f64) -> bool + 'static) -> Self {
        let frames = Self(Rc::new(Loop {
            on_frame: RefCell::new(Box::new(on_frame)),
            callback: RefCell::new(None),
            handle: Cell::new(None),
            last: Cell::new(None),
        }));
        let weak = Rc::downgrade(&frames.0);
        let callback = Closure::new(move |now| {
            if let Some(frames) = weak.upgrade() {
                Self(frames).frame(now);
            }
        });
        *frames.0.callback.borrow_mut() = Some(callback);
        let stored = StoredValue::new_local(frames.clone());
        on_cleanup(move || {
            if let Some(frames) = stored.try_get_value() {
                frames.rest();
            }
        });
        frames
    }

    /// Starts the loop unless it runs.
    pub fn wake(&self) {
        if self.0.handle.get().is_none() {
            self.0.last.set(None);
            self.ask();
        }
    }

    /// Stops the loop.
    pub fn rest(&self) {
        if let Some(handle) = self.0.handle.take() {
            // A handle that the browser no longer knows is no harm.
            let _ = window().cancel_animation_frame(handle);
        }
    }

    fn ask(&self) {
        let callback = self.0.callback.borrow();
        let Some(callback) = callback.as_ref() else {
            return;
        };
        let asked = window().request_animation_frame(callback.as_ref().unchecked_ref());
        self.0.handle.set(asked.ok());
    }

    fn frame(&self, now: f64) {
        self.0.handle.set(None);
        let last = self.0.last.replace(Some(now)).unwrap_or(now);
        let step = (now - last).clamp(0.0, STEP_MAX);
        // A frame that wakes its own loop must not find it borrowed.
        let goes_on = match self.0.on_frame.try_borrow_mut() {
            Ok(mut on_frame) => on_frame(step),
            Err(_) => false,
        };
        if goes_on && self.0.handle.get().is_none() {
            self.ask();
        }
    }
}
