//! Moments as agent files write them: those of the database, and those that the model reads.

use crate::engine::timestamp::{Day, Timestamp};

const SECONDS_PER_DAY: i64 = 86_400;

/// Reads `2025-04-01T03:47:27.492924+00:00`: fractions are cut off, without a zone it is UTC.
pub(super) fn created(text: &str) -> Option<Timestamp> {
    let (day, clock) = text.trim().split_once(['T', ' '])?;
    let end = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
    let (clock, zone) = (&clock[..end], &clock[end..]);
    let clock = clock.split('.').next().unwrap_or(clock);
    let zone = match zone {
        "" | "Z" => 0,
        zone => offset(zone)?,
    };
    at(day, seconds(clock)?, zone)
}

/// Reads `2025-03-31 08:47:27 PM PDT-0700` (memgpt.md 2.3).
pub(super) fn packaged(text: &str) -> Option<Timestamp> {
    let mut words = text.split_whitespace();
    let (day, clock, half) = (words.next()?, words.next()?, words.next()?);
    let clock = seconds(clock).filter(|seconds| *seconds < 13 * 3_600)?;
    let clock = match half {
        "AM" => clock % (12 * 3_600),
        "PM" => clock % (12 * 3_600) + 12 * 3_600,
        _ => return None,
    };
    let zone = match words.next() {
        Some(zone) => zone
            .find(['+', '-'])
            .map_or(Some(0), |sign| offset(&zone[sign..]))?,
        None => 0,
    };
    at(day, clock, zone)
}

fn at(day: &str, clock: i64, zone: i64) -> Option<Timestamp> {
    let day = Day::parse(day)?.0.checked_mul(SECONDS_PER_DAY)?;
    day.checked_add(clock)?.checked_sub(zone).map(Timestamp)
}

/// `HH:MM` or `HH:MM:SS`, in seconds.
fn seconds(clock: &str) -> Option<i64> {
    let mut parts = clock.split(':');
    let mut part = |limit: i64| two_digits(parts.next()?).filter(|value| *value < limit);
    let (hours, minutes) = (part(24)?, part(60)?);
    let seconds = match parts.next() {
        Some(seconds) => two_digits(seconds).filter(|value| *value < 61)?,
        None => 0,
    };
    let is_whole = parts.next().is_none();
    is_whole.then_some(hours * 3_600 + minutes * 60 + seconds)
}

/// `+02:00`, `-0700`, in seconds.
fn offset(zone: &str) -> Option<i64> {
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone.get(1..)?.chars().filter(|sign| *sign != ':').collect();
    let hours = two_digits(digits.get(..2)?)?;
    let minutes = match digits.get(2..)? {
        "" => 0,
        minutes => two_digits(minutes)?,
    };
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3_600 + minutes * 60))
}

fn two_digits(text: &str) -> Option<i64> {
    let is_right = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_right.then(|| text.parse().ok())?
}

/// The text with every moment in it taken out: `2025-04-01 03:47:27`, with fractions, half
/// of the day and zone where it has them.
pub(super) fn without_moments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|sign: char| sign.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        bare.push_str(before);
        match moment_length(from) {
            Some(length) => {
                bare.push('⏱');
                rest = &from[length..];
            }
            None => {
                // All digits that stand together: no moment begins among them.
                let end = from.find(|sign: char| !sign.is_ascii_digit());
                let end = end.unwrap_or(from.len());
                bare.push_str(&from[..end]);
                rest = &from[end..];
            }
        }
    }
    bare.push_str(rest);
    bare
}

/// How many bytes the moment takes that the text begins with.
fn moment_length(text: &str) -> Option<usize> {
    const FORM: &[u8] = b"dddd-dd-dd dd:dd:dd";
    let bytes = text.as_bytes().get(..FORM.len())?;
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'd' => byte.is_ascii_digit(),
        b' ' => matches!(byte, b' ' | b'T'),
        other => byte == other,
    };
    if !bytes.iter().zip(FORM).all(fits) {
        return None;
    }
    let mut length = FORM.len();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(fraction) = text[length..].strip_prefix('.') {
        length += 1 + digits(fraction);
    }
    if text[length..].starts_with(" AM") || text[length..].starts_with(" PM") {
        length += 3;
    }
    let zone = text[length..].strip_prefix(' ').unwrap_or(&text[length..]);
    let space = text.len() - length - zone.len();
    let name = zone
        .bytes()
        .take_while(u8::is_ascii_uppercase)
        .count()
        .min(5);
    let number = zone[name..].strip_prefix(['+', '-']).map_or(0, |rest| {
        let count = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || *byte == b':')
            .count();
        if count >= 4 { count + 1 } else { 0 }
    });
    Some(if number > 0 {
        length + space + name + number
    } else {
        length
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn shows(moment: Option<Timestamp>, expected: Option<&str>) {
        let shown = moment.map(|moment| moment.to_string());
        assert_eq!(shown.as_deref(), expected);
    }

    #[test]
    fn moments_of_the_database_are_read() {
        shows(
            created("2025-04-01T03:47:27.492924"),
            Some("2025-04-01 03:47:27"),
        );
        shows(created("2025-04-01T03:47:27Z"), Some("2025-04-01 03:47:27"));
        shows(
            created("2025-04-01 03:47:27+02:00"),
            Some("2025-04-01 01:47:27"),
        );
        shows(
            created("2025-04-01T03:47:27.5-0700"),
            Some("2025-04-01 10:47:27"),
        );
        shows(created("2025-04-01T03:47"), Some("2025-04-01 03:47:00"));
        for text in [
            "",
            "2025-04-01",
            "now",
            "2025-13-01T00:00",
            "2025-04-01T25:00",
            "2025-04-01T03:47:27+x",
        ] {
            shows(created(text), None);
        }
    }

    #[test]
    fn moments_are_taken_out_of_texts() {
        for (text, bare) in [
            ("", ""),
            ("no 12 moment 2025-04", "no 12 moment 2025-04"),
            ("2025-04-01 03:47:27, user - hi 5", "⏱, user - hi 5"),
            ("at 2025-03-31 08:47:27 PM PDT-0700.", "at ⏱."),
            ("2025-04-01T03:47:27.492924+00:00x", "⏱x"),
            ("12025-04-01 03:47:27", "12025-04-01 03:47:27"),
            ("2025-04-01 03:47:27 PM and", "⏱ and"),
            ("é2025-04-01 03:47:2", "é2025-04-01 03:47:2"),
        ] {
            assert_eq!(without_moments(text), bare, "{text}");
        }
    }

    #[test]
    fn moments_that_the_model_reads_are_read() {
        shows(
            packaged("2025-03-31 08:47:27 PM PDT-0700"),
            Some("2025-04-01 03:47:27"),
        );
        shows(
            packaged("2025-10-10 07:14:29 AM UTC+0000"),
            Some("2025-10-10 07:14:29"),
        );
        shows(
            packaged("2025-10-10 12:00:01 AM"),
            Some("2025-10-10 00:00:01"),
        );
        shows(
            packaged("2025-10-10 12:00:01 PM CET"),
            Some("2025-10-10 12:00:01"),
        );
        for text in [
            "",
            "2025-10-10",
            "2025-10-10 07:14:29",
            "2025-10-10 17:14:29 PM",
            "é é é",
        ] {
            shows(packaged(text), None);
        }
    }
}
