//! What is wrong with a file, in words of the reader's language.

use crate::engine::config::{ConfigProblem, Unit};
use crate::text::Locale;
use crate::text::t::problem as t;

use super::problems::{Expected, Problem, ProblemKind};

/// The problem with its place before it.
pub fn problem(locale: Locale, problem: &Problem) -> String {
    let what = kind(locale, &problem.what);
    if problem.path.is_empty() {
        what
    } else {
        t::at(locale, &problem.path, &what)
    }
}

fn kind(locale: Locale, what: &ProblemKind) -> String {
    match what {
        ProblemKind::Empty => t::empty(locale).to_owned(),
        ProblemKind::TooLarge { bytes, most } => t::too_large(locale, *bytes as u64, *most as u64),
        ProblemKind::NotText { line } => t::not_text(locale, *line as u64),
        ProblemKind::NotJson {
            line,
            column,
            reason,
        } => t::not_json(locale, *column as u64, *line as u64, reason),
        ProblemKind::OtherFormat { found, known } => t::other_format(locale, found, *known),
        ProblemKind::Missing { field } => t::missing(locale, field),
        ProblemKind::UnknownField {
            name,
            nearest: Some(nearest),
        } => t::unknown_field_near(locale, name, nearest),
        ProblemKind::UnknownField {
            name,
            nearest: None,
        } => t::unknown_field(locale, name),
        ProblemKind::WrongType { expected, found } => t::wrong_type(
            locale,
            &type_name(locale, *expected),
            &type_name(locale, *found),
        ),
        ProblemKind::MissingLanguage { language } => {
            t::missing_language(locale, &language.own_name())
        }
        ProblemKind::EmptyText => t::empty_text(locale).to_owned(),
        ProblemKind::TooLong { length, most } => t::too_long(locale, *length as u64, *most as u64),
        ProblemKind::TooMany { count, most } => t::too_many(locale, *count as u64, *most as u64),
        ProblemKind::OutOfRange { value, least, most } => {
            t::out_of_range(locale, *least, *most, value)
        }
        ProblemKind::BadName { name } => t::bad_name(locale, name),
        ProblemKind::UnknownName { name, known } => {
            t::unknown_name(locale, &known.join(", "), name)
        }
        ProblemKind::MissingArgument { name } => t::missing_argument(locale, name),
        ProblemKind::UnknownArgument { name } => t::unknown_argument(locale, name),
        ProblemKind::Duplicate { id } => t::duplicate(locale, id),
        ProblemKind::UnknownReference { id } => t::unknown_reference(locale, id),
        ProblemKind::TooEarly { id, turn } => t::too_early(locale, id, u64::from(*turn)),
        ProblemKind::BadMoment { text } => t::bad_moment(locale, text),
        ProblemKind::MomentGoesBack => t::moment_goes_back(locale).to_owned(),
        ProblemKind::BadAddress { text } => t::bad_address(locale, text),
        ProblemKind::NotInMiniature => t::not_in_miniature(locale).to_owned(),
        ProblemKind::NotAnnounced => t::not_announced(locale).to_owned(),
        ProblemKind::ScriptedAnswer => t::scripted_answer(locale).to_owned(),
        ProblemKind::Settings(ConfigProblem::OutOfRange {
            field,
            value,
            least,
            most,
        }) => t::settings_range(locale, field, *least, *most, *value),
        ProblemKind::Settings(ConfigProblem::NotForUnit { field, unit }) => match unit {
            Unit::Items => t::settings_not_for_items(locale, field),
            Unit::Tokens => t::settings_not_for_tokens(locale, field),
        },
        ProblemKind::Settings(ConfigProblem::BlockTwice { label }) => {
            t::settings_block_twice(locale, label)
        }
        ProblemKind::Settings(ConfigProblem::BlockTooLong {
            label,
            length,
            limit,
        }) => t::settings_block(locale, label, u64::from(*length), u64::from(*limit)),
        ProblemKind::More { count } => t::more(locale, *count as u64),
    }
}

fn type_name(locale: Locale, what: Expected) -> &'static str {
    match what {
        Expected::Object => t::type_object(locale),
        Expected::ObjectOrText => t::type_object_or_text(locale),
        Expected::List => t::type_list(locale),
        Expected::Text => t::type_text(locale),
        Expected::TextOrBoth => t::type_text_or_both(locale),
        Expected::ListOrBoth => t::type_list_or_both(locale),
        Expected::Number => t::type_number(locale),
        Expected::Decimal => t::type_decimal(locale),
        Expected::Boolean => t::type_boolean(locale),
        Expected::Null => t::type_null(locale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_and_where_in_both_languages() {
        let found = Problem {
            path: "turns[3].user".to_owned(),
            what: ProblemKind::WrongType {
                expected: Expected::TextOrBoth,
                found: Expected::Number,
            },
        };
        assert_eq!(
            problem(Locale::Es, &found),
            "turns[3].user: Es un número entero y tiene que ser un texto, o un objeto con es y en."
        );
        let found = Problem {
            path: String::new(),
            what: ProblemKind::NotJson {
                line: 3,
                column: 14,
                reason: "expected `,`".to_owned(),
            },
        };
        assert_eq!(
            problem(Locale::En, &found),
            "It is not valid JSON at line 3, column 14 (expected `,`)."
        );
    }
}
