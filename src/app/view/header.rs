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

use super::choice::Choice;
use super::say;

/// What stands for items of one's own, and for a file, among the examples.
const OWN_ITEMS: &str = "own-items";
const FILE: &str = "file";

/// The bar at the top.
#[component]
pub fn Header() -> impl IntoView {
    let session = Session::get();
    view! {
        <header class="header" data-hidden=move || (!session.shows(Panel::Header)).then_some("")>
            <h1 class="header-title">"MemGPT Playground"</h1>
            <Show when=move || session.shows(Panel::Header)>
                <div class="header-what">
                    <Part panel=Panel::Level><LevelChoice/></Part>
                    <Part panel=Panel::Example><ExampleChoice/></Part>
                    <Show when=move || session.is_at_least(Level::Conversation)>
                        <ModelAndRules/>
                    </Show>
                </div>
                <div class="header-how">
                    <Part panel=Panel::Theme>
                        <Show when=move || session.is_at_least(Level::Conversation)><ThemeChoice/></Show>
                    </Part>
                    <Part panel=Panel::Language><LanguageChoice/></Part>
                    <Buttons/>
                </div>
            </Show>
        </header>
    }
    .into_any()
}

/// Its children, unless a link hides that part.
#[component]
fn Part(
    /// The part.
    panel: Panel,
    /// What it is.
    children: ChildrenFn,
) -> impl IntoView {
    let session = Session::get();
    view! { <Show when=move || session.shows(panel)>{children()}</Show> }.into_any()
}

#[component]
fn Buttons() -> impl IntoView {
    let session = Session::get();
    let open = move |dialog: Dialog| session.dispatch(Command::OpenDialog(dialog));
    view! {
        <Part panel=Panel::Restart>
            <button
                type="button"
                class="button"
                disabled=move || session.is_locked(Panel::Restart)
                on:click=move |_| session.dispatch(Command::StartAgain)
            >
                {say(t::ui::start_again)}
            </button>
        </Part>
        <Part panel=Panel::Share>
            <button
                type="button"
                class="button"
                disabled=move || session.is_locked(Panel::Share)
                on:click=move |_| open(Dialog::Share)
            >
                {say(t::ui::share)}
            </button>
        </Part>
        <Part panel=Panel::Help>
            <button
                type="button"
                class="button button-round"
                aria-label=say(t::ui::help)
                aria-keyshortcuts="?"
                on:click=move |_| open(Dialog::Help)
            >
                "?"
            </button>
        </Part>
    }
    .into_any()
}

#[component]
fn ExampleChoice() -> impl IntoView {
    let session = Session::get();
    let chosen = Memo::new(move |_| {
        session.read(|playground, _| match playground.source() {
            Source::Example(scenario) => scenario.id.to_string(),
            Source::Items(_) => OWN_ITEMS.to_owned(),
            Source::File(_) => FILE.to_owned(),
        })
    });
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        let level = session.options.with(|options| options.level);
        let chosen = chosen.get();
        // The first level shows what it can: the miniature.
        let fits = |rules: RuleSet| level != Level::Slots || rules == RuleSet::Miniature;
        let examples = BUILT_IN
            .iter()
            .filter(|example| fits(example.rules) || example.id == chosen);
        let mut entries: Vec<(String, String)> = examples
            .map(|example| {
                (
                    example.id.to_owned(),
                    (*example.title.of(locale)).to_owned(),
                )
            })
            .collect();
        entries.push((OWN_ITEMS.to_owned(), t::ui::own_items(locale).to_owned()));
        if chosen == FILE {
            entries.push((FILE.to_owned(), t::ui::from_file(locale).to_owned()));
        }
        entries
    });
    let choose = move |name: String| match name.as_str() {
        OWN_ITEMS => session.dispatch(Command::OpenDialog(Dialog::Items)),
        FILE => {}
        id => session.dispatch(Command::OpenExample(id.into())),
    };
    view! { <Choice label=t::ui::example entries chosen on_choice=choose panel=Panel::Example/> }
}

#[component]
fn LevelChoice() -> impl IntoView {
    let session = Session::get();
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        Level::ALL
            .map(|level| {
                (
                    level.number().to_string(),
                    level_name(locale, level).to_owned(),
                )
            })
            .to_vec()
    });
    let chosen = Memo::new(move |_| {
        session
            .options
            .with(|options| options.level.number().to_string())
    });
    let choose = move |name: String| {
        if let Some(level) = Level::from_name(&name) {
            session.dispatch(Command::SetLevel(level));
        }
    };
    view! { <Choice label=t::ui::level entries chosen on_choice=choose panel=Panel::Level/> }
}

#[component]
fn LanguageChoice() -> impl IntoView {
    let session = Session::get();
    let entries = Signal::derive(move || {
        Locale::ALL
            .map(|locale| (locale.tag().to_owned(), locale.own_name().to_owned()))
            .to_vec()
    });
    let chosen = Memo::new(move |_| session.locale().tag().to_owned());
    let choose = move |name: String| {
        if let Some(locale) = Locale::from_name(&name) {
            session.dispatch(Command::SetLocale(locale));
        }
    };
    view! { <Choice label=t::ui::language entries chosen on_choice=choose panel=Panel::Language/> }
}

#[component]
fn ThemeChoice() -> impl IntoView {
    let session = Session::get();
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        let words = |theme| match theme {
            Theme::Auto => t::ui::theme_auto(locale),
            Theme::Light => t::ui::theme_light(locale),
            Theme::Dark => t::ui::theme_dark(locale),
        };
        Theme::ALL
            .map(|theme| (theme.name().to_owned(), words(theme).to_owned()))
            .to_vec()
    });
    let chosen = Memo::new(move |_| {
        session
            .options
            .with(|options| options.theme.name().to_owned())
    });
    let choose = move |name: String| {
        if let Some(theme) = Theme::from_name(&name) {
            session.dispatch(Command::SetTheme(theme));
        }
    };
    view! { <Choice label=t::ui::theme entries chosen on_choice=choose panel=Panel::Theme/> }
}

/// Which model answers and under which rules; the rules can be changed on the last level.
#[component]
fn ModelAndRules() -> impl IntoView {
    let session = Session::get();
    let rules = Memo::new(move |_| session.frame.with(|frame| frame.after.config().rules));
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        RuleSet::ALL
            .map(|rules| {
                (
                    rules.name().to_owned(),
                    labels::rules_name(locale, rules).to_owned(),
                )
            })
            .to_vec()
    });
    let chosen = Memo::new(move |_| rules.get().name().to_owned());
    let choose = move |name: String| {
        if let Some(rules) = RuleSet::from_name(&name) {
            session.dispatch(Command::Rerun(Changes {
                rules: Some(rules),
                ..Changes::default()
            }));
        }
    };
    view! {
        <p class="header-fact"><span class="choice-label">{say(t::ui::model)}</span> " " {say(t::ui::model_scripted)}</p>
        <Show
            when=move || session.is_at_least(Level::Everything) && session.shows(Panel::Settings)
            fallback=move || view! {
                <p class="header-fact">
                    <span class="choice-label">{say(t::ui::rules)}</span> " "
                    {move || labels::rules_name(session.locale(), rules.get())}
                </p>
            }
        >
            <Choice label=t::ui::rules entries chosen on_choice=choose panel=Panel::Settings/>
        </Show>
    }
    .into_any()
}

/// The name of a level.
pub fn level_name(locale: Locale, level: Level) -> &'static str {
    match level {
        Level::Slots => t::ui::level_slots(locale),
        Level::Conversation => t::ui::level_conversation(locale),
        Level::Everything => t::ui::level_everything(locale),
    }
}
