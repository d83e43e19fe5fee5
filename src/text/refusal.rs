//! What the machine says no to, in words of people.

use crate::engine::config::ConfigProblem;
use crate::engine::input::Refused;
use crate::engine::machine::Invariant;

use super::Locale;
use super::t::{broken, config_problem, refused};

/// Why an input was not admitted, and what to do instead.
pub fn refusal(locale: Locale, why: Refused) -> String {
    match why {
        Refused::TurnRunning => refused::turn_running(locale),
        Refused::NothingAsked => refused::nothing_asked(locale),
        Refused::Empty => refused::empty(locale),
        Refused::NoSuchMessage(id) => return refused::no_such_message(locale, &id),
        Refused::SessionFull => refused::session_full(locale),
        Refused::NoExternalContext => refused::no_external(locale),
        Refused::Broken => refused::broken(locale),
    }
    .to_owned()
}

/// The rule that does not hold.
pub fn invariant(locale: Locale, which: Invariant) -> &'static str {
    match which {
        Invariant::QueueSums => broken::queue_sums(locale),
        Invariant::QueueOrder => broken::queue_order(locale),
        Invariant::QueueStored => broken::queue_stored(locale),
        Invariant::BlockLimits => broken::block_limits(locale),
        Invariant::CallAndResult => broken::call_and_result(locale),
        Invariant::SlotLimit => broken::slot_limit(locale),
    }
}

/// What is wrong with settings.
pub fn settings_problem(locale: Locale, problem: &ConfigProblem) -> String {
    match problem {
        ConfigProblem::OutOfRange {
            field,
            value,
            least,
            most,
        } => config_problem::out_of_range(locale, field, *least, *most, *value),
        ConfigProblem::BlockTooLong {
            label,
            length,
            limit,
        } => config_problem::block_too_long(locale, label, (*length).into(), (*limit).into()),
    }
}
