//! The function executor: what a call does (memgpt.md 2.1). Everything is checked before
//! anything changes, so an edit is all or nothing.

use std::sync::Arc;

use super::call;
use super::config::{BlockConfig, Config, WhenSpent};
use super::event::{BlockEdit, Happening, Undeclared};
use super::function::{Call, CallFault, Function, RawCall};
use super::ids::{MessageId, Origin, PassageId};
use super::message::{Passage, ResultPage, StoredBy};
use super::prompt;
use super::reply::RecordedResult;
use super::state::State;
use super::stores::Stores;
use super::timestamp::Day;

/// Longest pause of timers, in minutes (memgpt.md 1.4).
const PAUSE_MINUTES_MAX: i64 = 360;

/// What the call does: an event that changes something, or the fault.
pub(super) fn run(
    raw: &RawCall,
    read: &Result<Call, CallFault>,
    state: &State,
    stores: &Stores,
) -> Happening {
    let read = read.as_ref().map_err(CallFault::clone);
    match read.and_then(|call| act(call, state, stores)) {
        Ok(happening) => happening,
        Err(fault) => Happening::CallFailed {
            call: raw.clone().into(),
            fault: fault.into(),
        },
    }
}

fn act(call: &Call, state: &State, stores: &Stores) -> Result<Happening, CallFault> {
    Ok(match call.function {
        Function::SendMessage => Happening::Said {
            text: call.shared_text("message"),
        },
        Function::PauseHeartbeats => {
            let minutes = call
                .integer("minutes")
                .unwrap_or(0)
                .clamp(0, PAUSE_MINUTES_MAX);
            Happening::HeartbeatsPaused {
                minutes: u32::try_from(minutes).unwrap_or(0),
            }
        }
        Function::CoreMemoryAppend => edit(call, state, append)?,
        Function::CoreMemoryReplace => edit(call, state, replace)?,
        Function::ArchivalMemoryInsert => {
            not_empty(call, "content")?;
            let text = call.shared_text("content");
            let (id, at, by) = (PassageId(state.passages + 1), state.now, StoredBy::Model);
            Happening::PassageStored {
                passage: Arc::new(Passage { id, at, text, by }),
            }
        }
        Function::ConversationSearch => {
            spend(state)?;
            let query = not_empty(call, "query")?;
            let hits =
                stores
                    .recall()
                    .search(state.config.search, query, state.messages_before_turn + 1);
            let stored = hits
                .into_iter()
                .map(MessageId)
                .filter(|id| state.is_stored(*id));
            let hits = stored.map(Origin::Message).collect();
            searched(call, hits, state)?
        }
        Function::ConversationSearchDate => {
            spend(state)?;
            let hits = within_dates(call, state, stores)?;
            searched(call, hits, state)?
        }
        Function::ArchivalMemorySearch => {
            spend(state)?;
            let query = not_empty(call, "query")?;
            let hits = stores
                .archival()
                .search(state.config.search, query, state.passages + 1);
            searched(
                call,
                hits.into_iter()
                    .map(PassageId)
                    .map(Origin::Passage)
                    .collect(),
                state,
            )?
        }
        // Only asked for by the queue manager; as an action it is not declared.
        Function::Evict => {
            return Err(CallFault::UnknownFunction {
                name: Function::Evict.wire().into(),
            });
        }
    })
}

/// The failure that a spent budget brings, in the words that the rule asks for.
pub(super) fn budget_words(when_spent: WhenSpent, words: &super::wording::FaultWording) -> &str {
    match when_spent {
        WhenSpent::AnswerWithout => &words.budget_answer_without,
        WhenSpent::SayUnknown => &words.budget_say_unknown,
        WhenSpent::Stop => &words.budget_stop,
    }
}

fn spend(state: &State) -> Result<(), CallFault> {
    match state.config.page_ins_max {
        Some(budget) if state.turn_totals.searches >= budget => {
            Err(CallFault::BudgetSpent { budget })
        }
        _ => Ok(()),
    }
}

fn not_empty<'a>(call: &'a Call, name: &'static str) -> Result<&'a str, CallFault> {
    let text = call.text(name);
    if text.trim().is_empty() {
        Err(CallFault::EmptyText { name })
    } else {
        Ok(text)
    }
}

fn append(
    call: &Call,
    block: &BlockConfig,
    config: &Config,
    before: &str,
) -> Result<String, CallFault> {
    let content = not_empty(call, "content")?;
    let line = if before.is_empty() { "" } else { "\n" };
    let asked = characters(before) + characters(line) + characters(content);
    fits(block, config, asked)?;
    Ok(format!("{before}{line}{content}"))
}

