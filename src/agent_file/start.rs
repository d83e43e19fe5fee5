//! What a recorded agent begins with: the settings of a rule set with its own blocks,
//! functions and window, and the machine that speaks its words.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::config::{BlockConfig, Boot, Config, ConfigProblem, RuleSet, Unit};
use crate::engine::function::Function;
use crate::engine::ids::MessageId;
use crate::engine::machine::Engine;
use crate::engine::message::{self as engine_message, Body, HeartbeatReason};
use crate::engine::package;
use crate::engine::reply::Role;
use crate::engine::search::NewWordIndex;
use crate::engine::timestamp::Timestamp;
use crate::engine::wording::Wording;
use crate::recording::{Cue, Held, Recording};
use crate::scenario::settings::Choices;
use crate::text::Locale;
use crate::text::wording::wording;

use super::message::{Message, What};
use super::problems::{Problem, ProblemKind};

/// Room beyond what the window list needs, in thousandths (decisions: agent files, 1.2 times).
const ROOM: u64 = 1_200;

/// Most model calls a turn that settings allow.
const CALLS_MAX: usize = 1_000;

/// The settings under which a record is played: those of the rule set, its own or another
/// one, with the blocks, functions and window of the agent, and what a person chose over them.
///
/// # Errors
/// What does not go together.
pub fn config(recording: &Recording, choices: &Choices) -> Result<Config, Problem> {
    let rules = choices.rules.unwrap_or(recording.rules);
    let mut config = own_config(recording, rules)?;
    choices.apply(&mut config);
    config
        .check()
        .map_err(|problem| Problem::from(ProblemKind::Settings(problem)))?;
    Ok(config)
}

fn own_config(recording: &Recording, rules: RuleSet) -> Result<Config, Problem> {
    let mut config = rules.config();
    if config.unit == Unit::Items {
        return Err(ProblemKind::ItemsOnly.into());
    }
    if !recording.blocks.is_empty() {
        let blocks = recording.blocks.iter().map(|block| BlockConfig {
            label: Arc::clone(&block.label),
            limit: block.limit,
            value: Arc::clone(&block.start),
        });
        config.blocks = blocks.collect();
    }
    if let Some(functions) = &recording.functions {
        // Without it nobody could answer what is said beside the record.
        config
            .functions
            .retain(|own| functions.contains(own) || *own == Function::SendMessage);
    }
    config.boot = recording.boot.as_ref().map(|_| Boot {
        speaks_first: matches!(recording.turns.first(), Some(turn) if turn.cue == Cue::Boot),
    });
    // The machine of then took every reply that is recorded.
    config.first_reply = None;
    let most = recording.turns.iter().map(|turn| turn.replies.len()).max();
    let most = most.unwrap_or(0).saturating_mul(2).saturating_add(8);
    let most = u32::try_from(most.min(CALLS_MAX)).unwrap_or(u32::MAX);
    config.model_calls_max = config.model_calls_max.max(most);
    config.window = window(recording, &config)?;
    config.reserve = config.reserve.min(config.window / 2);
    Ok(config)
}

/// 1.2 times what the window list needs; more where a message that came from outside would
/// not fit in.
fn window(recording: &Recording, config: &Config) -> Result<u32, Problem> {
    let (least, most) = Config::window_range(config.unit);
    let widest = Config {
        window: most,
        ..config.clone()
    };
    let engine = Engine::with_words(widest, own_wording(recording), None);
    let engine = engine.map_err(|problem| Problem::from(ProblemKind::Settings(problem)))?;
    let pinned = u64::from(engine.parts(&engine.start()).pinned());
    let needed = (pinned + u64::from(recording.held.queue)) * ROOM / 1_000;
    // Beside a message stands a summary, in a quarter of what the queue may take.
    let for_largest = pinned + u64::from(recording.held.largest) * 4 / 3 + 256;
    let reserve = u64::from(config.reserve);
    let window = needed.max(for_largest + reserve);
    let window = u32::try_from(window).unwrap_or(u32::MAX);
    Ok(window.clamp(least, most))
}

/// The machine of a record, in the words of its agent.
///
/// # Errors
/// What is wrong with the settings.
pub fn engine(
    recording: &Recording,
    config: Config,
    words: Option<NewWordIndex>,
) -> Result<Engine, ConfigProblem> {
    Engine::with_words(config, own_wording(recording), words)
        .map(|engine| engine.starting_at(first_moment(recording)))
        .map(|engine| engine.starting_with(super::window::bodies(recording)))
}

/// The content language of a record.
pub fn locale(recording: &Recording) -> Locale {
    Locale::from_tag(&recording.language)
}

/// The moment at which a record begins.
pub fn first_moment(recording: &Recording) -> Timestamp {
    recording.turns.first().map_or(Timestamp(0), |turn| turn.at)
}

/// The words of the content language, with the agent's own instructions and first exchange.
pub(super) fn own_wording(recording: &Recording) -> Wording {
    let mut words = wording(locale(recording));
    if let Some(system) = &recording.system {
        words.system = system.to_string();
        words.system_direct = system.to_string();
    }
    if let Some(boot) = &recording.boot {
        words.boot_thought = boot.thought.to_string();
        words.boot_message = boot.message.to_string();
        words.first_login = boot.last_login.to_string();
    }
    words
}

/// What the window held when the file was written, as we count it.
pub(super) fn held(messages: &[Message], window: &BTreeSet<u32>, language: &str) -> Held {
    let words = wording(Locale::from_tag(language));
    let mut held = Held::default();
    for message in messages {
        let bodies = bodies(&message.what);
        let tokens: u32 = bodies.into_iter().map(|body| tokens(body, &words)).sum();
        if window.contains(&message.number) {
            held.queue = held.queue.saturating_add(tokens);
        }
        if matches!(message.what, What::User(_)) {
            held.largest = held.largest.max(tokens);
        }
    }
    held
}

/// A message as it would stand in our queue; message 0 stands in none.
fn bodies(what: &What) -> Vec<Body> {
    vec![match what {
        What::System(_) => return Vec::new(),
        What::User(text) => Body::User(Arc::clone(text)),
        What::Login(_) => Body::Login,
        What::Timer => Body::Timer,
        What::Heartbeat(_) => Body::Heartbeat(HeartbeatReason::Requested),
        What::Alert(_) => Body::PressureAlert,
        What::Summary(text) => Body::Summary(Arc::new(engine_message::Summary {
            text: Arc::clone(text),
            covers: Default::default(),
            kept: [].into(),
            total: 0,
            folded: 0,
        })),
        What::Reply(spoken) => Body::Assistant {
            thoughts: Arc::clone(&spoken.thoughts),
            text: Arc::clone(&spoken.text),
            calls: spoken.calls.iter().map(|(_, call)| call.clone()).collect(),
        },
        What::Results(results) => {
            return results
                .iter()
                .map(|result| Body::FunctionResult {
                    function: "conversation_search".into(),
                    is_ok: result.is_ok,
                    text: Arc::clone(&result.text),
                    page: None,
                })
                .collect();
        }
    }]
}

fn tokens(body: Body, words: &Wording) -> u32 {
    let message = engine_message::Message {
        id: MessageId(1),
        at: Timestamp(0),
        body,
        tokens: 0,
    };
    package::message_tokens(&package::message(&message, words, Role::User))
}
