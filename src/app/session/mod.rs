//! The only owner of the run on the page. Views send commands and read signals; nothing
//! else changes anything. One thing that it does a file.

mod acting;
mod fetching;
mod lanes;
mod live;
mod looking;
mod opening;
mod options;
mod outside;
mod settling;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::event::Decider;
use crate::scenario::{Scenario, first};
use crate::text::caption::{self, Caption};
use crate::text::{Locale, wording};

use super::choices::{Level, Panel, Tab};
use super::command::{Command, Dialog, Notice, Pending};
use super::converse;
use super::frame::Frame;
use super::keys::{Direction, KeyAction};
use super::link::{Changes, Link};
use super::on_demand::Panels;
use super::platform::address;
use super::platform::frames::Frames;
use super::platform::timer::Later;
use super::playground::{Imported, Playground, Source, Supplied};

pub use fetching::Fetched;
pub use opening::Opening;
pub use options::Options;

use opening::{Awaited, Why};
use options::first_options;

/// Progress at which a movement has arrived, in thousandths.
pub const ARRIVED: u16 = 1_000;

/// The page's state: signals to read, and [`Session::dispatch`] to change it.
#[derive(Clone, Copy)]
pub struct Session {
    playground: StoredValue<Playground, LocalStorage>,
    own: StoredValue<Rc<Own>, LocalStorage>,
    /// The moment in view.
    pub frame: RwSignal<Frame>,
    /// The words about the event in view.
    pub caption: Memo<Caption>,
    /// How far the movement of this moment has come, in thousandths. Only what moves reads it.
    pub progress: RwSignal<u16>,
    /// True while it plays.
    pub is_playing: RwSignal<bool>,
    /// What is chosen.
    pub options: RwSignal<Options>,
    /// The dialog that is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// Something to be said once.
    pub notice: RwSignal<Option<Notice>>,
    /// The tab that was asked for last.
    pub tab: RwSignal<Tab>,
    /// What is being written to the agent.
    pub draft: RwSignal<String>,
    /// Whether there is something to show.
    pub opening: RwSignal<Opening>,
    /// What is beside the picture, which comes after it.
    pub panels: RwSignal<Fetched>,
}

/// What only the session needs.
struct Own {
    /// Examples that were read.
    library: RefCell<Vec<Arc<Scenario>>>,
    /// What the address said last.
    hash: RefCell<String>,
    /// The session file that waits for a yes.
    imported: RefCell<Option<Imported>>,
    /// What was left and can be had again, the latest last.
    kept: RefCell<Vec<Playground>>,
    /// True while the link that is obeyed asked for more than there is.
    is_clamped: Cell<bool>,
    write_hash: Later,
    /// What could not be opened for want of a file, to be tried again.
    awaited: RefCell<Option<Awaited>>,
    /// What waits for the panels.
    after_panels: RefCell<Vec<Box<dyn FnOnce(&'static Panels)>>>,
    /// How many things were opened: a file that comes late opens nothing.
    opened: Cell<u32>,
    frames: RefCell<Option<Frames>>,
    /// Milliseconds since the moment came into view.
    elapsed: RefCell<f64>,
    is_framed: bool,
}

impl Session {
    /// Opens what the address asks for. `None` only where the first example, which is part
    /// of the program, cannot be read.
    pub fn start() -> Option<Self> {
        let scenario = Arc::new(first::first());
        let is_framed = address::is_framed();
        let options = first_options(is_framed);
        let source = Source::Example(Arc::clone(&scenario));
        let supplied = Supplied {
            model: converse::answer,
            words: None,
            wording: wording::miniature,
        };
        let playground =
            Playground::open(source, Changes::default(), options.locale, supplied).ok()?;
        let frame = Frame::of(&playground);
        let own = Own {
            library: RefCell::new(vec![scenario]),
            hash: RefCell::new(String::new()),
            imported: RefCell::new(None),
            kept: RefCell::new(Vec::new()),
            is_clamped: Cell::new(false),
            write_hash: Later::default(),
            awaited: RefCell::new(None),
            after_panels: RefCell::new(Vec::new()),
            opened: Cell::new(0),
            frames: RefCell::new(None),
            elapsed: RefCell::new(0.0),
            is_framed,
        };
        let playground = StoredValue::new_local(playground);
        let (frame, options) = (RwSignal::new(frame), RwSignal::new(options));
        let panels = RwSignal::new(Fetched::Coming);
        let caption = Memo::new(move |_| {
            let locale = options.with(|options| options.locale);
            let after = frame.with(|frame| Arc::clone(&frame.after));
            let full = match panels.get() {
                Fetched::Here(panels) => panels.full_words,
                _ => caption::NONE,
            };
            playground
                .with_value(|playground| playground.caption(&after, locale, full))
                .unwrap_or_else(nothing_said)
        });
        let session = Self {
            playground,
            own: StoredValue::new_local(Rc::new(own)),
            frame,
            caption,
            progress: RwSignal::new(ARRIVED),
            is_playing: RwSignal::new(false),
            options,
            dialog: RwSignal::new(None),
            notice: RwSignal::new(None),
            tab: RwSignal::new(Tab::Explanation),
            draft: RwSignal::new(String::new()),
            opening: RwSignal::new(Opening::Ready),
            panels,
        };
        let frames = Frames::new(move |step| session.tick(step));
        session.own().frames.replace(Some(frames));
        session.obey(&Link::parse(&address::hash()));
        Some(session)
    }

