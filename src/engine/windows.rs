//! Windows of real models, by name, and one of toy size.

/// A window that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedWindow {
    /// Name on the command line.
    pub name: &'static str,
    /// Tokens.
    pub tokens: u32,
}

/// Toy size, so that it overflows soon; then the models of the paper's table 1 and of the
/// releases' own tables (memgpt.md 1.4, 4), smallest first. Where the paper rounds, the
/// number is the provider's.
pub const WINDOWS: [NamedWindow; 12] = [
    named("toy", 2_048),
    named("llama-1", 2_048),
    named("llama-2", 4_096),
    named("gpt-3.5-turbo", 4_096),
    named("mistral-7b", 8_192),
    named("gpt-4", 8_192),
    named("gpt-3.5-turbo-16k", 16_385),
    named("gpt-4-32k", 32_768),
    named("claude-2", 100_000),
    named("gpt-4-turbo", 128_000),
    named("letta", 128_000),
    named("yi-34b-200k", 200_000),
];

/// The tokens of the window of that name.
pub fn window_named(name: &str) -> Option<u32> {
    let found = WINDOWS.iter().find(|window| window.name == name);
    found.map(|window| window.tokens)
}

const fn named(name: &'static str, tokens: u32) -> NamedWindow {
    NamedWindow { name, tokens }
}
