//! The ledger of what left: when, which, why, where it is now, whether it was needed again.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::ledger::{PageOut, Whereabouts};
use crate::app::session::Session;
use crate::engine::event::Decider;
use crate::engine::ids::Origin;
use crate::explain;
use crate::text::context::Excerpt;
use crate::text::{Locale, labels, t, words};

use super::say;

/// Most rows: the newest.
const ROWS_MAX: usize = 200;

/// The ledger up to the moment in view.
#[component]
pub fn Evictions() -> impl IntoView {
    let session = Session::get();
    let rows = move || {
        let locale = session.locale();
        session.read(|playground, frame| {
            let entries = playground.ledger().up_to(frame.position);
            let newest = entries[entries.len().saturating_sub(ROWS_MAX)..].iter().rev();
            let row = |entry: &PageOut| {
                let excerpt = explain::excerpt(Origin::Message(entry.id), playground.stores());
                // What the conversation says is in its language, what we say of it in the page's.
                let (language, words) = match excerpt {
                    Some(Excerpt::Words(text)) => (frame.content.tag(), words::shorten(&text, 60)),
                    Some(other) => {
                        (locale.tag(), labels::excerpt(locale, frame.after.config().rules, &other, 60))
                    }
                    None => (locale.tag(), String::new()),
                };
                let now = Whereabouts::of(entry.id, &frame.after, playground.stores());
                let back = entry.returned_by(frame.position);
                let back_view = if back.is_empty() {
                    t::ledger::not_yet(locale).to_owned().into_any()
                } else {
                    back.iter().map(|position| step_link(session, locale, *position)).collect_view().into_any()
                };
                view! {
                    <tr>
                        <td>{step_link(session, locale, entry.position)}</td>
                        <th scope="row">
                            <b>{entry.id.to_string()}</b> " "
                            <span lang=language>{words}</span>
                        </th>
                        <td class="number">{locale.number(u64::from(entry.tokens))}</td>
                        <td>{why(locale, entry)}</td>
                        <td>{whereabouts(locale, now)}</td>
                        <td>{back_view}</td>
                    </tr>
                }
            };
            newest.map(row).collect_view()
        })
    };
    let is_empty = Memo::new(move |_| {
        session.read(|playground, frame| playground.ledger().up_to(frame.position).is_empty())
    });
    view! {
        <p>{say(t::ledger::lead)}</p>
        <Show when=move || !is_empty.get() fallback=move || view! { <p class="note">{say(t::ledger::empty)}</p> }>
            <div class="table-scroll" tabindex="0" role="group" aria-label=say(t::tabs::evictions)>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{say(t::ledger::when)}</th>
                            <th scope="col">{say(t::ledger::which)}</th>
                            <th scope="col" class="number">{say(t::ledger::size)}</th>
                            <th scope="col">{say(t::ledger::why)}</th>
                            <th scope="col">{say(t::ledger::now)}</th>
                            <th scope="col">{say(t::ledger::again)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </Show>
    }
    .into_any()
}

/// A button that looks at a step.
pub fn step_link(session: Session, locale: Locale, position: usize) -> AnyView {
    view! {
        <button type="button" class="link" on:click=move |_| session.dispatch(Command::LookAt(position))>
            {t::ledger::step(locale, position as u64)}
        </button>
    }
    .into_any()
}

fn why(locale: Locale, entry: &PageOut) -> String {
    match entry.by {
        Decider::Model => t::ledger::by_model(locale).to_owned(),
        _ => labels::policy_name(locale, entry.policy).to_owned(),
    }
}

fn whereabouts(locale: Locale, now: Whereabouts) -> String {
    let mut places: Vec<String> = Vec::new();
    if now.is_back {
        places.push(t::ledger::is_back(locale).to_owned());
    }
    if now.is_reachable {
        places.push(t::ledger::in_recall(locale).to_owned());
    }
    if let Some(id) = now.copy_in {
        places.push(t::ledger::copy_in(locale, &id));
    }
    if now.is_in_summary {
        places.push(t::ledger::in_summary(locale).to_owned());
    }
    if places.is_empty() {
        places.push(t::ledger::nowhere(locale).to_owned());
    }
    places.join("; ")
}
