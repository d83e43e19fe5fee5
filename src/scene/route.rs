//! The way of an arrow from one place to another. Places come from whoever lays out the
//! picture; the geometry is here, where it can be tested without a browser.
//!
//! Ways run in the gaps between the parts, so that they cross as few words as can be, and
//! meet there like the lines of a bus.

use core::fmt::{self, Write};

/// A rectangle, in CSS pixels from the corner of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
}

/// What kind of place it is: where a way may touch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// A station between the columns: ways turn close to it.
    Station,
    /// A row of a list: touched at its side only, since other rows lie above and below.
    Row,
    /// Anything else.
    Free,
}

/// A place that a way starts at, passes or ends at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where it stands.
    pub rect: Rect,
    /// Where it may be touched.
    pub port: Port,
}

/// A way: an SVG path, and where and how its head points.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The path.
    pub path: String,
    /// Where it ends.
    pub end: (f64, f64),
    /// Direction at its end, in degrees clockwise from the right.
    pub angle: f64,
}

type Point = (f64, f64);

/// A length or an angle, written with one decimal. Whole numbers are written: the
/// formatting of floats would be a twentieth of what the first screen fetches.
pub struct Tenths(pub f64);

impl fmt::Display for Tenths {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Coordinates of a page: far below the range of the cast.
        #[allow(clippy::cast_possible_truncation)]
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let tenths = tenths.unsigned_abs();
        write!(formatter, "{sign}{}.{}", tenths / 10, tenths % 10)
    }
}

/// Least gap between two places that are side by side, in pixels.
const GAP_MIN: f64 = 6.0;

/// How far from a station, or from a list, a way turns, in pixels.
const TURN: f64 = 10.0;

/// Radius of a turn, in pixels.
const RADIUS: f64 = 7.0;

impl Rect {
    /// Middle of the width.
    pub fn middle_x(self) -> f64 {
        (self.left + self.right) / 2.0
    }

    /// Middle of the height.
    pub fn middle_y(self) -> f64 {
        (self.top + self.bottom) / 2.0
    }
}

/// How the three parts of the stage lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Side by side.
    Columns,
    /// One above the other.
    Stacked,
}

/// The way from one place to another, past a third where there is one.
pub fn route(layout: Layout, from: Place, past: Option<Place>, to: Place) -> Route {
    match past {
        None => match points(layout, from, to) {
            Some(way) => angular(&way),
            None => curve(from.rect, to.rect),
        },
        Some(past) => {
            let (first, second) = (points(layout, from, past), points(layout, past, to));
            let mut way = first.unwrap_or_default();
            way.extend(second.unwrap_or_default());
            angular(&way)
        }
    }
}

/// The corners of what one sees of `from` when looking from `eye`: two of the window's,
/// two of the eye's.
pub fn beam(from: Rect, eye: Rect) -> String {
    let corners = if eye.left - from.right >= GAP_MIN {
        [
            (from.right, from.top),
            (eye.left, eye.top),
            (eye.left, eye.bottom),
            (from.right, from.bottom),
        ]
    } else {
        [
            (from.left, from.bottom),
            (eye.left, eye.top),
            (eye.right, eye.top),
            (from.right, from.bottom),
        ]
    };
    let mut path = String::new();
    for (index, (x, y)) in corners.into_iter().enumerate() {
        move_to(&mut path, index == 0, (x, y));
    }
    path.push('Z');
    path
}

