//! The picture as data: right at every event of a run, and the same for the same moment.

mod laws;
mod picture;
mod runs;
mod snapshots;
