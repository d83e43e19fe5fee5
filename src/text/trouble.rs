//! Words for why a live model brought nothing, by the name under which it is recorded.

use super::Locale;
use super::t::trouble;

/// The names of failures, each with its words.
const WORDS: &[(&str, fn(Locale) -> &'static str)] = &[
    ("BadKey", trouble::bad_key),
    ("KeyMissing", trouble::key_missing),
    ("Forbidden", trouble::forbidden),
    ("NoCredit", trouble::no_credit),
    ("ModelNotFound", trouble::model_not_found),
    ("RateLimited", trouble::rate_limited),
    ("QuotaExhausted", trouble::quota_exhausted),
    ("TooLarge", trouble::too_large),
    ("ContextOverflow", trouble::context_overflow),
    ("ContextFull", trouble::context_overflow),
    ("BadRequest", trouble::bad_request),
    ("ToolSchemaRejected", trouble::tool_schema),
    ("Overloaded", trouble::overloaded),
    ("Server", trouble::server),
    ("OpaqueNetwork", trouble::opaque),
    ("LocalServerBlocked", trouble::local_blocked),
    ("Aborted", trouble::aborted),
    ("Truncated", trouble::truncated),
    ("BadStream", trouble::bad_stream),
    ("Silent", trouble::silent),
    ("Length", trouble::length),
    ("Refused", trouble::refused),
    ("Filtered", trouble::filtered),
    ("Paused", trouble::paused),
    ("CallInText", trouble::call_in_text),
    ("EmptyReply", trouble::empty_reply),
    ("LimitCallsATurn", trouble::limit_calls_a_turn),
    ("LimitCalls", trouble::limit_calls),
    ("LimitTokens", trouble::limit_tokens),
    ("LimitMoney", trouble::limit_money),
];

/// The words for a failure of that name; `None` for a name that this page does not know.
pub fn words(locale: Locale, name: &str) -> Option<&'static str> {
    let known = WORDS.iter().find(|(known, _)| *known == name);
    known.map(|(_, words)| words(locale))
}
