//! The one live region: a short sentence for each step, for those who hear the page. While
//! it plays, fewer: a reader would never come to the end of one.

use std::cell::RefCell;

use leptos::prelude::*;

use crate::app::region::region;
use crate::app::session::Session;
use crate::app::tree::{Element, classed};

/// Of so many steps that are played, one is said.
const PLAYED_STEPS: usize = 4;

/// The one live region.
pub fn announcer() -> Element {
    let said = RefCell::new(None::<String>);
    region("announcer", "p", move || {
        let session = Session::get();
        let position = session.frame.with(|frame| frame.position);
        let caption = session.caption.get();
        let is_passed_over = session.is_playing.get() && position % PLAYED_STEPS != 0;
        let mut said = said.borrow_mut();
        if said.is_none() || !is_passed_over {
            *said = Some(format!(
                "{}. {} ({})",
                caption.title, caption.sentence, caption.cause
            ));
        }
        classed("p", "visually-hidden")
            .set("role", "status")
            .set("aria-live", "polite")
            .set("aria-atomic", "true")
            .text(said.clone().unwrap_or_default())
    })
}
