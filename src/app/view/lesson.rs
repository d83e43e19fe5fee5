//! What to look at in the example, what to try with it, and what to try next.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::{Command, Dialog};
use crate::app::link::Changes;
use crate::app::session::Session;
use crate::scenario::builtin;
use crate::text::t;

use super::say;

/// What to try.
#[component]
pub fn Lesson() -> impl IntoView {
    let session = Session::get();
    let about = move || {
        let locale = session.locale();
        session.read(|playground, frame| {
            let scenario = playground.scenario()?;
            let text = if frame.is_last() {
                scenario.note.as_ref().or(scenario.about.as_ref())
            } else {
                scenario.about.as_ref()
            };
            text.map(|text| text.of(locale).to_string())
        })
    };
    view! {
        <div class="lesson">
            <p class="lesson-about">{about}</p>
            <div class="row">
                <Next/>
                <Show when=move || session.shows(Panel::Views)><Views/></Show>
            </div>
        </div>
    }
    .into_any()
}

/// The example to try next: always offered, and urged at the last step.
#[component]
fn Next() -> impl IntoView {
    let session = Session::get();
    let next = Memo::new(move |_| {
        let id = session.read(|playground, _| {
            playground
                .scenario()
                .and_then(|scenario| scenario.next.clone())
        })?;
        builtin::find(&id)
    });
    let is_last = Memo::new(move |_| session.frame.with(crate::app::frame::Frame::is_last));
    move || {
        let example = next.get()?;
        let title = move || {
            let locale = session.locale();
            let title = example.title.of(locale);
            if is_last.get() {
                t::lesson::next_now(locale, title)
            } else {
                t::lesson::next(locale, title)
            }
        };
        let urged = move || is_last.get().then_some("");
        let view = view! {
            <button
                type="button" class="button lesson-next" data-urged=urged
                disabled=move || session.is_locked(Panel::Example)
                on:click=move |_| session.dispatch(Command::OpenExample(example.id.into()))
            >
                {title}
            </button>
        };
        session.shows(Panel::Example).then_some(view)
    }
}

/// Other ways to look at the same thing.
#[component]
fn Views() -> impl IntoView {
    let session = Session::get();
    let is_locked = move || session.is_locked(Panel::Views);
    let check = move |words: fn(crate::text::Locale) -> &'static str,
                      is_on: Signal<bool>,
                      command: fn(bool) -> Command| {
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    disabled=is_locked
                    prop:checked=is_on
                    on:change:target=move |event| session.dispatch(command(event.target().checked()))
                />
                {say(words)}
            </label>
        }
    };
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
    let copy = move |_| {
        let text = session.read_untracked(|playground| {
            playground.movements_text(session.options.with_untracked(|options| options.locale))
        });
        session.copy(&text);
    };
    let contract = Signal::derive(move || session.options.with(|options| options.shows_contract));
    let system = Signal::derive(move || session.options.with(|options| options.shows_system));
    view! {
        <details class="lesson-more">
            <summary>{say(t::lesson::more)}</summary>
            <div class="row">
                {check(t::lesson::contract, contract, Command::ShowContract)}
                {check(t::lesson::system, system, Command::ShowSystem)}
                <label class="check">
                    <input
                        type="checkbox"
                        disabled=is_locked
                        prop:checked=is_without
                        on:change:target=move |event| without(event.target().checked())
                    />
                    {say(t::lesson::without_external)}
                </label>
                <button type="button" class="button" on:click=move |_| session.dispatch(Command::OpenDialog(Dialog::Items))>
                    {say(t::lesson::items)}
                </button>
                <button type="button" class="button" on:click=copy>{say(t::lesson::copy)}</button>
            </div>
        </details>
    }
    .into_any()
}
