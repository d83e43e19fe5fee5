//! The rule sets, each number with its source.

use super::config::{
    BlockConfig, BlockTags, Boot, Chaining, Config, Counted, Cut, CutAmount, EditReturn,
    EvictionPolicy, FirstReply, FlushTrigger, PlainText, RecallWrite, RuleSet, SearchRule, Success,
    SummaryRule, Unit, Warning, WhenSpent,
};
use super::function::Function;
use super::reply::Role;

impl RuleSet {
    /// The settings of this rule set, with empty blocks.
    pub fn config(self) -> Config {
        match self {
            Self::Miniature => miniature(),
            Self::Paper => paper(),
            Self::MemGpt01 => memgpt_01(),
            Self::MemGpt02 => memgpt_02(),
            Self::MemGpt03 => memgpt_03(),
            Self::Letta2025 => letta_2025(),
            Self::Letta2026 => letta_2026(),
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
        flushes_on_length: false,
        cut: Cut {
            amount: CutAmount::AsNeeded,
            keep_last: 0,
            keeps_last_user: false,
            folds_min: 1,
            parts_calls: false,
        },
        policy: EvictionPolicy::Oldest,
        summary: None,
        writes: RecallWrite::OnEviction,
        search: SearchRule::Exact,
        page_size: 1,
        archival_page_size: None,
        has_pages: true,
        page_first: 1,
        function_return_max: None,
        chaining: Chaining::AnyCall,
        forces_heartbeat: false,
        plain_text: PlainText::Reply,
        boot: None,
        first_reply: None,
        block_tags: BlockTags::Usage,
        dates_blocks: false,
        enforces_limits: true,
        edit_returns: EditReturn::Nothing,
        success: Success::Null,
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
        warning: Some(Warning {
            permille: 700,
            counts: Counted::Prompt,
        }),
        flush_trigger: FlushTrigger::BeforeCall,
        flushes_on_length: false,
        cut: Cut {
            amount: CutAmount::OfWindow(500),
            keep_last: 0,
            keeps_last_user: true,
            folds_min: 1,
            parts_calls: false,
        },
        policy: EvictionPolicy::Oldest,
        summary: Some(SummaryRule {
            words: 100,
            role: Role::System,
        }),
        writes: RecallWrite::OnArrival,
        search: SearchRule::Ranked,
        page_size: 10,
        archival_page_size: None,
        has_pages: true,
        page_first: 1,
        function_return_max: None,
        chaining: Chaining::Heartbeat,
        forces_heartbeat: true,
        plain_text: PlainText::Thought,
        boot: None,
        first_reply: None,
        block_tags: BlockTags::Usage,
        dates_blocks: false,
        enforces_limits: true,
        edit_returns: EditReturn::Nothing,
        success: Success::Null,
        blocks: blocks(2_000),
        functions: Function::MEMGPT.to_vec(),
        page_ins_max: None,
        when_spent: WhenSpent::AnswerWithout,
        model_calls_max: 20,
        has_external: true,
        seed: 7,
    }
}

/// Release 0.2 (R2): the one that tutorials speak of. Windows of that time were 4,096 and
/// 8,192; this one is toy size, as that of the paper, and no room is kept for the answer: a
/// reply that does not fit is lost (`finish_reason` `length`, memgpt.md 3.1).
///
/// | number | where it stood |
/// | --- | --- |
/// | warning beyond 75 % of the window, once a period, on `total_tokens` | `31fd9efc`; 6,000 fixed from 2 to 9 November 2023 |
/// | flush after the provider refused the prompt | `is_context_overflow_error` |
/// | from the front until 75 % of the queue's tokens | `MESSAGE_SUMMARY_TRUNC_TOKEN_FRAC` |
/// | the newest 3 stay | `MESSAGE_SUMMARY_TRUNC_KEEP_N_LAST` |
/// | one message alone is not summarised | `cb50308e` (#374) |
/// | summary of 100 words, in the role `user` | since the first code |
/// | pages of 5, from 0 | `RETRIEVAL_QUERY_DEFAULT_PAGE_SIZE` |
/// | 10 retries of the first reply | since the first code |
/// | blocks of 2,000 characters, told in their tags | `c35e8720` (#508) |
/// | a function without a value returns the word `None` | memgpt.md 2.1 |
/// | a result that nobody would read gives another step | PRs #621, #727 |
///
/// Steps were without a bound; 20 a turn is ours.
fn memgpt_02() -> Config {
    Config {
        rules: RuleSet::MemGpt02,
        unit: Unit::Tokens,
        window: 2_048,
        reserve: 0,
        warning: Some(Warning {
            permille: 750,
            counts: Counted::LastCall,
        }),
        flush_trigger: FlushTrigger::Refusal,
        flushes_on_length: true,
        cut: Cut {
            amount: CutAmount::OfQueue(750),
            keep_last: 3,
            keeps_last_user: true,
            folds_min: 2,
            parts_calls: true,
        },
        policy: EvictionPolicy::Oldest,
        summary: Some(SummaryRule {
            words: 100,
            role: Role::User,
        }),
        writes: RecallWrite::OnArrival,
        search: SearchRule::Substring,
        page_size: 5,
        archival_page_size: None,
        has_pages: true,
        page_first: 0,
        function_return_max: None,
        chaining: Chaining::Heartbeat,
        forces_heartbeat: true,
        plain_text: PlainText::Thought,
        boot: Some(Boot { speaks_first: true }),
        first_reply: Some(FirstReply {
            retries: 10,
            functions: vec![Function::SendMessage, Function::ArchivalMemorySearch],
            words: vec!["functions".into(), "send_message".into()],
        }),
        block_tags: BlockTags::Usage,
        dates_blocks: true,
        enforces_limits: true,
        edit_returns: EditReturn::Nothing,
        success: Success::Word,
        blocks: blocks(2_000),
        functions: Function::MEMGPT.to_vec(),
        page_ins_max: None,
        when_spent: WhenSpent::AnswerWithout,
        model_calls_max: 20,
        has_external: true,
        seed: 7,
    }
}

/// The first public code, 12 October 2023, `257c3998` (R0): the warning beyond 7,000 of its
/// 8,192 tokens, as a share of the window (854 thousandths); half of the messages leave, by
/// number, none protected, and the cut may part a call from its result. A first reply speaks,
/// and does not think of its "inner thought". Tags of blocks tell no length yet.
///
/// Its three bugs (memgpt.md 1.5) are not here: a page is a page, no trim drops message 0,
/// and schemas require what they have.
fn memgpt_01() -> Config {
    Config {
        rules: RuleSet::MemGpt01,
        warning: Some(Warning {
            permille: 854,
            counts: Counted::LastCall,
        }),
        cut: Cut {
            amount: CutAmount::OfMessages(500),
            keep_last: 0,
            keeps_last_user: true,
            folds_min: 1,
            parts_calls: true,
        },
        first_reply: Some(FirstReply {
            retries: 10,
            functions: vec![Function::SendMessage],
            words: vec![
                "functions".into(),
                "send_message".into(),
                "inner thought".into(),
            ],
        }),
        block_tags: BlockTags::Plain,
        success: Success::Null,
        ..memgpt_02()
    }
}

/// Release 0.3 (R3) is 0.2, but for the cut, which goes on behind results so that none stays
/// without its call (`c35ec163`, PR #935), and for what functions return: 3,000 characters
/// (`8f178e18`).
fn memgpt_03() -> Config {
    let base = memgpt_02();
    Config {
        rules: RuleSet::MemGpt03,
        cut: Cut {
            parts_calls: false,
            ..base.cut
        },
        function_return_max: Some(3_000),
        ..base
    }
}

/// Letta 0.6.5, December 2024 (R4): 0.3, but the prompt is counted before it is sent
/// (`239b4960`), blocks hold 5,000 characters (22 November 2024), functions return 6,000, and
/// the search by date has left the base set. In January 2025 the warning was switched off
/// (`50de3cb4b`); here it is still sent.
fn letta_2025() -> Config {
    let by_date = Function::ConversationSearchDate;
    let functions = Function::MEMGPT.into_iter();
    Config {
        rules: RuleSet::Letta2025,
        flush_trigger: FlushTrigger::BeforeCall,
        search: SearchRule::Ranked,
        function_return_max: Some(6_000),
        blocks: blocks(5_000),
        functions: functions.filter(|function| *function != by_date).collect(),
        ..memgpt_03()
    }
}

/// The `letta_v1` agent of Letta 0.16 (R5): no heartbeats and no `send_message` since 23
/// September 2025 (`a4041879a`); any call gives another step, and plain text ends the turn.
///
/// | number | where it stood |
/// | --- | --- |
/// | no warning | the setting remains, nobody sends it |
/// | compaction after a step that leaves the prompt beyond 90 % of the window | `60ed43572` |
/// | `sliding_window`, 0.3: the first attempt takes 40 %, and `all` where none is enough | `1939a9d18`, `7ea297231` |
/// | summary of 300 words | prompt of `sliding_window` (500 for `all`) |
/// | 5 results of recall, 10 of archival storage (`top_k`), without pages | August 2025 |
/// | functions return 50,000 characters, edits the whole block | memgpt.md 1.4, 2.2 |
/// | blocks of 100,000 characters, told and not enforced | `94fc05b6e`, `d3f3a38fc` |
/// | 50 steps | `DEFAULT_MAX_STEPS`, `a855532e4` |
fn letta_2026() -> Config {
    Config {
        rules: RuleSet::Letta2026,
        warning: None,
        flush_trigger: FlushTrigger::AfterStep(900),
        flushes_on_length: false,
        cut: Cut {
            amount: CutAmount::SlidingWindow(300),
            keep_last: 1,
            keeps_last_user: true,
            folds_min: 1,
            parts_calls: false,
        },
        summary: Some(SummaryRule {
            words: 300,
            role: Role::User,
        }),
        search: SearchRule::Ranked,
        archival_page_size: Some(10),
        has_pages: false,
        page_first: 1,
        function_return_max: Some(50_000),
        chaining: Chaining::AnyCall,
        forces_heartbeat: false,
        plain_text: PlainText::Reply,
        boot: None,
        first_reply: None,
        block_tags: BlockTags::Metadata,
        dates_blocks: false,
        enforces_limits: false,
        edit_returns: EditReturn::Block,
        success: Success::Null,
        blocks: blocks(100_000),
        functions: vec![
            Function::CoreMemoryAppend,
            Function::CoreMemoryReplace,
            Function::ConversationSearch,
            Function::ArchivalMemoryInsert,
            Function::ArchivalMemorySearch,
        ],
        model_calls_max: 50,
        ..memgpt_02()
    }
}

/// The two blocks of all releases, empty.
fn blocks(limit: u32) -> Vec<BlockConfig> {
    let block = |label: &str| BlockConfig {
        label: label.into(),
        limit,
        value: "".into(),
    };
    ["persona", "human"].map(block).to_vec()
}
