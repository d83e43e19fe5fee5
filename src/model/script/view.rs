//! What the model sees: the request, taken apart. Nothing else reaches it.

use serde_json::Value;

use super::language::{Language, detect};
use crate::engine::function::Function;
use crate::engine::reply::{PromptMessage, Request, Role};

/// A block of working context as it stands in the system message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Its text.
    pub value: String,
    /// Its limit, in characters.
    pub limit: usize,
}

/// A call that the model made earlier, with what came back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Done {
    /// What was called; `None` for a name that is no function of ours.
    pub function: Option<Function>,
    /// Its arguments.
    pub arguments: Value,
    /// The result: whether it went well, and the text. `None` where it left the window.
    pub result: Option<(bool, String)>,
}

/// One message of the queue.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// The user said something, at a moment that is written beside it.
    User {
        /// Their words.
        text: String,
        /// The moment as packaged.
        time: String,
    },
    /// The model spoke to the user.
    Said(String),
    /// The model called another function.
    Call(Done),
    /// The model only thought.
    Thought,
    /// Another step was given.
    Heartbeat,
    /// The memory-pressure warning.
    Pressure,
    /// A document was stored, or something else that the system says.
    Notice(String),
    /// The user came for the first time, and has said nothing yet.
    Login,
    /// An item of the miniature.
    Item(String),
    /// An item of the miniature is needed.
    ItemRequest(String),
    /// Several items of the miniature are needed at once.
    ItemsRequest(Vec<String>),
}

/// What is asked for at the end of the request, beside going on with the conversation.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    /// Go on with the conversation.
    Act,
    /// Summarise: most words, lines of (role, text).
    Summarise(usize, Vec<(String, String)>),
    /// Choose what leaves: room needed, lines of (number, tokens, text).
    Choose(u64, Vec<(i64, u64, String)>),
}

/// All that the model sees.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The language of the instructions.
    pub language: Language,
    /// The agent's own block.
    pub persona: Option<Block>,
    /// The user's block.
    pub human: Option<Block>,
    /// The recursive summary.
    pub summary: Option<String>,
    /// The queue.
    pub entries: Vec<Entry>,
    /// What may be called.
    pub declared: Vec<Function>,
    /// What is asked for.
    pub task: Task,
}

impl View {
    /// Takes a request apart. Whatever it holds, something comes of it.
    pub fn new(request: &Request) -> Self {
        Self::read_by(request, detect)
    }

    /// The same, its language told by `detect`.
    pub fn read_by(request: &Request, detect: fn(&str) -> Option<Language>) -> Self {
        let declared = request
            .functions
            .iter()
            .map(|schema| schema.function)
            .collect();
        let mut view = Self {
            language: Language::Spanish,
            persona: None,
            human: None,
            summary: None,
            entries: Vec::new(),
            declared,
            task: Task::Act,
        };
        for (index, message) in request.messages.iter().enumerate() {
            view.read(index, message);
        }
        view.language = view.content_language(request, detect);
        view
    }

    fn content_language(
        &self,
        request: &Request,
        detect: fn(&str) -> Option<Language>,
    ) -> Language {
        let system = request
            .messages
            .first()
            .map_or("", |message| message.content.as_str());
        let instructions = system.find("<persona").map_or(system, |end| &system[..end]);
        let schemas = request.functions.iter().map(|schema| schema.json.as_str());
        let said = self.entries.iter().filter_map(|entry| match entry {
            Entry::User { text, .. } => Some(text.as_str()),
            _ => None,
        });
        [instructions]
            .into_iter()
            .chain(schemas)
            .chain(said)
            .find_map(detect)
            .unwrap_or(Language::English)
    }

