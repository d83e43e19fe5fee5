//! Notices that a server read less than it was sent. Ollama cuts the front of a prompt that
//! is longer than its window and says nothing: system instructions and functions go first.

/// Windows that servers are set to.
const USUAL: &[u32] = &[
    2_048, 4_096, 8_192, 16_384, 32_768, 40_960, 65_536, 131_072, 262_144,
];

/// Whether a prompt of so many estimated tokens was cut, when the server reports to have read
/// `read`. A report alone is no proof, since some count only what was not cached: it must be
/// the size of a window, and clearly smaller than the estimate, which may be off by a quarter.
pub fn is_cut(read: u32, estimated: u32, window: Option<u32>) -> bool {
    let is_window = window == Some(read) || USUAL.contains(&read);
    let is_smaller = u64::from(estimated) * 4 > u64::from(read) * 5;
    is_window && is_smaller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h02_a_prompt_that_was_cut_to_the_window_is_noticed() {
        assert!(is_cut(4_096, 7_300, None));
        assert!(is_cut(3_000, 7_300, Some(3_000)));
        assert!(!is_cut(4_096, 4_500, None));
        assert!(!is_cut(12, 7_300, Some(4_096)));
        assert!(!is_cut(0, u32::MAX, None));
    }
}
