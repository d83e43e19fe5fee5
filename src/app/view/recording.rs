//! A recorded agent that is open: which it is, how it is played, and everything in which what
//! came of it differs from what was recorded, each with a way to its step.

use std::sync::Arc;

use leptos::prelude::*;

use crate::agent_file::differences::{Difference, Kind, Side, Subject, counts};
use crate::agent_file::problems::Problem;
use crate::app::choices::Panel;
use crate::app::command::{Command, Notice};
use crate::app::playground::Source;
use crate::app::recorded::OpenAgent;
use crate::app::session::Session;
use crate::recording::{BlockOrigin, Recording};
use crate::text::{Locale, labels, t};

use super::agent_words::agent_problem;
use super::choice::{choice, entries, entry};
use super::parts::{
    Words, all, check, dynamic, facts, plain, quoted, say, step_link, table, words,
};

/// Most differences in the table: those around the step in view.
const ROWS_MAX: usize = 200;

/// The differences of the record that is open, found once for every record; none where no
/// recorded agent is open.
pub type Differences = Memo<Arc<[Difference]>>;

/// Finds them again whenever the run changes.
pub fn differences() -> Differences {
    let session = Session::get();
    let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
    Memo::new(move |_| {
        revision.get();
        session.read_untracked(|playground| {
            let open = OpenAgent::open_in(playground);
            let found = open.map(|agent| agent.differences(playground.run()));
            found.unwrap_or_default().into()
        })
    })
}

/// What the tab holds.
pub fn recording(differences: Differences) -> AnyView {
    let about = dynamic(about);
    let list = dynamic(move || list(differences));
    view! {
        <p class="note">{say(t::agent::about)}</p>
        {agent_choice()}
        {from_window()}
        {about}
        <h2 class="tabs-heading">{say(t::agent::differences)}</h2>
        {list}
        {left_out()}
    }
    .into_any()
}

/// The agents of the file, where it has several.
fn agent_choice() -> AnyView {
    let session = Session::get();
    // Stays the same list, with the focus that it has, while the file stays the same.
    let names = Memo::new(move |_| {
        session.read(|playground, _| {
            let file = OpenAgent::open_in(playground)?.file()?;
            let agents = file.agents.agents.iter();
            let names: Vec<Arc<str>> = agents.map(|agent| Arc::clone(&agent.name)).collect();
            (names.len() > 1).then(|| (file.name.clone(), names))
        })
    });
    let chosen = Signal::derive(move || {
        session.read(|playground, _| {
            let position = OpenAgent::open_in(playground).map_or(0, OpenAgent::position);
            position.to_string()
        })
    });
    let list = entries(move |locale| {
        let names = names.get().map(|(_, names)| names).unwrap_or_default();
        let count = names.len() as u64;
        let entries = names.iter().enumerate().map(|(index, name)| {
            let name = agent_name(locale, name);
            let words = t::agent::numbered(locale, count, &name, index as u64 + 1);
            entry(&index.to_string(), &words)
        });
        entries.collect()
    });
    let has_several = Memo::new(move |_| names.with(Option::is_some));
    dynamic(move || {
        if has_several.get() {
            choice(
                t::agent::choose,
                list,
                chosen,
                Panel::Example,
                move |name| open(session, &name),
            )
        } else {
            ().into_any()
        }
    })
    .into_any()
}

/// Opens another agent of the file.
fn open(session: Session, position: &str) {
    let file = session.read_untracked(|playground| {
        OpenAgent::open_in(playground).and_then(|agent| agent.file().cloned())
    });
    let (Some(file), Ok(position)) = (file, position.parse()) else {
        return;
    };
    let from_window = is_from_window(session);
    match OpenAgent::of(file, position, from_window) {
        Ok(agent) => session.dispatch(Command::Open(Source::Agent(Arc::new(agent)))),
        Err(problem) => session.notice.set(Some(Notice::CannotOpen(problem))),
    }
}

/// Whether it is played from its window on.
fn from_window() -> AnyView {
    let session = Session::get();
    let is_on = Signal::derive(move || {
        session.frame.track();
        is_from_window(session)
    });
    // A saved run is what it is.
    let is_off = Signal::derive(move || {
        let has_file = |agent: &OpenAgent| agent.file().is_some();
        !session.read(|playground, _| OpenAgent::open_in(playground).is_some_and(has_file))
            || session.is_locked(Panel::Settings)
    });
    check(say(t::agent::from_window), is_on, is_off, move |is_on| {
        let open = session.read_untracked(|playground| {
            let agent = OpenAgent::open_in(playground)?;
            Some((Arc::clone(agent.file()?), agent.position()))
        });
        if let Some((file, position)) = open
            && let Ok(agent) = OpenAgent::of(file, position, is_on)
        {
            session.dispatch(Command::Open(Source::Agent(Arc::new(agent))));
        }
    })
}

