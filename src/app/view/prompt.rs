//! The prompt: exactly what the model gets, with the tokens of every part.

use leptos::prelude::*;

use crate::app::session::Session;
use crate::engine::reply::{PromptMessage, Role};
use crate::text::{Locale, t};

use super::say;

/// The prompt at the moment in view.
#[component]
pub fn Prompt() -> impl IntoView {
    let session = Session::get();
    let content = move || {
        let locale = session.locale();
        session.read(|playground, frame| {
            let engine = playground.run().machine();
            let (state, stores) = (&*frame.after, playground.stores());
            let asked = engine.request(state, stores);
            let is_asked = asked.is_some();
            let request = asked.unwrap_or_else(|| engine.act_request(state, stores));
            let parts = engine.parts(state);
            let number = |tokens: u32| locale.number(u64::from(tokens));
            let lead = if is_asked { t::prompt_tab::now(locale) } else { t::prompt_tab::would_be(locale) };
            let sections = [
                (t::prompt_tab::system(locale), parts.system),
                (t::prompt_tab::statistics(locale), parts.statistics),
                (t::prompt_tab::working_context(locale), parts.working_context),
                (t::prompt_tab::schemas(locale), parts.schemas),
                (t::prompt_tab::summary(locale), parts.summary),
                (t::prompt_tab::queue(locale), parts.queue),
            ];
            let is_plain = request.tokens == parts.total();
            let sections = sections.into_iter().filter(|(_, tokens)| is_plain && *tokens > 0);
            let section = |(name, tokens): (&str, u32)| {
                view! { <tr><th scope="row">{name.to_owned()}</th><td class="number">{number(tokens)}</td></tr> }
            };
            let unit = if frame.counts_items() { t::prompt_tab::items(locale) } else { t::prompt_tab::tokens(locale) };
            let total = number(request.tokens);
            let lang = frame.content.tag();
            let messages = request.messages.into_iter().map(|message| message_view(locale, message, lang));
            let schemas = request.functions.into_iter().map(|schema| {
                view! { <li><pre class="prompt-text" lang=lang>{schema.json}</pre></li> }
            });
            view! {
                <p>{lead}</p>
                <table class="prompt-parts">
                    <caption>{t::prompt_tab::by_part(locale)}</caption>
                    <thead><tr><th scope="col">{t::prompt_tab::part(locale)}</th><th scope="col" class="number">{unit}</th></tr></thead>
                    <tbody>{sections.map(section).collect_view()}</tbody>
                    <tfoot><tr><th scope="row">{t::prompt_tab::total(locale)}</th><td class="number">{total}</td></tr></tfoot>
                </table>
                <h3>{t::prompt_tab::messages(locale)}</h3>
                <ol class="prompt-messages">{messages.collect_view()}</ol>
                <h3>{t::prompt_tab::schemas(locale)}</h3>
                <ul class="prompt-messages">{schemas.collect_view()}</ul>
            }
            .into_any()
        })
    };
    view! { <div class="prompt">{content}</div> <p class="note">{say(t::explanation::estimate)}</p> }.into_any()
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
        .map(|function| view! { " " <code>{function.to_string()}</code> });
    let calls = message.calls.into_iter().map(|call| {
        view! { <pre class="prompt-text"><b>{t::prompt_tab::call(locale)} " "</b>{format!("{}({})", call.name, call.arguments)}</pre> }
    });
    view! {
        <li class="prompt-message" data-role=role>
            <span class="prompt-role">{role} {function}</span>
            <pre class="prompt-text" lang=lang>{message.content}</pre>
            {calls.collect_view()}
        </li>
    }
    .into_any()
}
