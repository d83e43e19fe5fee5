//! The sentence: for every kind of event, what happened, why, with this event's numbers,
//! and who caused it. What the two units have in common is here.

use crate::engine::config::EvictionPolicy;
use crate::engine::event::{Decider, Happening, Purpose};
use crate::engine::function::Function;

use super::Locale;
use super::context::CaptionContext;
use super::t::cause;
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

/// Makes the words about events where tokens are counted, and about those that a miniature
/// seldom has.
#[derive(Clone, Copy, Debug)]
pub struct FullWords {
    title: fn(Locale, &Happening) -> String,
    sentence: fn(Locale, &Happening, &CaptionContext<'_>) -> String,
}

/// The words of all events.
pub const FULL: FullWords = FullWords {
    title: caption_tokens::title,
    sentence: caption_tokens::sentence,
};

/// No words: those of the miniature must do.
pub const NONE: FullWords = FullWords {
    title: |_, _| String::new(),
    sentence: |_, _, _| String::new(),
};

/// The words for an event.
pub fn caption(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> Caption {
    caption_with(locale, what, context, FULL)
}

/// The words for an event; `full` makes the words that the miniature does without.
pub fn caption_with(
    locale: Locale,
    what: &Happening,
    context: &CaptionContext<'_>,
    full: FullWords,
) -> Caption {
    let own = if context.counts_items() {
        caption_items::sentence(locale, what, context)
    } else {
        None
    };
    let sentence = own.unwrap_or_else(|| (full.sentence)(locale, what, context));
    let title = caption_items::title(locale, what);
    let decider = decider(what, context);
    Caption {
        title: title.unwrap_or_else(|| (full.title)(locale, what)),
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
    caption_items::title(locale, what).unwrap_or_else(|| caption_tokens::title(locale, what))
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
