//! A live model: the dialog in which one is chosen, the line that says who is asked, and what
//! arrives. What a model or a provider says is text, and nothing else.

mod built_in;
mod dialog;
mod limits;
mod line;
mod sign_in;
mod streamed;
mod words;

pub use dialog::dialog;
pub use line::line;
pub use streamed::streamed;
