//! The small parts that the views are made of. They are plain functions over a few types
//! (signals of words, boxed handlers), so that a hundred uses share one piece of code:
//! the page must stay small to download.

use leptos::ev::{Event, MouseEvent, Targeted};
use leptos::prelude::*;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};

use crate::app::choices::Panel;
use crate::app::command::{Command, Notice};
use crate::app::session::Session;
use crate::text::{Locale, t};

/// Words that follow the language and the moment.
pub type Words = Signal<String>;

/// A view that is made anew whenever what it reads changes.
pub type Dynamic = Box<dyn FnMut() -> AnyView + Send>;

/// A text without values, in the language of the page.
pub fn say(text: fn(Locale) -> &'static str) -> Words {
    let session = Session::get();
    Signal::derive(move || text(session.locale()).to_owned())
}

/// A text with values.
pub fn words(text: impl Fn(Locale) -> String + Send + Sync + 'static) -> Words {
    let session = Session::get();
    Signal::derive(move || text(session.locale()))
}

/// A view that is made anew whenever what it reads changes.
pub fn dynamic(view: impl FnMut() -> AnyView + Send + 'static) -> Dynamic {
    Box::new(view)
}

/// Several views as one.
pub fn all(views: impl Iterator<Item = AnyView>) -> AnyView {
    views.collect::<Vec<_>>().into_any()
}

/// Shows its children while a condition holds.
#[component]
pub fn When(
    /// The condition.
    #[prop(into)]
    holds: Signal<bool>,
    /// What is shown.
    children: ChildrenFn,
) -> impl IntoView {
    let holds = Memo::new(move |_| holds.get());
    dynamic(move || {
        if holds.get() {
            children()
        } else {
            ().into_any()
        }
    })
}

/// True while a part of the page is not hidden.
pub fn shown(panel: Panel) -> Signal<bool> {
    let session = Session::get();
    Signal::derive(move || session.shows(panel))
}

/// True while a part of the page takes no orders.
pub fn locked(panel: Panel) -> Signal<bool> {
    let session = Session::get();
    Signal::derive(move || session.is_locked(panel))
}

/// True always, or never.
pub fn fixed(value: bool) -> Signal<bool> {
    Signal::stored(value)
}

/// A handler of clicks, of the one type that all of them have.
pub fn click(action: impl FnMut() + 'static) -> Box<dyn FnMut(MouseEvent)> {
    let mut action = action;
    Box::new(move |_| action())
}

/// A handler of clicks that sends a command.
pub fn send(command: Command) -> Box<dyn FnMut(MouseEvent)> {
    let session = Session::get();
    Box::new(move |_| session.dispatch(command.clone()))
}

/// A button with words.
pub fn button(
    class: &'static str,
    words: Words,
    is_off: Signal<bool>,
    click: Box<dyn FnMut(MouseEvent)>,
) -> AnyView {
    view! { <button type="button" class=class disabled=is_off on:click=click>{words}</button> }
        .into_any()
}

/// A button that sends a command.
pub fn press(words: Words, command: Command) -> AnyView {
    button("button", words, fixed(false), send(command))
}

/// A round button with a sign, and a name for those who do not see it.
pub fn sign(sign: &'static str, name: Words, command: Command) -> AnyView {
    view! {
        <button type="button" class="button button-round" aria-label=name on:click=send(command)>
            <span aria-hidden="true">{sign}</span>
        </button>
    }
    .into_any()
}

/// Words that look at a step when they are pressed.
pub fn step_link(words: String, position: usize) -> AnyView {
    button(
        "link",
        Signal::stored(words),
        fixed(false),
        send(Command::LookAt(position)),
    )
}

/// A box to tick.
pub fn check(
    words: Words,
    is_on: Signal<bool>,
    is_off: Signal<bool>,
    told: impl FnMut(bool) + 'static,
) -> AnyView {
    let mut told = told;
    let change = move |event: Targeted<Event, HtmlInputElement>| told(event.target().checked());
    view! {
        <label class="check">
            <input type="checkbox" disabled=is_off prop:checked=is_on on:change:target=change/>
            <span>{words}</span>
        </label>
    }
    .into_any()
}

