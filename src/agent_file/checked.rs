//! An agent file: both versions, told apart by the key `agents`, agent by agent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use crate::engine::config::RuleSet;
use crate::engine::function::Function;
use crate::model::script::{self, Language};
use crate::recording::{Cue, RecordedBlock, RecordedEvent, RecordedWhat, Recording};
use crate::scenario::problems::Expected;

use super::blocks::{self, Beginning};
use super::document::{looks_like_agent, parse};
use super::later_edits;
use super::limits::{AGENTS_MAX, BLOCK_MAX, BLOCKS_MAX, MESSAGES_MAX};
use super::message::{self, Message, PlainText};
use super::node::{Node, shortened};
use super::problems::{Problem, ProblemKind, Remarks};
use super::start;
use super::turns::{self, Turns};

/// A file that was read: its agents, each with what is wrong with it.
#[derive(Clone, Debug)]
pub struct AgentFile {
    /// The form of the file.
    pub version: Version,
    /// Its agents, in order; at least one.
    pub agents: Vec<CheckedAgent>,
}

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// To spring 2025: one agent a file.
    One,
    /// Since summer 2025: several.
    Two,
}

/// One agent of a file.
#[derive(Clone, Debug)]
pub struct CheckedAgent {
    /// Its name; empty where it has none.
    pub name: Arc<str>,
    /// What can be played of it, or why nothing can.
    pub recording: Result<Arc<Recording>, Problem>,
    /// What was left out or changed.
    pub remarks: Vec<Problem>,
}

impl Version {
    /// Name as in the documentation: `v1`, `v2`.
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "v1",
            Self::Two => "v2",
        }
    }
}

impl AgentFile {
    /// The position of the agent of that name, or of that number from 1.
    ///
    /// # Errors
    /// Where there is none.
    pub fn position(&self, wanted: &str) -> Result<usize, Problem> {
        let named = self.agents.iter().position(|agent| *agent.name == *wanted);
        let numbered = wanted.parse::<usize>().ok();
        let numbered = numbered.and_then(|number| number.checked_sub(1));
        let found = named.or(numbered).filter(|at| *at < self.agents.len());
        found.ok_or_else(|| {
            let known = self.agents.iter().take(20);
            let known = known.map(|agent| shortened(&agent.name)).collect();
            let wanted = shortened(wanted);
            ProblemKind::NoSuchAgent { wanted, known }.into()
        })
    }
}

/// True where the bytes are JSON that looks like an agent file.
pub fn is_agent_file(bytes: &[u8]) -> bool {
    parse(bytes).is_ok_and(|value| looks_like_agent(&value))
}

/// Reads a file.
///
/// # Errors
/// Why nothing can be played of it. What is wrong with one agent stands with that agent.
pub fn read(bytes: &[u8]) -> Result<AgentFile, Problem> {
    let value = parse(bytes)?;
    let root = Node::root(&value);
    if !value.is_object() {
        let found = Expected::of(&value);
        return Err(ProblemKind::NotAnAgent { found }.into());
    }
    let file = match root.field("agents") {
        Some(agents) => version_2(&root, &agents)?,
        None if value.get("agents").is_some() && !looks_like_agent(&value) => {
            let agents = Node::root(&Value::Null).refuse(Expected::List);
            let path = "agents".to_owned();
            return Err(Problem { path, ..agents });
        }
        None if !looks_like_agent(&value) => {
            let found = Expected::Object;
            return Err(ProblemKind::NotAnAgent { found }.into());
        }
        None => AgentFile {
            version: Version::One,
            agents: vec![agent(&root, None)],
        },
    };
    Ok(file)
}

fn version_2(root: &Node<'_>, agents: &Node<'_>) -> Result<AgentFile, Problem> {
    let Value::Array(list) = agents.value else {
        return Err(agents.refuse(Expected::List));
    };
    let (count, most) = (list.len(), AGENTS_MAX);
    if count == 0 || count > most {
        let path = agents.path();
        let what = if count == 0 {
            ProblemKind::NoAgents
        } else {
            ProblemKind::TooMany { count, most }
        };
        return Err(Problem { path, what });
    }
    let shared = Shared::of(root);
    let entries = (0..count).filter_map(|index| agents.entry(index));
    Ok(AgentFile {
        version: Version::Two,
        agents: entries.map(|entry| agent(&entry, Some(&shared))).collect(),
    })
}

/// What the agents of a file refer to.
struct Shared<'a> {
    blocks: BTreeMap<&'a str, Node<'a>>,
    tools: BTreeMap<&'a str, Node<'a>>,
    remarks: Vec<Problem>,
}

