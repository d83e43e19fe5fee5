//! The trace: one line an event, the one in view marked; to be filtered and copied.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::t;

use super::choice::Choice;
use super::say;
use super::transport::mark_name;

/// Most lines around the one in view.
const LINES_MAX: usize = 160;

/// Every kind.
const ALL: &str = "all";

/// The trace.
#[component]
pub fn Trace() -> impl IntoView {
    let session = Session::get();
    let filter = RwSignal::new(None::<Mark>);
    let entries = Memo::new(move |_| {
        let locale = session.locale();
        let marks =
            Mark::ALL.map(|mark| (mark.name().to_owned(), mark_name(locale, mark).to_owned()));
        [(ALL.to_owned(), t::trace::all(locale).to_owned())]
            .into_iter()
            .chain(marks)
            .collect::<Vec<_>>()
    });
    let chosen = Memo::new(move |_| filter.get().map_or(ALL, Mark::name).to_owned());
    let lines = move || {
        let (locale, filter) = (session.locale(), filter.get());
        session.read(|playground, frame| {
            let line = |(position, text): (usize, String)| {
                let is_current = position == frame.position;
                let mark = playground
                    .run()
                    .events()
                    .get(position - 1)
                    .and_then(Mark::of);
                view! {
                    <li class="trace-line" data-mark=mark.map(Mark::name)>
                        <button
                            type="button" class="trace-button"
                            aria-current=is_current.then_some("step")
                            on:click=move |_| session.dispatch(Command::LookAt(position))
                        >
                            {text}
                        </button>
                    </li>
                }
            };
            playground
                .trace_around(locale, filter, LINES_MAX)
                .into_iter()
                .map(line)
                .collect_view()
        })
    };
    let copy = move |_| {
        let (locale, filter) = (session.locale(), filter.get_untracked());
        let marks = filter.map(|mark| vec![mark]);
        let text = session.read(|playground, _| playground.trace_text(locale, marks.as_deref()));
        session.copy(&text);
    };
    let count = move || {
        t::transport::step_of(
            session.locale(),
            session.frame.with(|frame| frame.position as u64),
            session.frame.with(|frame| frame.count as u64),
        )
    };
    view! {
        <div class="row">
            <Choice
                label=t::trace::show entries chosen panel=Panel::Trace
                on_choice=move |name: String| filter.set(Mark::from_name(&name))
            />
            <button type="button" class="button" on:click=copy>{say(t::trace::copy)}</button>
            <button type="button" class="button" on:click=move |_| session.save_trace()>{say(t::trace::save)}</button>
            <span class="note">{count}</span>
        </div>
        <ol class="trace" tabindex="0" aria-label=say(t::tabs::trace)>{lines}</ol>
    }
    .into_any()
}
