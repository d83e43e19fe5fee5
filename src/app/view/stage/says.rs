//! The words for what a scene holds: one exhaustive match an enum.

use std::sync::Arc;

use crate::engine::config::{RuleSet, Unit};
use crate::engine::event::Purpose;
use crate::engine::ids::{MessageId, Origin};
use crate::engine::message::{Body, HeartbeatReason};
use crate::scene::archivo::PassageState;
use crate::scene::contract::ContractLine;
use crate::scene::flight::{Anchor, FlightKind};
use crate::scene::historial::CellState;
use crate::scene::parts::{PinnedKind, PinnedPart};
use crate::scene::queue::{Row, RowKind, RowState};
use crate::scene::station::{ExecutorState, ModelState, QueueManagerStation};
use crate::text::{Locale, labels, t};

/// What a row says. The rule set names the functions.
pub fn row_words(locale: Locale, rules: RuleSet, row: &Row) -> Arc<str> {
    match &row.words.0.body {
        Body::Assistant { calls, .. } if row.kind == RowKind::Call => calls.first().map_or_else(
            || row.words.excerpt(),
            |call| labels::raw_call(locale, rules, call).into(),
        ),
        Body::Heartbeat(HeartbeatReason::Requested) => {
            t::stage::text_heartbeat_requested(locale).into()
        }
        Body::Heartbeat(HeartbeatReason::Recorded) => {
            t::stage::text_heartbeat_recorded(locale).into()
        }
        Body::Heartbeat(HeartbeatReason::CallFailed) => {
            t::stage::text_heartbeat_failed(locale).into()
        }
        Body::PressureAlert => t::stage::text_alert(locale).into(),
        Body::Timer => t::stage::text_timer(locale).into(),
        Body::Login => t::stage::text_login(locale).into(),
        Body::DocumentNotice { title, passages } => {
            t::stage::text_document(locale, u64::from(*passages), title).into()
        }
        Body::FunctionResult { text, page, .. } => match page {
            Some(page) if !page.hits.is_empty() => {
                t::stage::page_of_copies(locale, page.hits.len() as u64).into()
            }
            _ if text.is_empty() => t::stage::text_ok(locale).into(),
            _ => row.words.excerpt(),
        },
        _ => row.words.excerpt(),
    }
}

/// The mark of a row: its number; of a summary, how many messages it stands for.
pub fn row_mark(row: &Row) -> String {
    match row.kind {
        RowKind::Summary => format!("Σ{}", row.covers),
        RowKind::Item if row.is_copy => format!("{}′", row.id.0),
        RowKind::Item => row.id.0.to_string(),
        _ => row.id.to_string(),
    }
}

/// The mark of a copy: that of its original, with a prime.
pub fn copy_mark(origin: Origin) -> String {
    format!("{origin}′")
}

/// Name of a kind of row, for styles and tests.
pub fn kind_name(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Item => "item",
        RowKind::User => "user",
        RowKind::Assistant => "assistant",
        RowKind::Call => "call",
        RowKind::Thought => "thought",
        RowKind::Result => "result",
        RowKind::Failure => "failure",
        RowKind::Page => "page",
        RowKind::Heartbeat => "heartbeat",
        RowKind::Alert => "alert",
        RowKind::Summary => "summary",
        RowKind::Timer => "timer",
        RowKind::Login => "login",
        RowKind::Document => "document",
    }
}

/// A kind of row, in words.
pub fn kind(locale: Locale, kind: RowKind) -> &'static str {
    match kind {
        RowKind::Item => t::stage::kind_item(locale),
        RowKind::User => t::stage::kind_user(locale),
        RowKind::Assistant => t::stage::kind_assistant(locale),
        RowKind::Call => t::stage::kind_call(locale),
        RowKind::Thought => t::stage::kind_thought(locale),
        RowKind::Result => t::stage::kind_result(locale),
        RowKind::Failure => t::stage::kind_failure(locale),
        RowKind::Page => t::stage::kind_page(locale),
        RowKind::Heartbeat => t::stage::kind_heartbeat(locale),
        RowKind::Alert => t::stage::kind_alert(locale),
        RowKind::Summary => t::stage::kind_summary(locale),
        RowKind::Timer => t::stage::kind_timer(locale),
        RowKind::Login => t::stage::kind_login(locale),
        RowKind::Document => t::stage::kind_document(locale),
    }
}

