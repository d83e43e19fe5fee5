//! Step, back, play, run to the next; and where one is.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel, Speed};
use crate::app::command::Command;
use crate::app::frame::Frame;
use crate::app::keys::Direction;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::{Locale, t};
use crate::trace::cursor::Stride;

use super::choice::{choice, entries, entry};
use super::parts::{When, Words, click, locked, say, send, shown, words};
use super::timeline::Timeline;

/// The controls below the stage.
#[component]
pub fn Transport() -> impl IntoView {
    let session = Session::get();
    let is_first = Signal::derive(move || session.frame.with(|frame| frame.position <= 1));
    let is_last = Signal::derive(move || session.frame.with(Frame::is_last));
    let has_more = Signal::derive(move || session.is_at_least(Level::Conversation));
    let by_stride = move |names: fn(Locale, Stride) -> &'static str| {
        words(move |locale| {
            names(locale, session.options.with(|options| options.stride)).to_owned()
        })
    };
    view! {
        <div class="transport" role="group" aria-label=say(t::transport::name)>
            <div class="transport-main">
                {step(Direction::Back, "◀", by_stride(step_name), is_first)}
                {step(Direction::Forward, "▶", by_stride(step_name), is_last)}
                <When holds=shown(Panel::Play)>{play(is_last)}</When>
            </div>
            <When holds=has_more>
                <Jump />
            </When>
            <When holds=shown(Panel::Timeline)>
                <Timeline />
            </When>
            <When holds=has_more>
                <More />
            </When>
        </div>
    }
}

/// A button that steps. At the end it only says that it does nothing: a disabled button
/// would lose the focus.
fn step(direction: Direction, arrow: &'static str, name: Words, is_end: Signal<bool>) -> AnyView {
    let session = Session::get();
    let go = click(move || {
        let stride = session.options.with_untracked(|options| options.stride);
        session.dispatch(Command::Step(direction, stride));
    });
    let (class, keys, hidden) = match direction {
        Direction::Forward => (
            "button button-primary transport-button",
            "ArrowRight PageDown",
            t::transport::forward as fn(Locale) -> _,
        ),
        Direction::Back => (
            "button transport-button transport-back",
            "ArrowLeft PageUp",
            t::transport::backward as fn(Locale) -> _,
        ),
    };
    view! {
        <button type="button" class=class aria-disabled=aria(is_end) aria-keyshortcuts=keys on:click=go>
            <span class="visually-hidden">{say(hidden)} " "</span>
            <span>{name}</span>
            <span aria-hidden="true" class="transport-arrow">{arrow}</span>
        </button>
    }
    .into_any()
}

fn play(is_last: Signal<bool>) -> AnyView {
    let session = Session::get();
    let name = words(move |locale| {
        let name = if session.is_playing.get() {
            t::transport::pause(locale)
        } else {
            t::transport::play(locale)
        };
        name.to_owned()
    });
    let is_end = Signal::derive(move || is_last.get() && !session.is_playing.get());
    view! {
        <button
            type="button"
            class="button transport-button transport-play"
            disabled=locked(Panel::Play)
            aria-disabled=aria(is_end)
            aria-keyshortcuts="Space K"
            on:click=send(Command::TogglePlay)
        >
            {name}
        </button>
    }
    .into_any()
}

fn aria(value: Signal<bool>) -> Words {
    Signal::derive(move || value.get().to_string())
}

/// To the next thing of a kind, and back to the last one.
#[component]
fn Jump() -> impl IntoView {
    let session = Session::get();
    let jump = move |direction| {
        click(move || {
            let wanted = session.options.with_untracked(|options| options.wanted);
            session.dispatch(Command::ToMark(direction, Some(wanted)));
        })
    };
    view! {
        <div class="transport-jump" role="group" aria-label=say(t::transport::jump)>
            <button type="button" class="button" disabled=locked(Panel::Timeline) aria-label=say(t::transport::previous_of) on:click=jump(Direction::Back)>
                <span aria-hidden="true">"‹"</span>
            </button>
            {wanted_choice()}
            <button type="button" class="button" disabled=locked(Panel::Timeline) aria-label=say(t::transport::next_of) on:click=jump(Direction::Forward)>
                <span aria-hidden="true">"›"</span>
            </button>
        </div>
    }
}

