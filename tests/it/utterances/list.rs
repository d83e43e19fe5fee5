//! The utterances of decisions 20: free conversation is bounded by them. Each has what the
//! model sees, and the edit, the search or the answer that is expected.

use memgpt_playground::engine::function::Function;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::window::{Played, Window};

/// At least this share must be right, in hundredths (decisions 20).
const RIGHT_LEAST: usize = 95;
/// At least as many in each language (decisions 20).
const UTTERANCES_LEAST: usize = 75;

/// One utterance with what it meets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Utterance {
    /// What the user says.
    say: String,
    /// Lines of the user's block.
    #[serde(default)]
    human: Vec<String>,
    /// Lines of the agent's block.
    #[serde(default)]
    persona: Vec<String>,
    #[serde(default)]
    summary: Option<String>,
    /// The queue before: `user: …` or `agent: …`.
    #[serde(default)]
    queue: Vec<String>,
    /// Earlier messages that only recall storage has: `user: …` or `agent: …`.
    #[serde(default)]
    recall: Vec<String>,
    #[serde(default)]
    archive: Vec<String>,
    /// True without external store.
    #[serde(default)]
    blind: bool,
    /// Edits: `append human`, `replace human`, `append persona`, `insert`; then texts that
    /// the arguments hold.
    #[serde(default)]
    edits: Vec<Vec<String>>,
    /// Words that searches look for, together.
    #[serde(default)]
    search: Vec<String>,
    /// Texts that the answer holds, accents and case aside; `a|b` is either.
    #[serde(default)]
    answer: Vec<String>,
    /// Texts that the answer must not hold.
    #[serde(default)]
    never: Vec<String>,
}

fn plain(text: &str) -> String {
    let base = |letter: char| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        '’' => '\'',
        other => other,
    };
    text.to_lowercase().chars().map(base).collect()
}

fn holds(text: &str, wanted: &str) -> bool {
    wanted
        .split('|')
        .any(|either| plain(text).contains(&plain(either)))
}

impl Utterance {
    fn window(&self, language: &str) -> Window {
        let mut window = Window::new(language);
        if self.blind {
            window = window.without_store();
        }
        window.human = self.human.join("\n");
        window.persona = self.persona.join("\n");
        window.summary.clone_from(&self.summary);
        for line in &self.queue {
            match line.split_once(": ").unwrap() {
                ("agent", text) => window.agent(text),
                (_, text) => window.user(text),
            }
        }
        let told = |line: &String| {
            let (role, text) = line.split_once(": ").unwrap();
            (
                if role == "agent" { "assistant" } else { "user" }.to_owned(),
                text.to_owned(),
            )
        };
        window.recall = self.recall.iter().map(told).collect();
        window.archival.clone_from(&self.archive);
        window
    }

    /// What is wrong with what was made of it; empty where all is right.
    fn problems(&self, played: &Played) -> Vec<String> {
        let mut problems = played.faults.clone();
        for wanted in &self.edits {
            if !played
                .edits()
                .any(|(function, arguments)| is_edit(wanted, *function, arguments))
            {
                problems.push(format!("no edit {wanted:?}"));
            }
        }
        if self.edits.is_empty() && played.edits().next().is_some() {
            problems.push("an edit that nobody wants".to_owned());
        }
        if played.edits().count() > self.edits.len() {
            problems.push("an edit too many".to_owned());
        }
        let queries: Vec<String> = played
            .searches()
            .map(|(_, arguments)| Value::from(arguments.clone()).to_string())
            .collect();
        for wanted in &self.search {
            if !holds(&queries.join(" "), wanted) {
                problems.push(format!("no search for {wanted}"));
            }
        }
        if self.search.is_empty() && !queries.is_empty() {
            problems.push("a search that nobody wants".to_owned());
        }
        let words = played.words();
        if played.said.len() != 1 {
            problems.push(format!("{} messages to the user", played.said.len()));
        }
        problems.extend(
            self.answer
                .iter()
                .filter(|wanted| !holds(&words, wanted))
                .map(|wanted| format!("no “{wanted}”")),
        );
        problems.extend(
            self.never
                .iter()
                .filter(|wanted| holds(&words, wanted))
                .map(|wanted| format!("“{wanted}” is said")),
        );
        problems
    }
}

fn is_edit(wanted: &[String], function: Function, arguments: &Map<String, Value>) -> bool {
    let (kind, parts) = wanted.split_first().unwrap();
    let block = arguments
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let made = match function {
        Function::CoreMemoryAppend => format!("append {block}"),
        Function::CoreMemoryReplace => format!("replace {block}"),
        Function::ArchivalMemoryInsert => "insert".to_owned(),
        other => other.wire().to_owned(),
    };
    let text = |name: &str| {
        arguments
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let new = text("content") + &text("new_content");
    made == *kind
        && parts.iter().all(|part| match part.strip_prefix("old:") {
            Some(old) => holds(&text("old_content"), old),
            None => holds(&new, part),
        })
}

fn check(language: &str, file: &str) {
    let utterances: Vec<Utterance> = serde_json::from_str(file).unwrap();
    assert!(
        utterances.len() >= UTTERANCES_LEAST,
        "only {} utterances",
        utterances.len()
    );
    let mut wrong = Vec::new();
    for utterance in &utterances {
        let played = utterance.window(language).say(&utterance.say);
        let problems = utterance.problems(&played);
        if !problems.is_empty() {
            wrong.push(format!(
                "{}\n    {}\n    said: {}\n    calls: {:?}",
                utterance.say,
                problems.join("; "),
                played.words(),
                played.calls
            ));
        }
    }
    let right = utterances.len() - wrong.len();
    println!(
        "{language}: {right} of {} right\n{}",
        utterances.len(),
        wrong.join("\n")
    );
    assert!(
        right * 100 >= RIGHT_LEAST * utterances.len(),
        "{language}: {right} of {} right\n{}",
        utterances.len(),
        wrong.join("\n")
    );
}

#[test]
fn spanish_utterances_are_understood() {
    check("es", include_str!("../../utterances/es.json"));
}

#[test]
fn english_utterances_are_understood() {
    check("en", include_str!("../../utterances/en.json"));
}