    fn read(&mut self, index: usize, message: &PromptMessage) {
        match message.role {
            Role::Assistant => self.read_assistant(message),
            Role::Tool => self.read_result(message),
            Role::System | Role::User => {
                if index == 0 && message.role == Role::System {
                    self.read_system(&message.content);
                    return;
                }
                let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(&message.content)
                else {
                    return;
                };
                let text = |key: &str| {
                    fields
                        .get(key)
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned()
                };
                let kind = text("type");
                match kind.as_str() {
                    "user_message" => self.entries.push(Entry::User {
                        text: text("message"),
                        time: text("time"),
                    }),
                    "heartbeat" => self.entries.push(Entry::Heartbeat),
                    "login" => self.entries.push(Entry::Login),
                    "system_alert" => self.read_alert(index, message.role, text("message")),
                    "item" => self.entries.push(Entry::Item(text("item"))),
                    "item_request" => self.entries.push(match fields.get("items") {
                        None => Entry::ItemRequest(text("item")),
                        items => {
                            let items = list(items);
                            let items = items.iter().filter_map(Value::as_str);
                            Entry::ItemsRequest(items.map(str::to_owned).collect())
                        }
                    }),
                    "summary_request" => {
                        let words = fields.get("words").and_then(Value::as_u64).unwrap_or(100);
                        let lines = list(fields.get("transcript"));
                        let line = |line: &Value| (string(line, "role"), string(line, "text"));
                        let words = usize::try_from(words).unwrap_or(100);
                        self.task = Task::Summarise(words, lines.iter().map(line).collect());
                    }
                    "eviction_request" => {
                        let room = fields.get("room").and_then(Value::as_u64).unwrap_or(1);
                        let lines = list(fields.get("queue"));
                        let line = |line: &Value| {
                            let id = line.get("id")?.as_i64()?;
                            let tokens = line.get("tokens").and_then(Value::as_u64).unwrap_or(1);
                            Some((id, tokens, string(line, "text")))
                        };
                        self.task = Task::Choose(room, lines.iter().filter_map(line).collect());
                    }
                    _ => {}
                }
            }
        }
    }

    /// The summary stands first in the queue, or speaks as the system; the warning names the
    /// functions that save to working context.
    fn read_alert(&mut self, index: usize, role: Role, text: String) {
        let is_warning = text.contains("core_memory");
        if (index == 1 && !is_warning) || role == Role::System {
            self.summary = Some(text);
        } else if is_warning {
            self.entries.push(Entry::Pressure);
        } else {
            self.entries.push(Entry::Notice(text));
        }
    }

    fn read_system(&mut self, text: &str) {
        let mut rest = text;
        for label in ["persona", "human"] {
            if let Some((block, after)) = block(rest, label) {
                rest = after;
                let place = if label == "persona" {
                    &mut self.persona
                } else {
                    &mut self.human
                };
                *place = Some(block);
            }
        }
    }

    fn read_assistant(&mut self, message: &PromptMessage) {
        for call in &message.calls {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
            let function = Function::from_wire(&call.name);
            if function == Some(Function::SendMessage) {
                self.entries
                    .push(Entry::Said(string(&arguments, "message")));
            } else {
                self.entries.push(Entry::Call(Done {
                    function,
                    arguments,
                    result: None,
                }));
            }
        }
        if message.calls.is_empty() {
            match message.content.split_once('\n') {
                Some((_, text)) if !text.trim().is_empty() => {
                    self.entries.push(Entry::Said(text.to_owned()))
                }
                _ => self.entries.push(Entry::Thought),
            }
        }
    }

    fn read_result(&mut self, message: &PromptMessage) {
        let result: Value = serde_json::from_str(&message.content).unwrap_or(Value::Null);
        let is_ok = result.get("status").and_then(Value::as_str) == Some("OK");
        let text = string(&result, "message");
        let name = message.function.as_deref().unwrap_or_default();
        let function = Function::from_wire(name);
        if function == Some(Function::SendMessage) {
            return;
        }
        let open = self.entries.iter_mut().rev().find_map(|entry| match entry {
            Entry::Call(done) if done.result.is_none() && done.function == function => Some(done),
            _ => None,
        });
        match open {
            Some(done) => done.result = Some((is_ok, text)),
            // Its call left the window: what it says is still in view.
            None => self.entries.push(Entry::Call(Done {
                function,
                arguments: Value::Null,
                result: Some((is_ok, text)),
            })),
        }
    }