/// How far a step goes and how fast it plays: seldom changed, so out of the way.
#[component]
fn More() -> impl IntoView {
    view! {
        <details class="transport-more">
            <summary class="button button-round" aria-label=say(t::transport::more)>"⋯"</summary>
            <div class="transport-panel">
                {stride_choice()}
                <When holds=shown(Panel::Play)>{speed_choice()}</When>
            </div>
        </details>
    }
}

const STRIDES: [(&str, Stride); 3] = [
    ("event", Stride::Event),
    ("call", Stride::Call),
    ("turn", Stride::Turn),
];

fn stride_choice() -> AnyView {
    let session = Session::get();
    let all = entries(|locale| {
        STRIDES
            .map(|(name, stride)| entry(name, stride_name(locale, stride)))
            .to_vec()
    });
    let chosen = Signal::derive(move || {
        let chosen = session.options.with(|options| options.stride);
        STRIDES
            .iter()
            .find(|(_, stride)| *stride == chosen)
            .map_or("", |(name, _)| name)
            .to_owned()
    });
    choice(
        t::transport::stride,
        all,
        chosen,
        Panel::Timeline,
        move |chosen| {
            if let Some((_, stride)) = STRIDES.iter().find(|(name, _)| *name == chosen) {
                session.dispatch(Command::SetStride(*stride));
            }
        },
    )
}

fn speed_choice() -> AnyView {
    let session = Session::get();
    let all = entries(|locale| {
        Speed::ALL
            .map(|speed| entry(speed.name(), &speed_name(locale, speed)))
            .to_vec()
    });
    let chosen = Signal::derive(move || {
        session
            .options
            .with(|options| options.speed.name().to_owned())
    });
    choice(
        t::transport::speed,
        all,
        chosen,
        Panel::Play,
        move |chosen| {
            if let Some(speed) = Speed::from_name(&chosen) {
                session.dispatch(Command::SetSpeed(speed));
            }
        },
    )
}

fn wanted_choice() -> AnyView {
    let session = Session::get();
    let all = entries(|locale| {
        Mark::ALL
            .map(|mark| {
                entry(
                    mark.name(),
                    &format!("{} {}", mark.glyph(), mark_name(locale, mark)),
                )
            })
            .to_vec()
    });
    let chosen = Signal::derive(move || {
        session
            .options
            .with(|options| options.wanted.name().to_owned())
    });
    choice(
        t::transport::until,
        all,
        chosen,
        Panel::Timeline,
        move |chosen| {
            if let Some(mark) = Mark::from_name(&chosen) {
                session.dispatch(Command::SetWanted(mark));
            }
        },
    )
}

fn step_name(locale: Locale, stride: Stride) -> &'static str {
    match stride {
        Stride::Event => t::transport::step(locale),
        Stride::Call => t::transport::step_call(locale),
        Stride::Turn => t::transport::step_turn(locale),
    }
}

fn stride_name(locale: Locale, stride: Stride) -> &'static str {
    match stride {
        Stride::Event => t::transport::stride_event(locale),
        Stride::Call => t::transport::stride_call(locale),
        Stride::Turn => t::transport::stride_turn(locale),
    }
}

fn speed_name(locale: Locale, speed: Speed) -> String {
    match speed {
        Speed::Immediate => t::transport::instant(locale).to_owned(),
        Speed::Quarter => format!("{}×", locale.decimal(25, 2)),
        Speed::Half => format!("{}×", locale.decimal(5, 1)),
        _ => format!("{}×", speed.name()),
    }
}

/// A kind of event that stands out, in words.
pub fn mark_name(locale: Locale, mark: Mark) -> &'static str {
    match mark {
        Mark::PageOut => t::transport::mark_page_out(locale),
        Mark::PageIn => t::transport::mark_page_in(locale),
        Mark::FunctionCall => t::transport::mark_function_call(locale),
        Mark::Warning => t::transport::mark_warning(locale),
        Mark::Summary => t::transport::mark_summary(locale),
        Mark::Failure => t::transport::mark_failure(locale),
    }
}
