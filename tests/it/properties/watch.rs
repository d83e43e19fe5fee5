//! What must hold after every event of every run, told apart from how the engine does it.

use memgpt_playground::engine::config::{Chaining, Config, RecallWrite, Unit};
use memgpt_playground::engine::context::Slot;
use memgpt_playground::engine::event::{Event, Happening, Purpose, Victim};
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::ids::{MessageId, Origin};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::message::{Body, HeartbeatReason, Message, ResultPage};
use memgpt_playground::engine::package;
use memgpt_playground::engine::ranges::IdRanges;
use memgpt_playground::engine::reply::{Request, Role};
use memgpt_playground::engine::state::State;
use memgpt_playground::engine::stores::Stores;
use memgpt_playground::engine::tokens;
use memgpt_playground::run::Run;

use crate::support::START;

/// A flush that is under way.
struct Flush {
    queue: Vec<MessageId>,
    victims: Vec<Victim>,
    evicted: usize,
    tokens: u32,
    config: Config,
    covers: IdRanges,
    old_summary: Option<MessageId>,
    folded: u32,
    is_whole: bool,
}

/// Follows one run.
#[derive(Default)]
pub struct Watch {
    flush: Option<Flush>,
    warnings: u32,
    is_alert_due: bool,
    /// Heartbeats that the machine owes the model: after a failure, and asked for.
    owes: (bool, bool),
    /// True where the turn ended for a reason that leaves heartbeats out.
    is_cut_short: bool,
    /// What the model is told of calls that wanted to act.
    wants_heartbeat: bool,
    /// True while the model's choice of what leaves is taken.
    is_choosing: bool,
    requests: u32,
}

impl Watch {
    /// Checks the last event, given the state before it.
    pub fn check(&mut self, run: &Run, before: &State) {
        let (engine, after, stores) = (run.machine(), run.head(), run.stores());
        let event = run.events().last().unwrap();
        assert_eq!(engine.check(after, stores), Ok(()), "{}", event.what.line());
        parts_sum(engine, after, stores);
        queue_is_in_order(after, stores);
        blocks_within_limits(after);
        nothing_shrinks(before, after, stores);
        calls_within_cap(after);
        self.flushes(engine, before, event, after, stores);
        self.warnings(event);
        self.heartbeats(before, event);
        requests(engine, before, event, after, stores, &mut self.requests);
        searches(before, event, after, stores);
        failures_change_nothing(before, event, after);
        settings_wait(before, event, after);
        assert!(after.now() >= before.now(), "a moment went back");
        assert_eq!(event.at, after.now());
    }

