//! OpenRouter's sign-in in the dialog: there and back, and what went wrong on the way.

use leptos::prelude::*;

use crate::app::live::connection::{Connection, SignIn};
use crate::app::view::parts::{button, click, say, words};
use crate::provider::sign_in::SignInProblem;
use crate::text::{Locale, t};

/// The offer, and what has come of it.
pub fn sign_in(connection: Connection) -> AnyView {
    let state = connection.sign_in;
    let is_busy =
        Signal::derive(move || matches!(state.get(), SignIn::Leaving | SignIn::Exchanging));
    let about = words(move |locale| match state.get() {
        SignIn::None => t::live::sign_in_about(locale).to_owned(),
        SignIn::Leaving => t::live::sign_in_leaving(locale).to_owned(),
        SignIn::Exchanging => t::live::sign_in_exchanging(locale).to_owned(),
        SignIn::Done => t::live::sign_in_done(locale).to_owned(),
        SignIn::Failed(_) => String::new(),
    });
    let trouble = words(move |locale| match state.get() {
        SignIn::Failed(problem) => problem_words(locale, problem).to_owned(),
        _ => String::new(),
    });
    view! {
        <div class="live-sign-in">
            {button("button", say(t::live::sign_in), is_busy, click(move || connection.begin_sign_in()))}
            <p class="note" role="status">{about}</p>
            <p class="live-problem" role="alert">{trouble}</p>
        </div>
    }
    .into_any()
}

fn problem_words(locale: Locale, problem: SignInProblem) -> &'static str {
    match problem {
        SignInProblem::NotBegun => t::live::sign_in_not_begun(locale),
        SignInProblem::OtherState => t::live::sign_in_other_state(locale),
        SignInProblem::TooLate => t::live::sign_in_too_late(locale),
        SignInProblem::NoCode => t::live::sign_in_no_code(locale),
        SignInProblem::Refused => t::live::sign_in_refused(locale),
        SignInProblem::NoKey => t::live::sign_in_no_key(locale),
        SignInProblem::Left => t::live::sign_in_left(locale),
        SignInProblem::Unreachable => t::live::sign_in_unreachable(locale),
    }
}
