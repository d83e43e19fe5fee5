//! What the page shows, one component a file, named after what it shows.

pub mod stage;
