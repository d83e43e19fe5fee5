//! The texts: complete in both languages, checked at build time, right for every event.

#![allow(clippy::unwrap_used, reason = "a test may fail at once")]

mod files;
mod run;
mod samples;
mod sentences;
