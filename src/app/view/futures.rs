//! The other futures of the run: where each parts from this one, and the way back to it.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::session::Session;
use crate::text::t;

use super::say;

/// The other futures; nothing where there is none.
#[component]
pub fn Futures() -> impl IntoView {
    let session = Session::get();
    let others = Memo::new(move |_| {
        session.read(|playground, frame| {
            let other = |number| {
                (
                    number,
                    playground.parts_at(number).unwrap_or(frame.position),
                )
            };
            playground
                .runs()
                .others()
                .iter()
                .map(|future| other(future.number))
                .collect::<Vec<_>>()
        })
    });
    let branch = Memo::new(move |_| session.frame.with(|frame| frame.branch));
    let list = move || {
        let locale = session.locale();
        let entry = |(number, parts_at): (u32, usize)| {
            view! {
                <li>
                    <button type="button" class="link" on:click=move |_| session.dispatch(Command::LookAt(parts_at))>
                        {t::fork::parts_at(locale, parts_at as u64)}
                    </button>
                    " "
                    <button type="button" class="button" on:click=move |_| session.dispatch(Command::Restore(number))>
                        {t::fork::restore(locale, u64::from(number))}
                    </button>
                </li>
            }
        };
        others.get().into_iter().map(entry).collect_view()
    };
    view! {
        <Show when=move || others.with(|others| !others.is_empty())>
            <section class="futures" aria-label=say(t::fork::futures)>
                <span>{move || t::fork::this_one(session.locale(), u64::from(branch.get()))}</span>
                <ul>{list}</ul>
            </section>
        </Show>
    }
    .into_any()
}
