//! The recursive summary: what the model is asked to fold, in pieces that fit its own
//! budget, and what of it survived.

use std::sync::Arc;

use super::event::Happening;
use super::ids::MessageId;
use super::machine::Engine;
use super::message::{Body, Summary};
use super::package;
use super::ranges::IdRanges;
use super::reply::Role;
use super::state::{Flush, State};
use super::stores::{Stores, searchable, speaker};
use super::tokens;
use super::wording::fill;

/// The lines of the next piece: the summary so far, then as many messages as fit, at least one.
pub(super) fn piece(flush: &Flush, state: &State, stores: &Stores, budget: u32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut room = budget;
    if let Some(text) = so_far(flush, state, stores) {
        lines.push(fitted("summary", &text, budget / 2));
        room = room.saturating_sub(lines.iter().map(|line| tokens::estimate(line)).sum());
    }
    for at in flush.folded..flush.folded + piece_len(flush, state, stores, budget) {
        let line = transcript_line(flush, stores, at, room);
        room = room.saturating_sub(tokens::estimate(&line));
        lines.push(line);
    }
    lines
}

/// How many messages the next piece folds.
pub(super) fn piece_len(flush: &Flush, state: &State, stores: &Stores, budget: u32) -> usize {
    let before =
        so_far(flush, state, stores).map_or(0, |text| tokens::estimate(&text).min(budget / 2));
    let mut room = budget.saturating_sub(before);
    let mut count = 0;
    for at in flush.folded..flush.victims.len() {
        let line = transcript_line(flush, stores, at, u32::MAX);
        let tokens = tokens::estimate(&line);
        if tokens > room && count > 0 {
            break;
        }
        room = room.saturating_sub(tokens);
        count += 1;
    }
    count
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

fn transcript_line(flush: &Flush, stores: &Stores, at: usize, room: u32) -> String {
    let message = flush
        .victims
        .get(at)
        .and_then(|victim| stores.message(victim.id));
    let Some(message) = message else {
        return String::new();
    };
    let text = searchable(&message.body).unwrap_or_else(|| message.body.spoken().to_owned());
    fitted(speaker(&message.body), &text, room)
}

/// A line of the transcript, its text cut so that it takes `room` tokens at most.
fn fitted(role: &str, text: &str, room: u32) -> String {
    let line = package::transcript_line(role, text);
    if tokens::estimate(&line) <= room {
        return line;
    }
    package::transcript_line(
        role,
        &clip(text, |text| {
            tokens::estimate(&package::transcript_line(role, text)) <= room
        }),
    )
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
        let is_by_model = !flush.is_missing
            && flush
                .running
                .as_deref()
                .is_some_and(|text| !text.trim().is_empty());
        let text = match &flush.running {
            Some(text) if is_by_model => text.trim().to_owned(),
            _ => fill(&self.wording.summary_missing, &[("folded", &folded)]),
        };
        let most = self
            .summary_max(state)
            .min((flush.freed + state.queue.summary_tokens()).saturating_sub(1));
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

    /// The role that the summary speaks in.
    pub(super) fn summary_role(state: &State) -> Role {
        state.config.summary.map_or(Role::System, |rule| rule.role)
    }
}

/// Messages of which a clause stands in the summary: those of this flush, and those of
/// the summary before that are still there.
fn kept(summary: &str, flush: &Flush, old: Option<&Summary>, stores: &Stores) -> Arc<[MessageId]> {
    let summary = summary.to_lowercase();
    let has_clause = |id: &MessageId| {
        let Some(Body::User(said)) = stores.message(*id).map(|message| &message.body) else {
            return false;
        };
        clauses(said).any(|clause| summary.contains(&clause.to_lowercase()))
    };
    let earlier = old.map(|old| Arc::clone(&old.kept)).unwrap_or_default();
    let folded = flush.victims.iter().map(|victim| victim.id);
    let mut kept: Vec<MessageId> = earlier
        .iter()
        .copied()
        .chain(folded)
        .filter(has_clause)
        .collect();
    kept.sort_unstable();
    kept.dedup();
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
