//! The bar at the top: what is open, how much is shown, in which language.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel, Theme};
use crate::app::command::{Command, Dialog};
use crate::app::link::Changes;
use crate::app::playground::Source;
use crate::app::tree::{Element, Words, classed, el};
use crate::engine::config::RuleSet;
use crate::scenario::builtin::BUILT_IN;
use crate::text::{Locale, labels, t};

use super::draw::{Page, button, choice, send, sign};

/// What stands for items of one's own, and for a file, among the examples.
const OWN_ITEMS: &str = "own-items";
const FILE: &str = "file";

/// The bar at the top.
pub fn header(page: Page) -> Element {
    let is_shown = page.shows(Panel::Header);
    let bar = classed("header", "header")
        .flag("data-hidden", !is_shown)
        .with(classed("h1", "header-title").text("MemGPT Playground"));
    if is_shown {
        bar.with(what(page)).with(how(page))
    } else {
        bar
    }
}

/// What is open.
fn what(page: Page) -> Element {
    let has_more = page.session.is_at_least(Level::Conversation);
    let part = classed("div", "header-what")
        .with(page.shows(Panel::Level).then(|| level_choice(page)))
        .with(page.shows(Panel::Example).then(|| example_choice(page)));
    if has_more {
        part.with(model(page))
            .with(page.shows(Panel::Live).then(|| live(page)))
            .with(rules(page))
    } else {
        part
    }
}

/// How it is shown.
fn how(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let has_theme = session.is_at_least(Level::Conversation) && page.shows(Panel::Theme);
    let share = || {
        let open = send(session, Command::OpenDialog(Dialog::Share));
        button("button", t::ui::share(locale), page.is_locked(Panel::Share)).press(open)
    };
    let help = || {
        let open = send(session, Command::OpenDialog(Dialog::Help));
        sign("?", t::ui::help(locale), page.is_locked(Panel::Help)).press(open)
    };
    classed("div", "header-how")
        .with(has_theme.then(|| theme_choice(page)))
        .with(page.shows(Panel::Language).then(|| language_choice(page)))
        .with(page.shows(Panel::Share).then(share))
        .with(page.shows(Panel::Help).then(help))
}

fn example_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let chosen = session.read(|playground, _| match playground.source() {
        Source::Example(scenario) => scenario.id.to_string(),
        Source::Items(_) => OWN_ITEMS.to_owned(),
        Source::File(_) | Source::Agent(_) => FILE.to_owned(),
    });
    let is_live = session.read(|playground, _| playground.is_live());
    let level = session.options.with(|options| options.level);
    // The first level shows what it can: the miniature.
    let fits = |rules: RuleSet| level != Level::Slots || rules == RuleSet::Miniature;
    let examples = BUILT_IN
        .iter()
        .filter(|example| fits(example.rules) || example.id == chosen);
    let mut entries: Vec<(Words, Words)> = examples
        .map(|example| (example.id.into(), (*example.title.of(locale)).into()))
        .collect();
    entries.push((OWN_ITEMS.into(), t::ui::own_items(locale).into()));
    if chosen == FILE {
        let words = if is_live {
            t::ui::live_conversation(locale)
        } else {
            t::ui::from_file(locale)
        };
        entries.push((FILE.into(), words.into()));
    }
    choice(
        t::ui::example(locale),
        entries,
        chosen,
        page.is_locked(Panel::Example),
        move |name| match name.as_str() {
            OWN_ITEMS => session.dispatch(Command::OpenDialog(Dialog::Items)),
            FILE => {}
            id => session.dispatch(Command::OpenExample(id.into())),
        },
    )
}

fn level_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let name = |level: Level| level.number().to_string();
    let entry = |level: Level| (name(level).into(), level_name(locale, level).into());
    choice(
        t::ui::level(locale),
        Level::ALL.map(entry).into(),
        session.options.with(|options| name(options.level)),
        page.is_locked(Panel::Level),
        move |name| {
            if let Some(level) = Level::from_name(&name) {
                session.dispatch(Command::SetLevel(level));
            }
        },
    )
}

fn language_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let entry = |locale: Locale| (locale.tag().into(), locale.own_name().into());
    choice(
        t::ui::language(locale),
        Locale::ALL.map(entry).into(),
        locale.tag(),
        page.is_locked(Panel::Language),
        move |name| {
            if let Some(locale) = Locale::from_name(&name) {
                session.dispatch(Command::SetLocale(locale));
            }
        },
    )
}

fn theme_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let words = |theme| match theme {
        Theme::Auto => t::ui::theme_auto(locale),
        Theme::Light => t::ui::theme_light(locale),
        Theme::Dark => t::ui::theme_dark(locale),
    };
    let entry = |theme: Theme| (theme.name().into(), words(theme).into());
    choice(
        t::ui::theme(locale),
        Theme::ALL.map(entry).into(),
        session.options.with(|options| options.theme.name()),
        page.is_locked(Panel::Theme),
        move |name| {
            if let Some(theme) = Theme::from_name(&name) {
                session.dispatch(Command::SetTheme(theme));
            }
        },
    )
}

/// Which model answers.
fn model(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let name: Words = session.read(|playground, _| {
        if playground.is_live() {
            let connected = playground.live().map(|live| live.name.to_string());
            return connected.unwrap_or_else(|| String::from("—")).into();
        }
        let is_recorded = playground.record().is_some();
        let words = if is_recorded {
            t::ui::model_recorded
        } else {
            t::ui::model_scripted
        };
        words(locale).into()
    });
    fact(t::ui::model(locale), name)
}

/// True where a recorded agent is open.
pub fn is_recorded(page: Page) -> bool {
    page.session
        .read(|playground, _| playground.record().is_some())
}

/// The way to a live model.
fn live(page: Page) -> Element {
    let open = send(page.session, Command::OpenDialog(Dialog::Live));
    button(
        "link",
        t::ui::real_model(page.locale),
        page.is_locked(Panel::Live),
    )
    .press(open)
}

/// Under which rules; they can be changed on the last level.
fn rules(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let rules = session.frame.with(|frame| frame.after.config().rules);
    if !(session.is_at_least(Level::Everything) && page.shows(Panel::Settings)) {
        return fact(t::ui::rules(locale), labels::rules_name(locale, rules));
    }
    let entry = |rules: RuleSet| {
        (
            rules.name().into(),
            labels::rules_name(locale, rules).into(),
        )
    };
    choice(
        t::ui::rules(locale),
        RuleSet::ALL.map(entry).into(),
        rules.name(),
        page.is_locked(Panel::Settings),
        move |name| {
            if let Some(rules) = RuleSet::from_name(&name) {
                session.dispatch(Command::Rerun(Changes {
                    rules: Some(rules),
                    ..Changes::default()
                }));
            }
        },
    )
}

fn fact(name: &'static str, words: impl Into<Words>) -> Element {
    el("p")
        .set("class", "header-fact")
        .with(classed("span", "choice-label").text(name))
        .text(" ")
        .text(words)
}

/// The name of a level.
fn level_name(locale: Locale, level: Level) -> &'static str {
    match level {
        Level::Slots => t::ui::level_slots(locale),
        Level::Conversation => t::ui::level_conversation(locale),
        Level::Everything => t::ui::level_everything(locale),
    }
}
