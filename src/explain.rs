//! What the texts may know of a state: fills the context of a sentence from the machine.

use std::sync::Arc;

use crate::engine::event::Happening;
use crate::engine::ids::Origin;
use crate::engine::machine::Engine;
use crate::engine::message::{Body, Message};
use crate::engine::state::{State, Totals};
use crate::engine::stores::{Stores, searchable};
use crate::text::context::{CaptionContext, Excerpt, TurnCounts, Unread, mentioned};

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
        unread: unread(state, stores),
        needed: needed(state, stores),
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
        tokens_in: totals.tokens_in,
        tokens_out: totals.tokens_out,
    }
}

/// What a person recognises a stored message or passage by.
pub fn excerpt(origin: Origin, stores: &Stores) -> Option<Excerpt> {
    match origin {
        Origin::Message(id) => excerpt_of(stores.message(id)?),
        Origin::Passage(id) => Some(Excerpt::Words(Arc::clone(&stores.passage(id)?.text))),
    }
}

fn excerpt_of(message: &Message) -> Option<Excerpt> {
    let words = match &message.body {
        Body::Item(text) | Body::User(text) => Arc::clone(text),
        Body::Assistant { thoughts, .. } => match searchable(&message.body) {
            Some(said) => said.into(),
            None => Arc::clone(thoughts),
        },
        Body::Summary(summary) => Arc::clone(&summary.text),
        Body::DocumentNotice { title, .. } => Arc::clone(title),
        Body::FunctionResult { function, .. } => {
            return Some(Excerpt::Result(Arc::clone(function)));
        }
        Body::Heartbeat(_) => return Some(Excerpt::Heartbeat),
        Body::PressureAlert => return Some(Excerpt::Warning),
        Body::Timer => return Some(Excerpt::Timer),
        Body::Login => return Some(Excerpt::Login),
    };
    (!words.trim().is_empty()).then_some(Excerpt::Words(words))
}

/// What the question of this turn needs at once, where that is more than one item.
fn needed(state: &State, stores: &Stores) -> Vec<Arc<str>> {
    let asked = state.dialogue().first().map(|message| &message.body);
    let Some(Body::User(text)) = asked else {
        return Vec::new();
    };
    let needed = stores.asked_for(text, state).unwrap_or_default();
    if needed.len() > 1 { needed } else { Vec::new() }
}

/// What the model has yet to read: the newest thing in the prompt, but for heartbeats and
/// the warning.
fn unread(state: &State, stores: &Stores) -> Unread {
    let kind = |body: &Body| match body {
        Body::FunctionResult { is_ok: false, .. } => Unread::Failure,
        Body::FunctionResult {
            page: Some(page), ..
        } if !page.hits.is_empty() => Unread::Page,
        _ => Unread::Other,
    };
    if state.counts_items() {
        let last = state.dialogue().last();
        return last.map_or(Unread::Other, |message| kind(&message.body));
    }
    let bodies = state
        .queue()
        .slots()
        .rev()
        .filter_map(|slot| stores.message(slot.id))
        .map(|message| &message.body);
    let mut newest =
        bodies.skip_while(|body| matches!(body, Body::Heartbeat(_) | Body::PressureAlert));
    newest.next().map_or(Unread::Other, kind)
}
