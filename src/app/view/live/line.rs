//! The line that is always in view while a live model answers: who is asked, where the text
//! goes, what it has cost against the limits, what is going on, and how to stop it.

use leptos::prelude::*;

use crate::app::command::{Command, Dialog};
use crate::app::live::connection::{Connected, Connection, Status};
use crate::app::session::Session;
use crate::app::view::parts::{all, button, click, dynamic, fixed, press, say, words};
use crate::provider::conversation::Trouble;
use crate::provider::opaque::Cause;
use crate::text::words::shorten;
use crate::text::{Locale, t};

use super::words::{cause_words, provider_words, trouble_words};

/// The line.
pub fn line() -> AnyView {
    let session = Session::get();
    let connection = Connection::get();
    // Whether this run is connected, and whether it waits.
    let run = Memo::new(move |_| {
        session.read(|playground, _| {
            (
                playground.live().map(|live| live.connection),
                playground.answered_by(),
                playground.is_asked(),
            )
        })
    });
    let is_connected = Memo::new(move |_| {
        let connected = connection.connected;
        let number = connected.with(|shown| shown.as_ref().map(|shown| shown.number));
        number.is_some() && run.with(|(of_run, ..)| *of_run == number)
    });
    let state = Signal::derive(move || {
        connection.status.with(|status| match status {
            Status::Resting => "resting",
            Status::Asking => "asking",
            Status::Waiting { .. } => "waiting",
            Status::Failed { .. } => "failed",
        })
    });
    let facts = dynamic(move || {
        if !is_connected.get() {
            return unconnected(connection, run.with(|(_, by, _)| by.clone()));
        }
        let locale = session.locale();
        let shown = connection.connected.get();
        shown.map_or_else(|| ().into_any(), |shown| facts_of(locale, &shown))
    });
    // The seconds of a countdown make nothing anew: what has the focus keeps it.
    let kind = Memo::new(move |_| match connection.status.get() {
        Status::Waiting { trouble, .. } => Status::Waiting {
            seconds: 0,
            trouble,
        },
        other => other,
    });
    let doing = dynamic(move || {
        if !is_connected.get() {
            return ().into_any();
        }
        let is_waiting = run.with(|(_, _, waits)| *waits);
        match kind.get() {
            Status::Resting if is_waiting => resting(connection),
            Status::Resting => ().into_any(),
            Status::Asking => asking(connection),
            Status::Waiting { trouble, .. } => waiting(connection, trouble),
            Status::Failed { trouble, causes } => failed(connection, trouble, causes),
        }
    });
    view! {
        <section class="live-line" data-state=state aria-label=say(t::live::line_name)>
            {facts}
            <div class="live-doing" role="status">{doing}</div>
        </section>
    }
    .into_any()
}

/// Nobody is connected to this run.
fn unconnected(connection: Connection, by: Option<std::sync::Arc<str>>) -> AnyView {
    let session = Session::get();
    let about = words(move |locale| match &by {
        // From a file it may be anything.
        Some(model) => t::live::line_none(locale, &shorten(model, 80)),
        None => t::live::line_none_yet(locale).to_owned(),
    });
    let other = connection.model().map(|live| {
        let name = live.name.clone();
        button(
            "button",
            words(move |locale| t::live::use_model(locale, &name)),
            fixed(false),
            click(move || session.connect(live.clone())),
        )
    });
    view! {
        <p>{about}</p>
        <div class="row">
            {press(say(t::live::connect), Command::OpenDialog(Dialog::Live))}
            {other}
            {button("button", say(t::live::use_scripted), fixed(false), click(move || session.disconnect()))}
        </div>
    }
    .into_any()
}

