//! What was wrong with a function call, in words of people. What the model reads of it is
//! in the prompt's wording.

use crate::engine::config::WhenSpent;
use crate::engine::function::{CallFault, Function, ParameterKind};

use super::Locale;
use super::t::{count, fault};
use super::words::{quoted, shorten};

/// Longest piece of the model's own text that is shown, in characters.
const SHOWN_MAX: usize = 40;

/// One sentence that says what was wrong.
pub fn fault_sentence(locale: Locale, what: &CallFault, when_spent: WhenSpent) -> String {
    match what {
        CallFault::UnknownFunction { name } if Function::from_wire(name).is_some() => {
            fault::function_not_declared(locale, name)
        }
        CallFault::UnknownFunction { name } => {
            fault::unknown_function(locale, &shorten(name, SHOWN_MAX))
        }
        // The most frequent kind: the model stopped writing in the middle.
        CallFault::BrokenArguments { problem } if problem.starts_with("EOF") => {
            fault::broken_off(locale).to_owned()
        }
        CallFault::BrokenArguments { problem } => fault::broken_arguments(locale, problem),
        CallFault::MissingArgument { name } => fault::missing_argument(locale, name),
        CallFault::UnknownArgument { name } => {
            fault::unknown_argument(locale, &shorten(name, SHOWN_MAX))
        }
        CallFault::WrongType { name, expected } => {
            let expected = match expected {
                ParameterKind::Text => fault::type_text(locale),
                ParameterKind::Integer => fault::type_integer(locale),
                ParameterKind::Boolean => fault::type_boolean(locale),
                ParameterKind::Identifiers => fault::type_identifiers(locale),
            };
            fault::wrong_type(locale, &expected, name)
        }
        CallFault::UnknownBlock { name } => {
            fault::unknown_block(locale, &quoted(locale, name, SHOWN_MAX))
        }
        CallFault::BlockFull {
            block,
            limit,
            asked,
        } => fault::block_full(locale, u64::from(*asked), block, u64::from(*limit)),
        CallFault::TextNotFound { block, old } => {
            fault::text_not_found(locale, block, &quoted(locale, old, SHOWN_MAX))
        }
        CallFault::EmptyOldContent => fault::empty_old_content(locale).to_owned(),
        CallFault::BadDate { text } => fault::bad_date(locale, &quoted(locale, text, SHOWN_MAX)),
        CallFault::PageOutOfRange { page, first, last } => {
            fault::page_out_of_range(locale, u64::from(*first), u64::from(*last), page)
        }
        CallFault::EmptyText { name } => fault::empty_text(locale, name),
        CallFault::BudgetSpent { budget } => {
            let searches = count::searches(locale, u64::from(*budget));
            match when_spent {
                WhenSpent::AnswerWithout => fault::budget_answer_without(locale, &searches),
                WhenSpent::SayUnknown => fault::budget_say_unknown(locale, &searches),
                WhenSpent::Stop => fault::budget_stop(locale, &searches),
            }
        }
        CallFault::NotEvictable { id } => fault::not_evictable(locale, id),
    }
}
