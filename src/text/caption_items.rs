//! Sentences of the miniature, where items count: for someone who sees this for the first
//! time. No tokens; and here an item is written to the store when it leaves.

use crate::engine::config::Config;
use crate::engine::event::{Decider, Happening, Purpose};
use crate::engine::function::Function;
use crate::engine::ids::MessageId;
use crate::engine::input::Setting;
use crate::engine::message::{Body, Message};
use crate::engine::reply::{ModelFailure, Reply};

use super::caption::{Reason, is_eviction, reason};
use super::caption_together;
use super::caption_tokens::{join, setting_changed};
use super::context::{CaptionContext, Unread};
use super::fault::fault_sentence;
use super::t::{caption, count, mini, title};
use super::words::quoted;
use super::{Locale, cost, labels};

/// Longest item that a sentence shows, in characters.
const ITEM_MAX: usize = 60;

/// The sentence for an event; `None` where the other rule sets' words are right here too.
pub(super) fn sentence(
    locale: Locale,
    what: &Happening,
    context: &CaptionContext<'_>,
) -> Option<String> {
    let config = context.config;
    if !context.needed.is_empty() && caption_together::has(what) {
        return None;
    }
    Some(match what {
        Happening::Began { .. } => {
            let slots = count::slots(locale, config.window.into());
            if config.has_external {
                mini::began(locale, &slots)
            } else {
                mini::began_alone(locale, &slots)
            }
        }
        Happening::Arrived(message) => arrived(locale, message, context)?,
        Happening::Asked { text } => mini::asked(locale, &quoted(locale, text, ITEM_MAX)),
        Happening::Offered { text } => mini::offered(locale, &quoted(locale, text, ITEM_MAX)),
        Happening::ModelAsked {
            purpose: Purpose::ChooseVictims,
            ..
        } => mini::model_asked_choice(locale).to_owned(),
        Happening::ModelAsked { .. } if context.unread == Unread::Page => {
            mini::model_asked_page(locale).to_owned()
        }
        Happening::ModelAsked { .. } => mini::model_asked(locale).to_owned(),
        Happening::Replied {
            purpose: Purpose::ChooseVictims,
            ..
        } => mini::replied_choice(locale).to_owned(),
        Happening::Replied { reply, .. } => replied(locale, reply),
        Happening::ModelFailed {
            purpose: Purpose::Act,
            failure: ModelFailure::Other { kind },
        } => join(&[
            &caption::failed_other(locale, kind),
            mini::failed_then_end(locale),
        ]),
        Happening::CallBegan { call, .. } => {
            mini::call_began(locale, &labels::raw_call(locale, config.rules, call))
        }
        Happening::CallFailed { call, fault } => {
            let fault = fault_sentence(locale, fault, config.when_spent);
            if is_eviction(&call.name) || call.name.is_empty() {
                join(&[&fault, caption::failed_then_oldest(locale)])
            } else {
                mini::call_failed(
                    locale,
                    &labels::raw_call(locale, config.rules, call),
                    &fault,
                )
            }
        }
        Happening::Said { text } => {
            let said = mini::said(locale, &quoted(locale, text, ITEM_MAX));
            join(&[
                &said,
                &caption::so_far(locale, &cost::model_calls(locale, &context.turn)),
            ])
        }
        Happening::Searched { call, page } => {
            let call = labels::call(locale, config.rules, call);
            if page.hits.is_empty() {
                mini::searched_nothing(locale, &call)
            } else {
                mini::searched(locale, &call)
            }
        }
        Happening::PagedIn { message, .. } => mini::paged_in(
            locale,
            &message.id,
            &quoted(locale, message.body.spoken(), ITEM_MAX),
        ),
        Happening::Evicted {
            id, by, is_written, ..
        } => evicted(locale, *id, *by, *is_written, context),
        Happening::FlushFailed { .. } => mini::flush_failed(locale).to_owned(),
        Happening::CallCapReached { cap } => {
            mini::call_cap_reached(locale, &count::model_calls(locale, (*cap).into()))
        }
        Happening::BudgetStopped { budget } => {
            mini::budget_stopped(locale, &count::searches(locale, (*budget).into()))
        }
        Happening::SettingChanged(change) => match change.setting {
            Setting::Window(_) => {
                mini::setting_window(locale, &count::slots(locale, change.config.window.into()))
            }
            _ => setting_changed(locale, change),
        },
        Happening::TimerHeld { .. } => mini::timer_held(locale).to_owned(),
        Happening::Yielded => {
            let cost = if context.turn.model_calls == 0 {
                String::new()
            } else {
                mini::yielded_cost(locale, &cost::model_calls(locale, &context.turn))
            };
            join(&[caption::yielded(locale), &cost])
        }
        _ => return None,
    })
}

