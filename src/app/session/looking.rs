//! Looking at the run: which moment is in view, and how its movement travels.

use leptos::prelude::*;

use crate::app::choices::Speed;
use crate::app::command::Command;
use crate::app::frame::Frame;
use crate::app::keys::Direction;
use crate::app::playground::Playground;
use crate::trace::cursor::Stride;

use super::{ARRIVED, Session};

/// Milliseconds that a movement travels at normal speed.
const FLIGHT: u32 = 700;

/// Milliseconds that a step stays in view after its movement, at normal speed.
const DWELL: u32 = 1_500;

impl Session {
    /// Looks at the position that `target` gives, with its movement where that is wanted.
    pub(super) fn go(self, target: impl FnOnce(&Playground) -> Option<usize>, moves: bool) {
        let mut has_moved = false;
        self.playground.update_value(|playground| {
            if let Some(position) = target(playground) {
                has_moved = true;
                playground.look_at(position);
            }
        });
        if has_moved {
            self.show(moves);
        }
    }

    /// Shows the moment that is in view now.
    pub(super) fn show(self, moves: bool) {
        let frame = self.playground.with_value(Frame::of);
        let is_still = self
            .options
            .with_untracked(|options| options.is_still || options.speed == Speed::Immediate);
        let travels = moves && !is_still && frame.scene.flight.is_some();
        self.own().elapsed.replace(0.0);
        self.progress.set(if travels { 0 } else { ARRIVED });
        self.frame.set(frame);
        if travels || self.is_playing.get_untracked() {
            self.wake();
        }
    }

    pub(super) fn wake(self) {
        if let Some(frames) = &*self.own().frames.borrow() {
            frames.wake();
        }
    }

    /// One frame of the loop; false where nothing moves any more.
    pub(super) fn tick(self, step: f64) -> bool {
        let (Some(speed), Some(is_playing)) = (
            self.options.try_with_untracked(|options| options.speed),
            self.is_playing.try_get_untracked(),
        ) else {
            return false;
        };
        let own = self.own();
        let elapsed = *own.elapsed.borrow() + step;
        own.elapsed.replace(elapsed);
        let flight = f64::from(speed.scale(FLIGHT));
        let has_arrived = self.progress.get_untracked() >= ARRIVED;
        if !has_arrived {
            let share = if flight > 0.0 {
                (elapsed / flight).min(1.0)
            } else {
                1.0
            };
            // Between 0 and 1,000: the cast loses nothing.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            self.progress.set((share * f64::from(ARRIVED)) as u16);
        }
        if is_playing && elapsed >= flight + f64::from(speed.scale(DWELL)) {
            self.play_on();
            return self.is_playing.get_untracked() || self.progress.get_untracked() < ARRIVED;
        }
        is_playing || self.progress.get_untracked() < ARRIVED
    }

    pub(super) fn toggle_play(self) {
        if self.is_playing.get_untracked() {
            self.pause();
            return;
        }
        let (is_last, speed) = (
            self.frame.with_untracked(Frame::is_last),
            self.options.with_untracked(|options| options.speed),
        );
        if is_last {
            return;
        }
        if speed == Speed::Immediate {
            self.dispatch(Command::Last);
            return;
        }
        self.is_playing.set(true);
        self.play_on();
        self.wake();
    }

    /// The next step while it plays; it stops at the end.
    pub(super) fn play_on(self) {
        self.go(
            |playground| playground.stride(Direction::Forward, Stride::Event),
            true,
        );
        if self.frame.with_untracked(Frame::is_last) {
            self.is_playing.set(false);
        }
        self.write_hash_soon();
    }

    pub(super) fn pause(self) {
        if self.is_playing.get_untracked() {
            self.is_playing.set(false);
        }
    }
}
