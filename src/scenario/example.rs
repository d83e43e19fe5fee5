//! An example: what was read from a file and found to be right.

use std::sync::Arc;

use crate::engine::config::{Config, ConfigProblem, RuleSet};
use crate::engine::timestamp::Timestamp;
use crate::text::Locale;

use super::bilingual::Bilingual;
use super::mark::Mark;
use super::script::ScriptedReply;
use super::settings::{Choices, Overrides};

/// A conversation that can be run: settings, documents, turns, and what to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Name in links.
    pub id: Arc<str>,
    /// Name on the page.
    pub title: Bilingual<Arc<str>>,
    /// One sentence that says what to look at.
    pub about: Option<Bilingual<Arc<str>>>,
    /// One more thing to know.
    pub note: Option<Bilingual<Arc<str>>>,
    /// The rule set.
    pub rules: RuleSet,
    /// What it changes of the rule set's settings.
    pub overrides: Overrides,
    /// Seed; `None` for that of the rule set.
    pub seed: Option<u64>,
    /// Moment of the first turn.
    pub start: Timestamp,
    /// From one turn to the next, in seconds, where the turn gives no moment.
    pub interval: u32,
    /// What the user puts into archival storage.
    pub documents: Vec<ScenarioDocument>,
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// What can be known, and where it was said.
    pub facts: Vec<Fact>,
    /// What is asked about it.
    pub questions: Vec<Question>,
    /// Names for places of the run.
    pub marks: Vec<(Arc<str>, Bilingual<Mark>)>,
    /// The mark at which the page opens.
    pub opens_at: Option<Arc<str>>,
    /// Questions to click.
    pub suggestions: Bilingual<Vec<Arc<str>>>,
    /// The example to try next.
    pub next: Option<Arc<str>>,
}

/// A document in archival storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioDocument {
    /// Its title.
    pub title: Bilingual<Arc<str>>,
    /// Its passages, in order.
    pub passages: Bilingual<Vec<Arc<str>>>,
    /// True where the model is told of it.
    pub is_announced: bool,
    /// The turn before which it is given, from 1.
    pub before_turn: u32,
    /// What the scripted model answers when it is told, call by call.
    pub replies: Vec<Bilingual<ScriptedReply>>,
}

/// One turn of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When the user speaks.
    pub at: Timestamp,
    /// Name of the session that begins here.
    pub session: Option<Bilingual<Arc<str>>>,
    /// What the user says.
    pub user: Bilingual<Arc<str>>,
    /// What the scripted model answers, call by call; empty for free conversation.
    pub replies: Vec<Bilingual<ScriptedReply>>,
}

/// Something that the conversation tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub id: Arc<str>,
    /// The turn in which it is said, from 1; 0 for a document.
    pub turn: u32,
    /// The fact.
    pub text: Bilingual<Arc<str>>,
    /// The fact that it replaces.
    pub replaces: Option<Arc<str>>,
}

/// A turn that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The turn, from 1.
    pub turn: u32,
    /// The facts that are needed; none where nobody ever said it.
    pub needs: Vec<Arc<str>>,
    /// Where the answer is when it is asked, under the file's own settings.
    pub found_in: Option<FoundIn>,
    /// What the answer must contain: one of these, in any case of letters.
    pub accept: Bilingual<Vec<Arc<str>>>,
}

/// Where an answer is when its question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundIn {
    /// In working context.
    WorkingContext,
    /// Still in the queue.
    Queue,
    /// In the recursive summary: an echo.
    Summary,
    /// Only in recall storage.
    Recall,
    /// Only in archival storage.
    Archival,
    /// Nowhere.
    Nowhere,
}

impl FoundIn {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::WorkingContext,
        Self::Queue,
        Self::Summary,
        Self::Recall,
        Self::Archival,
        Self::Nowhere,
    ];

    /// Name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::WorkingContext => "working-context",
            Self::Queue => "queue",
            Self::Summary => "summary",
            Self::Recall => "recall",
            Self::Archival => "archival",
            Self::Nowhere => "nowhere",
        }
    }

    /// True where the answer can only be had by a search.
    pub fn is_external(self) -> bool {
        matches!(self, Self::Recall | Self::Archival)
    }
}

impl Scenario {
    /// All settings of a run of this example, in the content language.
    ///
    /// # Errors
    /// What does not go together, such as a window that the rule set does not allow.
    pub fn config(&self, choices: &Choices, locale: Locale) -> Result<Config, ConfigProblem> {
        let mut config = choices.rules.unwrap_or(self.rules).config();
        self.overrides.apply(&mut config, self.rules, locale);
        if let Some(seed) = self.seed {
            config.seed = seed;
        }
        choices.apply(&mut config);
        config.check()?;
        Ok(config)
    }

    /// The place that a mark names, in the content language.
    pub fn mark(&self, name: &str, locale: Locale) -> Option<&Mark> {
        let found = self.marks.iter().find(|(mark, _)| &**mark == name);
        found.map(|(_, mark)| mark.of(locale))
    }
}
