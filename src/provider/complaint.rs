//! What a provider says of a failure, gathered from the many places where they say it.

use serde_json::Value;

use super::wait;

/// The parts of an error that say something, each where it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// The words that a person reads.
    pub message: String,
    /// All words found, in lower case: what is compared.
    pub words: String,
    /// Codes and types, in lower case, each once.
    pub codes: Vec<String>,
    /// The code or type as it was written, the most telling one.
    pub code: Option<String>,
    /// A status of HTTP that stands in the body.
    pub status: Option<u16>,
    /// The field of the request that is named.
    pub parameter: Option<String>,
    /// How long to wait, in milliseconds.
    pub wait_ms: Option<u64>,
    /// Tokens of the prompt, in a field of its own.
    pub used: Option<u64>,
    /// Tokens of the window, in a field of its own.
    pub max: Option<u64>,
    /// What the model wrote and the provider refused.
    pub failed_generation: Option<String>,
}

/// Whether a JSON value is a report of a failure, whatever the protocol.
pub fn is_error(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.first().is_some_and(is_error),
        Value::Object(object) => {
            let says = |key: &str| match object.get(key) {
                None | Some(Value::Null | Value::Bool(false)) => false,
                Some(Value::String(text)) => !text.is_empty(),
                Some(_) => true,
            };
            let named = |key: &str| object.get(key).and_then(Value::as_str) == Some("error");
            let holds_reply = ["choices", "candidates", "output", "content", "message"]
                .iter()
                .any(|key| {
                    object
                        .get(*key)
                        .is_some_and(|part| !part.is_string() && !part.is_null())
                });
            says("error")
                || named("type")
                || named("object")
                || (says("detail") && !holds_reply)
                || object
                    .get("x_groq")
                    .and_then(|more| more.get("error"))
                    .is_some_and(|error| !error.is_null())
        }
        _ => false,
    }
}

/// How deep errors are looked into: an envelope, its error, its metadata, the raw text in them.
const DEPTH: u32 = 5;

impl Complaint {
    /// From a JSON value.
    pub fn of_json(value: &Value) -> Self {
        let mut complaint = Self::default();
        complaint.gather(value, DEPTH);
        complaint.complete()
    }

    /// From a text that is no JSON.
    pub fn of_text(text: &str) -> Self {
        let mut complaint = Self::default();
        complaint.say(&without_markup(text));
        complaint.complete()
    }

    fn complete(mut self) -> Self {
        self.words = self.words.to_lowercase();
        if self.wait_ms.is_none() {
            self.wait_ms = wait::in_text(&self.words);
        }
        self
    }

    fn say(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if self.message.is_empty() {
            self.message = text.to_owned();
        }
        self.words.push_str(text);
        self.words.push('\n');
    }

    fn add_code(&mut self, code: &str) {
        let lower = code.to_lowercase();
        if matches!(lower.as_str(), "" | "error" | "none") || self.codes.contains(&lower) {
            return;
        }
        if self.code.is_none() {
            self.code = Some(code.to_owned());
        }
        self.codes.push(lower);
    }

    fn gather(&mut self, value: &Value, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match value {
            Value::String(text) => self.gather_text(text, depth),
            Value::Array(list) => list.iter().take(8).for_each(|one| self.gather(one, depth)),
            Value::Object(object) => {
                // The error first: what stands around it says less.
                for key in ["error", "x_groq"] {
                    if let Some(inner) = object.get(key) {
                        self.gather(inner, depth);
                    }
                }
                for (key, inner) in object {
                    self.member(key, inner, depth);
                }
            }
            _ => {}
        }
    }