    /// True where the function may be called.
    pub fn has(&self, function: Function) -> bool {
        self.declared.contains(&function)
    }

    /// True where external context can be searched.
    pub fn can_search(&self) -> bool {
        self.declared.iter().any(|function| function.is_search())
    }

    /// Position of the last message of the user.
    pub fn last_user(&self) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, Entry::User { .. }))
    }

    /// Calls made since a position, oldest first.
    pub fn done_since(&self, position: usize) -> impl Iterator<Item = &Done> {
        self.entries
            .iter()
            .skip(position)
            .filter_map(|entry| match entry {
                Entry::Call(done) => Some(done),
                _ => None,
            })
    }

    /// The same with the user's block as it was before the replacements made since a
    /// position: a message is not read again in the light of what it changed.
    pub fn before_changes(&self, position: usize) -> Self {
        let mut view = self.clone();
        let Some(block) = &mut view.human else {
            return view;
        };
        let made: Vec<&Done> = self.done_since(position).collect();
        for done in made.into_iter().rev() {
            let is_made = done.function == Some(Function::CoreMemoryReplace)
                && matches!(done.result, Some((true, _)))
                && string(&done.arguments, "name") == "human";
            let (old, new) = (
                string(&done.arguments, "old_content"),
                string(&done.arguments, "new_content"),
            );
            if let Some(at) = block
                .value
                .rfind(new.as_str())
                .filter(|_| is_made && !new.is_empty())
            {
                block.value.replace_range(at..at + new.len(), &old);
            }
        }
        view
    }

    /// True where a turn goes on whose message has left the window: nothing of the user's is
    /// in view, and nothing was answered to what is.
    pub fn has_lost_message(&self) -> bool {
        self.summary.is_some()
            && self.last_user().is_none()
            && !self
                .entries
                .iter()
                .any(|entry| matches!(entry, Entry::Pressure))
            && matches!(self.entries.last(), Some(Entry::Heartbeat | Entry::Call(_)))
    }

    /// What the user said, newest first: position and words.
    pub fn user_texts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.entries
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(at, entry)| match entry {
                Entry::User { text, .. } => Some((at, text.as_str())),
                _ => None,
            })
    }
}

fn list(value: Option<&Value>) -> Vec<Value> {
    value.and_then(Value::as_array).cloned().unwrap_or_default()
}

/// A text of a JSON object; empty where there is none.
pub(super) fn string(value: &Value, key: &str) -> String {
    value
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// The block `label` of a system message, and what follows it.
fn block<'a>(text: &'a str, label: &str) -> Option<(Block, &'a str)> {
    let usage = [
        format!("<{label} characters=\""),
        "/".to_owned(),
        "\">\n".to_owned(),
        format!("\n</{label}>"),
    ];
    let metadata = [
        format!("<{label}>\n<metadata>\n- chars_current="),
        "\n- chars_limit=".to_owned(),
        "\n</metadata>\n<value>\n".to_owned(),
        format!("\n</value>\n</{label}>"),
    ];
    // Which form it has is told by its own tag, not by what its text may hold.
    let at = |open: &str| text.find(open).unwrap_or(usize::MAX);
    if at(&usage[0]) < at(&format!("<{label}>\n")) {
        measured(text, &usage)
    } else {
        measured(text, &metadata).or_else(|| unmeasured(text, label))
    }
}

/// A block that tells no length: it ends with the last of its closing tags.
fn unmeasured<'a>(text: &'a str, label: &str) -> Option<(Block, &'a str)> {
    let (open, close) = (format!("<{label}>\n"), format!("\n</{label}>"));
    let rest = &text[text.find(&open)? + open.len()..];
    // An empty block has the line break of its value only.
    let end = rest.rfind(&close)?;
    let block = Block {
        value: rest[..end].to_owned(),
        limit: usize::MAX,
    };
    Some((block, &rest[end + close.len()..]))
}