impl<'a> Shared<'a> {
    fn of(root: &'a Node<'a>) -> Self {
        let mut remarks = Remarks::default();
        let (blocks, tools) = (
            by_id(root, "blocks", &mut remarks),
            by_id(root, "tools", &mut remarks),
        );
        Self {
            blocks,
            tools,
            remarks: remarks.into_list(),
        }
    }
}

/// The entries of a list by their ids.
fn by_id<'a>(
    root: &'a Node<'a>,
    name: &'static str,
    remarks: &mut Remarks,
) -> BTreeMap<&'a str, Node<'a>> {
    let mut all = BTreeMap::new();
    let Some(value) = root.value.get(name).filter(|value| !value.is_null()) else {
        return all;
    };
    let Value::Array(list) = value else {
        let (expected, found) = (Expected::List, Expected::of(value));
        let what = ProblemKind::WrongType { expected, found };
        remarks.add(|| name.to_owned(), what);
        return all;
    };
    for (index, value) in list.iter().enumerate() {
        let path = || format!("{name}[{index}]");
        match value.get("id").and_then(Value::as_str) {
            Some(id) if all.contains_key(id) => {
                let id = shortened(id);
                remarks.add(path, ProblemKind::DuplicateId { id });
            }
            Some(id) => {
                all.insert(id, Node::root(value));
            }
            None => {
                let (expected, found) = (Expected::Text, Expected::of(&value["id"]));
                let path = || format!("{name}[{index}].id");
                remarks.add(path, ProblemKind::WrongType { expected, found });
            }
        }
    }
    all
}

fn agent(node: &Node<'_>, shared: Option<&Shared<'_>>) -> CheckedAgent {
    let mut remarks = Remarks::default();
    for problem in shared.iter().flat_map(|shared| &shared.remarks) {
        remarks.add(|| problem.path.clone(), problem.what.clone());
    }
    let recording = recording(node, shared, &mut remarks);
    CheckedAgent {
        name: shortened(node.value["name"].as_str().unwrap_or_default()).into(),
        recording: recording.map(Arc::new),
        remarks: remarks.into_list(),
    }
}

fn recording(
    node: &Node<'_>,
    shared: Option<&Shared<'_>>,
    remarks: &mut Remarks,
) -> Result<Recording, Problem> {
    if !node.value.is_object() {
        return Err(node.refuse(Expected::Object));
    }
    let kind = node.text_in("agent_type", remarks).unwrap_or_default();
    let (rules, plain) = match kind {
        // No heartbeats, and plain text is the reply (memgpt.md 5.2).
        "letta_v1_agent" => (RuleSet::Letta2026, PlainText::Reply),
        _ => (RuleSet::Letta2025, PlainText::Thought),
    };
    let list = messages(node, plain, remarks)?;
    let Listed {
        mut messages,
        count,
        path,
    } = list;
    let window = window(node, &messages, count, remarks);
    sort(&mut messages, &path, remarks);
    let Turns {
        mut turns,
        boot,
        first_message,
        edits,
        recompiled,
    } = turns::turns(&messages, &path, remarks);
    let beginning = Beginning {
        first_message: first_message.as_deref(),
        edits: &edits,
    };
    let blocks = self::blocks(node, shared, beginning, remarks);
    fill_recompiled(&mut turns, &blocks, &recompiled);
    later_edits::fill(&mut turns, &blocks);
    let system = node.text_in("system", remarks).map(str::trim);
    let system = system.filter(|text| !text.is_empty()).map(Arc::from);
    let model = node.field("llm_config");
    let model = model.and_then(|model| model.text_in("model", remarks).map(shortened));
    let said = turns.iter().filter_map(|turn| match &turn.cue {
        Cue::User(text) => Some(&**text),
        _ => None,
    });
    let language = language(said);
    let held = start::held(&messages, &window, language);
    Ok(Recording {
        agent: shortened(node.text_in("name", remarks).unwrap_or_default()).into(),
        path: path.into(),
        messages: u32::try_from(count).unwrap_or(u32::MAX),
        window: window.into_iter().collect(),
        past: Vec::new(),
        model: model.map(Arc::from),
        language: language.into(),
        rules,
        system,
        boot,
        blocks,
        functions: functions(node, shared, &messages, remarks),
        held,
        turns,
    })
}

/// The messages of an agent that mean something.
struct Listed {
    messages: Vec<Message>,
    /// How many entries the list has.
    count: usize,
    path: String,
}

