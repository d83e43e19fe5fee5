//! Sharing: the link to this very step, and the code that shows it inside another page.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Dialog;
use crate::app::session::Session;
use crate::text::t;

use super::dialog::DialogFrame;
use super::say;

/// Sharing.
#[component]
pub fn ShareDialog() -> impl IntoView {
    view! {
        <DialogFrame when=|dialog| *dialog == Dialog::Share title=t::dialog::share name="share">
            <Share/>
        </DialogFrame>
    }
    .into_any()
}

#[component]
fn Share() -> impl IntoView {
    let session = Session::get();
    let hidden = RwSignal::new(
        session
            .options
            .with_untracked(|options| options.hidden.clone()),
    );
    let locked = RwSignal::new(
        session
            .options
            .with_untracked(|options| options.locked.clone()),
    );
    let address = Memo::new(move |_| {
        session.options.track();
        let mut link = session.link();
        link.hidden = hidden.get();
        link.locked = locked.get();
        session.address_of(&link)
    });
    let code = Memo::new(move |_| {
        let title = t::share::frame_title(session.locale());
        let address = address.get().replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"640\" loading=\"lazy\" \
             allow=\"fullscreen; clipboard-write\" style=\"border:0\"></iframe>"
        )
    });
    let panel = move |panel: Panel| {
        let tick = move |set: RwSignal<std::collections::BTreeSet<Panel>>,
                         words: fn(crate::text::Locale) -> &'static str| {
            view! {
                <td>
                    <input
                        type="checkbox"
                        aria-label=move || format!("{} {}", words(session.locale()), panel.name())
                        prop:checked=move || set.with(|set| set.contains(&panel))
                        on:change:target=move |event| {
                            let is_on = event.target().checked();
                            set.update(|set| {
                                if is_on { set.insert(panel) } else { set.remove(&panel) };
                            });
                        }
                    />
                </td>
            }
        };
        view! { <tr><th scope="row"><code>{panel.name()}</code></th>{tick(hidden, t::share::hide)}{tick(locked, t::share::lock)}</tr> }
    };
    view! {
        <Copyable label=t::share::link text=address/>
        <Copyable label=t::share::embed text=code/>
        <p class="note">{say(t::share::height)}</p>
        <details>
            <summary>{say(t::share::controls)}</summary>
            <p class="note">{say(t::share::controls_about)}</p>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{say(t::share::part)}</th>
                        <th scope="col">{say(t::share::hide)}</th>
                        <th scope="col">{say(t::share::lock)}</th>
                    </tr>
                </thead>
                <tbody>{Panel::ALL.into_iter().map(panel).collect_view()}</tbody>
            </table>
        </details>
    }
    .into_any()
}

/// A text with a button that copies it.
#[component]
fn Copyable(
    /// Its name.
    label: fn(crate::text::Locale) -> &'static str,
    /// The text.
    text: Memo<String>,
) -> impl IntoView {
    let session = Session::get();
    view! {
        <div class="copyable">
            <label class="field">
                <span>{say(label)}</span>
                <textarea readonly rows="3" spellcheck="false" prop:value=move || text.get()></textarea>
            </label>
            <button type="button" class="button" on:click=move |_| session.copy(&text.get_untracked())>
                {say(t::share::copy)}
            </button>
        </div>
    }
    .into_any()
}
