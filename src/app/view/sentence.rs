//! The sentence: what happened, why, with this event's numbers, and who caused it.

use leptos::prelude::*;

use crate::app::session::Session;
use crate::engine::event::Decider;
use crate::text::t;

use super::say;

/// The sentence about the event in view.
#[component]
pub fn Sentence() -> impl IntoView {
    let session = Session::get();
    let caption = session.caption;
    let by = move || caption.with(|caption| decider_name(caption.decider));
    view! {
        <section class="sentence" aria-label=say(t::ui::sentence)>
            <p class="sentence-text">
                <strong class="sentence-title">{move || caption.with(|caption| caption.title.clone())} "."</strong>
                " "
                <span>{move || caption.with(|caption| caption.sentence.clone())}</span>
                " "
                <span class="cause" data-by=by>{move || caption.with(|caption| caption.cause)}</span>
            </p>
        </section>
    }
    .into_any()
}

/// Name of who decided, for styles.
pub fn decider_name(decider: Decider) -> &'static str {
    match decider {
        Decider::Automatic => "automatic",
        Decider::Model => "model",
        Decider::User => "user",
    }
}