fn messages(node: &Node<'_>, plain: PlainText, remarks: &mut Remarks) -> Result<Listed, Problem> {
    let Some(list) = node.field("messages") else {
        let path = match node.path() {
            path if path.is_empty() => "messages".to_owned(),
            path => format!("{path}.messages"),
        };
        return Ok(Listed {
            messages: Vec::new(),
            count: 0,
            path,
        });
    };
    let Value::Array(entries) = list.value else {
        return Err(list.refuse(Expected::List));
    };
    let (count, most) = (entries.len(), MESSAGES_MAX);
    let path = list.path();
    if count > most {
        let what = ProblemKind::TooMany { count, most };
        return Err(Problem { path, what });
    }
    let numbers = 0..u32::try_from(count).unwrap_or(u32::MAX);
    let mut messages = Vec::with_capacity(count);
    let mut ids = BTreeSet::new();
    for number in numbers {
        let Some(entry) = list.entry(number as usize) else {
            break;
        };
        let Some(message) = message::read(&entry, number, plain, remarks) else {
            continue;
        };
        if let Some(id) = &message.id
            && !ids.insert(Arc::clone(id))
        {
            let id = shortened(id);
            remarks.add(|| entry.path(), ProblemKind::DuplicateId { id });
        }
        messages.push(message);
    }
    Ok(Listed {
        messages,
        count,
        path,
    })
}

/// The positions of what is in the window; all where the file does not say.
fn window(
    node: &Node<'_>,
    messages: &[Message],
    count: usize,
    remarks: &mut Remarks,
) -> BTreeSet<u32> {
    let named = node
        .field("in_context_message_indices")
        .or_else(|| node.field("in_context_message_ids"));
    let Some(named) = named else {
        return messages.iter().map(|message| message.number).collect();
    };
    let mut ids = BTreeMap::new();
    for message in messages {
        if let Some(id) = &message.id {
            ids.entry(&**id).or_insert(message.number);
        }
    }
    let mut window = BTreeSet::new();
    let entries = named.list(remarks).unwrap_or_default();
    for (index, value) in entries.iter().enumerate() {
        let path = || format!("{}[{index}]", named.path());
        let number = match value {
            Value::String(id) => ids.get(id.as_str()).copied(),
            Value::Number(number) => number
                .as_u64()
                .filter(|number| *number < count as u64)
                .and_then(|number| u32::try_from(number).ok()),
            _ => {
                let (expected, found) = (Expected::Number, Expected::of(value));
                remarks.add(path, ProblemKind::WrongType { expected, found });
                continue;
            }
        };
        let id = || shortened(value.as_str().unwrap_or(&value.to_string()));
        match number {
            None => remarks.add(path, ProblemKind::UnknownId { id: id() }),
            Some(number) if !window.insert(number) => {
                remarks.add(path, ProblemKind::DuplicateId { id: id() });
            }
            Some(_) => {}
        }
    }
    window
}

/// Puts messages into the order of their moments, where all have one.
fn sort(messages: &mut [Message], path: &str, remarks: &mut Remarks) {
    let has_moments = messages.iter().all(|message| message.at.is_some());
    if has_moments && !messages.is_sorted_by_key(|message| message.at) {
        messages.sort_by_key(|message| message.at);
        remarks.add(|| path.to_owned(), ProblemKind::OutOfOrder);
    }
}

fn blocks(
    node: &Node<'_>,
    shared: Option<&Shared<'_>>,
    beginning: Beginning<'_>,
    remarks: &mut Remarks,
) -> Vec<RecordedBlock> {
    let mut blocks = Vec::new();
    let mut add = |block: &Node<'_>, path: &dyn Fn() -> String, remarks: &mut Remarks| {
        if blocks.len() < BLOCKS_MAX {
            blocks.extend(self::block(block, path, &blocks, beginning, remarks));
        }
    };
    if let Some(own) = node.field("core_memory") {
        // A list; before 2025 an object of blocks by their labels.
        let count = own.value.as_array().map_or(0, Vec::len);
        for index in 0..count {
            if let Some(entry) = own.entry(index) {
                add(&entry, &|| entry.path(), remarks);
            }
        }
        if !own.value.is_array() {
            own.wrong(Expected::List, remarks);
        }
    }
    if let (Some(ids), Some(shared)) = (node.field("block_ids"), shared) {
        for (index, value) in ids.list(remarks).unwrap_or_default().iter().enumerate() {
            let path = || format!("{}[{index}]", ids.path());
            match value.as_str().map(|id| (id, shared.blocks.get(id))) {
                Some((_, Some(block))) => add(block, &path, remarks),
                Some((id, None)) => {
                    let id = shortened(id);
                    remarks.add(path, ProblemKind::UnknownId { id });
                }
                None => {
                    let (expected, found) = (Expected::Text, Expected::of(value));
                    remarks.add(path, ProblemKind::WrongType { expected, found });
                }
            }
        }
    }
    blocks
}

