//! All words that a person or a model reads, in Spanish and English.
//!
//! A translator edits `es.toml` and `en.toml` and nothing else. The build makes one function
//! of each text: `[transport] play = "Reproducir"` is `t::transport::play(locale)`, and
//! `{#tokens}` in a text becomes an argument `tokens: u64`.
//!
//! This module knows the engine's public enums and matches them exhaustively, so that a new
//! event, fault or policy does not compile until it has words in both languages. It knows
//! no state, no trace, no browser.

pub mod catalogue;
pub mod locale;
pub mod wording;

pub use catalogue::t;
pub use locale::Locale;
