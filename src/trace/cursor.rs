//! Where one looks at in a run, and the moves of a debugger over it: into one event,
//! over one model call, out of a turn, to the next of a kind; the same backwards.

use super::address::Place;

/// How far one move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// One event.
    Event,
    /// To the end of a model call.
    Call,
    /// To the end of a turn.
    Turn,
}

/// A position: how many events have happened in view, from 1.
pub type Position = usize;

/// The next position forward; `None` at the end.
pub fn forward(places: &[Place], from: Position, stride: Stride) -> Option<Position> {
    (from + 1..=places.len()).find(|position| is_end(places, *position, stride))
}

/// The next position backward; `None` at the beginning.
pub fn backward(places: &[Place], from: Position, stride: Stride) -> Option<Position> {
    let found = (1..from.min(places.len() + 1))
        .rev()
        .find(|position| is_end(places, *position, stride));
    found.or((from > 1).then_some(1))
}

/// The next position after `from` whose event is of one of these kinds.
pub fn next_of(
    count: usize,
    from: Position,
    is_wanted: impl Fn(usize) -> bool,
) -> Option<Position> {
    (from + 1..=count).find(|position| is_wanted(position - 1))
}

/// The last position before `from` whose event is of one of these kinds.
pub fn previous_of(from: Position, is_wanted: impl Fn(usize) -> bool) -> Option<Position> {
    (1..from).rev().find(|position| is_wanted(position - 1))
}

/// True where a stride ends at this position.
fn is_end(places: &[Place], position: Position, stride: Stride) -> bool {
    let (Some(here), next) = (places.get(position - 1), places.get(position)) else {
        return false;
    };
    match (stride, next) {
        (Stride::Event, _) | (_, None) => true,
        (Stride::Call, Some(next)) => next != here,
        (Stride::Turn, Some(next)) => next.turn != here.turn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Vec<Place> {
        [(0, 0), (1, 0), (1, 1), (1, 1), (1, 2), (2, 0), (2, 1)]
            .map(|(turn, call)| Place { turn, call })
            .to_vec()
    }

    #[test]
    fn strides_end_where_calls_and_turns_end() {
        let places = places();
        let walk = |stride| {
            let mut path = vec![1];
            while let Some(next) = forward(&places, path[path.len() - 1], stride) {
                path.push(next);
            }
            path
        };
        assert_eq!(walk(Stride::Event), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(walk(Stride::Call), [1, 2, 4, 5, 6, 7]);
        assert_eq!(walk(Stride::Turn), [1, 5, 7]);
    }

    #[test]
    fn back_goes_where_forward_came_from() {
        let places = places();
        for stride in [Stride::Event, Stride::Call, Stride::Turn] {
            let mut position = 1;
            while let Some(next) = forward(&places, position, stride) {
                assert_eq!(backward(&places, next, stride), Some(position));
                position = next;
            }
        }
        assert_eq!(backward(&places, 1, Stride::Turn), None);
    }
}
