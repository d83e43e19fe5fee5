//! MemGPT Playground: the memory hierarchy of MemGPT, run and seen step by step.

pub mod agent_file;
pub mod engine;
pub mod explain;
pub mod misread;
pub mod model;
pub mod provider;
pub mod recording;
pub mod run;
pub mod scenario;
pub mod scene;
pub mod text;
pub mod trace;

pub mod app;
