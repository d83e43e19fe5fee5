//! From what a provider says to a kind of failure. Codes decide before status, status
//! before words: codes are the most exact and words the most changeable.

use super::complaint::Complaint;
use super::error::{ErrorKind, ProviderError};
use super::limits::MESSAGE_MAX;
use super::{overflow, wait};

/// What surrounds a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Status of HTTP; 0 where it is unknown.
    pub status: u16,
    /// The content type as announced.
    pub content_type: String,
    /// The header `retry-after`, where the page may read it.
    pub retry_after: Option<String>,
    /// The header `retry-after-ms`, where the page may read it.
    pub retry_after_ms: Option<String>,
    /// The server runs on the person's own machine.
    pub is_local: bool,
}

impl Head {
    /// A successful answer.
    pub fn ok(content_type: &str) -> Self {
        Self {
            status: 200,
            content_type: content_type.to_owned(),
            ..Self::default()
        }
    }
}

/// The failure that a complaint reports under this head.
pub fn classify(head: &Head, complaint: &Complaint) -> ProviderError {
    // A failure within a stream comes after a status of 200 and brings its own.
    let status = match head.status {
        400.. => head.status,
        _ => complaint.status.unwrap_or(0),
    };
    let overflow = match status {
        0 | 400 | 413 | 422 | 500.. => overflow::find(complaint),
        _ => None,
    };
    let kind = match overflow {
        Some(_) => ErrorKind::ContextOverflow,
        None => kind(head, status, complaint),
    };
    let in_headers = wait::in_headers(head.retry_after_ms.as_deref(), head.retry_after.as_deref());
    ProviderError {
        kind,
        retry_after_ms: in_headers.or(complaint.wait_ms),
        message: shortened(&complaint.message),
        code: complaint.code.as_deref().map(shortened),
        parameter: complaint.parameter.as_deref().map(shortened),
        used: overflow.and_then(|overflow| overflow.used),
        max: overflow.and_then(|overflow| overflow.max),
        failed_generation: complaint.failed_generation.clone(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MESSAGE_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn kind(head: &Head, status: u16, complaint: &Complaint) -> ErrorKind {
    let words = complaint.words.as_str();
    by_exception(head, status, complaint)
        .or_else(|| complaint.codes.iter().find_map(|code| by_code(code, words)))
        .or_else(|| by_status(status, words))
        .or_else(|| by_words(words))
        // Nothing says what it is: a failure within a stream is the server's.
        .unwrap_or(ErrorKind::Server)
}

/// Where a code or a status says one thing and means another.
fn by_exception(head: &Head, status: u16, complaint: &Complaint) -> Option<ErrorKind> {
    let words = complaint.words.as_str();
    let has = |text: &str| words.contains(text);
    let has_code = |text: &str| complaint.codes.iter().any(|code| code == text);
    // An organisation's setting, reported as a wrong key (Anthropic).
    if has("cors requests are not allowed") {
        return Some(ErrorKind::Forbidden);
    }
    // A missing header of ours, reported as a wrong key (Anthropic).
    if has("cors requests must set") {
        return Some(ErrorKind::BadRequest);
    }
    // The origin is not on the list (Ollama).
    if head.is_local && status == 403 && words.trim().is_empty() {
        return Some(ErrorKind::LocalServerBlocked);
    }
    // A wrong key, reported as a wrong argument (Gemini).
    if has_code("api_key_invalid") || has("api key not valid") {
        return Some(ErrorKind::BadKey);
    }
    // Larger than the quota of a minute: waiting does not help, a shorter request does (Groq,
    // OpenAI).
    let is_per_minute = has_code("rate_limit_exceeded") || has("per min");
    if is_per_minute && (status == 413 || has("request too large")) {
        return Some(ErrorKind::TooLarge);
    }
    // Our schemas, reported as a wrong argument.
    if has_code("invalid_function_parameters")
        || has("invalid schema for function")
        || (has("unknown name") && has("cannot find field"))
    {
        return Some(ErrorKind::ToolSchemaRejected);
    }
    let is_missing = [
        "not found",
        "not exist",
        "not a valid model",
        "unknown model",
        "invalid model",
        "not supported for generatecontent",
        "no such model",
    ];
    let refuses = matches!(status, 0 | 400 | 404 | 422);
    let is_missing = status == 404 || is_missing.iter().any(|phrase| has(phrase));
    if refuses && has("model") && is_missing {
        return Some(ErrorKind::ModelNotFound);
    }
    None
}

fn by_code(code: &str, words: &str) -> Option<ErrorKind> {
    Some(match code {
        "insufficient_quota"
        | "billing_error"
        | "billing_hard_limit_reached"
        | "insufficient_balance"
        | "insufficient_credits"
        | "billing_not_active" => ErrorKind::NoCredit,
        "invalid_api_key"
        | "authentication_error"
        | "unauthenticated"
        | "invalid_authentication"
        | "unauthorized"
        | "missing_api_key" => ErrorKind::BadKey,
        "permission_error"
        | "permission_denied"
        | "unsupported_country_region_territory"
        | "forbidden"
        | "access_denied" => ErrorKind::Forbidden,
        "model_not_found" | "invalid_model" | "model_not_exist" => ErrorKind::ModelNotFound,
        "tool_use_failed" => ErrorKind::ToolSchemaRejected,
        "request_too_large" => ErrorKind::TooLarge,
        "overloaded_error"
        | "overloaded"
        | "unavailable"
        | "service_unavailable"
        | "server_overloaded"
        | "capacity_exceeded" => ErrorKind::Overloaded,
        "api_error"
        | "server_error"
        | "internal"
        | "internal_error"
        | "internal_server_error"
        | "timeout_error"
        | "deadline_exceeded" => ErrorKind::Server,
        "rate_limit_exceeded"
        | "rate_limit_error"
        | "rate_limited"
        | "resource_exhausted"
        | "too_many_requests"
        | "slow_down" => rate(words),
        // What the two say is decided better by status and words.
        _ => return None,
    })
}

fn by_status(status: u16, words: &str) -> Option<ErrorKind> {
    Some(match status {
        401 => ErrorKind::BadKey,
        402 => ErrorKind::NoCredit,
        403 | 451 => ErrorKind::Forbidden,
        413 => ErrorKind::TooLarge,
        429 if is_broke(words) => ErrorKind::NoCredit,
        429 => rate(words),
        503 | 529 => ErrorKind::Overloaded,
        408 | 500 | 502 | 504 => by_words(words)
            .filter(|kind| *kind == ErrorKind::Overloaded)
            .unwrap_or(ErrorKind::Server),
        501 => ErrorKind::BadRequest,
        400..500 => by_words(words)
            .filter(|kind| matches!(kind, ErrorKind::BadKey | ErrorKind::NoCredit))
            .unwrap_or(ErrorKind::BadRequest),
        505.. => ErrorKind::Server,
        _ => return None,
    })
}

fn by_words(words: &str) -> Option<ErrorKind> {
    let has = |texts: &[&str]| texts.iter().any(|text| words.contains(text));
    Some(
        if has(&["overloaded", "at capacity", "over capacity", "high demand"]) {
            ErrorKind::Overloaded
        } else if is_broke(words) {
            ErrorKind::NoCredit
        } else if has(&["rate limit", "too many requests", "per minute", "quota"]) {
            rate(words)
        } else if has(&["api key", "unauthorized", "authentication"]) {
            ErrorKind::BadKey
        } else if has(&[
            "invalid request",
            "unsupported",
            "invalid_request",
            "must be",
        ]) {
            ErrorKind::BadRequest
        } else {
            return None;
        },
    )
}

fn is_broke(words: &str) -> bool {
    [
        "insufficient balance",
        "insufficient credit",
        "insufficient funds",
        "no credit",
        "credit balance is too low",
        "requires more credits",
    ]
    .iter()
    .any(|text| words.contains(text))
}

/// A limit that ends soon, or one that ends tomorrow or never.
fn rate(words: &str) -> ErrorKind {
    let is_long = [
        "per day",
        "perday",
        "per month",
        "permonth",
        "(rpd)",
        "(tpd)",
        "daily",
        "monthly",
        "limit: 0,",
    ]
    .iter()
    .any(|text| words.contains(text));
    if is_long {
        ErrorKind::QuotaExhausted
    } else {
        ErrorKind::RateLimited
    }
}
