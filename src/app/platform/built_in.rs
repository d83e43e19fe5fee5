//! The browser's own model: `LanguageModel`, the Prompt API. Every call has a session of its own,
//! since the whole prompt is ours: what the session begins with is never dropped behind our back.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::window;
use serde_json::json;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal, ReadableStreamDefaultReader};

use super::reflect::{call, get, number, numeric, parse, set, text, wait_for};
use super::stream::{Arrived, Streaming};
use crate::provider::browser_model::{self, CONTENT_TYPE, End, Thrown};
use crate::provider::classify::Head;

/// Whether there is such a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// This browser has none.
    Absent,
    /// Browsers give it to safe pages alone, and this one was opened by `http:`.
    Insecure,
    /// This device cannot run it.
    Unavailable,
    /// It has to be downloaded first.
    Downloadable,
    /// It is being downloaded.
    Downloading,
    /// It is here.
    Ready,
}

fn model() -> Option<JsValue> {
    get(&window().into(), "LanguageModel")
}

/// Finds out whether there is a model for a language, then says so.
pub fn look(language: &'static str, done: impl FnOnce(Availability) + 'static) {
    let Some(model) = model() else {
        let is_safe = get(&window().into(), "isSecureContext").is_none_or(|it| it.is_truthy());
        done(if is_safe {
            Availability::Absent
        } else {
            Availability::Insecure
        });
        return;
    };
    spawn_local(async move {
        let said = wait_for(&model, "availability", &[&expectations(language)]).await;
        let said = said.ok().and_then(|said| said.as_string());
        done(match said.as_deref() {
            Some("available") => Availability::Ready,
            Some("downloadable") => Availability::Downloadable,
            Some("downloading") => Availability::Downloading,
            _ => Availability::Unavailable,
        });
    });
}

/// What becomes of a download.
pub enum Download {
    /// So many percent are here.
    Percent(u32),
    /// All is here; the tokens of its window, where the browser says.
    Ready(Option<u32>),
    /// It did not come: the browser's words.
    Failed(String),
}

/// Has the model downloaded where it is not here, and opens a session to see its window. A person
/// must have asked for it just now: browsers insist. Dropping what is given ends the wait.
pub fn prepare(language: &'static str, told: impl Fn(Download) + 'static) -> Option<Streaming> {
    let model = model()?;
    let abort = AbortController::new().ok()?;
    let is_over = Rc::new(Cell::new(false));
    let options = expectations(language);
    set(&options, "signal", &abort.signal());
    let told = {
        let is_over = Rc::clone(&is_over);
        Rc::new(move |download| {
            if !is_over.get() {
                told(download);
            }
        })
    };
    let heard = Rc::clone(&told);
    let progress = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let loaded = number(&event, "loaded").unwrap_or(0.0);
        let total = number(&event, "total").filter(|total| *total > 0.0);
        let percent = (loaded / total.unwrap_or(1.0) * 100.0).clamp(0.0, 100.0);
        heard(Download::Percent(
            browser_model::tokens(percent).unwrap_or(0),
        ));
    });
    // The browser hears of progress after this function is gone: both live as long as the page.
    let progress = progress.into_js_value();
    let monitor = Closure::<dyn FnMut(JsValue)>::new(move |monitor: JsValue| {
        let name = JsValue::from_str("downloadprogress");
        // Without progress it is only less to look at.
        let _ = call(&monitor, "addEventListener", &[&name, &progress]);
    });
    set(&options, "monitor", &monitor.into_js_value());
    let asked = call(&model, "create", &[&options]);
    spawn_local(async move {
        let made = match asked {
            Ok(promised) => JsFuture::from(js_sys::Promise::resolve(&promised)).await,
            Err(thrown) => Err(thrown),
        };
        told(match made {
            Ok(session) => {
                let window = window_of(&session);
                let _ = call(&session, "destroy", &[]);
                Download::Ready(window)
            }
            Err(error) => Download::Failed(thrown(&error).message),
        });
    });
    Some(Streaming::new(abort, is_over))
}

