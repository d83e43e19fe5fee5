//! What the blocks held before the recorded edits: a file tells only what they hold in the
//! end.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::engine::function::{Function, RawCall};
use crate::recording::{BlockOrigin, RecordedBlock};

use super::later_edits::{LaterChange, LaterEdit, is_at_one_place};

/// Most bytes that are gone over to undo edits: no file of an agent has nearly as many.
pub(super) const WORK_MAX: usize = 64 << 20;

/// An edit of working context that went well when it was recorded.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    label: Arc<str>,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    Appended(String),
    Replaced { old: String, new: String },
    Later(LaterChange),
}

impl Edit {
    /// The edit that a call is, where it is one.
    pub fn of(call: &RawCall) -> Option<Self> {
        if let Some(LaterEdit { label, change }) = LaterEdit::of(call) {
            let change = Change::Later(change);
            return Some(Self { label, change });
        }
        let function = Function::from_wire(&call.name)?;
        let is_edit = matches!(
            function,
            Function::CoreMemoryAppend | Function::CoreMemoryReplace
        );
        if !is_edit {
            return None;
        }
        let arguments: Map<String, Value> = serde_json::from_str(&call.arguments).ok()?;
        let text = |name: &str| arguments.get(name)?.as_str().map(str::to_owned);
        let label = text("label").or_else(|| text("name"))?.into();
        let change = if function == Function::CoreMemoryAppend {
            Change::Appended(text("content")?)
        } else {
            let (old, new) = (text("old_content")?, text("new_content")?);
            Change::Replaced { old, new }
        };
        Some(Self { label, change })
    }

    /// The block that it edits.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The block after the edit, given the block before it; `None` where it cannot be made.
    pub fn done(&self, before: &str) -> Option<String> {
        match &self.change {
            Change::Appended(content) if before.is_empty() => Some(content.clone()),
            Change::Appended(content) => Some(format!("{before}\n{content}")),
            Change::Replaced { old, .. } if old.is_empty() => None,
            Change::Replaced { old, new } => {
                // A long text in the place of every letter would fill the memory.
                let found = before.matches(old.as_str()).count();
                let kept = before.len() - found * old.len();
                let length = found.checked_mul(new.len())?.checked_add(kept)?;
                (found > 0 && length <= WORK_MAX).then(|| before.replace(old.as_str(), new))
            }
            Change::Later(change) => change.done(before),
        }
    }

    /// The block before the edit, given the block after it; `None` where that cannot be told.
    fn undone(&self, after: &str) -> Option<String> {
        match &self.change {
            Change::Appended(content) => {
                let before = after.strip_suffix(content.as_str())?;
                if before.is_empty() {
                    return Some(String::new());
                }
                before.strip_suffix('\n').map(str::to_owned)
            }
            Change::Replaced { old, new } => {
                // Where it is there more than once nobody knows which of them was the other.
                let is_known = is_at_one_place(after, new);
                is_known.then(|| after.replacen(new.as_str(), old, 1))
            }
            Change::Later(change) => change.undone(after),
        }
    }
}

/// What is known of the beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning<'a> {
    /// The first system message, where it stands before every edit.
    pub first_message: Option<&'a str>,
    /// All edits that went well, in order.
    pub edits: &'a [Edit],
}

/// A block with its value at the end, and as it stood at the beginning.
pub(super) fn block(label: &str, limit: u32, end: &str, beginning: Beginning<'_>) -> RecordedBlock {
    let own = |edit: &&Edit| &*edit.label == label;
    let shown = beginning
        .first_message
        .and_then(|text| in_message(text, label));
    let (start, origin) = match shown {
        Some(shown) => (shown, BlockOrigin::FirstMessage),
        None if !beginning.edits.iter().any(|edit| own(&edit)) => {
            (end.to_owned(), BlockOrigin::Unedited)
        }
        None => {
            let mut edits = beginning.edits.iter().filter(own).rev();
            let mut work = 0;
            let undone = edits.try_fold(end.to_owned(), |after, edit| {
                work += after.len();
                edit.undone(&after).filter(|_| work < WORK_MAX)
            });
            match undone {
                Some(start) => (start, BlockOrigin::EditsUndone),
                None => (end.to_owned(), BlockOrigin::AtTheEnd),
            }
        }
    };
    RecordedBlock {
        label: label.into(),
        limit,
        start: start.into(),
        end: end.into(),
        origin,
    }
}

/// The value of a block as a system message shows it (memgpt.md 1.2, 5.4); `None` where it
/// does not.
pub(super) fn in_message(text: &str, label: &str) -> Option<String> {
    let inside = inside(text, label)?;
    let value = match inside.find("<value>\n") {
        Some(at) => {
            let value = &inside[at + "<value>\n".len()..];
            without_numbers(value.strip_suffix("\n</value>\n").or_else(|| {
                let end = value.rfind("</value>")?;
                Some(value[..end].strip_suffix('\n').unwrap_or(&value[..end]))
            })?)
        }
        None => inside.strip_suffix('\n').unwrap_or(inside).to_owned(),
    };
    Some(value)
}

