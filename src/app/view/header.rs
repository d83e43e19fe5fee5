//! The bar at the top: what is open, how much is shown, in which language.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel, Theme};
use crate::app::command::{Command, Dialog};
use crate::app::link::Changes;
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::engine::config::RuleSet;
use crate::scenario::builtin::BUILT_IN;
use crate::text::{Locale, labels, t};

use super::choice::{Entry, choice, entries, entry};
use super::parts::{When, button, dynamic, locked, say, send, shown};

/// What stands for items of one's own, and for a file, among the examples.
const OWN_ITEMS: &str = "own-items";
const FILE: &str = "file";

/// The bar at the top.
#[component]
pub fn Header() -> impl IntoView {
    let session = Session::get();
    let has_more = Signal::derive(move || session.is_at_least(Level::Conversation));
    let is_bare = move || (!session.shows(Panel::Header)).then_some("");
    view! {
        <header class="header" data-hidden=is_bare>
            <h1 class="header-title">"MemGPT Playground"</h1>
            <When holds=shown(Panel::Header)>
                <div class="header-what">
                    <When holds=shown(Panel::Level)>{level_choice()}</When>
                    <When holds=shown(Panel::Example)>{example_choice()}</When>
                    <When holds=has_more><ModelAndRules/></When>
                </div>
                <div class="header-how">
                    <When holds=has_more><When holds=shown(Panel::Theme)>{theme_choice()}</When></When>
                    <When holds=shown(Panel::Language)>{language_choice()}</When>
                    <When holds=shown(Panel::Share)>
                        {button("button", say(t::ui::share), locked(Panel::Share), send(Command::OpenDialog(Dialog::Share)))}
                    </When>
                    <When holds=shown(Panel::Help)>
                        {help_button()}
                    </When>
                </div>
            </When>
        </header>
    }
}

fn help_button() -> AnyView {
    let open = send(Command::OpenDialog(Dialog::Help));
    view! {
        <button
            type="button" class="button button-round"
            disabled=locked(Panel::Help) aria-label=say(t::ui::help) on:click=open
        >
            <span aria-hidden="true">"?"</span>
        </button>
    }
    .into_any()
}

fn example_choice() -> AnyView {
    let session = Session::get();
    let chosen = Signal::derive(move || {
        session.read(|playground, _| match playground.source() {
            Source::Example(scenario) => scenario.id.to_string(),
            Source::Items(_) => OWN_ITEMS.to_owned(),
            Source::File(_) => FILE.to_owned(),
        })
    });
    let all = entries(move |locale| {
        let (level, chosen) = (session.options.with(|options| options.level), chosen.get());
        // The first level shows what it can: the miniature.
        let fits = |rules: RuleSet| level != Level::Slots || rules == RuleSet::Miniature;
        let examples = BUILT_IN
            .iter()
            .filter(|example| fits(example.rules) || example.id == chosen);
        let mut all: Vec<Entry> = examples
            .map(|example| entry(example.id, example.title.of(locale)))
            .collect();
        all.push(entry(OWN_ITEMS, t::ui::own_items(locale)));
        if chosen == FILE {
            all.push(entry(FILE, t::ui::from_file(locale)));
        }
        all
    });
    choice(
        t::ui::example,
        all,
        chosen,
        Panel::Example,
        move |name| match name.as_str() {
            OWN_ITEMS => session.dispatch(Command::OpenDialog(Dialog::Items)),
            FILE => {}
            id => session.dispatch(Command::OpenExample(id.into())),
        },
    )
}

fn level_choice() -> AnyView {
    let session = Session::get();
    let name = |level: Level| level.number().to_string();
    let all = entries(move |locale| {
        Level::ALL
            .map(|level| entry(&name(level), level_name(locale, level)))
            .to_vec()
    });
    let chosen = Signal::derive(move || session.options.with(|options| name(options.level)));
    choice(t::ui::level, all, chosen, Panel::Level, move |name| {
        if let Some(level) = Level::from_name(&name) {
            session.dispatch(Command::SetLevel(level));
        }
    })
}

fn language_choice() -> AnyView {
    let session = Session::get();
    let all = entries(|_| {
        Locale::ALL
            .map(|locale| entry(locale.tag(), locale.own_name()))
            .to_vec()
    });
    let chosen = Signal::derive(move || session.locale().tag().to_owned());
    choice(t::ui::language, all, chosen, Panel::Language, move |name| {
        if let Some(locale) = Locale::from_name(&name) {
            session.dispatch(Command::SetLocale(locale));
        }
    })
}

fn theme_choice() -> AnyView {
    let session = Session::get();
    let words = |locale, theme| match theme {
        Theme::Auto => t::ui::theme_auto(locale),
        Theme::Light => t::ui::theme_light(locale),
        Theme::Dark => t::ui::theme_dark(locale),
    };
    let all = entries(move |locale| {
        Theme::ALL
            .map(|theme| entry(theme.name(), words(locale, theme)))
            .to_vec()
    });
    let chosen = Signal::derive(move || {
        session
            .options
            .with(|options| options.theme.name().to_owned())
    });
    choice(t::ui::theme, all, chosen, Panel::Theme, move |name| {
        if let Some(theme) = Theme::from_name(&name) {
            session.dispatch(Command::SetTheme(theme));
        }
    })
}

/// Which model answers and under which rules; the rules can be changed on the last level.
#[component]
fn ModelAndRules() -> impl IntoView {
    let session = Session::get();
    let rules = move || session.frame.with(|frame| frame.after.config().rules);
    let chosen = Signal::derive(move || rules().name().to_owned());
    let all = entries(|locale| {
        RuleSet::ALL
            .map(|rules| entry(rules.name(), labels::rules_name(locale, rules)))
            .to_vec()
    });
    let rules_view = dynamic(move || {
        if session.is_at_least(Level::Everything) && session.shows(Panel::Settings) {
            return choice(t::ui::rules, all, chosen, Panel::Settings, move |name| {
                if let Some(rules) = RuleSet::from_name(&name) {
                    session.dispatch(Command::Rerun(Changes {
                        rules: Some(rules),
                        ..Changes::default()
                    }));
                }
            });
        }
        fact(
            t::ui::rules,
            labels::rules_name(session.locale(), rules()).to_owned(),
        )
    });
    let model = dynamic(move || {
        fact(
            t::ui::model,
            t::ui::model_scripted(session.locale()).to_owned(),
        )
    });
    view! { {model} {rules_view} }
}

fn fact(name: fn(Locale) -> &'static str, words: String) -> AnyView {
    view! { <p class="header-fact"><span class="choice-label">{say(name)}</span> " " {words}</p> }
        .into_any()
}

/// The name of a level.
fn level_name(locale: Locale, level: Level) -> &'static str {
    match level {
        Level::Slots => t::ui::level_slots(locale),
        Level::Conversation => t::ui::level_conversation(locale),
        Level::Everything => t::ui::level_everything(locale),
    }
}
