//! The timeline: a native slider over all events, with a sign where something stands out.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::text::t;

use super::say;

/// Most signs along the line; where events lie closer, the rarest kind is shown.
const SIGNS_MAX: usize = 72;

/// The timeline.
#[component]
pub fn Timeline() -> impl IntoView {
    let session = Session::get();
    let count = Memo::new(move |_| session.frame.with(|frame| frame.count));
    let position = Memo::new(move |_| session.frame.with(|frame| frame.position));
    let revision = Memo::new(move |_| {
        session
            .frame
            .with(|frame| (frame.revision, frame.count, frame.content))
    });
    let signs = move || {
        let (_, count, _) = revision.get();
        let signs = untrack(|| session.read(|playground, _| signs(playground.marks(), count)));
        let sign = |(at, mark): (usize, Mark)| {
            view! {
                <span class="timeline-sign" data-mark=mark.name() style:--at=share(at, count)>{mark.glyph()}</span>
            }
        };
        signs.into_iter().map(sign).collect_view()
    };
    let step_of =
        move || t::transport::step_of(session.locale(), position.get() as u64, count.get() as u64);
    let value_text = move || {
        session
            .caption
            .with(|caption| format!("{}: {}", step_of(), caption.title))
    };
    let look = move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
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
                    max=move || count.get().to_string()
                    prop:value=move || { count.track(); position.get().to_string() }
                    disabled=move || session.is_locked(Panel::Timeline)
                    aria-label=say(t::transport::timeline)
                    aria-valuetext=value_text
                    style:--share=move || share(position.get(), count.get())
                    on:input:target=look
                />
            </div>
            <output class="timeline-step">{step_of}</output>
        </div>
    }
    .into_any()
}

/// Where a position lies on the line, from 0 to 1.
#[allow(clippy::cast_precision_loss, reason = "positions are far below 2^52")]
fn share(position: usize, count: usize) -> String {
    let last = count.saturating_sub(1).max(1);
    format!("{:.4}", position.saturating_sub(1) as f64 / last as f64)
}

/// At most [`SIGNS_MAX`] signs: of those in one piece of the line, the rarest kind.
fn signs(marks: &[(usize, Mark)], count: usize) -> Vec<(usize, Mark)> {
    let often = |mark: Mark| marks.iter().filter(|(_, other)| *other == mark).count();
    let often: Vec<(Mark, usize)> = Mark::ALL
        .into_iter()
        .map(|mark| (mark, often(mark)))
        .collect();
    let often = |mark: Mark| {
        often
            .iter()
            .find(|(known, _)| *known == mark)
            .map_or(0, |(_, often)| *often)
    };
    let piece = |position: usize| position * SIGNS_MAX / count.max(1);
    let mut signs: Vec<(usize, Mark)> = Vec::new();
    for (position, mark) in marks {
        match signs.last_mut() {
            Some(last) if piece(last.0) == piece(*position) => {
                if often(*mark) < often(last.1) {
                    *last = (*position, *mark);
                }
            }
            _ => signs.push((*position, *mark)),
        }
    }
    signs
}
