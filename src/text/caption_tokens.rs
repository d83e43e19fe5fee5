//! Sentences of the rule sets that count tokens.

use crate::engine::config::{Config, Counted, FlushTrigger, PlainText, RecallWrite, WhenSpent};
use crate::engine::event::{
    BlockEdit, Decider, Happening, Purpose, Rejection, SettingChange, Victim,
};
use crate::engine::function::{CallFault, Function, RawCall};
use crate::engine::ids::{MessageId, Origin};
use crate::engine::input::Setting;
use crate::engine::message::{Body, HeartbeatReason, Message, ResultPage, StoredBy};
use crate::engine::reply::{ModelFailure, Reply};

use super::caption::{Reason, is_eviction, reason};
use super::caption_together;
use super::context::{CaptionContext, Unread};
use super::fault::fault_sentence;
use super::t::{caption, count, place, title};
use super::words::{difference, list, moment, quoted};
use super::{Locale, caption_items, cost, labels, trouble};

/// Longest piece of a conversation that a sentence shows, in characters.
const EXCERPT_MAX: usize = 60;

/// Most things that a sentence lists.
const LIST_MAX: usize = 6;

/// The sentence for an event.
pub(super) fn sentence(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> String {
    let config = context.config;
    if !context.needed.is_empty()
        && let Some(sentence) = caption_together::sentence(locale, what, context)
    {
        return sentence;
    }
    match what {
        Happening::Began { pinned } => caption::began(
            locale,
            context.free().into(),
            config.reserve.into(),
            pinned.schemas.into(),
            context.statistics.into(),
            pinned.system.into(),
            config.window.into(),
            pinned.working_context.into(),
        ),
        Happening::Arrived(message) => arrived(locale, message, context),
        // Only the miniature has these two; said in its words.
        Happening::Asked { text } => {
            super::t::mini::asked(locale, &quoted(locale, text, EXCERPT_MAX))
        }
        Happening::Offered { text } => {
            super::t::mini::offered(locale, &quoted(locale, text, EXCERPT_MAX))
        }
        Happening::Oversized { tokens, room } => caption::oversized(
            locale,
            (*room).into(),
            &count::tokens(locale, (*tokens).into()),
        ),
        Happening::PinnedOverflow { pinned, limit } => {
            caption::pinned_overflow(locale, (*limit).into(), (*pinned).into())
        }
        Happening::PressureWarned { tokens, threshold } => {
            let counts = config.warning.map(|rule| rule.counts).unwrap_or_default();
            let said = match counts {
                Counted::Prompt => caption::pressure_warned,
                Counted::LastCall => caption::pressure_warned_call,
            };
            said(locale, (*threshold).into(), (*tokens).into())
        }
        Happening::ModelAsked {
            purpose,
            parts,
            folds,
        } => {
            let total = u64::from(parts.total());
            match purpose {
                Purpose::Act => {
                    let (pinned, nth) = (parts.pinned().into(), context.turn.model_calls.into());
                    let (queue, summary) = (parts.queue.into(), parts.summary.into());
                    let asked = caption::model_asked(locale, nth, pinned, queue, summary, total);
                    let extra = match context.unread {
                        Unread::Page => caption::model_asked_page(locale),
                        Unread::Failure => caption::model_asked_failure(locale),
                        Unread::Other => "",
                    };
                    join(&[&asked, extra])
                }
                Purpose::Summarise => caption::model_asked_summary(
                    locale,
                    &count::messages(locale, (*folds).into()),
                    total,
                ),
                Purpose::ChooseVictims => caption::model_asked_choice(locale, total),
            }
        }
        Happening::Replied {
            purpose,
            reply,
            tokens,
        } => replied(locale, *purpose, reply, *tokens, config),
        Happening::ReplyRejected { why, left } => rejected(locale, *why, *left),
        Happening::ModelFailed { purpose, failure } => {
            model_failed(locale, *purpose, failure, config.flush_trigger)
        }
        Happening::NotAsked => caption::not_asked(locale).to_owned(),
        Happening::ResultRecorded {
            call,
            is_ok,
            wants_heartbeat,
        } => {
            let function = labels::function_named(locale, config.rules, &call.name);
            let taken = caption::result_recorded(locale, &function);
            let failed = if *is_ok {
                ""
            } else {
                caption::result_recorded_failed(locale)
            };
            let heartbeat = if *wants_heartbeat {
                caption::call_heartbeat(locale)
            } else {
                ""
            };
            join(&[&taken, failed, heartbeat])
        }
        Happening::CallBegan { call, read } => {
            let began = caption::call_began(locale, &labels::raw_call(locale, config.rules, call));
            let goes_on = read
                .as_ref()
                .as_ref()
                .is_ok_and(|call| call.wants_heartbeat);
            let heartbeat = if goes_on {
                caption::call_heartbeat(locale)
            } else {
                ""
            };
            join(&[&began, heartbeat])
        }
        Happening::CallFailed { call, fault } => call_failed(locale, call, fault, config),
        Happening::Said { text } => {
            let text = quoted(locale, text, EXCERPT_MAX);
            let said = match config.plain_text {
                PlainText::Thought => caption::said(locale, &text),
                PlainText::Reply => caption::said_plain(locale, &text),
            };
            join(&[
                &said,
                &caption::so_far(locale, &cost::model_calls(locale, &context.turn)),
            ])
        }
        Happening::BlockEdited(edit) => {
            let edited = block_edited(locale, edit);
            let Some(undeclared) = &edit.undeclared else {
                return edited;
            };
            let function = labels::function_named(locale, config.rules, &undeclared.name);
            let heartbeat = if undeclared.wants_heartbeat {
                caption::call_heartbeat(locale)
            } else {
                ""
            };
            let recorded = caption::block_edited_recorded(locale, &function);
            join(&[&edited, &recorded, heartbeat])
        }
        Happening::PassageStored { passage } => {
            let text = quoted(locale, &passage.text, EXCERPT_MAX);
            match passage.by {
                StoredBy::Model => caption::passage_by_model(locale, &passage.id, &text),
                StoredBy::User => caption::passage_by_user(locale, &passage.id, &text),
            }
        }
        Happening::DocumentGiven(document) => {
            let passages = count::passages(locale, document.passages.len() as u64);
            caption::document_given(
                locale,
                &passages,
                &quoted(locale, &document.title, EXCERPT_MAX),
            )
        }
        Happening::Searched { call, page } => {
            let call_text = labels::call(locale, config.rules, call);
            join(&[
                &searched(locale, &call_text, shelf(locale, call.function), page),
                &budget(locale, context),
            ])
        }
        Happening::PagedIn { message, page } => paged_in(locale, message, page, context),
        Happening::HeartbeatsPaused { minutes } => {
            caption::heartbeats_paused(locale, &count::minutes(locale, (*minutes).into()))
        }
        Happening::TimerHeld { until } => caption::timer_held(locale, &moment(locale, *until)),
        Happening::FlushBegan {
            victims,
            tokens,
            parts_call,
        } => {
            let parts = if *parts_call {
                caption::flush_parts(locale)
            } else {
                ""
            };
            join(&[&flush_began(locale, victims, *tokens, config), parts])
        }
        Happening::Evicted {
            id,
            tokens,
            by,
            is_written,
        } => evicted(locale, (*id, *tokens), *by, *is_written, context),
        Happening::Summarised {
            message,
            kept,
            is_by_model,
        } => summarised(locale, message, kept, *is_by_model, config),
        Happening::FlushEnded { before, after } => {
            let free = count::tokens(locale, context.free().into());
            caption::flush_ended(locale, (*after).into(), (*before).into(), &free)
        }
        // It would fit: the provider is the one who refuses it.
        Happening::FlushFailed { tokens, limit } if tokens <= limit => {
            caption::flush_failed_refused(locale, (*tokens).into())
        }
        Happening::FlushFailed { tokens, limit } => {
            caption::flush_failed(locale, (*limit).into(), (*tokens).into())
        }
        Happening::BudgetStopped { budget } => {
            caption::budget_stopped(locale, &count::searches(locale, (*budget).into()))
        }
        Happening::CallCapReached { cap } => {
            let calls = count::model_calls(locale, (*cap).into());
            caption::call_cap_reached(locale, &calls, context.turn.tokens_in)
        }
        Happening::SettingChanged(change) => {
            let is_at_once = matches!(change.setting, Setting::Pin { .. });
            let from = if is_at_once {
                ""
            } else {
                caption::setting_from(locale)
            };
            join(&[&setting_changed(locale, change), from])
        }
        Happening::Stopped => caption::stopped(locale).to_owned(),
        Happening::SessionFull { events } => caption::session_full(locale, (*events).into()),
        Happening::Yielded => {
            let cost = if context.turn.model_calls == 0 {
                String::new()
            } else {
                let functions = cost::function_calls(locale, &context.turn);
                caption::yielded_cost(
                    locale,
                    &cost::model_calls(locale, &context.turn),
                    &functions,
                    context.turn.tokens_in,
                )
            };
            join(&[caption::yielded(locale), &cost])
        }
    }
}

/// Sentences one after another; empty ones are left out.
pub(super) fn join(sentences: &[&str]) -> String {
    let spoken: Vec<&str> = sentences
        .iter()
        .copied()
        .filter(|sentence| !sentence.is_empty())
        .collect();
    spoken.join(" ")
}

fn arrived(locale: Locale, message: &Message, context: &CaptionContext<'_>) -> String {
    let config = context.config;
    let tokens = count::tokens(locale, message.tokens.into());
    let arrived = match &message.body {
        Body::Item(text) | Body::User(text) => {
            let user = caption::arrived_user(locale, &quoted(locale, text, EXCERPT_MAX), &tokens);
            let is_recorded = config.has_external && config.writes == RecallWrite::OnArrival;
            join(&[
                &user,
                if is_recorded {
                    caption::arrived_recall(locale)
                } else {
                    ""
                },
            ])
        }
        Body::Assistant { .. } if config.boot.is_some() && message.id.0 == 1 => {
            caption::boot(locale, &tokens)
        }
        Body::Assistant { calls, text, .. } => {
            if !calls.is_empty() {
                let calls = count::function_calls(locale, calls.len() as u64);
                caption::arrived_reply_calls(locale, &calls, &tokens)
            } else if text.is_empty() {
                caption::arrived_reply_thought(locale, &tokens)
            } else if config.plain_text == PlainText::Thought {
                let read = count::tokens(locale, context.turn.tokens_in);
                caption::arrived_reply_unspoken(locale, &read, &tokens)
            } else {
                caption::arrived_reply_text(locale, &tokens)
            }
        }
        Body::FunctionResult {
            function,
            is_ok,
            page,
            ..
        } => {
            let function = labels::function_named(locale, config.rules, function);
            match (is_ok, page) {
                (false, _) => join(&[
                    &caption::arrived_result_failed(locale, &function, &tokens),
                    &failure_cost(locale, context),
                ]),
                (true, Some(page)) if page.hits.is_empty() => {
                    caption::arrived_result_empty(locale, &function, &tokens)
                }
                (true, _) => caption::arrived_result(locale, &function, &tokens),
            }
        }
        Body::Heartbeat(HeartbeatReason::Requested) => {
            caption::heartbeat_requested(locale, &tokens)
        }
        Body::Heartbeat(HeartbeatReason::CallFailed) => caption::heartbeat_failed(locale, &tokens),
        Body::Heartbeat(HeartbeatReason::Recorded) => caption::heartbeat_recorded(locale, &tokens),
        Body::PressureAlert => caption::pressure_alert(locale, &tokens),
        Body::Summary(summary) => caption::summarised(
            locale,
            &count::messages(locale, summary.covers.len().into()),
            &tokens,
        ),
        Body::Timer => caption::timer(locale, &tokens),
        Body::Login => caption::login(locale, &tokens),
        Body::DocumentNotice { title, passages } => {
            let passages = count::passages(locale, (*passages).into());
            caption::document_notice(
                locale,
                &passages,
                &quoted(locale, title, EXCERPT_MAX),
                &tokens,
            )
        }
    };
    join(&[&arrived, &room(locale, context)])
}

/// What a failure costs: a further call, unless the turn ends here.
fn failure_cost(locale: Locale, context: &CaptionContext<'_>) -> String {
    let config = context.config;
    let is_capped = context.turn.model_calls >= config.model_calls_max;
    let is_spent = config
        .page_ins_max
        .is_some_and(|most| context.turn.searches >= most);
    if is_capped || (is_spent && config.when_spent == WhenSpent::Stop) {
        return String::new();
    }
    caption::failure_cost(locale, context.prompt.into())
}

/// How much may still arrive before the queue is flushed.
fn room(locale: Locale, context: &CaptionContext<'_>) -> String {
    let over = context.prompt.saturating_sub(context.config.flush_line());
    if over > 0 {
        caption::room_over(locale, &count::tokens(locale, over.into()))
    } else {
        caption::room_left(locale, &count::tokens(locale, context.free().into()))
    }
}

fn replied(
    locale: Locale,
    purpose: Purpose,
    reply: &Reply,
    tokens: u32,
    config: &Config,
) -> String {
    let tokens = count::tokens(locale, tokens.into());
    match purpose {
        Purpose::Summarise => return caption::replied_summary(locale, &tokens),
        Purpose::ChooseVictims => return caption::replied_choice(locale).to_owned(),
        Purpose::Act => {}
    }
    let written = if reply.calls.is_empty() {
        caption::replied_text(locale, &tokens)
    } else {
        let names: Vec<String> = reply
            .calls
            .iter()
            .map(|call| labels::function_named(locale, config.rules, &call.name))
            .collect();
        let calls = count::function_calls(locale, reply.calls.len() as u64);
        caption::replied_calls(locale, &calls, &list(locale, &names, LIST_MAX), &tokens)
    };
    let thought = if reply.thoughts.trim().is_empty() {
        String::new()
    } else {
        caption::replied_thought(locale, &quoted(locale, &reply.thoughts, 2 * EXCERPT_MAX))
    };
    let at_once = if reply.calls.len() > 1 {
        caption::replied_at_once(locale)
    } else {
        ""
    };
    join(&[&written, at_once, &thought])
}

fn rejected(locale: Locale, why: Rejection, left: u32) -> String {
    let why = match why {
        Rejection::NoCall => caption::rejected_no_call(locale),
        Rejection::OtherFunction => caption::rejected_function(locale),
        Rejection::NoThoughts => caption::rejected_no_thoughts(locale),
        Rejection::WrongThoughts => caption::rejected_thoughts(locale),
    };
    if left == 0 {
        return join(&[why, caption::rejected_last(locale)]);
    }
    let times = count::times(locale, left.into());
    join(&[why, &caption::rejected_again(locale, &times)])
}

pub(super) fn model_failed(
    locale: Locale,
    purpose: Purpose,
    failure: &ModelFailure,
    trigger: FlushTrigger,
) -> String {
    let why = match failure {
        ModelFailure::ContextFull => caption::failed_context(locale).to_owned(),
        ModelFailure::ReplyCut => caption::failed_length(locale).to_owned(),
        ModelFailure::Other { kind } => match trouble::words(locale, kind) {
            Some(words) => words.to_owned(),
            None => caption::failed_other(locale, kind),
        },
    };
    let then = match (purpose, failure) {
        (Purpose::Act, ModelFailure::ContextFull | ModelFailure::ReplyCut) => match trigger {
            FlushTrigger::BeforeCall => caption::failed_then_flush(locale),
            FlushTrigger::Refusal | FlushTrigger::AfterStep(_) => {
                caption::failed_then_flush_now(locale)
            }
        },
        (Purpose::Act, ModelFailure::Other { .. }) => caption::failed_then_end(locale),
        (Purpose::Summarise, _) => caption::failed_then_note(locale),
        (Purpose::ChooseVictims, _) => caption::failed_then_oldest(locale),
    };
    join(&[&why, then])
}

fn call_failed(locale: Locale, call: &RawCall, fault: &CallFault, config: &Config) -> String {
    let fault = fault_sentence(locale, fault, config.when_spent);
    if is_eviction(&call.name) || call.name.is_empty() {
        return join(&[&fault, caption::failed_then_oldest(locale)]);
    }
    caption::call_failed(
        locale,
        &labels::raw_call(locale, config.rules, call),
        &fault,
    )
}

fn block_edited(locale: Locale, edit: &BlockEdit) -> String {
    let tokens = count::tokens(locale, edit.tokens.into());
    let block = labels::block(locale, &edit.label);
    let quote = |text: &str| quoted(locale, text, EXCERPT_MAX);
    if edit.function == Function::CoreMemoryAppend {
        let added = edit
            .after
            .strip_prefix(&*edit.before)
            .unwrap_or(&edit.after);
        return caption::block_appended(locale, &block, &quote(added), &tokens);
    }
    let (old, new) = difference(&edit.before, &edit.after, EXCERPT_MAX);
    match (old.is_empty(), new.is_empty()) {
        (true, true) => caption::block_unchanged(locale, &block),
        (false, true) => caption::block_deleted(locale, &block, &quote(old), &tokens),
        (true, false) => caption::block_appended(locale, &block, &quote(new), &tokens),
        (false, false) => {
            caption::block_replaced(locale, &block, &quote(new), &quote(old), &tokens)
        }
    }
}

/// Where a search looks.
fn shelf(locale: Locale, function: Function) -> &'static str {
    if function == Function::ArchivalMemorySearch {
        place::archival(locale)
    } else {
        place::recall(locale)
    }
}

