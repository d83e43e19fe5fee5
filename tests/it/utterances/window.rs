//! A tiny machine around the scripted model: blocks, queue, stores, packaged exactly as the
//! engine packages them. It lets a test set what the model sees, and plays one message.

use std::sync::Arc;

use memgpt_playground::engine::config::{BlockTags, RuleSet, SearchRule};
use memgpt_playground::engine::function::{Function, ParameterKind, RawCall};
use memgpt_playground::engine::ids::MessageId;
use memgpt_playground::engine::message::{Body, HeartbeatReason, Message, Summary};
use memgpt_playground::engine::package;
use memgpt_playground::engine::ranges::IdRanges;
use memgpt_playground::engine::reply::{PromptMessage, Reply, Request, Role};
use memgpt_playground::engine::search::SearchIndex;
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::engine::wording::{Wording, fill};
use memgpt_playground::model::script::reply;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::{Map, Value};

/// What the model sees and what it could look up.
#[derive(Clone)]
pub struct Window {
    /// The agent's own block.
    pub persona: String,
    /// The user's block.
    pub human: String,
    /// The limit of both, in characters.
    pub limit: u32,
    /// The recursive summary.
    pub summary: Option<String>,
    /// The queue.
    pub queue: Vec<Body>,
    /// What recall storage holds: who said it, and the words.
    pub recall: Vec<(String, String)>,
    /// What archival storage holds.
    pub archival: Vec<String>,
    /// What is declared.
    pub functions: Vec<Function>,
    /// How searches match.
    pub search: SearchRule,
    /// Results on a page.
    pub page_size: usize,
    /// Most searches in a turn.
    pub budget: usize,
    /// Draws of the model.
    pub seed: u64,
    wording: Wording,
}

/// What the model did about one message.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Every call but those that speak, with its arguments.
    pub calls: Vec<(Function, Map<String, Value>)>,
    /// What was said to the user.
    pub said: Vec<String>,
    /// What it thought.
    pub thoughts: Vec<String>,
    /// What was wrong with it, whatever the message was.
    pub faults: Vec<String>,
}

/// Most model calls for one message; the engine's own cap.
const CALLS_MAX: usize = 20;

impl Window {
    /// An empty window in a language: `es` or `en`.
    pub fn new(language: &str) -> Self {
        let locale = if language == "es" {
            Locale::Es
        } else {
            Locale::En
        };
        Self {
            persona: String::new(),
            human: String::new(),
            limit: 2_000,
            summary: None,
            queue: Vec::new(),
            recall: Vec::new(),
            archival: Vec::new(),
            functions: Function::MEMGPT.to_vec(),
            search: SearchRule::Ranked,
            page_size: 10,
            budget: usize::MAX,
            seed: 7,
            wording: wording(locale),
        }
    }

    /// Without external store: nothing can be stored or fetched.
    pub fn without_store(mut self) -> Self {
        self.functions.retain(|function| !function.needs_external());
        self
    }

    /// Adds a message of the user's to the queue.
    pub fn user(&mut self, text: &str) {
        self.queue.push(Body::User(text.into()));
    }

    /// Adds what the agent said to the queue.
    pub fn agent(&mut self, text: &str) {
        let reply = Reply::say("…", text);
        self.assistant(&reply);
        self.result(Function::SendMessage.wire(), true, "");
    }

    fn assistant(&mut self, reply: &Reply) {
        let (thoughts, text, calls) = (
            Arc::clone(&reply.thoughts),
            Arc::clone(&reply.text),
            Arc::clone(&reply.calls),
        );
        self.queue.push(Body::Assistant {
            thoughts,
            text,
            calls,
        });
    }

    fn result(&mut self, function: &str, is_ok: bool, text: &str) {
        self.queue.push(Body::FunctionResult {
            function: function.into(),
            is_ok,
            text: text.into(),
            page: None,
        });
    }

