//! The clock and chance of the machine in front of the person: inputs, for what is live.

use crate::engine::timestamp::Timestamp;

/// Now, by the person's own time of day.
pub fn now() -> Timestamp {
    let date = js_sys::Date::new_0();
    let minutes_behind = date.get_timezone_offset();
    let seconds = date.get_time() / 1_000.0 - minutes_behind * 60.0;
    // Far below what the number holds, for some thousands of centuries.
    #[allow(clippy::cast_possible_truncation)]
    Timestamp(seconds as i64)
}

/// A number from 0 to 999.
pub fn chance() -> u32 {
    // Between 0 and 1,000: the cast loses nothing.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let number = (js_sys::Math::random() * 1_000.0) as u32;
    number.min(999)
}
