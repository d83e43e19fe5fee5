//! Lanes: the conversation that is open once more, answered by another model.

use leptos::prelude::*;

use crate::app::choices::Tab;
use crate::app::command::Notice;
use crate::app::converse;
use crate::app::lanes::By;
use crate::app::live;
use crate::app::platform::root;
use crate::app::playground::{LiveModel, Playground};
use crate::provider::price::Price;

use super::Session;

impl Session {
    /// Plays what came from outside again to the scripted model. `done` hears whether the file
    /// that holds it came.
    pub fn begin_scripted_lane(self, done: impl FnOnce(bool) + 'static) {
        let asked = self.revision();
        converse::fetch(move |fetched| {
            // Meanwhile something else may have been opened.
            if fetched.is_ok() && self.revision() == asked {
                self.begin_lane(Playground::begin_scripted_lane);
            }
            done(fetched.is_ok());
        });
    }

    /// Plays what came from outside again to this live model.
    pub fn begin_live_lane(self, live: LiveModel, price: Option<Price>) {
        let name = live.name.clone();
        self.begin_lane(|playground| playground.begin_live_lane(live, By::Live { name, price }));
        self.ask_in_lane();
    }

    /// Goes on with the lane in view after it was stopped.
    pub fn go_on_lane(self) {
        if !self.is_asked() {
            self.playground.update_value(Playground::go_on_lane);
            self.show(false);
        }
        self.ask_in_lane();
    }

    fn begin_lane(self, begin: impl FnOnce(&mut Playground)) {
        self.pause();
        self.playground.update_value(begin);
        self.notice.set(None);
        self.tell_dropped();
        self.show(false);
        self.tab.set(Tab::Futures);
        root::focus_soon("tab-panel");
        self.write_hash_soon();
    }

    fn ask_in_lane(self) {
        if self.is_asked() {
            live::file::ask(self);
        }
    }

    /// Says which future is no longer kept, where there was no room for one.
    pub(super) fn tell_dropped(self) {
        let dropped = self
            .playground
            .try_update_value(Playground::take_dropped)
            .flatten();
        if let Some(number) = dropped {
            self.notice.set(Some(Notice::FutureDropped(number)));
        }
    }
}
