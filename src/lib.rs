//! MemGPT Playground: the memory hierarchy of MemGPT, run and seen step by step.

pub mod engine;

#[cfg(feature = "ui")]
pub mod app;