/// What stands between the tags of a block, from the line after the first to the last.
fn inside<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let opening = format!("<{label}");
    let closing = format!("</{label}>");
    let mut from = 0;
    loop {
        let at = from + text[from..].find(&opening)?;
        let rest = &text[at + opening.len()..];
        let is_tag = rest.starts_with(['>', ' ']);
        let line = rest
            .find('\n')
            .filter(|end| is_tag && rest[..*end].ends_with('>'));
        if let Some(line) = line {
            let inside = &rest[line + 1..];
            return Some(&inside[..inside.find(&closing)?]);
        }
        from = at + opening.len();
    }
}

/// A value without the numbers that stand before its lines in some versions.
fn without_numbers(value: &str) -> String {
    let is_note = |line: &str| line.starts_with("# NOTE: Line numbers");
    let Some((_, rest)) = value.split_once('\n').filter(|(first, _)| is_note(first)) else {
        return value.to_owned();
    };
    let bare = |line: &str| -> Option<String> {
        let line = line.strip_prefix("Line ")?;
        let (number, line) = line.split_once(": ")?;
        number
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| line.to_owned())
    };
    let lines: Vec<String> = rest
        .split('\n')
        .map(|line| bare(line).unwrap_or_else(|| line.to_owned()))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, arguments: &str) -> RawCall {
        RawCall {
            name: name.into(),
            arguments: arguments.into(),
        }
    }

    fn beginning<'a>(first_message: Option<&'a str>, edits: &'a [Edit]) -> Beginning<'a> {
        Beginning {
            first_message,
            edits,
        }
    }

    #[test]
    fn edits_are_undone_from_the_end() {
        let edits: Vec<Edit> = [
            call(
                "core_memory_append",
                r#"{"label":"human","content":"Has a dog."}"#,
            ),
            call(
                "core_memory_replace",
                r#"{"name":"human","old_content":"Ana","new_content":"Eva"}"#,
            ),
            call("core_memory_append", r#"{"name":"persona","content":"x"}"#),
        ]
        .iter()
        .filter_map(Edit::of)
        .collect();
        assert_eq!(edits.len(), 3);
        let block = block(
            "human",
            100,
            "Name: Eva\nHas a dog.",
            beginning(None, &edits),
        );
        assert_eq!(&*block.start, "Name: Ana");
        assert_eq!(block.origin, BlockOrigin::EditsUndone);
    }

    #[test]
    fn what_cannot_be_undone_stays_as_it_is_in_the_end() {
        for (end, arguments) in [
            (
                "Eva and Eva",
                r#"{"name":"h","old_content":"Ana","new_content":"Eva"}"#,
            ),
            (
                "Eva",
                r#"{"name":"h","old_content":"Ana","new_content":""}"#,
            ),
            (
                "Ana",
                r#"{"name":"h","old_content":"Ana","new_content":"Eva"}"#,
            ),
            (
                "aaa",
                r#"{"name":"h","old_content":"x","new_content":"aa"}"#,
            ),
        ] {
            let edits = [Edit::of(&call("core_memory_replace", arguments)).unwrap()];
            let block = block("h", 100, end, beginning(None, &edits));
            assert_eq!((&*block.start, block.origin), (end, BlockOrigin::AtTheEnd));
        }
    }

    #[test]
    fn a_system_message_shows_its_blocks() {
        let text = "Be kind. <human> is a tag.\n<persona characters=\"7/100\">\n\nI am Sol.\n\n</persona>\n\
            <human characters=\"0/100\">\n\n</human>";
        assert_eq!(in_message(text, "persona").unwrap(), "\nI am Sol.\n");
        assert_eq!(in_message(text, "human").unwrap(), "");
        assert_eq!(in_message(text, "other"), None);
        assert_eq!(in_message("<human characters=\"1/2\">\nx", "human"), None);
    }

    #[test]
    fn numbered_lines_are_read_without_their_numbers() {
        let text = "<human>\n<description>\nd\n</description>\n<metadata>\n- chars_current=3\n</metadata>\n\
            <value>\n# NOTE: Line numbers shown below are a help.\nLine 1: a\nLine 2: b: c\n</value>\n</human>";
        assert_eq!(in_message(text, "human").unwrap(), "a\nb: c");
        let plain = "<human>\n<metadata>\n- x\n</metadata>\n<value>\nLine 1: a\n</value>\n</human>";
        assert_eq!(in_message(plain, "human").unwrap(), "Line 1: a");
    }

    #[test]
    fn only_edits_of_working_context_are_edits() {
        assert!(Edit::of(&call("send_message", "{}")).is_none());
        assert!(Edit::of(&call("core_memory_append", "{")).is_none());
        assert!(Edit::of(&call("core_memory_append", r#"{"label":"a"}"#)).is_none());
    }
}
