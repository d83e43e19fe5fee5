//! What comes after the first screen: the panels, and what waits for them.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::converse;
use crate::app::on_demand::{self, Missing, Panels};
use crate::app::playground::Supplied;
use crate::text::wording;

use super::Session;
use super::opening::{Awaited, Opening};

/// Whether what is beside the picture has come.
#[derive(Clone, Copy, Debug)]
pub enum Fetched {
    /// It is on its way.
    Coming,
    /// It is here.
    Here(&'static Panels),
    /// It did not come.
    Missing,
}

impl Session {
    /// Fetches what is beside the picture, and then the model: so that all is there when
    /// the connection goes.
    pub fn fetch_panels(self) {
        self.panels.set(Fetched::Coming);
        spawn_local(async move {
            match on_demand::panels().await {
                Ok(panels) => self.take_panels(panels),
                Err(Missing) => {
                    self.panels.set(Fetched::Missing);
                    if !self.own().after_panels.borrow().is_empty() {
                        self.fail(Awaited::Panels, String::from("panels.wasm"));
                    }
                }
            }
            // Asked for again where it is needed.
            converse::fetch(|_| {});
        });
    }

    pub(super) fn take_panels(self, panels: &'static Panels) {
        self.panels.set(Fetched::Here(panels));
        let supplied = self.supplied();
        self.playground
            .update_value(|playground| playground.supply(supplied));
        (panels.settle)(self);
        let waiting = self.own().after_panels.take();
        for then in waiting {
            then(panels);
        }
    }

    /// Goes on as soon as what is beside the picture is there.
    pub(super) fn with_panels(self, then: impl FnOnce(&'static Panels) + 'static) {
        match self.panels.get_untracked() {
            Fetched::Here(panels) => then(panels),
            fetched => {
                self.opening.set(Opening::Loading);
                self.own().after_panels.borrow_mut().push(Box::new(then));
                if let Fetched::Missing = fetched {
                    self.fetch_panels();
                }
            }
        }
    }

    /// What runs are made with now.
    pub(super) fn supplied(self) -> Supplied {
        let (words, wording) = match self.panels.get_untracked() {
            Fetched::Here(panels) => (Some(panels.words), panels.wording),
            _ => (None, wording::miniature as fn(_) -> _),
        };
        Supplied {
            model: converse::answer,
            words,
            wording,
        }
    }
}
