//! The box to say something in, questions to click, and small talk on request.

use leptos::{ev, prelude::*};

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::text::t;

use super::say;

/// The box to say something in.
#[component]
pub fn Composer() -> impl IntoView {
    let session = Session::get();
    let is_locked = move || session.is_locked(Panel::Composer);
    let send = move || {
        let text = session.draft.get_untracked();
        if !text.trim().is_empty() {
            session.dispatch(Command::Say(text));
        }
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        send();
    };
    // Enter sends, as in every chat; with Shift it breaks the line.
    let key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            send();
        }
    };
    view! {
        <form class="composer" on:submit=submit>
            <Suggestions/>
            <div class="composer-box">
                <textarea
                    class="composer-text"
                    rows="2"
                    maxlength="20000"
                    disabled=is_locked
                    aria-label=say(t::chat::write)
                    placeholder=say(t::chat::write)
                    prop:value=move || session.draft.get()
                    on:input:target=move |event| session.draft.set(event.target().value())
                    on:keydown=key
                ></textarea>
                <button type="submit" class="button button-primary" disabled=is_locked>{say(t::chat::send)}</button>
            </div>
        </form>
    }
    .into_any()
}

/// What could be said: the example's next line, its questions, small talk.
#[component]
fn Suggestions() -> impl IntoView {
    let session = Session::get();
    let suggestions = Memo::new(move |_| {
        session.read(|playground, frame| {
            let of_example = match playground.source() {
                Source::Example(scenario) => scenario.suggestions.of(playground.locale()).clone(),
                _ => Vec::new(),
            };
            let next = if frame.is_last() {
                playground.next_line()
            } else {
                None
            };
            (next, of_example, frame.content)
        })
    });
    let say_it = move |text: &str| session.dispatch(Command::Say(text.to_owned()));
    let is_locked = move || session.is_locked(Panel::Composer);
    let button = move |text: std::sync::Arc<str>, lang: &'static str| {
        let shown = text.to_string();
        view! {
            <li>
                <button
                    type="button" class="suggestion" lang=lang disabled=is_locked
                    on:click=move |_| say_it(&text)
                >
                    {shown}
                </button>
            </li>
        }
    };
    let list = move || {
        let (next, of_example, content) = suggestions.get();
        let all = next.into_iter().chain(of_example);
        all.map(|text| button(text, content.tag())).collect_view()
    };
    let has_tokens = Memo::new(move |_| session.frame.with(|frame| !frame.counts_items()));
    view! {
        <ul class="suggestions" aria-label=say(t::chat::suggestions)>
            {list}
            <Show when=move || has_tokens.get()>
                <li>
                    <button
                        type="button" class="suggestion suggestion-own" disabled=is_locked
                        on:click=move |_| session.dispatch(Command::ChatOn)
                    >
                        {say(t::chat::chat_on)}
                    </button>
                </li>
            </Show>
        </ul>
    }
    .into_any()
}
