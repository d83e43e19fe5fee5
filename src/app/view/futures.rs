//! The other futures of the run: where each parts from this one, and the way back to it.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::session::Session;
use crate::text::t;

use super::parts::{all, dynamic, press, say, step_link};

/// The other futures; nothing where there is none.
#[component]
pub fn Futures() -> impl IntoView {
    let session = Session::get();
    let record = Memo::new(move |_| {
        session
            .frame
            .with(|frame| (frame.revision, frame.branch, frame.others))
    });
    dynamic(move || {
        let (_, branch, others) = record.get();
        if others == 0 {
            return ().into_any();
        }
        let locale = session.locale();
        let others: Vec<(u32, usize)> = session.read_untracked(|playground| {
            let parts_at = |number| playground.parts_at(number).unwrap_or(1);
            playground
                .runs()
                .others()
                .iter()
                .map(|future| (future.number, parts_at(future.number)))
                .collect()
        });
        let other = |(number, parts_at): (u32, usize)| {
            let restore = Signal::stored(t::fork::restore(locale, u64::from(number)));
            view! {
                <li class="row">
                    {press(restore, Command::Restore(number))}
                    {step_link(t::fork::parts_at(locale, parts_at as u64), parts_at)}
                </li>
            }
            .into_any()
        };
        view! {
            <section class="futures" aria-label=say(t::fork::futures)>
                <p>{t::fork::this_one(locale, u64::from(branch))}</p>
                <ul>{all(others.into_iter().map(other))}</ul>
            </section>
        }
        .into_any()
    })
}
