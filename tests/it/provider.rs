//! Live models without a network: recorded and invented bodies in, readings out.

#[path = "../../examples/decoder/mod.rs"]
mod decoder;

mod conversation;
mod encode;
mod example;
mod fixtures;
mod keys;
mod policy;
mod random;
mod recordings;
mod replies;
