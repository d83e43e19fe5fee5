//! Live models on the page: what is chosen about one, the connection that asks it, and the
//! words for what goes wrong. Everything here but [`file`] is in a file of the program of its
//! own, fetched when somebody wants a live model.

pub mod choices;
pub mod streamed;

#[cfg(feature = "ui")]
pub mod connection;
#[cfg(feature = "ui")]
pub mod file;
#[cfg(feature = "ui")]
mod keys;
