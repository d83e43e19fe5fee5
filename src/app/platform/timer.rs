//! Doing something a little later.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;

/// Does one thing after a pause; asking again before that starts the pause anew.
#[derive(Default)]
pub struct Later(RefCell<Option<Timeout>>);

impl Later {
    /// Does `action` in `milliseconds`, and not what was asked for before.
    pub fn after(&self, milliseconds: u32, action: impl FnOnce() + 'static) {
        // Dropping the old one cancels it.
        *self.0.borrow_mut() = Some(Timeout::new(milliseconds, action));
    }

    /// Does nothing of what was asked for.
    pub fn cancel(&self) {
        *self.0.borrow_mut() = None;
    }
}