fn searched(locale: Locale, call: &str, place: &str, page: &ResultPage) -> String {
    if page.hits.is_empty() {
        return caption::searched_nothing(locale, &call, &place);
    }
    let results = count::results(locale, page.total.into());
    let (last, number) = (page.page_last.into(), page.page.into());
    caption::searched(
        locale,
        &call,
        &origins(locale, &page.hits),
        last,
        number,
        &place,
        &results,
    )
}

/// How much of the page-in budget is used.
fn budget(locale: Locale, context: &CaptionContext<'_>) -> String {
    match context.config.page_ins_max {
        Some(most) => caption::budget_used(locale, most.into(), context.turn.searches.into()),
        None => String::new(),
    }
}

fn paged_in(
    locale: Locale,
    message: &Message,
    page: &ResultPage,
    context: &CaptionContext<'_>,
) -> String {
    let function = match &message.body {
        Body::FunctionResult { function, .. } => {
            labels::function_named(locale, context.config.rules, function)
        }
        _ => {
            labels::function(locale, context.config.rules, Function::ConversationSearch).to_owned()
        }
    };
    let place = match page.hits.first() {
        Some(Origin::Passage(_)) => place::archival(locale),
        _ => place::recall(locale),
    };
    let (ids, copies) = (origins(locale, &page.hits), page.hits.len() as u64);
    let tokens = count::tokens(locale, message.tokens.into());
    let came = caption::paged_in(locale, &function, &ids, copies, &place, &tokens);
    join(&[
        &came,
        &caption::paged_in_cost(locale, context.prompt.into()),
    ])
}

