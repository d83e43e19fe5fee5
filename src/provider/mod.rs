//! Live models: what goes to a provider and what comes back, as plain data.
//!
//! This module turns a request into the body that a provider understands, and the bytes that
//! come back into one reading: text, reasoning, calls, why it stopped, what it cost, or what
//! went wrong. It refuses to know the network, the page, the state of the machine and the
//! trace. The page brings bytes and keys; everything else is decided, and tested, here.
//!
//! ```
//! use memgpt_playground::provider::classify::Head;
//! use memgpt_playground::provider::decode::Decoder;
//! use memgpt_playground::provider::protocol::Protocol;
//! use memgpt_playground::provider::scrub::Scrubber;
//!
//! let head = Head::ok("application/x-ndjson");
//! let mut decoder = Decoder::new(Protocol::OllamaNative, head, Scrubber::none());
//! decoder.feed(br#"{"message":{"content":"Hel"},"done":false}"#);
//! decoder.feed(br#"{"message":{"content":"lo"},"done":true,"done_reason":"stop"}"#);
//! let (reading, _) = decoder.finish();
//! assert_eq!(reading.text, "Hello");
//! ```

mod arguments;
pub mod browser_model;
pub mod budget;
mod call;
pub mod classify;
mod complaint;
pub mod concession;
pub mod conversation;
pub mod cut_prompt;
pub mod decode;
pub mod details;
pub mod encode;
pub mod endpoint;
pub mod error;
mod framing;
pub mod headers;
pub mod hold_back;
pub mod key;
pub mod limits;
pub mod models;
pub mod opaque;
mod overflow;
pub mod price;
pub mod profile;
pub mod protocol;
pub mod reading;
pub mod repair;
pub mod reply;
pub mod retry;
pub mod scrub;
pub mod sign_in;
pub mod text_call;
mod tolerant;
mod wait;
