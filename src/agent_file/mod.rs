//! Letta agent files (`.af`): read with every problem named, and played again. The recorded
//! replies play the part of the model; what the machine of then did is compared with what
//! ours does, and every difference is data (docs/AGENT-FILES.md).
//!
//! | file | what it does |
//! | --- | --- |
//! | `document`, `node`, `problems`, `limits` | from bytes to values with their places |
//! | `message`, `moment`, `blocks`, `turns` | what the values mean |
//! | `checked` | both versions of the format, agent by agent |
//! | `later_edits` | edits of blocks by functions of later releases, as calls of ours |
//! | `start` | the settings and the machine that an agent begins with |
//! | `window` | the same from what was in the window on, the rest in recall storage |
//! | `perform` | gives a run what the record has for it |
//! | `differences` | what was recorded beside what came of it |
//!
//! Knows the engine, the trace, the scripted model and the words; no page, no file system.

mod blocks;
mod checked;
pub mod differences;
mod document;
mod later_edits;
pub mod limits;
mod message;
mod moment;
mod node;
pub mod perform;
pub mod problems;
pub mod start;
mod turns;
pub mod window;

pub use checked::{AgentFile, CheckedAgent, Version, is_agent_file, read};
