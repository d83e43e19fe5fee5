//! Live models without a network: recorded and invented bodies in, readings out.

#[path = "../../examples/decoder/mod.rs"]
mod decoder;

mod example;
mod fixtures;
mod recordings;
