//! The trace: one line an event, the one in view marked; to be filtered and copied.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::t;

use super::choice::{choice, entries, entry};
use super::parts::{all, button, click, dynamic, fixed, say, send};
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
    let lines = dynamic(move || {
        let (locale, filter) = (session.locale(), filter.get());
        session.read(|playground, frame| {
            let line = |(position, text): (usize, String)| {
                let mark = playground
                    .run()
                    .events()
                    .get(position - 1)
                    .and_then(Mark::of);
                line_view(position, text, mark, position == frame.position)
            };
            all(playground
                .trace_around(locale, filter, LINES_MAX)
                .into_iter()
                .map(line))
        })
    });
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
        <ol class="trace" tabindex="0" aria-label=say(t::tabs::trace)>{lines}</ol>
    }
    .into_any()
}

fn line_view(position: usize, text: String, mark: Option<Mark>, is_current: bool) -> AnyView {
    view! {
        <li class="trace-line" data-mark=mark.map(Mark::name)>
            <button
                type="button" class="trace-button"
                aria-current=is_current.then_some("step")
                on:click=send(Command::LookAt(position))
            >
                {position} ". " {text}
            </button>
        </li>
    }
    .into_any()
}
