//! The prompt: what the model gets, and what each part of it takes.

use std::sync::Arc;

use super::config::{BlockConfig, Config, Unit};
use super::event::{Pinned, Purpose};
use super::function::Function;
use super::machine::Engine;
use super::message::Message;
use super::package;
use super::parts::Parts;
use super::reply::{FunctionSchema, PromptMessage, Request, Role};
use super::state::{Phase, State};
use super::stores::Stores;
use super::summary;
use super::wording::{Wording, fill};
use super::{envelopes, eviction, tokens};

/// What working context takes, in units.
pub(super) fn working_context_tokens<'a>(
    config: &Config,
    values: impl Iterator<Item = &'a Arc<str>>,
) -> u32 {
    if config.unit == Unit::Items {
        return 0;
    }
    let blocks = config.blocks.iter().zip(values);
    blocks
        .map(|(block, value)| tokens::estimate(&block_text(config, block, value)))
        .sum()
}

/// A block as it stands in message 0.
fn block_text(config: &Config, block: &BlockConfig, value: &str) -> String {
    package::block(config.block_tags, &block.label, value, block.limit)
}

/// What the pinned parts take.
pub(super) fn pinned(config: &Config, blocks: &[Arc<str>], wording: &Wording) -> Pinned {
    if config.unit == Unit::Items {
        return Pinned::default();
    }
    Pinned {
        system: package::system_tokens(wording.instructions(config.plain_text)),
        schemas: schemas(config, wording)
            .iter()
            .map(|schema| tokens::estimate(&schema.json))
            .sum(),
        working_context: working_context_tokens(config, blocks.iter()),
    }
}

fn schemas(config: &Config, wording: &Wording) -> Vec<FunctionSchema> {
    config
        .declared()
        .map(|function| package::schema(function, config, wording))
        .collect()
}

impl Engine {
    /// What each part of the prompt takes now, in units.
    pub fn parts(&self, state: &State) -> Parts {
        let Pinned {
            system,
            schemas,
            working_context,
        } = state.pinned;
        Parts {
            system,
            schemas,
            working_context,
            statistics: self.statistics_tokens(state),
            summary: state.queue.summary_tokens(),
            queue: state.queue.tokens(),
        }
    }

    /// What a message may take at most to be admitted, in units.
    pub(super) fn room(&self, state: &State) -> u32 {
        let free = state
            .config
            .prompt_max()
            .saturating_sub(self.parts(state).pinned());
        let behind = state.queue.summary().is_some() || !state.queue.is_empty();
        if behind && state.config.summary.is_some() {
            free.saturating_sub(self.summary_max(state).max(self.summary_least(state)))
        } else {
            free
        }
    }

    /// What a function result may take at most: half of what the queue may take, so that
    /// a page and the question that it answers fit together.
    pub(super) fn result_max(&self, state: &State) -> u32 {
        let free = state
            .config
            .prompt_max()
            .saturating_sub(self.parts(state).pinned());
        (free.saturating_sub(self.summary_max(state)) / 2).max(32)
    }

    /// What the recursive summary may take at most. Beyond three tokens a word, or a
    /// quarter of the queue's room, it would crowd out what it stands before.
    pub(super) fn summary_max(&self, state: &State) -> u32 {
        let free = state
            .config
            .prompt_max()
            .saturating_sub(self.parts(state).pinned());
        state
            .config
            .summary
            .map_or(0, |rule| rule.words.saturating_mul(3).min(free / 4))
    }

    fn statistics(&self, state: &State) -> String {
        let template = &self.wording.statistics;
        envelopes::statistics_line(template, state.recall_len(), state.passages)
    }

    fn statistics_tokens(&self, state: &State) -> u32 {
        if state.counts_items() {
            return 0;
        }
        let counts = if state.config.has_external {
            self.envelopes
                .statistics_tokens(state.recall_len(), state.passages)
        } else {
            0
        };
        if state.config.dates_blocks {
            counts + self.envelopes.dated_tokens()
        } else {
            counts
        }
    }

    /// The prompt for what the machine is about to ask or is asking: exactly what the
    /// model gets. `None` where no model call is due.
    pub fn request(&self, state: &State, stores: &Stores) -> Option<Request> {
        Some(match state.asking()? {
            Purpose::Act => self.act_request(state, stores),
            Purpose::Summarise => self.summary_request(state, stores)?,
            Purpose::ChooseVictims => self.choice_request(state, stores),
        })
    }

    /// The prompt as it would be if the model were asked to act now.
    pub fn act_request(&self, state: &State, stores: &Stores) -> Request {
        let config = state.config();
        let summary_role = config.summary.map_or(Role::System, |rule| rule.role);
        let stored = state.queue.all().filter_map(|slot| stores.message(slot.id));
        let queue = stored.map(|message| package::message(message, &self.wording, summary_role));
        let mut messages = vec![system(self.system_text(state))];
        messages.extend(queue);
        for said in &state.dialogue {
            messages.push(match &said.body {
                super::message::Body::User(text) => {
                    let items = stores.asked_for(text, state).unwrap_or_default();
                    package::item_request(text, &items)
                }
                _ => package::message(said, &self.wording, summary_role),
            });
        }
        Request {
            messages,
            functions: schemas(config, &self.wording),
            tokens: self.parts(state).total(),
        }
    }

