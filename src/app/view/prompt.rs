//! The prompt: exactly what the model gets, with the tokens of every part.

use leptos::prelude::*;

use crate::app::frame::Frame;
use crate::app::playground::Playground;
use crate::app::session::Session;
use crate::engine::reply::{PromptMessage, Role};
use crate::text::{Locale, t};

use super::parts::{all, dynamic, plain, say, table};

/// What the tab holds.
pub fn prompt() -> AnyView {
    let session = Session::get();
    let content = dynamic(move || {
        let locale = session.locale();
        session.read(|playground, frame| content(locale, playground, frame))
    });
    view! { <div class="prompt">{content}</div> <p class="note">{say(t::explanation::estimate)}</p> }.into_any()
}

fn content(locale: Locale, playground: &Playground, frame: &Frame) -> AnyView {
    let engine = playground.run().machine();
    let (state, stores) = (&*frame.after, playground.stores());
    let asked = engine.request(state, stores);
    let lead = if asked.is_some() {
        t::prompt_tab::now(locale)
    } else {
        t::prompt_tab::would_be(locale)
    };
    let request = asked.unwrap_or_else(|| engine.act_request(state, stores));
    let parts = engine.parts(state);
    let mut rows = vec![
        (t::prompt_tab::system(locale), parts.system),
        (t::prompt_tab::statistics(locale), parts.statistics),
        (
            t::prompt_tab::working_context(locale),
            parts.working_context,
        ),
        (t::prompt_tab::schemas(locale), parts.schemas),
        (t::prompt_tab::summary(locale), parts.summary),
        (t::prompt_tab::queue(locale), parts.queue),
    ];
    // A request for a summary or a choice is another prompt: it has no such parts.
    rows.retain(|(_, tokens)| *tokens > 0 && request.tokens == parts.total());
    rows.push((t::prompt_tab::total(locale), request.tokens));
    let row = |(name, tokens): (&str, u32)| {
        vec![
            plain(name.to_owned()),
            plain(locale.number(u64::from(tokens))),
        ]
    };
    let unit = if frame.counts_items() {
        t::prompt_tab::items(locale)
    } else {
        t::prompt_tab::tokens(locale)
    };
    let heads = vec![
        (t::prompt_tab::part(locale).to_owned(), false),
        (unit.to_owned(), true),
    ];
    let lang = frame.content.tag();
    let messages = all(request
        .messages
        .into_iter()
        .map(|message| message_view(locale, message, lang)));
    let schemas = request
        .functions
        .into_iter()
        .map(|schema| view! { <li>{text(schema.json, lang)}</li> }.into_any());
    view! {
        <p>{lead}</p>
        {table(say(t::prompt_tab::by_part), heads, rows.into_iter().map(row).collect())}
        <h3>{t::prompt_tab::messages(locale)}</h3>
        <ol class="prompt-messages">{messages}</ol>
        <h3>{t::prompt_tab::schemas(locale)}</h3>
        <ul class="prompt-messages">{all(schemas)}</ul>
    }
    .into_any()
}

fn text(text: String, lang: &'static str) -> AnyView {
    view! { <pre class="prompt-text" lang=lang>{text}</pre> }.into_any()
}

fn message_view(locale: Locale, message: PromptMessage, lang: &'static str) -> AnyView {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    let function = message
        .function
        .map(|function| format!(" {function}"))
        .unwrap_or_default();
    let name = t::prompt_tab::call(locale);
    let calls = message
        .calls
        .into_iter()
        .map(|call| text(format!("{name} {}({})", call.name, call.arguments), lang));
    let content = (!message.content.is_empty()).then(|| text(message.content, lang));
    view! {
        <li class="prompt-message">
            <span class="prompt-role">{role} {function}</span>
            {content}
            {all(calls)}
        </li>
    }
    .into_any()
}