fn arrived(locale: Locale, message: &Message, context: &CaptionContext<'_>) -> Option<String> {
    Some(match &message.body {
        Body::Item(text) => {
            let text = quoted(locale, text, ITEM_MAX);
            let (held, window) = (context.held, context.config.window);
            if held >= window {
                mini::arrived_full(locale, held.into(), &text, window.into())
            } else {
                mini::arrived(locale, held.into(), &text, window.into())
            }
        }
        Body::Assistant { .. } => mini::reply_shown(locale).to_owned(),
        Body::FunctionResult { .. } => mini::result_shown(locale).to_owned(),
        _ => return None,
    })
}

/// What the reply means: its first call, else its text.
fn replied(locale: Locale, reply: &Reply) -> String {
    let first = reply.calls.first();
    let function = first.and_then(|call| Function::from_wire(&call.name));
    let speaks = first.is_none() && !reply.text.trim().is_empty();
    match function {
        Some(function) if function.is_search() => mini::replied_search(locale),
        Some(Function::SendMessage) => mini::replied_say(locale),
        _ if speaks => mini::replied_say(locale),
        _ => mini::replied_other(locale),
    }
    .to_owned()
}

pub(super) fn evicted(
    locale: Locale,
    id: MessageId,
    by: Decider,
    is_written: bool,
    context: &CaptionContext<'_>,
) -> String {
    let config: &Config = context.config;
    let why = match reason(config.policy, by) {
        Reason::Oldest => mini::reason_oldest(locale).to_owned(),
        Reason::Unused => mini::reason_used(locale).to_owned(),
        Reason::Drawn => mini::reason_random(locale, &config.seed),
        Reason::Chosen => mini::reason_model(locale).to_owned(),
        Reason::Rest => mini::reason_rest(locale).to_owned(),
    };
    let text = context.excerpt(id).map_or_else(
        || locale.quote("…"),
        |excerpt| labels::excerpt(locale, config.rules, excerpt, ITEM_MAX),
    );
    let left = mini::evicted(locale, &id, &why, &text);
    let fate = if !config.has_external {
        mini::evicted_lost(locale)
    } else if is_written {
        mini::evicted_written(locale)
    } else {
        mini::evicted_kept(locale)
    };
    join(&[&left, fate])
}

/// True where a question names several items at once.
pub(super) fn asks_for_several(text: &str) -> bool {
    text.contains(" + ")
}

/// The title of an event that a miniature has.
pub(super) fn title(locale: Locale, what: &Happening) -> Option<String> {
    Some(
        match what {
            Happening::Began { .. } => title::began(locale),
            Happening::Arrived(message) => return arrival(locale, message),
            Happening::Asked { text } if !asks_for_several(text) => title::asked(locale),
            Happening::Offered { .. } => title::offered(locale),
            Happening::ModelAsked {
                purpose: Purpose::Act,
                ..
            } => title::model_asked(locale),
            Happening::Replied { .. } => title::replied(locale),
            Happening::CallBegan { .. } => title::call_began(locale),
            Happening::Searched { page, .. } if page.hits.is_empty() => {
                title::searched_nothing(locale)
            }
            Happening::Searched { .. } => title::searched(locale),
            Happening::PagedIn { .. } => title::paged_in(locale),
            Happening::Evicted { id, .. } => return Some(title::evicted(locale, id)),
            Happening::Said { .. } => title::said(locale),
            Happening::Yielded => title::yielded(locale),
            _ => return None,
        }
        .to_owned(),
    )
}

/// A message without a number takes no slot.
fn arrival(locale: Locale, message: &Message) -> Option<String> {
    let is_shown_only = message.id.0 == 0;
    let title = match &message.body {
        Body::Item(_) => title::item_arrived(locale),
        Body::Assistant { .. } if is_shown_only => title::reply_shown(locale),
        Body::FunctionResult { .. } if is_shown_only => title::result_shown(locale),
        _ => return None,
    };
    Some(title.to_owned())
}
