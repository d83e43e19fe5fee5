//! How the model looks for what it does not see: the history, then the archive, page after
//! page, with words that a search can match, and never the same search twice in a turn.

use serde_json::{Value, json};

use super::lexicon::lexicon;
use super::question::Question;
use super::text::fold;
use super::view::{Done, View, page_lines, page_numbers, string};
use crate::engine::function::Function;

/// Most searches for one question, further pages included.
const SEARCHES_MAX: usize = 9;
/// Most pages that are read of one search.
const PAGES_MAX: i64 = 3;

/// Most text of result pages in one turn, in bytes: a model that fills its own window with
/// pages pushes out the question that it looks for.
const READ_MAX: usize = 3_500;

/// A search to make.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Search {
    /// The function.
    pub function: Function,
    /// Its arguments.
    pub arguments: Value,
    /// What is looked for, for the thoughts.
    pub words: String,
    /// True where it asks for a further page.
    pub is_next_page: bool,
}

/// True where a search of this turn failed at its first page: the budget is spent.
pub(super) fn is_spent(done: &[&Done]) -> bool {
    done.iter().any(|done| {
        let is_first = done.arguments.get("page").is_none();
        done.function.is_some_and(Function::is_search)
            && is_first
            && matches!(done.result, Some((false, _)))
    })
}

/// True where the failure that spent the budget asks to say that one does not know.
pub(super) fn is_to_say_unknown(done: &[&Done]) -> bool {
    spent_words(done).is_some_and(|words| {
        let words = fold(words);
        words.contains("no lo sabes") || words.contains("not know")
    })
}

/// The text of the failure that spent the budget.
fn spent_words<'a>(done: &[&'a Done]) -> Option<&'a str> {
    done.iter().rev().find_map(|done| match &done.result {
        Some((false, text)) if done.function.is_some_and(Function::is_search) => {
            Some(text.as_str())
        }
        _ => None,
    })
}

/// The next search for the question, or `None` where all was tried.
pub(super) fn next(view: &View, question: &Question, done: &[&Done]) -> Option<Search> {
    let searches: Vec<&Done> = done
        .iter()
        .copied()
        .filter(|done| done.function.is_some_and(Function::is_search))
        .collect();
    if searches.len() >= SEARCHES_MAX || is_spent(done) {
        return None;
    }
    let queries = queries(question);
    let read: usize = searches
        .iter()
        .filter_map(|done| done.result.as_ref())
        .map(|(_, text)| text.len())
        .sum();
    let mut stores = [Function::ConversationSearch, Function::ArchivalMemorySearch];
    if question.archive_first {
        stores.reverse();
    }
    for store in stores.into_iter().filter(|store| view.has(*store)) {
        let most = if (store == Function::ArchivalMemorySearch) == question.archive_first {
            3
        } else {
            2
        };
        let mut has_hits = false;
        for (index, query) in queries.iter().take(most).enumerate() {
            // A single word finds nothing new where the same words together found something,
            // unless it is a synonym.
            if index > 0 && has_hits && queries[0].contains(query.as_str()) {
                continue;
            }
            let made: Vec<&&Done> = searches
                .iter()
                .filter(|done| {
                    done.function == Some(store) && string(&done.arguments, "query") == *query
                })
                .collect();
            let Some(last) = made.last() else {
                return Some(Search {
                    function: store,
                    arguments: json!({ "query": query, "request_heartbeat": true }),
                    words: query.clone(),
                    is_next_page: false,
                });
            };
            has_hits |= made.iter().any(
                |done| matches!(&done.result, Some((true, text)) if page_lines(text).is_some()),
            );
            if let Some((true, text)) = &last.result
                && let Some((page, last_page)) = page_numbers(text)
                && page < last_page
                && (made.len() as i64) < PAGES_MAX
                && read < READ_MAX
            {
                let arguments =
                    json!({ "query": query, "page": page + 1, "request_heartbeat": true });
                return Some(Search {
                    function: store,
                    arguments,
                    words: query.clone(),
                    is_next_page: true,
                });
            }
        }
    }
    None
}

/// What to search with, one after another: all words, the most telling one, a synonym.
fn queries(question: &Question) -> Vec<String> {
    let mut queries: Vec<String> = Vec::new();
    let mut add = |query: String| {
        if !query.trim().is_empty() && !queries.contains(&query) {
            queries.push(query);
        }
    };
    add(question.search.join(" "));
    if question.search.len() > 1 {
        add(question.search[0].clone());
    }
    let telling = question
        .hard
        .iter()
        .find(|term| Some(&term.typed) == question.search.first());
    if let Some(idea) = telling.and_then(|term| term.idea) {
        let own = telling.map_or("", |term| term.word.as_str());
        let synonym = lexicon()
            .words(idea, question.language)
            .iter()
            .find(|word| {
                let stem: String = own.chars().take(4).collect();
                !word.starts_with(&stem)
            });
        if let Some(synonym) = synonym {
            add(synonym.clone());
        }
    }
    queries
}
