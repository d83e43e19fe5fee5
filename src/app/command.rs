//! What the views ask for, and what they are told.

use crate::engine::input::{Refused, Setting};
use crate::text::Locale;
use crate::trace::cursor::Stride;

use super::choices::{Level, Speed, Theme};
use super::keys::Direction;
use super::link::Changes;
use super::mark::Mark;
use super::playground::{ForkAt, OpenProblem, Source};

/// One thing that a view asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// One stride forward or back.
    Step(Direction, Stride),
    /// Look at a position.
    LookAt(usize),
    /// To the next or last mark: of one kind, or of any.
    ToMark(Direction, Option<Mark>),
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// Play or pause.
    TogglePlay,
    /// How fast to play.
    SetSpeed(Speed),
    /// How far one step goes.
    SetStride(Stride),
    /// What "the next" jumps to.
    SetWanted(Mark),
    /// How much is shown.
    SetLevel(Level),
    /// The colours.
    SetTheme(Theme),
    /// The language.
    SetLocale(Locale),
    /// Whether single characters are keys.
    SetCharacterKeys(bool),
    /// Whether nothing travels.
    SetStill(bool),
    /// Whether the contract is shown.
    ShowContract(bool),
    /// Whether the page speaks of an operating system.
    ShowSystem(bool),
    /// Open an example.
    OpenExample(Box<str>),
    /// Open items of one's own, with that many slots.
    OpenItems(Vec<String>, Option<u32>),
    /// Run what is open again under other settings, at the same step.
    Rerun(Changes),
    /// Back to how it opened.
    StartAgain,
    /// Back to what was left when something else was opened.
    BringBack,
    /// Say something to the agent.
    Say(String),
    /// Change settings from here on.
    Set(Vec<Setting>),
    /// Small talk until something overflows.
    ChatOn,
    /// Yes, fork.
    Confirm(ForkAt),
    /// Take another future into view.
    Restore(u32),
    /// Open a dialog.
    OpenDialog(Dialog),
    /// Close the dialog.
    CloseDialog,
    /// The notice was read.
    Dismiss,
    /// Open the session or the agent in a file of this name with these bytes.
    OpenFile(Box<str>, Box<[u8]>),
    /// Open this.
    Open(Source),
    /// Open it although another engine made it.
    AcceptImport,
    /// Try again to fetch the example.
    Retry,
    /// Try again to fetch what is beside the picture.
    FetchPanels,
}

/// A dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Words, legend, keys.
    Help,
    /// Link and embed code.
    Share,
    /// Items of one's own.
    Items,
    /// Acting in the past cuts off what came after.
    Fork(Pending),
    /// The session file was made by this version of another engine.
    OtherEngine(String),
    /// A live model.
    Live,
}

/// What waits for a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Something to say.
    Say(String),
    /// Settings.
    Set(Vec<Setting>),
    /// Small talk until something overflows.
    ChatOn,
}

/// Something to be told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The link's step does not exist; the nearest earlier one is shown.
    StepMissing,
    /// Under other settings or in another language the step in view does not come; the
    /// nearest earlier one is shown.
    StepGone,
    /// Something of the link is out of range or too long, and was cut to what will do.
    LinkClamped,
    /// What was open before can be had again.
    Kept,
    /// The settings that are asked for are in force already.
    NothingChanged,
    /// There is no example of that id.
    NoSuchExample(Box<str>),
    /// It could not be opened.
    CannotOpen(OpenProblem),
    /// The run stays in its language, since somebody wrote in it.
    ContentStays(Locale),
    /// The machine does not take it now.
    Refused(Refused),
    /// The future no longer leads where it led.
    FutureLost,
    /// There was no room for another future, and this one is no longer kept.
    FutureDropped(u32),
    /// The text is in the clipboard.
    Copied,
    /// The browser does not allow copying: here is the text.
    CopyByHand(String),
    /// So many messages of small talk; true where something is about to overflow.
    Chatted(u32, bool),
}
