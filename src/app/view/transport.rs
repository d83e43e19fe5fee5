//! Step, back, play, run to the next; and where one is.

use leptos::prelude::*;

use crate::app::choices::{Level, Panel, Speed};
use crate::app::command::Command;
use crate::app::frame::Frame;
use crate::app::keys::Direction;
use crate::app::mark::Mark;
use crate::app::tree::{Element, classed, el, hidden};
use crate::text::{Locale, t};
use crate::trace::cursor::Stride;

use super::draw::{Page, button, choice, send};
use super::timeline::timeline;

/// The controls below the stage.
pub fn transport(page: Page) -> Element {
    let session = page.session;
    let is_last = session.frame.with(Frame::is_last);
    let is_first = session.frame.with(|frame| frame.position <= 1);
    let has_more = session.is_at_least(Level::Conversation);
    let main = classed("div", "transport-main")
        .with(step(page, Direction::Back, is_first))
        .with(step(page, Direction::Forward, is_last))
        .with(page.shows(Panel::Play).then(|| play(page, is_last)));
    classed("div", "transport")
        .set("role", "group")
        .set("aria-label", t::transport::name(page.locale))
        .with(main)
        .with(has_more.then(|| jump(page)))
        .with(page.shows(Panel::Timeline).then(|| timeline(page)))
        .with(has_more.then(|| more(page)))
}

/// A button that steps. At the end it only says that it does nothing: a disabled button
/// would lose the focus.
fn step(page: Page, direction: Direction, is_end: bool) -> Element {
    let (session, locale) = (page.session, page.locale);
    let stride = session.options.with(|options| options.stride);
    let (class, keys, spoken, arrow) = match direction {
        Direction::Forward => (
            "button button-primary transport-button",
            "ArrowRight PageDown",
            t::transport::forward(locale),
            "▶",
        ),
        Direction::Back => (
            "button transport-button transport-back",
            "ArrowLeft PageUp",
            t::transport::backward(locale),
            "◀",
        ),
    };
    let arrow = classed("span", "transport-arrow")
        .set("aria-hidden", "true")
        .text(arrow);
    classed("button", class)
        .set("type", "button")
        .set("aria-disabled", aria(is_end))
        .set("aria-keyshortcuts", keys)
        .with(hidden(format!("{spoken} ")))
        .with(el("span").text(step_name(locale, stride)))
        .with(arrow)
        .press(move || session.dispatch(Command::Step(direction, stride)))
}

fn play(page: Page, is_last: bool) -> Element {
    let (session, locale) = (page.session, page.locale);
    let is_playing = session.is_playing.get();
    let name = if is_playing {
        t::transport::pause(locale)
    } else {
        t::transport::play(locale)
    };
    button(
        "button transport-button transport-play",
        name,
        page.is_locked(Panel::Play),
    )
    .set("aria-disabled", aria(is_last && !is_playing))
    .set("aria-keyshortcuts", "Space K")
    .press(send(session, Command::TogglePlay))
}

fn aria(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// To the next thing of a kind, and back to the last one.
fn jump(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let wanted = session.options.with(|options| options.wanted);
    let is_off = page.is_locked(Panel::Timeline);
    let jump = |direction, name: &'static str, arrow: &'static str| {
        button("button", "", is_off)
            .set("aria-label", name)
            .with(el("span").set("aria-hidden", "true").text(arrow))
            .press(move || session.dispatch(Command::ToMark(direction, Some(wanted))))
    };
    classed("div", "transport-jump")
        .set("role", "group")
        .set("aria-label", t::transport::jump(locale))
        .with(jump(
            Direction::Back,
            t::transport::previous_of(locale),
            "‹",
        ))
        .with(wanted_choice(page))
        .with(jump(Direction::Forward, t::transport::next_of(locale), "›"))
}

/// How far a step goes and how fast it plays: seldom changed, so out of the way.
fn more(page: Page) -> Element {
    let summary = classed("summary", "button button-round")
        .set("aria-label", t::transport::more(page.locale))
        .text("⋯");
    let panel = classed("div", "transport-panel")
        .with(stride_choice(page))
        .with(page.shows(Panel::Play).then(|| speed_choice(page)));
    classed("details", "transport-more")
        .with(summary)
        .with(panel)
}

const STRIDES: [(&str, Stride); 3] = [
    ("event", Stride::Event),
    ("call", Stride::Call),
    ("turn", Stride::Turn),
];

fn stride_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let entry =
        |(name, stride): (&'static str, Stride)| (name.into(), stride_name(locale, stride).into());
    let stride = session.options.with(|options| options.stride);
    let chosen = STRIDES.iter().find(|(_, known)| *known == stride);
    choice(
        t::transport::stride(locale),
        STRIDES.map(entry).into(),
        chosen.map_or("", |(name, _)| name),
        page.is_locked(Panel::Timeline),
        move |chosen| {
            if let Some((_, stride)) = STRIDES.iter().find(|(name, _)| *name == chosen) {
                session.dispatch(Command::SetStride(*stride));
            }
        },
    )
}

fn speed_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let entry = |speed: Speed| (speed.name().into(), speed_name(locale, speed).into());
    choice(
        t::transport::speed(locale),
        Speed::ALL.map(entry).into(),
        session.options.with(|options| options.speed.name()),
        page.is_locked(Panel::Play),
        move |chosen| {
            if let Some(speed) = Speed::from_name(&chosen) {
                session.dispatch(Command::SetSpeed(speed));
            }
        },
    )
}

fn wanted_choice(page: Page) -> Element {
    let (session, locale) = (page.session, page.locale);
    let entry = |mark: Mark| {
        let words = format!("{} {}", mark.glyph(), mark_name(locale, mark));
        (mark.name().into(), words.into())
    };
    choice(
        t::transport::until(locale),
        Mark::ALL.map(entry).into(),
        session.options.with(|options| options.wanted.name()),
        page.is_locked(Panel::Timeline),
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
