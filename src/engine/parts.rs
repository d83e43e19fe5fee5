//! The parts of a prompt. They always sum to what is shown.

/// What each part of main context takes, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// System instructions.
    pub system: u32,
    /// Function schemas.
    pub schemas: u32,
    /// Working context: the persona and human blocks.
    pub working_context: u32,
    /// The line that tells how much external context holds.
    pub statistics: u32,
    /// The recursive summary, first in the queue.
    pub summary: u32,
    /// The rest of the queue.
    pub queue: u32,
}

impl Parts {
    /// All that the model reads.
    pub fn total(self) -> u32 {
        self.pinned() + self.summary + self.queue
    }

    /// What never leaves by a flush.
    pub fn pinned(self) -> u32 {
        self.system + self.schemas + self.working_context + self.statistics
    }
}
