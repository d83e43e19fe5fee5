//! Sentences of the miniature where a question needs several items at once: which is also
//! where one can see that no policy helps.

use crate::engine::event::Happening;
use crate::engine::function::CallFault;
use crate::engine::ids::MessageId;

use super::caption_items::evicted;
use super::caption_tokens::join;
use super::context::{CaptionContext, Excerpt};
use super::fault::fault_sentence;
use super::t::{count, mini, together};
use super::words::quoted;
use super::{Locale, labels};

/// Longest list of items that a sentence shows, in characters.
const ITEMS_MAX: usize = 90;

/// True for the events of which something else is said here.
pub(super) fn has(what: &Happening) -> bool {
    match what {
        Happening::CallFailed { fault, .. } => matches!(**fault, CallFault::BudgetSpent { .. }),
        Happening::Asked { .. }
        | Happening::Evicted { .. }
        | Happening::CallCapReached { .. }
        | Happening::BudgetStopped { .. } => true,
        _ => false,
    }
}

/// The sentence for an event; `None` where the others' words are right here too.
pub(super) fn sentence(
    locale: Locale,
    what: &Happening,
    context: &CaptionContext<'_>,
) -> Option<String> {
    let config = context.config;
    let (needed, window) = (context.needed.len() as u64, u64::from(config.window));
    let why = if context.needs_too_much() {
        together::why(locale, needed, window)
    } else {
        String::new()
    };
    let said = match what {
        Happening::Asked { text } => {
            return Some(together::asked(
                locale,
                needed,
                &quoted(locale, text, ITEMS_MAX),
                window,
            ));
        }
        Happening::Evicted {
            id, by, is_written, ..
        } => {
            let left = evicted(locale, *id, *by, *is_written, context);
            let again = if is_needed(*id, context) {
                together::needed_too(locale)
            } else {
                ""
            };
            return Some(join(&[&left, again]));
        }
        Happening::CallFailed { call, fault } if has(what) => mini::call_failed(
            locale,
            &labels::raw_call(locale, config.rules, call),
            &fault_sentence(locale, fault, config.when_spent),
        ),
        Happening::CallCapReached { cap } => {
            mini::call_cap_reached(locale, &count::model_calls(locale, (*cap).into()))
        }
        Happening::BudgetStopped { budget } => {
            mini::budget_stopped(locale, &count::searches(locale, (*budget).into()))
        }
        _ => return None,
    };
    Some(join(&[&said, &why]))
}

/// True where what leaves is among what is needed.
fn is_needed(id: MessageId, context: &CaptionContext<'_>) -> bool {
    let excerpt = context.excerpt(id);
    matches!(excerpt, Some(Excerpt::Words(text)) if context.needed.contains(text))
}
