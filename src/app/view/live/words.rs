//! The words for what goes wrong with a live model.

use crate::app::live::choices::ChoiceProblem;
use crate::app::live::connection::ConnectProblem;
use crate::provider::conversation::Trouble;
use crate::provider::endpoint::AddressProblem;
use crate::provider::error::ErrorKind;
use crate::provider::key::KeyProblem;
use crate::provider::opaque::Cause;
use crate::text::{Locale, t, trouble};

/// Why a call brought nothing, in one or two sentences.
pub fn trouble_words(locale: Locale, trouble: &Trouble) -> String {
    let name = match trouble {
        Trouble::Provider(error) => {
            if let (ErrorKind::RateLimited, Some(wait)) = (error.kind, error.retry_after_ms) {
                return t::trouble::rate_limited_wait(locale, wait.div_ceil(1_000));
            }
            error.kind.name()
        }
        Trouble::Unexplained => "OpaqueNetwork",
        Trouble::Silent => "Silent",
        Trouble::KeyMissing => "KeyMissing",
        Trouble::Halted(halt) => halt.name(),
        Trouble::Reply(name) => name,
    };
    trouble::words(locale, name).unwrap_or(name).to_owned()
}

/// What the provider says of it, scrubbed of the key and shortened.
pub fn provider_words(trouble: &Trouble) -> Option<&str> {
    match trouble {
        // Of a reply that cannot be read the words are ours, and say no more.
        Trouble::Provider(error) if error.kind == ErrorKind::BadStream => None,
        Trouble::Provider(error) if !error.message.trim().is_empty() => Some(&error.message),
        _ => None,
    }
}

/// One thing that it can be, and what to type against it.
pub fn cause_words(locale: Locale, cause: Cause, page_origin: &str) -> (String, Option<String>) {
    let words = match cause {
        Cause::Offline => t::trouble::cause_offline(locale),
        Cause::LocalNetworkDenied => t::trouble::cause_local_denied(locale),
        Cause::LocalNetworkPending => t::trouble::cause_local_pending(locale),
        Cause::Frame => t::trouble::cause_frame(locale),
        Cause::SafariLocalhost => t::trouble::cause_safari(locale),
        Cause::ServerNotStarted => t::trouble::cause_not_started(locale),
        Cause::OriginRefused(switch) => {
            let words = t::trouble::cause_origin(locale, &page_origin);
            return (words, switch.command(page_origin));
        }
        Cause::Key => t::trouble::cause_key(locale),
        Cause::Cors => t::trouble::cause_cors(locale),
        Cause::Blocker => t::trouble::cause_blocker(locale),
        Cause::PagePolicy => t::trouble::cause_policy(locale),
    };
    (words.to_owned(), None)
}

/// Why nothing was connected.
pub fn problem_words(locale: Locale, problem: ConnectProblem) -> &'static str {
    match problem {
        ConnectProblem::Choice(ChoiceProblem::Model) => t::live::problem_model(locale),
        ConnectProblem::Choice(ChoiceProblem::Address(problem)) => address_words(locale, problem),
        ConnectProblem::Key(KeyProblem::TooShort) => t::live::problem_key_short(locale),
        ConnectProblem::Key(KeyProblem::TooLong) => t::live::problem_key_long(locale),
        ConnectProblem::Key(KeyProblem::BadCharacter) => t::live::problem_key_character(locale),
        ConnectProblem::KeyMissing => t::live::problem_key_missing(locale),
        ConnectProblem::NotReady => t::live::problem_not_ready(locale),
    }
}

/// Why an address will not do.
pub fn address_words(locale: Locale, problem: AddressProblem) -> &'static str {
    match problem {
        AddressProblem::Empty => t::live::problem_address_empty(locale),
        AddressProblem::Scheme => t::live::problem_address_scheme(locale),
        AddressProblem::NotSecure => t::live::problem_address_secure(locale),
        AddressProblem::UserInfo => t::live::problem_address_user(locale),
        AddressProblem::Query => t::live::problem_address_query(locale),
        AddressProblem::Host => t::live::problem_address_host(locale),
        AddressProblem::Port => t::live::problem_address_port(locale),
        AddressProblem::Path => t::live::problem_address_path(locale),
    }
}
