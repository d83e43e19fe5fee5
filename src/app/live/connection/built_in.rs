//! The browser's own model: whether it is there, and its download, which a person asks for.

use leptos::prelude::*;

use crate::app::platform::built_in::{self, Availability, Download};
use crate::provider::details::Told;

use super::Connection;

/// Whether there is a model in the browser itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// Nobody asked.
    Unasked,
    /// This browser has none.
    Absent,
    /// Browsers give it to safe pages alone.
    Insecure,
    /// This device cannot run it.
    Unavailable,
    /// It has to be downloaded first.
    Downloadable,
    /// So many percent are here.
    Downloading(u32),
    /// It is here; the tokens of its window, where the browser says.
    Ready(Option<u32>),
    /// The download failed: the browser's words.
    Failed(String),
}

impl BuiltIn {
    /// It can be asked.
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Ready(_))
    }
}

impl Connection {
    /// Finds out whether the browser has a model. Downloads nothing.
    pub fn look_for_built_in(self) {
        if let BuiltIn::Ready(window) = self.built_in.get_untracked() {
            // Another provider may have been chosen meanwhile.
            let told = Told {
                window,
                tools: None,
            };
            self.choices.update(|choices| choices.learn(told));
            return;
        }
        let is_known = self
            .built_in
            .with_untracked(|known| matches!(known, BuiltIn::Ready(_) | BuiltIn::Downloading(_)));
        if is_known {
            return;
        }
        built_in::look(self.session.content().tag(), move |found| {
            self.built_in.set(match found {
                Availability::Absent => BuiltIn::Absent,
                Availability::Insecure => BuiltIn::Insecure,
                Availability::Unavailable => BuiltIn::Unavailable,
                Availability::Downloadable => BuiltIn::Downloadable,
                // Another page has asked for it: this one waits along.
                Availability::Downloading => BuiltIn::Downloading(0),
                Availability::Ready => BuiltIn::Ready(None),
            });
            match found {
                // Only to see its window.
                Availability::Ready | Availability::Downloading => self.prepare_built_in(),
                _ => {}
            }
        });
    }

    /// Has the model downloaded: the person has agreed to it.
    pub fn download_built_in(self) {
        self.built_in.set(BuiltIn::Downloading(0));
        self.prepare_built_in();
    }

    fn prepare_built_in(self) {
        let told = move |download: Download| match download {
            Download::Percent(percent) => {
                let is_coming = |known: &BuiltIn| matches!(known, BuiltIn::Downloading(_));
                if self.built_in.with_untracked(is_coming) {
                    self.built_in.set(BuiltIn::Downloading(percent));
                }
            }
            Download::Ready(window) => {
                self.built_in.set(BuiltIn::Ready(window));
                if self
                    .choices
                    .with_untracked(|choices| choices.is_in_browser())
                {
                    self.choices.update(|choices| {
                        choices.learn(Told {
                            window,
                            tools: None,
                        });
                    });
                }
            }
            Download::Failed(words) => self.built_in.set(BuiltIn::Failed(words)),
        };
        let language = self.session.content().tag();
        let download = built_in::prepare(language, told);
        self.own().download.replace(download);
    }
}
