//! The settings of a run. Every number of a rule set is a value of this type,
//! so that a release is a constant and not a branch.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::function::{Function, Parameter};
use super::reply::Role;

/// All settings of a run. There is no default: a rule set or an example chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The rule set that these settings started from.
    pub rules: RuleSet,
    /// What is counted.
    pub unit: Unit,
    /// Capacity of main context, in units. A hard limit.
    pub window: u32,
    /// Room kept for the answer, in units. The flush line is `window - reserve`.
    pub reserve: u32,
    /// The pressure warning; `None` where the rule set has none.
    pub warning: Option<Warning>,
    /// When the queue is flushed.
    pub flush_trigger: FlushTrigger,
    /// True where a reply that no longer fits into the window counts as a refused prompt:
    /// it is lost, and the model is asked again after a flush (`finish_reason` `length`).
    #[serde(default, skip_serializing_if = "is_no")]
    pub flushes_on_length: bool,
    /// How much leaves in a flush.
    pub cut: Cut,
    /// Which leaves first.
    pub policy: EvictionPolicy,
    /// The recursive summary; `None` where what leaves is not summarised.
    pub summary: Option<SummaryRule>,
    /// When a message is written to recall storage.
    pub writes: RecallWrite,
    /// How searches match and order.
    pub search: SearchRule,
    /// Results of recall storage on a page; from 1.
    pub page_size: u32,
    /// Results of archival storage on a page, where they are not as many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archival_page_size: Option<u32>,
    /// False where a search brings its first results only, and takes no page.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub has_pages: bool,
    /// Number of the first page.
    pub page_first: u32,
    /// Longest text that a function other than a search returns, in characters.
    pub function_return_max: Option<u32>,
    /// What gives the model another step within a turn.
    pub chaining: Chaining,
    /// True where a step that would leave the user without a word, or a page of results
    /// without a reader, gives another step unasked (see [`Chaining::Heartbeat`]).
    pub forces_heartbeat: bool,
    /// What plain text without a call means.
    pub plain_text: PlainText,
    /// What stands in the queue before the user first speaks; `None` for an empty queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<Boot>,
    /// What the first reply of a run must be; `None` where any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_reply: Option<FirstReply>,
    /// How blocks stand in message 0.
    #[serde(default, skip_serializing_if = "BlockTags::is_usage")]
    pub block_tags: BlockTags,
    /// True where message 0 tells when working context was last changed.
    #[serde(default, skip_serializing_if = "is_no")]
    pub dates_blocks: bool,
    /// False where the limit of a block is told, and not enforced.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enforces_limits: bool,
    /// What an edit of a block returns.
    #[serde(default, skip_serializing_if = "EditReturn::is_nothing")]
    pub edit_returns: EditReturn,
    /// What a function without a value returns.
    #[serde(default, skip_serializing_if = "Success::is_null")]
    pub success: Success,
    /// Blocks of working context, with their limits and first values.
    pub blocks: Vec<BlockConfig>,
    /// The functions that are declared, in order.
    pub functions: Vec<Function>,
    /// Most search calls a turn, empty ones too; `None` is without limit.
    pub page_ins_max: Option<u32>,
    /// What happens when that budget is spent.
    pub when_spent: WhenSpent,
    /// Most model calls a turn, those for summaries included.
    pub model_calls_max: u32,
    /// False shows the problem before MemGPT: nothing can be stored or fetched.
    pub has_external: bool,
    /// Seed of the random policy and of the scripted model.
    pub seed: u64,
}

/// The named rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSet {
    /// The lesson: five slots, the oldest leaves, the model decides nothing.
    Miniature,
    /// The paper, version 2 (arXiv 2310.08560v2).
    Paper,
    /// The first public code, 12 October 2023 (R0 of docs/MODEL.md).
    #[serde(rename = "memgpt-0.1")]
    MemGpt01,
    /// Releases 0.2.0 to 0.2.9, November and December 2023 (R2).
    #[serde(rename = "memgpt-0.2")]
    MemGpt02,
    /// Releases 0.3.x, January to August 2024 (R3).
    #[serde(rename = "memgpt-0.3")]
    MemGpt03,
    /// Letta 0.6.5, December 2024: the agent that was current as 2025 began (R4).
    #[serde(rename = "letta-2025")]
    Letta2025,
    /// The `letta_v1` agent of Letta 0.16, 2026 (R5).
    #[serde(rename = "letta-2026")]
    Letta2026,
}

/// What the window counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Items; only items take room (decisions: units 1).
    Items,
    /// Tokens, by [`super::tokens::estimate`].
    Tokens,
}

/// The memory-pressure warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// Threshold, in thousandths of the window.
    pub permille: u32,
    /// Which count must reach it.
    #[serde(default, skip_serializing_if = "Counted::is_prompt")]
    pub counts: Counted,
}

