//! The only owner of the run on the page. Views send commands and read signals; nothing
//! else changes anything.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::engine::config::{RuleSet, Unit};
use crate::engine::event::Decider;
use crate::engine::input::Refused;
use crate::scenario::{Scenario, builtin, first};
use crate::text::Locale;
use crate::text::caption::{Caption, FullSentence};
use crate::trace::cursor::Stride;

use super::choices::{Level, Panel, Speed, Theme};
use super::command::{Command, Dialog, Notice, Pending};
use super::converse;
use super::frame::Frame;
use super::keys::{Direction, KeyAction};
use super::link::{Changes, Link, StepName};
use super::mark::Mark;
use super::on_demand::{self, Missing, Panels};
use super::platform::frames::Frames;
use super::platform::timer::Later;
use super::platform::{address, clipboard, fetch, files, preferences, root, storage};
use super::playground::{ForkAt, Imported, Playground, Source, Supplied};

/// Milliseconds that a movement travels at normal speed.
const FLIGHT: u32 = 700;

/// Milliseconds that a step stays in view after its movement, at normal speed.
const DWELL: u32 = 1_500;

/// Milliseconds before a change is written into the address: browsers allow few changes a
/// second, and playing makes many.
const ADDRESS_PAUSE: u32 = 350;

/// Progress at which a movement has arrived, in thousandths.
pub const ARRIVED: u16 = 1_000;

/// What is chosen about the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much is shown.
    pub level: Level,
    /// The language of the page.
    pub locale: Locale,
    /// The colours.
    pub theme: Theme,
    /// How fast it plays.
    pub speed: Speed,
    /// How far one step goes.
    pub stride: Stride,
    /// What "the next" jumps to.
    pub wanted: Mark,
    /// Parts that are not shown.
    pub hidden: BTreeSet<Panel>,
    /// Parts that take no orders.
    pub locked: BTreeSet<Panel>,
    /// True where single characters are keys.
    pub has_character_keys: bool,
    /// True where the contract is shown.
    pub shows_contract: bool,
    /// True where the page speaks of an operating system.
    pub shows_system: bool,
    /// True where nothing travels.
    pub is_still: bool,
}

/// Whether there is something to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A file is on its way.
    Loading,
    /// There is.
    Ready,
    /// An example could not be fetched.
    Failed {
        /// What went wrong, for whoever mends it.
        reason: String,
    },
}

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
    /// What is being written to the agent.
    pub draft: RwSignal<String>,
    /// Whether there is something to show.
    pub opening: RwSignal<Opening>,
    /// What is beside the picture, which comes after it.
    pub panels: RwSignal<Fetched>,
}

/// What is opened once a file has come.
enum Awaited {
    /// An example.
    Example {
        /// Its id.
        id: Box<str>,
        /// Settings that differ from its own.
        changes: Changes,
        /// The step to be shown.
        step: Option<StepName>,
        /// Why.
        why: Why,
    },
    /// A run that waits for the model, and the step to be shown of it.
    Model(Box<Playground>, Option<StepName>, Why),
    /// What is beside the picture.
    Panels,
}

/// Whether what is beside the picture has come.
#[derive(Clone, Copy, Debug)]
pub enum Fetched {
    /// It is on its way.
    Coming,
    /// It is here.
    Here(&'static Panels),
    /// It did not come.
    Missing,
}

/// Why something is opened: what becomes of what was open before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It was asked for: what somebody said or gave before is kept.
    Asked,
    /// The level asks for it: whatever was open is kept.
    Level,
    /// It is the same once more: nothing is left.
    Again,
}

/// Most runs that are kept after something else was opened; each is as large as what was said.
const KEPT_MAX: usize = 4;