    /// The request as the engine would make it.
    pub fn request(&self) -> Request {
        let mut system = self.wording.system.clone();
        for (label, value) in [("persona", &self.persona), ("human", &self.human)] {
            system.push('\n');
            system.push_str(&package::block(BlockTags::Usage, label, value, self.limit));
        }
        let mut messages = vec![PromptMessage {
            role: Role::System,
            content: system,
            calls: Vec::new(),
            function: None,
        }];
        let summary = self.summary.as_deref().map(|text| {
            let summary = Summary {
                text: text.into(),
                covers: IdRanges::default(),
                kept: Arc::default(),
                total: 9,
                folded: 8,
            };
            Body::Summary(Arc::new(summary))
        });
        for (index, body) in summary.iter().chain(&self.queue).enumerate() {
            let id = MessageId(u32::try_from(index + 1).unwrap());
            let message = Message {
                id,
                at: moment(index),
                body: body.clone(),
                tokens: 0,
            };
            messages.push(package::message(&message, &self.wording, Role::System));
        }
        let config = RuleSet::Paper.config();
        let functions = self
            .functions
            .iter()
            .map(|function| package::schema(*function, &config, &self.wording))
            .collect();
        Request {
            messages,
            functions,
            tokens: 0,
        }
    }

    /// The user says something; the model acts until it gives control back.
    pub fn say(&mut self, text: &str) -> Played {
        self.user(text);
        self.run()
    }

    /// The model acts on what stands in the queue until it gives control back.
    pub fn run(&mut self) -> Played {
        let mut played = Played::default();
        let mut searches = 0;
        for _ in 0..CALLS_MAX {
            let request = self.request();
            let reply = reply(&request, None, self.seed);
            played.check(&reply, &request);
            played.thoughts.push(reply.thoughts.to_string());
            self.assistant(&reply);
            let Some(call) = reply.calls.first() else {
                if !reply.text.is_empty() {
                    played.said.push(reply.text.to_string());
                }
                return played;
            };
            let goes_on = self.execute(call, &mut played, &mut searches);
            if !goes_on {
                return played;
            }
            self.queue.push(Body::Heartbeat(HeartbeatReason::Requested));
        }
        played
            .faults
            .push(format!("more than {CALLS_MAX} calls: {:?}", played.calls));
        played
    }

    fn execute(&mut self, call: &RawCall, played: &mut Played, searches: &mut usize) -> bool {
        let arguments: Map<String, Value> =
            serde_json::from_str(&call.arguments).unwrap_or_default();
        let text = |name: &str| {
            arguments
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let Some(function) = Function::from_wire(&call.name) else {
            return false;
        };
        if function == Function::SendMessage {
            played.said.push(text("message"));
            self.result(&call.name, true, "");
            return false;
        }
        if played
            .calls
            .iter()
            .any(|(other, before)| *other == function && *before == arguments)
            && function.is_search()
        {
            played
                .faults
                .push(format!("the same search twice: {call:?}"));
        }
        played.calls.push((function, arguments.clone()));
        let (is_ok, message) = match function {
            Function::CoreMemoryAppend | Function::CoreMemoryReplace => self.edit(function, &text),
            Function::ArchivalMemoryInsert => {
                self.archival.push(text("content"));
                (true, String::new())
            }
            _ if function.is_search() => {
                *searches += 1;
                if *searches > self.budget {
                    (
                        false,
                        fill(
                            &self.wording.faults.budget_answer_without,
                            &[("budget", &self.budget)],
                        ),
                    )
                } else {
                    let page = arguments.get("page").and_then(Value::as_u64).unwrap_or(1);
                    (
                        true,
                        self.found(function, &text("query"), usize::try_from(page).unwrap()),
                    )
                }
            }
            _ => (true, String::new()),
        };
        self.result(&call.name, is_ok, &message);
        !is_ok
            || arguments
                .get("request_heartbeat")
                .and_then(Value::as_bool)
                .unwrap_or(false)
    }

    fn edit(&mut self, function: Function, text: &impl Fn(&str) -> String) -> (bool, String) {
        let block = if text("name") == "persona" {
            &mut self.persona
        } else {
            &mut self.human
        };
        let after = if function == Function::CoreMemoryAppend {
            if block.is_empty() {
                text("content")
            } else {
                format!("{block}\n{}", text("content"))
            }
        } else {
            let old = text("old_content");
            if old.is_empty() || !block.contains(&old) {
                return (false, "no such text".to_owned());
            }
            block.replace(&old, &text("new_content"))
        };
        if after.chars().count() > self.limit as usize {
            return (false, "the block is full".to_owned());
        }
        *block = after;
        (true, String::new())
    }

    fn found(&self, function: Function, query: &str, page: usize) -> String {
        let is_archive = function == Function::ArchivalMemorySearch;
        let mut index = SearchIndex::default();
        let texts: Vec<&str> = if is_archive {
            self.archival.iter().map(String::as_str).collect()
        } else {
            self.recall.iter().map(|(_, text)| text.as_str()).collect()
        };
        for (number, text) in (0..).zip(&texts) {
            index.insert(number, text);
        }
        let hits = if function == Function::ConversationSearchDate {
            (0..u32::try_from(texts.len()).unwrap()).collect()
        } else {
            index.search(self.search, query, u32::MAX)
        };
        if hits.is_empty() {
            return self.wording.no_results.clone();
        }
        let last = hits.len().div_ceil(self.page_size);
        let shown = hits
            .iter()
            .skip((page - 1) * self.page_size)
            .take(self.page_size);
        let lines: Vec<String> = shown
            .map(|number| {
                let at = usize::try_from(*number).unwrap();
                if is_archive {
                    package::archival_line(moment(at), texts[at])
                } else {
                    package::recall_line(&self.recall[at].0, moment(at), texts[at])
                }
            })
            .collect();
        let head = fill(
            &self.wording.page_head,
            &[
                ("shown", &lines.len()),
                ("total", &hits.len()),
                ("page", &page),
                ("last", &last),
            ],
        );
        package::page(&head, &lines)
    }
}

fn moment(index: usize) -> Timestamp {
    Timestamp::parse("2026-03-10 09:00")
        .unwrap()
        .later(u32::try_from(index).unwrap() * 60)
}

impl Played {
    /// What must hold for any reply to any message.
    fn check(&mut self, reply: &Reply, request: &Request) {
        self.faults.extend(faults(reply, request));
    }

