//! The rule sets, each number with its source.

use super::config::{
    BlockConfig, Chaining, Config, Cut, CutAmount, EvictionPolicy, FlushTrigger, PlainText,
    RecallWrite, RuleSet, SearchRule, SummaryRule, Unit, Warning, WhenSpent,
};
use super::function::Function;
use super::reply::Role;

impl RuleSet {
    /// The settings of this rule set, with empty blocks.
    pub fn config(self) -> Config {
        match self {
            Self::Miniature => miniature(),
            Self::Paper => paper(),
        }
    }
}

/// The lesson (P37, sections 5 and 14): capacity 5 items, the oldest leaves, one at a
/// time, and is written to the store as it leaves; the model decides nothing; seed 7.
fn miniature() -> Config {
    Config {
        rules: RuleSet::Miniature,
        unit: Unit::Items,
        window: 5,
        reserve: 0,
        warning: None,
        flush_trigger: FlushTrigger::BeforeCall,
        cut: Cut {
            amount: CutAmount::AsNeeded,
            keep_last: 0,
            keeps_last_user: false,
        },
        policy: EvictionPolicy::Oldest,
        summary: None,
        writes: RecallWrite::OnEviction,
        search: SearchRule::Exact,
        page_size: 1,
        page_first: 1,
        function_return_max: None,
        chaining: Chaining::AnyCall,
        forces_heartbeat: false,
        plain_text: PlainText::Reply,
        blocks: Vec::new(),
        functions: vec![Function::ConversationSearch],
        page_ins_max: None,
        when_spent: WhenSpent::AnswerWithout,
        model_calls_max: 8,
        has_external: true,
        seed: 7,
    }
}

/// The paper, version 2: warning at "e.g. 70 %" and flush of "e.g. 50 %" of the window
/// (section 2.2); pages of 10 results counted from 1 (figure 6); summary in the first
/// slot. The window is toy size (decisions: units 2). The limit of the blocks is the
/// releases' 2,000 characters; the cap on model calls is ours, the paper has none. Models
/// forget the heartbeat: that the result is read all the same is release 0.2's (PR #621).
fn paper() -> Config {
    Config {
        rules: RuleSet::Paper,
        unit: Unit::Tokens,
        window: 2_048,
        reserve: 192,
        warning: Some(Warning { permille: 700 }),
        flush_trigger: FlushTrigger::BeforeCall,
        cut: Cut {
            amount: CutAmount::OfWindow(500),
            keep_last: 0,
            keeps_last_user: true,
        },
        policy: EvictionPolicy::Oldest,
        summary: Some(SummaryRule {
            words: 100,
            role: Role::System,
        }),
        writes: RecallWrite::OnArrival,
        search: SearchRule::Ranked,
        page_size: 10,
        page_first: 1,
        function_return_max: None,
        chaining: Chaining::Heartbeat,
        forces_heartbeat: true,
        plain_text: PlainText::Thought,
        blocks: ["persona", "human"]
            .map(|label| BlockConfig {
                label: label.into(),
                limit: 2_000,
                value: "".into(),
            })
            .to_vec(),
        functions: Function::MEMGPT.to_vec(),
        page_ins_max: None,
        when_spent: WhenSpent::AnswerWithout,
        model_calls_max: 20,
        has_external: true,
        seed: 7,
    }
}