    fn system_text(&self, state: &State) -> String {
        if state.counts_items() {
            return self.wording.system_miniature.clone();
        }
        let mut text = self
            .wording
            .instructions(state.config.plain_text)
            .to_owned();
        if state.config.dates_blocks {
            text.push('\n');
            let template = &self.wording.memory_changed;
            text.push_str(&envelopes::dated_line(template, state.blocks_at));
        }
        if state.config.has_external {
            text.push('\n');
            text.push_str(&self.statistics(state));
        }
        for (block, value) in state.config.blocks.iter().zip(state.blocks.iter()) {
            text.push('\n');
            text.push_str(&block_text(&state.config, block, value));
        }
        text
    }

    pub(super) fn summary_request(&self, state: &State, stores: &Stores) -> Option<Request> {
        let flush = match &state.phase {
            Phase::Asking { resume, .. } => match &**resume {
                Phase::Flushing(flush) => flush,
                _ => return None,
            },
            Phase::Flushing(flush) => flush,
            _ => return None,
        };
        let rule = state.config.summary?;
        let piece = summary::piece(self, flush, state, stores);
        let lines = piece
            .lines
            .iter()
            .map(|(role, text)| package::transcript_line(role, text));
        let lines: Vec<String> = lines.collect();
        let instructions = fill(
            &self.wording.summary_instructions,
            &[("words", &rule.words)],
        );
        let messages = vec![
            system(instructions),
            package::summary_request(rule.words, &lines),
        ];
        let tokens = self.summary_fixed(rule.words) + piece.tokens;
        Some(Request {
            messages,
            functions: Vec::new(),
            tokens,
        })
    }

    /// Tokens of a request for a summary beside its transcript.
    pub(super) fn summary_fixed(&self, words: u32) -> u32 {
        let empty = package::summary_request(words, &[]);
        package::system_tokens(&self.wording.summary_instructions) + package::message_tokens(&empty)
    }

    /// What the transcript of a summary request may take, in tokens: its own budget.
    pub(super) fn summary_budget(&self, state: &State) -> u32 {
        let words = state.config.summary.map_or(0, |rule| rule.words);
        let fixed = self.summary_fixed(words) + words.saturating_mul(3);
        state.config.prompt_max().saturating_sub(fixed).max(128)
    }

    pub(super) fn choice_request(&self, state: &State, stores: &Stores) -> Request {
        let candidates = eviction::candidates(state).into_iter().map(|(id, tokens)| {
            let text = stores
                .message(id)
                .map(|message| excerpt(message, 12))
                .unwrap_or_default();
            (id, tokens, text)
        });
        let queue: Vec<_> = candidates.collect();
        let room = match state.config.unit {
            Unit::Items => 1,
            Unit::Tokens => self
                .parts(state)
                .total()
                .saturating_sub(state.config.prompt_max())
                .max(1),
        };
        let build = |queue: &[_]| {
            let instructions = system(self.wording.eviction_instructions.clone());
            let schema = package::schema(Function::Evict, &state.config, &self.wording);
            counted(
                vec![instructions, package::eviction_request(queue, room)],
                vec![schema],
            )
        };
        // Its own budget, as a summary has: the newest are not offered where all do not fit.
        let mut offered = queue.len();
        let mut request = build(&queue);
        while !state.counts_items() && request.tokens > state.config.prompt_max() && offered > 1 {
            offered = offered * 3 / 4;
            request = build(&queue[..offered]);
        }
        if state.counts_items() {
            request.tokens = u32::try_from(queue.len()).unwrap_or(u32::MAX);
        }
        request
    }
}

/// The first words of a message, in no more characters than so many words have.
fn excerpt(message: &Message, words: usize) -> String {
    let text =
        super::stores::searchable(&message.body).unwrap_or_else(|| message.body.kind().into());
    let mut kept = text.split_whitespace();
    let first: Vec<&str> = kept.by_ref().take(words).collect();
    let first = first.join(" ");
    let mut ends = first.char_indices().map(|(at, _)| at).skip(words * 8);
    match ends.next() {
        Some(end) => format!("{}…", &first[..end]),
        None if kept.next().is_some() => format!("{first} …"),
        None => first,
    }
}

fn system(content: String) -> PromptMessage {
    PromptMessage {
        role: Role::System,
        content,
        calls: Vec::new(),
        function: None,
    }
}

fn counted(messages: Vec<PromptMessage>, functions: Vec<FunctionSchema>) -> Request {
    let schemas: u32 = functions
        .iter()
        .map(|schema| tokens::estimate(&schema.json))
        .sum();
    let tokens = messages.iter().map(package::message_tokens).sum::<u32>() + schemas;
    Request {
        messages,
        functions,
        tokens,
    }
}
