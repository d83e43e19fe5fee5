//! The world outside: the address, the clipboard, files, what is kept, the root of the document.

use leptos::prelude::*;

use crate::app::choices::Theme;
use crate::app::command::{Command, Notice};
use crate::app::link::{Link, StepName};
use crate::app::platform::{address, clipboard, drops, files, root, storage};
use crate::app::playground::{OpenProblem, Playground, Source};
use crate::text::t;
use crate::trace::export::ImportProblem;

use super::Session;
use super::opening::Opening;

/// Milliseconds before a change is written into the address: browsers allow few changes a
/// second, and playing makes many.
const ADDRESS_PAUSE: u32 = 350;

impl Session {
    /// The state of the page as a link.
    pub fn link(self) -> Link {
        let options = self.options.get_untracked();
        self.playground.with_value(|playground| {
            let (example, items) = match playground.source() {
                Source::Example(scenario) => (Some(scenario.id.as_ref().into()), Vec::new()),
                Source::Items(items) => (None, items.iter().map(ToString::to_string).collect()),
                Source::File(_) | Source::Agent(_) => (None, Vec::new()),
            };
            Link {
                example,
                items,
                step: playground.address().map(StepName::Address),
                level: Some(options.level),
                locale: Some(options.locale),
                theme: (options.theme != Theme::Auto).then_some(options.theme),
                changes: playground.changes().clone(),
                hidden: options.hidden,
                locked: options.locked,
                is_without_characters: !options.has_character_keys,
                is_clamped: false,
            }
        })
    }

    /// The address of this page for a link.
    pub fn address_of(self, link: &Link) -> String {
        address::with_hash(&link.print())
    }

    /// Obeys the address whenever somebody changes it.
    pub fn listen_to_address(self) {
        address::on_hash_change(move || self.address_changed());
    }

    pub(super) fn write_hash_soon(self) {
        if self.opening.get_untracked() != Opening::Ready {
            return;
        }
        self.own().write_hash.after(ADDRESS_PAUSE, move || {
            let hash = self.link().print();
            let own = self.own();
            if *own.hash.borrow() != hash {
                address::replace_hash(&hash);
                own.hash.replace(hash);
            }
        });
    }

    /// Copies a text and says so.
    pub fn copy(self, text: &str) {
        let kept = text.to_owned();
        clipboard::copy(text, move |is_done| {
            self.notice.set(Some(if is_done {
                Notice::Copied
            } else {
                Notice::CopyByHand(kept)
            }));
        });
    }

    /// Offers the session as a file.
    pub fn save_session(self) {
        let file = self.playground.with_value(Playground::session);
        if let Ok(text) = serde_json::to_string_pretty(&file) {
            files::save("memgpt-session.json", "application/json", &text);
        }
    }

    /// Offers the trace as a file.
    pub fn save_trace(self) {
        let locale = self.options.with_untracked(|options| options.locale);
        let text = self.read_untracked(|playground| playground.trace_text(locale, None));
        files::save("memgpt-trace.txt", "text/plain", &text);
    }

    /// Opens what is in the file that was chosen.
    pub fn read_file(self, input: &web_sys::HtmlInputElement) {
        files::read(input, move |name, bytes| self.take_file(name, bytes));
    }

    /// Opens what is in a file that is dropped on the page, whenever one is.
    pub(super) fn take_drops(self) {
        let words = move || {
            let locale = self.options.with_untracked(|options| options.locale);
            t::settings::drop_here(locale)
        };
        drops::listen(words, move |name, bytes| self.take_file(name, bytes));
    }

    fn take_file(self, name: String, bytes: Result<Vec<u8>, u64>) {
        match bytes {
            Ok(bytes) => self.dispatch(Command::OpenFile(name.into(), bytes.into())),
            Err(bytes) => {
                let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
                let problem = OpenProblem::Import(ImportProblem::TooLong { bytes });
                self.notice.set(Some(Notice::CannotOpen(problem)));
            }
        }
    }

    /// Keeps a preference, unless the page belongs to another one.
    pub(super) fn keep(self, name: &str, value: &str) {
        if !self.is_framed() {
            storage::save(name, value);
        }
    }

    /// Says to the document what is chosen about the page.
    pub fn dress_root(self) {
        let options = self.options.get();
        root::set_language(options.locale.tag());
        root::set("data-theme", options.theme.name());
        root::set(
            "data-motion",
            if options.is_still { "reduced" } else { "full" },
        );
        root::set("data-level", &options.level.number().to_string());
        if self.is_framed() {
            root::set("data-framed", "");
        }
    }
}