/// A field for a number. What is typed is told when the field is left.
pub fn number(
    words: Words,
    value: Words,
    step: &'static str,
    told: impl FnMut(String) + 'static,
) -> AnyView {
    let mut told = told;
    let change = move |event: Targeted<Event, HtmlInputElement>| told(event.target().value());
    view! {
        <label class="field">
            <span>{words}</span>
            <input type="number" inputmode="decimal" min="0" step=step prop:value=value on:change:target=change/>
        </label>
    }
    .into_any()
}

/// A field for a longer text. What is typed is told at once.
pub fn text_area(
    words: Words,
    value: Words,
    rows: &'static str,
    told: impl FnMut(String) + 'static,
) -> AnyView {
    let mut told = told;
    let input = move |event: Targeted<Event, HtmlTextAreaElement>| told(event.target().value());
    view! {
        <label class="field">
            <span>{words}</span>
            <textarea rows=rows spellcheck="false" prop:value=value on:input:target=input></textarea>
        </label>
    }
    .into_any()
}

/// A text to be copied, with the button that does it. What became of it is said beside it:
/// notices stand behind a dialog. Where copying is forbidden the text is selected.
pub fn copyable(name: Words, text: Words) -> AnyView {
    let session = Session::get();
    let field = NodeRef::<leptos::html::Textarea>::new();
    let is_asked = RwSignal::new(false);
    let copy = move || {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
        is_asked.set(true);
        session.copy(&text.get_untracked());
    };
    let told = words(move |locale| match session.notice.get() {
        Some(Notice::Copied) if is_asked.get() => t::notice::copied(locale).to_owned(),
        Some(Notice::CopyByHand(kept)) if kept == text.get() => {
            t::notice::copy_selected(locale).to_owned()
        }
        _ => String::new(),
    });
    view! {
        <div class="copyable">
            <label class="field">
                <span>{name}</span>
                <textarea node_ref=field readonly rows="3" spellcheck="false" prop:value=text></textarea>
            </label>
            {button("button", say(t::share::copy), fixed(false), click(copy))}
            <p class="note" role="status">{told}</p>
        </div>
    }
    .into_any()
}

/// Names with what is said of each.
pub fn facts(class: &'static str, facts: Vec<(String, String)>) -> AnyView {
    let fact =
        |(name, words): (String, String)| view! { <dt>{name}</dt> <dd>{words}</dd> }.into_any();
    view! { <dl class=class>{all(facts.into_iter().map(fact))}</dl> }.into_any()
}

/// A table that scrolls by itself. Cells whose column is marked hold numbers.
pub fn table(name: Words, heads: Vec<(String, bool)>, rows: Vec<Vec<AnyView>>) -> AnyView {
    let numbers: Vec<bool> = heads.iter().map(|(_, is_number)| *is_number).collect();
    let class = |is_number: bool| if is_number { "number" } else { "" };
    let head = |(words, is_number): (String, bool)| {
        view! { <th scope="col" class=class(is_number)>{words}</th> }.into_any()
    };
    let row = |cells: Vec<AnyView>| {
        let cell = |(cell, is_number): (AnyView, &bool)| {
            view! { <td class=class(*is_number)>{cell}</td> }.into_any()
        };
        view! { <tr>{all(cells.into_iter().zip(&numbers).map(cell))}</tr> }.into_any()
    };
    let heads = all(heads.into_iter().map(head));
    let rows = all(rows.into_iter().map(row));
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=name>
            <table>
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Words as a cell or a line.
pub fn plain(words: String) -> AnyView {
    view! { <span>{words}</span> }.into_any()
}

/// Words in the language of what is spoken of, which may not be that of the page.
pub fn quoted(words: String, lang: &'static str) -> AnyView {
    view! { <span lang=lang>{words}</span> }.into_any()
}
