//! Ollama's `/api/chat`: a line of JSON a piece, calls whole, arguments as objects.

use serde_json::Value;

use super::calls::{CallPiece, HEARTBEAT};
use super::collect::{Collected, text, tokens};

/// Reads a line or a whole body.
pub fn read(into: &mut Collected, value: &Value) {
    if let Some(message) = value.get("message").filter(|message| message.is_object()) {
        into.add_thoughts(text(message, "thinking"));
        into.add_text(text(message, "content"), true);
        let calls = message.get("tool_calls").and_then(Value::as_array);
        for call in calls.into_iter().flatten() {
            let function = call.get("function").unwrap_or(call);
            into.add_call(CallPiece {
                place: None,
                id: text(call, "id"),
                name: text(function, "name"),
                arguments: function.get("arguments"),
                heartbeat: function.get(HEARTBEAT).or_else(|| call.get(HEARTBEAT)),
            });
        }
    }
    let prompt = tokens(value, "prompt_eval_count");
    let completion = tokens(value, "eval_count");
    if prompt.is_some() || completion.is_some() {
        let counted = into.usage();
        counted.prompt = prompt.unwrap_or(counted.prompt);
        counted.completion = completion.unwrap_or(counted.completion);
    }
    if value.get("done").and_then(Value::as_bool) == Some(true) {
        into.set_stop(text(value, "done_reason"));
        into.is_ended = true;
    }
}
