//! Acting: saying and setting something, and reading a file.

use leptos::prelude::*;

use crate::app::choices::Tab;
use crate::app::command::{Dialog, Notice, Pending};
use crate::app::frame::Frame;
use crate::app::live;
use crate::app::platform::root;
use crate::app::playground::ForkAt;
use crate::engine::input::Refused;

use super::Session;
use super::fetching::Fetched;
use super::opening::Why;

impl Session {
    /// Acts at once where nothing is cut off, else asks first.
    pub(super) fn act(self, pending: Pending) {
        self.pause();
        let cuts = self.playground.with_value(|playground| match pending {
            Pending::Set(_) => playground.would_fork(),
            // Words wait for the end of their turn: after the last one nothing is cut off.
            Pending::Say(_) | Pending::ChatOn => playground.has_later_turn(),
        });
        if cuts {
            self.dialog.set(Some(Dialog::Fork(pending)));
        } else {
            self.perform_with_panels(pending, ForkAt::TurnEnd);
        }
    }

    /// What is said and set comes from the panels: they are here.
    pub(super) fn perform_with_panels(self, pending: Pending, fork_at: ForkAt) {
        if let Fetched::Here(panels) = self.panels.get_untracked() {
            (panels.perform)(self, pending, fork_at);
        }
    }

    /// Says or sets something, at the point of a fork where it makes one.
    pub fn perform(self, pending: Pending, fork_at: ForkAt) {
        let locale = self.options.with_untracked(|options| options.locale);
        let mut result = Ok(());
        let mut chatted = None;
        self.playground.update_value(|playground| {
            result = match &pending {
                Pending::Say(text) => playground.say(text, fork_at),
                Pending::Set(settings) => playground.set(settings),
                Pending::ChatOn => playground
                    .chat_on(locale, fork_at)
                    .map(|talk| chatted = Some(talk)),
            };
        });
        match result {
            Ok(()) => {
                if let Pending::Say(_) = pending {
                    self.draft.set(String::new());
                }
                self.show(chatted.is_none());
                if let Some((count, is_full)) = chatted {
                    self.notice.set(Some(Notice::Chatted(count, is_full)));
                }
                self.tell_dropped();
                let plays = matches!(pending, Pending::Say(_))
                    && !self.options.with_untracked(|options| options.is_still);
                if plays && !self.frame.with_untracked(Frame::is_last) {
                    self.toggle_play();
                }
                if self.is_asked() {
                    // What is awaited comes at the end.
                    if self.options.with_untracked(|options| options.is_still) {
                        self.go(|playground| Some(playground.count()), false);
                    }
                    live::file::ask(self);
                }
            }
            Err(Refused::Empty) => {}
            Err(refused) => {
                self.notice.set(Some(Notice::Refused(refused)));
                self.show(false);
            }
        }
    }

    /// Takes another future into view.
    pub fn restore(self, number: u32) {
        self.pause();
        let mut is_there = false;
        self.playground
            .update_value(|playground| is_there = playground.restore(number));
        if !is_there {
            self.notice.set(Some(Notice::FutureLost));
        }
        self.show(false);
    }

    /// Opens the tab that compares the futures.
    pub fn compare(self) {
        self.tab.set(Tab::Futures);
        root::focus("tab-panel");
    }

    pub(super) fn open_file(self, name: &str, bytes: &[u8]) {
        self.pause();
        // A file is chosen among the panels: they are here.
        let Fetched::Here(panels) = self.panels.get_untracked() else {
            return;
        };
        match (panels.read_file)(name, bytes, self.supplied()) {
            Ok(imported) if imported.is_same => {
                self.own().imported.replace(Some(imported));
                self.accept_import();
            }
            Ok(imported) => {
                let engine = imported.engine.clone();
                self.own().imported.replace(Some(imported));
                self.dialog.set(Some(Dialog::OtherEngine(engine)));
            }
            Err(problem) => self.notice.set(Some(Notice::CannotOpen(problem))),
        }
    }

    pub(super) fn accept_import(self) {
        self.dialog.set(None);
        let _ = self.opens();
        if let Some(imported) = self.own().imported.take() {
            self.notice.set(None);
            self.look(imported.accept(), None, Why::Asked);
        }
    }
}
