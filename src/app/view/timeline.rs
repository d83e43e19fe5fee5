//! The timeline: a native slider over all events, with a sign where something stands out.

use leptos::ev::{Event, Targeted};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::{Mark, signs};
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
        let signs = session.read_untracked(|playground| signs(playground.marks(), count));
        all(signs
            .into_iter()
            .map(|(at, mark)| sign(share(at, count), mark)))
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

fn sign(at: String, mark: Mark) -> AnyView {
    view! { <span class="timeline-sign" data-mark=mark.name() style:--at=at>{mark.glyph()}</span> }
        .into_any()
}

/// Where a position lies on the line, as a part of one, in thousandths.
fn share(position: usize, count: usize) -> String {
    let last = count.saturating_sub(1).max(1);
    let permille = position.saturating_sub(1) * 1_000 / last;
    format!("{}.{:03}", permille / 1_000, permille % 1_000)
}
