//! The timeline: a native slider over all events, with a sign where something stands out.

use leptos::ev::{Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::{Mark, SIGNS_FEW, SIGNS_MAX, signs};
use crate::app::session::Session;
use crate::text::t;

use super::parts::{all, dynamic, locked, say, words};

/// The timeline.
#[component]
pub fn Timeline() -> impl IntoView {
    let session = Session::get();
    let place = move || session.frame.with(|frame| (frame.position, frame.count));
    let record = Memo::new(move |_| session.frame.with(|frame| (frame.revision, frame.count)));
    let signs = dynamic(move || {
        let (_, count) = record.get();
        let (many, few) = session.read_untracked(|playground| {
            let of = |most| signs(playground.marks(), count, most);
            (of(SIGNS_MAX), of(SIGNS_FEW))
        });
        let sign = |at: (usize, Mark)| sign(share(at.0, count), at.1, few.contains(&at));
        all(many.into_iter().map(sign))
    });
    let step_of = words(move |locale| {
        let (position, count) = place();
        t::transport::step_of(locale, position as u64, count as u64)
    });
    let value_text = Signal::derive(move || {
        session
            .caption
            .with(|caption| format!("{}: {}", step_of.get(), caption.title))
    });
    let position = Signal::derive(move || place().0.to_string());
    let count = Signal::derive(move || place().1.to_string());
    let way = Signal::derive(move || {
        let (position, count) = place();
        share(position, count)
    });
    let look = move |event: Targeted<Event, HtmlInputElement>| {
        if let Ok(position) = event.target().value().parse() {
            session.dispatch(Command::LookAt(position));
        }
    };
    view! {
        <div class="timeline">
            <div class="timeline-line">
                <div class="timeline-signs" aria-hidden="true">{signs}</div>
                <input
                    class="timeline-slider"
                    type="range"
                    data-timeline=""
                    min="1"
                    step="1"
                    max=count
                    prop:value=position
                    disabled=locked(Panel::Timeline)
                    aria-label=say(t::transport::timeline)
                    aria-valuetext=value_text
                    style:--share=way
                    on:input:target=look
                />
            </div>
            <output class="timeline-step">{step_of}</output>
        </div>
    }
}

/// A sign; one that a short line has no room for says so.
fn sign(at: String, mark: Mark, is_few: bool) -> AnyView {
    let crowded = (!is_few).then_some("");
    view! {
        <span class="timeline-sign" data-mark=mark.name() data-crowded=crowded style:--at=at>
            {mark.glyph()}
        </span>
    }
    .into_any()
}

/// Where a position lies on the line, as a part of one, in thousandths.
fn share(position: usize, count: usize) -> String {
    let last = count.saturating_sub(1).max(1);
    let permille = position.saturating_sub(1) * 1_000 / last;
    format!("{}.{:03}", permille / 1_000, permille % 1_000)
}