fn block(
    node: &Node<'_>,
    path: &dyn Fn() -> String,
    others: &[RecordedBlock],
    beginning: Beginning<'_>,
    remarks: &mut Remarks,
) -> Option<RecordedBlock> {
    node.object(remarks)?;
    let label = node.text_in("label", remarks).unwrap_or_default().trim();
    if label.is_empty() {
        remarks.add(path, ProblemKind::BlockWithoutLabel);
        return None;
    }
    let label = shortened(label);
    if others.iter().any(|other| *other.label == *label) {
        remarks.add(path, ProblemKind::BlockTwice { label });
        return None;
    }
    let value = node.text_in("value", remarks).unwrap_or_default();
    let value: String = value.chars().take(BLOCK_MAX).collect();
    let limit = node
        .field("limit")
        .map(|limit| (limit, limit.value.as_u64()));
    if let Some((limit, None)) = &limit {
        limit.wrong(Expected::Number, remarks);
    }
    /// What blocks hold where a file does not say (memgpt.md 1.4: 22 November 2024).
    const LIMIT: u64 = 5_000;
    let own = limit.and_then(|(_, limit)| limit).unwrap_or(LIMIT);
    let known = u32::try_from(own.min(BLOCK_MAX as u64)).unwrap_or(u32::MAX);
    let block = blocks::block(&label, known, &value, beginning);
    let length = |text: &str| text.chars().count();
    let longest = length(&block.start).max(length(&block.end));
    if longest <= known as usize {
        return Some(block);
    }
    let (length, limit) = (longest, own);
    remarks.add(path, ProblemKind::BlockTooLong { length, limit });
    let limit = u32::try_from(longest).unwrap_or(u32::MAX);
    Some(RecordedBlock { limit, ..block })
}

/// The blocks as the later system messages show them.
fn fill_recompiled(
    turns: &mut [crate::recording::RecordedTurn],
    blocks: &[RecordedBlock],
    texts: &[Arc<str>],
) {
    let mut texts = texts.iter();
    let mut fill = |event: &mut RecordedEvent| {
        if let RecordedWhat::Recompiled(shown) = &mut event.what
            && let Some(text) = texts.next()
        {
            let shows = |(index, block): (usize, &RecordedBlock)| {
                let value = self::blocks::in_message(text, &block.label)?;
                Some((u32::try_from(index).ok()?, value.into()))
            };
            *shown = blocks.iter().enumerate().filter_map(shows).collect();
        }
    };
    for turn in turns {
        turn.before.iter_mut().for_each(&mut fill);
        for reply in &mut turn.replies {
            reply.after.iter_mut().for_each(&mut fill);
        }
    }
}

/// Those of our functions that the agent had, or called; `None` where no tools are named.
fn functions(
    node: &Node<'_>,
    shared: Option<&Shared<'_>>,
    messages: &[Message],
    remarks: &mut Remarks,
) -> Option<Vec<Function>> {
    let mut names: Vec<&str> = Vec::new();
    if let Some(tools) = node.field("tools") {
        let tools = tools.list(remarks).unwrap_or_default();
        names.extend(tools.iter().filter_map(|tool| tool["name"].as_str()));
    }
    if let (Some(ids), Some(shared)) = (node.field("tool_ids"), shared) {
        for (index, value) in ids.list(remarks).unwrap_or_default().iter().enumerate() {
            let id = value.as_str().unwrap_or_default();
            match shared.tools.get(id) {
                Some(tool) => names.extend(tool.value["name"].as_str()),
                None => {
                    let id = shortened(id);
                    let path = || format!("{}[{index}]", ids.path());
                    remarks.add(path, ProblemKind::UnknownId { id });
                }
            }
        }
    }
    if names.is_empty() {
        return None;
    }
    let called = messages.iter().filter_map(|message| match &message.what {
        message::What::Reply(spoken) => Some(spoken.calls.iter().map(|(_, call)| &*call.name)),
        _ => None,
    });
    names.extend(called.flatten());
    let names: BTreeSet<&str> = names.into_iter().collect();
    let had = |function: &Function| names.contains(function.wire());
    Some(Function::MEMGPT.into_iter().filter(had).collect())
}

/// The language of what users said: `es` or `en`.
fn language<'a>(said: impl Iterator<Item = &'a str>) -> &'static str {
    const ENOUGH: usize = 4_000;
    let mut text = String::new();
    for words in said {
        text.extend(words.chars().take(ENOUGH));
        text.push('\n');
        if text.len() > ENOUGH {
            break;
        }
    }
    match script::common_language_of(&text) {
        Some(Language::Spanish) => "es",
        Some(Language::English) | None => "en",
    }
}
