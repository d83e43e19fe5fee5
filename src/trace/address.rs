//! Names for moments of a run that survive small changes of it: `turn.call.kind.nth`.

use core::fmt;
use core::str::FromStr;

/// Turn and model call of an event; both count from 1, and are 0 before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The turn.
    pub turn: u32,
    /// The model call within the turn.
    pub call: u32,
}

/// The `nth` event of a kind within a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Turn and call.
    pub place: Place,
    /// Stable name of the event's kind.
    pub kind: Box<str>,
    /// Which of them, from 1.
    pub nth: u32,
}

/// Not of the form `turn.call.kind.nth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadAddress;

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}.{}.{}.{}",
            self.place.turn, self.place.call, self.kind, self.nth
        )
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let mut parts = text.split('.');
        let mut part = || {
            parts
                .next()
                .filter(|part| !part.is_empty())
                .ok_or(BadAddress)
        };
        let number = |text: &str| text.parse::<u32>().map_err(|_| BadAddress);
        let (turn, call, kind, nth) = (
            number(part()?)?,
            number(part()?)?,
            part()?,
            number(part()?)?,
        );
        let is_name = kind
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if parts.next().is_some() || !is_name || nth == 0 {
            return Err(BadAddress);
        }
        Ok(Self {
            place: Place { turn, call },
            kind: kind.into(),
            nth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_refuses_the_rest() {
        for text in ["1.1.evicted.1", "12.3.paged_in.2", "0.0.began.1"] {
            assert_eq!(
                text.parse::<Address>()
                    .map(|address| address.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        for text in [
            "",
            "1.1.evicted",
            "1.1.evicted.0",
            "1.1.Evicted.1",
            "1.1.evicted.1.1",
            "-1.1.evicted.1",
            "1.1..1",
            "9999999999.1.a.1",
        ] {
            assert_eq!(text.parse::<Address>(), Err(BadAddress), "{text}");
        }
    }
}
