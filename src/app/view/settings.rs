//! The settings of the run: under them it runs again, or goes on from the step in view.

use leptos::ev::{self, Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::choices::Panel;
use crate::app::command::{Command, Notice};
use crate::app::link::{BUDGET_MAX, Changes, SEED_MAX};
use crate::app::session::Session;
use crate::app::tuning::differing;
use crate::engine::config::{Config, EvictionPolicy, WhenSpent};
use crate::text::{Locale, labels, t};

use super::choice::{choice, entries, entry};
use super::parts::{Words, button, check, click, fixed, locked, number, say, words};

/// What the tab holds.
pub fn settings() -> AnyView {
    let session = Session::get();
    let now = move || {
        session
            .frame
            .with_untracked(|frame| frame.after.config().clone())
    };
    // What is being chosen; the run's own settings again whenever another one is opened.
    let chosen = RwSignal::new(now());
    let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
    Effect::new(move |_| {
        revision.get();
        chosen.set(now());
    });
    let run_again = move |event: ev::SubmitEvent| {
        event.prevent_default();
        session.dispatch(Command::Rerun(changes(&chosen.get_untracked())));
    };
    let from_here = click(move || {
        let settings = differing(&now(), &chosen.get_untracked());
        if settings.is_empty() {
            session.notice.set(Some(Notice::NothingChanged));
        } else {
            session.dispatch(Command::Set(settings));
        }
    });
    let misfit = RwSignal::new(None);
    let is_locked = locked(Panel::Settings);
    let is_without = Signal::derive(move || chosen.with(|config| !config.has_external));
    let about = words(move |locale| {
        labels::policy_about(locale, chosen.with(|config| config.policy)).to_owned()
    });
    view! {
        <form class="settings" on:submit=run_again>
            <fieldset class="fields" disabled=is_locked>
                <legend>{say(t::settings::legend)}</legend>
                {policy_choice(chosen)}
                {numbers(chosen, misfit)}
                {spent_choice(chosen)}
                {check(say(t::settings::without_external), is_without, is_locked, move |is_without| {
                    chosen.update(|config| config.has_external = !is_without);
                })}
            </fieldset>
            <p class="note">{about}</p>
            <div class="row">
                <button type="submit" class="button button-primary" disabled=is_locked>{say(t::settings::run_again)}</button>
                {button("button", say(t::settings::from_here), is_locked, from_here)}
            </div>
            // Below the buttons: words that come as a field is left move none of them away.
            <p class="note" role="status">{misfit_words(misfit)}</p>
            {session_file()}
        </form>
    }
    .into_any()
}

fn policy_choice(chosen: RwSignal<Config>) -> AnyView {
    let all = entries(|locale| {
        EvictionPolicy::ALL
            .map(|policy| entry(policy.name(), labels::policy_name(locale, policy)))
            .to_vec()
    });
    let name = Signal::derive(move || chosen.with(|config| config.policy.name().to_owned()));
    choice(
        t::settings::policy,
        all,
        name,
        Panel::Settings,
        move |name| {
            if let Some(policy) = EvictionPolicy::from_name(&name) {
                chosen.update(|config| config.policy = policy);
            }
        },
    )
}

fn spent_choice(chosen: RwSignal<Config>) -> AnyView {
    let all = entries(|locale| {
        WhenSpent::ALL
            .map(|choice| entry(choice.name(), labels::when_spent_name(locale, choice)))
            .to_vec()
    });
    let name = Signal::derive(move || chosen.with(|config| config.when_spent.name().to_owned()));
    choice(
        t::settings::when_spent,
        all,
        name,
        Panel::Settings,
        move |name| {
            if let Some(choice) = WhenSpent::from_name(&name) {
                chosen.update(|config| config.when_spent = choice);
            }
        },
    )
}

/// A field and the numbers that it takes.
type Field = (fn(Locale) -> &'static str, u64, u64);

/// Window, budget and seed. A number too great or too small is moved to the nearest that
/// will do, what is no number is not taken; both are said, and the field shows what holds.
fn numbers(chosen: RwSignal<Config>, misfit: RwSignal<Option<Field>>) -> AnyView {
    let field = move |label: fn(Locale) -> &'static str,
                      range: fn(&Config) -> (u64, u64),
                      get: fn(&Config) -> Option<u64>,
                      set: fn(&mut Config, Option<u64>)| {
        let value = Signal::derive(move || {
            let value = chosen.with(get);
            value.map(|value| value.to_string()).unwrap_or_default()
        });
        number(say(label), value, "1", move |typed| {
            let (least, most) = chosen.with_untracked(range);
            let typed = typed.trim();
            let number = typed
                .parse::<u64>()
                .ok()
                .map(|number| number.clamp(least, most));
            let is_taken = number.is_some_and(|number| number.to_string() == typed);
            chosen.update(|config| {
                if number.is_some() || typed.is_empty() {
                    set(config, number);
                }
            });
            // An empty field has its own meaning, or the number before.
            misfit.set((!is_taken && !typed.is_empty()).then_some((label, least, most)));
        })
    };
    view! {
        {field(
            t::settings::window,
            |config| {
                let (least, most) = Config::window_range(config.unit);
                (u64::from(least), u64::from(most))
            },
            |config| Some(u64::from(config.window)),
            |config, typed| config.window = typed.map_or(config.window, narrow),
        )}
        {field(
            t::settings::budget,
            |_| (0, BUDGET_MAX),
            |config| config.page_ins_max.map(u64::from),
            |config, typed| config.page_ins_max = typed.map(narrow),
        )}
        {field(
            t::settings::seed,
            |_| (0, SEED_MAX),
            |config| Some(config.seed),
            |config, typed| config.seed = typed.unwrap_or(config.seed),
        )}
    }
    .into_any()
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What is said of a number that would not do.
fn misfit_words(misfit: RwSignal<Option<Field>>) -> Words {
    words(move |locale| {
        let said = |(label, least, most): Field| {
            t::settings::out_of_range(locale, &label(locale), least, most)
        };
        misfit.get().map(said).unwrap_or_default()
    })
}

/// The session as a file, out and in.
fn session_file() -> AnyView {
    let session = Session::get();
    let read = move |event: Targeted<Event, HtmlInputElement>| session.read_file(&event.target());
    view! {
        <fieldset class="fields">
            <legend>{say(t::settings::session)}</legend>
            {button("button", say(t::settings::save), fixed(false), click(move || session.save_session()))}
            <label class="field">
                <span>{say(t::settings::open)}</span>
                <input type="file" accept=".json,.af,application/json" on:change:target=read/>
            </label>
            <p class="note">{say(t::settings::drop)}</p>
        </fieldset>
    }
    .into_any()
}

/// All that was chosen, for a run from the beginning.
fn changes(config: &Config) -> Changes {
    Changes {
        rules: Some(config.rules),
        window: Some(config.window),
        policy: Some(config.policy),
        budget: Some(config.page_ins_max),
        when_spent: Some(config.when_spent),
        external: Some(config.has_external),
        seed: Some(config.seed),
    }
}