/// Name of a state of a row, for styles and tests.
pub fn state_name(state: RowState) -> &'static str {
    match state {
        RowState::Here => "here",
        RowState::Arriving => "arriving",
        RowState::Marked(_) => "marked",
        RowState::Leaving => "leaving",
        RowState::Left => "left",
        RowState::Folding => "folding",
    }
}

/// A state of a row, in words.
pub fn state(locale: Locale, state: RowState) -> &'static str {
    match state {
        RowState::Here => t::stage::state_here(locale),
        RowState::Arriving => t::stage::state_arriving(locale),
        RowState::Marked(_) => t::stage::state_marked(locale),
        RowState::Leaving => t::stage::state_leaving(locale),
        RowState::Left => t::stage::state_left(locale),
        RowState::Folding => t::stage::state_folding(locale),
    }
}

/// Name of what happens to a cell, for styles.
pub fn cell_state_name(state: CellState) -> Option<&'static str> {
    match state {
        CellState::Still => None,
        CellState::Written => Some("written"),
        CellState::Left => Some("left"),
        CellState::Hit => Some("hit"),
    }
}

/// Name of what happens to a passage, for styles.
pub fn passage_state_name(state: PassageState) -> Option<&'static str> {
    match state {
        PassageState::Still => None,
        PassageState::Stored => Some("written"),
        PassageState::Hit => Some("hit"),
    }
}

/// A pinned part, in words.
pub fn pinned(locale: Locale, part: &PinnedPart) -> String {
    match part.kind {
        PinnedKind::System => t::stage::system(locale).to_owned(),
        PinnedKind::Schemas(functions) => t::stage::schemas(locale, u64::from(functions)),
        PinnedKind::Statistics { .. } => t::stage::statistics(locale).to_owned(),
    }
}

/// A pinned part, in a word: there is little room.
pub fn pinned_short(locale: Locale, part: &PinnedPart) -> String {
    match part.kind {
        PinnedKind::System => t::stage::system_short(locale).to_owned(),
        PinnedKind::Schemas(functions) => t::stage::schemas_short(locale, u64::from(functions)),
        PinnedKind::Statistics { .. } => t::stage::statistics_short(locale).to_owned(),
    }
}

/// What the queue manager does.
pub fn queue_manager(locale: Locale, station: &QueueManagerStation) -> String {
    match station {
        QueueManagerStation::Idle => t::stage::manager_idle(locale).to_owned(),
        QueueManagerStation::Admits => t::stage::manager_admits(locale).to_owned(),
        QueueManagerStation::Refuses => t::stage::manager_refuses(locale).to_owned(),
        QueueManagerStation::Warns => t::stage::manager_warns(locale).to_owned(),
        QueueManagerStation::Flushes { left, of } => {
            t::stage::manager_flushes(locale, u64::from(*left), u64::from(*of))
        }
        QueueManagerStation::Evicts => t::stage::manager_evicts(locale).to_owned(),
        QueueManagerStation::CannotFlush => t::stage::manager_stuck(locale).to_owned(),
        QueueManagerStation::Ends => t::stage::manager_ends(locale).to_owned(),
    }
}

/// What the model does. `counts_items` in the miniature.
pub fn model(locale: Locale, state: ModelState, counts_items: bool) -> String {
    match state {
        ModelState::Idle => t::stage::model_idle(locale).to_owned(),
        ModelState::Thinks { purpose, tokens } => {
            let tokens = u64::from(tokens);
            match purpose {
                Purpose::ChooseVictims => t::stage::model_chooses(locale).to_owned(),
                Purpose::Summarise => t::stage::model_summarises(locale, tokens),
                Purpose::Act if counts_items => t::stage::model_thinks_items(locale, tokens),
                Purpose::Act => t::stage::model_thinks(locale, tokens),
            }
        }
        ModelState::Calls => t::stage::model_calls(locale).to_owned(),
        ModelState::Replied => t::stage::model_replied(locale).to_owned(),
        ModelState::Failed => t::stage::model_failed(locale).to_owned(),
    }
}

