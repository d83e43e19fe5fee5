//! The conversation as it stands at the moment in view: what came later is not shown.

use leptos::prelude::*;

use crate::app::conversation::{Line, LineKind, shown};
use crate::app::session::Session;
use crate::engine::function::RawCall;
use crate::engine::timestamp::Timestamp;
use crate::text::{Locale, fault, labels, t, words};

use super::say;

/// Most lines at first: a long conversation would make every step slow.
const LINES_MAX: usize = 60;

/// The conversation.
#[component]
pub fn Conversation() -> impl IntoView {
    let session = Session::get();
    let more = RwSignal::new(0_usize);
    let lines = Memo::new(move |_| {
        session.read(|playground, frame| {
            let lines = playground.lines();
            let end = shown(lines, frame.position);
            let start = end.saturating_sub(LINES_MAX + more.get());
            let rows: Vec<Row> = lines[start..end]
                .iter()
                .enumerate()
                .map(|(index, line)| Row {
                    key: (frame.content.tag(), frame.branch, start + index),
                    line: line.clone(),
                })
                .collect();
            (start, rows)
        })
    });
    let hidden = Memo::new(move |_| lines.with(|(hidden, _)| *hidden));
    let rows = move || lines.with(|(_, rows)| rows.clone());
    let list = NodeRef::<leptos::html::Ol>::new();
    // The newest line stays in sight, without moving the focus.
    Effect::new(move |_| {
        lines.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    view! {
        <section class="conversation" aria-labelledby="conversation-title">
            <h2 class="part-title" id="conversation-title">{say(t::chat::title)}</h2>
            <ol class="conversation-lines" node_ref=list tabindex="0" aria-labelledby="conversation-title">
                <Show when=move || { hidden.get() > 0 }>
                    <li>
                        <button type="button" class="button" on:click=move |_| more.update(|more| *more += 200)>
                            {move || t::chat::earlier(session.locale(), hidden.get() as u64)}
                        </button>
                    </li>
                </Show>
                <For each=rows key=|row| row.key children=move |row| line_view(session, row.line)/>
            </ol>
        </section>
    }
    .into_any()
}

/// A line with what identifies it: language, future, number.
#[derive(Clone, PartialEq)]
struct Row {
    key: (&'static str, u32, usize),
    line: Line,
}

/// One line. What stands in it never changes; its words follow the language of the page.
fn line_view(session: Session, line: Line) -> AnyView {
    let content = session.frame.with_untracked(|frame| frame.content.tag());
    let (kind, text, is_content) = match line.what {
        LineKind::User(text) => ("user", Words::Said(text.to_string()), true),
        LineKind::Item(text) => ("user", Words::Item(text.to_string()), true),
        LineKind::Asked(text) => ("user", Words::Asked(text.to_string()), true),
        LineKind::Agent(text) => ("agent", Words::Said(text.to_string()), true),
        LineKind::Thought(text) => ("thought", Words::Said(text.to_string()), true),
        LineKind::Call(call) => ("call", Words::Call(call), false),
        LineKind::Fault(fault) => ("failure", Words::Fault(fault), false),
        LineKind::Session { number, at } => ("session", Words::Session(number, at), false),
        LineKind::Page { copies } => ("page", Words::Page(copies), false),
        LineKind::NothingFound => ("page", Words::Fixed(t::chat::nothing_found), false),
        LineKind::Warning => ("warning", Words::Fixed(t::chat::warning), false),
        LineKind::Summary { folded } => ("summary", Words::Summary(folded), false),
        LineKind::Document { title } => ("document", Words::Document(title.to_string()), false),
        LineKind::Notice => ("failure", Words::Fixed(t::chat::ended), false),
    };
    let lang = is_content.then_some(content);
    let who = who(kind);
    let words = move || text.in_language(session.locale());
    view! {
        <li class="line" data-kind=kind>
            {who.map(|who| view! { <span class="visually-hidden">{say(who)} ": "</span> })}
            <span class="line-text" lang=lang>{words}</span>
        </li>
    }
    .into_any()
}

/// What a line says, to be put into words.
enum Words {
    Said(String),
    Item(String),
    Asked(String),
    Call(RawCall),
    Fault(crate::engine::function::CallFault),
    Session(u32, Timestamp),
    Page(u32),
    Summary(u32),
    Document(String),
    Fixed(fn(Locale) -> &'static str),
}

impl Words {
    fn in_language(&self, locale: Locale) -> String {
        match self {
            Self::Said(text) => text.clone(),
            Self::Item(text) => t::chat::item(locale, text),
            Self::Asked(text) => t::chat::asked(locale, text),
            Self::Call(call) => {
                labels::raw_call(locale, crate::engine::config::RuleSet::Paper, call)
            }
            Self::Fault(what) => fault::fault_sentence(
                locale,
                what,
                crate::engine::config::WhenSpent::AnswerWithout,
            ),
            Self::Session(number, at) => {
                t::chat::session(locale, &words::day(locale, *at), u64::from(*number))
            }
            Self::Page(copies) => t::chat::page(locale, u64::from(*copies)),
            Self::Summary(folded) => t::chat::summary(locale, u64::from(*folded)),
            Self::Document(title) => t::chat::document(locale, title),
            Self::Fixed(text) => text(locale).to_owned(),
        }
    }
}

/// Who a line is from, for those who cannot see where it stands.
fn who(kind: &str) -> Option<fn(Locale) -> &'static str> {
    Some(match kind {
        "user" => t::chat::who_user,
        "agent" => t::chat::who_agent,
        "thought" => t::chat::who_thought,
        "call" => t::chat::who_call,
        _ => return None,
    })
}
