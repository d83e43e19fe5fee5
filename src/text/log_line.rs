//! One line an event: for the live region and the log that is copied. Shorter than the sentence.

use crate::engine::event::{Happening, Purpose};
use crate::engine::input::Setting;
use crate::engine::message::{Body, Message};

use super::caption::{cause_of, decider, title_of};
use super::caption_tokens::setting_changed;
use super::context::CaptionContext;
use super::fault::fault_sentence;
use super::t::count;
use super::words::{list, quoted};
use super::{Locale, labels};

/// Longest piece of text in a line, in characters.
const SHOWN_MAX: usize = 40;

/// Most things that a line lists.
const LIST_MAX: usize = 4;

/// The event in one line: its title, its numbers, and for a movement who caused it.
pub fn log_line(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> String {
    let mut line = title_of(locale, what);
    let details: Vec<String> = details(locale, what, context)
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect();
    if !details.is_empty() {
        line.push_str(": ");
        line.push_str(&details.join(", "));
    }
    if is_movement(what) {
        line.push_str(" (");
        line.push_str(cause_of(locale, decider(what, context)));
        line.push(')');
    }
    line
}

/// True for the movements, which always say who caused them.
fn is_movement(what: &Happening) -> bool {
    match what {
        Happening::Arrived(message) => message.id.0 > 0,
        Happening::Evicted { .. }
        | Happening::BlockEdited(_)
        | Happening::PassageStored { .. }
        | Happening::PagedIn { .. } => true,
        _ => false,
    }
}

fn details(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> Vec<String> {
    let config = context.config;
    let is_items = context.counts_items();
    let tokens = |tokens: u32| {
        if is_items {
            String::new()
        } else {
            count::tokens(locale, tokens.into())
        }
    };
    let quote = |text: &str| {
        if text.trim().is_empty() {
            String::new()
        } else {
            quoted(locale, text, SHOWN_MAX)
        }
    };
    match what {
        Happening::Began { .. } if is_items => vec![count::slots(locale, config.window.into())],
        Happening::Began { pinned } => vec![tokens(
            pinned.system + pinned.schemas + pinned.working_context,
        )],
        Happening::Arrived(message) => {
            vec![arrived(locale, message, &quote), tokens(message.tokens)]
        }
        Happening::Asked { text } | Happening::Offered { text } | Happening::Said { text } => {
            vec![quote(text)]
        }
        Happening::Oversized { tokens: many, .. }
        | Happening::PressureWarned { tokens: many, .. } => {
            vec![tokens(*many)]
        }
        Happening::PinnedOverflow { pinned, .. } => vec![tokens(*pinned)],
        Happening::ModelAsked { parts, .. } => vec![tokens(parts.total())],
        Happening::Replied {
            reply,
            purpose,
            tokens: many,
        } => {
            let names = reply
                .calls
                .iter()
                .map(|call| labels::function_named(locale, config.rules, &call.name));
            let names: Vec<String> = if *purpose == Purpose::Act {
                names.collect()
            } else {
                Vec::new()
            };
            vec![list(locale, &names, LIST_MAX), tokens(*many)]
        }
        Happening::CallBegan { call, .. } => vec![labels::raw_call(locale, config.rules, call)],
        Happening::ResultRecorded { call, .. } => {
            vec![labels::raw_call(locale, config.rules, call)]
        }
        Happening::CallFailed { call, fault } => {
            let call = if call.name.is_empty() {
                String::new()
            } else {
                labels::raw_call(locale, config.rules, call)
            };
            vec![
                call,
                without_stop(fault_sentence(locale, fault, config.when_spent)),
            ]
        }
        Happening::BlockEdited(edit) => {
            vec![labels::block(locale, &edit.label), tokens(edit.tokens)]
        }
        Happening::PassageStored { passage } => vec![passage.id.to_string(), quote(&passage.text)],
        Happening::DocumentGiven(document) => {
            vec![
                quote(&document.title),
                count::passages(locale, document.passages.len() as u64),
            ]
        }
        Happening::Searched { call, page } => {
            vec![
                labels::call(locale, config.rules, call),
                count::results(locale, page.total.into()),
            ]
        }
        Happening::PagedIn { message, page } => {
            let hits: Vec<String> = page.hits.iter().map(ToString::to_string).collect();
            let item = if is_items {
                quote(message.body.spoken())
            } else {
                String::new()
            };
            vec![list(locale, &hits, LIST_MAX), item, tokens(message.tokens)]
        }
        Happening::HeartbeatsPaused { minutes } => vec![count::minutes(locale, (*minutes).into())],
        Happening::FlushBegan { victims, .. } => {
            vec![count::messages(locale, victims.len() as u64)]
        }
        Happening::Evicted {
            id, tokens: many, ..
        } => {
            vec![
                context.excerpt(*id).map_or_else(String::new, |excerpt| {
                    labels::excerpt(locale, config.rules, excerpt, SHOWN_MAX)
                }),
                tokens(*many),
            ]
        }
        Happening::Summarised { message, .. } => vec![tokens(message.tokens)],
        Happening::FlushEnded { before, after } if !is_items => {
            vec![format!(
                "{} → {}",
                locale.number((*before).into()),
                tokens(*after)
            )]
        }
        Happening::SettingChanged(change) => vec![match change.setting {
            Setting::Window(_) if is_items => count::slots(locale, change.config.window.into()),
            _ => without_stop(setting_changed(locale, change)),
        }],
        Happening::SessionFull { events } => vec![locale.number((*events).into())],
        Happening::BudgetStopped { budget } => vec![count::searches(locale, (*budget).into())],
        Happening::CallCapReached { cap } => vec![count::model_calls(locale, (*cap).into())],
        Happening::ModelFailed { .. }
        | Happening::TimerHeld { .. }
        | Happening::FlushEnded { .. }
        | Happening::FlushFailed { .. }
        | Happening::ReplyRejected { .. }
        | Happening::NotAsked
        | Happening::Stopped
        | Happening::Yielded => Vec::new(),
    }
}

/// What arrived, where the title does not say it.
fn arrived(locale: Locale, message: &Message, quote: &impl Fn(&str) -> String) -> String {
    match &message.body {
        Body::Item(text) | Body::User(text) => quote(text),
        Body::DocumentNotice { title, passages } => {
            format!(
                "{}, {}",
                quote(title),
                count::passages(locale, (*passages).into())
            )
        }
        _ => String::new(),
    }
}

/// A sentence that goes on inside a line.
fn without_stop(sentence: String) -> String {
    sentence.trim_end_matches('.').to_owned()
}
