//! The settings of a run. Every number of a rule set is a value of this type,
//! so that a release is a constant and not a branch.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::function::Function;
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
    /// Results on a page; from 1.
    pub page_size: u32,
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
}

/// When the queue is flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlushTrigger {
    /// Before a call that would exceed window minus reserve (paper).
    BeforeCall,
    /// After the prompt was refused as too long (releases to 0.3).
    Refusal,
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
}

/// How much is to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutAmount {
    /// As few as make room.
    AsNeeded,
    /// Whole groups until this many thousandths of the window have left.
    OfWindow(u32),
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
        if let CutAmount::OfWindow(permille) = self.cut.amount {
            range("cut.amount", permille, (1, 1_000))?;
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
            if length > block.limit {
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

/// `permille` thousandths of `whole`, rounded down.
pub(super) fn permille_of(whole: u32, permille: u32) -> u32 {
    let share = u64::from(whole) * u64::from(permille) / 1_000;
    u32::try_from(share).unwrap_or(u32::MAX)
}

impl RuleSet {
    /// All rule sets, simplest first.
    pub const ALL: [Self; 2] = [Self::Miniature, Self::Paper];

    /// Name in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Miniature => "miniature",
            Self::Paper => "paper",
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
