//! The lesson's miniature: an item is needed; it is in view, or it is looked for once.

use super::phrases::{Draw, miniature_phrase};
use super::view::{Entry, View};
use crate::engine::function::Function;
use crate::engine::package;
use crate::engine::reply::Reply;

/// The reply where the request is of the miniature; `None` where it is not.
pub(super) fn reply(view: &View, draw: Draw) -> Option<Reply> {
    let asked_at = view
        .entries
        .iter()
        .rposition(|entry| matches!(entry, Entry::ItemRequest(_)));
    let Some(asked_at) = asked_at else {
        // Several at once are not the first screen's (`together`).
        let asks_for_several = |entry: &Entry| matches!(entry, Entry::ItemsRequest(_));
        if view.entries.iter().any(asks_for_several) {
            return None;
        }
        let is_miniature = view
            .entries
            .iter()
            .any(|entry| matches!(entry, Entry::Item(_)))
            && view.last_user().is_none();
        return is_miniature.then(Reply::default);
    };
    let Some(Entry::ItemRequest(item)) = view.entries.get(asked_at) else {
        return None;
    };
    // A rule set whose plain text speaks to the user declares no function for it.
    let answer = |thoughts: String, text: String| {
        if view.has(Function::SendMessage) {
            return Reply::say(&thoughts, &text);
        }
        Reply {
            thoughts: thoughts.into(),
            text: text.into(),
            ..Reply::default()
        }
    };
    let say = |key: &str| miniature_phrase(view.language, key, draw, &[("item", item)]);
    let is_here = view
        .entries
        .iter()
        .any(|entry| matches!(entry, Entry::Item(text) if text == item));
    let searched = view
        .done_since(asked_at)
        .any(|done| done.function == Some(Function::ConversationSearch));
    let is_said = view
        .entries
        .iter()
        .skip(asked_at)
        .any(|entry| matches!(entry, Entry::Said(_)));
    if is_said {
        return Some(Reply::default());
    }
    Some(if is_here {
        answer(
            say("t_here"),
            say(if searched { "here_again" } else { "here" }),
        )
    } else if view.has(Function::ConversationSearch) && !searched {
        let arguments = [
            ("query", package::quote(item)),
            ("request_heartbeat", String::from("true")),
        ];
        Reply::calling(
            &say("t_not_here"),
            Function::ConversationSearch,
            package::object(&arguments),
        )
    } else {
        answer(
            say(if searched {
                "t_not_found"
            } else {
                "t_not_here_blind"
            }),
            say(if searched {
                "not_here"
            } else {
                "not_here_blind"
            }),
        )
    })
}
