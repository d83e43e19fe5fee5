//! From a file to an example: every field read, everything that refers to something
//! else looked up, all problems found in one go.

use std::sync::Arc;

use serde_json::Value;

use crate::engine::config::{EvictionPolicy, RuleSet, WhenSpent};
use crate::engine::event::Happening;
use crate::engine::timestamp::Timestamp;
use crate::misread::Misread;
use crate::text::Locale;

use super::bilingual::Bilingual;
use super::example::{Fact, FoundIn, Question, Scenario, ScenarioDocument, Turn};
use super::file::decode;
use super::limits::{
    BYTES_MAX, DOCUMENTS_MAX, ENTRIES_MAX, INTERVAL_MAX, PASSAGES_MAX, SEED_MAX, TEXT_MAX,
    TITLE_MAX, TURNS_MAX,
};
use super::mark::Mark;
use super::passages::split;
use super::problems::{Problem, ProblemKind, Problems};
use super::raw::{Fields, Node, shortened};
use super::replies;
use super::settings::{self, BLOCK_LABELS, BlockOverride, Choices, Overrides};

/// The version of the format that is read.
pub const FORMAT: u64 = 1;

/// Moment of the first turn where a file gives none.
const START: &str = "2026-01-05 09:00";

/// Seconds from one turn to the next where a file gives none.
const INTERVAL: u32 = 60;

/// An example, and what its author should know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The example.
    pub scenario: Scenario,
    /// Warnings only.
    pub warnings: Vec<Problem>,
}

/// Reads an example.
///
/// # Errors
/// All problems of the file, in its order, warnings among them.
pub fn read(bytes: &[u8]) -> Result<Checked, Vec<Problem>> {
    let whole = |what| {
        let path = String::new();
        vec![Problem { path, what }]
    };
    let text = decode(bytes, BYTES_MAX).map_err(whole)?;
    let value: Value = serde_json::from_str(text).map_err(|error| whole(not_json(&error)))?;
    let mut problems = Problems::default();
    let scenario = scenario(&Node::root(&value), &mut problems);
    let is_fault = problems.is_fault();
    match scenario {
        Some(scenario) if !is_fault => {
            let warnings = problems.into_list();
            Ok(Checked { scenario, warnings })
        }
        _ => Err(problems.into_list()),
    }
}

fn not_json(error: &serde_json::Error) -> ProblemKind {
    let Misread {
        line,
        column,
        reason,
    } = error.into();
    ProblemKind::NotJson {
        line,
        column,
        reason,
    }
}

const FIELDS: [&str; 19] = [
    "format",
    "id",
    "title",
    "about",
    "note",
    "rules",
    "config",
    "seed",
    "start",
    "interval",
    "documents",
    "turns",
    "facts",
    "questions",
    "marks",
    "opens_at",
    "suggestions",
    "next",
    "$schema",
];

fn scenario(root: &Node<'_>, problems: &mut Problems) -> Option<Scenario> {
    let fields = root.fields(&FIELDS, problems)?;
    format(&fields, problems)?;
    let id = fields
        .required("id", problems)
        .and_then(|node| node.name(problems));
    let title = fields
        .required("title", problems)
        .and_then(|node| node.both(TITLE_MAX, problems));
    let about = fields
        .field("about")
        .and_then(|node| node.both(TEXT_MAX, problems));
    let note = fields
        .field("note")
        .and_then(|node| node.both(TEXT_MAX, problems));
    let rules = fields
        .required("rules", problems)
        .and_then(|node| node.one_of(&RuleSet::ALL, RuleSet::name, problems));
    let overrides = match (fields.field("config"), rules) {
        (Some(node), Some(rules)) => overrides(&node, rules, problems).unwrap_or_default(),
        _ => Overrides::default(),
    };
    let seed = fields
        .field("seed")
        .and_then(|node| node.number(0, SEED_MAX, problems));
    let start = fields
        .field("start")
        .and_then(|node| moment(&node, problems));
    let start = start
        .or_else(|| Timestamp::parse(START))
        .unwrap_or_default();
    let interval = fields
        .field("interval")
        .and_then(|node| node.number(0, INTERVAL_MAX, problems))
        .and_then(|seconds| u32::try_from(seconds).ok());
    let interval = interval.unwrap_or(INTERVAL);
    let documents = fields.field("documents");
    if let (Some(node), Some(false)) = (&documents, rules.map(settings::counts_tokens)) {
        problems.add(&node.path, ProblemKind::NotInMiniature);
    }
    let turns = fields
        .required("turns", problems)
        .map(|node| turns(&node, (start, interval), problems))
        .unwrap_or_default();
    // Without a single turn the list itself was refused: nothing is known of what refers to it.
    let known = if turns.is_empty() {
        TURNS_MAX
    } else {
        turns.len()
    };
    let known = u32::try_from(known).unwrap_or(u32::MAX);
    let documents = documents
        .map(|node| all_documents(&node, known, problems))
        .unwrap_or_default();
    let facts = fields
        .field("facts")
        .map(|node| facts(&node, known, problems))
        .unwrap_or_default();
    let questions = fields
        .field("questions")
        .map(|node| node.list(ENTRIES_MAX, problems))
        .unwrap_or_default();
    let questions = questions
        .iter()
        .filter_map(|node| question(node, (&turns, known), &facts, problems))
        .collect();
    let marks = fields
        .field("marks")
        .map(|node| marks(&node, problems))
        .unwrap_or_default();
    let opens_at = fields.field("opens_at").and_then(|node| {
        let name = node.name(problems)?;
        if !marks.iter().any(|(mark, _)| &**mark == name) {
            problems.add(
                &node.path,
                ProblemKind::UnknownReference { id: name.into() },
            );
        }
        Some(Arc::from(name))
    });
    let suggestions = fields
        .field("suggestions")
        .and_then(|node| node.both_lists(ENTRIES_MAX, TEXT_MAX, problems));
    let next = fields
        .field("next")
        .and_then(|node| node.name(problems))
        .map(Arc::from);
    let scenario = Scenario {
        id: id?.into(),
        title: title?,
        about,
        note,
        rules: rules?,
        overrides,
        seed,
        start,
        interval,
        documents,
        turns,
        facts,
        questions,
        marks,
        opens_at,
        suggestions: suggestions.unwrap_or_default(),
        next,
    };
    if !problems.is_fault() {
        check_settings(&scenario, problems);
    }
    Some(scenario)
}

