//! What is said once: a missing step, a file that cannot be opened, a text that was copied.
//! And what is said when a rule of the machine is broken.

use leptos::prelude::*;

use crate::app::command::{Command, Notice};
use crate::app::playground::OpenProblem;
use crate::app::session::Session;
use crate::engine::config::{ConfigProblem, Unit};
use crate::engine::input::Refused;
use crate::text::{Locale, invariants, t};
use crate::trace::export::ImportProblem;

use super::parts::{button, click, dynamic, fixed, press, say, sign};

/// What is said once, until it is dismissed or something else is opened.
#[component]
pub fn NoticeBar() -> impl IntoView {
    let session = Session::get();
    let notice = dynamic(move || {
        let Some(notice) = session.notice.get() else {
            return ().into_any();
        };
        let more = match &notice {
            Notice::CopyByHand(text) => {
                let text = text.clone();
                Some(view! { <textarea readonly rows="3" aria-label=say(t::share::link)>{text}</textarea> }.into_any())
            }
            Notice::Kept => Some(press(say(t::notice::bring_back), Command::BringBack)),
            _ => None,
        };
        view! {
            <div class="notice">
                <p>{words(session.locale(), &notice)}</p>
                {more}
                {sign("×", say(t::dialog::close), Command::Dismiss)}
            </div>
        }
        .into_any()
    });
    view! { <div class="notice-place" role="status">{notice}</div> }
}

/// A rule of the machine is broken: our fault. The trace up to here is right, and can be kept.
#[component]
pub fn Broken() -> impl IntoView {
    let session = Session::get();
    let broken = Memo::new(move |_| session.read(|playground, _| playground.broken()));
    dynamic(move || {
        let Some(rule) = broken.get() else {
            return ().into_any();
        };
        let locale = session.locale();
        let save = click(move || session.save_session());
        view! {
            <div class="notice notice-broken" role="alert">
                <p>{t::notice::broken(locale, &invariants::invariant(locale, rule))}</p>
                {button("button", say(t::settings::save), fixed(false), save)}
                {press(say(t::ui::start_again), Command::StartAgain)}
            </div>
        }
        .into_any()
    })
}

fn words(locale: Locale, notice: &Notice) -> String {
    match notice {
        Notice::StepMissing => t::notice::step_missing(locale).to_owned(),
        Notice::StepGone => t::notice::step_gone(locale).to_owned(),
        Notice::LinkClamped => t::notice::link_clamped(locale).to_owned(),
        Notice::Kept => t::notice::kept(locale).to_owned(),
        Notice::NothingChanged => t::notice::nothing_changed(locale).to_owned(),
        Notice::NoSuchExample(id) => t::notice::no_such_example(locale, id),
        Notice::CannotOpen(problem) => cannot_open(locale, problem),
        Notice::ContentStays(content) => t::notice::content_stays(locale, &content.own_name()),
        Notice::Refused(refused) => match refused {
            Refused::SessionFull => t::notice::session_full(locale),
            Refused::Broken => t::notice::is_broken(locale),
            Refused::Empty => t::notice::is_empty(locale),
            Refused::NoExternalContext => t::notice::no_external(locale),
            Refused::NoSuchMessage(_) | Refused::TurnRunning | Refused::NothingAsked => {
                t::notice::not_now(locale)
            }
        }
        .to_owned(),
        Notice::FutureLost => t::notice::future_lost(locale).to_owned(),
        Notice::Copied => t::notice::copied(locale).to_owned(),
        Notice::CopyByHand(_) => t::notice::copy_by_hand(locale).to_owned(),
        Notice::NotText => t::notice::not_text(locale).to_owned(),
        Notice::Chatted(count, true) => t::notice::chatted(locale, u64::from(*count)),
        Notice::Chatted(count, false) => t::notice::chatted_in_vain(locale, u64::from(*count)),
    }
}

fn cannot_open(locale: Locale, problem: &OpenProblem) -> String {
    match problem {
        OpenProblem::Settings(ConfigProblem::OutOfRange {
            field,
            value,
            least,
            most,
        }) => t::notice::out_of_range(locale, field, *least, *most, *value),
        OpenProblem::Settings(ConfigProblem::NotForUnit { field, unit }) => match unit {
            Unit::Items => t::problem::settings_not_for_items(locale, field),
            Unit::Tokens => t::problem::settings_not_for_tokens(locale, field),
        },
        OpenProblem::Settings(ConfigProblem::BlockTwice { label }) => {
            t::problem::settings_block_twice(locale, label)
        }
        OpenProblem::Settings(ConfigProblem::BlockTooLong {
            label,
            length,
            limit,
        }) => t::notice::block_too_long(locale, label, u64::from(*length), u64::from(*limit)),
        OpenProblem::Import(problem) => match problem {
            ImportProblem::TooLong { bytes } => t::notice::import_too_long(locale, *bytes as u64),
            ImportProblem::Unreadable {
                problem,
                line,
                column,
            } => t::notice::import_unreadable(locale, *column as u64, *line as u64, problem),
            ImportProblem::NotASession => t::notice::import_not_a_session(locale).to_owned(),
            ImportProblem::NewerFormat { format } => {
                t::notice::import_newer(locale, u64::from(*format))
            }
            ImportProblem::BadSettings { problem } => t::notice::import_settings(locale, problem),
            ImportProblem::Diverged { after } => {
                t::notice::import_diverged(locale, u64::from(*after))
            }
        },
    }
}