    /// The session of this page.
    pub fn get() -> Self {
        expect_context()
    }

    /// The language of the page.
    pub fn locale(self) -> Locale {
        self.options.with(|options| options.locale)
    }

    /// True where a part of the page is shown.
    pub fn shows(self, panel: Panel) -> bool {
        self.options.with(|options| !options.hidden.contains(panel))
    }

    /// True where a part of the page takes no orders.
    pub fn is_locked(self, panel: Panel) -> bool {
        self.options.with(|options| options.locked.contains(panel))
    }

    /// True where at least this much is shown.
    pub fn is_at_least(self, level: Level) -> bool {
        self.options.with(|options| options.level >= level)
    }

    /// True where the page is shown inside another one.
    pub fn is_framed(self) -> bool {
        self.own().is_framed
    }

    /// Reads something off what is open. Reactive: again with every moment.
    pub fn read<T>(self, reader: impl FnOnce(&Playground, &Frame) -> T) -> T {
        self.frame.with(|frame| {
            self.playground
                .with_value(|playground| reader(playground, frame))
        })
    }

    /// Reads something off what is open, once.
    pub fn read_untracked<T>(self, reader: impl FnOnce(&Playground) -> T) -> T {
        self.playground.with_value(reader)
    }

    fn own(self) -> Rc<Own> {
        self.own.get_value()
    }

