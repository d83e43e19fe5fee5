//! How much an agent file may hold. Beyond these it is refused with the limit named, never
//! loaded by halves.

/// Longest file, in bytes (32 MB).
pub const BYTES_MAX: usize = 32 * 1_024 * 1_024;
/// Most agents.
pub const AGENTS_MAX: usize = 1_000;
/// Most messages of an agent.
pub const MESSAGES_MAX: usize = 50_000;
/// Most blocks of an agent.
pub const BLOCKS_MAX: usize = 50;
/// Most calls of a message.
pub const CALLS_MAX: usize = 256;
/// Longest block, in characters, as the engine's own bound.
pub const BLOCK_MAX: usize = 1_000_000;
/// Longest name that is shown, in characters.
pub const NAME_MAX: usize = 64;
/// Most remarks that are listed; the rest is only counted.
pub const REMARKS_MAX: usize = 100;
