//! The sentence: for every kind of event, what happened, why, with this event's numbers,
//! and who caused it. What the two units have in common is here.

use crate::engine::config::EvictionPolicy;
use crate::engine::event::{Decider, Happening, Purpose};
use crate::engine::function::Function;
use crate::engine::message::{Body, HeartbeatReason, Message};

use super::Locale;
use super::context::CaptionContext;
use super::t::{cause, title};
use super::{caption_items, caption_tokens};

/// What the page says about one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// A few words.
    pub title: String,
    /// One to four sentences.
    pub sentence: String,
    /// Who caused it, in words.
    pub cause: &'static str,
    /// Who caused it.
    pub decider: Decider,
}

/// Makes the sentence about an event where tokens are counted, and about those that a
/// miniature seldom has.
pub type FullSentence = fn(Locale, &Happening, &CaptionContext<'_>) -> String;

/// The sentences of all events.
pub const FULL: FullSentence = caption_tokens::sentence;

/// The words for an event.
pub fn caption(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> Caption {
    caption_with(locale, what, context, FULL)
}

/// The words for an event; `full` makes the sentences that the miniature does without.
pub fn caption_with(
    locale: Locale,
    what: &Happening,
    context: &CaptionContext<'_>,
    full: FullSentence,
) -> Caption {
    let own = if context.counts_items() {
        caption_items::sentence(locale, what, context)
    } else {
        None
    };
    let sentence = own.unwrap_or_else(|| full(locale, what, context));
    let decider = decider(what, context);
    Caption {
        title: title_of(locale, what),
        sentence,
        cause: cause_of(locale, decider),
        decider,
    }
}

/// Who caused it, for the tag that every movement wears. An arrival is automatic, whoever
/// wrote the message; in the miniature the model decides nothing, unless it is asked what leaves.
pub fn decider(what: &Happening, context: &CaptionContext<'_>) -> Decider {
    let decider = match what {
        Happening::Arrived(_) => Decider::Automatic,
        _ => what.cause(),
    };
    let is_choice = match what {
        Happening::Evicted { .. } => true,
        Happening::Replied { purpose, .. } => *purpose == Purpose::ChooseVictims,
        Happening::CallBegan { call, .. } | Happening::CallFailed { call, .. } => {
            is_eviction(&call.name)
        }
        _ => false,
    };
    if context.counts_items() && decider == Decider::Model && !is_choice {
        Decider::Automatic
    } else {
        decider
    }
}

/// The tag of a decider.
pub fn cause_of(locale: Locale, decider: Decider) -> &'static str {
    match decider {
        Decider::Automatic => cause::automatic(locale),
        Decider::Model => cause::model(locale),
        Decider::User => cause::user(locale),
    }
}

/// The title of an event.
pub(super) fn title_of(locale: Locale, what: &Happening) -> String {
    match what {
        Happening::Began { .. } => title::began(locale),
        Happening::Arrived(message) => return arrival(locale, message),
        Happening::Asked { text } if text.contains(" + ") => title::asked_several(locale),
        Happening::Asked { .. } => title::asked(locale),
        Happening::Offered { .. } => title::offered(locale),
        Happening::Oversized { .. } => title::oversized(locale),
        Happening::PinnedOverflow { .. } => title::pinned_overflow(locale),
        Happening::PressureWarned { .. } => title::pressure_warned(locale),
        Happening::ModelAsked { purpose, .. } => match purpose {
            Purpose::Act => title::model_asked(locale),
            Purpose::Summarise => title::model_asked_summary(locale),
            Purpose::ChooseVictims => title::model_asked_choice(locale),
        },
        Happening::Replied { .. } => title::replied(locale),
        Happening::ReplyRejected { .. } => title::reply_rejected(locale),
        Happening::ModelFailed { .. } => title::model_failed(locale),
        Happening::CallBegan { .. } => title::call_began(locale),
        Happening::CallFailed { .. } => title::call_failed(locale),
        Happening::Said { .. } => title::said(locale),
        Happening::BlockEdited(edit) if edit.function == Function::CoreMemoryAppend => {
            title::block_appended(locale)
        }
        Happening::BlockEdited(_) => title::block_replaced(locale),
        Happening::PassageStored { .. } => title::passage_stored(locale),
        Happening::DocumentGiven(_) => title::document_given(locale),
        Happening::Searched { page, .. } if page.hits.is_empty() => title::searched_nothing(locale),
        Happening::Searched { .. } => title::searched(locale),
        Happening::PagedIn { .. } => title::paged_in(locale),
        Happening::HeartbeatsPaused { .. } => title::heartbeats_paused(locale),
        Happening::TimerHeld { .. } => title::timer_held(locale),
        Happening::FlushBegan { .. } => title::flush_began(locale),
        Happening::Evicted { id, .. } => return title::evicted(locale, id),
        Happening::Summarised { .. } => title::summarised(locale),
        Happening::FlushEnded { .. } => title::flush_ended(locale),
        Happening::FlushFailed { .. } => title::flush_failed(locale),
        Happening::BudgetStopped { .. } => title::budget_stopped(locale),
        Happening::CallCapReached { .. } => title::call_cap_reached(locale),
        Happening::SettingChanged(_) => title::setting_changed(locale),
        Happening::Stopped => title::stopped(locale),
        Happening::SessionFull { .. } => title::session_full(locale),
        Happening::Yielded => title::yielded(locale),
    }
    .to_owned()
}

/// The title of an arrival. A message without a number takes no slot (the miniature).
fn arrival(locale: Locale, message: &Message) -> String {
    let is_shown_only = message.id.0 == 0;
    match &message.body {
        Body::Item(_) => title::item_arrived(locale),
        Body::User(_) | Body::Summary(_) => return title::message_arrived(locale, &message.id),
        Body::Assistant { .. } if is_shown_only => title::reply_shown(locale),
        Body::FunctionResult { .. } if is_shown_only => title::result_shown(locale),
        Body::Assistant { .. } => title::reply_arrived(locale),
        Body::FunctionResult { .. } => title::result_arrived(locale),
        Body::Heartbeat(HeartbeatReason::Requested | HeartbeatReason::CallFailed) => {
            title::heartbeat(locale)
        }
        Body::PressureAlert => title::alert_arrived(locale),
        Body::Timer => title::timer(locale),
        Body::Login => title::login(locale),
        Body::DocumentNotice { .. } => title::document_notice(locale),
    }
    .to_owned()
}

/// Why a message leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The oldest leaves.
    Oldest,
    /// It had gone unused for longest.
    Unused,
    /// It was drawn.
    Drawn,
    /// The model chose it.
    Chosen,
    /// The model was asked, and chose too little or nothing of use.
    Rest,
}

/// Why the policy let a message go.
pub(super) fn reason(policy: EvictionPolicy, by: Decider) -> Reason {
    match (policy, by) {
        (_, Decider::Model) => Reason::Chosen,
        (EvictionPolicy::Oldest, _) => Reason::Oldest,
        (EvictionPolicy::LeastRecentlyUsed, _) => Reason::Unused,
        (EvictionPolicy::Random, _) => Reason::Drawn,
        (EvictionPolicy::ModelChosen, _) => Reason::Rest,
    }
}

/// True for the call by which the model chooses what leaves.
pub(super) fn is_eviction(name: &str) -> bool {
    Function::from_wire(name) == Some(Function::Evict)
}
