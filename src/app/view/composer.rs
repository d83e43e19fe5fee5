//! The box to say something in, questions to click, and small talk on request.

use std::sync::Arc;

use leptos::ev::{self, Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlTextAreaElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::text::t;

use super::parts::{When, all, button, dynamic, locked, say, send};

/// The box to say something in.
#[component]
pub fn Composer() -> impl IntoView {
    let session = Session::get();
    let say_it = move || {
        let text = session.draft.get_untracked();
        if !text.trim().is_empty() {
            session.dispatch(Command::Say(text));
        }
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        say_it();
    };
    // Enter sends, as in every chat; with Shift it breaks the line.
    let key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            say_it();
        }
    };
    let input = move |event: Targeted<Event, HtmlTextAreaElement>| {
        session.draft.set(event.target().value())
    };
    view! {
        <form class="composer" on:submit=submit>
            <Suggestions/>
            <div class="composer-box">
                <textarea
                    class="composer-text"
                    rows="2"
                    maxlength="20000"
                    disabled=locked(Panel::Composer)
                    aria-label=say(t::chat::write)
                    placeholder=say(t::chat::write)
                    prop:value=session.draft
                    on:input:target=input
                    on:keydown=key
                ></textarea>
                <button type="submit" class="button button-primary" disabled=locked(Panel::Composer)>
                    {say(t::chat::send)}
                </button>
            </div>
        </form>
    }
}

/// What could be said: the example's next line, its questions, small talk.
#[component]
fn Suggestions() -> impl IntoView {
    let session = Session::get();
    let suggestions = Memo::new(move |_| {
        session.read(|playground, frame| {
            let next = if frame.is_last() {
                playground.next_line()
            } else {
                None
            };
            let of_example = match playground.source() {
                Source::Example(scenario) => scenario.suggestions.of(playground.locale()).clone(),
                _ => Vec::new(),
            };
            (
                next.into_iter().chain(of_example).collect::<Vec<_>>(),
                frame.content,
            )
        })
    });
    let list = dynamic(move || {
        let (suggestions, content) = suggestions.get();
        let suggestion = |text: Arc<str>| {
            let press = send(Command::Say(text.to_string()));
            let button = button(
                "suggestion",
                Signal::stored(text.to_string()),
                locked(Panel::Composer),
                press,
            );
            view! { <li lang=content.tag()>{button}</li> }.into_any()
        };
        all(suggestions.into_iter().map(suggestion))
    });
    // A live model would be asked dozens of times.
    let has_tokens = Signal::derive(move || {
        session.read(|playground, frame| !frame.counts_items() && !playground.is_live())
    });
    let chat_on = move || {
        button(
            "suggestion suggestion-own",
            say(t::chat::chat_on),
            locked(Panel::Composer),
            send(Command::ChatOn),
        )
    };
    view! {
        <ul class="suggestions" aria-label=say(t::chat::suggestions)>
            {list}
            <When holds=has_tokens><li>{chat_on()}</li></When>
        </ul>
    }
}
