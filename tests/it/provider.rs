//! Live models without a network: recorded and invented bodies in, readings out.

#[path = "../../examples/decoder/mod.rs"]
mod decoder;

mod encode;
mod example;
mod fixtures;
mod keys;
mod random;
mod recordings;
mod replies;
