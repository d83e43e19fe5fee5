//! The trace: one line an event, the one in view marked; to be filtered and copied.

use leptos::ev::{MouseEvent, Targeted};
use leptos::prelude::*;
use web_sys::HtmlButtonElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::t;

use super::choice::{choice, entries, entry};
use super::parts::{button, click, fixed, say};
use super::transport::mark_name;

/// Most lines around the one in view.
const LINES_MAX: usize = 120;

/// Every kind.
const ALL: &str = "all";

/// What the tab holds.
pub fn trace() -> AnyView {
    let session = Session::get();
    let filter = RwSignal::new(None::<Mark>);
    let kinds = entries(|locale| {
        let marks = Mark::ALL.map(|mark| entry(mark.name(), mark_name(locale, mark)));
        [entry(ALL, t::trace::all(locale))]
            .into_iter()
            .chain(marks)
            .collect()
    });
    let chosen = Signal::derive(move || filter.get().map_or(ALL, Mark::name).to_owned());
    let lines = move || {
        let (locale, filter) = (session.locale(), filter.get());
        session.read(|playground, _| {
            let events = playground.run().events();
            let line = |(position, text): (usize, String)| {
                let mark = events.get(position - 1).and_then(Mark::of);
                (position, text, mark)
            };
            let lines = playground.trace_around(locale, filter, LINES_MAX);
            lines.into_iter().map(line).collect::<Vec<_>>()
        })
    };
    // The lines move along with the view; each stays the same line, with the focus that it has.
    let line = move |(position, text, mark): Line| line_view(session, position, text, mark);
    let copy = click(move || {
        let (locale, filter) = (
            session.options.with_untracked(|options| options.locale),
            filter.get_untracked(),
        );
        let marks = filter.map(|mark| vec![mark]);
        session.copy(
            &session.read_untracked(|playground| playground.trace_text(locale, marks.as_deref())),
        );
    });
    view! {
        <div class="row">
            {choice(t::trace::show, kinds, chosen, Panel::Trace, move |name| filter.set(Mark::from_name(&name)))}
            {button("button", say(t::trace::copy), fixed(false), copy)}
            {button("button", say(t::trace::save), fixed(false), click(move || session.save_trace()))}
        </div>
        <ol class="trace" tabindex="0" aria-label=say(t::tabs::trace)>
            <For each=lines key=|(position, text, _)| (*position, text.clone()) children=line/>
        </ol>
    }
    .into_any()
}

/// A line: its position, its words, its mark.
type Line = (usize, String, Option<Mark>);

fn line_view(session: Session, position: usize, text: String, mark: Option<Mark>) -> AnyView {
    let current = move || {
        let is_current = session.frame.with(|frame| frame.position == position);
        is_current.then_some("step")
    };
    // Where the lines move along, the browser takes the focus from the one that was pressed.
    let pressed = move |event: Targeted<MouseEvent, HtmlButtonElement>| {
        session.dispatch(Command::LookAt(position));
        leptos::task::spawn_local(async move {
            leptos::task::tick().await;
            // A line that is gone takes no focus.
            let _ = event.target().focus();
        });
    };
    view! {
        <li class="trace-line" data-mark=mark.map(Mark::name)>
            <button
                type="button" class="trace-button"
                aria-current=current
                on:click:target=pressed
            >
                {position} ". " {text}
            </button>
        </li>
    }
    .into_any()
}