fn is_from_window(session: Session) -> bool {
    session.read_untracked(|playground| {
        OpenAgent::open_in(playground).is_some_and(OpenAgent::is_from_window)
    })
}

fn agent_name(locale: Locale, name: &str) -> String {
    if name.trim().is_empty() {
        t::agent::unnamed(locale).to_owned()
    } else {
        name.to_owned()
    }
}

/// Which agent it is, and how it is played.
fn about() -> AnyView {
    let session = Session::get();
    let locale = session.locale();
    let rows = session.read(|playground, frame| {
        let Some(agent) = OpenAgent::open_in(playground) else {
            return Vec::new();
        };
        let recording = playground.record().map(|record| record.recording());
        let Some(recording) = recording else {
            return Vec::new();
        };
        let mut rows = Vec::new();
        let mut row = |name: fn(Locale) -> &'static str, words: String| {
            rows.push((name(locale).to_owned(), words));
        };
        if let Some(file) = agent.file() {
            let version = file.agents.version.name();
            row(t::agent::file, format!("{} ({version})", file.name));
        }
        row(t::agent::agent, agent_name(locale, &recording.agent));
        let unsaid = || t::agent::unsaid(locale).to_owned();
        let model = recording.model.as_ref();
        row(
            t::agent::model,
            model.map_or_else(unsaid, ToString::to_string),
        );
        row(t::agent::holds, holds(locale, &recording));
        let config = frame.after.config();
        let rules = labels::rules_name(locale, config.rules);
        let window = t::count::tokens(locale, config.window.into());
        row(
            t::agent::rules,
            t::agent::rules_words(locale, &rules, &window),
        );
        if !recording.blocks.is_empty() {
            row(t::agent::begins, beginnings(locale, &recording));
        }
        rows
    });
    facts("facts", rows)
}

fn holds(locale: Locale, recording: &Recording) -> String {
    let messages = t::count::messages(locale, recording.messages.into());
    let (turns, replies) = (recording.turns.len() as u64, recording.replies() as u64);
    let in_window = recording.window.len() as u64;
    t::agent::holds_words(locale, in_window, &messages, replies, turns)
}

fn beginnings(locale: Locale, recording: &Recording) -> String {
    let one = |block: &crate::recording::RecordedBlock| {
        let words = match block.origin {
            BlockOrigin::FirstMessage => t::agent::origin_first_message,
            BlockOrigin::EditsUndone => t::agent::origin_edits_undone,
            BlockOrigin::Unedited => t::agent::origin_unedited,
            BlockOrigin::AtTheEnd => t::agent::origin_at_the_end,
        };
        words(locale, &block.label)
    };
    let all: Vec<String> = recording.blocks.iter().map(one).collect();
    all.join("; ")
}

/// The differences, those around the step in view where there are many.
fn list(differences: Differences) -> AnyView {
    let session = Session::get();
    let locale = session.locale();
    let position = session.frame.with(|frame| frame.position);
    differences.with(|all| {
        if all.is_empty() {
            return view! { <p>{t::agent::none(locale)}</p> }.into_any();
        }
        let here = all.partition_point(|one| one.position as usize <= position);
        let start = here
            .saturating_sub(ROWS_MAX / 2)
            .min(all.len().saturating_sub(ROWS_MAX));
        let end = (start + ROWS_MAX).min(all.len());
        let content = session.frame.with_untracked(|frame| frame.content.tag());
        let rows = all[start..end].iter().map(|one| row(locale, one, content));
        let heads = [
            t::agent::step,
            t::agent::what,
            t::agent::recorded,
            t::agent::ours,
        ];
        let heads = heads.map(|name| (name(locale).to_owned(), false)).to_vec();
        let more = (end - start < all.len()).then(|| {
            let words = t::agent::more(locale, all.len() as u64);
            view! { <p class="note">{words}</p> }
        });
        let name: Words = say(t::agent::differences);
        view! {
            <p>{counted(locale, all)}</p>
            {more}
            {table(name, heads, rows.collect())}
        }
        .into_any()
    })
}

fn counted(locale: Locale, differences: &[Difference]) -> String {
    let counts = counts(differences);
    let of = |kind: Kind| {
        let found = counts.iter().find(|(other, _)| *other == kind);
        found.map_or(0, |(_, count)| *count as u64)
    };
    t::agent::counts(
        locale,
        of(Kind::OnlyOurs),
        of(Kind::OnlyRecorded),
        of(Kind::StandIn),
        of(Kind::Status),
        of(Kind::Text),
        of(Kind::Time),
    )
}