/// Which count of tokens a threshold is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// The prompt as it would be now, results of the step included (paper); the threshold
    /// is reached.
    #[default]
    Prompt,
    /// What the last call read and wrote, its results not yet included (`total_tokens` of
    /// the releases); the threshold is exceeded.
    LastCall,
}

/// What stands in the queue before the user first speaks (memgpt.md 1.3): a canned
/// `send_message`, its result, and the event of the first login.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boot {
    /// True where the model then speaks first, without a word of the user's.
    pub speaks_first: bool,
}

/// What the first reply of a run must be (memgpt.md 3.1): one call of one of these
/// functions, with thoughts that hold no braces and do not speak of functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstReply {
    /// Times that the model is asked again, before the turn ends.
    pub retries: u32,
    /// What it may call.
    pub functions: Vec<Function>,
    /// Words that its thoughts may not hold, in lower case.
    pub words: Vec<Arc<str>>,
}

/// How a block stands in message 0 (memgpt.md 1.2, 5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockTags {
    /// `<persona>`
    Plain,
    /// `<persona characters="1170/2000">`
    #[default]
    Usage,
    /// A tag for its length and limit, and one for its value.
    Metadata,
}

/// What an edit of a block returns to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditReturn {
    /// Nothing but success.
    #[default]
    Nothing,
    /// The whole block as it is now.
    Block,
}

/// What a function without a value returns to the model (memgpt.md 2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Success {
    /// `null` (R0).
    #[default]
    Null,
    /// The word `None` (R2 to R4).
    Word,
}

impl Success {
    /// The text of the result; empty for `null`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Null => "",
            Self::Word => "None",
        }
    }

    fn is_null(&self) -> bool {
        *self == Self::Null
    }
}

/// When the queue is flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlushTrigger {
    /// Before a call that would exceed window minus reserve (paper).
    BeforeCall,
    /// After the prompt was refused as too long (releases to 0.3).
    Refusal,
    /// After a step that leaves the prompt beyond this many thousandths of the window, and
    /// after a refusal (Letta since 30 October 2025).
    AfterStep(u32),
}

/// How much leaves in one flush, before the policy says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// How much is to leave.
    pub amount: CutAmount,
    /// The newest messages of the queue that never leave.
    pub keep_last: u32,
    /// True where the last user message never leaves.
    pub keeps_last_user: bool,
    /// Fewest messages, an old summary counted as one, that a summary is made of. Below
    /// that the flush fails: summarising one message gains nothing, for ever (#506).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub folds_min: u32,
    /// True where the cut may leave a result in the queue without its call.
    #[serde(default, skip_serializing_if = "is_no")]
    pub parts_calls: bool,
}

/// How much is to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutAmount {
    /// As few as make room.
    AsNeeded,
    /// Whole groups until this many thousandths of the window have left.
    OfWindow(u32),
    /// This many thousandths of the messages, message 0 not counted, rounded to even at a
    /// half; a cut before a user's message goes behind it (R0).
    OfMessages(u32),
    /// From the front until the next message would exceed this many thousandths of the
    /// queue's tokens; a cut before a user's message goes behind it, and behind results
    /// where calls and results stay together (R2, R3).
    OfQueue(u32),
    /// A tenth more than this many thousandths of all messages, to the last reply of the
    /// model among them, and further tenths until the prompt is smaller than the rest of
    /// the window; where that is not enough, all (R5, `sliding_window`).
    SlidingWindow(u32),
    /// Everything that may leave (R5, `all`).
    All,
}

/// Which message leaves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvictionPolicy {
    /// First in, first out. Tie: lowest id.
    Oldest,
    /// Longest without arriving or being returned in a result page. Tie: lowest id.
    LeastRecentlyUsed,
    /// Drawn with the seed.
    Random,
    /// The model is asked by one extra call `evict(ids)`: the lesson's reading, not in MemGPT.
    ModelChosen,
}

/// The recursive summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryRule {
    /// The length that is asked for, in words.
    pub words: u32,
    /// The role in which it stands in the first slot (memgpt.md 1.5).
    pub role: Role,
}

/// When a message is written to recall storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecallWrite {
    /// As it arrives (MemGPT: write-through).
    OnArrival,
    /// As it leaves the window (the lesson: the item is moved).
    OnEviction,
}

/// How searches match and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchRule {
    /// The whole text is equal (the miniature).
    Exact,
    /// Case-insensitive substring, oldest first (releases to 0.3).
    Substring,
    /// Best match first, integer scores, ties by id.
    Ranked,
}

/// What gives the model another step within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chaining {
    /// `request_heartbeat` in the call, or a failed call.
    Heartbeat,
    /// Any call but the one that speaks to the user (the miniature).
    AnyCall,
}