    fn flushes(
        &mut self,
        engine: &Engine,
        before: &State,
        event: &Event,
        after: &State,
        stores: &Stores,
    ) {
        match &event.what {
            Happening::FlushBegan {
                victims,
                tokens,
                parts_call,
            } => {
                assert!(self.flush.is_none(), "a flush within a flush");
                assert_eq!(*tokens, engine.parts(before).total());
                let config = before.config();
                assert_eq!(config.unit, Unit::Tokens);
                let queue: Vec<MessageId> = before.queue().slots().map(|slot| slot.id).collect();
                victims_may_leave(victims, *parts_call, before, stores);
                self.flush = Some(Flush {
                    queue,
                    victims: victims.to_vec(),
                    evicted: 0,
                    tokens: *tokens,
                    config: config.clone(),
                    covers: covers(before, stores),
                    old_summary: before.queue().summary().map(|slot| slot.id),
                    folded: 0,
                    is_whole: true,
                });
            }
            Happening::Evicted {
                id,
                tokens,
                by,
                is_written,
            } => {
                let slot = *before.queue().slot(*id).unwrap();
                assert!(!slot.is_pinned, "a pinned message left");
                assert_eq!(*tokens, slot.tokens);
                assert!(!after.queue().contains(*id));
                assert!(stores.message(*id).is_some(), "{id} is lost");
                if after.config().writes == RecallWrite::OnArrival || after.config().has_external {
                    assert!(after.is_stored(*id), "{id} left and is not in recall");
                }
                match &mut self.flush {
                    Some(flush) => {
                        assert_eq!(flush.victims[flush.evicted], Victim { id: *id, by: *by });
                        flush.evicted += 1;
                        assert!(!is_written);
                    }
                    None => assert!(before.counts_items()),
                }
            }
            Happening::ModelAsked {
                purpose: Purpose::Summarise,
                folds,
                ..
            } => {
                let flush = self.flush.as_mut().unwrap();
                assert_eq!(flush.evicted, flush.victims.len());
                let request = engine.request(after, stores).unwrap();
                transcript_folds(&request, *folds);
                flush.folded += folds;
            }
            Happening::ModelFailed {
                purpose: Purpose::Summarise,
                ..
            }
            | Happening::Stopped => {
                if let Some(flush) = &mut self.flush {
                    flush.is_whole = false;
                }
            }
            Happening::Summarised {
                message,
                kept,
                is_by_model,
            } => {
                let flush = self.flush.as_ref().unwrap();
                summary_covers_all(flush, message, kept, *is_by_model, after);
            }
            Happening::FlushEnded {
                before: tokens,
                after: left,
            } => {
                let flush = self.flush.take().unwrap();
                assert_eq!(*tokens, flush.tokens);
                assert_eq!(*left, engine.parts(before).total());
                assert!(left < tokens, "a flush from {tokens} to {left}");
                let kept: Vec<MessageId> = after.queue().slots().map(|slot| slot.id).collect();
                let expected: Vec<MessageId> = flush
                    .queue
                    .into_iter()
                    .filter(|id| flush.victims.iter().all(|victim| victim.id != *id))
                    .collect();
                assert_eq!(kept, expected, "kept + summarised is not what there was");
                let has_summary = after.queue().summary().is_some();
                assert_eq!(
                    has_summary,
                    flush.config.summary.is_some() || flush.old_summary.is_some()
                );
            }
            _ => {}
        }
    }

    fn warnings(&mut self, event: &Event) {
        if self.is_alert_due {
            match &event.what {
                Happening::Arrived(message) if message.body == Body::PressureAlert => {
                    self.is_alert_due = false;
                }
                Happening::SettingChanged(_)
                | Happening::SessionFull { .. }
                | Happening::Stopped => {}
                other => panic!("an alert was due, and there came {}", other.kind()),
            }
        }
        match &event.what {
            Happening::PressureWarned { tokens, threshold } => {
                self.warnings += 1;
                self.is_alert_due = true;
                assert!(tokens >= threshold);
                assert_eq!(self.warnings, 1, "two warnings in a period");
            }
            Happening::FlushEnded { .. } => self.warnings = 0,
            _ => {}
        }
    }

    /// A call that failed, or asked for it, gives the model another step, unless the turn
    /// was ended by force.
    fn heartbeats(&mut self, before: &State, event: &Event) {
        match &event.what {
            Happening::Replied { purpose, .. } => {
                self.is_choosing = *purpose == Purpose::ChooseVictims;
            }
            Happening::CallBegan { read, .. } if !self.is_choosing => {
                self.wants_heartbeat = matches!(&**read, Ok(call) if call.wants_heartbeat);
            }
            Happening::CallFailed { .. } if self.is_choosing => self.is_choosing = false,
            Happening::CallFailed { .. } => {
                self.wants_heartbeat = false;
                self.owes.0 = true;
            }
            Happening::BlockEdited(_)
            | Happening::Searched { .. }
            | Happening::PassageStored { .. }
            | Happening::HeartbeatsPaused { .. } => {
                self.owes.1 |= self.wants_heartbeat;
                self.wants_heartbeat = false;
            }
            Happening::Arrived(message) => {
                if let Body::Heartbeat(reason) = message.body {
                    let failed = reason == HeartbeatReason::CallFailed;
                    assert!(failed || !self.owes.0, "a failure is told first");
                    self.owes = (false, false);
                }
            }
            Happening::Stopped
            | Happening::ReplyRejected { .. }
            | Happening::CallCapReached { .. }
            | Happening::PinnedOverflow { .. }
            | Happening::FlushFailed { .. }
            | Happening::BudgetStopped { .. }
            | Happening::ModelFailed { .. } => self.is_cut_short = true,
            // Where any call gives another step there are no heartbeats.
            Happening::ModelAsked {
                purpose: Purpose::Act,
                ..
            } if before.config().chaining == Chaining::AnyCall => self.owes = (false, false),
            Happening::Yielded => {
                let is_owed = self.owes.0 || self.owes.1;
                assert!(!is_owed || self.is_cut_short, "a heartbeat was lost");
                self.owes = (false, false);
                self.is_cut_short = false;
                self.is_choosing = false;
            }
            _ => {}
        }
    }
}

