//! The conversation as it stands at the moment in view: what came later is not shown.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::conversation::{Line, LineKind, shown};
use crate::app::live;
use crate::app::session::Session;
use crate::engine::config::{RuleSet, WhenSpent};
use crate::engine::function::CallFault;
use crate::text::{Locale, fault, labels, t, words};

use super::composer::Composer;
use super::parts::{When, button, click, fixed, say, shown as shown_part, words as spoken};

/// Most lines at first: a long conversation would make every step slow.
const LINES_MAX: usize = 60;

/// How many more lines one press shows.
const LINES_MORE: usize = 200;

/// The conversation, with the box to say something in.
pub fn conversation() -> AnyView {
    let session = Session::get();
    let is_live = Signal::derive(move || session.read(|playground, _| playground.is_live()));
    view! {
        <Conversation/>
        <When holds=is_live>{live::file::part(|live| (live.streamed)(), false)}</When>
        <When holds=shown_part(Panel::Composer)><Composer/></When>
    }
    .into_any()
}

/// The conversation.
#[component]
fn Conversation() -> impl IntoView {
    let session = Session::get();
    let more = RwSignal::new(0_usize);
    let range = Memo::new(move |_| {
        session.read(|playground, frame| {
            let end = shown(playground.lines(), frame.position);
            (
                end.saturating_sub(LINES_MAX + more.get()),
                end,
                frame.revision,
            )
        })
    });
    let rows = move || {
        let (start, end, _) = range.get();
        let language = session.frame.with_untracked(|frame| frame.content.tag());
        session.read_untracked(|playground| {
            let lines = &playground.lines()[start..end];
            // A line is kept while it says the same in the same place, whatever the run is.
            let row = |(index, line): (usize, &Line)| (language, start + index, line.clone());
            lines.iter().enumerate().map(row).collect::<Vec<_>>()
        })
    };
    let list = NodeRef::<leptos::html::Ol>::new();
    // The newest line stays in sight, without moving the focus.
    Effect::new(move |_| {
        range.track();
        range.get();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let hidden = Signal::derive(move || range.get().0 > 0);
    let earlier = spoken(move |locale| t::chat::earlier(locale, range.get().0 as u64));
    let show_more = move || click(move || more.update(|more| *more += LINES_MORE));
    view! {
        <section class="conversation" aria-labelledby="conversation-title">
            <h2 class="part-title" id="conversation-title">{say(t::chat::title)}</h2>
            <ol class="conversation-lines" node_ref=list tabindex="0" aria-labelledby="conversation-title">
                <When holds=hidden>
                    <li>{button("button", earlier, fixed(false), show_more())}</li>
                </When>
                <For each=rows key=Clone::clone children=move |(_, _, line)| line_view(session, line)/>
            </ol>
        </section>
    }
}

/// One line. What stands in it never changes; its words follow the language of the page.
fn line_view(session: Session, line: Line) -> AnyView {
    let Line { position, what } = line;
    // What a spent budget asks for is a setting, as it was then.
    let when_spent = match &what {
        LineKind::Fault(CallFault::BudgetSpent { .. }) => session
            .read_untracked(|playground| playground.run().state_at(position).config().when_spent),
        _ => WhenSpent::AnswerWithout,
    };
    let kind = name(&what);
    let is_content = matches!(kind, "user" | "agent" | "thought" | "unspoken");
    let lang = is_content.then(|| session.frame.with_untracked(|frame| frame.content.tag()));
    let said = spoken(move |locale| in_language(&what, locale, when_spent));
    let who = who(kind)
        .map(|who| view! { <span class="visually-hidden">{say(who)} ": "</span> }.into_any());
    view! { <li class="line" data-kind=kind>{who} <span class="line-text" lang=lang>{said}</span></li> }.into_any()
}

/// Name of a kind of line, for styles and tests.
fn name(what: &LineKind) -> &'static str {
    match what {
        LineKind::User(_) | LineKind::Item(_) | LineKind::Asked(_) => "user",
        LineKind::Agent(_) => "agent",
        LineKind::Thought(_) => "thought",
        LineKind::Unspoken(_) => "unspoken",
        LineKind::Call(_) => "call",
        LineKind::Fault(_) | LineKind::Notice => "failure",
        LineKind::Session { .. } => "session",
        LineKind::Page { .. } | LineKind::NothingFound => "page",
        LineKind::Warning => "warning",
        LineKind::Summary { .. } => "summary",
        LineKind::Document { .. } => "document",
        LineKind::Stopped => "stopped",
    }
}

fn in_language(what: &LineKind, locale: Locale, when_spent: WhenSpent) -> String {
    match what {
        LineKind::User(text)
        | LineKind::Agent(text)
        | LineKind::Thought(text)
        | LineKind::Unspoken(text) => text.to_string(),
        LineKind::Item(text) => t::chat::item(locale, text),
        LineKind::Asked(text) => t::chat::asked(locale, text),
        LineKind::Call(call) => labels::raw_call(locale, RuleSet::Paper, call),
        LineKind::Fault(what) => fault::fault_sentence(locale, what, when_spent),
        LineKind::Session { number, at } => {
            t::chat::session(locale, &words::day(locale, *at), u64::from(*number))
        }
        LineKind::Page { copies } => t::chat::page(locale, u64::from(*copies)),
        LineKind::NothingFound => t::chat::nothing_found(locale).to_owned(),
        LineKind::Warning => t::chat::warning(locale).to_owned(),
        LineKind::Summary { folded } => t::chat::summary(locale, u64::from(*folded)),
        LineKind::Document { title } => t::chat::document(locale, title),
        LineKind::Notice => t::chat::ended(locale).to_owned(),
        LineKind::Stopped => t::chat::stopped(locale).to_owned(),
    }
}

/// Who a line is from, for those who cannot see where it stands.
fn who(kind: &str) -> Option<fn(Locale) -> &'static str> {
    Some(match kind {
        "user" => t::chat::who_user,
        "agent" => t::chat::who_agent,
        "thought" => t::chat::who_thought,
        "unspoken" => t::chat::who_unspoken,
        "call" => t::chat::who_call,
        _ => return None,
    })
}
