//! A dialog: the browser's own, which keeps the focus inside and gives it back.

use leptos::{ev, html, prelude::*};

use crate::app::command::{Command, Dialog};
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::say;

/// A dialog that is open while `when` holds. Its children are made when it opens.
#[component]
pub fn DialogFrame(
    /// Which dialogs it is.
    when: fn(&Dialog) -> bool,
    /// Its title.
    title: fn(Locale) -> &'static str,
    /// A name for styles.
    name: &'static str,
    /// What it holds.
    children: ChildrenFn,
) -> impl IntoView {
    let session = Session::get();
    let is_open = Memo::new(move |_| {
        session
            .dialog
            .with(|dialog| dialog.as_ref().is_some_and(when))
    });
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if is_open.get() && !dialog.open() {
            // Fails only where it is open already.
            let _ = dialog.show_modal();
        } else if !is_open.get() && dialog.open() {
            dialog.close();
        }
    });
    // Escape closes it without asking us.
    let closed = move |_: ev::Event| {
        if is_open.get_untracked() {
            session.dispatch(Command::CloseDialog);
        }
    };
    let title_id = StoredValue::new(format!("dialog-{name}"));
    view! {
        <dialog class="dialog" data-name=name node_ref=dialog aria-labelledby=title_id.get_value() on:close=closed>
            <Show when=move || is_open.get()>
                <div class="dialog-head">
                    <h2 class="dialog-title" id=title_id.get_value()>{say(title)}</h2>
                    <button
                        type="button"
                        class="button button-round"
                        aria-label=say(t::dialog::close)
                        on:click=move |_| session.dispatch(Command::CloseDialog)
                    >
                        "×"
                    </button>
                </div>
                <div class="dialog-body">{children()}</div>
            </Show>
        </dialog>
    }
    .into_any()
}
