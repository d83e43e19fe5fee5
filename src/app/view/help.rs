//! Help: words, signs, keys.

use leptos::prelude::*;

use crate::app::command::{Command, Dialog};
use crate::app::session::Session;
use crate::text::terms::TERMS;
use crate::text::{Locale, t};

use super::dialog::DialogFrame;
use super::say;
use super::stage::Legend;

/// A text of the catalogue.
type Text = fn(Locale) -> &'static str;

/// A key and what it does.
const KEYS: [(Text, Text); 9] = [
    (|_| "← →", t::keys::step),
    (|_| "⇧ ← →", t::keys::call),
    (|_| "Alt ← →", t::keys::turn),
    (t::keys::key_page, t::keys::page),
    (|_| "K", t::keys::play),
    (t::keys::key_ends, t::keys::ends),
    (|_| "[ ]", t::keys::marks),
    (|_| "+ −", t::keys::speed),
    (|_| "?", t::keys::help),
];

/// Help.
#[component]
pub fn HelpDialog() -> impl IntoView {
    view! {
        <DialogFrame when=|dialog| *dialog == Dialog::Help title=t::dialog::help name="help">
            <Help/>
        </DialogFrame>
    }
    .into_any()
}

#[component]
fn Help() -> impl IntoView {
    let session = Session::get();
    let locale = Signal::derive(move || session.locale());
    let words = TERMS
        .into_iter()
        .map(|(word, about)| view! { <dt>{say(word)}</dt> <dd>{say(about)}</dd> });
    let keys = KEYS
        .into_iter()
        .map(|(key, does)| view! { <dt><kbd>{say(key)}</kbd></dt> <dd>{say(does)}</dd> });
    view! {
        <p>{say(t::ui::honesty)}</p>
        <h3>{say(t::dialog::words)}</h3>
        <dl class="facts">{words.collect_view()}</dl>
        <h3>{say(t::dialog::signs)}</h3>
        <Legend locale/>
        <h3>{say(t::dialog::keys)}</h3>
        <dl class="facts facts-keys">{keys.collect_view()}</dl>
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || session.options.with(|options| options.has_character_keys)
                on:change:target=move |event| session.dispatch(Command::SetCharacterKeys(event.target().checked()))
            />
            {say(t::keys::characters)}
        </label>
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || session.options.with(|options| options.is_still)
                on:change:target=move |event| session.dispatch(Command::SetStill(event.target().checked()))
            />
            {say(t::keys::still)}
        </label>
        <p class="note">{say(t::dialog::sources)}</p>
    }
    .into_any()
}
