//! The scripted model: a real agent over the same interface as a live one, that needs
//! nothing. It is given the request and knows nothing else: what is not in there it must
//! look up by calling a function, and what it cannot look up it does not know.
//!
//! A scenario may give it a step to follow; otherwise it converses freely in Spanish and
//! English. It is no AI: it reads clauses with word lists and rules, all of them in `data/`
//! and in the files beside this one.
//!
//! | file | what it does |
//! | --- | --- |
//! | `view` | takes the request apart |
//! | `text`, `language`, `lexicon`, `spanish`, `english` | words and what they mean |
//! | `clause`, `person`, `reword` | what a clause says, and the same seen from elsewhere |
//! | `notes`, `persona`, `question`, `talk`, `acts` | what a message wants |
//! | `edits`, `lookup`, `evidence`, `answer`, `turn` | what is done about it |
//! | `pressure`, `summary`, `eviction`, `miniature`, `together` | what the machine asks for |

mod acts;
mod answer;
mod clause;
mod dates;
mod edits;
mod english;
mod eviction;
mod evidence;
mod language;
mod lexicon;
mod lookup;
mod miniature;
mod notes;
mod person;
mod persona;
mod phrases;
mod pressure;
mod question;
mod reword;
mod spanish;
mod step;
mod summary;
mod talk;
mod text;
mod together;
mod turn;
mod view;

pub use language::Language;
pub use step::ScriptStep;

use serde_json::json;

use crate::engine::function::Function;
use crate::engine::reply::{Reply, Request};
use phrases::Draw;
use view::{Task, View};

/// Longest summary, in words, whatever is asked for.
const SUMMARY_WORDS_MAX: usize = 500;

/// The reply to a request. `script` is the step that the scenario's author wrote for this
/// call, if any; it is followed where it can be, else the model converses freely. `seed`
/// draws among sentences and among equals; the same request and seed give the same reply.
///
/// A function that the request does not declare is never called, but for one that `script`
/// has it invent.
pub fn reply(request: &Request, script: Option<&ScriptStep>, seed: u64) -> Reply {
    step::declared(free_or_scripted(request, script, seed), request)
}

fn free_or_scripted(request: &Request, script: Option<&ScriptStep>, seed: u64) -> Reply {
    if let Some(reply) = script.and_then(|step| step::followed(step, request)) {
        return reply;
    }
    let view = View::new(request);
    let draw = Draw::new(seed, view.entries.len() as u64);
    match &view.task {
        Task::Summarise(words, lines) => {
            let style = turn::plain_style(&view, draw);
            let words = (*words).clamp(1, SUMMARY_WORDS_MAX);
            let text = summary::of(lines, words, view.language);
            Reply {
                thoughts: style.say("t_summary", &[]).into(),
                text: text.into(),
                ..Reply::default()
            }
        }
        Task::Choose(room, queue) => chosen(&view, *room, queue, draw),
        Task::Act => miniature::reply(&view, draw)
            .or_else(|| together::reply(&view, draw))
            .unwrap_or_else(|| turn::step(&view, draw)),
    }
}

/// The reply where the request is one of the miniature under a rule that asks no model:
/// all that the first screen needs, without the word lists of the rest. `None` where it is
/// not, or where a step is to be followed.
pub fn miniature_reply(request: &Request, seed: u64) -> Option<Reply> {
    let view = View::read_by(request, language::by_common_words);
    let draw = Draw::new(seed, view.entries.len() as u64);
    match &view.task {
        Task::Act => miniature::reply(&view, draw),
        Task::Choose(..) | Task::Summarise(..) => None,
    }
}

/// The language that a text is written in, where its words tell.
pub fn language_of(text: &str) -> Option<Language> {
    language::detect(text)
}

/// The same by the commonest words alone, without the word lists of the rest.
pub fn common_language_of(text: &str) -> Option<Language> {
    language::by_common_words(text)
}

/// Calls `evict` with what tells least; without that function only a thought.
fn chosen(view: &View, room: u64, queue: &[(i64, u64, String)], draw: Draw) -> Reply {
    let style = turn::plain_style(view, draw);
    let ids = eviction::choose(queue, room, view.language, draw);
    let named: Vec<String> = ids.iter().take(12).map(|id| format!("#{id}")).collect();
    let mut named = named.join(", ");
    if ids.len() > 12 {
        named.push('…');
    }
    let thoughts = style.say("t_evict", &[("ids", &named)]);
    if ids.is_empty() || !view.has(Function::Evict) {
        return Reply {
            thoughts: thoughts.into(),
            ..Reply::default()
        };
    }
    Reply::call(&thoughts, Function::Evict, &json!({ "ids": ids }))
}
