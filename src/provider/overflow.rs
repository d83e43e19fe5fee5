//! Tells a prompt that is longer than the window from other refusals (providers.md 5).
//! Every provider has its own words for it, and no common code.

use super::complaint::Complaint;

/// The numbers of an overflow, where they are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overflow {
    /// Tokens of the prompt.
    pub used: Option<u64>,
    /// Tokens of the window.
    pub max: Option<u64>,
}

const CODES: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size_error",
    "context_exceeded",
    "context_window_exceeded",
    "model_context_window_exceeded",
    "string_above_max_length",
];

/// Words that say it by themselves.
const PHRASES: &[&str] = &[
    "maximum context length",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "exceeds the available context size",
    "exceeds the context window",
    "exceed the context window",
    "exceeds the model's context",
    "exceeds max length",
    "exceeds the max length",
    "exceeds context length",
    "exceeds the context length",
    "exceeded context length",
    "context length exceeded",
    "context window exceeded",
    "context size has been exceeded",
    "context window is full",
    "context overflow",
    "larger than the context",
    "longer than the context",
    "greater than the context length",
    "tokens to keep from the initial prompt",
    "too many tokens",
    "reduce the length of the messages",
    "max_model_len",
];

/// Words of quotas, which use the same nouns.
const QUOTAS: &[&str] = &[
    "per minute",
    "per day",
    "rate limit",
    "quota",
    "(tpm)",
    "(tpd)",
];

/// The overflow that a complaint reports; `None` where it reports something else.
pub fn find(complaint: &Complaint) -> Option<Overflow> {
    let words = complaint.words.as_str();
    let has_code = complaint
        .codes
        .iter()
        .any(|code| CODES.contains(&code.as_str()));
    let is_quota = QUOTAS.iter().any(|quota| words.contains(quota))
        || complaint
            .codes
            .iter()
            .any(|code| code.contains("rate_limit"));
    let has_phrase = PHRASES.iter().any(|phrase| words.contains(phrase))
        // "The input token count (9050) exceeds the maximum number of tokens allowed (8192)."
        || (words.contains("input token count") && words.contains("exceeds"))
        // "Requested token count exceeds the model's maximum context"
        || (words.contains("token") && words.contains("exceeds the maximum number"));
    if !has_code && (is_quota || !has_phrase) {
        return None;
    }
    let (used, max) = numbers(words);
    Some(Overflow {
        used: complaint.used.or(used),
        max: complaint.max.or(max),
    })
}

/// Words before or after which the size of the window stands.
const OF_WINDOW: &[&str] = &[
    "maximum context length",
    "maximum context length is",
    "context length",
    "context size",
    "context window",
    "maximum",
    "max length",
    "allowed",
    "limit",
    ">",
];

/// The tokens of prompt and window from words. With two numbers the larger one is the
/// prompt: it did not fit. With one, the words around it decide.
fn numbers(words: &str) -> (Option<u64>, Option<u64>) {
    let found = integers(words);
    let large: Vec<_> = found.iter().filter(|(_, value)| *value >= 64).collect();
    match large.as_slice() {
        [] => (None, None),
        [(at, value)] => {
            let before = words[..*at].trim_end_matches([' ', '(', ':', '=']);
            let is_window = OF_WINDOW
                .iter()
                .chain(&["is", "of"])
                .any(|word| before.ends_with(word));
            if is_window {
                (None, Some(*value))
            } else {
                (Some(*value), None)
            }
        }
        [(_, first), (_, second), ..] => (Some(*first.max(second)), Some(*first.min(second))),
    }
}

/// The whole numbers of a text, with or without separators of thousands, and where they begin.
fn integers(text: &str) -> Vec<(usize, u64)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() && found.len() < 16 {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let mut value: u64 = 0;
        while at < bytes.len() {
            let is_separator = matches!(bytes[at], b',' | b'_')
                && bytes.len() >= at + 4
                && bytes[at + 1..at + 4].iter().all(u8::is_ascii_digit)
                && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit);
            match bytes[at] {
                digit @ b'0'..=b'9' => {
                    value = value
                        .saturating_mul(10)
                        .saturating_add(u64::from(digit - b'0'));
                }
                _ if is_separator => {}
                _ => break,
            }
            at += 1;
        }
        // Part of a name, as in "gpt-5" or "v2"?
        let is_name = start > 0
            && (bytes[start - 1].is_ascii_alphabetic()
                || matches!(bytes[start - 1], b'-' | b'_' | b'.'));
        if !is_name {
            found.push((start, value));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(Option<u64>, Option<u64>)>) {
        let found = find(&Complaint::of_text(text));
        assert_eq!(
            found.map(|found| (found.used, found.max)),
            expected,
            "{text}"
        );
    }

    #[test]
    fn overflows_are_told_in_many_ways() {
        let both = Some((Some(9050), Some(8192)));
        check(
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9050 tokens.",
            both,
        );
        check(
            "This model's maximum context length is 8,192 tokens. However, you requested 9,050 tokens (8,050 in the messages, 1,000 in the completion).",
            both,
        );
        check("prompt is too long: 9050 tokens > 8192 maximum", both);
        check(
            "request (9050 tokens) exceeds the available context size (8192 tokens), try increasing it",
            both,
        );
        check(
            "Input length 9050 exceeds the maximum context length 8192",
            both,
        );
        check(
            "The input token count (9050) exceeds the maximum number of tokens allowed (8192).",
            both,
        );
        check(
            "Your input exceeds the context window of this model.",
            Some((None, None)),
        );
        check(
            "The maximum context length is 8192",
            Some((None, Some(8192))),
        );
        check("prompt is too long: 9050 tokens", Some((Some(9050), None)));
        check(
            "Trying to keep the first 9050 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens: context overflow",
            both,
        );
    }

    #[test]
    fn a_quota_is_no_overflow() {
        check(
            "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce the length of the messages",
            None,
        );
        check(
            "You exceeded your current quota, limit: 1000000 tokens",
            None,
        );
        check("max_tokens must be at most 4096", None);
        check("The model `x-8192` does not exist", None);
    }
}
