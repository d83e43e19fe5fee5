//! The parts of main context before the queue: they never leave by a flush.

use std::sync::Arc;

use crate::engine::event::Happening;

use super::Moment;

/// A part that nobody edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinnedPart {
    /// Which one.
    pub kind: PinnedKind,
    /// What it takes, in units.
    pub tokens: u32,
}

/// Which part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinnedKind {
    /// The system instructions.
    System,
    /// The schemas of so many functions.
    Schemas(u32),
    /// The line that says how much external context holds.
    Statistics {
        /// Messages in recall storage.
        recall: u32,
        /// Passages in archival storage.
        archival: u32,
    },
}

/// A block of working context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPart {
    /// Position in the settings.
    pub index: u32,
    /// Its label, as the model names it.
    pub label: Arc<str>,
    /// What it says.
    pub value: Arc<str>,
    /// Its length, in characters.
    pub length: u32,
    /// Its limit, in characters.
    pub limit: u32,
    /// What this event changes in it.
    pub edit: Option<BlockChange>,
}

/// An edit, cut so that both readings can be shown: `head + removed + tail` was, `head +
/// added + tail` is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockChange {
    /// What stays before.
    pub head: Arc<str>,
    /// What is no longer there.
    pub removed: Arc<str>,
    /// What is new.
    pub added: Arc<str>,
    /// What stays behind.
    pub tail: Arc<str>,
}

pub(super) fn pinned(moment: &Moment) -> Vec<PinnedPart> {
    if moment.counts_items() {
        return Vec::new();
    }
    let parts = moment.engine.parts(moment.after);
    let functions = moment.after.config().declared().count();
    let mut pinned = vec![
        PinnedPart {
            kind: PinnedKind::System,
            tokens: parts.system,
        },
        PinnedPart {
            kind: PinnedKind::Schemas(u32::try_from(functions).unwrap_or(u32::MAX)),
            tokens: parts.schemas,
        },
    ];
    if parts.statistics > 0 {
        pinned.push(PinnedPart {
            kind: PinnedKind::Statistics {
                recall: moment.after.recall_len(),
                archival: moment.after.passages(),
            },
            tokens: parts.statistics,
        });
    }
    pinned
}

pub(super) fn blocks(moment: &Moment) -> Vec<BlockPart> {
    let state = moment.after;
    let blocks = state.config().blocks.iter().zip(state.blocks());
    blocks
        .enumerate()
        .map(|(index, (block, value))| {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            let edit = match moment.what {
                Some(Happening::BlockEdited(edit)) if edit.index == index => {
                    Some(change(&edit.before, &edit.after))
                }
                _ => None,
            };
            BlockPart {
                index,
                label: Arc::clone(&block.label),
                value: Arc::clone(value),
                length: u32::try_from(value.chars().count()).unwrap_or(u32::MAX),
                limit: block.limit,
                edit,
            }
        })
        .collect()
}

/// What differs between two texts: everything between their common ends, widened to
/// whole words.
fn change(before: &str, after: &str) -> BlockChange {
    let mut head = common(before.chars(), after.chars());
    while head > 0 && !is_break(before, after, head) {
        head -= before[..head]
            .chars()
            .next_back()
            .map_or(head, char::len_utf8);
    }
    let (rest_before, rest_after) = (&before[head..], &after[head..]);
    let mut tail = common(rest_before.chars().rev(), rest_after.chars().rev());
    let starts =
        |text: &str, tail: usize| text[text.len() - tail..].starts_with(char::is_alphanumeric);
    let ends = |text: &str, tail: usize| text[..text.len() - tail].ends_with(char::is_alphanumeric);
    while tail > 0
        && starts(rest_before, tail)
        && (ends(rest_before, tail) || ends(rest_after, tail))
    {
        let first = rest_before[rest_before.len() - tail..].chars().next();
        tail -= first.map_or(tail, char::len_utf8);
    }
    BlockChange {
        head: before[..head].into(),
        removed: rest_before[..rest_before.len() - tail].into(),
        added: rest_after[..rest_after.len() - tail].into(),
        tail: rest_before[rest_before.len() - tail..].into(),
    }
}

/// True where both texts may be cut at `at` without cutting a word.
fn is_break(before: &str, after: &str, at: usize) -> bool {
    let ends = before[..at].ends_with(char::is_alphanumeric);
    let goes_on = |text: &str| text[at..].starts_with(char::is_alphanumeric);
    !(ends && (goes_on(before) || goes_on(after)))
}

/// Bytes of the letters that both begin with.
fn common(left: impl Iterator<Item = char>, right: impl Iterator<Item = char>) -> usize {
    left.zip(right)
        .take_while(|(left, right)| left == right)
        .map(|(letter, _)| letter.len_utf8())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, after: &str, expected: [&str; 4]) {
        let BlockChange {
            head,
            removed,
            added,
            tail,
        } = change(before, after);
        assert_eq!([&*head, &*removed, &*added, &*tail], expected);
    }

    #[test]
    fn an_edit_is_cut_at_whole_words() {
        check("", "Ana", ["", "", "Ana", ""]);
        check("Ana", "Ana\nVigo", ["Ana", "", "\nVigo", ""]);
        check(
            "partner: Leo, 32",
            "former partner: Leo, 32",
            ["", "", "former ", "partner: Leo, 32"],
        );
        check(
            "vive en Vigo.",
            "vive en Lugo.",
            ["vive en ", "Vigo", "Lugo", "."],
        );
        check("año", "", ["", "año", "", ""]);
        check("ññ", "ññññ", ["", "ññ", "ññññ", ""]);
    }
}