/// What only the session needs.
struct Own {
    /// Examples that were read.
    library: RefCell<BTreeMap<Box<str>, Arc<Scenario>>>,
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
        let first = &builtin::BUILT_IN[0];
        let scenario = Arc::new(first::first());
        let is_framed = address::is_framed();
        let options = first_options(is_framed);
        let source = Source::Example(Arc::clone(&scenario));
        let supplied = Supplied {
            model: converse::answer,
            words: None,
        };
        let playground =
            Playground::open(source, Changes::default(), options.locale, supplied).ok()?;
        let frame = Frame::of(&playground);
        let own = Own {
            library: RefCell::new([(first.id.into(), scenario)].into()),
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
                Fetched::Here(panels) => panels.full_sentence,
                _ => (|_, _, _| String::new()) as FullSentence,
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
            draft: RwSignal::new(String::new()),
            opening: RwSignal::new(Opening::Ready),
            panels,
        };
        let frames = Frames::new(move |step| session.tick(step));
        session.own().frames.replace(Some(frames));
        session.obey(&Link::parse(&address::hash()));
        Some(session)
    }

    /// Fetches what is beside the picture, and then the model: so that all is there when
    /// the connection goes.
    pub fn fetch_panels(self) {
        self.panels.set(Fetched::Coming);
        spawn_local(async move {
            match on_demand::panels().await {
                Ok(panels) => self.take_panels(panels),
                Err(Missing) => {
                    self.panels.set(Fetched::Missing);
                    if !self.own().after_panels.borrow().is_empty() {
                        self.fail(Awaited::Panels, String::from("panels.wasm"));
                    }
                }
            }
            // Asked for again where it is needed.
            converse::fetch(|_| {});
        });
    }

    fn take_panels(self, panels: &'static Panels) {
        self.panels.set(Fetched::Here(panels));
        let supplied = self.supplied();
        self.playground
            .update_value(|playground| playground.supply(supplied));
        let waiting = self.own().after_panels.take();
        for then in waiting {
            then(panels);
        }
    }

    /// Goes on as soon as what is beside the picture is there.
    fn with_panels(self, then: impl FnOnce(&'static Panels) + 'static) {
        match self.panels.get_untracked() {
            Fetched::Here(panels) => then(panels),
            fetched => {
                self.opening.set(Opening::Loading);
                self.own().after_panels.borrow_mut().push(Box::new(then));
                if let Fetched::Missing = fetched {
                    self.fetch_panels();
                }
            }
        }
    }

    /// What runs are made with now.
    fn supplied(self) -> Supplied {
        let words = match self.panels.get_untracked() {
            Fetched::Here(panels) => Some(panels.words),
            _ => None,
        };
        Supplied {
            model: converse::answer,
            words,
        }
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
        self.options
            .with(|options| !options.hidden.contains(&panel))
    }

    /// True where a part of the page takes no orders.
    pub fn is_locked(self, panel: Panel) -> bool {
        self.options.with(|options| options.locked.contains(&panel))
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
                self.pause();
                let mut is_there = false;
                self.playground
                    .update_value(|playground| is_there = playground.restore(number));
                if !is_there {
                    self.notice.set(Some(Notice::FutureLost));
                }
                self.show(false);
            }
            Command::OpenDialog(dialog) => {
                self.pause();
                self.dialog.set(Some(dialog));
            }
            Command::CloseDialog => self.dialog.set(None),
            Command::Dismiss => self.notice.set(None),
            Command::Import(text) => self.import(&text),
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
                !options.hidden.contains(&panel) && !options.locked.contains(&panel)
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

    // Looking.

    /// Looks at the position that `target` gives, with its movement where that is wanted.
    fn go(self, target: impl FnOnce(&Playground) -> Option<usize>, moves: bool) {
        let mut has_moved = false;
        self.playground.update_value(|playground| {
            if let Some(position) = target(playground) {
                has_moved = true;
                playground.look_at(position);
            }
        });
        if has_moved {
            self.show(moves);
        }
    }

    /// Shows the moment that is in view now.
    fn show(self, moves: bool) {
        let frame = self.playground.with_value(Frame::of);
        let is_still = self
            .options
            .with_untracked(|options| options.is_still || options.speed == Speed::Immediate);
        let travels = moves && !is_still && frame.scene.flight.is_some();
        self.own().elapsed.replace(0.0);
        self.progress.set(if travels { 0 } else { ARRIVED });
        self.frame.set(frame);
        if travels || self.is_playing.get_untracked() {
            self.wake();
        }
    }

    fn wake(self) {
        if let Some(frames) = &*self.own().frames.borrow() {
            frames.wake();
        }
    }

    /// One frame of the loop; false where nothing moves any more.
    fn tick(self, step: f64) -> bool {
        let (Some(speed), Some(is_playing)) = (
            self.options.try_with_untracked(|options| options.speed),
            self.is_playing.try_get_untracked(),
        ) else {
            return false;
        };
        let own = self.own();
        let elapsed = *own.elapsed.borrow() + step;
        own.elapsed.replace(elapsed);
        let flight = f64::from(speed.scale(FLIGHT));
        let has_arrived = self.progress.get_untracked() >= ARRIVED;
        if !has_arrived {
            let share = if flight > 0.0 {
                (elapsed / flight).min(1.0)
            } else {
                1.0
            };
            // Between 0 and 1,000: the cast loses nothing.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            self.progress.set((share * f64::from(ARRIVED)) as u16);
        }
        if is_playing && elapsed >= flight + f64::from(speed.scale(DWELL)) {
            self.play_on();
            return self.is_playing.get_untracked() || self.progress.get_untracked() < ARRIVED;
        }
        is_playing || self.progress.get_untracked() < ARRIVED
    }

    fn toggle_play(self) {
        if self.is_playing.get_untracked() {
            self.pause();
            return;
        }
        let (is_last, speed) = (
            self.frame.with_untracked(Frame::is_last),
            self.options.with_untracked(|options| options.speed),
        );
        if is_last {
            return;
        }
        if speed == Speed::Immediate {
            self.dispatch(Command::Last);
            return;
        }
        self.is_playing.set(true);
        self.play_on();
        self.wake();
    }

    /// The next step while it plays; it stops at the end.
    fn play_on(self) {
        self.go(
            |playground| playground.stride(Direction::Forward, Stride::Event),
            true,
        );
        if self.frame.with_untracked(Frame::is_last) {
            self.is_playing.set(false);
        }
        self.write_hash_soon();
    }

    fn pause(self) {
        if self.is_playing.get_untracked() {
            self.is_playing.set(false);
        }
    }

    // Opening.

    /// Opens what a link asks for.
    fn obey(self, link: &Link) {
        self.own().hash.replace(link.print());
        self.own().is_clamped.set(link.is_clamped);
        let kept = self.options.get_untracked();
        self.options.set(Options {
            locale: link.locale.unwrap_or(kept.locale),
            theme: link.theme.unwrap_or(kept.theme),
            level: link.level.unwrap_or(kept.level),
            hidden: link.hidden.clone(),
            locked: link.locked.clone(),
            has_character_keys: kept.has_character_keys && !link.is_without_characters,
            ..kept
        });
        if !link.items.is_empty() {
            let items = link
                .items
                .iter()
                .map(|item| Arc::from(item.as_str()))
                .collect();
            self.open(
                Source::Items(items),
                link.changes.clone(),
                link.step.clone(),
                Why::Asked,
            );
            return;
        }
        let by_level = || match link.level {
            Some(Level::Conversation | Level::Everything) => first_of(Unit::Tokens),
            _ => builtin::BUILT_IN[0].id.into(),
        };
        let id = link.example.clone().unwrap_or_else(by_level);
        self.open_example(&id, link.changes.clone(), link.step.clone(), Why::Asked);
    }

    /// Obeys the address after somebody changed it.
    fn address_changed(self) {
        let link = Link::parse(&address::hash());
        if link.print() != *self.own().hash.borrow() {
            self.obey(&link);
        }
    }

    /// Opens an example, which may have to be fetched first.
    fn open_example(self, id: &str, changes: Changes, step: Option<StepName>, why: Why) {
        let is_latest = self.opens();
        let known = self.own().library.borrow().get(id).cloned();
        if let Some(scenario) = known {
            self.open(Source::Example(scenario), changes, step, why);
            return;
        }
        let Some(example) = builtin::find(id) else {
            self.open_example(builtin::BUILT_IN[0].id, changes, None, why);
            self.notice.set(Some(Notice::NoSuchExample(id.into())));
            return;
        };
        self.opening.set(Opening::Loading);
        fetch::bytes(
            &format!("./scenarios/{}.json", example.id),
            move |fetched| {
                self.with_panels(move |panels| {
                    let scenario = fetched.and_then(|bytes| (panels.read_example)(&bytes));
                    let awaited = Awaited::Example {
                        id: example.id.into(),
                        changes,
                        step,
                        why,
                    };
                    self.take_example(scenario.map(Arc::new), awaited, is_latest);
                });
            },
        );
    }

    /// Opens an example that was fetched, unless something else was opened since.
    fn take_example(
        self,
        scenario: Result<Arc<Scenario>, String>,
        awaited: Awaited,
        is_latest: impl Fn() -> bool,
    ) {
        let Awaited::Example {
            id,
            changes,
            step,
            why,
        } = awaited
        else {
            return;
        };
        if let Ok(scenario) = &scenario {
            self.own()
                .library
                .borrow_mut()
                .insert(id.clone(), Arc::clone(scenario));
        }
        if !is_latest() {
            return;
        }
        match scenario {
            Ok(scenario) => {
                self.open(Source::Example(scenario), changes, step, why);
                self.write_hash_soon();
            }
            Err(reason) => {
                let awaited = Awaited::Example {
                    id,
                    changes,
                    step,
                    why,
                };
                self.fail(awaited, reason);
            }
        }
    }

    /// Counts what is opened. What it gives says whether nothing else was opened since.
    fn opens(self) -> impl Fn() -> bool + 'static {
        let own = self.own();
        let number = own.opened.get().wrapping_add(1);
        own.opened.set(number);
        move || own.opened.get() == number
    }

    /// Says that a file did not come, and keeps what it was for.
    fn fail(self, awaited: Awaited, reason: String) {
        self.own().awaited.replace(Some(awaited));
        self.opening.set(Opening::Failed { reason });
    }

    /// Opens something at a step, or where it opens by itself. Under settings that make no
    /// machine it is opened under its own, and why is said.
    fn open(self, source: Source, changes: Changes, step: Option<StepName>, why: Why) {
        self.pause();
        let is_latest = self.opens();
        let rules = changes.rules.unwrap_or_else(|| source.rules());
        if rules != RuleSet::Miniature && self.supplied().words.is_none() {
            self.with_panels(move |_| {
                if is_latest() {
                    self.open(source, changes, step, why);
                }
            });
            return;
        }
        let locale = self.options.with_untracked(|options| options.locale);
        let is_changed = changes != Changes::default();
        match Playground::open(source.clone(), changes, locale, self.supplied()) {
            Ok(opened) => {
                self.notice.set(None);
                self.look(opened, step, why);
            }
            Err(problem) => {
                if is_changed {
                    self.open(source, Changes::default(), step, why);
                } else {
                    self.opening.set(Opening::Ready);
                }
                self.notice.set(Some(Notice::CannotOpen(problem)));
            }
        }
    }

    /// Runs what is open again under other settings, and looks at the same step.
    fn run_again(self, changes: Changes) {
        self.pause();
        let _ = self.opens();
        let (address, again) = self
            .playground
            .with_value(|playground| (playground.address(), playground.again(changes)));
        match again {
            Ok(again) => {
                self.notice.set(None);
                self.look(again, address.map(StepName::Address), Why::Again);
            }
            Err(problem) => self.notice.set(Some(Notice::CannotOpen(problem))),
        }
    }

    fn look(self, mut opened: Playground, step: Option<StepName>, why: Why) {
        if opened.awaits_model() {
            self.look_with_model(opened, step, why);
            return;
        }
        let named = step.as_ref().map(|step| opened.find(step));
        if matches!(named, Some(None | Some((_, false)))) {
            self.notice.set(Some(match why {
                Why::Again => Notice::StepGone,
                Why::Asked | Why::Level => Notice::StepMissing,
            }));
        }
        let position = named
            .flatten()
            .map_or_else(|| opened.opens_at(), |(position, _)| position);
        opened.look_at(position);
        self.put(opened, why);
    }

    /// Puts it in the place of what is open, and keeps that where it would be missed.
    fn put(self, mut opened: Playground, why: Why) {
        let counts_items = opened.run().head().counts_items();
        let left = self.playground.try_update_value(|now| {
            opened.count_on_from(now);
            std::mem::replace(now, opened)
        });
        if let Some(left) = left.filter(|_| why != Why::Again) {
            let is_own = left.is_own();
            if is_own || why == Why::Level {
                let own = self.own();
                let mut kept = own.kept.borrow_mut();
                kept.push(left);
                let too_many = kept.len().saturating_sub(KEPT_MAX);
                kept.drain(..too_many);
            }
            if is_own {
                self.tell(Notice::Kept);
            }
        }
        if self.own().is_clamped.take() {
            self.tell(Notice::LinkClamped);
        }
        // The first level has no tokens.
        if !counts_items
            && self
                .options
                .with_untracked(|options| options.level == Level::Slots)
        {
            self.options
                .update(|options| options.level = Level::Conversation);
        }
        self.opening.set(Opening::Ready);
        self.show(false);
    }

    /// Says it where nothing else is said.
    fn tell(self, notice: Notice) {
        if self.notice.with_untracked(Option::is_none) {
            self.notice.set(Some(notice));
        }
    }

    /// The latest of what was kept, of some kind; it is kept no longer.
    fn take_kept(self, is_wanted: impl Fn(&Playground) -> bool) -> Option<Playground> {
        let own = self.own();
        let mut kept = own.kept.borrow_mut();
        let at = kept.iter().rposition(is_wanted)?;
        Some(kept.remove(at))
    }

    /// Opens again what was kept, at the step that was in view then.
    fn bring_back(self, mut kept: Playground, why: Why) {
        self.pause();
        kept.supply(self.supplied());
        let _ = self.opens();
        self.notice.set(None);
        self.put(kept, why);
        // Meanwhile the language may have changed.
        self.set_locale(self.options.with_untracked(|options| options.locale));
    }

    /// Fetches the model that the run waits for, then looks at it.
    fn look_with_model(self, mut opened: Playground, step: Option<StepName>, why: Why) {
        self.opening.set(Opening::Loading);
        let is_latest = self.opens();
        converse::fetch(move |fetched| match fetched {
            _ if !is_latest() => {}
            Ok(()) => {
                opened.go_on();
                self.look(opened, step, why);
                self.write_hash_soon();
            }
            Err(Missing) => self.fail(
                Awaited::Model(Box::new(opened), step, why),
                String::from("conversation.wasm"),
            ),
        });
    }

    /// The first level has no tokens: where the other side of it has been left, one comes
    /// back to what was open there; else an example is opened.
    fn set_level(self, level: Level) {
        let was = self.options.with_untracked(|options| options.level);
        self.options.update(|options| options.level = level);
        let counts_items = |playground: &Playground| playground.run().head().counts_items();
        // What a person gave or said is not replaced by an example.
        let (has_items, is_own) = self
            .playground
            .with_value(|playground| (counts_items(playground), playground.is_own()));
        let (to_items, to_tokens) = (
            level == Level::Slots && !has_items,
            level != Level::Slots && has_items,
        );
        if (to_items || (to_tokens && was == Level::Slots))
            && let Some(kept) = self.take_kept(|kept| counts_items(kept) == to_items)
        {
            self.bring_back(kept, Why::Level);
            return;
        }
        let id = if to_items {
            builtin::BUILT_IN[0].id.into()
        } else if to_tokens && level == Level::Conversation && !is_own {
            first_of(Unit::Tokens)
        } else {
            return;
        };
        self.open_example(&id, Changes::default(), None, Why::Level);
    }

    /// The page changes at once; an example that nobody has touched opens again in the
    /// other language, at the same step.
    fn set_locale(self, locale: Locale) {
        self.options.update(|options| options.locale = locale);
        let (source, changes, address, is_touched, content) =
            self.playground.with_value(|playground| {
                (
                    playground.source().clone(),
                    playground.changes().clone(),
                    playground.address(),
                    playground.is_touched(),
                    playground.locale(),
                )
            });
        if content == locale || matches!(source, Source::File(_)) {
            return;
        }
        if is_touched {
            self.notice.set(Some(Notice::ContentStays(content)));
            return;
        }
        self.open(source, changes, address.map(StepName::Address), Why::Again);
    }

    // Acting.

    /// Acts at once where nothing is cut off, else asks first.
    fn act(self, pending: Pending) {
        self.pause();
        if self.playground.with_value(Playground::would_fork) {
            self.dialog.set(Some(Dialog::Fork(pending)));
        } else {
            self.perform_with_panels(pending, ForkAt::TurnEnd);
        }
    }

    /// What is said and set comes from the panels: they are here.
    fn perform_with_panels(self, pending: Pending, fork_at: ForkAt) {
        if let Fetched::Here(panels) = self.panels.get_untracked() {
            (panels.perform)(self, pending, fork_at);
        }
    }

    /// Says or sets something, at the point of a fork where it makes one.
    pub fn perform(self, pending: Pending, fork_at: ForkAt) {
        let locale = self.options.with_untracked(|options| options.locale);
        let mut result = Ok(());
        let mut chatted = None;
        self.playground.update_value(|playground| {
            result = match &pending {
                Pending::Say(text) => playground.say(text, fork_at),
                Pending::Set(settings) => playground.set(settings),
                Pending::ChatOn => playground
                    .chat_on(locale, fork_at)
                    .map(|talk| chatted = Some(talk)),
            };
        });
        match result {
            Ok(()) => {
                if let Pending::Say(_) = pending {
                    self.draft.set(String::new());
                }
                self.show(chatted.is_none());
                if let Some((count, is_full)) = chatted {
                    self.notice.set(Some(Notice::Chatted(count, is_full)));
                }
                let plays = matches!(pending, Pending::Say(_))
                    && !self.options.with_untracked(|options| options.is_still);
                if plays && !self.frame.with_untracked(Frame::is_last) {
                    self.toggle_play();
                }
            }
            Err(Refused::Empty) => {}
            Err(refused) => {
                self.notice.set(Some(Notice::Refused(refused)));
                self.show(false);
            }
        }
    }

    fn import(self, text: &str) {
        self.pause();
        // A file is chosen among the panels: they are here.
        let Fetched::Here(panels) = self.panels.get_untracked() else {
            return;
        };
        match (panels.import)(text, self.supplied()) {
            Ok(imported) if imported.is_same => {
                self.own().imported.replace(Some(imported));
                self.accept_import();
            }
            Ok(imported) => {
                let engine = imported.engine.clone();
                self.own().imported.replace(Some(imported));
                self.dialog.set(Some(Dialog::OtherEngine(engine)));
            }
            Err(problem) => self.notice.set(Some(Notice::CannotOpen(problem))),
        }
    }

    fn accept_import(self) {
        self.dialog.set(None);
        let _ = self.opens();
        if let Some(imported) = self.own().imported.take() {
            self.notice.set(None);
            self.look(imported.accept(), None, Why::Asked);
        }
    }

    // The world outside.

    /// The state of the page as a link.
    pub fn link(self) -> Link {
        let options = self.options.get_untracked();
        self.playground.with_value(|playground| {
            let (example, items) = match playground.source() {
                Source::Example(scenario) => (Some(scenario.id.as_ref().into()), Vec::new()),
                Source::Items(items) => (None, items.iter().map(ToString::to_string).collect()),
                Source::File(_) => (None, Vec::new()),
            };
            Link {
                example,
                items,
                step: playground.address().map(StepName::Address),
                level: Some(options.level),
                locale: Some(options.locale),
                theme: (options.theme != Theme::Auto).then_some(options.theme),
                changes: playground.changes().clone(),
                hidden: options.hidden,
                locked: options.locked,
                is_without_characters: !options.has_character_keys,
                is_clamped: false,
            }
        })
    }

    /// The address of this page for a link.
    pub fn address_of(self, link: &Link) -> String {
        address::with_hash(&link.print())
    }

    /// Obeys the address whenever somebody changes it.
    pub fn listen_to_address(self) {
        address::on_hash_change(move || self.address_changed());
    }

    fn write_hash_soon(self) {
        if self.opening.get_untracked() != Opening::Ready {
            return;
        }
        self.own().write_hash.after(ADDRESS_PAUSE, move || {
            let hash = self.link().print();
            let own = self.own();
            if *own.hash.borrow() != hash {
                address::replace_hash(&hash);
                own.hash.replace(hash);
            }
        });
    }

    /// Copies a text and says so.
    pub fn copy(self, text: &str) {
        let kept = text.to_owned();
        clipboard::copy(text, move |is_done| {
            self.notice.set(Some(if is_done {
                Notice::Copied
            } else {
                Notice::CopyByHand(kept)
            }));
        });
    }

    /// Offers the session as a file.
    pub fn save_session(self) {
        let file = self.playground.with_value(Playground::session);
        if let Ok(text) = serde_json::to_string_pretty(&file) {
            files::save("memgpt-session.json", "application/json", &text);
        }
    }

    /// Offers the trace as a file.
    pub fn save_trace(self) {
        let locale = self.options.with_untracked(|options| options.locale);
        let text = self.read_untracked(|playground| playground.trace_text(locale, None));
        files::save("memgpt-trace.txt", "text/plain", &text);
    }

    /// Opens the session in the file that was chosen.
    pub fn read_file(self, input: &web_sys::HtmlInputElement) {
        files::read(input, move |text| match text {
            Some(text) => self.dispatch(Command::Import(text)),
            None => self.notice.set(Some(Notice::NotText)),
        });
    }

    /// Keeps a preference, unless the page belongs to another one.
    fn keep(self, name: &str, value: &str) {
        if !self.is_framed() {
            storage::save(name, value);
        }
    }

    /// Says to the document what is chosen about the page.
    pub fn dress_root(self) {
        let options = self.options.get();
        root::set_language(options.locale.tag());
        root::set("data-theme", options.theme.name());
        root::set(
            "data-motion",
            if options.is_still { "reduced" } else { "full" },
        );
        root::set("data-level", &options.level.number().to_string());
        if self.is_framed() {
            root::set("data-framed", "");
        }
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

/// The id of the first example that counts in `unit`.
fn first_of(unit: Unit) -> Box<str> {
    let found = builtin::BUILT_IN
        .iter()
        .find(|example| example.rules.config().unit == unit);
    found.unwrap_or(&builtin::BUILT_IN[0]).id.into()
}

/// What is chosen where the address says nothing: what was chosen last time, else what
/// the browser prefers. A frame remembers nothing.
fn first_options(is_framed: bool) -> Options {
    let kept = |name| if is_framed { None } else { storage::load(name) };
    Options {
        level: Level::Slots,
        locale: Locale::from_tag(&preferences::language()),
        theme: kept("theme")
            .and_then(|name| Theme::from_name(&name))
            .unwrap_or(Theme::Auto),
        speed: kept("speed")
            .and_then(|name| Speed::from_name(&name))
            .unwrap_or(Speed::Normal),
        stride: Stride::Event,
        wanted: Mark::PageIn,
        hidden: BTreeSet::new(),
        locked: BTreeSet::new(),
        has_character_keys: kept("keys").is_none_or(|value| value != "0"),
        shows_contract: true,
        shows_system: false,
        is_still: preferences::reduces_motion(),
    }
}