/// What plain text without a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlainText {
    /// Inner thought: nothing is shown to the user (memgpt.md 2.4).
    Thought,
    /// The reply to the user.
    Reply,
}

/// What happens when the page-in budget of a turn is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhenSpent {
    /// The failure tells the model to answer with what it sees.
    AnswerWithout,
    /// The failure tells the model to say that it does not know.
    SayUnknown,
    /// The turn ends.
    Stop,
}

/// A block of working context at the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockConfig {
    /// `persona` or `human`.
    pub label: Arc<str>,
    /// Limit, in characters.
    pub limit: u32,
    /// First value.
    pub value: Arc<str>,
}

/// What is wrong with settings. Each names the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigProblem {
    /// A number lies outside its range.
    OutOfRange {
        /// The field.
        field: &'static str,
        /// What it was.
        value: u64,
        /// Least value.
        least: u64,
        /// Greatest value.
        most: u64,
    },
    /// A rule that does not go with what the window counts.
    NotForUnit {
        /// The field.
        field: &'static str,
        /// What is counted.
        unit: Unit,
    },
    /// Two blocks have the same label.
    BlockTwice {
        /// The label.
        label: Arc<str>,
    },
    /// A block starts longer than its limit.
    BlockTooLong {
        /// The block.
        label: Arc<str>,
        /// Its length, in characters.
        length: u32,
        /// Its limit, in characters.
        limit: u32,
    },
}

impl Config {
    /// Least and greatest window, in units.
    pub fn window_range(unit: Unit) -> (u32, u32) {
        match unit {
            Unit::Items => (1, 1_000),
            // Eight schemas alone are about 600 tokens (decisions: units 2).
            Unit::Tokens => (1_024, 1_048_576),
        }
    }

    /// The flush line: what the prompt may take at most, in units.
    pub fn prompt_max(&self) -> u32 {
        self.window.saturating_sub(self.reserve)
    }

    /// Units from which the pressure warning is due.
    pub fn warning_at(&self) -> Option<u32> {
        self.warning
            .map(|warning| permille_of(self.window, warning.permille))
    }

    /// Units beyond which a step ends with a flush; `None` where the rule set has none.
    pub fn flush_after_step_at(&self) -> Option<u32> {
        match self.flush_trigger {
            FlushTrigger::AfterStep(permille) => Some(permille_of(self.window, permille)),
            FlushTrigger::BeforeCall | FlushTrigger::Refusal => None,
        }
    }

    /// Units beyond which the queue is flushed, before a call or after a step.
    pub fn flush_line(&self) -> u32 {
        let after_step = self.flush_after_step_at().unwrap_or(u32::MAX);
        self.prompt_max().min(after_step)
    }

    /// Results of this function on a page.
    pub fn page_size_of(&self, function: Function) -> u32 {
        let archival = self
            .archival_page_size
            .filter(|_| function == Function::ArchivalMemorySearch);
        archival.unwrap_or(self.page_size).max(1)
    }

    /// What a block may hold, in characters. Where limits are not enforced this is the
    /// machine's own bound, far beyond any window.
    pub fn limit_of(&self, block: &BlockConfig) -> u32 {
        if self.enforces_limits {
            block.limit
        } else {
            BLOCK_MAX.max(block.limit)
        }
    }

    /// True where schemas have `request_heartbeat`. The lesson's function has it too, since
    /// it is the releases' own; there it changes nothing.
    pub fn shows_heartbeats(&self) -> bool {
        self.chaining == Chaining::Heartbeat || self.unit == Unit::Items
    }

    /// True where functions have this parameter.
    pub fn takes(&self, parameter: &Parameter) -> bool {
        self.has_pages || parameter.name != Function::PAGE
    }

