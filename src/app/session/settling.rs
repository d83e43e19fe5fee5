//! What the page does by itself once all its parts are there: nobody waits for it.

use std::sync::Arc;

use crate::app::command::{Command, Dialog};
use crate::app::platform::{fetch, sign_in};
use crate::scenario;
use crate::scenario::builtin::{BUILT_IN, BuiltIn};

use super::Session;

impl Session {
    /// Opens files that are dropped on the page, and fetches the examples that are not here
    /// yet: they can be opened when the connection is gone.
    pub fn settle(self) {
        // The way back from a sign-in ends in the dialog that it began in.
        if sign_in::has_returned() {
            self.dispatch(Command::OpenDialog(Dialog::Live));
        }
        self.take_drops();
        self.keep_examples(&BUILT_IN);
    }

    /// Fetches one after the other. What does not come is asked for when it is opened, and
    /// only then is it said that it is missing.
    fn keep_examples(self, examples: &'static [BuiltIn]) {
        let Some((example, rest)) = examples.split_first() else {
            return;
        };
        if self.has_example(example.id) {
            return self.keep_examples(rest);
        }
        fetch::bytes(
            &format!("./scenarios/{}.json", example.id),
            move |fetched| {
                let read = fetched.ok().and_then(|bytes| scenario::read(&bytes).ok());
                if let Some(checked) = read
                    && !self.has_example(example.id)
                {
                    let library = &self.own().library;
                    library.borrow_mut().push(Arc::new(checked.scenario));
                }
                self.keep_examples(rest);
            },
        );
    }

    fn has_example(self, id: &str) -> bool {
        let own = self.own();
        let library = own.library.borrow();
        library.iter().any(|known| &*known.id == id)
    }
}
