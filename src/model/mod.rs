//! Models: what answers a request. Each is given the request and nothing else.

pub mod script;
