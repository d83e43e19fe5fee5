//! What the first screen does without. A build with the feature `split` makes files of their
//! own of it (`scripts/split-program.mjs`), fetched once the first screen stands;
//! any other build has it in the program, and nothing is fetched.
//!
//! What is named in these tables, and only there, stays out of the first file: the
//! tool follows who calls whom.

// Reaching into another file is a call by address: the macro writes it.
#![allow(unsafe_code)]

use std::any::Any;

use leptos::prelude::AnyView;
#[cfg(feature = "split")]
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::JsCast;

use crate::engine::reply::{Reply, Request};
use crate::engine::search::{self, NewWordIndex};
use crate::engine::wording::Wording;
use crate::model::script::{self, ScriptStep};
use crate::scenario::{self, Scenario};
use crate::text::Locale;
use crate::text::caption::{self, FullWords};
use crate::text::wording;

use super::command::{Notice, Pending};
use super::live;
use super::playground::{ForkAt, Imported, OpenProblem, Playground, Supplied};
use super::session::Session;
use super::tree::Element;
use super::view;
use super::view::Page;
use super::view::stage::Beside;

/// A file of the program did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

#[cfg(feature = "split")]
impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// Draws something in an element; it is there as long as what is given.
pub type Inside = fn(web_sys::Element) -> Box<dyn Any>;

/// What is beside the picture: conversation, tabs, dialogs, session files.
#[derive(Debug)]
pub struct Panels {
    /// The conversation, with the box to say something in.
    pub conversation: Inside,
    /// The tabs below.
    pub tabs: Inside,
    /// The dialog.
    pub dialogs: Inside,
    /// What of the picture comes after the first screen.
    pub picture: Beside,
    /// Makes the words beyond the miniature.
    pub full_words: FullWords,
    /// The words of a notice.
    pub notice: fn(Locale, &Notice) -> String,
    /// Reads a session file or a recorded agent and runs it again.
    pub read_file: fn(&str, &[u8], Supplied) -> Result<Imported, OpenProblem>,
    /// Opens files that are dropped on the page, and fetches the other examples.
    pub settle: fn(Session),
    /// Reads an example's file, or says in words what is wrong with it.
    pub read_example: fn(&[u8]) -> Result<Scenario, String>,
    /// The index of words.
    pub words: NewWordIndex,
    /// All the words that a model reads.
    pub wording: fn(Locale) -> Wording,
    /// Says or sets something.
    pub perform: fn(Session, Pending, ForkAt),
    /// Takes another future into view.
    pub restore: fn(Session, u32),
    /// The other futures of the run. They are made by what is said and set, which comes with
    /// the panels.
    pub futures: fn(Page) -> Option<Element>,
    /// Offers the session as a file.
    pub save_session: fn(Session),
    /// Page-outs and page-ins as text, with what they cost.
    pub movements: fn(&Playground, Locale) -> String,
    /// The line about the live model, where one answers.
    pub live_line: Inside,
}

/// A live model: what is chosen about it, who is asked and what has come.
#[derive(Debug)]
pub struct Live {
    /// The dialog.
    pub dialog: fn() -> AnyView,
    /// The line that says who is asked, where the text goes, and what it costs.
    pub line: fn() -> AnyView,
    /// What has come of a reply.
    pub streamed: fn() -> AnyView,
    /// Asks the model what the run waits for.
    pub ask: fn(Session),
}

/// The scripted model: the reply to a request, following a step of a script or not, drawn
/// from a seed.
pub type Converse = fn(&Request, Option<&ScriptStep>, u64) -> Reply;

static PANELS: Panels = Panels {
    conversation: |place| mounted(place, view::conversation),
    tabs: |place| mounted(place, view::tabs),
    dialogs: |place| mounted(place, view::dialogs),
    picture: view::stage::BESIDE,
    full_words: caption::FULL,
    notice: view::notice_words,
    read_file: Playground::read_file,
    settle: Session::settle,
    read_example,
    words: search::ranked,
    wording: wording::wording,
    perform: Session::perform,
    restore: Session::restore,
    futures: view::futures,
    save_session: Session::save_session,
    movements: Playground::movements_text,
    live_line: |place| mounted(place, || live::file::part(|live| (live.line)(), false)),
};

static LIVE: Live = Live {
    dialog: view::live::dialog,
    line: view::live::line,
    streamed: view::live::streamed,
    ask: |session| live::connection::Connection::of(session).ask(),
};

fn mounted(place: web_sys::Element, view: fn() -> AnyView) -> Box<dyn Any> {
    Box::new(leptos::mount::mount_to(place.unchecked_into(), view))
}

fn read_example(bytes: &[u8]) -> Result<Scenario, String> {
    scenario::read(bytes)
        .map(|checked| checked.scenario)
        .map_err(|problems| {
            let first = problems.first().map(ToString::to_string);
            first.unwrap_or_default()
        })
}

/// Fetches what is beside the picture.
///
/// # Errors
/// Where the file does not come.
#[cfg(feature = "split")]
#[wasm_split(panels, fallible, wasm_split_path = leptos::wasm_split)]
pub fn panels() -> Result<&'static Panels, Missing> {
    Ok(&PANELS)
}

/// Fetches the scripted model's free conversation.
///
/// # Errors
/// Where the file does not come.
#[cfg(feature = "split")]
#[wasm_split(conversation, fallible, wasm_split_path = leptos::wasm_split)]
pub fn converse() -> Result<Converse, Missing> {
    Ok(script::reply)
}

/// Fetches what asks a live model.
///
/// # Errors
/// Where the file does not come.
#[cfg(feature = "split")]
#[wasm_split(live, fallible, wasm_split_path = leptos::wasm_split)]
pub fn live() -> Result<&'static Live, Missing> {
    Ok(&LIVE)
}

#[cfg(not(feature = "split"))]
#[allow(
    clippy::unused_async,
    missing_docs,
    reason = "what the macro makes of the other one"
)]
pub async fn panels() -> Result<&'static Panels, Missing> {
    Ok(&PANELS)
}

#[cfg(not(feature = "split"))]
#[allow(
    clippy::unused_async,
    missing_docs,
    reason = "what the macro makes of the other one"
)]
pub async fn converse() -> Result<Converse, Missing> {
    Ok(script::reply)
}

#[cfg(not(feature = "split"))]
#[allow(
    clippy::unused_async,
    missing_docs,
    reason = "what the macro makes of the other one"
)]
pub async fn live() -> Result<&'static Live, Missing> {
    Ok(&LIVE)
}
