//! How much a provider may send. A page must stay usable whatever a server does, so
//! everything that grows with what it sends has an end.

/// Bounds of one reply. Beyond them the reply ends with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole body.
    pub body: usize,
    /// Bytes of one line or one JSON value of it.
    pub line: usize,
    /// Function calls in one reply.
    pub calls: usize,
}

impl Limits {
    /// Far above what was recorded (a whole reply below 500 KB, its longest line below 20 KB),
    /// far below what a tab can hold.
    pub const STANDARD: Self = Self {
        body: 16 << 20,
        line: 4 << 20,
        calls: 64,
    };
}

/// Levels of nesting in JSON that is looked into. `serde_json` itself refuses 128.
pub const DEPTH_MAX: usize = 64;

/// Characters of a provider's own words that an error keeps.
pub const MESSAGE_MAX: usize = 500;