/// What the function executor does.
pub fn executor(locale: Locale, state: ExecutorState) -> String {
    match state {
        ExecutorState::Idle => t::stage::executor_idle(locale).to_owned(),
        ExecutorState::Took => t::stage::executor_took(locale).to_owned(),
        ExecutorState::Found { total: 0, .. } => t::stage::executor_found_none(locale).to_owned(),
        ExecutorState::Found { shown, total } if shown < total => {
            t::stage::executor_found_some(locale, u64::from(shown), u64::from(total))
        }
        ExecutorState::Found { total, .. } => t::stage::executor_found(locale, u64::from(total)),
        ExecutorState::Brings => t::stage::executor_brings(locale).to_owned(),
        ExecutorState::Edited => t::stage::executor_edited(locale).to_owned(),
        ExecutorState::Stored => t::stage::executor_stored(locale).to_owned(),
        ExecutorState::Speaks => t::stage::executor_speaks(locale).to_owned(),
        ExecutorState::Pauses => t::stage::executor_pauses(locale).to_owned(),
        ExecutorState::Failed => t::stage::executor_failed(locale).to_owned(),
        ExecutorState::Returns => t::stage::executor_returns(locale).to_owned(),
    }
}

/// A line of the contract.
pub fn contract(locale: Locale, line: ContractLine) -> &'static str {
    match line {
        ContractLine::IfTooMuch => t::stage::contract_if(locale),
        ContractLine::Evict => t::stage::contract_evict(locale),
        ContractLine::WhenAbsent => t::stage::contract_absent(locale),
        ContractLine::BringIn => t::stage::contract_bring(locale),
        ContractLine::CostsACall => t::stage::contract_cost(locale),
    }
}

/// Name of a kind of movement, for styles and tests.
pub fn flight_name(kind: FlightKind) -> &'static str {
    match kind {
        FlightKind::Arrival => "arrival",
        FlightKind::Request => "request",
        FlightKind::PageOut => "page-out",
        FlightKind::PageOutWritten => "page-out-written",
        FlightKind::Loss => "loss",
        FlightKind::Store => "store",
        FlightKind::Search => "search",
        FlightKind::PageIn => "page-in",
        FlightKind::Fold => "fold",
        FlightKind::Prompt => "prompt",
        FlightKind::Call => "call",
        FlightKind::Message => "message",
    }
}

/// A kind of movement, in words.
pub fn flight(locale: Locale, kind: FlightKind) -> &'static str {
    match kind {
        FlightKind::Arrival => t::stage::flight_arrival(locale),
        FlightKind::Request => t::stage::flight_request(locale),
        FlightKind::PageOut => t::stage::flight_page_out(locale),
        FlightKind::PageOutWritten => t::stage::flight_page_out_written(locale),
        FlightKind::Loss => t::stage::flight_loss(locale),
        FlightKind::Store => t::stage::flight_store(locale),
        FlightKind::Search => t::stage::flight_search(locale),
        FlightKind::PageIn => t::stage::flight_page_in(locale),
        FlightKind::Fold => t::stage::flight_fold(locale),
        FlightKind::Prompt => t::stage::flight_prompt(locale),
        FlightKind::Call => t::stage::flight_call(locale),
        FlightKind::Message => t::stage::flight_message(locale),
    }
}

/// A place on the stage, in words.
pub fn anchor(locale: Locale, unit: Unit, anchor: Anchor) -> String {
    // In the miniature, items stand in slots and wait in the store.
    let queue = match unit {
        Unit::Items => t::stage::main_context(locale),
        Unit::Tokens => t::stage::queue(locale),
    };
    let store = match unit {
        Unit::Items => t::stage::historial_items(locale),
        Unit::Tokens => t::stage::historial(locale),
    };
    let mark = |id: MessageId| match unit {
        Unit::Items => id.0.to_string(),
        Unit::Tokens => id.to_string(),
    };
    match anchor {
        Anchor::Door => t::stage::you(locale).to_owned(),
        Anchor::Window => t::stage::main_context(locale).to_owned(),
        Anchor::Row(id) => format!("{queue} {}", mark(id)),
        Anchor::Block(_) => t::stage::working_context(locale).to_owned(),
        Anchor::Cell(id) => format!("{store} {}", mark(id)),
        Anchor::Historial => store.to_owned(),
        Anchor::Passage(id) => format!("{} {id}", t::stage::archivo(locale)),
        Anchor::Archivo => t::stage::archivo(locale).to_owned(),
        Anchor::QueueManager => t::stage::queue_manager(locale).to_owned(),
        Anchor::Model => t::stage::model(locale).to_owned(),
        Anchor::Executor => t::stage::executor(locale).to_owned(),
    }
}
