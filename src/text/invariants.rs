//! The machine's own rules, in words of people: said when one is broken.

use crate::engine::machine::Invariant;

use super::Locale;
use super::t::invariant as rule;

/// The rule that does not hold; stands after a colon.
pub fn invariant(locale: Locale, which: Invariant) -> &'static str {
    match which {
        Invariant::QueueSums => rule::queue_sums(locale),
        Invariant::QueueOrder => rule::queue_order(locale),
        Invariant::QueueStored => rule::queue_stored(locale),
        Invariant::BlockLimits => rule::block_limits(locale),
        Invariant::CallAndResult => rule::call_and_result(locale),
        Invariant::SlotLimit => rule::slot_limit(locale),
    }
}
