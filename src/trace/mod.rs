//! The trace: a run recorded, sought, forked and saved. Knows a machine only through
//! [`machine::Machine`].

pub mod address;
pub mod cursor;
pub mod digest;
pub mod export;
pub mod futures;
pub mod journal;
pub mod machine;
