//! The reasons that providers give for an end. Their names do not collide, so one table
//! serves all protocols, and a compatible server may use another's names.

use super::super::reading::Stop;

/// The stop of a raw reason. `None` for reasons that only say that it ended, or that calls
/// follow: whether they do, the calls say.
pub fn read(raw: &str) -> Option<Stop> {
    let lower = raw.to_ascii_lowercase();
    Some(match lower.as_str() {
        ""
        | "stop"
        | "end_turn"
        | "stop_sequence"
        | "eos"
        | "eos_token"
        | "end"
        | "complete"
        | "completed"
        | "finish"
        | "finish_reason_unspecified"
        | "finished" => return None,
        "tool_calls" | "tool_call" | "tool_use" | "function_call" => return None,
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "max_completion_tokens"
        | "model_length"
        | "max_length" => Stop::Length,
        "model_context_window_exceeded" | "context_length" | "context_window_exceeded" => {
            Stop::ContextFull
        }
        "content_filter" | "safety" | "recitation" | "blocklist" | "prohibited_content"
        | "spii" | "image_safety" | "content-filter" | "blocked" => Stop::Filtered,
        "refusal" => Stop::Refused,
        "pause_turn" => Stop::Paused,
        "error" | "failed" | "cancelled" => Stop::Error,
        _ => {
            // What is not known is shown as it came, but it is no place for long texts.
            let shown = raw.chars().filter(|letter| !letter.is_control()).take(60);
            Stop::Unknown(shown.collect())
        }
    })
}

/// True where the reason announces calls.
pub fn announces_calls(raw: &str) -> bool {
    matches!(
        raw.to_ascii_lowercase().as_str(),
        "tool_calls" | "tool_call" | "tool_use" | "function_call"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_the_limit_are_the_limit() {
        for raw in [
            "length",
            "max_tokens",
            "MAX_TOKENS",
            "max_output_tokens",
            "model_length",
        ] {
            assert_eq!(read(raw), Some(Stop::Length), "{raw}");
        }
        assert_eq!(
            read("model_context_window_exceeded"),
            Some(Stop::ContextFull)
        );
    }

    #[test]
    fn an_unknown_reason_is_kept_and_bounded() {
        assert_eq!(read("LANGUAGE"), Some(Stop::Unknown("LANGUAGE".into())));
        let long = "x".repeat(1000) + "\n";
        assert!(matches!(read(&long), Some(Stop::Unknown(raw)) if raw.len() == 60));
    }
}
