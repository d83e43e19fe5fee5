//! Help: words, signs, keys.

use leptos::prelude::*;

use crate::app::command::{Command, Dialog};
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::dialog::DialogFrame;
use super::say;
use super::stage::Legend;

/// A word and what it means.
type Entry = (fn(Locale) -> &'static str, fn(Locale) -> &'static str);

/// The words, in the order in which a newcomer meets them.
const WORDS: [Entry; 14] = [
    (t::glossary::main_context, t::glossary::main_context_about),
    (t::glossary::external, t::glossary::external_about),
    (t::glossary::page_out, t::glossary::page_out_about),
    (t::glossary::page_in, t::glossary::page_in_about),
    (t::glossary::model_call, t::glossary::model_call_about),
    (
        t::glossary::working_context,
        t::glossary::working_context_about,
    ),
    (t::glossary::queue, t::glossary::queue_about),
    (t::glossary::recall, t::glossary::recall_about),
    (t::glossary::archival, t::glossary::archival_about),
    (t::glossary::warning, t::glossary::warning_about),
    (t::glossary::flush, t::glossary::flush_about),
    (t::glossary::summary, t::glossary::summary_about),
    (t::glossary::heartbeat, t::glossary::heartbeat_about),
    (
        t::glossary::silent_failure,
        t::glossary::silent_failure_about,
    ),
];

/// A key and what it does.
const KEYS: [(&str, fn(Locale) -> &'static str); 9] = [
    ("← →", t::keys::step),
    ("⇧ ← →", t::keys::call),
    ("Alt ← →", t::keys::turn),
    ("PgUp PgDn", t::keys::page),
    ("K", t::keys::play),
    ("Home End", t::keys::ends),
    ("[ ]", t::keys::marks),
    ("+ −", t::keys::speed),
    ("?", t::keys::help),
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
    let words = WORDS
        .into_iter()
        .map(|(word, about)| view! { <dt>{say(word)}</dt> <dd>{say(about)}</dd> });
    let keys = KEYS
        .into_iter()
        .map(|(key, does)| view! { <dt><kbd>{key}</kbd></dt> <dd>{say(does)}</dd> });
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
