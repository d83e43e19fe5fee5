//! What to look at in the example, what to try with it, and what to try next.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::{Command, Dialog};
use crate::app::frame::Frame;
use crate::app::link::Changes;
use crate::app::session::Session;
use crate::scenario::builtin;
use crate::text::t;

use super::parts::{
    When, button, check, click, dynamic, fixed, locked, press, say, send, shown, words,
};

/// What to try.
#[component]
pub fn Lesson() -> impl IntoView {
    let session = Session::get();
    let about = words(move |locale| {
        session
            .read(|playground, frame| {
                let scenario = playground.scenario()?;
                let note = if frame.is_last() {
                    scenario.note.as_ref()
                } else {
                    None
                };
                note.or(scenario.about.as_ref())
                    .map(|text| text.of(locale).to_string())
            })
            .unwrap_or_default()
    });
    view! {
        <div class="lesson">
            <p class="lesson-about">{about}</p>
            <div class="row">
                <When holds=shown(Panel::Example)><Next/></When>
                <When holds=shown(Panel::Restart)>
                    {button("button", say(t::ui::start_again), locked(Panel::Restart), send(Command::StartAgain))}
                </When>
            </div>
            <When holds=shown(Panel::Views)><Views/></When>
        </div>
    }
}

/// The example to try next: always offered, and urged at the last step.
#[component]
fn Next() -> impl IntoView {
    let session = Session::get();
    let state = Memo::new(move |_| {
        let next = session.read(|playground, _| {
            playground
                .scenario()
                .and_then(|scenario| scenario.next.clone())
        });
        let next = next
            .and_then(|id| builtin::find(&id))
            .map(|example| (example.id, example.title));
        (next, session.frame.with(Frame::is_last))
    });
    dynamic(move || {
        let (next, is_last) = state.get();
        let Some((id, title)) = next else {
            return ().into_any();
        };
        let name = words(move |locale| {
            let title = title.of(locale);
            if is_last {
                t::lesson::next_now(locale, title)
            } else {
                t::lesson::next(locale, title)
            }
        });
        let class = if is_last {
            "button lesson-next"
        } else {
            "button"
        };
        button(
            class,
            name,
            locked(Panel::Example),
            send(Command::OpenExample(id.into())),
        )
    })
}

/// Other ways to look at the same thing.
#[component]
fn Views() -> impl IntoView {
    let session = Session::get();
    let is_locked = locked(Panel::Views);
    let contract = Signal::derive(move || session.options.with(|options| options.shows_contract));
    let system = Signal::derive(move || session.options.with(|options| options.shows_system));
    let is_without = Signal::derive(move || {
        session
            .frame
            .with(|frame| !frame.after.config().has_external)
    });
    let without = move |is_without: bool| {
        let changes = session.read_untracked(|playground| playground.changes().clone());
        session.dispatch(Command::Rerun(Changes {
            external: Some(!is_without),
            ..changes
        }));
    };
    let copy = click(move || {
        let locale = session.options.with_untracked(|options| options.locale);
        session.copy(&session.read_untracked(|playground| playground.movements_text(locale)));
    });
    view! {
        <details class="lesson-more">
            <summary>{say(t::lesson::more)}</summary>
            <div class="row">
                {check(say(t::lesson::contract), contract, is_locked, move |is_on| session.dispatch(Command::ShowContract(is_on)))}
                {check(say(t::lesson::system), system, is_locked, move |is_on| session.dispatch(Command::ShowSystem(is_on)))}
                {check(say(t::lesson::without_external), is_without, is_locked, without)}
                {press(say(t::lesson::items), Command::OpenDialog(Dialog::Items))}
                {button("button", say(t::lesson::copy), fixed(false), copy)}
            </div>
        </details>
    }
}
