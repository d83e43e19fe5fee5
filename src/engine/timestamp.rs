//! Moments as the host gives them. Nothing here reads a clock.

use core::fmt;

use serde::{Deserialize, Serialize};
use time::{Date, Month, OffsetDateTime};

/// Seconds since 1970-01-01 00:00:00 UTC. The playground knows no time zones.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// A day of the calendar, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

const SECONDS_PER_DAY: i64 = 86_400;

impl Timestamp {
    /// The day on which this moment lies.
    pub fn day(self) -> Day {
        Day(self.0.div_euclid(SECONDS_PER_DAY))
    }

    /// This moment, `seconds` later; stays within what can be represented.
    pub fn later(self, seconds: u32) -> Self {
        Self(self.0.saturating_add(i64::from(seconds)))
    }

    /// Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM[:SS]` (a `T` may stand for the space).
    pub fn parse(text: &str) -> Option<Self> {
        let (day, clock) = match text.split_once([' ', 'T']) {
            Some((day, clock)) => (day, clock.trim_end_matches('Z')),
            None => (text, "00:00"),
        };
        let mut seconds = Day::parse(day)?.0 * SECONDS_PER_DAY;
        let mut parts = clock.split(':');
        for (unit, limit) in [(3_600, 24), (60, 60), (1, 60)] {
            match parts.next() {
                Some(part) => {
                    let value = digits(part, 1, 2).filter(|value| *value < limit)?;
                    seconds += value * unit;
                }
                None if unit == 1 => {}
                None => return None,
            }
        }
        parts.next().is_none().then_some(Self(seconds))
    }
}

impl Day {
    /// Reads `YYYY-MM-DD`, the form that `conversation_search_date` asks for.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4, 4)?;
        let month = digits(parts.next()?, 2, 2)?;
        let day = digits(parts.next()?, 2, 2)?;
        if parts.next().is_some() {
            return None;
        }
        let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
        let date =
            Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?)
                .ok()?;
        Some(Self(i64::from(date.to_julian_day()) - JULIAN_DAY_OF_EPOCH))
    }
}

/// Julian day number of 1970-01-01.
const JULIAN_DAY_OF_EPOCH: i64 = 2_440_588;

fn digits(text: &str, least: usize, most: usize) -> Option<i64> {
    let right =
        (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if right { text.parse().ok() } else { None }
}

impl fmt::Display for Timestamp {
    /// `YYYY-MM-DD HH:MM:SS`; a moment that no calendar holds is shown as `@seconds`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match OffsetDateTime::from_unix_timestamp(self.0) {
            Ok(moment) => write!(
                out,
                "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                moment.year(),
                u8::from(moment.month()),
                moment.day(),
                moment.hour(),
                moment.minute(),
                moment.second()
            ),
            Err(_) => write!(out, "@{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_same_moment() {
        for text in [
            "1970-01-01 00:00:00",
            "2024-02-29 23:59:59",
            "2026-11-30 19:11:36",
        ] {
            assert_eq!(Timestamp::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Timestamp::parse("2026-03-01T08:30"),
            Timestamp::parse("2026-03-01 08:30:00")
        );
    }

    #[test]
    fn refuses_what_is_no_date() {
        for text in [
            "",
            "2026-02-30",
            "26-01-01",
            "2026-1-1",
            "2026-01-01 24:00",
            "2026-01-01 10",
            "hoy",
            "2026-01-01-01",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