fn flush_began(locale: Locale, victims: &[Victim], tokens: u32, config: &Config) -> String {
    let ids: Vec<MessageId> = victims.iter().map(|victim| victim.id).collect();
    let (many, limit) = (victims.len() as u64, config.flush_line().into());
    let began = caption::flush_began(locale, &messages(locale, &ids), limit, many, tokens.into());
    let policy = caption::setting_policy(locale, &labels::policy_name(locale, config.policy));
    let fate = if config.has_external {
        caption::flush_kept(locale)
    } else {
        caption::flush_lost(locale)
    };
    join(&[&began, &policy, fate])
}

fn evicted(
    locale: Locale,
    (id, tokens): (MessageId, u32),
    by: Decider,
    is_written: bool,
    context: &CaptionContext<'_>,
) -> String {
    let why = match reason(context.config.policy, by) {
        Reason::Oldest => caption::reason_oldest(locale).to_owned(),
        Reason::Unused => caption::reason_used(locale).to_owned(),
        Reason::Drawn => caption::reason_random(locale, &context.config.seed),
        Reason::Chosen => caption::reason_model(locale).to_owned(),
        Reason::Rest => caption::reason_rest(locale).to_owned(),
    };
    let what = match context.excerpt(id) {
        Some(excerpt) => {
            let rules = context.config.rules;
            format!(
                "{id} {}",
                labels::excerpt(locale, rules, excerpt, EXCERPT_MAX)
            )
        }
        None => id.to_string(),
    };
    let left = caption::evicted(locale, &why, &count::tokens(locale, tokens.into()), &what);
    let fate = if !context.config.has_external {
        caption::evicted_lost(locale)
    } else if is_written {
        caption::evicted_written(locale)
    } else {
        caption::evicted_kept(locale)
    };
    join(&[&left, fate])
}

