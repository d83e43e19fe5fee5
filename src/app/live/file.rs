//! The file of the program that holds live models, for the panels: fetched when it is wanted.

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::on_demand::{self, Live, Missing};
use crate::app::session::Session;
use crate::text::t;

thread_local! {
    static FILE: Cell<Option<&'static Live>> = const { Cell::new(None) };
}

/// Fetches the file, then hands it over.
fn fetch(done: impl FnOnce(Result<&'static Live, Missing>) + 'static) {
    if let Some(live) = FILE.get() {
        done(Ok(live));
        return;
    }
    spawn_local(async move {
        let fetched = on_demand::live().await;
        if let Ok(live) = fetched {
            FILE.set(Some(live));
        }
        done(fetched);
    });
}

/// Asks the live model what the run waits for, where it waits for one.
pub fn ask(session: Session) {
    fetch(move |fetched| {
        if let Ok(live) = fetched {
            (live.ask)(session);
        }
    });
}

/// A part of the page that the file draws; what is said until it has come, where `is_said`.
pub fn part(view: fn(&'static Live) -> AnyView, is_said: bool) -> AnyView {
    let session = Session::get();
    let file = RwSignal::new(None::<Result<&'static Live, Missing>>);
    let get = move || {
        file.set(None);
        fetch(move |fetched| {
            // The place may be gone by now.
            let _ = file.try_set(Some(fetched));
        });
    };
    get();
    let shown = move || {
        match file.get() {
        Some(Ok(live)) => view(live),
        _ if !is_said => ().into_any(),
        Some(Err(Missing)) => view! {
            <div>
                <p role="alert">{move || t::ui::cannot_fetch(session.locale())}</p>
                <button type="button" class="button" on:click=move |_| get()>{move || t::ui::retry(session.locale())}</button>
            </div>
        }
        .into_any(),
        None => view! { <p role="status">{move || t::ui::loading(session.locale())}</p> }.into_any(),
    }
    };
    shown.into_any()
}
