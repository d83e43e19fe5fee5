//! Whether and when to ask again. No clock and no chance: the caller brings a number.

use super::error::{ErrorKind, ProviderError};

/// Tries after the first.
pub const RETRIES_MAX: u32 = 2;
/// The longest wait that is waited without asking, in milliseconds. Beyond it the person
/// decides.
pub const WAIT_MAX_MS: u64 = 60_000;
/// The first wait where the provider says nothing, in milliseconds (official SDKs).
pub const WAIT_FIRST_MS: u64 = 500;
/// The longest of those waits, in milliseconds (official SDKs).
pub const WAIT_USUAL_MAX_MS: u64 = 8_000;

/// Kinds of failure that pass by themselves.
pub fn passes(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::RateLimited | ErrorKind::Overloaded | ErrorKind::Server
    )
}

/// How long to wait before the next try, in milliseconds; `None` where there is to be none.
/// `tries` were made already, at least one. `chance` is a number from 0 to 999, which takes
/// up to a quarter off a wait of our own, so that many pages do not ask at the same moment.
pub fn wait_ms(error: &ProviderError, tries: u32, chance: u32) -> Option<u64> {
    if !passes(error.kind) || tries > RETRIES_MAX {
        return None;
    }
    match error.retry_after_ms {
        Some(wait) if wait > WAIT_MAX_MS => None,
        // Not earlier than asked.
        Some(wait) => Some(wait),
        None => {
            let doublings = tries.saturating_sub(1).min(16);
            let wait = (WAIT_FIRST_MS << doublings).min(WAIT_USUAL_MAX_MS);
            Some(wait - wait * u64::from(chance.min(999)) / 4_000)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: ErrorKind, retry_after_ms: Option<u64>) -> ProviderError {
        ProviderError {
            retry_after_ms,
            ..ProviderError::of(kind)
        }
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        for kind in ErrorKind::ALL {
            let expected = ["RateLimited", "Overloaded", "Server"].contains(&kind.name());
            let wait = wait_ms(&error(kind, None), 1, 0);
            assert_eq!(wait.is_some(), expected, "{kind:?}");
        }
    }

    #[test]
    fn waits_double_and_have_an_end() {
        let server = error(ErrorKind::Server, None);
        assert_eq!(wait_ms(&server, 1, 0), Some(500));
        assert_eq!(wait_ms(&server, 2, 0), Some(1_000));
        assert_eq!(wait_ms(&server, 3, 0), None);
        assert_eq!(wait_ms(&server, u32::MAX, 0), None);
        assert_eq!(wait_ms(&server, 1, 999), Some(376));
        assert_eq!(wait_ms(&server, 1, u32::MAX), Some(376));
    }

    #[test]
    fn the_provider_is_heeded_up_to_a_minute() {
        let limited = |wait| wait_ms(&error(ErrorKind::RateLimited, Some(wait)), 1, 999);
        assert_eq!(limited(34_400), Some(34_400));
        assert_eq!(limited(60_000), Some(60_000));
        assert_eq!(limited(578_016), None);
    }
}