fn summarised(
    locale: Locale,
    message: &Message,
    kept: &[MessageId],
    is_by_model: bool,
    config: &Config,
) -> String {
    let covers = match &message.body {
        Body::Summary(summary) => summary.covers.len(),
        _ => 0,
    };
    let covers = count::messages(locale, covers.into());
    let tokens = count::tokens(locale, message.tokens.into());
    let search = if config.has_external {
        caption::summarised_search(locale)
    } else {
        ""
    };
    if !is_by_model {
        return join(&[
            &caption::summarised_missing(locale, &covers, &tokens),
            search,
        ]);
    }
    let kept = if kept.is_empty() {
        caption::summarised_nothing(locale).to_owned()
    } else {
        caption::summarised_kept(locale, &messages(locale, kept))
    };
    join(&[
        &caption::summarised(locale, &covers, &tokens),
        &kept,
        search,
    ])
}

/// What was set.
pub(super) fn setting_changed(locale: Locale, change: &SettingChange) -> String {
    match &change.setting {
        // The new settings, since a value out of range was clamped.
        Setting::Window(_) => {
            caption::setting_window(locale, &count::tokens(locale, change.config.window.into()))
        }
        Setting::Policy(policy) => {
            caption::setting_policy(locale, &labels::policy_name(locale, *policy))
        }
        Setting::PageInBudget(_) => match change.config.page_ins_max {
            Some(most) => caption::setting_budget(locale, &count::searches(locale, most.into())),
            None => caption::setting_no_budget(locale).to_owned(),
        },
        Setting::WhenSpent(choice) => {
            caption::setting_when_spent(locale, &labels::when_spent_name(locale, *choice))
        }
        Setting::External(true) => caption::setting_external_on(locale).to_owned(),
        Setting::External(false) => caption::setting_external_off(locale).to_owned(),
        Setting::Seed(seed) => caption::setting_seed(locale, seed),
        Setting::Pin {
            id,
            is_pinned: true,
        } => caption::setting_pinned(locale, id),
        Setting::Pin {
            id,
            is_pinned: false,
        } => caption::setting_unpinned(locale, id),
    }
}

