//! The native tests that need more than one module, in one binary: linking is
//! what costs time.

mod texts;
mod tidy;