/// Asks the model. `told` hears what a server would send, and says whether it wants more.
pub fn ask(
    body: &str,
    language: &'static str,
    told: impl FnMut(Arrived) -> bool + 'static,
) -> Option<Streaming> {
    let model = model()?;
    let question = parse(body)?;
    let abort = AbortController::new().ok()?;
    let is_over = Rc::new(Cell::new(false));
    let signal = abort.signal();
    let mut told = told;
    let still = Rc::clone(&is_over);
    let mut tell = move |arrived: Arrived| !still.get() && told(arrived);
    spawn_local(async move {
        if !tell(Arrived::Head(Head::ok(CONTENT_TYPE))) {
            return;
        }
        let mut line = |line: String| tell(Arrived::Bytes(line.into_bytes()));
        let answered = answer(&model, &question, language, &signal, &mut line).await;
        if let Err(error) = answered {
            line(browser_model::failure(&thrown(&error)));
        }
        tell(Arrived::Ended);
    });
    Some(Streaming::new(abort, is_over))
}

async fn answer(
    model: &JsValue,
    question: &JsValue,
    language: &str,
    signal: &AbortSignal,
    line: &mut dyn FnMut(String) -> bool,
) -> Result<(), JsValue> {
    let member = |name: &str| get(question, name).unwrap_or(JsValue::UNDEFINED);
    let options = expectations(language);
    set(&options, "signal", signal);
    set(&options, "initialPrompts", &member("initialPrompts"));
    let session = wait_for(model, "create", &[&options]).await?;
    let result = prompt(&session, question, signal, line).await;
    // Its memory is given back, whatever came of it.
    let _ = call(&session, "destroy", &[]);
    result
}

async fn prompt(
    session: &JsValue,
    question: &JsValue,
    signal: &AbortSignal,
    line: &mut dyn FnMut(String) -> bool,
) -> Result<(), JsValue> {
    let input = get(question, "input").unwrap_or_else(|| JsValue::from_str(""));
    let most = number(question, "mostCharacters").unwrap_or(f64::INFINITY);
    let options = parse("{}").unwrap_or_default();
    set(&options, "signal", signal);
    if let Some(schema) = get(question, "responseConstraint") {
        set(&options, "responseConstraint", &schema);
        // The prompt holds the schemas already.
        set(&options, "omitResponseConstraintInput", &JsValue::TRUE);
    }
    let read = measured(session, &input, &options).await;
    if let (Some(read), Some(window)) = (read, window_of(session))
        && read > window
    {
        line(browser_model::overflow(read, window));
        return Ok(());
    }
    let stream = call(session, "promptStreaming", &[&input, &options])?;
    let reader: ReadableStreamDefaultReader = call(&stream, "getReader", &[])?.dyn_into()?;
    let mut written = 0.0;
    let mut end = End::Done;
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        if get(&chunk, "done").is_none_or(|done| done.is_truthy()) {
            break;
        }
        let piece = text(&chunk, "value").unwrap_or_default();
        written += f64::from(u32::try_from(piece.chars().count()).unwrap_or(u32::MAX));
        if !line(browser_model::piece(&piece)) {
            return Ok(());
        }
        if written > most {
            // It need not be waited for: nothing more is read.
            let _ = call(&reader, "cancel", &[]);
            end = End::TooLong;
            break;
        }
    }
    let used = usage_of(session);
    let wrote = read.and_then(|read| used.map(|used| used.saturating_sub(read)));
    line(browser_model::end(end, read, wrote));
    Ok(())
}

/// Tokens of the whole prompt, where the browser counts them.
async fn measured(session: &JsValue, input: &JsValue, options: &JsValue) -> Option<u32> {
    let before = usage_of(session)?;
    // Its names before version 148, after the new ones.
    for name in ["measureContextUsage", "measureInputUsage"] {
        if let Ok(tokens) = wait_for(session, name, &[input, options]).await {
            let tokens = numeric(&tokens).and_then(browser_model::tokens)?;
            return Some(before.saturating_add(tokens));
        }
    }
    None
}

fn usage_of(session: &JsValue) -> Option<u32> {
    let used = number(session, "contextUsage").or_else(|| number(session, "inputUsage"));
    used.and_then(browser_model::tokens)
}

fn window_of(session: &JsValue) -> Option<u32> {
    let window = number(session, "contextWindow").or_else(|| number(session, "inputQuota"));
    window.and_then(browser_model::tokens)
}

/// Texts in this language, both ways. Asked about and created with the same words.
fn expectations(language: &str) -> JsValue {
    let texts = json!([{ "type": "text", "languages": [language] }]);
    let options = json!({ "expectedInputs": texts, "expectedOutputs": texts });
    parse(&options.to_string()).unwrap_or_default()
}

fn thrown(error: &JsValue) -> Thrown {
    Thrown {
        name: text(error, "name").unwrap_or_default(),
        message: text(error, "message").unwrap_or_default(),
        requested: number(error, "requested"),
        quota: number(error, "quota"),
    }
}
