//! What the page shows, one component a file, named after what it shows. Views read the
//! session's signals and send it commands; they change nothing and touch no browser.

mod agent_words;
mod announcer;
mod choice;
mod compare;
mod composer;
mod conversation;
mod costs;
mod dialog;
mod draw;
mod evictions;
mod explanation;
mod fetched;
mod fork;
mod futures;
mod header;
mod help;
mod items;
mod lane_turns;
mod lanes;
mod lesson;
pub mod live;
mod notice;
mod page;
mod parts;
mod policies;
mod prompt;
mod recording;
mod sentence;
mod settings;
mod share;
pub mod stage;
mod tabs;
mod timeline;
mod trace;
mod transport;

pub use conversation::conversation;
pub use dialog::dialogs;
pub use draw::Page;
pub use futures::futures;
pub use notice::notice_words;
pub use page::page;
pub use tabs::tabs;
