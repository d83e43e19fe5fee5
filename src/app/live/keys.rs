//! The key of the live model: in memory, and in this tab's storage where the person wants
//! it. It belongs to one scheme, host and port, and goes nowhere else.

use std::cell::RefCell;

use crate::app::platform::tab_storage;
use crate::provider::endpoint::Endpoint;
use crate::provider::key::{Key, KeyProblem};
use crate::provider::scrub::Scrubber;

/// The one key that is held.
#[derive(Default)]
pub struct Keys {
    held: RefCell<Option<Key>>,
    /// Where the tab's storage has it.
    kept_for: RefCell<Option<String>>,
}

impl Keys {
    /// Takes what was typed, in place of what was held.
    pub fn take(&self, text: &str, endpoint: &Endpoint, is_kept: bool) -> Result<(), KeyProblem> {
        let key = Key::new(text, endpoint)?;
        self.forget();
        self.held.replace(Some(key));
        let place = endpoint.origin().to_string();
        if is_kept && tab_storage::save(&place, text.trim()) {
            self.kept_for.replace(Some(place));
        }
        Ok(())
    }

    /// Drops a key that belongs elsewhere, and takes up one that this tab keeps for here.
    pub fn settle(&self, endpoint: &Endpoint) {
        let fits = |key: &Key| key.fits(endpoint);
        if self.held.borrow().as_ref().is_some_and(fits) {
            return;
        }
        self.held.replace(None);
        let place = endpoint.origin().to_string();
        let kept = tab_storage::load(&place).and_then(|text| Key::new(&text, endpoint).ok());
        if kept.is_some() {
            self.kept_for.replace(Some(place));
        }
        self.held.replace(kept);
    }

    /// Forgets the key everywhere.
    pub fn forget(&self) {
        let held = self.held.take();
        if let Some(key) = held {
            tab_storage::forget(&key.origin().to_string());
        }
        if let Some(place) = self.kept_for.take() {
            tab_storage::forget(&place);
        }
    }

    /// Whose key is held: scheme, host and port.
    pub fn origin(&self) -> Option<String> {
        let held = self.held.borrow();
        held.as_ref().map(|key| key.origin().to_string())
    }

    /// What removes the key from texts.
    pub fn scrubber(&self) -> Scrubber {
        let held = self.held.borrow();
        held.as_ref().map_or_else(Scrubber::none, Key::scrubber)
    }

    /// Lends the key.
    pub fn with<T>(&self, borrow: impl FnOnce(Option<&Key>) -> T) -> T {
        borrow(self.held.borrow().as_ref())
    }
}
