//! The one live region: a short sentence for each step, for those who hear the page. While
//! it plays, fewer: a reader would never come to the end of one.

use leptos::prelude::*;

use crate::app::session::Session;

/// Of so many steps that are played, one is said.
const PLAYED_STEPS: usize = 4;

/// The one live region.
#[component]
pub fn Announcer() -> impl IntoView {
    let session = Session::get();
    let words = Memo::new(move |said: Option<&String>| {
        let (is_playing, position) = (
            session.is_playing.get(),
            session.frame.with(|frame| frame.position),
        );
        match said {
            Some(said) if is_playing && position % PLAYED_STEPS != 0 => said.clone(),
            _ => session.caption.with(|caption| {
                format!(
                    "{}. {} ({})",
                    caption.title, caption.sentence, caption.cause
                )
            }),
        }
    });
    let words: Signal<String> = words.into();
    view! { <p class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">{words}</p> }
}
