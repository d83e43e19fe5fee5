//! Examples: their format, those that ship, and what a run of them shows.

mod files;
mod format;
mod mutations;
