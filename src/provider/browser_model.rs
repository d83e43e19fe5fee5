//! The browser's own model as the rest of this module knows it. Nothing is sent anywhere: the
//! page gives the parts of the body to `LanguageModel` (the Prompt API), and what comes back is
//! written here as lines in the form of Ollama, so that one decoder reads them all.

use serde_json::json;

/// Characters of an answer for each token that it may have. The browser takes no limit: the page
/// stops listening.
pub const CHARACTERS_PER_TOKEN: u64 = 6;

/// The content type of the lines.
pub const CONTENT_TYPE: &str = "application/x-ndjson";

/// What the browser throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thrown {
    /// The name of the exception.
    pub name: String,
    /// Its words.
    pub message: String,
    /// Tokens that were asked for, where the window is too small.
    pub requested: Option<f64>,
    /// Tokens that there are, where the window is too small.
    pub quota: Option<f64>,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Done,
    /// It was longer than it may be.
    TooLong,
}

/// A piece of the answer.
pub fn piece(text: &str) -> String {
    let line = json!({ "message": { "role": "assistant", "content": text }, "done": false });
    format!("{line}\n")
}

/// The end of the answer, with the tokens that were read and written where the browser counts.
pub fn end(end: End, read: Option<u32>, written: Option<u32>) -> String {
    let reason = match end {
        End::Done => "stop",
        End::TooLong => "length",
    };
    let mut line = json!({ "done": true, "done_reason": reason });
    if let Some(read) = read {
        line["prompt_eval_count"] = read.into();
        line["eval_count"] = written.unwrap_or(0).into();
    }
    format!("{line}\n")
}

/// A prompt that does not fit into the window, found out before it is asked.
pub fn overflow(used: u32, window: u32) -> String {
    failure(&Thrown {
        name: "QuotaExceededError".to_owned(),
        requested: Some(used.into()),
        quota: Some(window.into()),
        ..Thrown::default()
    })
}

/// What the browser threw, as a line.
pub fn failure(thrown: &Thrown) -> String {
    let message = if thrown.message.is_empty() {
        &thrown.name
    } else {
        &thrown.message
    };
    let line = match thrown.name.as_str() {
        "QuotaExceededError" => json!({ "error": {
            "type": "exceed_context_size_error",
            "message": message,
            "n_prompt_tokens": thrown.requested.and_then(tokens),
            "n_ctx": thrown.quota.and_then(tokens),
        } }),
        // The browser held its own model's answer back.
        "NotReadableError" => json!({ "done": true, "done_reason": "content_filter" }),
        // What cannot be held to a schema is asked as text.
        "NotSupportedError" | "TypeError" | "SyntaxError" => json!({ "error": {
            "code": 400,
            "message": message,
            "param": "response_format",
        } }),
        _ => json!({ "error": { "type": "server_error", "message": message } }),
    };
    format!("{line}\n")
}

/// A number of tokens as the browser writes it: there may be no limit.
pub fn tokens(number: f64) -> Option<u32> {
    let fits = number.is_finite() && (0.0..=f64::from(u32::MAX)).contains(&number);
    // Whole numbers in range: nothing is lost.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fits.then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use super::super::classify::Head;
    use super::super::decode::Decoder;
    use super::super::error::ErrorKind;
    use super::super::protocol::Protocol;
    use super::super::reading::{Reading, Stop};
    use super::super::scrub::Scrubber;
    use super::*;

    fn reading(lines: &[String]) -> Reading {
        let head = Head::ok(CONTENT_TYPE);
        let mut decoder = Decoder::new(Protocol::BrowserPrompt, head, Scrubber::none());
        for line in lines {
            decoder.feed(line.as_bytes());
        }
        decoder.finish().0
    }

    fn thrown(name: &str) -> Reading {
        reading(&[failure(&Thrown {
            name: name.to_owned(),
            message: "No.".to_owned(),
            requested: Some(9_000.0),
            quota: Some(6_144.0),
        })])
    }

    #[test]
    fn pieces_and_their_end_make_a_reading() {
        let read = reading(&[
            piece("{\"na"),
            piece("me\":\n1}"),
            end(End::Done, Some(700), Some(9)),
        ]);
        assert_eq!(read.text, "{\"name\":\n1}");
        let usage = read.usage.unwrap();
        assert_eq!((usage.prompt, usage.completion), (700, 9));
        assert_eq!(read.error, None);
        let long = reading(&[piece("a"), end(End::TooLong, None, None)]);
        assert_eq!((long.stop, long.usage), (Stop::Length, None));
    }

    #[test]
    fn what_the_browser_throws_gets_its_kind() {
        let full = thrown("QuotaExceededError").error.unwrap();
        assert_eq!(full.kind, ErrorKind::ContextOverflow);
        assert_eq!((full.used, full.max), (Some(9_000), Some(6_144)));
        let found = reading(&[overflow(9_000, 6_144)]).error.unwrap();
        assert_eq!((found.used, found.max), (Some(9_000), Some(6_144)));
        for (name, kind) in [
            ("NotSupportedError", ErrorKind::BadRequest),
            ("InvalidStateError", ErrorKind::Server),
            ("NetworkError", ErrorKind::Server),
            ("", ErrorKind::Server),
        ] {
            assert_eq!(thrown(name).error.unwrap().kind, kind, "{name}");
        }
        assert_eq!(thrown("NotReadableError").stop, Stop::Filtered);
        assert_eq!(
            reading(&[piece("I rem")]).error.unwrap().kind,
            ErrorKind::Truncated
        );
    }

    #[test]
    fn a_window_without_an_end_is_no_number() {
        let numbers = [6_144.0, f64::INFINITY, f64::NAN, -1.0].map(tokens);
        assert_eq!(numbers, [Some(6_144), None, None, None]);
    }
}
