//! The settings of an example: those of its rule set, what the file changes of them, and
//! what the person who opens it chose over both.

use std::sync::Arc;

use crate::engine::config::{
    Config, ConfigProblem, CutAmount, EvictionPolicy, RuleSet, SummaryRule, Unit, Warning,
    WhenSpent,
};
use crate::text::Locale;

use super::bilingual::Bilingual;

/// What a file changes of the settings of its rule set. `None` leaves them as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Capacity of main context, in units.
    pub window: Option<u32>,
    /// Room kept for the answer, in units.
    pub reserve: Option<u32>,
    /// Threshold of the warning, in thousandths of the window; `Some(None)` for no warning.
    pub warning: Option<Option<u32>>,
    /// How much leaves in a flush, in thousandths of the window.
    pub cut: Option<u32>,
    /// The newest messages that never leave.
    pub keep_last: Option<u32>,
    /// Which leaves first.
    pub policy: Option<EvictionPolicy>,
    /// Length of the summary, in words.
    pub summary_words: Option<u32>,
    /// Results on a page.
    pub page_size: Option<u32>,
    /// Most search calls a turn; `Some(None)` is without limit.
    pub page_ins_max: Option<Option<u32>>,
    /// What happens when that budget is spent.
    pub when_spent: Option<WhenSpent>,
    /// Most model calls a turn.
    pub model_calls_max: Option<u32>,
    /// With or without external context.
    pub has_external: Option<bool>,
    /// The blocks of working context.
    pub blocks: Vec<BlockOverride>,
}

/// What a file changes of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockOverride {
    /// `persona` or `human`.
    pub label: &'static str,
    /// Limit, in characters.
    pub limit: Option<u32>,
    /// First value.
    pub value: Option<Bilingual<Arc<str>>>,
}

/// What the person who opens an example chose over its own settings: options of `play`,
/// controls of the page, fields of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Another rule set.
    pub rules: Option<RuleSet>,
    /// Which leaves first.
    pub policy: Option<EvictionPolicy>,
    /// Capacity of main context, in units.
    pub window: Option<u32>,
    /// Seed.
    pub seed: Option<u64>,
    /// Most search calls a turn; `Some(None)` is without limit.
    pub page_ins_max: Option<Option<u32>>,
    /// What happens when that budget is spent.
    pub when_spent: Option<WhenSpent>,
    /// With or without external context.
    pub has_external: Option<bool>,
}

impl Overrides {
    /// Puts these into `config`, in the content language. Where the rule set is not the
    /// file's own, numbers that belong to its rules are left out.
    pub(super) fn apply(&self, config: &mut Config, own: RuleSet, locale: Locale) {
        let is_own = config.rules == own;
        if own.config().unit == config.unit {
            put(&mut config.window, self.window);
            put(&mut config.reserve, self.reserve);
        }
        put(&mut config.policy, self.policy);
        put(&mut config.page_ins_max, self.page_ins_max);
        put(&mut config.when_spent, self.when_spent);
        put(&mut config.has_external, self.has_external);
        if is_own {
            put(&mut config.page_size, self.page_size);
            put(&mut config.model_calls_max, self.model_calls_max);
            put(&mut config.cut.keep_last, self.keep_last);
            put(&mut config.cut.amount, self.cut.map(CutAmount::OfWindow));
            let counts = config.warning.map(|rule| rule.counts).unwrap_or_default();
            let warning = self
                .warning
                .map(|permille| permille.map(|permille| Warning { permille, counts }));
            put(&mut config.warning, warning);
            if let (Some(words), Some(rule)) = (self.summary_words, config.summary) {
                config.summary = Some(SummaryRule { words, ..rule });
            }
        }
        for block in &mut config.blocks {
            let changes = self
                .blocks
                .iter()
                .find(|change| *change.label == *block.label);
            if let Some(BlockOverride { limit, value, .. }) = changes {
                put(&mut block.limit, *limit);
                put(
                    &mut block.value,
                    value.as_ref().map(|value| Arc::clone(value.of(locale))),
                );
            }
        }
    }
}

impl Choices {
    /// The settings of a rule set with these in them: a free conversation without a file.
    ///
    /// # Errors
    /// What does not go together, such as a window that the rule set does not allow.
    pub fn config(&self, rules: RuleSet) -> Result<Config, ConfigProblem> {
        let mut config = self.rules.unwrap_or(rules).config();
        self.apply(&mut config);
        config.check()?;
        Ok(config)
    }

    /// Puts these into `config`.
    pub fn apply(&self, config: &mut Config) {
        put(&mut config.policy, self.policy);
        put(&mut config.seed, self.seed);
        put(&mut config.when_spent, self.when_spent);
        put(&mut config.page_ins_max, self.page_ins_max);
        put(&mut config.has_external, self.has_external);
        if let Some(window) = self.window {
            config.window = window;
            // A window that was made smaller keeps room for the answer and for the rest.
            config.reserve = config.reserve.min(window / 2);
        }
    }
}

fn put<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// True where the rule set has blocks, tokens and documents.
pub(super) fn counts_tokens(rules: RuleSet) -> bool {
    rules.config().unit == Unit::Tokens
}

/// The labels of blocks that a file may set.
pub(super) const BLOCK_LABELS: [&str; 2] = ["persona", "human"];
