//! What the texts may know of a state: fills the context of a sentence from the machine.

use std::sync::Arc;

use crate::engine::event::Happening;
use crate::engine::ids::Origin;
use crate::engine::machine::Engine;
use crate::engine::message::{Body, Message};
use crate::engine::state::{State, Totals};
use crate::engine::stores::{Stores, searchable};
use crate::text::context::{CaptionContext, TurnCounts, mentioned};

/// The context of `what`, where `state` is the state right after it.
pub fn context<'a>(
    engine: &Engine,
    state: &'a State,
    stores: &Stores,
    what: &Happening,
) -> CaptionContext<'a> {
    let parts = engine.parts(state);
    let excerpts = mentioned(what)
        .into_iter()
        .filter_map(|origin| Some((origin, excerpt(origin, stores)?)));
    CaptionContext {
        config: state.config(),
        prompt: if state.counts_items() {
            parts.queue
        } else {
            parts.total()
        },
        statistics: parts.statistics,
        held: u32::try_from(state.queue().len()).unwrap_or(u32::MAX),
        turn: counts(state.turn_totals()),
        is_after_page: is_after_page(state, stores),
        excerpts: excerpts.collect(),
    }
}

/// What a turn, or a run, has cost so far.
pub fn counts(totals: Totals) -> TurnCounts {
    TurnCounts {
        model_calls: totals.model_calls,
        summary_calls: totals.summary_calls,
        choice_calls: totals.choice_calls,
        function_calls: totals.function_calls,
        searches: totals.searches,
        page_ins: totals.page_ins,
    }
}

/// The words by which a person recognises a stored message or passage.
pub fn excerpt(origin: Origin, stores: &Stores) -> Option<Arc<str>> {
    match origin {
        Origin::Message(id) => words_of(stores.message(id)?),
        Origin::Passage(id) => Some(Arc::clone(&stores.passage(id)?.text)),
    }
}

fn words_of(message: &Message) -> Option<Arc<str>> {
    match &message.body {
        Body::Item(text) | Body::User(text) => Some(Arc::clone(text)),
        Body::Assistant { thoughts, .. } => match searchable(&message.body) {
            Some(said) => Some(said.into()),
            None => (!thoughts.is_empty()).then(|| Arc::clone(thoughts)),
        },
        Body::Summary(summary) => Some(Arc::clone(&summary.text)),
        Body::FunctionResult { function, .. } => Some(Arc::clone(function)),
        Body::DocumentNotice { title, .. } => Some(Arc::clone(title)),
        Body::Heartbeat(_) | Body::PressureAlert | Body::Timer => None,
    }
}

/// True where the model has yet to read a page of results: it is the newest thing in the
/// prompt, but for heartbeats and the warning.
fn is_after_page(state: &State, stores: &Stores) -> bool {
    let is_page = |body: &Body| matches!(body, Body::FunctionResult { page: Some(page), .. } if !page.hits.is_empty());
    if state.counts_items() {
        return state
            .dialogue()
            .last()
            .is_some_and(|message| is_page(&message.body));
    }
    let bodies = state
        .queue()
        .slots()
        .rev()
        .filter_map(|slot| stores.message(slot.id))
        .map(|message| &message.body);
    let mut newest =
        bodies.skip_while(|body| matches!(body, Body::Heartbeat(_) | Body::PressureAlert));
    newest.next().is_some_and(is_page)
}
