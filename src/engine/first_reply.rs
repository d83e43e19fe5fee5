//! What releases took for the first reply of a run (memgpt.md 3.1).

use super::config::FirstReply;
use super::event::Rejection;
use super::function::Function;
use super::reply::Reply;
use super::search::lower;

/// Signs that the thoughts of a first reply may not hold: a model that writes them there
/// has put its call into them.
const SIGNS: [char; 7] = ['(', ')', '{', '}', '[', ']', '"'];

/// What the reply lacks; `None` where it is taken.
pub(super) fn rejection(rule: &FirstReply, reply: &Reply) -> Option<Rejection> {
    let Some(call) = reply.calls.first() else {
        return Some(Rejection::NoCall);
    };
    let is_taken = |function: Function| rule.functions.contains(&function);
    if !Function::from_wire(&call.name).is_some_and(is_taken) {
        return Some(Rejection::OtherFunction);
    }
    let thoughts = lower(reply.thoughts.trim());
    if thoughts.is_empty() {
        return Some(Rejection::NoThoughts);
    }
    let has_word = rule.words.iter().any(|word| thoughts.contains(&**word));
    (has_word || thoughts.contains(SIGNS)).then_some(Rejection::WrongThoughts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::config::RuleSet;
    use super::*;

    #[test]
    fn a_first_reply_speaks_and_thinks_in_plain_words() {
        let rule = |rules: RuleSet| rules.config().first_reply.unwrap();
        let (first, second) = (rule(RuleSet::MemGpt01), rule(RuleSet::MemGpt02));
        let say = |thoughts: &str| Reply::say(thoughts, "hello");
        let search = |name: Function| Reply::call("let me look", name, &json!({"query": "a"}));
        for (reply, of_first, of_second) in [
            (say("they came"), None, None),
            (
                Reply::default(),
                Some(Rejection::NoCall),
                Some(Rejection::NoCall),
            ),
            (
                say(" "),
                Some(Rejection::NoThoughts),
                Some(Rejection::NoThoughts),
            ),
            (
                search(Function::ArchivalMemorySearch),
                Some(Rejection::OtherFunction),
                None,
            ),
            (
                search(Function::CoreMemoryAppend),
                Some(Rejection::OtherFunction),
                Some(Rejection::OtherFunction),
            ),
            (
                say("My Inner Thought"),
                Some(Rejection::WrongThoughts),
                None,
            ),
        ] {
            assert_eq!(rejection(&first, &reply), of_first, "{reply:?}");
            assert_eq!(rejection(&second, &reply), of_second, "{reply:?}");
        }
        for thoughts in [
            "send_message",
            "the Functions",
            "(",
            "a)",
            "{",
            "}",
            "[",
            "]",
            "\"",
        ] {
            assert_eq!(
                rejection(&second, &say(thoughts)),
                Some(Rejection::WrongThoughts)
            );
        }
    }
}
