//! What has come of a reply that is not finished: plain text, in pieces as they arrive.

use leptos::prelude::*;

use crate::app::live::connection::Connection;
use crate::app::session::Session;
use crate::app::view::parts::{all, dynamic, say};
use crate::text::t;

/// What has come of a reply.
pub fn streamed() -> AnyView {
    let session = Session::get();
    let connection = Connection::get();
    let is_empty = Memo::new(move |_| connection.streamed.with(|streamed| streamed.is_empty()));
    let inside = dynamic(move || {
        let locale = session.locale();
        let streamed = connection.streamed.get();
        let piece = |kind: &'static str, name: String, words: String| {
            view! { <li class="line" data-kind=kind><span class="line-who">{name}</span> " " <span class="line-text">{words}</span></li> }
                .into_any()
        };
        let mut pieces = Vec::new();
        if !streamed.thoughts.is_empty() {
            pieces.push(piece(
                "thought",
                t::live::thoughts(locale).to_owned(),
                streamed.thoughts,
            ));
        }
        if !streamed.text.is_empty() {
            pieces.push(piece(
                "thought",
                t::live::text(locale).to_owned(),
                streamed.text,
            ));
        }
        for (_, name, arguments) in streamed.calls {
            pieces.push(piece(
                "call",
                t::live::calls_function(locale, &name),
                arguments,
            ));
        }
        all(pieces.into_iter())
    });
    // Not a live region: every word would be read out. The line says that it writes.
    view! {
        <section class="live-streamed" hidden=is_empty aria-label=say(t::live::streamed)>
            <ol class="live-pieces">{inside}</ol>
        </section>
    }
    .into_any()
}
