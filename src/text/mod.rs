//! All words that a person or a model reads, in Spanish and English.
//!
//! A translator edits `es.toml` and `en.toml` and nothing else. The build makes one function
//! of each text: `[transport] play = "Reproducir"` is `t::transport::play(locale)`, and
//! `{#tokens}` in a text becomes an argument `tokens: u64`.
//!
//! This module knows the engine's public enums and matches them exhaustively, so that a new
//! event, fault or policy does not compile until it has words in both languages. It knows
//! no state, no trace, no browser.

pub mod caption;
mod caption_items;
mod caption_together;
mod caption_tokens;
pub mod catalogue;
pub mod context;
pub mod cost;
pub mod fault;
pub mod invariants;
pub mod labels;
pub mod locale;
pub mod log_line;
pub mod operating_system;
pub mod terms;
pub mod trouble;
pub mod wording;
pub mod words;

pub use caption::{Caption, caption};
pub use catalogue::t;
pub use context::CaptionContext;
pub use locale::Locale;
pub use log_line::log_line;
pub use operating_system::{os_label, os_policy_note};
