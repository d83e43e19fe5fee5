//! What the browser can do, one capability a file.

pub mod address;
pub mod clipboard;
pub mod drops;
pub mod fetch;
pub mod files;
pub mod frames;
pub mod host;
pub mod keyboard;
pub mod patch;
pub mod preferences;
pub mod root;
pub mod storage;
pub mod timer;
