//! The sentence: what happened, why, with this event's numbers, and who caused it.

use leptos::prelude::*;

use crate::app::session::Session;
use crate::engine::event::Decider;
use crate::text::t;

use super::parts::{dynamic, say};

/// The sentence about the event in view.
#[component]
pub fn Sentence() -> impl IntoView {
    let session = Session::get();
    let text = dynamic(move || {
        let caption = session.caption.get();
        view! {
            <strong class="sentence-title">{caption.title} "."</strong>
            " " <span>{caption.sentence}</span> " "
            <span class="cause" data-by=decider_name(caption.decider)>{caption.cause}</span>
        }
        .into_any()
    });
    view! {
        <section class="sentence" aria-label=say(t::ui::sentence) tabindex="0">
            <p class="sentence-text">{text}</p>
        </section>
    }
}

/// Name of who decided, for styles.
fn decider_name(decider: Decider) -> &'static str {
    match decider {
        Decider::Automatic => "automatic",
        Decider::Model => "model",
        Decider::User => "user",
    }
}
