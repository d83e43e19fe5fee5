//! The recursive summary: what the model is asked to fold, in pieces that fit its own
//! budget, and what of it survived.

use std::borrow::Cow;
use std::sync::Arc;

use super::event::Happening;
use super::ids::MessageId;
use super::machine::Engine;
use super::message::{Body, Summary};
use super::ranges::IdRanges;
use super::search::lower;
use super::state::{Flush, State};
use super::stores::{Stores, searchable, speaker};
use super::tokens;
use super::wording::fill;

/// What the next request for a summary reads.
pub(super) struct Piece<'a> {
    /// The summary so far, then messages: who speaks, and what.
    pub lines: Vec<(&'static str, Cow<'a, str>)>,
    /// How many messages it folds; at least one.
    pub folds: usize,
    /// What the lines take, in tokens.
    pub tokens: u32,
}

/// Tokens of a line of the transcript beside its text: keys, quotes, role, comma.
const LINE_OVERHEAD: u32 = 10;

/// The next piece: the summary so far, then as many messages as fit the budget, at least one.
pub(super) fn piece<'a>(
    engine: &Engine,
    flush: &Flush,
    state: &State,
    stores: &'a Stores,
) -> Piece<'a> {
    let budget = engine.summary_budget(state);
    let (lines, folds, tokens) = (Vec::new(), 0, 0);
    let mut piece = Piece {
        lines,
        folds,
        tokens,
    };
    if let Some(text) = so_far(flush, state, stores) {
        let text = fitted(Cow::Owned(text.to_string()), budget / 2);
        let tokens = tokens::estimate(&text);
        piece.push("summary", text, tokens);
    }
    for victim in &flush.victims[flush.folded.min(flush.victims.len())..] {
        let message = stores.message(victim.id);
        let (role, text) = message.map_or(("event", Cow::default()), |message| {
            (speaker(&message.body), spoken(&message.body))
        });
        let known = message.and_then(|message| engine.envelopes.text_tokens(message));
        let tokens = known.unwrap_or_else(|| tokens::estimate(&text));
        let room = budget.saturating_sub(piece.tokens);
        if LINE_OVERHEAD + tokens > room {
            if piece.folds > 0 {
                break;
            }
            let text = fitted(text, room);
            let tokens = tokens::estimate(&text);
            piece.push(role, text, tokens);
        } else {
            piece.push(role, text, tokens);
        }
        piece.folds += 1;
    }
    piece
}

impl<'a> Piece<'a> {
    fn push(&mut self, role: &'static str, text: Cow<'a, str>, tokens: u32) {
        self.tokens += LINE_OVERHEAD + tokens;
        self.lines.push((role, text));
    }
}

fn spoken(body: &Body) -> Cow<'_, str> {
    searchable(body).unwrap_or(Cow::Borrowed(body.spoken()))
}

/// `text`, cut so that its line takes `room` tokens at most.
fn fitted(text: Cow<'_, str>, room: u32) -> Cow<'_, str> {
    let fits = |text: &str| LINE_OVERHEAD + tokens::estimate(text) <= room;
    if fits(&text) {
        text
    } else {
        Cow::Owned(clip(&text, fits))
    }
}

/// The summary that the next piece starts from: the one in the making, else the old one.
fn so_far(flush: &Flush, state: &State, stores: &Stores) -> Option<Arc<str>> {
    flush
        .running
        .clone()
        .or_else(|| Some(Arc::clone(&current(state, stores)?.text)))
}

/// The summary in the first slot.
fn current(state: &State, stores: &Stores) -> Option<Arc<Summary>> {
    let slot = state.queue.summary()?;
    match &stores.message(slot.id)?.body {
        Body::Summary(summary) => Some(Arc::clone(summary)),
        _ => None,
    }
}

/// The longest beginning of `text`, at a word's end, for which `fits` holds.
pub(super) fn clip(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let ends: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace())
        .map(|(at, _)| at)
        .collect();
    let shortened = |count: usize| format!("{}…", text[..ends[count - 1]].trim_end());
    let count = (1..=ends.len())
        .collect::<Vec<_>>()
        .partition_point(|count| fits(&shortened(*count)));
    if count > 0 {
        return shortened(count);
    }
    // A single word that is too long: cut inside it.
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let count = starts.partition_point(|at| fits(&format!("{}…", &text[..*at])));
    starts
        .get(count.saturating_sub(1))
        .map_or_else(String::new, |at| format!("{}…", &text[..*at]))
}