/// The summary before a flush stands for these.
fn covers(state: &State, stores: &Stores) -> IdRanges {
    let summary = state.queue().summary();
    match summary
        .and_then(|slot| stores.message(slot.id))
        .map(|message| &message.body)
    {
        Some(Body::Summary(summary)) => summary.covers.clone(),
        _ => IdRanges::default(),
    }
}

fn parts_sum(engine: &Engine, state: &State, stores: &Stores) {
    let parts = engine.parts(state);
    let queue: u32 = state.queue().slots().map(|slot| slot.tokens).sum();
    let sum = parts.system
        + parts.schemas
        + parts.working_context
        + parts.statistics
        + parts.summary
        + parts.queue;
    assert_eq!(parts.total(), sum);
    assert_eq!(parts.queue, queue);
    for slot in state.queue().all() {
        assert_eq!(slot.tokens, stores.message(slot.id).unwrap().tokens);
    }
}

fn queue_is_in_order(state: &State, stores: &Stores) {
    if state.counts_items() {
        return;
    }
    let ids: Vec<MessageId> = state.queue().slots().map(|slot| slot.id).collect();
    assert!(ids.is_sorted_by(|left, right| left < right), "{ids:?}");
    let is_summary = |id| matches!(stores.message(id).unwrap().body, Body::Summary(_));
    assert!(
        !ids.into_iter().any(is_summary),
        "a summary that is not first"
    );
    assert!(
        state
            .queue()
            .summary()
            .is_none_or(|slot| is_summary(slot.id))
    );
}

fn blocks_within_limits(state: &State) {
    for (block, value) in state.config().blocks.iter().zip(state.blocks()) {
        assert!(value.chars().count() <= state.config().limit_of(block) as usize);
    }
}

fn nothing_shrinks(before: &State, after: &State, stores: &Stores) {
    assert!(after.recall_len() >= before.recall_len(), "recall shrank");
    assert!(after.messages() >= before.messages());
    assert!(after.passages() >= before.passages());
    assert_eq!(stores.messages().len(), after.messages() as usize);
    assert_eq!(stores.passages().len(), after.passages() as usize);
    assert_eq!(after.events(), before.events() + 1);
    let (old, new) = (before.totals(), after.totals());
    assert!(new.page_outs >= old.page_outs && new.model_calls >= old.model_calls);
}

fn calls_within_cap(state: &State) {
    assert!(state.turn_totals().model_calls <= state.config().model_calls_max);
    let totals = state.turn_totals();
    assert!(totals.summary_calls + totals.choice_calls <= totals.model_calls);
    assert!(totals.page_ins <= totals.searches);
}

