//! What is wrong with an agent file, in the language of the page.

use crate::agent_file::problems::{Problem, ProblemKind};
use crate::app::playground::OpenProblem;
use crate::scenario::problems::Expected;
use crate::text::{Locale, t};

use super::notice::cannot_open;

/// What is wrong, where, and how to mend it.
pub fn agent_problem(locale: Locale, problem: &Problem) -> String {
    let what = what(locale, &problem.what);
    if problem.path.is_empty() {
        what
    } else {
        t::problem::at(locale, &problem.path, &what)
    }
}

fn what(locale: Locale, what: &ProblemKind) -> String {
    let long = |number: usize| number as u64;
    match what {
        ProblemKind::Empty => t::problem::empty(locale).to_owned(),
        ProblemKind::TooLarge { bytes, most } => {
            t::problem::too_large(locale, long(*bytes), long(*most))
        }
        ProblemKind::NotText { is_utf16: true, .. } => t::agent_problem::utf16(locale).to_owned(),
        ProblemKind::NotText { line, .. } => t::problem::not_text(locale, long(*line)),
        ProblemKind::WebPage => t::agent_problem::web_page(locale).to_owned(),
        ProblemKind::NotJson {
            line,
            column,
            reason,
            is_inside,
        } => {
            let said = t::problem::not_json(locale, long(*column), long(*line), reason);
            let said = if *is_inside {
                t::agent_problem::inside(locale, &said)
            } else {
                said
            };
            format!("{said} {}", t::agent_problem::cut(locale))
        }
        ProblemKind::TooDeep { line, column } => {
            t::agent_problem::too_deep(locale, long(*column), long(*line))
        }
        ProblemKind::NotAnAgent { found } => {
            t::agent_problem::not_an_agent(locale, &expected(locale, *found))
        }
        ProblemKind::NoAgents => t::agent_problem::no_agents(locale).to_owned(),
        ProblemKind::NoSuchAgent { wanted, known } => {
            t::agent_problem::no_such_agent(locale, &known.join(", "), wanted)
        }
        ProblemKind::TooMany { count, most } => {
            t::problem::too_many(locale, long(*count), long(*most))
        }
        ProblemKind::WrongType {
            expected: wanted,
            found,
        } => t::problem::wrong_type(
            locale,
            &expected(locale, *wanted),
            &expected(locale, *found),
        ),
        ProblemKind::Settings(problem) => {
            cannot_open(locale, &OpenProblem::Settings(problem.clone()))
        }
        ProblemKind::ItemsOnly => t::agent_problem::items_only(locale).to_owned(),
        ProblemKind::UnknownRole { role } => t::agent_problem::unknown_role(locale, role),
        ProblemKind::EmptyMessage => t::agent_problem::empty_message(locale).to_owned(),
        ProblemKind::PartNotText { kind } => t::agent_problem::part_not_text(locale, kind),
        ProblemKind::ResultWithoutCall { id } => t::agent_problem::result_without_call(locale, id),
        ProblemKind::BrokenArguments => t::agent_problem::broken_arguments(locale).to_owned(),
        ProblemKind::DuplicateId { id } => t::agent_problem::duplicate_id(locale, id),
        ProblemKind::UnknownId { id } => t::agent_problem::unknown_id(locale, id),
        ProblemKind::OutOfOrder => t::agent_problem::out_of_order(locale).to_owned(),
        ProblemKind::BlockTwice { label } => t::agent_problem::block_twice(locale, label),
        ProblemKind::BlockWithoutLabel => t::agent_problem::block_without_label(locale).to_owned(),
        ProblemKind::BlockTooLong { length, limit } => {
            t::agent_problem::block_too_long(locale, long(*length), *limit)
        }
        ProblemKind::More { count } => t::problem::more(locale, long(*count)),
    }
}

fn expected(locale: Locale, expected: Expected) -> &'static str {
    match expected {
        Expected::Object => t::problem::type_object(locale),
        Expected::ObjectOrText => t::problem::type_object_or_text(locale),
        Expected::List => t::problem::type_list(locale),
        Expected::Text => t::problem::type_text(locale),
        Expected::TextOrBoth => t::problem::type_text_or_both(locale),
        Expected::ListOrBoth => t::problem::type_list_or_both(locale),
        Expected::Number => t::problem::type_number(locale),
        Expected::Decimal => t::problem::type_decimal(locale),
        Expected::Boolean => t::problem::type_boolean(locale),
        Expected::Null => t::problem::type_null(locale),
    }
}