    /// Does what a view asks for.
    pub fn dispatch(self, command: Command) {
        match command {
            Command::Step(direction, stride) => {
                self.pause();
                self.go(
                    |playground| playground.stride(direction, stride),
                    direction == Direction::Forward,
                );
            }
            Command::LookAt(position) => {
                self.pause();
                self.go(|_| Some(position), false);
            }
            Command::ToMark(direction, wanted) => {
                self.pause();
                self.go(
                    |playground| {
                        playground
                            .to_mark(direction, |mark| wanted.is_none_or(|wanted| mark == wanted))
                    },
                    true,
                );
            }
            Command::First => self.dispatch(Command::LookAt(1)),
            Command::Last => self.dispatch(Command::LookAt(usize::MAX)),
            Command::TogglePlay => self.toggle_play(),
            Command::SetSpeed(speed) => {
                self.options.update(|options| options.speed = speed);
                self.keep("speed", speed.name());
            }
            Command::SetStride(stride) => self.options.update(|options| options.stride = stride),
            Command::SetWanted(mark) => self.options.update(|options| options.wanted = mark),
            Command::SetLevel(level) => self.set_level(level),
            Command::SetTheme(theme) => {
                self.options.update(|options| options.theme = theme);
                self.keep("theme", theme.name());
            }
            Command::SetLocale(locale) => self.set_locale(locale),
            Command::SetCharacterKeys(is_on) => {
                self.options
                    .update(|options| options.has_character_keys = is_on);
                self.keep("keys", if is_on { "1" } else { "0" });
            }
            Command::SetStill(is_still) => {
                self.options.update(|options| options.is_still = is_still)
            }
            Command::ShowContract(is_on) => self
                .options
                .update(|options| options.shows_contract = is_on),
            Command::ShowSystem(is_on) => {
                self.options.update(|options| options.shows_system = is_on)
            }
            Command::OpenExample(id) => {
                self.open_example(&id, Changes::default(), None, Why::Asked);
            }
            Command::OpenItems(items, window) => {
                let items = items.into_iter().map(Arc::from).collect();
                self.open(
                    Source::Items(items),
                    Changes {
                        window,
                        ..Changes::default()
                    },
                    None,
                    Why::Asked,
                );
            }
            Command::Rerun(changes) => self.run_again(changes),
            Command::StartAgain => {
                let (source, is_touched) = self.playground.with_value(|playground| {
                    (playground.source().clone(), playground.is_touched())
                });
                let why = if is_touched { Why::Asked } else { Why::Again };
                self.draft.set(String::new());
                // The number of slots belongs to the items that somebody gave.
                let window = match source {
                    Source::Items(_) => self
                        .playground
                        .with_value(|playground| playground.changes().window),
                    _ => None,
                };
                let changes = Changes {
                    window,
                    ..Changes::default()
                };
                self.open(source, changes, None, why);
            }
            Command::BringBack => {
                if let Some(kept) = self.take_kept(|_| true) {
                    self.bring_back(kept, Why::Asked);
                }
            }
            Command::Say(text) => self.act(Pending::Say(text)),
            Command::Set(settings) => self.act(Pending::Set(settings)),
            Command::ChatOn => self.act(Pending::ChatOn),
            Command::Confirm(fork_at) => {
                if let Some(Dialog::Fork(pending)) = self.dialog.get_untracked() {
                    self.dialog.set(None);
                    self.perform_with_panels(pending, fork_at);
                }
            }
            Command::Restore(number) => {
                // There are other futures only where the panels are.
                if let Fetched::Here(panels) = self.panels.get_untracked() {
                    (panels.restore)(self, number);
                }
            }
            Command::OpenDialog(dialog) => {
                self.pause();
                self.dialog.set(Some(dialog));
            }
            Command::CloseDialog => self.dialog.set(None),
            Command::Dismiss => self.notice.set(None),
            Command::OpenFile(name, bytes) => self.open_file(&name, &bytes),
            Command::Open(source) => self.open(source, Changes::default(), None, Why::Asked),
            Command::AcceptImport => self.accept_import(),
            Command::FetchPanels => self.fetch_panels(),
            Command::Retry => {
                let awaited = self.own().awaited.take();
                match awaited {
                    Some(Awaited::Example {
                        id,
                        changes,
                        step,
                        why,
                    }) => self.open_example(&id, changes, step, why),
                    Some(Awaited::Model(opened, step, why)) => {
                        self.look_with_model(*opened, step, why);
                    }
                    Some(Awaited::Panels) => {
                        self.opening.set(Opening::Loading);
                        self.fetch_panels();
                    }
                    None => {}
                }
            }
        }
        self.write_hash_soon();
    }

    /// Does what a key asks for.
    pub fn press(self, action: KeyAction) {
        let (speed, is_taken) = self.options.with_untracked(|options| {
            let is_taken = action.panel().is_none_or(|panel| {
                !options.hidden.contains(panel) && !options.locked.contains(panel)
            });
            (options.speed, is_taken)
        });
        if !is_taken {
            return;
        }
        self.dispatch(match action {
            KeyAction::Step(direction, stride) => Command::Step(direction, stride),
            KeyAction::ToMark(direction) => Command::ToMark(direction, None),
            KeyAction::First => Command::First,
            KeyAction::Last => Command::Last,
            KeyAction::TogglePlay => Command::TogglePlay,
            KeyAction::Faster => Command::SetSpeed(speed.faster()),
            KeyAction::Slower => Command::SetSpeed(speed.slower()),
            KeyAction::Help => Command::OpenDialog(Dialog::Help),
        });
    }
}

/// What is said before anything happened.
fn nothing_said() -> Caption {
    Caption {
        title: String::new(),
        sentence: String::new(),
        cause: "",
        decider: Decider::Automatic,
    }
}