/// The format number comes first: a file of another version is not judged further.
fn format(fields: &Fields<'_>, problems: &mut Problems) -> Option<()> {
    let node = fields.required("format", problems)?;
    if node.value.as_u64() == Some(FORMAT) {
        return Some(());
    }
    let found = shortened(&node.value.to_string());
    let known = FORMAT;
    problems.add(&node.path, ProblemKind::OtherFormat { found, known });
    None
}

fn check_settings(scenario: &Scenario, problems: &mut Problems) {
    for locale in Locale::ALL {
        if let Err(problem) = scenario.config(&Choices::default(), locale) {
            problems.add("config", ProblemKind::Settings(problem));
            return;
        }
    }
}

fn overrides(node: &Node<'_>, rules: RuleSet, problems: &mut Problems) -> Option<Overrides> {
    const KNOWN: [&str; 13] = [
        "window",
        "reserve",
        "warning",
        "cut",
        "keep_last",
        "policy",
        "summary_words",
        "page_size",
        "page_ins_max",
        "when_spent",
        "model_calls_max",
        "has_external",
        "blocks",
    ];
    let fields = node.fields(&KNOWN, problems)?;
    let is_miniature = !settings::counts_tokens(rules);
    for name in ["reserve", "warning", "cut", "summary_words", "blocks"] {
        if let Some(node) = fields.field(name).filter(|_| is_miniature) {
            problems.add(&node.path, ProblemKind::NotInMiniature);
        }
    }
    let number = |name, least, most, problems: &mut Problems| {
        fields
            .field(name)
            .and_then(|node| node.number_u32(least, most, problems))
    };
    let or_none = |name, most, problems: &mut Problems| {
        let node = fields.field(name)?;
        if node.is_null() {
            return Some(None);
        }
        node.number_u32(0, most, problems).map(Some)
    };
    Some(Overrides {
        window: number("window", 1, u32::MAX, problems),
        reserve: number("reserve", 0, u32::MAX, problems),
        warning: or_none("warning", 1_000, problems),
        cut: number("cut", 1, 1_000, problems),
        keep_last: number("keep_last", 0, 1_000, problems),
        policy: fields
            .field("policy")
            .and_then(|node| node.one_of(&EvictionPolicy::ALL, EvictionPolicy::name, problems)),
        summary_words: number("summary_words", 1, 1_000, problems),
        page_size: number("page_size", 1, 100, problems),
        page_ins_max: or_none("page_ins_max", 1_000, problems),
        when_spent: fields
            .field("when_spent")
            .and_then(|node| node.one_of(&WhenSpent::ALL, WhenSpent::name, problems)),
        model_calls_max: number("model_calls_max", 1, 1_000, problems),
        has_external: fields
            .field("has_external")
            .and_then(|node| node.boolean(problems)),
        blocks: fields
            .field("blocks")
            .and_then(|node| blocks(&node, problems))
            .unwrap_or_default(),
    })
}

