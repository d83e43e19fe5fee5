//! The explanation of the step in view: its place, its numbers, its rule, its cost.

use leptos::prelude::*;

use crate::app::frame::Frame;
use crate::app::playground::Playground;
use crate::app::session::Session;
use crate::engine::event::{Controller, Happening};
use crate::engine::ids::Origin;
use crate::engine::message::StoredBy;
use crate::explain;
use crate::text::{Locale, cost, labels, operating_system, t};

use super::parts::{dynamic, facts, say};
use super::policies::policies;
use super::recording::{Differences, differs_here};

/// What the tab holds.
pub fn explanation(differences: Differences) -> AnyView {
    let session = Session::get();
    let rows = dynamic(move || {
        let locale = session.locale();
        let shows_system = session.options.with(|options| options.shows_system);
        let rows = session.read(|playground, frame| {
            let mut rows = rows(locale, playground, frame);
            if shows_system {
                rows.extend(as_system(locale, playground, frame));
            }
            rows
        });
        facts("facts", rows)
    });
    let differs = dynamic(move || differs_here(differences));
    view! { {rows} {differs} {policies()} <p class="note">{say(t::explanation::estimate)}</p> }
        .into_any()
}

/// A name and what is said of it.
type Row = (String, String);

fn row(name: fn(Locale) -> &'static str, locale: Locale, words: String) -> Row {
    (name(locale).to_owned(), words)
}

fn rows(locale: Locale, playground: &Playground, frame: &Frame) -> Vec<Row> {
    let state = &frame.after;
    let config = state.config();
    let [call, turn] = [frame.place.call, frame.place.turn].map(u64::from);
    let place = match (turn, call) {
        (0, _) => t::explanation::place_start(locale).to_owned(),
        (_, 0) => t::explanation::place_before(locale, turn),
        _ => t::explanation::place(locale, call, turn),
    };
    let (before, after) = (frame.before.controller(), state.controller());
    let control = if before == after {
        controller(locale, after).to_owned()
    } else {
        t::explanation::handed(
            locale,
            &controller(locale, after),
            &controller(locale, before),
        )
    };
    let counts = explain::counts(state.turn_totals());
    let spent = format!(
        "{}; {}",
        cost::model_calls(locale, &counts),
        cost::function_calls(locale, &counts)
    );
    let mut rows = vec![
        row(t::explanation::where_label, locale, place),
        row(t::explanation::control, locale, control),
    ];
    if !frame.counts_items() {
        let parts = playground.run().machine().parts(state);
        let words = t::explanation::parts(
            locale,
            u64::from(parts.queue),
            u64::from(parts.schemas),
            u64::from(parts.statistics),
            u64::from(parts.summary),
            u64::from(parts.system),
            u64::from(parts.total()),
            u64::from(parts.working_context),
        );
        rows.push(row(t::explanation::parts_label, locale, words));
    }
    if reads_document(playground, frame) {
        let words = t::explanation::rag_about(locale).to_owned();
        rows.push(row(t::explanation::rag, locale, words));
    }
    rows.push(row(t::explanation::cost, locale, spent));
    rows.push(row(
        t::explanation::policy,
        locale,
        labels::policy_about(locale, config.policy).to_owned(),
    ));
    rows.push(row(
        t::explanation::rules,
        locale,
        labels::rules_about(locale, config),
    ));
    rows
}

/// True where the model reads a document of the user's: it retrieves, by its own calls.
fn reads_document(playground: &Playground, frame: &Frame) -> bool {
    let what = frame.event.as_ref().map(|event| &event.what);
    let (Some(Happening::Searched { page, .. }) | Some(Happening::PagedIn { page, .. })) = what
    else {
        return false;
    };
    let is_given = |origin: &Origin| match origin {
        Origin::Passage(id) => {
            let passage = playground.stores().passage(*id);
            passage.is_some_and(|passage| passage.by == StoredBy::User)
        }
        Origin::Message(_) => false,
    };
    page.hits.iter().any(is_given)
}

/// The same in the words of an operating system, and where they no longer fit.
fn as_system(locale: Locale, playground: &Playground, frame: &Frame) -> Vec<Row> {
    let Some(event) = &frame.event else {
        return Vec::new();
    };
    let context = explain::context(
        playground.run().machine(),
        &frame.after,
        playground.stores(),
        &event.what,
    );
    let label = operating_system::os_label(locale, &event.what, &context).to_owned();
    let mut rows = vec![row(t::explanation::system, locale, label)];
    let is_choice = matches!(
        event.what,
        Happening::Evicted { .. }
            | Happening::FlushBegan { .. }
            | Happening::Searched { .. }
            | Happening::PagedIn { .. }
    );
    if is_choice {
        let note = operating_system::os_policy_note(locale, &context).to_owned();
        rows.push(row(t::explanation::breaks, locale, note));
    }
    rows
}

fn controller(locale: Locale, controller: Controller) -> &'static str {
    match controller {
        Controller::User => t::explanation::user(locale),
        Controller::QueueManager => t::explanation::queue_manager(locale),
        Controller::Model => t::explanation::model(locale),
        Controller::FunctionExecutor => t::explanation::executor(locale),
    }
}
