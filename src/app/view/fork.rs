//! Asking before something is cut off or replaced.

use leptos::prelude::*;

use crate::app::command::{Command, Pending};
use crate::app::playground::ForkAt;
use crate::app::session::Session;
use crate::text::t;

use super::parts::{button, fixed, press, say, send, words};

/// Acting in the past: where, or not at all.
pub fn fork(pending: &Pending) -> AnyView {
    let session = Session::get();
    let (is_between_turns, after) = session.read_untracked(|playground| {
        (
            playground.is_between_turns(),
            (playground.count() - playground.position()) as u64,
        )
    });
    // Settings may change anywhere; words are said between turns.
    let may_choose = !matches!(pending, Pending::Set(_)) && !is_between_turns;
    let first = if may_choose {
        t::fork::at_turn_end
    } else {
        t::fork::here
    };
    let second = may_choose.then(|| press(say(t::fork::interrupt), Command::Confirm(ForkAt::Here)));
    view! {
        <p>{words(move |locale| t::fork::about(locale, after))}</p>
        <div class="row">
            {button("button button-primary", say(first), fixed(false), send(Command::Confirm(ForkAt::TurnEnd)))}
            {second}
            {press(say(t::fork::cancel), Command::CloseDialog)}
        </div>
    }
    .into_any()
}

/// A session file that does not come out as it is recorded: another version of the engine
/// made it or, where it is this one's own, somebody changed it since.
pub fn other_engine(engine: String) -> AnyView {
    let about = words(move |locale| {
        if is_own_engine(&engine) {
            t::fork::altered(locale).to_owned()
        } else {
            t::fork::other_engine(locale, &engine, &env!("CARGO_PKG_VERSION"))
        }
    });
    view! {
        <p>{about}</p>
        <div class="row">
            {button("button button-primary", say(t::fork::open_anyway), fixed(false), send(Command::AcceptImport))}
            {press(say(t::fork::cancel), Command::CloseDialog)}
        </div>
    }
    .into_any()
}

/// True where this version of the engine made the file.
pub fn is_own_engine(engine: &str) -> bool {
    engine == env!("CARGO_PKG_VERSION")
}
