//! MemGPT Playground: the memory hierarchy of MemGPT, run step by step.

#[cfg(feature = "ui")]
pub mod app;
