//! A step that the author of a scenario wrote for the model to follow.

use crate::engine::reply::{Reply, Request};

/// A reply as the author of a scenario wrote it, in the content language of the run.
pub type ScriptStep = Reply;

/// The step as a reply, where the request declares every function that it calls. Without
/// them (no external store, another rule set) the author's words would rest on what the
/// model cannot do, so it converses freely instead.
pub(super) fn followed(step: &ScriptStep, request: &Request) -> Option<Reply> {
    let is_declared = |name: &str| {
        request
            .functions
            .iter()
            .any(|schema| schema.function.wire() == name)
    };
    step.calls
        .iter()
        .all(|call| is_declared(&call.name))
        .then(|| step.clone())
}