    /// A text may be JSON once more (`metadata.raw` of OpenRouter).
    fn gather_text(&mut self, text: &str, depth: u32) {
        match serde_json::from_str::<Value>(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_))) => self.gather(&inner, depth),
            _ => self.say(text),
        }
    }

    fn member(&mut self, key: &str, value: &Value, depth: u32) {
        match (key, value) {
            ("message" | "msg" | "raw" | "detail" | "reason" | "quotaId", Value::String(text)) => {
                self.gather_text(text, depth);
                if key == "reason" {
                    self.add_code(text);
                }
            }
            ("code" | "type" | "status", Value::String(text)) => match text.parse() {
                Ok(number) => self.add_status(number),
                Err(_) => self.add_code(text),
            },
            ("code" | "status" | "status_code" | "raw_status_code", Value::Number(number)) => {
                let number = number
                    .as_u64()
                    .and_then(|number| u16::try_from(number).ok());
                if let Some(number) = number {
                    self.add_status(number);
                }
            }
            ("param", Value::String(text)) if !text.is_empty() => {
                self.parameter = Some(text.clone());
            }
            // Where a validator says what it stumbled over.
            ("loc", Value::Array(path)) => {
                let last = path.iter().rev().find_map(Value::as_str);
                self.parameter = last.map(str::to_owned).or(self.parameter.take());
            }
            ("failed_generation", Value::String(text)) => {
                self.failed_generation = Some(text.clone());
            }
            ("retryDelay" | "retry_after", Value::String(text)) => {
                self.wait_ms = wait::duration(text).or(self.wait_ms);
            }
            ("n_prompt_tokens", value) => self.used = value.as_u64().or(self.used),
            ("n_ctx", value) => self.max = value.as_u64().or(self.max),
            ("detail" | "details" | "metadata" | "violations" | "response" | "message", inner)
                if !inner.is_string() =>
            {
                self.gather(inner, depth);
            }
            _ => {}
        }
    }

    fn add_status(&mut self, number: u16) {
        if (400..600).contains(&number) {
            self.status = self.status.or(Some(number));
        } else {
            self.add_code(&number.to_string());
        }
    }
}

/// The words of a page, without its tags, styles and scripts.
fn without_markup(text: &str) -> String {
    if !text.trim_start().starts_with('<') {
        return text.to_owned();
    }
    let mut words = String::new();
    let mut skipping: Option<&str> = None;
    for part in text.split('<').skip(1) {
        let Some((tag, rest)) = part.split_once('>') else {
            continue;
        };
        let name = tag
            .trim_start_matches('/')
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        match skipping {
            Some(open) if tag.starts_with('/') && name.eq_ignore_ascii_case(open) => {
                skipping = None
            }
            Some(_) => continue,
            None if name.eq_ignore_ascii_case("script") => {
                skipping = Some("script");
                continue;
            }
            None if name.eq_ignore_ascii_case("style") => {
                skipping = Some("style");
                continue;
            }
            None => {}
        }
        for word in rest.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_reason_is_found_in_a_text_within_the_error() {
        let value = serde_json::json!({"error":{"code":400,"message":"Provider returned error","metadata":{"provider_name":"X","raw":"{\"error\":{\"message\":\"prompt too long\",\"type\":\"invalid\"}}"}}});
        let complaint = Complaint::of_json(&value);
        assert_eq!(complaint.message, "Provider returned error");
        assert!(complaint.words.contains("prompt too long"));
        assert_eq!(complaint.codes, ["invalid"]);
        assert_eq!(complaint.status, Some(400));
    }

    #[test]
    fn a_page_says_its_words() {
        let page = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>a{b:c}</style></head>\n<body><h1>502  Bad\nGateway</h1></body></html>";
        assert_eq!(
            Complaint::of_text(page).message,
            "502 Bad Gateway 502 Bad Gateway"
        );
    }

    #[test]
    fn replies_are_no_errors() {
        for text in [
            r#"{"choices":[],"error":null}"#,
            r#"{"message":{"role":"assistant","content":"error"},"done":false}"#,
            r#"{"type":"message","content":[]}"#,
            r#"{"candidates":[],"detail":"x"}"#,
        ] {
            assert!(!is_error(&serde_json::from_str(text).unwrap()), "{text}");
        }
        for text in [
            r#"{"error":"text"}"#,
            r#"[{"error":{"code":400}}]"#,
            r#"{"type":"error","error":{}}"#,
            r#"{"object":"error","message":"x"}"#,
            r#"{"detail":"Unauthorized"}"#,
            r#"{"detail":[{"msg":"x"}]}"#,
        ] {
            assert!(is_error(&serde_json::from_str(text).unwrap()), "{text}");
        }
    }
}
