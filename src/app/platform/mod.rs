//! What the browser can do, one capability a file.

pub mod address;
pub mod built_in;
pub mod clipboard;
pub mod clock;
pub mod drops;
pub mod fetch;
pub mod files;
pub mod frames;
pub mod host;
pub mod keyboard;
pub mod patch;
pub mod preferences;
pub mod reflect;
pub mod root;
pub mod sign_in;
pub mod storage;
pub mod stream;
pub mod surroundings;
pub mod tab_storage;
pub mod timer;
