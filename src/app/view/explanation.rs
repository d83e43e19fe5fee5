//! The explanation of the step in view: its place, its numbers, its rule, its cost.

use leptos::prelude::*;

use crate::app::session::Session;
use crate::engine::event::{Controller, Happening};
use crate::explain;
use crate::text::{Locale, cost, labels, operating_system, t};

use super::say;

/// The explanation of the step in view.
#[component]
pub fn Explanation() -> impl IntoView {
    let session = Session::get();
    let rows = move || {
        let locale = session.locale();
        let shows_system = session.options.with(|options| options.shows_system);
        session.read(|playground, frame| {
            let state = &frame.after;
            let mut rows: Vec<(&str, String)> = Vec::new();
            let place = t::explanation::place(locale, u64::from(frame.place.call), u64::from(frame.place.turn));
            rows.push((t::explanation::where_label(locale), place));
            let (before, after) = (frame.before.controller(), state.controller());
            let control = if before == after {
                controller(locale, after).to_owned()
            } else {
                t::explanation::handed(locale, &controller(locale, after), &controller(locale, before))
            };
            rows.push((t::explanation::control(locale), control));
            let parts = playground.run().machine().parts(state);
            if !frame.counts_items() {
                let number = u64::from;
                let sum = t::explanation::parts(
                    locale,
                    number(parts.queue),
                    number(parts.schemas),
                    number(parts.statistics),
                    number(parts.summary),
                    number(parts.system),
                    number(parts.total()),
                    number(parts.working_context),
                );
                rows.push((t::explanation::parts_label(locale), sum));
            }
            let counts = explain::counts(state.turn_totals());
            let spent = format!("{}; {}", cost::model_calls(locale, &counts), cost::function_calls(locale, &counts));
            rows.push((t::explanation::cost(locale), spent));
            let config = state.config();
            rows.push((t::explanation::policy(locale), labels::policy_about(locale, config.policy).to_owned()));
            rows.push((t::explanation::rules(locale), labels::rules_about(locale, config.rules).to_owned()));
            if shows_system && let Some(event) = &frame.event {
                let context = explain::context(playground.run().machine(), state, playground.stores(), &event.what);
                rows.push((t::explanation::system(locale), operating_system::os_label(locale, &event.what, &context).to_owned()));
                if matches!(event.what, Happening::Evicted { .. } | Happening::FlushBegan { .. } | Happening::Searched { .. }) {
                    rows.push((t::explanation::breaks(locale), operating_system::os_policy_note(locale, &context).to_owned()));
                }
            }
            let row = |(name, words): (&str, String)| view! { <dt>{name.to_owned()}</dt><dd>{words}</dd> };
            rows.into_iter().map(row).collect_view()
        })
    };
    view! {
        <p class="explanation-lead">
            <strong>{move || session.caption.with(|caption| caption.title.clone())} ". "</strong>
            {move || session.caption.with(|caption| caption.sentence.clone())}
        </p>
        <dl class="facts">{rows}</dl>
        <p class="note">{say(t::explanation::estimate)}</p>
    }
    .into_any()
}

fn controller(locale: Locale, controller: Controller) -> &'static str {
    match controller {
        Controller::User => t::explanation::user(locale),
        Controller::QueueManager => t::explanation::queue_manager(locale),
        Controller::Model => t::explanation::model(locale),
        Controller::FunctionExecutor => t::explanation::executor(locale),
    }
}