fn replace(
    call: &Call,
    block: &BlockConfig,
    config: &Config,
    before: &str,
) -> Result<String, CallFault> {
    let (old, new) = (call.text("old_content"), call.text("new_content"));
    if old.is_empty() {
        return Err(CallFault::EmptyOldContent);
    }
    let found = before.matches(old).count() as u64;
    if found == 0 {
        return Err(CallFault::TextNotFound {
            block: Arc::clone(&block.label),
            old: old.into(),
        });
    }
    let kept = characters(before) - found * characters(old);
    let asked = kept.saturating_add(found.saturating_mul(characters(new)));
    fits(block, config, asked)?;
    Ok(before.replace(old, new))
}

fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}

/// Refuses an edit that would make the block longer than its limit. The length is reckoned
/// before the text is made: a long text in the place of every letter would fill the memory.
fn fits(block: &BlockConfig, config: &Config, asked: u64) -> Result<(), CallFault> {
    let limit = config.limit_of(block);
    if asked <= u64::from(limit) {
        return Ok(());
    }
    Err(CallFault::BlockFull {
        block: Arc::clone(&block.label),
        limit,
        asked: u32::try_from(asked).unwrap_or(u32::MAX),
    })
}

fn edit(
    call: &Call,
    state: &State,
    change: impl Fn(&Call, &BlockConfig, &Config, &str) -> Result<String, CallFault>,
) -> Result<Happening, CallFault> {
    let name = call.text("name");
    let mut blocks = state
        .config
        .blocks
        .iter()
        .zip(state.blocks.iter())
        .enumerate();
    let found = blocks.find(|(_, (block, _))| &*block.label == name);
    let Some((index, (block, before))) = found else {
        return Err(CallFault::UnknownBlock { name: name.into() });
    };
    let label = Arc::clone(&block.label);
    let after: Arc<str> = change(call, block, &state.config, before)?.into();
    let values = state
        .blocks
        .iter()
        .enumerate()
        .map(|(at, value)| if at == index { &after } else { value });
    let tokens = prompt::working_context_tokens(&state.config, values);
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    let before = Arc::clone(before);
    Ok(Happening::BlockEdited(Arc::new(BlockEdit {
        index,
        label,
        function: call.function,
        before,
        after,
        tokens,
        undeclared: None,
    })))
}

/// The edit by a function of ours that stands in for a recorded call; `None` where there is
/// none, or it cannot be made here.
pub(super) fn stand_in(
    raw: &RawCall,
    recorded: &RecordedResult,
    state: &State,
    stores: &Stores,
) -> Option<Happening> {
    let call = call::read(recorded.edit.as_deref()?, &state.config).ok()?;
    let Happening::BlockEdited(mut edit) = act(&call, state, stores).ok()? else {
        return None;
    };
    Arc::make_mut(&mut edit).undeclared = Some(Undeclared {
        name: Arc::clone(&raw.name),
        wants_heartbeat: call::asks_for_step(raw),
    });
    Some(Happening::BlockEdited(edit))
}

/// Messages of both days and all between, oldest first (memgpt.md 2.1: both inclusive).
fn within_dates(call: &Call, state: &State, stores: &Stores) -> Result<Vec<Origin>, CallFault> {
    let day = |name| {
        let text = call.text(name).trim();
        Day::parse(text).ok_or_else(|| CallFault::BadDate { text: text.into() })
    };
    let (start, end) = (day("start_date")?, day("end_date")?);
    let known = stores.messages();
    let known = &known[..known.len().min(state.messages_before_turn as usize)];
    // Moments never go back, so the log is in order of time.
    let first = known.partition_point(|message| message.at.day() < start);
    let found = known[first..]
        .iter()
        .take_while(|message| message.at.day() <= end);
    let found = found.filter(|message| state.is_stored(message.id));
    let found = found.filter(|message| super::stores::searchable(&message.body).is_some());
    Ok(found.map(|message| Origin::Message(message.id)).collect())
}

/// The page of `hits` that the call asks for.
fn searched(call: &Call, hits: Vec<Origin>, state: &State) -> Result<Happening, CallFault> {
    let first = state.config.page_first;
    let size = state.config.page_size_of(call.function);
    let total = u32::try_from(hits.len()).unwrap_or(u32::MAX);
    let pages = if state.config.has_pages {
        total.div_ceil(size)
    } else {
        1
    };
    let last = first + pages.saturating_sub(1);
    let asked = call.integer("page").unwrap_or_else(|| i64::from(first));
    let page = u32::try_from(asked)
        .ok()
        .filter(|page| (first..=last).contains(page));
    let Some(page) = page else {
        return Err(CallFault::PageOutOfRange {
            page: asked,
            first,
            last,
        });
    };
    let skipped = (page - first) as usize * size as usize;
    let hits = hits.into_iter().skip(skipped).take(size as usize).collect();
    let page = ResultPage {
        hits,
        page,
        page_last: last,
        total,
    };
    Ok(Happening::Searched {
        call: Arc::new(call.clone()),
        page: Arc::new(page),
    })
}
