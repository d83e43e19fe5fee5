//! Edits of working context by functions of later releases (memgpt.md 2.2). None of them is
//! declared to a model here; a recorded agent called them all the same, and its blocks are
//! to move as they did: each becomes a call of a function of ours that does the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::engine::function::{Function, RawCall};
use crate::recording::{RecordedBlock, RecordedTurn};

use super::blocks::{Edit, WORK_MAX};

/// Gives every recorded edit by a function of a later release the call of ours that does the
/// same to the block as it stood then.
pub(super) fn fill(turns: &mut [RecordedTurn], blocks: &[RecordedBlock]) {
    let mut held: BTreeMap<&str, String> = blocks
        .iter()
        .map(|block| (&*block.label, block.start.to_string()))
        .collect();
    let mut work = 0;
    let replies = turns.iter_mut().flat_map(|turn| &mut turn.replies);
    for reply in replies.map(|recorded| &mut recorded.reply) {
        for index in 0..reply.calls.len() {
            let is_ok = reply.recorded(index).is_some_and(|result| result.is_ok);
            let call = &reply.calls[index];
            let Some(edit) = Edit::of(call).filter(|_| is_ok) else {
                continue;
            };
            let Some(before) = held.get_mut(edit.label()) else {
                continue;
            };
            work += before.len();
            if work >= WORK_MAX {
                return;
            }
            let Some(after) = edit.done(before) else {
                continue;
            };
            work += after.len();
            let same = LaterEdit::of(call).map(|later| later.as_call(before, &after));
            *before = after;
            if let Some(same) = same {
                let reply = Arc::make_mut(reply);
                let mut results = reply.recorded.to_vec();
                if let Some(result) = results.get_mut(index).and_then(Option::as_mut) {
                    result.edit = Some(Box::new(same));
                }
                reply.recorded = results.into();
            }
        }
    }
}

/// Where the blocks stand that the function `memory` names by a path.
const FOLDER: &str = "/memories/";

/// An edit that a call of a later release asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterEdit {
    /// The label of the block.
    pub label: Arc<str>,
    /// What is to be done with it.
    pub change: LaterChange,
}

/// What a later release does with a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaterChange {
    /// `memory_replace`: a text that is there once gives way to another.
    Replace {
        /// The text that is there.
        old: String,
        /// The other.
        new: String,
    },
    /// `memory_insert`: lines are put between two others.
    Insert {
        /// The lines.
        text: String,
        /// How many lines stand before them; `None` at the end.
        line: Option<usize>,
    },
    /// `memory_rethink`: the whole block is written again.
    Rethink(String),
}

impl LaterEdit {
    /// The edit that a call asks for; `None` where it is a call of another kind, or cannot
    /// be understood.
    pub fn of(call: &RawCall) -> Option<Self> {
        let kind = match &*call.name {
            "memory_replace" => "str_replace",
            "memory_insert" => "insert",
            "memory_rethink" => "rethink",
            "memory" => "",
            _ => return None,
        };
        let arguments: Map<String, Value> = serde_json::from_str(&call.arguments).ok()?;
        // Their names changed from release to release.
        let text = |names: &[&str]| {
            let found = names.iter().find_map(|name| arguments.get(*name)?.as_str());
            found.map(str::to_owned)
        };
        let kind = if kind.is_empty() {
            text(&["command"])?
        } else {
            kind.to_owned()
        };
        let label = text(&["label"]).or_else(|| {
            let path = text(&["path"])?;
            Some(path.strip_prefix(FOLDER)?.to_owned())
        })?;
        let change = match kind.as_str() {
            "str_replace" => LaterChange::Replace {
                old: text(&["old_string", "old_str"])?,
                new: text(&["new_string", "new_str"])?,
            },
            "insert" => LaterChange::Insert {
                text: text(&["new_string", "new_str", "insert_text"])?,
                line: match arguments.get("insert_line").and_then(Value::as_i64) {
                    None | Some(-1) => None,
                    Some(line) => Some(usize::try_from(line).ok()?),
                },
            },
            "rethink" => LaterChange::Rethink(text(&["new_memory"])?),
            _ => return None,
        };
        Some(Self {
            label: label.into(),
            change,
        })
    }
}

impl LaterEdit {
    /// The call of a function of ours that makes `after` of `before`.
    fn as_call(&self, before: &str, after: &str) -> RawCall {
        let append = |content: &str| (Function::CoreMemoryAppend, json!({ "content": content }));
        let replace = |old: &str, new: &str| {
            let arguments = json!({ "old_content": old, "new_content": new });
            (Function::CoreMemoryReplace, arguments)
        };
        let (function, mut arguments) = match &self.change {
            LaterChange::Replace { old, new } => replace(old, new),
            _ if before.is_empty() => append(after),
            LaterChange::Insert { text, line: None } => append(text),
            _ => replace(before, after),
        };
        arguments["name"] = json!(self.label);
        RawCall {
            name: function.wire().into(),
            arguments: arguments.to_string().into(),
        }
    }
}

