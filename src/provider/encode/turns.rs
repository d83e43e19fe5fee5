//! The messages of a request as pairs of calls and results. Every provider refuses a result
//! without its call or a call without its result, so no list can be built here that has one
//! (provider-faults D04, G08).

use core::fmt::Write;

use serde_json::{Map, Value};

use super::super::arguments::{self, Read};
use crate::engine::reply::{PromptMessage, Role};

/// The messages, ready for any protocol.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turns<'a> {
    /// System instructions, those of the beginning joined.
    pub system: String,
    /// What follows.
    pub turns: Vec<Turn<'a>>,
    /// What was put right.
    pub healed: Vec<Healing>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<'a> {
    /// System instructions behind the beginning.
    System(&'a str),
    /// The user, and events packaged as such.
    User(&'a str),
    /// The model, its calls and what came of them.
    Assistant {
        /// What it wrote; may be empty where it calls.
        content: String,
        /// Its calls.
        calls: Vec<PairedCall<'a>>,
    },
}

/// A call with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedCall<'a> {
    /// Nine letters and digits, which every provider takes; unique in the request. The ids
    /// under which calls came are not needed: within one request ours do.
    pub id: String,
    /// A name that providers take.
    pub name: String,
    /// The arguments, always an object.
    pub arguments: Map<String, Value>,
    /// The call as the engine has it, to find what belongs to it.
    pub raw: (&'a str, &'a str),
    /// The result as packaged.
    pub result: &'a str,
}

/// Something that was put right in the messages. Each is a fault of ours, or of a rule set
/// that cuts between a call and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healing {
    /// A result without its call was left out.
    OrphanResult,
    /// A call without its result was given one.
    MissingResult,
    /// A result stood behind another message and was moved to its call.
    MovedResult,
    /// The name of a function had letters that providers refuse.
    Name,
    /// Arguments that are no JSON object were replaced by one.
    Arguments,
    /// A message without any content was left out.
    EmptyMessage,
    /// The first message has to be the user's, and was not.
    Opening,
}

/// The result of a call that has none.
const SKIPPED: &str = "{\"status\":\"Failed\",\"message\":\"skipped\"}";

/// What stands for the user at the beginning where a provider insists on one.
pub const OPENING: &str = "…";

impl<'a> Turns<'a> {
    /// From messages. Without native functions, calls and results become plain messages.
    pub fn new(messages: &'a [PromptMessage], is_native: bool) -> Self {
        let mut turns = Self::default();
        let is_system = |message: &&PromptMessage| message.role == Role::System;
        let leading = messages.iter().take_while(is_system).count();
        let (system, rest) = messages.split_at(leading);
        // Chat templates of many local models refuse a second one.
        let system: Vec<&str> = system.iter().map(|one| one.content.as_str()).collect();
        turns.system = system.join("\n\n");
        if is_native {
            turns.pair(rest);
        } else {
            turns.write_out(rest);
        }
        turns
    }

    fn heal(&mut self, healing: Healing) {
        if !self.healed.contains(&healing) {
            self.healed.push(healing);
        }
    }

    fn pair(&mut self, messages: &'a [PromptMessage]) {
        let mut number = 0;
        let mut at = 0;
        while let Some(message) = messages.get(at) {
            at += 1;
            match message.role {
                Role::Tool => self.heal(Healing::OrphanResult),
                Role::Assistant => {
                    let calls = message.calls.iter();
                    let mut calls: Vec<PairedCall<'a>> = calls
                        .map(|call| {
                            number += 1;
                            self.call(number, &call.name, &call.arguments)
                        })
                        .collect();
                    let others = self.take_results(&messages[at..], &mut calls);
                    self.add_assistant(message.content.clone(), calls);
                    let taken = others.taken;
                    others.turns.into_iter().for_each(|turn| self.add(turn));
                    at += taken;
                }
                Role::User => self.add(Turn::User(&message.content)),
                Role::System => self.add(Turn::System(&message.content)),
            }
        }
    }

    fn add(&mut self, turn: Turn<'a>) {
        let is_empty =
            matches!(&turn, Turn::User(text) | Turn::System(text) if text.trim().is_empty());
        if is_empty {
            self.heal(Healing::EmptyMessage);
        } else {
            self.turns.push(turn);
        }
    }

