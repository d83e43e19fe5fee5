//! How much a file may hold. Generous for an author, small enough for a page: beyond
//! these a file is refused with the limit named, never loaded by halves.

/// Longest file, in bytes (1 MB).
pub const BYTES_MAX: usize = 1_048_576;
/// Most turns.
pub const TURNS_MAX: usize = 10_000;
/// Most replies of one turn.
pub const REPLIES_MAX: usize = 64;
/// Most calls of one reply.
pub const CALLS_MAX: usize = 16;
/// Most texts that a reply needs to be in sight.
pub const NEEDS_MAX: usize = 16;
/// Most facts, questions, marks and suggestions, each.
pub const ENTRIES_MAX: usize = 10_000;
/// Most documents.
pub const DOCUMENTS_MAX: usize = 100;
/// Most passages of a document.
pub const PASSAGES_MAX: usize = 10_000;
/// Longest passage that a text is cut into, in characters: some hundred words, so that a
/// page of ten stays a small part of a real window.
pub const PASSAGE_CHARACTERS: usize = 600;
/// Longest text that is said, thought, stored or asked for, in characters.
pub const TEXT_MAX: usize = 20_000;
/// Longest title, in characters.
pub const TITLE_MAX: usize = 120;
/// Longest id or name, in characters.
pub const ID_MAX: usize = 64;
/// Longest distance between two turns, in seconds (ten years).
pub const INTERVAL_MAX: u64 = 315_360_000;
/// Greatest seed: every program that reads JSON holds it exactly.
pub const SEED_MAX: u64 = (1 << 53) - 1;
/// Most problems that are listed; the rest is only counted.
pub const PROBLEMS_MAX: usize = 200;
