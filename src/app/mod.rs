//! The page. What has a plain answer (links, keys, ledgers, costs, what is open) is plain
//! Rust and is tested without a browser; `session` alone holds the run, `platform` alone
//! talks to the browser, `view` draws.

pub mod choices;
pub mod conversation;
pub mod cost;
pub mod futures;
pub mod keys;
pub mod lanes;
pub mod ledger;
pub mod link;
pub mod live;
pub mod mark;
pub mod playground;
pub mod policies;
pub mod record;
pub mod recorded;
pub mod tuning;

#[cfg(feature = "ui")]
pub mod command;
#[cfg(feature = "ui")]
mod converse;
#[cfg(feature = "ui")]
pub mod frame;
#[cfg(feature = "ui")]
pub mod on_demand;
#[cfg(feature = "ui")]
mod platform;
#[cfg(feature = "ui")]
pub mod region;
#[cfg(feature = "ui")]
pub mod session;
#[cfg(feature = "ui")]
mod start;
#[cfg(feature = "ui")]
pub mod tree;
#[cfg(feature = "ui")]
pub mod view;

#[cfg(feature = "ui")]
pub use start::mount;