/// The corners of a way; `None` where a free curve is better: two places far apart, side
/// by side, with no station at either end.
fn points(layout: Layout, from: Place, to: Place) -> Option<Vec<Point>> {
    let (a, b) = (from.rect, to.rect);
    let (ya, yb) = (a.middle_y(), b.middle_y());
    let is_right = b.left - a.right >= GAP_MIN;
    let is_apart = is_right || a.left - b.right >= GAP_MIN;
    let is_level = a.top < b.bottom && b.top < a.bottom;
    let is_list = from.port == Port::Row && to.port == Port::Row;
    if is_apart && !is_list && (layout == Layout::Columns || is_level) {
        let (x, u) = if is_right {
            (a.right, b.left)
        } else {
            (a.left, b.right)
        };
        // Towards the station, half of the gap at most.
        let turn = TURN.min((u - x).abs() / 2.0).copysign(u - x);
        let bend = match (from.port, to.port) {
            (Port::Station, _) => x + turn,
            (_, Port::Station) => u - turn,
            _ => return None,
        };
        return Some(vec![(x, ya), (bend, ya), (bend, yb), (u, yb)]);
    }
    let is_down = yb >= ya;
    let gutter = a.right.max(b.right) + TURN;
    let (edge_a, edge_b) = if is_down {
        (a.bottom, b.top)
    } else {
        (a.top, b.bottom)
    };
    let away = TURN
        .min((edge_b - edge_a).abs() / 2.0)
        .copysign(edge_b - edge_a);
    Some(match (from.port, to.port) {
        (Port::Row, Port::Row) => vec![(a.right, ya), (gutter, ya), (gutter, yb), (b.right, yb)],
        (Port::Row, _) => {
            let (x, y) = (b.middle_x(), edge_b - away);
            vec![
                (a.right, ya),
                (gutter, ya),
                (gutter, y),
                (x, y),
                (x, edge_b),
            ]
        }
        (_, Port::Row) => {
            let (x, y) = (a.middle_x(), edge_a + away);
            vec![
                (x, edge_a),
                (x, y),
                (gutter, y),
                (gutter, yb),
                (b.right, yb),
            ]
        }
        _ => {
            let (x, u) = (a.middle_x(), b.middle_x());
            let y = if to.port == Port::Station {
                edge_b - away
            } else {
                edge_a + away
            };
            vec![(x, edge_a), (x, y), (u, y), (u, edge_b)]
        }
    })
}

/// The beginning of a path, or a straight line on.
fn move_to(path: &mut String, is_first: bool, point: Point) {
    write_points(path, if is_first { 'M' } else { 'L' }, &[point]);
}

fn write_points(path: &mut String, letter: char, points: &[Point]) {
    path.push(letter);
    for (index, (x, y)) in points.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        // Writing to a String cannot fail.
        let _ = write!(path, "{gap}{} {}", Tenths(*x), Tenths(*y));
    }
}

/// A path with round corners.
fn angular(way: &[Point]) -> Route {
    let mut path = String::new();
    for (index, &(x, y)) in way.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| way.get(index));
        let (Some(&before), Some(&after)) = (before, way.get(index + 1)) else {
            move_to(&mut path, index == 0, (x, y));
            continue;
        };
        let (enter, leave) = (towards((x, y), before), towards((x, y), after));
        move_to(&mut path, false, enter);
        write_points(&mut path, 'Q', &[(x, y), leave]);
    }
    let end = way.last().copied().unwrap_or_default();
    let different = way.iter().rev().find(|point| **point != end);
    let before = different.copied().unwrap_or(end);
    Route {
        path,
        end,
        angle: heading(end.0 - before.0, end.1 - before.1),
    }
}

/// Degrees, clockwise, of a way's last part: it runs along an axis.
fn heading(dx: f64, dy: f64) -> f64 {
    match (dx.abs() >= dy.abs(), dx < 0.0, dy < 0.0) {
        (true, false, _) => 0.0,
        (true, true, _) => 180.0,
        (false, _, false) => 90.0,
        (false, _, true) => -90.0,
    }
}