fn victims_may_leave(victims: &[Victim], parts_call: bool, state: &State, stores: &Stores) {
    let cut = state.config().cut;
    assert!(cut.parts_calls || !parts_call, "a call is parted");
    assert!(!victims.is_empty());
    let leaves = |id| victims.iter().any(|victim| victim.id == id);
    let mut ids: Vec<MessageId> = victims.iter().map(|victim| victim.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), victims.len(), "one leaves twice");
    let slots: Vec<_> = state.queue().slots().copied().collect();
    for victim in victims {
        let slot = state.queue().slot(victim.id).unwrap();
        for other in slots.iter().filter(|other| other.group == slot.group) {
            // Its call leaves now, or left before: only some of its results do.
            let is_without =
                parts_call || (cut.parts_calls && state.queue().slot(slot.group).is_none());
            let stays = is_without && other.role == Role::Tool;
            assert!(
                stays || leaves(other.id),
                "{} stays without {}",
                other.id,
                victim.id
            );
            assert!(!other.is_pinned);
        }
    }
    let said = |id: &MessageId| matches!(stores.message(*id).unwrap().body, Body::User(_));
    let last_user = slots.iter().rev().map(|slot| slot.id).find(said);
    if cut.keeps_last_user {
        assert!(
            !last_user.is_some_and(leaves),
            "the last user message leaves"
        );
    }
    // The event that the model is called for is none of the newest that a release keeps; and
    // a release that keeps pairs together goes on behind a call's results.
    let protected = slots.len().saturating_sub(cut.keep_last as usize);
    let is_result = |slot: &&Slot| slot.role == Role::Tool && leaves(slot.group);
    let mut newest = slots[protected..].iter().filter(|slot| !is_result(slot));
    assert!(
        !newest.any(|slot| leaves(slot.id)),
        "one of the newest leaves"
    );
}

/// What left is in the summary's coverage: this flush, and all before it.
fn summary_covers_all(
    flush: &Flush,
    message: &Message,
    kept: &[MessageId],
    is_by_model: bool,
    after: &State,
) {
    let Body::Summary(summary) = &message.body else {
        panic!("{:?} is no summary", message.body);
    };
    for victim in &flush.victims {
        assert!(
            summary.covers.contains(victim.id),
            "{} is nowhere",
            victim.id
        );
    }
    assert!(flush.covers.iter().all(|id| summary.covers.contains(id)));
    assert!(
        flush
            .old_summary
            .is_none_or(|id| summary.covers.contains(id))
    );
    let queue = u32::try_from(after.queue().len()).unwrap();
    assert_eq!(
        summary.covers.len() + queue + 1,
        summary.total,
        "hidden + kept is not all"
    );
    assert_eq!(summary.total, message.id.0);
    let victims = u32::try_from(flush.victims.len()).unwrap();
    assert_eq!(
        summary.folded,
        victims + u32::from(flush.old_summary.is_some())
    );
    assert!(kept.iter().all(|id| summary.covers.contains(*id)));
    assert_eq!(kept, &*summary.kept);
    if is_by_model {
        assert!(
            flush.is_whole,
            "a summary of part of it passes for the whole"
        );
        assert_eq!(flush.folded, victims, "not every message was folded");
    }
}

/// The request for a summary holds one line for each message that it folds, and at most
/// one more for the summary so far.
fn transcript_folds(request: &Request, folds: u32) {
    let content: serde_json::Value = serde_json::from_str(&request.messages[1].content).unwrap();
    let lines = content["transcript"].as_array().unwrap();
    let so_far = lines
        .iter()
        .filter(|line| line["role"] == "summary")
        .count();
    assert!(so_far <= 1);
    assert!(folds > 0);
    assert_eq!(lines.len() - so_far, folds as usize);
}

fn requests(
    engine: &Engine,
    before: &State,
    event: &Event,
    after: &State,
    stores: &Stores,
    count: &mut u32,
) {
    let Happening::ModelAsked { purpose, parts, .. } = &event.what else {
        return;
    };
    let request = engine.request(after, stores).unwrap();
    assert_eq!(request.tokens, parts.total(), "{purpose:?}");
    let config = before.config();
    if *purpose != Purpose::Act {
        if !after.counts_items() {
            assert!(
                request.tokens <= config.prompt_max(),
                "{purpose:?}: {} of {}",
                request.tokens,
                config.prompt_max()
            );
        }
        return;
    }
    assert_eq!(*parts, engine.parts(before));
    if after.counts_items() {
        assert!(
            after.queue().len() <= config.window as usize,
            "more items than slots"
        );
    } else {
        assert!(
            parts.total() <= config.prompt_max(),
            "a prompt beyond the flush line"
        );
    }
    if !config.cut.parts_calls {
        calls_have_results(&request);
    }
    *count += 1;
    if count.is_multiple_of(7) {
        sections_sum(engine, after, stores, &request);
        is_packaged(&request);
    }
}