fn facts_of(locale: Locale, shown: &Connected) -> AnyView {
    let (spent, budget) = (&shown.spent, &shown.budget);
    let mut facts = vec![
        t::live::line_turn(
            locale,
            spent.calls_in_turn.into(),
            budget.calls_a_turn.into(),
        ),
        t::live::line_calls(locale, spent.calls.into(), budget.calls.into()),
    ];
    let mut tokens = t::live::line_tokens(locale, budget.tokens, spent.read + spent.written);
    if spent.is_estimated {
        tokens = format!("{tokens} {}", t::live::line_estimated(locale));
    }
    facts.push(tokens);
    facts.push(if shown.has_price {
        let money = |millionths: u64| locale.decimal(millionths / 100, 4);
        t::live::line_money(locale, &money(spent.money), &money(budget.money))
    } else {
        t::live::line_no_price(locale).to_owned()
    });
    let facts = facts
        .into_iter()
        .map(|fact| view! { <li>{fact}</li> }.into_any());
    let cut = shown.cut_at.map(|read| {
        view! { <p class="live-warning">{t::live::line_cut(locale, read.into())}</p> }.into_any()
    });
    let overflow = shown.overflow.map(|overflow| {
        let words = match (overflow.used, overflow.max) {
            (Some(used), Some(max)) => t::live::line_overflow(locale, max, used),
            _ => t::live::line_overflow_unsaid(locale).to_owned(),
        };
        view! { <p class="live-warning">{words}</p> }.into_any()
    });
    let conceded = (!shown.conceded.is_empty()).then(|| {
        let words = t::live::line_conceded(locale, shown.conceded.len() as u64);
        view! { <p class="live-note">{words}</p> }.into_any()
    });
    let whom = if shown.is_in_browser() {
        t::live::line_in_browser(locale).to_owned()
    } else {
        t::live::line_to(locale, &shown.origin, &shown.model)
    };
    view! {
        <div class="live-head">
            <p class="live-who">
                <span class="choice-label">{t::live::line_name(locale)}</span>
                " "
                <strong>{whom}</strong>
            </p>
            <ul class="live-facts">{all(facts)}</ul>
            {press(say(t::live::change), Command::OpenDialog(Dialog::Live))}
        </div>
        {cut}
        {overflow}
        {conceded}
    }
    .into_any()
}

fn stop(connection: Connection) -> AnyView {
    button(
        "button",
        say(t::live::stop),
        fixed(false),
        click(move || connection.stop()),
    )
}

fn model_name(connection: Connection) -> String {
    let shown = connection.connected;
    shown.with_untracked(|shown| {
        shown
            .as_ref()
            .map(|shown| shown.model.to_string())
            .unwrap_or_default()
    })
}

fn asking(connection: Connection) -> AnyView {
    let name = model_name(connection);
    let is_writing = Memo::new(move |_| connection.streamed.with(|streamed| !streamed.is_empty()));
    let about = words(move |locale| {
        if is_writing.get() {
            t::live::writing(locale, &name)
        } else {
            t::live::asking(locale, &name)
        }
    });
    view! { <div class="row"><p>{about}</p>{stop(connection)}</div> }.into_any()
}

fn resting(connection: Connection) -> AnyView {
    let ask = button(
        "button button-primary",
        say(t::live::ask),
        fixed(false),
        click(move || connection.ask()),
    );
    view! { <div class="row"><p>{say(t::live::waits)}</p>{ask}{stop(connection)}</div> }.into_any()
}

fn waiting(connection: Connection, trouble: Trouble) -> AnyView {
    let seconds = Signal::derive(move || match connection.status.get() {
        Status::Waiting { seconds, .. } => seconds,
        _ => 0,
    });
    let about = words(move |locale| {
        let why = trouble_words(locale, &trouble);
        t::live::waiting(locale, seconds.get(), &why)
    });
    let again = button(
        "button",
        say(t::live::try_now),
        fixed(false),
        click(move || connection.ask_again()),
    );
    // Only that it waits is read out, and not every second.
    view! { <div class="row"><p aria-live="off">{about}</p>{again}{stop(connection)}</div> }
        .into_any()
}

fn failed(connection: Connection, trouble: Trouble, causes: Vec<Cause>) -> AnyView {
    let said = provider_words(&trouble).map(|said| {
        let said = said.to_owned();
        let about = words(move |locale| t::live::said_by(locale, &said));
        view! { <p class="live-said">{about}</p> }.into_any()
    });
    let origin = connection.page_origin();
    let list = (!causes.is_empty()).then(|| cause_list(causes, origin));
    let about = words(move |locale| trouble_words(locale, &trouble));
    let again = button(
        "button button-primary",
        say(t::live::ask_again),
        fixed(false),
        click(move || connection.ask_again()),
    );
    let end = button(
        "button",
        say(t::live::end_turn),
        fixed(false),
        click(move || connection.give_up()),
    );
    view! {
        <div class="live-trouble" role="alert"><p>{about}</p>{said}{list}</div>
        <div class="row">{again}{end}</div>
    }
    .into_any()
}

/// What it can be, with what to type.
pub fn cause_list(causes: Vec<Cause>, origin: String) -> AnyView {
    let item = move |cause: Cause| {
        let command = cause_words(Locale::En, cause, &origin).1;
        let origin = origin.clone();
        let about = words(move |locale| cause_words(locale, cause, &origin).0);
        let command =
            command.map(|command| view! { <code class="live-command">{command}</code> }.into_any());
        view! { <li>{about} " " {command}</li> }.into_any()
    };
    view! {
        <p>{say(t::live::can_be)}</p>
        <ul>{all(causes.into_iter().map(item))}</ul>
    }
    .into_any()
}
