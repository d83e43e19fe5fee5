//! The miniature's question that needs several items at once: what is missing is brought in,
//! one after another, until all stand in view or no further search is to be had.

use serde_json::json;

use super::lookup;
use super::phrases::{Draw, phrase};
use super::view::{Done, Entry, View, string};
use crate::engine::function::Function;
use crate::engine::reply::Reply;

/// The reply where several items are needed at once; `None` where that is not asked.
pub(super) fn reply(view: &View, draw: Draw) -> Option<Reply> {
    let is_request = |entry: &Entry| matches!(entry, Entry::ItemsRequest(_));
    let asked_at = view.entries.iter().rposition(is_request)?;
    let Some(Entry::ItemsRequest(wanted)) = view.entries.get(asked_at) else {
        return None;
    };
    let is_said = |entry: &Entry| matches!(entry, Entry::Said(_));
    if view.entries.iter().skip(asked_at).any(is_said) {
        return Some(Reply::default());
    }
    let is_here = |wanted: &&String| {
        let mut entries = view.entries.iter();
        entries.any(|entry| matches!(entry, Entry::Item(item) if item == *wanted))
    };
    let (here, missing): (Vec<&String>, Vec<&String>) = wanted.iter().partition(is_here);
    let words = |key: &str, item: &str| {
        let (all, few) = (wanted.len().to_string(), here.len().to_string());
        let in_view: Vec<&str> = here.iter().map(|item| item.as_str()).collect();
        let list = in_view.join(", ");
        let values = [
            ("item", item),
            ("all", &all),
            ("few", &few),
            ("list", &list),
        ];
        phrase(view.language, key, draw, &values)
    };
    let answer = |thought: &str, key: &str, item: &str| Reply {
        thoughts: words(thought, item).into(),
        text: words(key, item).into(),
        ..Reply::default()
    };
    let done: Vec<&Done> = view.done_since(asked_at).collect();
    if missing.is_empty() {
        return Some(answer("t_together_all", "together_all", ""));
    }
    if !view.has(Function::ConversationSearch) {
        return Some(answer("t_together_blind", "together_blind", ""));
    }
    if lookup::is_spent(&done) {
        let key = if lookup::is_to_say_unknown(&done) {
            "together_unknown"
        } else {
            "together_part"
        };
        return Some(answer("t_together_spent", key, ""));
    }
    let searched = |done: &&&Done| done.function == Some(Function::ConversationSearch);
    let last = done.iter().rev().find(searched);
    // An item that is found comes back as it is; anything else says that there is none.
    let is_lost = last.is_some_and(|done| {
        let found = done
            .result
            .as_ref()
            .is_some_and(|(_, text)| wanted.contains(text));
        !found
    });
    let last = last.map(|done| string(&done.arguments, "query"));
    if let Some(lost) = last.as_ref().filter(|_| is_lost) {
        return Some(answer("t_together_lost", "together_lost", lost));
    }
    let next = next(wanted, &missing, last.as_deref())?;
    let was_here = done
        .iter()
        .any(|done| string(&done.arguments, "query") == *next);
    let thought = if was_here {
        "t_together_again"
    } else {
        "t_together_next"
    };
    Some(Reply::call(
        &words(thought, next),
        Function::ConversationSearch,
        &json!({ "query": next, "request_heartbeat": true }),
    ))
}

/// What is missing next, in the order of the question, after what was looked for last.
fn next<'a>(
    wanted: &'a [String],
    missing: &[&'a String],
    last: Option<&str>,
) -> Option<&'a String> {
    let after = last.and_then(|last| wanted.iter().position(|item| item == last));
    let start = after.map_or(0, |after| after + 1);
    let round = (0..wanted.len()).map(|step| &wanted[(start + step) % wanted.len()]);
    let mut round = round;
    round.find(|item| missing.contains(item))
}
