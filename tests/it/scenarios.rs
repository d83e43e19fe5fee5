//! Examples: their format, those that ship, and what a run of them shows.

mod documents;
mod faults;
pub mod files;
mod format;
mod guide;
mod mutations;
mod questions;
