//! “As an operating system”: what each event would be in a computer. Only where it is
//! honest: nothing here raises a page fault by itself, and no system summarises.

use crate::engine::config::{EvictionPolicy, RecallWrite};
use crate::engine::event::Happening;
use crate::engine::message::Body;

use super::Locale;
use super::context::CaptionContext;
use super::t::os;

/// What the event would be in a computer.
pub fn os_label(locale: Locale, what: &Happening, context: &CaptionContext<'_>) -> &'static str {
    let config = context.config;
    let is_through = config.has_external && config.writes == RecallWrite::OnArrival;
    let arrives = if is_through {
        os::arrived_through(locale)
    } else {
        os::arrived(locale)
    };
    match what {
        Happening::Began { .. } => os::began(locale),
        Happening::Arrived(message) => match &message.body {
            Body::User(_) => os::interrupt_user(locale),
            Body::Heartbeat(_) => os::interrupt_heartbeat(locale),
            Body::PressureAlert => os::interrupt_warning(locale),
            Body::Timer => os::interrupt_timer(locale),
            Body::Login => os::interrupt_user(locale),
            Body::Summary(_) => os::no_equivalent(locale),
            Body::Item(_)
            | Body::Assistant { .. }
            | Body::FunctionResult { .. }
            | Body::DocumentNotice { .. } => arrives,
        },
        Happening::Asked { .. }
        | Happening::Offered { .. }
        | Happening::Stopped
        | Happening::DocumentGiven(_) => os::interrupt_user(locale),
        Happening::Oversized { .. }
        | Happening::PinnedOverflow { .. }
        | Happening::FlushFailed { .. } => os::too_large(locale),
        Happening::PressureWarned { .. } => os::interrupt_warning(locale),
        Happening::ModelAsked { .. } => os::process_runs(locale),
        Happening::Replied { .. } => os::process_done(locale),
        Happening::ModelFailed { .. } | Happening::ReplyRejected { .. } => {
            os::process_failed(locale)
        }
        Happening::CallBegan { .. } | Happening::HeartbeatsPaused { .. } => os::system_call(locale),
        Happening::CallFailed { .. } => os::system_call_failed(locale),
        Happening::Said { .. } => os::system_call_say(locale),
        Happening::BlockEdited(_) => os::write_pinned(locale),
        Happening::PassageStored { .. } => os::write_disk(locale),
        Happening::Searched { .. } => os::read_disk(locale),
        Happening::PagedIn { .. } if context.counts_items() => os::page_in_item(locale),
        Happening::PagedIn { .. } => os::page_in(locale),
        Happening::TimerHeld { .. } => os::interrupt_timer(locale),
        Happening::FlushBegan { .. } => os::reclaim(locale),
        Happening::Evicted { .. } if !config.has_external => os::page_out_lost(locale),
        Happening::Evicted {
            is_written: true, ..
        } => os::page_out_written(locale),
        Happening::Evicted { .. } => os::page_out_clean(locale),
        Happening::Summarised { .. } => os::no_equivalent(locale),
        Happening::FlushEnded { .. } => os::reclaimed(locale),
        Happening::NotAsked => os::no_equivalent(locale),
        Happening::ResultRecorded { .. } => os::system_call(locale),
        Happening::BudgetStopped { .. }
        | Happening::CallCapReached { .. }
        | Happening::SessionFull { .. } => os::limit_reached(locale),
        Happening::SettingChanged(_) => os::configuration(locale),
        Happening::Yielded => os::yields(locale),
    }
}

/// The warning sign beside the policy: how far the comparison holds under these rules.
pub fn os_policy_note(locale: Locale, context: &CaptionContext<'_>) -> &'static str {
    if context.counts_items() && context.config.policy != EvictionPolicy::ModelChosen {
        os::policy_fixed(locale)
    } else {
        os::policy_model(locale)
    }
}