fn row(locale: Locale, one: &Difference, content: &'static str) -> Vec<AnyView> {
    vec![
        step_link(locale.number(one.position.into()), one.position as usize),
        plain(what(locale, one)),
        quoted(side(locale, one.recorded.as_ref()), content),
        quoted(side(locale, one.ours.as_ref()), content),
    ]
}

/// What differs, in what way, and where it stands in the file.
fn what(locale: Locale, one: &Difference) -> String {
    let message = one
        .message
        .map(|number| format!(" ({})", t::agent::message(locale, number.into())));
    format!(
        "{}: {}{}",
        subject(locale, &one.subject),
        kind(locale, one.kind),
        message.unwrap_or_default()
    )
}

fn kind(locale: Locale, kind: Kind) -> &'static str {
    match kind {
        Kind::Status => t::agent::kind_status(locale),
        Kind::Text => t::agent::kind_text(locale),
        Kind::OnlyRecorded => t::agent::kind_only_recorded(locale),
        Kind::OnlyOurs => t::agent::kind_only_ours(locale),
        Kind::Time => t::agent::kind_time(locale),
        Kind::StandIn => t::agent::kind_stand_in(locale),
    }
}

fn subject(locale: Locale, subject: &Subject) -> String {
    match subject {
        Subject::Input => t::agent::subject_input(locale).to_owned(),
        Subject::Reply => t::agent::subject_reply(locale).to_owned(),
        Subject::Result(name) => t::agent::subject_result(locale, name),
        Subject::Heartbeat => t::agent::subject_heartbeat(locale).to_owned(),
        Subject::Alert => t::agent::subject_alert(locale).to_owned(),
        Subject::Summary => t::agent::subject_summary(locale).to_owned(),
        Subject::Block(label) => t::agent::subject_block(locale, label),
    }
}

/// Longest text of one side, in characters; the whole of it stands in the prompt.
const SIDE_MAX: usize = 600;

fn side(locale: Locale, side: Option<&Side>) -> String {
    let Some(Side { is_ok, text }) = side else {
        return t::agent::nothing(locale).to_owned();
    };
    let mut shown: String = text.chars().take(SIDE_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    match is_ok {
        Some(true) => format!("{}: {shown}", t::agent::ok(locale)),
        Some(false) => format!("{}: {shown}", t::agent::failed(locale)),
        None => shown,
    }
}

/// What was recorded of the event in view, beside what came of it; nothing where that is the
/// same.
pub fn differs_here(differences: Differences) -> AnyView {
    let session = Session::get();
    let locale = session.locale();
    let position = session.frame.with(|frame| frame.position);
    let rows = differences.with(|all| {
        let start = all.partition_point(|one| (one.position as usize) < position);
        let here = all[start..].iter();
        let here = here.take_while(|one| one.position as usize == position);
        let rows = here.flat_map(|one| {
            [
                (t::agent::what(locale).to_owned(), what(locale, one)),
                (
                    t::agent::recorded(locale).to_owned(),
                    side(locale, one.recorded.as_ref()),
                ),
                (
                    t::agent::ours(locale).to_owned(),
                    side(locale, one.ours.as_ref()),
                ),
            ]
        });
        rows.collect::<Vec<_>>()
    });
    if rows.is_empty() {
        return ().into_any();
    }
    view! {
        <section class="differs" aria-label=say(t::agent::here)>
            <h2 class="tabs-heading">{say(t::agent::here)}</h2>
            {facts("facts", rows)}
        </section>
    }
    .into_any()
}

/// What was left out or changed of the file.
fn left_out() -> AnyView {
    let session = Session::get();
    let remarks = Memo::new(move |_| {
        session.read(|playground, _| {
            let agent = OpenAgent::open_in(playground);
            agent.map_or_else(Vec::new, |agent| agent.remarks().to_vec())
        })
    });
    let line = |remark: Problem| {
        let words = words(move |locale| agent_problem(locale, &remark));
        view! { <li>{words}</li> }.into_any()
    };
    dynamic(move || {
        let remarks = remarks.get();
        if remarks.is_empty() {
            return ().into_any();
        }
        view! {
            <h2 class="tabs-heading">{say(t::agent::left_out)}</h2>
            <ul class="differs-remarks">{all(remarks.into_iter().map(line))}</ul>
        }
        .into_any()
    })
    .into_any()
}