    fn add_assistant(&mut self, content: String, calls: Vec<PairedCall<'a>>) {
        if content.trim().is_empty() && calls.is_empty() {
            self.heal(Healing::EmptyMessage);
        } else {
            self.turns.push(Turn::Assistant { content, calls });
        }
    }

    fn call(&mut self, number: u32, name: &'a str, arguments: &'a str) -> PairedCall<'a> {
        PairedCall {
            id: format!("call{:05}", number % 100_000),
            name: self.name(name),
            arguments: self.arguments(name, arguments),
            raw: (name, arguments),
            result: SKIPPED,
        }
    }

    /// Providers take `[A-Za-z0-9_-]{1,64}`, and a model may have invented anything.
    fn name(&mut self, name: &str) -> String {
        let is_letter =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        let letters = name.chars().take(64);
        let mut clean: String = letters
            .map(|letter| if is_letter(letter) { letter } else { '_' })
            .collect();
        if clean.is_empty() {
            clean.push_str("unnamed");
        }
        if clean != name {
            self.heal(Healing::Name);
        }
        clean
    }

    /// What the model once wrote badly would be refused in every later request.
    fn arguments(&mut self, name: &str, text: &str) -> Map<String, Value> {
        if let Ok(Value::Object(object)) = serde_json::from_str(text) {
            return object;
        }
        self.heal(Healing::Arguments);
        match arguments::read(name, text, &mut Vec::new()) {
            Read::Arguments(read) => read.object().cloned().unwrap_or_default(),
            Read::Cut => Map::new(),
        }
    }

    /// Takes the results of these calls from what follows, up to the next reply. Of several
    /// a result goes to the first call of its name that has none, else to the first.
    fn take_results(
        &mut self,
        following: &'a [PromptMessage],
        calls: &mut [PairedCall<'a>],
    ) -> Following<'a> {
        let mut has_result = vec![false; calls.len()];
        let mut others = Following::default();
        for message in following {
            let turn = match message.role {
                Role::Assistant => break,
                Role::User => Turn::User(&message.content),
                Role::System => Turn::System(&message.content),
                Role::Tool => {
                    let name = message.function.as_deref();
                    let free = |at: &usize| !has_result[*at];
                    let named = (0..calls.len())
                        .filter(free)
                        .find(|at| Some(calls[*at].raw.0) == name);
                    match named.or_else(|| (0..calls.len()).find(free)) {
                        Some(at) => {
                            calls[at].result = &message.content;
                            has_result[at] = true;
                            if !others.turns.is_empty() {
                                self.heal(Healing::MovedResult);
                            }
                        }
                        None => self.heal(Healing::OrphanResult),
                    }
                    others.taken += 1;
                    continue;
                }
            };
            others.turns.push(turn);
            others.taken += 1;
        }
        if has_result.contains(&false) {
            self.heal(Healing::MissingResult);
        }
        others
    }

    /// Calls as the text that a model is asked to write, results as messages. No tags around
    /// results: models copy them.
    fn write_out(&mut self, messages: &'a [PromptMessage]) {
        for message in messages {
            match message.role {
                Role::System => self.add(Turn::System(&message.content)),
                Role::User | Role::Tool => self.add(Turn::User(&message.content)),
                Role::Assistant => {
                    let mut content = message.content.clone();
                    for call in &message.calls {
                        let arguments = self.arguments(&call.name, &call.arguments);
                        let name = Value::from(call.name.as_ref());
                        let arguments = Value::Object(arguments);
                        if !content.is_empty() {
                            content.push('\n');
                        }
                        // Writing to a String cannot fail.
                        let _ = write!(content, "{{\"name\":{name},\"arguments\":{arguments}}}");
                    }
                    self.add_assistant(content, Vec::new());
                }
            }
        }
    }

    /// Puts a message of the user at the beginning where there is none.
    pub fn open_with_user(&mut self) {
        if !matches!(self.turns.first(), Some(Turn::User(_) | Turn::System(_))) {
            self.heal(Healing::Opening);
            self.turns.insert(0, Turn::User(OPENING));
        }
    }
}

/// What stands between a reply and the next one, without the results.
#[derive(Default)]
struct Following<'a> {
    turns: Vec<Turn<'a>>,
    taken: usize,
}
