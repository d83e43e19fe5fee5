//! The words that the model reads, in the content language of a run. The engine knows
//! none by itself: the host hands them in, so that nothing here is in one language.

use core::fmt::Display;

use super::config::PlainText;
use super::function::Function;

/// All texts that enter a prompt. `{name}` in a text stands for a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// Content language, as in `lang` attributes: `es`, `en`.
    pub language: &'static str,
    /// System instructions of the rule sets that count tokens.
    pub system: String,
    /// The same where plain text is the reply and no call says what comes next.
    pub system_direct: String,
    /// System instructions of the miniature.
    pub system_miniature: String,
    /// Line of message 0; values `recall`, `archival`.
    pub statistics: String,
    /// Line of message 0; value `time`.
    pub memory_changed: String,
    /// What the model thinks in the canned exchange before the user first speaks.
    pub boot_thought: String,
    /// What it says there.
    pub boot_message: String,
    /// Last login of a user who comes for the first time.
    pub first_login: String,
    /// System message of a request for a summary; value `words`.
    pub summary_instructions: String,
    /// System message of a request to choose what leaves.
    pub eviction_instructions: String,
    /// The memory-pressure warning.
    pub pressure_alert: String,
    /// Reason of a heartbeat that a call asked for.
    pub heartbeat_requested: String,
    /// Reason of a heartbeat after a failed call.
    pub heartbeat_failed: String,
    /// Reason of a heartbeat that only a recording has.
    pub heartbeat_recorded: String,
    /// Reason of a timer event.
    pub timer: String,
    /// Packaged summary; values `hidden`, `total`, `folded`, `summary`.
    pub summary: String,
    /// Stands for a summary that the model did not bring; value `folded`.
    pub summary_missing: String,
    /// Head of a result page; values `shown`, `total`, `page`, `last`.
    pub page_head: String,
    /// Result of a search that found nothing.
    pub no_results: String,
    /// A document was stored; values `title`, `passages`.
    pub document_notice: String,
    /// Result of `pause_heartbeats`; value `minutes`.
    pub paused: String,
    /// Faults, in the order of [`super::function::CallFault`].
    pub faults: FaultWording,
    /// What each function does, in one line.
    pub functions: FunctionWording,
}

impl Wording {
    /// System instructions of a rule set that counts tokens.
    pub fn instructions(&self, plain_text: PlainText) -> &str {
        match plain_text {
            PlainText::Thought => &self.system,
            PlainText::Reply => &self.system_direct,
        }
    }
}

/// How each fault is told to the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultWording {
    /// Value `name`.
    pub unknown_function: String,
    /// Value `problem`.
    pub broken_arguments: String,
    /// Value `name`.
    pub missing_argument: String,
    /// Value `name`.
    pub unknown_argument: String,
    /// Values `name`, `expected`.
    pub wrong_type: String,
    /// Value `name`.
    pub unknown_block: String,
    /// Values `block`, `limit`, `asked`.
    pub block_full: String,
    /// Values `block`, `old`.
    pub text_not_found: String,
    /// No value.
    pub empty_old_content: String,
    /// Value `text`.
    pub bad_date: String,
    /// Values `page`, `first`, `last`.
    pub page_out_of_range: String,
    /// Value `name`.
    pub empty_text: String,
    /// Value `budget`; the rule is to answer with what is seen.
    pub budget_answer_without: String,
    /// Value `budget`; the rule is to say that one does not know.
    pub budget_say_unknown: String,
    /// Value `budget`; the turn ends.
    pub budget_stop: String,
    /// Value `id`.
    pub not_evictable: String,
}

/// The description of each function in its schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionWording {
    /// `send_message`
    pub send_message: String,
    /// `pause_heartbeats`
    pub pause_heartbeats: String,
    /// `core_memory_append`
    pub core_memory_append: String,
    /// `core_memory_replace`
    pub core_memory_replace: String,
    /// `conversation_search`
    pub conversation_search: String,
    /// `conversation_search_date`
    pub conversation_search_date: String,
    /// `archival_memory_insert`
    pub archival_memory_insert: String,
    /// `archival_memory_search`
    pub archival_memory_search: String,
    /// `evict`
    pub evict: String,
}

impl FunctionWording {
    /// The description of `function`.
    pub fn of(&self, function: Function) -> &str {
        match function {
            Function::SendMessage => &self.send_message,
            Function::PauseHeartbeats => &self.pause_heartbeats,
            Function::CoreMemoryAppend => &self.core_memory_append,
            Function::CoreMemoryReplace => &self.core_memory_replace,
            Function::ConversationSearch => &self.conversation_search,
            Function::ConversationSearchDate => &self.conversation_search_date,
            Function::ArchivalMemoryInsert => &self.archival_memory_insert,
            Function::ArchivalMemorySearch => &self.archival_memory_search,
            Function::Evict => &self.evict,
        }
    }
}

/// Puts values in the place of `{name}`. What stands in a value is never filled again.
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        rest = &rest[open..];
        let named = rest.find('}').and_then(|close| {
            let name = &rest[1..close];
            values
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (close, value))
        });
        match named {
            Some((close, value)) => {
                filled.push_str(&value.to_string());
                rest = &rest[close + 1..];
            }
            None => {
                filled.push('{');
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn fills_names_once_and_leaves_other_braces() {
        assert_eq!(
            fill("{a}+{b}={c} {", &[("a", &1), ("b", &"{a}")]),
            "1+{a}={c} {"
        );
    }
}
