//! Names of functions, blocks and settings, as the page shows them.

use serde_json::Value;

use crate::engine::config::{Config, CutAmount, EvictionPolicy, FlushTrigger, RuleSet, WhenSpent};
use crate::engine::function::{Call, Function, RawCall};

use super::Locale;
use super::context::Excerpt;
use super::t::{lesson_function, place, policy, rules, when_spent, wordless};
use super::words::quoted;

/// Longest argument that is shown of a call, in characters.
const ARGUMENT_MAX: usize = 40;

/// What the page calls a function. The model always gets and gives [`Function::wire`]; the
/// lesson's and the paper's names are labels of their rule sets.
pub fn function(locale: Locale, rule_set: RuleSet, function: Function) -> &'static str {
    match rule_set {
        RuleSet::Miniature => match function {
            Function::ConversationSearch
            | Function::ConversationSearchDate
            | Function::ArchivalMemorySearch => lesson_function::search(locale),
            Function::CoreMemoryAppend
            | Function::CoreMemoryReplace
            | Function::ArchivalMemoryInsert => lesson_function::store(locale),
            Function::Evict => lesson_function::evict(locale),
            Function::SendMessage => lesson_function::say(locale),
            Function::PauseHeartbeats => function.wire(),
        },
        RuleSet::Paper => match function {
            Function::CoreMemoryAppend => "working_context.append",
            Function::CoreMemoryReplace => "working_context.replace",
            Function::ConversationSearch => "recall_storage.search",
            Function::ArchivalMemorySearch => "archival_storage.search",
            // The paper names no others; `evict` is the lesson's.
            Function::SendMessage
            | Function::PauseHeartbeats
            | Function::ConversationSearchDate
            | Function::ArchivalMemoryInsert => function.wire(),
            Function::Evict => lesson_function::evict(locale),
        },
        RuleSet::MemGpt01
        | RuleSet::MemGpt02
        | RuleSet::MemGpt03
        | RuleSet::Letta2025
        | RuleSet::Letta2026 => match function {
            // No release has it; the others are named as their code names them.
            Function::Evict => lesson_function::evict(locale),
            _ => function.wire(),
        },
    }
}

/// The label of a function that the model named, or the name that it made up.
pub fn function_named(locale: Locale, rule_set: RuleSet, name: &str) -> String {
    match Function::from_wire(name) {
        Some(known) => function(locale, rule_set, known).to_owned(),
        None => name.to_owned(),
    }
}

/// A call as the model wrote it: `buscar(«perro»)`.
pub fn raw_call(locale: Locale, rule_set: RuleSet, call: &RawCall) -> String {
    let name = function_named(locale, rule_set, &call.name);
    let arguments = match serde_json::from_str::<Value>(&call.arguments) {
        Ok(Value::Object(arguments)) => values(locale, Function::from_wire(&call.name), &arguments),
        _ => None,
    };
    // Broken, or nothing that a function takes: shown as it is, so that one sees it.
    let arguments =
        arguments.unwrap_or_else(|| super::words::shorten(&call.arguments, ARGUMENT_MAX));
    format!("{name}({arguments})")
}

/// A checked call: `buscar(«perro»)`.
pub fn call(locale: Locale, rule_set: RuleSet, call: &Call) -> String {
    let arguments = values(locale, Some(call.function), &call.arguments.to_json());
    let arguments = arguments.unwrap_or_default();
    format!("{}({arguments})", function(locale, rule_set, call.function))
}

/// The arguments in the order of the schema, then any that it does not have; without the heartbeat.
fn values(
    locale: Locale,
    function: Option<Function>,
    arguments: &serde_json::Map<String, Value>,
) -> Option<String> {
    let known = function.map_or(&[][..], Function::parameters);
    let declared = known
        .iter()
        .filter_map(|parameter| arguments.get(parameter.name));
    let others = arguments.iter().filter(|(name, _)| {
        name.as_str() != "request_heartbeat"
            && known
                .iter()
                .all(|parameter| parameter.name != name.as_str())
    });
    let mut all = String::new();
    for value in declared.chain(others.map(|(_, value)| value)) {
        if !all.is_empty() {
            all.push_str(", ");
        }
        all.push_str(&argument(locale, value)?);
    }
    Some(all)
}

