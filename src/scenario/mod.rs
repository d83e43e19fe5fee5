//! Examples: one documented file each (`docs/SCENARIOS.md`), read with every problem
//! named, and run through the engine.
//!
//! Knows the engine, the trace and the scripted model; no page, no file system.

pub mod bilingual;
pub mod builtin;
pub mod checked;
pub mod example;
pub mod file;
pub mod first;
pub mod limits;
pub mod mark;
pub mod passages;
pub mod perform;
pub mod problems;
mod raw;
mod replies;
pub mod script;
pub mod settings;
pub mod words;

pub use checked::read;
pub use example::Scenario;
