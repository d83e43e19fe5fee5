//! The scripted model as a program of its own (a root like `main.rs`), fetched when someone first converses. What
//! goes in and out is what would go to a live model and come back: JSON texts.

use memgpt_playground::engine::reply::{Reply, Request};
use memgpt_playground::model::script::{self, ScriptStep};
use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// Answers a request. `step` is the script's, or empty; `seed` is a whole number as text,
/// since JavaScript's numbers hold only 53 bits.
///
/// # Errors
/// What could not be read, for a developer: both sides come from the same build.
#[wasm_bindgen]
pub fn answer(request: &str, step: &str, seed: &str) -> Result<String, String> {
    let request: Request = serde_json::from_str(request).map_err(|problem| problem.to_string())?;
    let step: Option<ScriptStep> = match step {
        "" => None,
        step => Some(serde_json::from_str(step).map_err(|problem| problem.to_string())?),
    };
    let seed = seed.parse().map_err(|_| format!("not a seed: {seed}"))?;
    let reply: Reply = script::reply(&request, step.as_ref(), seed);
    serde_json::to_string(&reply).map_err(|problem| problem.to_string())
}
