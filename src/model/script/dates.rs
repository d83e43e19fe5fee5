//! Days that people mean: "en marzo", "el 3 de mayo", "yesterday", counted from the moment
//! that is written beside their message.

use time::{Date, Duration, Month};

use super::clause::Clause;
use super::lexicon::lexicon;

/// Months in order, as the lexicon names them.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The first and the last day that a clause speaks of, as `YYYY-MM-DD`. `now` is the moment
/// beside the message.
pub(super) fn range(clause: &Clause<'_>, now: &str) -> Option<(String, String)> {
    let today = day(now)?;
    let (from, to) = days(clause, today)?;
    Some((from.to_string(), to.to_string()))
}

/// The date at the beginning of a packaged moment.
fn day(text: &str) -> Option<Date> {
    let mut parts = text.get(..10)?.split('-');
    let year = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    Date::from_calendar_date(
        year,
        Month::try_from(month).ok()?,
        parts.next()?.parse().ok()?,
    )
    .ok()
}

fn days(clause: &Clause<'_>, today: Date) -> Option<(Date, Date)> {
    if let Some(date) = clause.words.iter().find_map(|word| day(&word.fold)) {
        return Some((date, date));
    }
    if clause.has(&["ayer", "yesterday"]) {
        let yesterday = today.checked_sub(Duration::days(
            if clause.has(&["antes de ayer", "before yesterday"]) {
                2
            } else {
                1
            },
        ))?;
        return Some((yesterday, yesterday));
    }
    if clause.has(&["anteayer"]) {
        let date = today.checked_sub(Duration::days(2))?;
        return Some((date, date));
    }
    if clause.has(&["semana pasada", "last week"]) {
        return Some((
            today.checked_sub(Duration::days(7))?,
            today.checked_sub(Duration::days(1))?,
        ));
    }
    if clause.has(&["mes pasado", "last month"]) {
        let month = today.month().previous();
        let year = if month == Month::December {
            today.year() - 1
        } else {
            today.year()
        };
        return whole_month(year, month);
    }
    let at = (0..clause.words.len()).find(|at| month_at(clause, *at).is_some())?;
    let month = month_at(clause, at)?;
    let number = |at: usize| {
        clause.words.get(at).and_then(|word| {
            word.fold
                .trim_end_matches(['t', 'h', 's', 'n', 'd', 'r'])
                .parse::<u16>()
                .ok()
        })
    };
    let year = (at + 1..at + 4)
        .filter_map(number)
        .find(|year| *year > 1_900);
    let before = at
        .checked_sub(1)
        .and_then(number)
        .or_else(|| at.checked_sub(2).and_then(number));
    let after = number(at + 1).filter(|day| *day <= 31);
    let day_of_month = before
        .or(after)
        .and_then(|day| u8::try_from(day).ok())
        .filter(|day| (1..=31).contains(day));
    let first_of_month = Date::from_calendar_date(today.year(), month, 1).ok()?;
    let year = year.map_or(
        if first_of_month > today {
            today.year() - 1
        } else {
            today.year()
        },
        i32::from,
    );
    match day_of_month {
        Some(day) => Date::from_calendar_date(year, month, day)
            .ok()
            .map(|date| (date, date)),
        None => whole_month(year, month),
    }
}

fn month_at(clause: &Clause<'_>, at: usize) -> Option<Month> {
    let word = clause.words.get(at)?;
    // "may" is a month only behind "in", "of" or with a capital.
    if word.fold == "may"
        && !word.is_capital
        && !at
            .checked_sub(1)
            .is_some_and(|before| matches!(clause.fold(before), "in" | "of" | "last"))
    {
        return None;
    }
    let idea = lexicon().noun(&word.fold, clause.language)?;
    let index = MONTHS
        .iter()
        .position(|name| *name == lexicon().name(idea))?;
    Month::try_from(u8::try_from(index + 1).ok()?).ok()
}

fn whole_month(year: i32, month: Month) -> Option<(Date, Date)> {
    let first = Date::from_calendar_date(year, month, 1).ok()?;
    let last = Date::from_calendar_date(year, month, month.length(year)).ok()?;
    Some((first, last))
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::*;

    fn check(text: &str, language: Language, expected: Option<(&str, &str)>) {
        let found = range(&Clause::new(text, language, true), "2026-03-10 09:00:00");
        assert_eq!(
            found,
            expected.map(|(from, to)| (from.to_owned(), to.to_owned())),
            "{text}"
        );
    }

    #[test]
    fn days_are_understood() {
        use Language::{English, Spanish};
        check(
            "de qué hablamos en marzo",
            Spanish,
            Some(("2026-03-01", "2026-03-31")),
        );
        check(
            "qué te dije el 3 de mayo",
            Spanish,
            Some(("2025-05-03", "2025-05-03")),
        );
        check(
            "de qué hablamos ayer",
            Spanish,
            Some(("2026-03-09", "2026-03-09")),
        );
        check(
            "what did we talk about on May 3rd",
            English,
            Some(("2025-05-03", "2025-05-03")),
        );
        check(
            "what did I say in February 2024",
            English,
            Some(("2024-02-01", "2024-02-29")),
        );
        check(
            "what did we say last week",
            English,
            Some(("2026-03-03", "2026-03-09")),
        );
        check("what may I ask", English, None);
        check("qué te dije el 31 de febrero", Spanish, None);
    }
}