/// Every assistant's message with calls is followed by exactly their results.
pub fn calls_have_results(request: &Request) {
    let mut missing = 0;
    for message in &request.messages {
        if message.role == Role::Tool {
            assert!(missing > 0, "a result without its call");
            missing -= 1;
        } else {
            assert_eq!(missing, 0, "a call without its result");
            missing = message.calls.len();
        }
    }
    assert_eq!(missing, 0, "a call without its result at the end");
}

/// What is sent, section by section, is what the parts say. A message counts as its package
/// without texts, and its texts by themselves (`engine::envelopes`): what JSON adds to escape
/// a text, and where two counts meet, is not counted, hence the slack.
fn sections_sum(engine: &Engine, state: &State, stores: &Stores, request: &Request) {
    let parts = engine.parts(state);
    if state.counts_items() {
        let queue = u32::try_from(state.queue().len()).unwrap();
        assert_eq!(parts.total(), queue);
        return;
    }
    let schemas = request.functions.iter();
    let schemas: u32 = schemas.map(|schema| tokens::estimate(&schema.json)).sum();
    assert_eq!(schemas, parts.schemas);
    let slots: Vec<_> = state.queue().all().collect();
    assert_eq!(slots.len() + 1, request.messages.len());
    let mut sum = 0;
    for (slot, sent) in slots.iter().zip(&request.messages[1..]) {
        let message = stores.message(slot.id).unwrap();
        let counted = counted_apart(engine, message);
        assert!(
            counted.abs_diff(slot.tokens) <= 4,
            "{} {counted} {}",
            slot.id,
            slot.tokens
        );
        let role = config_role(state);
        assert_eq!(*sent, package::message(message, engine.wording(), role));
        sum += slot.tokens;
    }
    assert_eq!(sum, parts.summary + parts.queue);
    // Instructions, statistics and blocks are one message; each counts by itself.
    let system = &request.messages[0].content;
    let mut rest = system.as_str();
    rest = rest
        .strip_prefix(engine.wording().instructions(state.config().plain_text))
        .unwrap();
    for (block, value) in state.config().blocks.iter().zip(state.blocks()) {
        let tags = state.config().block_tags;
        let block = package::block(tags, &block.label, value, block.limit);
        assert!(rest.contains(&block), "a block is not in the prompt");
    }
    let told = rest.contains(&format!("{}", state.passages()));
    assert!(told || !state.config().has_external);
}

fn config_role(state: &State) -> Role {
    state
        .config()
        .summary
        .map_or(Role::System, |rule| rule.role)
}

fn counted_apart(engine: &Engine, message: &Message) -> u32 {
    let empty = || "".into();
    let (body, texts): (Body, Vec<&str>) = match &message.body {
        Body::User(text) => (Body::User(empty()), vec![text]),
        Body::Assistant {
            thoughts,
            text,
            calls,
        } => (
            Body::Assistant {
                thoughts: empty(),
                text: empty(),
                calls: calls.clone(),
            },
            vec![thoughts, text],
        ),
        Body::FunctionResult {
            function,
            is_ok,
            text,
            ..
        } => (
            Body::FunctionResult {
                function: empty(),
                is_ok: *is_ok,
                text: empty(),
                page: None,
            },
            vec![function, text],
        ),
        Body::Summary(summary) => {
            let mut bare = (**summary).clone();
            bare.text = empty();
            (Body::Summary(bare.into()), vec![&summary.text])
        }
        Body::DocumentNotice { title, passages } => (
            Body::DocumentNotice {
                title: empty(),
                passages: *passages,
            },
            vec![title],
        ),
        body => (body.clone(), Vec::new()),
    };
    let bare = Message {
        body,
        at: START,
        ..message.clone()
    };
    let package = package::message(&bare, engine.wording(), Role::System);
    let texts = texts.into_iter().map(tokens::estimate).sum::<u32>();
    package::message_tokens(&package) + texts
}

