//! A run that a live model answers in. Asking is not done here: the connection asks, and
//! gives the answer to this run.

use leptos::prelude::*;

use crate::app::choices::Speed;
use crate::app::command::Notice;
use crate::app::frame::Frame;
use crate::app::keys::Direction;
use crate::app::link::Changes;
use crate::app::playground::{LiveModel, Playground};
use crate::engine::config::Config;
use crate::engine::input::Stimulus;
use crate::engine::reply::Request;
use crate::text::Locale;
use crate::trace::cursor::Stride;

use super::Session;
use super::opening::Why;

impl Session {
    /// What a live model is to be asked now, and the turn.
    pub fn question(self) -> Option<(Request, u32)> {
        self.read_untracked(Playground::question)
    }

    /// True where the run waits for a live model's answer.
    pub fn is_asked(self) -> bool {
        self.read_untracked(Playground::is_asked)
    }

    /// The live model that is connected to the run in view.
    pub fn live_model(self) -> Option<LiveModel> {
        self.read_untracked(|playground| playground.live().cloned())
    }

    /// A number that changes with the record.
    pub fn revision(self) -> u32 {
        self.read_untracked(Playground::revision)
    }

    /// The content language of the run.
    pub fn content(self) -> Locale {
        self.read_untracked(Playground::locale)
    }

    /// The run goes on with what a live model answered, or without. Who looks at the end sees
    /// it happen; who looks elsewhere goes on looking there.
    pub fn answered(self, what: Stimulus) {
        let was_last = self.frame.with_untracked(Frame::is_last);
        let mut result = Ok(());
        self.playground
            .update_value(|playground| result = playground.answered(what));
        if let Err(refused) = result {
            self.notice.set(Some(Notice::Refused(refused)));
        }
        let is_still = self
            .options
            .with_untracked(|options| options.is_still || options.speed == Speed::Immediate);
        if !was_last {
            let frame = self.playground.with_value(Frame::of);
            self.frame.set(frame);
        } else if is_still {
            self.go(|playground| Some(playground.count()), false);
        } else {
            self.go(
                |playground| playground.stride(Direction::Forward, Stride::Event),
                true,
            );
            if !self.is_playing.get_untracked() && !self.frame.with_untracked(Frame::is_last) {
                self.is_playing.set(true);
                self.wake();
            }
        }
    }

    /// From the end of what is open on this model answers.
    pub fn connect(self, live: LiveModel) {
        self.pause();
        self.playground
            .update_value(|playground| playground.connect(live));
        let frame = self.playground.with_value(Frame::of);
        self.frame.set(frame);
    }

    /// The scripted model answers again.
    pub fn disconnect(self) {
        self.pause();
        self.playground.update_value(Playground::disconnect);
        self.show(false);
    }

    /// Opens a conversation that has not begun, for this model.
    pub fn open_unspoken(self, config: Config, live: LiveModel) {
        self.pause();
        let locale = self.options.with_untracked(|options| options.locale);
        let source = Playground::unspoken(config, &live);
        match Playground::open(source, Changes::default(), locale, self.supplied()) {
            Ok(mut opened) => {
                opened.connect(live);
                self.notice.set(None);
                let _ = self.opens();
                self.look(opened, None, Why::Asked);
                self.write_hash_soon();
            }
            Err(problem) => self.notice.set(Some(Notice::CannotOpen(problem))),
        }
    }
}