/// The point on the way from a corner to the next one where the turn ends.
fn towards(corner: Point, next: Point) -> Point {
    let (dx, dy) = (next.0 - corner.0, next.1 - corner.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length == 0.0 {
        return corner;
    }
    let share = RADIUS.min(length / 2.0) / length;
    (corner.0 + dx * share, corner.1 + dy * share)
}

/// A free curve between two places that are side by side.
fn curve(from: Rect, to: Rect) -> Route {
    let (x, u) = if to.left >= from.right {
        (from.right, to.left)
    } else {
        (from.left, to.right)
    };
    let (y, v, bend) = (from.middle_y(), to.middle_y(), (u - x) * 0.55);
    let mut path = String::new();
    move_to(&mut path, true, (x, y));
    write_points(&mut path, 'C', &[(x + bend, y), (u - bend, v), (u, v)]);
    Route {
        path,
        end: (u, v),
        angle: if u >= x { 0.0 } else { 180.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(port: Port, left: f64, top: f64, right: f64, bottom: f64) -> Place {
        Place {
            rect: Rect {
                left,
                top,
                right,
                bottom,
            },
            port,
        }
    }

    const WIDE: [(Port, f64, f64, f64, f64); 3] = [
        (Port::Row, 10.0, 100.0, 200.0, 130.0),
        (Port::Station, 240.0, 20.0, 340.0, 80.0),
        (Port::Free, 400.0, 200.0, 420.0, 220.0),
    ];

    fn wide() -> [Place; 3] {
        WIDE.map(|(port, left, top, right, bottom)| place(port, left, top, right, bottom))
    }

    #[test]
    fn a_way_touches_both_ends_and_turns_at_the_station() {
        let [row, station, cell] = wide();
        let way = route(Layout::Columns, row, None, station);
        assert_eq!(
            way.path,
            "M200.0 115.0L223.0 115.0Q230.0 115.0 230.0 108.0L230.0 57.0Q230.0 50.0 235.0 50.0L240.0 50.0"
        );
        assert_eq!((way.end, way.angle), ((240.0, 50.0), 0.0));
        let back = route(Layout::Columns, cell, None, station);
        assert_eq!((back.end, back.angle), ((340.0, 50.0), 180.0));
    }

    #[test]
    fn a_way_past_a_station_is_one_path() {
        let [row, station, cell] = wide();
        let out = route(Layout::Columns, row, Some(station), cell);
        assert!(out.path.starts_with("M200.0 115.0"), "{}", out.path);
        assert_eq!(out.path.matches('M').count(), 1);
        assert_eq!((out.end, out.angle), ((400.0, 210.0), 0.0));
        let back = route(Layout::Columns, cell, Some(station), row);
        assert_eq!((back.end, back.angle), ((200.0, 115.0), 180.0));
    }

    #[test]
    fn without_a_station_the_way_is_a_curve() {
        let [row, _, cell] = wide();
        let way = route(Layout::Columns, row, None, cell);
        assert!(way.path.starts_with("M200.0 115.0C"), "{}", way.path);
        assert_eq!((way.end, way.angle), ((400.0, 210.0), 0.0));
    }

    #[test]
    fn stacked_parts_are_joined_beside_the_list() {
        let row = place(Port::Row, 10.0, 100.0, 300.0, 130.0);
        let station = place(Port::Station, 10.0, 400.0, 100.0, 480.0);
        let cell = place(Port::Free, 40.0, 600.0, 60.0, 620.0);
        let way = route(Layout::Stacked, row, Some(station), cell);
        assert!(way.path.contains("310.0 115.0"), "{}", way.path);
        assert_eq!((way.end, way.angle), ((50.0, 600.0), 90.0));
        let back = route(Layout::Stacked, cell, Some(station), row);
        assert_eq!((back.end, back.angle), ((300.0, 115.0), 180.0));
    }

    #[test]
    fn rows_of_one_list_are_joined_around() {
        let first = place(Port::Row, 10.0, 0.0, 200.0, 30.0);
        let last = place(Port::Row, 10.0, 300.0, 200.0, 330.0);
        let fold = route(Layout::Columns, last, None, first);
        assert_eq!((fold.end, fold.angle), ((200.0, 15.0), 180.0));
        assert!(fold.path.contains("Q210.0 315.0"), "{}", fold.path);
    }
}
