//! The machine: pure, deterministic, without input or output of its own.

pub mod config;
pub mod event;
pub mod function;
pub mod ids;
pub mod input;
pub mod message;
pub mod package;
pub mod parts;
pub mod ranges;
pub mod reply;
pub mod rules;
pub mod search;
pub mod timestamp;
pub mod tokens;
pub mod wording;
