//! Opening something: an example, items, a file, a level, a language; and keeping what was left.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::choices::Level;
use crate::app::command::Notice;
use crate::app::converse;
use crate::app::link::{Changes, Link, StepName};
use crate::app::on_demand::Missing;
use crate::app::platform::{address, fetch};
use crate::app::playground::{Playground, Source};
use crate::engine::config::{RuleSet, Unit};
use crate::scenario::{Scenario, builtin};
use crate::text::Locale;

use super::{Options, Session};

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

/// What is opened once a file has come.
pub(super) enum Awaited {
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

/// Why something is opened: what becomes of what was open before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It was asked for: what somebody said or gave before is kept.
    Asked,
    /// The level asks for it: whatever was open is kept.
    Level,
    /// It is the same once more: nothing is left.
    Again,
}

/// Most runs that are kept after something else was opened; each is as large as what was said.
const KEPT_MAX: usize = 4;

impl Session {
    /// Opens what a link asks for.
    pub(super) fn obey(self, link: &Link) {
        self.own().hash.replace(link.print());
        self.own().is_clamped.set(link.is_clamped);
        let kept = self.options.get_untracked();
        self.options.set(Options {
            locale: link.locale.unwrap_or(kept.locale),
            theme: link.theme.unwrap_or(kept.theme),
            level: link.level.unwrap_or(kept.level),
            hidden: link.hidden,
            locked: link.locked,
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
    pub(super) fn address_changed(self) {
        let link = Link::parse(&address::hash());
        if link.print() != *self.own().hash.borrow() {
            self.obey(&link);
        }
    }

    /// Opens an example, which may have to be fetched first.
    pub(super) fn open_example(self, id: &str, changes: Changes, step: Option<StepName>, why: Why) {
        let is_latest = self.opens();
        let known = {
            let own = self.own();
            let library = own.library.borrow();
            library.iter().find(|known| &*known.id == id).cloned()
        };
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
    pub(super) fn take_example(
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
            self.own().library.borrow_mut().push(Arc::clone(scenario));
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
    pub(super) fn opens(self) -> impl Fn() -> bool + 'static {
        let own = self.own();
        let number = own.opened.get().wrapping_add(1);
        own.opened.set(number);
        move || own.opened.get() == number
    }

    /// Says that a file did not come, and keeps what it was for.
    pub(super) fn fail(self, awaited: Awaited, reason: String) {
        self.own().awaited.replace(Some(awaited));
        self.opening.set(Opening::Failed { reason });
    }

    /// Opens something at a step, or where it opens by itself. Under settings that make no
    /// machine it is opened under its own, and why is said.
    pub(super) fn open(self, source: Source, changes: Changes, step: Option<StepName>, why: Why) {
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
    pub(super) fn run_again(self, changes: Changes) {
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

    pub(super) fn look(self, mut opened: Playground, step: Option<StepName>, why: Why) {
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
    pub(super) fn put(self, mut opened: Playground, why: Why) {
        let counts_items = opened.run().head().counts_items();
        let left = self.playground.try_update_value(|now| {
            opened.count_on_from(now);
            std::mem::replace(now, opened)
        });
        // Running it again says the same again, but its other futures would be lost.
        let is_missed = |left: &Playground| why != Why::Again || !left.runs().others().is_empty();
        if let Some(left) = left.filter(is_missed) {
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
    pub(super) fn tell(self, notice: Notice) {
        if self.notice.with_untracked(Option::is_none) {
            self.notice.set(Some(notice));
        }
    }

    /// The latest of what was kept, of some kind; it is kept no longer.
    pub(super) fn take_kept(self, is_wanted: impl Fn(&Playground) -> bool) -> Option<Playground> {
        let own = self.own();
        let mut kept = own.kept.borrow_mut();
        let at = kept.iter().rposition(is_wanted)?;
        Some(kept.remove(at))
    }

    /// Opens again what was kept, at the step that was in view then.
    pub(super) fn bring_back(self, mut kept: Playground, why: Why) {
        self.pause();
        kept.supply(self.supplied());
        let _ = self.opens();
        self.notice.set(None);
        self.put(kept, why);
        // Meanwhile the language may have changed.
        self.set_locale(self.options.with_untracked(|options| options.locale));
    }

    /// Fetches the model that the run waits for, then looks at it.
    pub(super) fn look_with_model(self, mut opened: Playground, step: Option<StepName>, why: Why) {
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
    pub(super) fn set_level(self, level: Level) {
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
    pub(super) fn set_locale(self, locale: Locale) {
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
        if content == locale || matches!(source, Source::File(_) | Source::Agent(_)) {
            return;
        }
        if is_touched {
            self.notice.set(Some(Notice::ContentStays(content)));
            return;
        }
        self.open(source, changes, address.map(StepName::Address), Why::Again);
    }
}

/// The id of the first example that counts in `unit`.
fn first_of(unit: Unit) -> Box<str> {
    let found = builtin::BUILT_IN
        .iter()
        .find(|example| example.rules.config().unit == unit);
    found.unwrap_or(&builtin::BUILT_IN[0]).id.into()
}
