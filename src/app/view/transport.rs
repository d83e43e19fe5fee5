//! Step, back, play, run to the next; and where one is.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel, Speed};
use crate::app::command::Command;
use crate::app::keys::Direction;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::{Locale, t};
use crate::trace::cursor::Stride;

use super::choice::Choice;
use super::say;
use super::timeline::Timeline;

/// The controls below the stage.
#[component]
pub fn Transport() -> impl IntoView {
    let session = Session::get();
    let stride = move || session.options.with_untracked(|options| options.stride);
    let step = move |direction| session.dispatch(Command::Step(direction, stride()));
    let is_first = Memo::new(move |_| session.frame.with(|frame| frame.position <= 1));
    let is_last = Memo::new(move |_| session.frame.with(crate::app::frame::Frame::is_last));
    view! {
        <div class="transport" role="group" aria-label=say(t::transport::name)>
            <div class="transport-main">
                // A disabled button would lose the focus at the end; this one only says so.
                <button
                    type="button"
                    class="button transport-button"
                    aria-disabled=move || is_first.get().then_some("true")
                    aria-keyshortcuts="ArrowLeft PageUp"
                    on:click=move |_| step(Direction::Back)
                >
                    <span aria-hidden="true">"◀ "</span>
                    {move || back_name(session.locale(), session.options.with(|options| options.stride))}
                </button>
                <button
                    type="button"
                    class="button button-primary transport-button"
                    aria-disabled=move || is_last.get().then_some("true")
                    aria-keyshortcuts="ArrowRight PageDown"
                    on:click=move |_| step(Direction::Forward)
                >
                    {move || forward_name(session.locale(), session.options.with(|options| options.stride))}
                    <span aria-hidden="true">" ▶"</span>
                </button>
                <Show when=move || session.shows(Panel::Play)>
                    <button
                        type="button"
                        class="button transport-button transport-play"
                        aria-disabled=move || (is_last.get() && !session.is_playing.get()).then_some("true")
                        aria-keyshortcuts="Space K"
                        disabled=move || session.is_locked(Panel::Play)
                        on:click=move |_| session.dispatch(Command::TogglePlay)
                    >
                        {move || {
                            let locale = session.locale();
                            if session.is_playing.get() { t::transport::pause(locale) } else { t::transport::play(locale) }
                        }}
                    </button>
                </Show>
                <Show when=move || session.is_at_least(Level::Conversation)>
                    <More/>
                </Show>
            </div>
            <Show when=move || session.shows(Panel::Timeline)>
                <Timeline/>
            </Show>
        </div>
    }
    .into_any()
}

/// How far a step goes, how fast it plays, what to run to.
#[component]
fn More() -> impl IntoView {
    let session = Session::get();
    let strides = [
        ("event", Stride::Event),
        ("call", Stride::Call),
        ("turn", Stride::Turn),
    ];
    let stride_entries = Memo::new(move |_| {
        let locale = session.locale();
        strides
            .map(|(name, stride)| (name.to_owned(), stride_name(locale, stride).to_owned()))
            .to_vec()
    });
    let stride = Memo::new(move |_| {
        let chosen = session.options.with(|options| options.stride);
        strides
            .iter()
            .find(|(_, stride)| *stride == chosen)
            .map_or("event", |(name, _)| name)
            .to_owned()
    });
    let set_stride = move |chosen: String| {
        if let Some((_, stride)) = strides.iter().find(|(name, _)| *name == chosen) {
            session.dispatch(Command::SetStride(*stride));
        }
    };
    let speed_entries = Memo::new(move |_| {
        let locale = session.locale();
        Speed::ALL
            .map(|speed| (speed.name().to_owned(), speed_name(locale, speed)))
            .to_vec()
    });
    let speed = Memo::new(move |_| {
        session
            .options
            .with(|options| options.speed.name().to_owned())
    });
    let set_speed = move |chosen: String| {
        if let Some(speed) = Speed::from_name(&chosen) {
            session.dispatch(Command::SetSpeed(speed));
        }
    };
    let mark_entries = Memo::new(move |_| {
        let locale = session.locale();
        Mark::ALL
            .map(|mark| {
                (
                    mark.name().to_owned(),
                    format!("{} {}", mark.glyph(), mark_name(locale, mark)),
                )
            })
            .to_vec()
    });
    let wanted = Memo::new(move |_| {
        session
            .options
            .with(|options| options.wanted.name().to_owned())
    });
    let set_wanted = move |chosen: String| {
        if let Some(mark) = Mark::from_name(&chosen) {
            session.dispatch(Command::SetWanted(mark));
        }
    };
    let jump = move |direction| {
        let wanted = session.options.with_untracked(|options| options.wanted);
        session.dispatch(Command::ToMark(direction, Some(wanted)));
    };
    view! {
        <Choice label=t::transport::stride entries=stride_entries chosen=stride on_choice=set_stride panel=Panel::Timeline/>
        <Show when=move || session.shows(Panel::Play)>
            <Choice label=t::transport::speed entries=speed_entries chosen=speed on_choice=set_speed panel=Panel::Play/>
        </Show>
        <div class="transport-jump" role="group" aria-label=say(t::transport::jump)>
            <button type="button" class="button" aria-label=say(t::transport::previous_of) on:click=move |_| jump(Direction::Back)>
                <span aria-hidden="true">"⏮"</span>
            </button>
            <Choice label=t::transport::until entries=mark_entries chosen=wanted on_choice=set_wanted panel=Panel::Timeline/>
            <button type="button" class="button" aria-label=say(t::transport::next_of) on:click=move |_| jump(Direction::Forward)>
                <span aria-hidden="true">"⏭"</span>
            </button>
        </div>
    }
    .into_any()
}

fn back_name(locale: Locale, stride: Stride) -> &'static str {
    match stride {
        Stride::Event => t::transport::back(locale),
        Stride::Call => t::transport::back_call(locale),
        Stride::Turn => t::transport::back_turn(locale),
    }
}

fn forward_name(locale: Locale, stride: Stride) -> &'static str {
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