fn blocks(node: &Node<'_>, problems: &mut Problems) -> Option<Vec<BlockOverride>> {
    let fields = node.fields(&BLOCK_LABELS, problems)?;
    let block = |label: &'static str| {
        let fields = fields.field(label)?.fields(&["limit", "value"], problems)?;
        let limit = fields.field("limit");
        let limit = limit.and_then(|node| node.number_u32(1, 1_000_000, problems));
        let value = fields
            .field("value")
            .and_then(|node| node.both(TEXT_MAX, problems));
        Some(BlockOverride {
            label,
            limit,
            value,
        })
    };
    Some(BLOCK_LABELS.into_iter().filter_map(block).collect())
}

fn moment(node: &Node<'_>, problems: &mut Problems) -> Option<Timestamp> {
    let text = node.text(TITLE_MAX, problems)?;
    let moment = Timestamp::parse(text);
    if moment.is_none() {
        let text = shortened(text);
        problems.add(&node.path, ProblemKind::BadMoment { text });
    }
    moment
}

fn all_documents(node: &Node<'_>, turns: u32, problems: &mut Problems) -> Vec<ScenarioDocument> {
    let nodes = node.list(DOCUMENTS_MAX, problems);
    nodes
        .iter()
        .filter_map(|node| document(node, turns, problems))
        .collect()
}

fn document(node: &Node<'_>, turns: u32, problems: &mut Problems) -> Option<ScenarioDocument> {
    const KNOWN: [&str; 6] = [
        "title",
        "passages",
        "text",
        "is_announced",
        "before_turn",
        "replies",
    ];
    let fields = node.fields(&KNOWN, problems)?;
    let title = fields
        .required("title", problems)
        .and_then(|node| node.both(TITLE_MAX, problems));
    let passages = match fields.field("text") {
        Some(node) => whole_text(&node, problems),
        None => own_passages(&fields.required("passages", problems)?, problems),
    };
    let is_announced = fields
        .field("is_announced")
        .and_then(|node| node.boolean(problems));
    let is_announced = is_announced.unwrap_or(false);
    let before_turn = fields
        .field("before_turn")
        .and_then(|node| node.number_u32(1, turns, problems));
    let replies = fields.field("replies");
    if let Some(node) = replies.as_ref().filter(|_| !is_announced) {
        problems.add(&node.path, ProblemKind::NotAnnounced);
    }
    let replies = replies.map(|node| replies::read(&node, problems));
    Some(ScenarioDocument {
        title: title?,
        passages,
        is_announced,
        before_turn: before_turn.unwrap_or(1),
        replies: replies.unwrap_or_default(),
    })
}

/// Passages as the author cut them.
fn own_passages(node: &Node<'_>, problems: &mut Problems) -> Bilingual<Vec<Arc<str>>> {
    let nodes = node.list(PASSAGES_MAX, problems);
    if nodes.is_empty() {
        problems.add(&node.path, ProblemKind::EmptyText);
    }
    let mut passages = Bilingual::<Vec<Arc<str>>>::default();
    for node in &nodes {
        if let Some(text) = node.both(TEXT_MAX, problems) {
            passages.es.push(text.es);
            passages.en.push(text.en);
        }
    }
    passages
}

/// The passages of one text.
fn whole_text(node: &Node<'_>, problems: &mut Problems) -> Bilingual<Vec<Arc<str>>> {
    let cut = |text: &str| split(text).into_iter().map(Arc::from).collect();
    let text = node.both(BYTES_MAX, problems);
    text.map_or_else(Bilingual::default, |text| Bilingual {
        es: cut(&text.es),
        en: cut(&text.en),
    })
}

fn turns(
    node: &Node<'_>,
    (start, interval): (Timestamp, u32),
    problems: &mut Problems,
) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut before: Option<Timestamp> = None;
    for node in node.list(TURNS_MAX, problems) {
        let planned = before.map_or(start, |before| before.later(interval));
        let Some(fields) = node.fields(&["at", "session", "user", "replies"], problems) else {
            continue;
        };
        let given = fields.field("at").and_then(|node| {
            let at = moment(&node, problems)?;
            if at < before.unwrap_or(start) {
                problems.add(&node.path, ProblemKind::MomentGoesBack);
            }
            Some(at)
        });
        let at = given.unwrap_or(planned);
        before = Some(at);
        let session = fields
            .field("session")
            .and_then(|node| node.both(TITLE_MAX, problems));
        let user = fields
            .required("user", problems)
            .and_then(|node| node.both(TEXT_MAX, problems));
        let replies = fields
            .field("replies")
            .map(|node| replies::read(&node, problems));
        let replies = replies.unwrap_or_default();
        // A turn with a fault keeps its number, so that what refers to turns is judged rightly.
        let user = user.unwrap_or_else(|| Bilingual::same("".into()));
        turns.push(Turn {
            at,
            session,
            user,
            replies,
        });
    }
    turns
}

