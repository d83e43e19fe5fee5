//! Where one looks at: moving through the events.

use crate::app::keys::Direction;
use crate::app::link::StepName;
use crate::app::mark::Mark;
use crate::trace::cursor;
use crate::trace::cursor::Stride;

use super::Playground;
use super::View;

impl Playground {
    /// Looks at a position.
    pub fn look_at(&mut self, position: usize) {
        let position = position.clamp(1, self.count().max(1));
        self.view = View::At(position);
    }

    /// Looks at the end, and stays there.
    pub fn follow(&mut self) {
        self.view = View::Following;
    }

    /// The position one stride away; `None` at the end or beginning.
    pub fn stride(&self, direction: Direction, stride: Stride) -> Option<usize> {
        let places = self.run().places();
        match direction {
            Direction::Forward => cursor::forward(places, self.position(), stride),
            Direction::Back => cursor::backward(places, self.position(), stride),
        }
    }

    /// The position of the next or last mark of one of these kinds.
    pub fn to_mark(&self, direction: Direction, is_wanted: impl Fn(Mark) -> bool) -> Option<usize> {
        let position = self.position();
        let wanted = |(at, mark): &&(usize, Mark)| {
            let is_there = match direction {
                Direction::Forward => *at > position,
                Direction::Back => *at < position,
            };
            is_there && is_wanted(*mark)
        };
        let found = match direction {
            Direction::Forward => self.marks.iter().find(wanted),
            Direction::Back => self.marks.iter().rfind(wanted),
        };
        found.map(|(at, _)| *at)
    }

    /// The position that a link names, and whether it is exactly there.
    pub fn find(&self, step: &StepName) -> Option<(usize, bool)> {
        match step {
            StepName::Address(address) => Some(self.run().find(address)),
            StepName::Mark(name) => {
                Some(self.scenario()?.mark(name, self.locale)?.find(self.run()))
            }
        }
    }

    /// The position at which the page opens: where something is about to happen.
    pub fn opens_at(&self) -> usize {
        if self.is_live {
            return self.count().max(1);
        }
        let mark = self
            .scenario()
            .and_then(|scenario| scenario.opens_at.clone());
        let named = mark.and_then(|name| self.find(&StepName::Mark(name.as_ref().into())));
        let named = named.map(|(position, _)| position);
        // Without a mark: before the first thing that stands out.
        let before_mark = || {
            self.marks
                .first()
                .map(|(position, _)| position.saturating_sub(1).max(1))
        };
        named.or_else(before_mark).unwrap_or(1)
    }
}