fn messages(locale: Locale, ids: &[MessageId]) -> String {
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    list(locale, &names, LIST_MAX)
}

fn origins(locale: Locale, ids: &[Origin]) -> String {
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    list(locale, &names, LIST_MAX)
}

/// The title of an event; those of the miniature have the same words here.
pub(super) fn title(locale: Locale, what: &Happening) -> String {
    match what {
        Happening::Arrived(message) => return arrival(locale, message),
        Happening::Asked { text } if caption_items::asks_for_several(text) => {
            title::asked_several(locale)
        }
        Happening::Oversized { .. } => title::oversized(locale),
        Happening::PinnedOverflow { .. } => title::pinned_overflow(locale),
        Happening::PressureWarned { .. } => title::pressure_warned(locale),
        Happening::ModelAsked { purpose, .. } => match purpose {
            Purpose::Act => return caption_items::title(locale, what).unwrap_or_default(),
            Purpose::Summarise => title::model_asked_summary(locale),
            Purpose::ChooseVictims => title::model_asked_choice(locale),
        },
        Happening::ReplyRejected { .. } => title::reply_rejected(locale),
        Happening::ModelFailed { .. } => title::model_failed(locale),
        Happening::NotAsked => title::not_asked(locale),
        Happening::ResultRecorded { .. } => title::result_recorded(locale),
        Happening::CallFailed { .. } => title::call_failed(locale),
        Happening::BlockEdited(edit) if edit.function == Function::CoreMemoryAppend => {
            title::block_appended(locale)
        }
        Happening::BlockEdited(_) => title::block_replaced(locale),
        Happening::PassageStored { .. } => title::passage_stored(locale),
        Happening::DocumentGiven(_) => title::document_given(locale),
        Happening::HeartbeatsPaused { .. } => title::heartbeats_paused(locale),
        Happening::TimerHeld { .. } => title::timer_held(locale),
        Happening::FlushBegan { .. } => title::flush_began(locale),
        Happening::Summarised { .. } => title::summarised(locale),
        Happening::FlushEnded { .. } => title::flush_ended(locale),
        Happening::FlushFailed { .. } => title::flush_failed(locale),
        Happening::BudgetStopped { .. } => title::budget_stopped(locale),
        Happening::CallCapReached { .. } => title::call_cap_reached(locale),
        Happening::SettingChanged(_) => title::setting_changed(locale),
        Happening::Stopped => title::stopped(locale),
        Happening::SessionFull { .. } => title::session_full(locale),
        Happening::Began { .. }
        | Happening::Asked { .. }
        | Happening::Offered { .. }
        | Happening::Replied { .. }
        | Happening::CallBegan { .. }
        | Happening::Said { .. }
        | Happening::Searched { .. }
        | Happening::PagedIn { .. }
        | Happening::Evicted { .. }
        | Happening::Yielded => return caption_items::title(locale, what).unwrap_or_default(),
    }
    .to_owned()
}

fn arrival(locale: Locale, message: &Message) -> String {
    match &message.body {
        Body::Item(_) => title::item_arrived(locale),
        Body::User(_) | Body::Summary(_) => return title::message_arrived(locale, &message.id),
        Body::Assistant { .. } => title::reply_arrived(locale),
        Body::FunctionResult { .. } => title::result_arrived(locale),
        Body::Heartbeat(_) => title::heartbeat(locale),
        Body::PressureAlert => title::alert_arrived(locale),
        Body::Timer => title::timer(locale),
        Body::Login => title::login(locale),
        Body::DocumentNotice { .. } => title::document_notice(locale),
    }
    .to_owned()
}
