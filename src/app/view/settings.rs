//! The settings of the run: under them it runs again, or goes on from the step in view.

use leptos::ev::{self, Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::link::{Changes, SEED_MAX};
use crate::app::session::Session;
use crate::app::tuning::differing;
use crate::engine::config::{Config, EvictionPolicy, WhenSpent};
use crate::text::{Locale, labels, t};

use super::choice::{choice, entries, entry};
use super::parts::{button, check, click, fixed, locked, number, say, words};

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
        if !settings.is_empty() {
            session.dispatch(Command::Set(settings));
        }
    });
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
                {numbers(chosen)}
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

/// Window, budget and seed. What is typed is clamped, and shown so when the field is left.
fn numbers(chosen: RwSignal<Config>) -> AnyView {
    let field = move |label: fn(Locale) -> &'static str,
                      get: fn(&Config) -> String,
                      set: fn(&mut Config, Option<u64>)| {
        let value = Signal::derive(move || chosen.with(get));
        number(say(label), value, "1", move |typed| {
            chosen.update(|config| set(config, typed.trim().parse().ok()));
        })
    };
    view! {
        {field(t::settings::window, |config| config.window.to_string(), |config, typed| {
            let (least, most) = Config::window_range(config.unit);
            if let Some(typed) = typed {
                config.window = u32::try_from(typed).unwrap_or(u32::MAX).clamp(least, most);
            }
        })}
        {field(
            t::settings::budget,
            |config| config.page_ins_max.map(|most| most.to_string()).unwrap_or_default(),
            |config, typed| config.page_ins_max = typed.map(|most| u32::try_from(most).unwrap_or(u32::MAX).min(1_000)),
        )}
        {field(t::settings::seed, |config| config.seed.to_string(), |config, typed| {
            config.seed = typed.unwrap_or(config.seed).min(SEED_MAX);
        })}
    }
    .into_any()
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
                <input type="file" accept=".json,application/json" on:change:target=read/>
            </label>
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
