//! MemGPT Playground: the memory hierarchy of MemGPT, run and seen step by step.

pub mod engine;
pub mod run;
pub mod scene;
pub mod trace;
pub mod text;

#[cfg(feature = "ui")]
pub mod app;