/// What users and functions say is JSON with a `type` or a `status`.
fn is_packaged(request: &Request) {
    for message in &request.messages[1..] {
        if message.role != Role::Assistant {
            let content: serde_json::Value = serde_json::from_str(&message.content).unwrap();
            let key = if message.role == Role::Tool {
                "status"
            } else {
                "type"
            };
            assert!(content[key].is_string(), "{}", message.content);
        }
    }
    for schema in &request.functions {
        let schema: serde_json::Value = serde_json::from_str(&schema.json).unwrap();
        assert!(schema["parameters"]["properties"].is_object());
    }
}

fn searches(before: &State, event: &Event, after: &State, stores: &Stores) {
    match &event.what {
        Happening::Searched { page, call } => {
            if let Some(budget) = before.config().page_ins_max {
                assert!(after.turn_totals().searches <= budget, "beyond the budget");
            }
            assert!(before.config().has_external);
            page_is_right(page, call.function, before);
            for hit in &page.hits {
                match hit {
                    Origin::Message(id) => {
                        assert!(before.is_stored(*id), "{id} is not in recall");
                        let body = &stores.message(*id).unwrap().body;
                        let is_speech =
                            matches!(body, Body::User(_) | Body::Item(_) | Body::Assistant { .. });
                        assert!(is_speech, "a search finds {}", body.kind());
                    }
                    Origin::Passage(id) => assert!(id.0 <= before.passages()),
                }
            }
        }
        Happening::PagedIn { message, page } if !before.counts_items() => {
            assert!(!page.hits.is_empty());
            let Body::FunctionResult {
                page: held, is_ok, ..
            } = &message.body
            else {
                panic!("a page-in that is no result");
            };
            assert!(is_ok);
            assert_eq!(
                held.as_ref(),
                Some(page),
                "the marks of the copies are lost"
            );
        }
        _ => {}
    }
}

fn page_is_right(page: &ResultPage, function: Function, state: &State) {
    let config = state.config();
    let (first, mut size) = (config.page_first, config.page_size);
    if let (Function::ArchivalMemorySearch, Some(own)) = (function, config.archival_page_size) {
        size = own;
    }
    let last = if page.total == 0 || !config.has_pages {
        first
    } else {
        first + page.total.div_ceil(size) - 1
    };
    assert_eq!(page.page_last, last);
    assert!((first..=last).contains(&page.page));
    let before = (page.page - first) * size;
    assert_eq!(page.hits.len(), size.min(page.total - before) as usize);
    let mut hits = page.hits.clone();
    hits.sort_unstable();
    hits.dedup();
    assert_eq!(hits.len(), page.hits.len(), "one result twice");
}

/// A call that fails changes neither memory nor settings.
fn failures_change_nothing(before: &State, event: &Event, after: &State) {
    if !matches!(event.what, Happening::CallFailed { .. }) {
        return;
    }
    assert_eq!(before.blocks(), after.blocks());
    assert_eq!(before.queue(), after.queue());
    assert_eq!(before.pinned(), after.pinned());
    assert_eq!(before.messages(), after.messages());
    assert_eq!(before.passages(), after.passages());
    assert_eq!(before.recall_len(), after.recall_len());
    assert_eq!(before.turn_totals().searches, after.turn_totals().searches);
}

/// Settings never apply inside a flush, nor while the model is asked.
fn settings_wait(before: &State, event: &Event, after: &State) {
    let ends = matches!(event.what, Happening::FlushEnded { .. });
    let is_inside = after.flush().is_some() || after.asking().is_some();
    if is_inside || (before.flush().is_some() && !ends) {
        let is_closed = matches!(event.what, Happening::SessionFull { .. });
        assert!(
            is_closed || before.config() == after.config(),
            "settings inside a flush"
        );
    }
    if !matches!(
        event.what,
        Happening::FlushEnded { .. } | Happening::SettingChanged(_)
    ) {
        let grown = before.pinned() != after.pinned();
        let edits = matches!(event.what, Happening::BlockEdited(_));
        assert!(!grown || edits || before.config() != after.config());
    }
}