/// `None` for what no function takes: lists of other things, objects, fractions.
fn argument(locale: Locale, value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => quoted(locale, text, ARGUMENT_MAX),
        // Numbers of messages, as everywhere on the page.
        Value::Array(ids) if ids.iter().all(Value::is_u64) => {
            let ids: Vec<String> = ids
                .iter()
                .filter_map(Value::as_u64)
                .map(|id| format!("#{id}"))
                .collect();
            super::words::shorten(&ids.join(", "), ARGUMENT_MAX)
        }
        Value::Null => String::from("null"),
        Value::Bool(holds) => holds.to_string(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.to_string(),
            (None, Some(number)) => number.to_string(),
            (None, None) => return None,
        },
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// What a person recognises a message by: its words, else what it is.
pub fn excerpt(locale: Locale, rule_set: RuleSet, excerpt: &Excerpt, most: usize) -> String {
    match excerpt {
        Excerpt::Words(words) => quoted(locale, words, most),
        Excerpt::Result(name) => {
            let function = function_named(locale, rule_set, name);
            format!("({})", wordless::result(locale, &function))
        }
        Excerpt::Heartbeat => format!("({})", wordless::heartbeat(locale)),
        Excerpt::Warning => format!("({})", wordless::warning(locale)),
        Excerpt::Timer => format!("({})", wordless::timer(locale)),
        Excerpt::Login => format!("({})", wordless::login(locale)),
    }
}

/// What the page calls a block of working context, with its article.
pub fn block(locale: Locale, label: &str) -> String {
    match label {
        "human" => place::human(locale).to_owned(),
        "persona" => place::persona(locale).to_owned(),
        _ => place::block(locale, &label),
    }
}

/// Short name of an eviction policy.
pub fn policy_name(locale: Locale, choice: EvictionPolicy) -> &'static str {
    match choice {
        EvictionPolicy::Oldest => policy::oldest(locale),
        EvictionPolicy::LeastRecentlyUsed => policy::used(locale),
        EvictionPolicy::Random => policy::random(locale),
        EvictionPolicy::ModelChosen => policy::model(locale),
    }
}

/// One line that explains an eviction policy.
pub fn policy_about(locale: Locale, choice: EvictionPolicy) -> &'static str {
    match choice {
        EvictionPolicy::Oldest => policy::oldest_about(locale),
        EvictionPolicy::LeastRecentlyUsed => policy::used_about(locale),
        EvictionPolicy::Random => policy::random_about(locale),
        EvictionPolicy::ModelChosen => policy::model_about(locale),
    }
}

/// Short name of a rule set; stands after “rules”.
pub fn rules_name(locale: Locale, rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Miniature => rules::miniature(locale),
        RuleSet::Paper => rules::paper(locale),
        RuleSet::MemGpt01 => rules::memgpt_01(locale),
        RuleSet::MemGpt02 => rules::memgpt_02(locale),
        RuleSet::MemGpt03 => rules::memgpt_03(locale),
        RuleSet::Letta2025 => rules::letta_2025(locale),
        RuleSet::Letta2026 => rules::letta_2026(locale),
    }
}

/// One line on the rules that are in force, with the numbers of the run.
pub fn rules_about(locale: Locale, config: &Config) -> String {
    let window = u64::from(config.window);
    let percent = |permille: u32| u64::from(permille) / 10;
    let warning = config
        .warning
        .map_or(100, |warning| percent(warning.permille));
    let cut = match config.cut.amount {
        CutAmount::AsNeeded => 0,
        CutAmount::OfWindow(permille)
        | CutAmount::OfMessages(permille)
        | CutAmount::OfQueue(permille) => percent(permille),
        // Its first attempt takes a tenth more than the number says.
        CutAmount::SlidingWindow(permille) => percent(permille + 100),
        CutAmount::All => 100,
    };
    let kept = u64::from(config.cut.keep_last);
    match config.rules {
        RuleSet::Miniature => rules::miniature_about(locale, window),
        RuleSet::Paper if config.warning.is_none() => rules::paper_unwarned_about(locale, cut),
        RuleSet::Paper => rules::paper_about(locale, cut, warning),
        RuleSet::MemGpt01 => rules::memgpt_01_about(locale, cut, warning),
        RuleSet::MemGpt02 => rules::memgpt_02_about(locale, cut, kept, warning),
        RuleSet::MemGpt03 => rules::memgpt_03_about(locale, cut, kept, warning),
        RuleSet::Letta2025 => rules::letta_2025_about(locale, cut, kept, warning),
        RuleSet::Letta2026 => {
            let share = match config.flush_trigger {
                FlushTrigger::AfterStep(permille) => percent(permille),
                FlushTrigger::BeforeCall | FlushTrigger::Refusal => 100,
            };
            rules::letta_2026_about(locale, cut, share)
        }
    }
}

/// What happens when the page-in budget is spent.
pub fn when_spent_name(locale: Locale, choice: WhenSpent) -> &'static str {
    match choice {
        WhenSpent::AnswerWithout => when_spent::answer(locale),
        WhenSpent::SayUnknown => when_spent::unknown(locale),
        WhenSpent::Stop => when_spent::stop(locale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_calls_with_the_names_of_the_rule_set() {
        let search = RawCall {
            name: "conversation_search".into(),
            arguments: r#"{"request_heartbeat":true,"query":"perro"}"#.into(),
        };
        assert_eq!(
            raw_call(Locale::Es, RuleSet::Miniature, &search),
            "buscar(«perro»)"
        );
        assert_eq!(
            raw_call(Locale::En, RuleSet::Paper, &search),
            "recall_storage.search(“perro”)"
        );
        let invented = RawCall {
            name: "personal_diary.add".into(),
            arguments: r#"{"b":1,"a":"x"}"#.into(),
        };
        assert_eq!(
            raw_call(Locale::Es, RuleSet::Paper, &invented),
            "personal_diary.add(«x», 1)"
        );
        let broken = RawCall {
            name: "send_message".into(),
            arguments: "{ hola".into(),
        };
        assert_eq!(
            raw_call(Locale::Es, RuleSet::Paper, &broken),
            "send_message({ hola)"
        );
    }
}
