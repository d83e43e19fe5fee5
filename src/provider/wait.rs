//! How long a provider asks to wait. Pages cannot read its headers as a rule, so the words
//! of the error are read (providers.md 2.2).

/// The wait of the headers, in milliseconds. A date says nothing without a clock.
pub fn in_headers(retry_after_ms: Option<&str>, retry_after: Option<&str>) -> Option<u64> {
    let milliseconds = retry_after_ms.and_then(|text| number(text.trim()));
    let milliseconds = milliseconds.map(|(thousandths, _)| thousandths.div_ceil(1000));
    milliseconds.or_else(|| {
        let text = retry_after?.trim();
        let (thousandths, length) = number(text)?;
        (length == text.len()).then_some(thousandths)
    })
}

/// The wait in words like `try again in 9m38.016s`; the text in lower case.
pub fn in_text(text: &str) -> Option<u64> {
    const BEFORE: &[&str] = &[
        "try again in ",
        "retry in ",
        "retry after ",
        "retry your request in ",
        "retry your request after ",
        "wait ",
        "available in ",
        "resets in ",
    ];
    let places = BEFORE.iter().flat_map(|before| {
        let found = text.match_indices(before);
        found.map(|(at, _)| at + before.len())
    });
    let mut waits = places.filter_map(|at| duration(text[at..].trim_start_matches("for ")));
    waits.next()
}

/// A duration at the beginning of a text, like `34.4s`, `1h2m3s`, `870ms`, `20 seconds`;
/// in milliseconds, rounded up. A number without a unit counts as none.
pub fn duration(text: &str) -> Option<u64> {
    let mut rest = text.trim_start();
    let mut total: Option<u64> = None;
    while let Some((thousandths, length)) = number(rest) {
        let after = rest[length..].trim_start();
        let word_end = after
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(after.len());
        // Milliseconds of one unit.
        let unit: u64 = match &after[..word_end] {
            "ms" | "millisecond" | "milliseconds" => 1,
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000,
            "h" | "hr" | "hour" | "hours" => 3_600_000,
            "d" | "day" | "days" => 86_400_000,
            _ => break,
        };
        let part = thousandths.saturating_mul(unit).div_ceil(1000);
        total = Some(total.unwrap_or(0).saturating_add(part));
        rest = after[word_end..].trim_start();
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    total
}

/// A decimal number at the beginning, in thousandths, rounded up, and its length.
fn number(text: &str) -> Option<(u64, usize)> {
    let digits = |text: &str| {
        text.bytes()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let whole = digits(text);
    if whole == 0 || whole > 12 {
        return None;
    }
    let mut thousandths = text[..whole].parse::<u64>().ok()?.saturating_mul(1000);
    let mut length = whole;
    if let Some(fraction) = text[whole..].strip_prefix('.') {
        let count = digits(fraction);
        if count > 0 {
            let mut place = 100;
            for digit in fraction.bytes().take(count.min(3)) {
                thousandths += u64::from(digit - b'0') * place;
                place /= 10;
            }
            let is_beyond = fraction
                .bytes()
                .take(count)
                .skip(3)
                .any(|digit| digit != b'0');
            thousandths += u64::from(is_beyond);
            length += 1 + count;
        }
    }
    Some((thousandths, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_read_from_words() {
        let check = |text: &str, expected| assert_eq!(in_text(text), expected, "{text}");
        check(
            "rate limit reached. please try again in 9m38.016s. visit",
            Some(578_016),
        );
        check("please try again in 4.77s.", Some(4_770));
        check("please try again in 870ms.", Some(870));
        check("please retry in 48.939935699s.", Some(48_940));
        check("please retry after 20 seconds.", Some(20_000));
        check("please wait for 1 hour and 2 minutes", Some(3_720_000));
        check("try again in 1h2m3s", Some(3_723_000));
        check("try again in a while", None);
        check("try again later", None);
        check("try again in 7", None);
        check("no wait here", None);
    }

    #[test]
    fn headers_come_in_two_units() {
        assert_eq!(in_headers(Some("1250"), Some("9")), Some(1_250));
        assert_eq!(in_headers(None, Some("9")), Some(9_000));
        assert_eq!(in_headers(None, Some("1.5")), Some(1_500));
        assert_eq!(
            in_headers(None, Some("Wed, 21 Oct 2026 07:28:00 GMT")),
            None
        );
        assert_eq!(in_headers(None, None), None);
    }
}