impl Engine {
    /// The new summary, in the first slot: it takes less than what it replaces.
    pub(super) fn summarised(&self, flush: &Flush, state: &State, stores: &Stores) -> Happening {
        let old = current(state, stores);
        let mut covers = old
            .as_ref()
            .map(|old| old.covers.clone())
            .unwrap_or_default();
        flush
            .victims
            .iter()
            .for_each(|victim| covers.insert(victim.id));
        if let Some(slot) = state.queue.summary() {
            covers.insert(slot.id);
        }
        let folded =
            u32::try_from(flush.victims.len()).unwrap_or(u32::MAX) + u32::from(old.is_some());
        let is_by_model = flush.folded >= flush.victims.len();
        let so_far = so_far(flush, state, stores);
        let so_far = so_far.as_deref().map_or("", str::trim);
        let text = if is_by_model {
            so_far.to_owned()
        } else {
            // What there is stays, behind the note that the rest is missing.
            let note = fill(&self.wording.summary_missing, &[("folded", &folded)]);
            format!("{note} {so_far}").trim_end().to_owned()
        };
        // Two less: the line of the statistics may grow by a token with the new message.
        let replaced = flush.freed + state.queue.summary_tokens();
        let most = self.summary_max(state).min(replaced.saturating_sub(2));
        let build = |text: &str, kept: Arc<[MessageId]>| {
            let (total, covers) = (state.messages + 1, covers.clone());
            let summary = Summary {
                text: text.into(),
                covers,
                kept,
                total,
                folded,
            };
            self.message(
                MessageId(state.messages + 1),
                state.now,
                Body::Summary(Arc::new(summary)),
                state,
            )
        };
        let fits = |text: &str| build(text, Arc::default()).tokens <= most;
        let text = if fits(&text) { text } else { clip(&text, fits) };
        let kept = kept(&text, flush, old.as_deref(), stores);
        Happening::Summarised {
            message: Arc::new(build(&text, Arc::clone(&kept))),
            kept,
            is_by_model,
        }
    }

    /// Tokens of the shortest summary that a flush could leave.
    pub(super) fn summary_least(&self, state: &State) -> u32 {
        let summary = Summary {
            text: "…".into(),
            covers: IdRanges::default(),
            kept: Arc::default(),
            total: state.messages,
            folded: 1,
        };
        self.message(
            MessageId(0),
            state.now,
            Body::Summary(Arc::new(summary)),
            state,
        )
        .tokens
            + 4
    }
}

/// Most messages that a summary is told to have kept. A hundred words hold fewer clauses;
/// only a user who says the same all the time reaches this, and then the newest count.
const KEPT_MAX: usize = 256;

/// Messages of which a clause stands in the summary: those of this flush, and those of
/// the summary before that are still there.
fn kept(summary: &str, flush: &Flush, old: Option<&Summary>, stores: &Stores) -> Arc<[MessageId]> {
    let summary = lower(summary);
    let has_clause = |id: &MessageId| {
        let Some(Body::User(said)) = stores.message(*id).map(|message| &message.body) else {
            return false;
        };
        clauses(said).any(|clause| summary.contains(&lower(clause)))
    };
    let earlier = old.map(|old| Arc::clone(&old.kept)).unwrap_or_default();
    let folded = flush.victims.iter().map(|victim| victim.id);
    // In order, each once. Put in one by one: a sort has code of its own, and most come in order.
    let mut kept = Vec::new();
    for id in earlier.iter().copied().chain(folded).filter(has_clause) {
        let at = kept.partition_point(|known| *known < id);
        if kept.get(at) != Some(&id) {
            kept.insert(at, id);
        }
    }
    kept.drain(..kept.len().saturating_sub(KEPT_MAX));
    kept.into()
}

/// Clauses of a text that say enough to be recognised.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let whole = std::iter::once(text.trim());
    let parts = text
        .split(['.', '!', '?', ';', ',', ':', '¿', '¡', '\n'])
        .map(str::trim);
    whole
        .chain(parts)
        .filter(|clause| clause.chars().count() >= 8)
}
