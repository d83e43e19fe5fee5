//! What the browser can do, one capability a file.

pub mod frames;
