//! The one live region: a short sentence for each step, for those who hear the page. While
//! it plays, fewer: a reader would never come to the end of one.

use leptos::prelude::*;

use crate::app::session::Session;

/// The one live region.
#[component]
pub fn Announcer() -> impl IntoView {
    let session = Session::get();
    let words = Memo::new(move |said: Option<&String>| {
        let words = session.caption.with(|caption| {
            format!(
                "{}. {} ({})",
                caption.title, caption.sentence, caption.cause
            )
        });
        let is_quiet =
            session.is_playing.get() && session.frame.with(|frame| frame.position % 4 != 0);
        match said {
            Some(said) if is_quiet => said.clone(),
            _ => words,
        }
    });
    view! { <p class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">{move || words.get()}</p> }
        .into_any()
}
