//! A step that the author of a scenario wrote for the model to follow.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::engine::function::RawCall;
use crate::engine::reply::{Reply, Request};

/// A reply as a scenario has it, in the content language of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptStep {
    /// Inner monologue.
    #[serde(default)]
    pub thoughts: Arc<str>,
    /// Plain text outside any call.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub text: Arc<str>,
    /// Function calls, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ScriptCall>,
    /// Texts that must stand in the request for the step to be followed (case aside): what
    /// the author takes for granted that the model sees. Without them it would know more
    /// than its context, so it converses freely instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Arc<str>>,
}

/// A call as a scenario has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptCall {
    /// Name of the function.
    pub name: Arc<str>,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

impl ScriptStep {
    /// The reply, where every function is declared and everything needed is in sight.
    pub(super) fn followed(&self, request: &Request) -> Option<Reply> {
        let is_declared = |call: &ScriptCall| request.functions.iter().any(|schema| schema.function.wire() == &*call.name);
        if !self.calls.iter().all(is_declared) {
            return None;
        }
        let sees = |needed: &Arc<str>| {
            let needed = needed.to_lowercase();
            request.messages.iter().any(|message| message.content.to_lowercase().contains(&needed))
        };
        if !self.needs.iter().all(sees) {
            return None;
        }
        let calls = self.calls.iter().map(|call| RawCall {
            name: Arc::clone(&call.name),
            arguments: Value::Object(call.arguments.clone()).to_string().into(),
        });
        Some(Reply { thoughts: Arc::clone(&self.thoughts), text: Arc::clone(&self.text), calls: calls.collect(), usage: None })
    }
}
