//! What is said once: a missing step, a file that cannot be opened, a text that was copied.
//! And what is said when a rule of the machine is broken.

use leptos::prelude::*;

use crate::app::command::{Command, Notice};
use crate::app::playground::OpenProblem;
use crate::app::session::Fetched;
use crate::app::tree::{Element, classed, el};
use crate::engine::config::{ConfigProblem, Unit};
use crate::engine::input::Refused;
use crate::misread::Misread;
use crate::text::{Locale, invariants, t};
use crate::trace::export::ImportProblem;

use super::agent_words::agent_problem;
use super::draw::{Page, button, send, sends, sign};

/// What is said once, until it is dismissed or something else is opened.
pub fn notice_place(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let place = classed("div", "notice-place").set("role", "status");
    let Some(notice) = session.notice.get() else {
        return place;
    };
    // Its words come with the panels.
    let Fetched::Here(panels) = session.panels.get() else {
        return place;
    };
    let more = match &notice {
        Notice::Kept => Some(sends(
            session,
            t::notice::bring_back(locale),
            Command::BringBack,
        )),
        Notice::CopyByHand(text) => Some(
            el("textarea")
                .set("readonly", "")
                .set("rows", "3")
                .set("aria-label", t::share::link(locale))
                .text(text.clone()),
        ),
        _ => None,
    };
    let close = sign("×", t::dialog::close(locale), false).press(send(session, Command::Dismiss));
    let said = classed("div", "notice")
        .with(el("p").text((panels.notice)(locale, &notice)))
        .with(more)
        .with(close);
    place.with(said)
}

/// A rule of the machine is broken: our fault. The trace up to here is right, and can be kept.
pub fn broken(page: Page) -> Option<Element> {
    let (session, locale) = (page.session, page.locale);
    let rule = session.read(|playground, _| playground.broken())?;
    let words = t::notice::broken(locale, &invariants::invariant(locale, rule));
    let save = button("button", t::settings::save(locale), false).press(move || {
        if let Fetched::Here(panels) = session.panels.get_untracked() {
            (panels.save_session)(session);
        }
    });
    let notice = classed("div", "notice notice-broken")
        .set("role", "alert")
        .with(el("p").text(words))
        .with(save)
        .with(sends(
            session,
            t::ui::start_again(locale),
            Command::StartAgain,
        ));
    Some(notice)
}

/// The words of a notice.
pub fn notice_words(locale: Locale, notice: &Notice) -> String {
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
        Notice::FutureDropped(number) => t::notice::future_dropped(locale, u64::from(*number)),
        Notice::Copied => t::notice::copied(locale).to_owned(),
        Notice::CopyByHand(_) => t::notice::copy_by_hand(locale).to_owned(),
        Notice::Chatted(count, true) => t::notice::chatted(locale, u64::from(*count)),
        Notice::Chatted(count, false) => t::notice::chatted_in_vain(locale, u64::from(*count)),
    }
}

pub(super) fn cannot_open(locale: Locale, problem: &OpenProblem) -> String {
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
        OpenProblem::Agent(problem) => agent_problem(locale, problem),
        OpenProblem::Import(problem) => match problem {
            ImportProblem::TooLong { bytes } => t::notice::import_too_long(locale, *bytes as u64),
            ImportProblem::Unreadable(Misread {
                line,
                column,
                reason,
            }) => t::notice::import_unreadable(locale, *column as u64, *line as u64, reason),
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
