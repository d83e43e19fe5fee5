//! Help: words, signs, keys, and what can be set about the page.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::session::Session;
use crate::text::terms::TERMS;
use crate::text::{Locale, t};

use super::parts::{all, check, fixed, say};
use super::stage::Legend;

/// A text of the catalogue.
type Text = fn(Locale) -> &'static str;

/// The keys and what they do.
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

/// What the help dialog holds.
pub fn help() -> AnyView {
    let session = Session::get();
    let locale = Signal::derive(move || session.locale());
    let word = |(word, about): (Text, Text)| {
        view! { <dt>{say(word)}</dt> <dd>{say(about)}</dd> }.into_any()
    };
    let key = |(key, does): (Text, Text)| {
        view! { <dt><kbd>{say(key)}</kbd></dt> <dd>{say(does)}</dd> }.into_any()
    };
    let has_characters =
        Signal::derive(move || session.options.with(|options| options.has_character_keys));
    let is_still = Signal::derive(move || session.options.with(|options| options.is_still));
    view! {
        <p>{say(t::ui::honesty)}</p>
        <h3>{say(t::dialog::words)}</h3>
        <dl class="glossary">{all(TERMS.into_iter().map(word))}</dl>
        <h3>{say(t::dialog::signs)}</h3>
        <Legend locale/>
        <h3>{say(t::dialog::keys)}</h3>
        <dl class="facts">{all(KEYS.into_iter().map(key))}</dl>
        {check(say(t::keys::characters), has_characters, fixed(false), move |is_on| {
            session.dispatch(Command::SetCharacterKeys(is_on));
        })}
        {check(say(t::keys::still), is_still, fixed(false), move |is_on| session.dispatch(Command::SetStill(is_on)))}
        <p class="note">{say(t::dialog::sources)}</p>
    }
    .into_any()
}