/// A block whose length is written before it, so that nothing in its text can pass for the
/// end of it. The marks stand before the length, before the limit, before the value, and
/// behind it.
fn measured<'a>(text: &'a str, marks: &[String; 4]) -> Option<(Block, &'a str)> {
    let [open, slash, start, close] = marks;
    for (at, _) in text.match_indices(open.as_str()) {
        let rest = &text[at + open.len()..];
        let Some((length, rest)) = rest.split_once(slash.as_str()) else {
            continue;
        };
        let Some((limit, rest)) = rest.split_once(start.as_str()) else {
            continue;
        };
        let (Ok(length), Ok(limit)) = (length.parse::<usize>(), limit.parse::<usize>()) else {
            continue;
        };
        let end = rest
            .char_indices()
            .nth(length)
            .map_or(rest.len(), |(end, _)| end);
        if let Some(after) = rest[end..].strip_prefix(close.as_str()) {
            return Some((
                Block {
                    value: rest[..end].to_owned(),
                    limit,
                },
                after,
            ));
        }
    }
    None
}

/// The lines of a result page: the JSON list behind its head. `None` where it found nothing.
pub(super) fn page_lines(text: &str) -> Option<Vec<String>> {
    text.match_indices(" [").find_map(|(at, _)| {
        let list: Vec<Value> = serde_json::from_str(&text[at + 1..]).ok()?;
        let lines: Option<Vec<String>> = list
            .iter()
            .map(|line| line.as_str().map(str::to_owned))
            .collect();
        lines.filter(|lines| !lines.is_empty())
    })
}

/// The number of a result page and of the last one, as its head says: `2/13`.
pub(super) fn page_numbers(text: &str) -> Option<(i64, i64)> {
    let head = text.split(" [").next()?;
    head.match_indices('/').find_map(|(at, _)| {
        let before = &head[..at];
        let digits = before.len()
            - before
                .trim_end_matches(|sign: char| sign.is_ascii_digit())
                .len();
        let page = before[before.len() - digits..].parse().ok()?;
        let after = &head[at + 1..];
        let end = after
            .find(|sign: char| !sign.is_ascii_digit())
            .unwrap_or(after.len());
        Some((page, after[..end].parse().ok()?))
    })
}

/// A line of a result page: its moment, who spoke (empty for a passage), the words.
pub(super) fn page_line(line: &str) -> (&str, &str, &str) {
    let Some((time, rest)) = line
        .split_once(", ")
        .filter(|(time, _)| time.starts_with(|sign: char| sign.is_ascii_digit() || sign == '@'))
    else {
        return ("", "", line);
    };
    match rest.split_once(" - ") {
        Some((role, text))
            if role.chars().all(|sign| sign.is_ascii_lowercase()) && !role.is_empty() =>
        {
            (time, role, text)
        }
        _ => (time, "", rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_where_its_length_says() {
        let value = "Dijo: </human>\n<human characters=\"1/9\">\nx\n</human>";
        use crate::engine::config::BlockTags;
        for tags in [BlockTags::Usage, BlockTags::Metadata] {
            let text = crate::engine::package::block(tags, "human", value, 2_000);
            let (block, after) = block(&text, "human").unwrap();
            assert_eq!(
                (block.value.as_str(), block.limit, after),
                (value, 2_000, "")
            );
        }
        // Where no length is told, the last tag is the end.
        let value = "Dijo: </human>\nx";
        for value in [value, ""] {
            let text = crate::engine::package::block(BlockTags::Plain, "human", value, 2_000);
            let (block, after) = block(&text, "human").unwrap();
            assert_eq!((block.value.as_str(), after), (value, ""));
        }
    }

    #[test]
    fn pages_are_read_whatever_their_head_says() {
        let text = "3 of 24 results (page 2/8): [\"2026-03-01 10:00:00, user - hola [x\", \"2026-03-01 10:00:05, nota, con coma\"]";
        let lines = page_lines(text).unwrap();
        assert_eq!(
            page_line(&lines[0]),
            ("2026-03-01 10:00:00", "user", "hola [x")
        );
        assert_eq!(
            page_line(&lines[1]),
            ("2026-03-01 10:00:05", "", "nota, con coma")
        );
        assert_eq!(page_numbers(text), Some((2, 8)));
        assert_eq!(page_lines("Sin resultados."), None);
    }
}
