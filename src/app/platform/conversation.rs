//! The scripted model's free conversation: a second program, fetched when it is first
//! needed. What goes to it is the request, as it would go to a live model.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;

use crate::engine::reply::{Reply, Request};
use crate::model::script::{self, ScriptStep};

#[wasm_bindgen(module = "/src/app/platform/conversation.js")]
extern "C" {
    /// Fetches the program and hands over its `answer`.
    #[wasm_bindgen(catch, js_name = fetchConversation)]
    async fn fetch_conversation() -> Result<JsValue, JsValue>;
}

thread_local! {
    static ANSWER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// True once the model can answer more than the miniature.
pub fn is_here() -> bool {
    ANSWER.with_borrow(Option::is_some)
}

/// Fetches the model, then says whether it is there, or in words why not.
pub fn fetch(done: impl FnOnce(Result<(), String>) + 'static) {
    if is_here() {
        done(Ok(()));
        return;
    }
    spawn_local(async move {
        let fetched = match fetch_conversation()
            .await
            .and_then(JsCast::dyn_into::<Function>)
        {
            Ok(answer) => {
                ANSWER.set(Some(answer));
                Ok(())
            }
            Err(error) => Err(words(&error)),
        };
        done(fetched);
    });
}

/// The model's reply. `None` while the model is not there yet; what the miniature asks is
/// answered without it.
pub fn answer(request: &Request, step: Option<&ScriptStep>, seed: u64) -> Option<Reply> {
    if step.is_none()
        && let Some(reply) = script::miniature_reply(request, seed)
    {
        return Some(reply);
    }
    let answer = ANSWER.with_borrow(Clone::clone)?;
    let request = serde_json::to_string(request).ok()?;
    let step = step.map_or(Some(String::new()), |step| serde_json::to_string(step).ok())?;
    let text = answer
        .call3(
            &JsValue::NULL,
            &request.into(),
            &step.into(),
            &seed.to_string().into(),
        )
        .ok()?
        .as_string()?;
    serde_json::from_str(&text).ok()
}

fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().into(),
        None => String::from("?"),
    }
}
