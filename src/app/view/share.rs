//! Sharing: the link to this very step, and the code that shows it inside another page.

use leptos::prelude::*;

use crate::app::choices::{Panel, PanelSet};
use crate::app::playground::Source;
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::parts::{all, check, copyable, fixed, say, words};

/// What the dialog holds.
pub fn share() -> AnyView {
    let session = Session::get();
    let (hidden, locked) = session
        .options
        .with_untracked(|options| (options.hidden, options.locked));
    let (hidden, locked) = (RwSignal::new(hidden), RwSignal::new(locked));
    let address = Signal::derive(move || {
        let link = session.link();
        session.address_of(&crate::app::link::Link {
            hidden: hidden.get(),
            locked: locked.get(),
            ..link
        })
    });
    let code = words(move |locale| {
        let (address, title) = (
            escaped(&address.get()),
            escaped(t::share::frame_title(locale)),
        );
        format!(
            "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"640\" loading=\"lazy\" \
             allow=\"fullscreen; clipboard-write\" style=\"border:0\"></iframe>"
        )
    });
    let row = |panel: Panel| {
        view! {
            <li class="row">
                <code>{panel.name()}</code>
                {tick(t::share::hide, hidden, panel)}
                {tick(t::share::lock, locked, panel)}
            </li>
        }
        .into_any()
    };
    // A link carries an example and settings, never words.
    let is_own = session.read_untracked(|playground| {
        playground.is_touched() || matches!(playground.source(), Source::File(_) | Source::Agent(_))
    });
    let not_in_link = is_own.then(|| view! { <p class="note">{say(t::share::not_in_link)}</p> });
    view! {
        {not_in_link}
        {copyable(say(t::share::link), address)}
        {copyable(say(t::share::embed), code)}
        <p class="note">{say(t::share::height)}</p>
        <details>
            <summary>{say(t::share::controls)}</summary>
            <p class="note">{say(t::share::controls_about)}</p>
            <ul class="share-parts">{all(Panel::ALL.into_iter().map(row))}</ul>
        </details>
    }
    .into_any()
}

fn tick(name: fn(Locale) -> &'static str, set: RwSignal<PanelSet>, panel: Panel) -> AnyView {
    let is_on = Signal::derive(move || set.with(|set| set.contains(panel)));
    let words = words(move |locale| format!("{} {}", name(locale), panel.name()));
    check(words, is_on, fixed(false), move |is_on| {
        set.update(|set| {
            if is_on {
                set.insert(panel);
            } else {
                set.remove(panel);
            }
        });
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}