    /// The words said to the user.
    pub fn words(&self) -> String {
        self.said.join(" ")
    }

    /// The edits and inserts.
    pub fn edits(&self) -> impl Iterator<Item = &(Function, Map<String, Value>)> {
        self.calls
            .iter()
            .filter(|(function, _)| !function.is_search())
    }

    /// The searches.
    pub fn searches(&self) -> impl Iterator<Item = &(Function, Map<String, Value>)> {
        self.calls
            .iter()
            .filter(|(function, _)| function.is_search())
    }
}

/// What is wrong with a reply, whatever was said: an undeclared function, arguments that the
/// schema does not have, thoughts that are too long.
pub fn faults(reply: &Reply, request: &Request) -> Vec<String> {
    let mut faults = Vec::new();
    if reply.thoughts.split_whitespace().count() >= 50 {
        faults.push(format!("long thoughts: {}", reply.thoughts));
    }
    if reply.calls.len() > 1 {
        faults.push("more than one call".to_owned());
    }
    for call in reply.calls.iter() {
        let Some(schema) = request
            .functions
            .iter()
            .find(|schema| schema.function.wire() == &*call.name)
        else {
            faults.push(format!("not declared: {call:?}"));
            continue;
        };
        let function = schema.function;
        let Ok(Value::Object(arguments)) = serde_json::from_str::<Value>(&call.arguments) else {
            faults.push(format!("no JSON object: {call:?}"));
            continue;
        };
        for parameter in function.parameters() {
            let is_right = match (arguments.get(parameter.name), parameter.kind) {
                (None, _) => !parameter.is_required,
                (Some(value), ParameterKind::Text) => value.is_string(),
                (Some(value), ParameterKind::Integer) => value.is_i64(),
                (Some(value), ParameterKind::Boolean) => value.is_boolean(),
                (Some(value), ParameterKind::Identifiers) => value
                    .as_array()
                    .is_some_and(|ids| ids.iter().all(Value::is_i64)),
            };
            if !is_right {
                faults.push(format!("{} of {call:?}", parameter.name));
            }
        }
        let is_known = |name: &str| {
            function
                .parameters()
                .iter()
                .any(|parameter| parameter.name == name)
        };
        if arguments.keys().any(|name| {
            let is_heartbeat = name == "request_heartbeat" && function.takes_heartbeat();
            !(is_known(name) || is_heartbeat)
        }) {
            faults.push(format!("an argument too many: {call:?}"));
        }
        if function.takes_heartbeat()
            && !arguments
                .get("request_heartbeat")
                .is_some_and(Value::is_boolean)
        {
            faults.push(format!("no heartbeat flag: {call:?}"));
        }
    }
    faults
}
