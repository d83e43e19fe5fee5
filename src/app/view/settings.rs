//! The settings of the run: under them it runs again, or goes on from the step in view.

use leptos::{ev, prelude::*};

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::link::Changes;
use crate::app::session::Session;
use crate::engine::config::{Config, EvictionPolicy, WhenSpent};
use crate::engine::input::Setting;
use crate::text::{Locale, labels, t};

use super::choice::Choice;
use super::say;

/// The settings.
#[component]
pub fn Settings() -> impl IntoView {
    let session = Session::get();
    let config = move || {
        session
            .frame
            .with_untracked(|frame| frame.after.config().clone())
    };
    // What is being chosen; the run's own settings again whenever another one is opened.
    let chosen = RwSignal::new(config());
    let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
    Effect::new(move |_| {
        revision.track();
        chosen.set(config());
    });
    let is_locked = move || session.is_locked(Panel::Settings);
    let run_again = move |event: ev::SubmitEvent| {
        event.prevent_default();
        session.dispatch(Command::Rerun(changes(&chosen.get_untracked())));
    };
    let from_here = move |_| {
        let settings = differing(&config(), &chosen.get_untracked());
        if !settings.is_empty() {
            session.dispatch(Command::Set(settings));
        }
    };
    view! {
        <form class="settings" on:submit=run_again>
            <fieldset class="fields" disabled=is_locked>
                <legend>{say(t::settings::legend)}</legend>
                <Policy chosen/>
                <Numbers chosen/>
                <Spent chosen/>
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || chosen.with(|config| !config.has_external)
                        on:change:target=move |event| {
                            let is_without = event.target().checked();
                            chosen.update(|config| config.has_external = !is_without);
                        }
                    />
                    {say(t::settings::without_external)}
                </label>
            </fieldset>
            <p class="note">{move || labels::policy_about(session.locale(), chosen.with(|config| config.policy))}</p>
            <div class="row">
                <button type="submit" class="button button-primary" disabled=is_locked>{say(t::settings::run_again)}</button>
                <button type="button" class="button" disabled=is_locked on:click=from_here>{say(t::settings::from_here)}</button>
            </div>
            <SessionFile/>
        </form>
    }
    .into_any()
}

#[component]
fn Policy(
    /// What is being chosen.
    chosen: RwSignal<Config>,
) -> impl IntoView {
    let session = Session::get();
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        EvictionPolicy::ALL
            .map(|policy| {
                (
                    policy.name().to_owned(),
                    labels::policy_name(locale, policy).to_owned(),
                )
            })
            .to_vec()
    });
    let name = Memo::new(move |_| chosen.with(|config| config.policy.name().to_owned()));
    let choose = move |name: String| {
        if let Some(policy) = EvictionPolicy::from_name(&name) {
            chosen.update(|config| config.policy = policy);
        }
    };
    view! { <Choice label=t::settings::policy entries chosen=name on_choice=choose panel=Panel::Settings/> }
}

#[component]
fn Spent(
    /// What is being chosen.
    chosen: RwSignal<Config>,
) -> impl IntoView {
    let session = Session::get();
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        WhenSpent::ALL
            .map(|choice| {
                (
                    choice.name().to_owned(),
                    labels::when_spent_name(locale, choice).to_owned(),
                )
            })
            .to_vec()
    });
    let name = Memo::new(move |_| chosen.with(|config| config.when_spent.name().to_owned()));
    let choose = move |name: String| {
        if let Some(choice) = WhenSpent::from_name(&name) {
            chosen.update(|config| config.when_spent = choice);
        }
    };
    view! { <Choice label=t::settings::when_spent entries chosen=name on_choice=choose panel=Panel::Settings/> }
}

/// Window, budget and seed. What is typed is clamped, and shown so when the field is left.
#[component]
fn Numbers(
    /// What is being chosen.
    chosen: RwSignal<Config>,
) -> impl IntoView {
    let field = move |label: fn(Locale) -> &'static str,
                      get: fn(&Config) -> String,
                      set: fn(&mut Config, Option<u64>)| {
        view! {
            <label class="field">
                <span>{say(label)}</span>
                <input
                    type="number" inputmode="numeric" min="0" step="1"
                    prop:value=move || chosen.with(get)
                    on:change:target=move |event| {
                        let typed = event.target().value().trim().parse().ok();
                        chosen.update(|config| set(config, typed));
                    }
                />
            </label>
        }
    };
    view! {
        {field(
            t::settings::window,
            |config| config.window.to_string(),
            |config, typed| {
                let (least, most) = Config::window_range(config.unit);
                if let Some(typed) = typed {
                    config.window = u32::try_from(typed).unwrap_or(u32::MAX).clamp(least, most);
                }
            },
        )}
        {field(
            t::settings::budget,
            |config| config.page_ins_max.map(|most| most.to_string()).unwrap_or_default(),
            |config, typed| {
                config.page_ins_max = typed.map(|most| u32::try_from(most).unwrap_or(u32::MAX).min(1_000));
            },
        )}
        {field(
            t::settings::seed,
            |config| config.seed.to_string(),
            |config, typed| {
                if let Some(seed) = typed {
                    config.seed = seed.min(crate::app::link::SEED_MAX);
                }
            },
        )}
    }
    .into_any()
}

/// The session as a file, out and in.
#[component]
fn SessionFile() -> impl IntoView {
    let session = Session::get();
    view! {
        <fieldset class="fields">
            <legend>{say(t::settings::session)}</legend>
            <button type="button" class="button" on:click=move |_| session.save_session()>{say(t::settings::save)}</button>
            <label class="button">
                {say(t::settings::open)}
                <input
                    type="file" class="visually-hidden" accept=".json,application/json"
                    on:change:target=move |event| session.read_file(&event.target())
                />
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

/// What differs, as settings that change from a step on.
fn differing(now: &Config, chosen: &Config) -> Vec<Setting> {
    let mut settings = Vec::new();
    if now.window != chosen.window {
        settings.push(Setting::Window(chosen.window));
    }
    if now.policy != chosen.policy {
        settings.push(Setting::Policy(chosen.policy));
    }
    if now.page_ins_max != chosen.page_ins_max {
        settings.push(Setting::PageInBudget(chosen.page_ins_max));
    }
    if now.when_spent != chosen.when_spent {
        settings.push(Setting::WhenSpent(chosen.when_spent));
    }
    if now.has_external != chosen.has_external {
        settings.push(Setting::External(chosen.has_external));
    }
    if now.seed != chosen.seed {
        settings.push(Setting::Seed(chosen.seed));
    }
    settings
}