impl LaterChange {
    /// The block after it; `None` where that release would have refused it.
    pub fn done(&self, before: &str) -> Option<String> {
        match self {
            Self::Replace { old, new } => {
                is_once(before, old).then(|| before.replacen(old.as_str(), new, 1))
            }
            Self::Insert { text, .. } if before.is_empty() => Some(text.clone()),
            Self::Insert { text, line } => {
                let mut lines: Vec<&str> = before.split('\n').collect();
                let at = line.unwrap_or(lines.len());
                (at <= lines.len()).then(|| {
                    lines.splice(at..at, text.split('\n'));
                    lines.join("\n")
                })
            }
            Self::Rethink(text) => Some(text.clone()),
        }
    }

    /// The block before it, given the block after it; `None` where that cannot be told.
    pub fn undone(&self, after: &str) -> Option<String> {
        match self {
            Self::Replace { old, new } => {
                is_at_one_place(after, new).then(|| after.replacen(new.as_str(), old, 1))
            }
            Self::Insert { text, line } => {
                let mut lines: Vec<&str> = after.split('\n').collect();
                let put: Vec<&str> = text.split('\n').collect();
                let at = match line {
                    Some(line) => *line,
                    None => lines.len().checked_sub(put.len())?,
                };
                let range = at..at.checked_add(put.len())?;
                if lines.get(range.clone())? != put {
                    return None;
                }
                lines.drain(range);
                Some(lines.join("\n"))
            }
            Self::Rethink(_) => None,
        }
    }
}

/// True where a text can stand nowhere else, overlapping places included.
pub fn is_at_one_place(text: &str, part: &str) -> bool {
    let first = text.find(part);
    !part.is_empty() && first.is_some() && first == text.rfind(part)
}

/// True where a text is found once, as that release counted.
fn is_once(text: &str, part: &str) -> bool {
    let mut found = text.match_indices(part);
    !part.is_empty() && found.next().is_some() && found.next().is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(name: &str, arguments: &str) -> Option<LaterEdit> {
        LaterEdit::of(&RawCall {
            name: name.into(),
            arguments: arguments.into(),
        })
    }

    #[test]
    fn each_function_of_a_later_release_edits_a_block() {
        for (name, arguments, after) in [
            (
                "memory_replace",
                r#"{"label":"human","old_string":"Ana","new_string":"Eva"}"#,
                "Eva\nHas a dog.",
            ),
            (
                "memory_insert",
                r#"{"label":"human","new_str":"Likes tea.","request_heartbeat":true}"#,
                "Ana\nHas a dog.\nLikes tea.",
            ),
            (
                "memory_insert",
                r#"{"label":"human","new_string":"First.\nSecond.","insert_line":0}"#,
                "First.\nSecond.\nAna\nHas a dog.",
            ),
            (
                "memory_rethink",
                r#"{"label":"human","new_memory":"All new."}"#,
                "All new.",
            ),
            (
                "memory",
                r#"{"command":"str_replace","path":"/memories/human","old_string":"dog","new_string":"cat"}"#,
                "Ana\nHas a cat.",
            ),
            (
                "memory",
                r#"{"command":"insert","path":"/memories/human","insert_line":1,"insert_text":"x"}"#,
                "Ana\nx\nHas a dog.",
            ),
        ] {
            let edit = edit(name, arguments).unwrap();
            assert_eq!(&*edit.label, "human");
            assert_eq!(
                edit.change.done("Ana\nHas a dog.").unwrap(),
                after,
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_no_edit_or_was_refused_changes_nothing() {
        for (name, arguments) in [
            ("memory_finish_edits", "{}"),
            ("memory_replace", "{"),
            ("memory_replace", "[]"),
            ("memory_replace", r#"{"label":"h","old_string":"a"}"#),
            (
                "memory_insert",
                r#"{"label":"h","new_str":"a","insert_line":-2}"#,
            ),
            ("memory", r#"{"command":"delete","path":"/memories/h"}"#),
            (
                "memory",
                r#"{"command":"insert","path":"/other/h","insert_text":"a"}"#,
            ),
        ] {
            assert_eq!(edit(name, arguments), None, "{name} {arguments}");
        }
        let refused = |name, arguments| edit(name, arguments).unwrap().change.done("a a\nb");
        for (name, arguments) in [
            (
                "memory_replace",
                r#"{"label":"h","old_string":"a","new_string":"c"}"#,
            ),
            (
                "memory_replace",
                r#"{"label":"h","old_string":"z","new_string":"c"}"#,
            ),
            (
                "memory_replace",
                r#"{"label":"h","old_string":"","new_string":"c"}"#,
            ),
            (
                "memory_insert",
                r#"{"label":"h","new_str":"c","insert_line":3}"#,
            ),
        ] {
            assert_eq!(refused(name, arguments), None, "{arguments}");
        }
    }

    proptest! {
        #[test]
        fn what_can_be_undone_comes_back(
            before in "[ab\n]{0,12}",
            text in "[abc\n]{0,6}",
            other in "[abc\n]{0,3}",
            line in proptest::option::of(0_usize..6),
        ) {
            let changes = [
                LaterChange::Replace { old: other, new: text.clone() },
                LaterChange::Insert { text, line },
            ];
            for change in changes {
                if let Some(after) = change.done(&before)
                    && let Some(start) = change.undone(&after)
                {
                    prop_assert_eq!(&start, &before);
                }
            }
        }
    }
}
