//! The native tests that need more than one module, in one binary: linking is
//! what costs time.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod agent_files;
mod budgets;
mod digests;
mod flush;
mod functions;
mod interrupts;
mod laws;
mod miniature;
mod page;
mod play;
mod properties;
mod provider;
mod releases;
mod scenarios;
mod scene;
mod search;
mod support;
mod texts;
mod tidy;
mod tokens;
mod utterances;