fn facts(node: &Node<'_>, turns: u32, problems: &mut Problems) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for node in node.list(ENTRIES_MAX, problems) {
        if let Some(fact) = fact(&node, turns, &facts, problems) {
            facts.push(fact);
        }
    }
    facts
}

fn fact(node: &Node<'_>, turns: u32, known: &[Fact], problems: &mut Problems) -> Option<Fact> {
    let fields = node.fields(&["id", "turn", "text", "replaces"], problems)?;
    let id = fields.required("id", problems).and_then(|node| {
        let id = node.name(problems)?;
        if known.iter().any(|fact| &*fact.id == id) {
            problems.add(&node.path, ProblemKind::Duplicate { id: id.into() });
        }
        Some(id)
    });
    let turn = fields
        .required("turn", problems)
        .and_then(|node| node.number_u32(0, turns, problems));
    let text = fields
        .required("text", problems)
        .and_then(|node| node.both(TEXT_MAX, problems));
    let replaces = fields.field("replaces").and_then(|node| {
        let id = node.name(problems)?;
        needed(&node, id, turn, known, problems);
        Some(Arc::from(id))
    });
    // A fact with a fault keeps its id, so that what refers to it is judged rightly.
    Some(Fact {
        id: id?.into(),
        turn: turn.unwrap_or(0),
        text: text.unwrap_or_else(|| Bilingual::same("".into())),
        replaces,
    })
}

/// Checks that a fact exists and is said before `turn`.
fn needed(node: &Node<'_>, id: &str, turn: Option<u32>, facts: &[Fact], problems: &mut Problems) {
    match (facts.iter().find(|fact| &*fact.id == id), turn) {
        (None, _) => problems.add(&node.path, ProblemKind::UnknownReference { id: id.into() }),
        (Some(fact), Some(turn)) if fact.turn >= turn => {
            let (id, turn) = (id.to_owned(), fact.turn);
            problems.add(&node.path, ProblemKind::TooEarly { id, turn });
        }
        _ => {}
    }
}

fn question(
    node: &Node<'_>,
    (turns, known): (&[Turn], u32),
    facts: &[Fact],
    problems: &mut Problems,
) -> Option<Question> {
    let fields = node.fields(&["turn", "needs", "found_in", "accept"], problems)?;
    let turn = fields.required("turn", problems).and_then(|node| {
        let turn = node.number_u32(1, known, problems)?;
        let asked = turns.get(turn as usize - 1);
        if asked.is_some_and(|turn| !turn.replies.is_empty()) {
            problems.add(&node.path, ProblemKind::ScriptedAnswer);
        }
        Some(turn)
    });
    let needs = fields
        .field("needs")
        .map(|node| node.list(ENTRIES_MAX, problems));
    let needs: Vec<Arc<str>> = needs
        .unwrap_or_default()
        .iter()
        .filter_map(|node| {
            let id = node.name(problems)?;
            needed(node, id, turn, facts, problems);
            Some(Arc::from(id))
        })
        .collect();
    let found_in = fields
        .field("found_in")
        .and_then(|node| node.one_of(&FoundIn::ALL, FoundIn::name, problems));
    let accept = fields.required("accept", problems).and_then(|node| {
        let accept = node.both_lists(ENTRIES_MAX, TEXT_MAX, problems)?;
        if accept.es.is_empty() || accept.en.is_empty() {
            problems.add(&node.path, ProblemKind::EmptyText);
        }
        Some(accept)
    });
    Some(Question {
        turn: turn?,
        needs,
        found_in,
        accept: accept?,
    })
}

fn marks(node: &Node<'_>, problems: &mut Problems) -> Vec<(Arc<str>, Bilingual<Mark>)> {
    let mut marks = Vec::new();
    for (name, node) in node.entries(ENTRIES_MAX, problems) {
        if !super::raw::is_name(name) {
            let name = shortened(name);
            problems.add(&node.path, ProblemKind::BadName { name });
            continue;
        }
        let Some(texts) = node.both(TITLE_MAX, problems) else {
            continue;
        };
        let es = mark(&node.path, &texts.es, problems);
        let en = if texts.es == texts.en {
            es.clone()
        } else {
            mark(&node.path, &texts.en, problems)
        };
        if let (Some(es), Some(en)) = (es, en) {
            marks.push((name.into(), Bilingual { es, en }));
        }
    }
    marks
}

fn mark(path: &str, text: &str, problems: &mut Problems) -> Option<Mark> {
    let Ok(mark) = text.parse::<Mark>() else {
        let text = shortened(text);
        problems.add(path, ProblemKind::BadAddress { text });
        return None;
    };
    if !Happening::KINDS.contains(&mark.kind()) {
        let name = shortened(mark.kind());
        let known = Happening::KINDS.to_vec();
        problems.add(path, ProblemKind::UnknownName { name, known });
        return None;
    }
    Some(mark)
}