    /// The functions that are really declared: none of external context where there is none.
    pub fn declared(&self) -> impl Iterator<Item = Function> + '_ {
        self.functions
            .iter()
            .copied()
            .filter(|function| self.has_external || !function.needs_external())
    }

    /// Checks ranges and block limits.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), ConfigProblem> {
        let share = |permille| (permille, (1, 1_000));
        let range = |field, value: u32, (least, most): (u32, u32)| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let (value, least, most) = (value.into(), least.into(), most.into());
            Err(ConfigProblem::OutOfRange {
                field,
                value,
                least,
                most,
            })
        };
        range("window", self.window, Self::window_range(self.unit))?;
        range("reserve", self.reserve, (0, self.window / 2))?;
        range("page_size", self.page_size, (1, 100))?;
        range("model_calls_max", self.model_calls_max, (1, 1_000))?;
        if let Some(warning) = self.warning {
            range("warning.permille", warning.permille, (1, 1_000))?;
        }
        let cut = match self.cut.amount {
            CutAmount::AsNeeded | CutAmount::All => None,
            CutAmount::OfWindow(permille)
            | CutAmount::OfMessages(permille)
            | CutAmount::OfQueue(permille)
            | CutAmount::SlidingWindow(permille) => Some(share(permille)),
        };
        if let Some((permille, most)) = cut {
            range("cut.amount", permille, most)?;
        }
        if let FlushTrigger::AfterStep(permille) = self.flush_trigger {
            range("flush_trigger", permille, (1, 1_000))?;
        }
        if let Some(size) = self.archival_page_size {
            range("archival_page_size", size, (1, 100))?;
        }
        if let Some(summary) = self.summary {
            range("summary.words", summary.words, (1, 10_000))?;
        }
        range("page_first", self.page_first, (0, 1))?;
        self.check_unit()?;
        for (index, block) in self.blocks.iter().enumerate() {
            if self.blocks[..index]
                .iter()
                .any(|other| other.label == block.label)
            {
                let label = Arc::clone(&block.label);
                return Err(ConfigProblem::BlockTwice { label });
            }
            let length = block.value.chars().count();
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            if self.enforces_limits && length > block.limit {
                let (label, limit) = (Arc::clone(&block.label), block.limit);
                return Err(ConfigProblem::BlockTooLong {
                    label,
                    length,
                    limit,
                });
            }
        }
        Ok(())
    }

    /// Items are moved to the store one by one as they leave; a queue of tokens is written
    /// through and flushed. A mixture of both would lose messages.
    fn check_unit(&self) -> Result<(), ConfigProblem> {
        let is_items = self.unit == Unit::Items;
        let wrong = [
            (
                "writes",
                is_items != (self.writes == RecallWrite::OnEviction),
            ),
            ("chaining", is_items && self.chaining != Chaining::AnyCall),
            ("warning", is_items && self.warning.is_some()),
            ("summary", is_items && self.summary.is_some()),
            ("boot", is_items && self.boot.is_some()),
            ("first_reply", is_items && self.first_reply.is_some()),
            (
                "flush_trigger",
                is_items && self.flush_trigger != FlushTrigger::BeforeCall,
            ),
        ];
        match wrong.into_iter().find(|(_, is_wrong)| *is_wrong) {
            Some((field, _)) => Err(ConfigProblem::NotForUnit {
                field,
                unit: self.unit,
            }),
            None => Ok(()),
        }
    }
}

/// Longest block where limits are not enforced, in characters: a model that writes on and
/// on fills no memory.
const BLOCK_MAX: u32 = 1_000_000;

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

fn is_no(value: &bool) -> bool {
    !*value
}

fn one() -> u32 {
    1
}

fn is_one(value: &u32) -> bool {
    *value == 1
}

impl Counted {
    fn is_prompt(&self) -> bool {
        *self == Self::Prompt
    }
}

impl BlockTags {
    fn is_usage(&self) -> bool {
        *self == Self::Usage
    }
}

impl EditReturn {
    fn is_nothing(&self) -> bool {
        *self == Self::Nothing
    }
}

/// `permille` thousandths of `whole`, rounded down.
pub(super) fn permille_of(whole: u32, permille: u32) -> u32 {
    let share = u64::from(whole) * u64::from(permille) / 1_000;
    u32::try_from(share).unwrap_or(u32::MAX)
}

impl RuleSet {
    /// All rule sets, simplest first.
    pub const ALL: [Self; 7] = [
        Self::Miniature,
        Self::Paper,
        Self::MemGpt01,
        Self::MemGpt02,
        Self::MemGpt03,
        Self::Letta2025,
        Self::Letta2026,
    ];

    /// Name in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Miniature => "miniature",
            Self::Paper => "paper",
            Self::MemGpt01 => "memgpt-0.1",
            Self::MemGpt02 => "memgpt-0.2",
            Self::MemGpt03 => "memgpt-0.3",
            Self::Letta2025 => "letta-2025",
            Self::Letta2026 => "letta-2026",
        }
    }

    /// The rule set of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

impl EvictionPolicy {
    /// All policies.
    pub const ALL: [Self; 4] = [
        Self::Oldest,
        Self::LeastRecentlyUsed,
        Self::Random,
        Self::ModelChosen,
    ];

    /// Name in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::LeastRecentlyUsed => "least-recently-used",
            Self::Random => "random",
            Self::ModelChosen => "model-chosen",
        }
    }

    /// The policy of that name; `lru` and `fifo` are understood too.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "lru" => Some(Self::LeastRecentlyUsed),
            "fifo" => Some(Self::Oldest),
            "model" => Some(Self::ModelChosen),
            _ => Self::ALL.into_iter().find(|policy| policy.name() == name),
        }
    }
}

impl WhenSpent {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::AnswerWithout, Self::SayUnknown, Self::Stop];

    /// Name in files and links.
    pub fn name(self) -> &'static str {
        match self {
            Self::AnswerWithout => "answer-without",
            Self::SayUnknown => "say-unknown",
            Self::Stop => "stop",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }
}
