//! The strip: the window in true proportion, with the warning and the flush line.

use leptos::prelude::*;

use crate::scene::capacity::{Capacity, SegmentKind};
use crate::text::{Locale, t};

use super::says::kind_name;

/// The window in proportion. What it shows is said in words elsewhere, so it is hidden
/// from screen readers.
#[component]
pub fn Strip(
    /// How full main context is.
    capacity: Memo<Capacity>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let scale = move || capacity.with(|it| it.window.max(it.used)).to_string();
    let segments = move || {
        capacity.with(|capacity| {
            let segments = capacity.segments.iter().map(|segment| {
                let kind = segment_name(segment.kind);
                let tokens = segment.tokens.to_string();
                view! { <i class="strip-part" data-kind=kind style:--tokens=tokens></i> }
            });
            segments.collect_view()
        })
    };
    let line = move |kind: &'static str, at: u32, words: &'static str| {
        view! {
            <span class="strip-line" data-line=kind style:--at=at.to_string()>
                <b class="strip-label">{words}</b>
            </span>
        }
    };
    let lines = move || {
        let (warning, flush, window, used) =
            capacity.with(|it| (it.warning_at, it.flush_at, it.window, it.used));
        let locale = locale.get();
        (
            warning.map(|at| line("warning", at, t::stage::warning_line(locale))),
            line("flush", flush, t::stage::flush_line(locale)),
            (used > window).then(|| line("window", window, t::stage::window_line(locale))),
        )
    };
    let ends = move || {
        let (window, flush_at) = capacity.with(|it| (it.window, it.flush_at));
        let locale = locale.get();
        // The flush line's word would lie on it.
        let has_room = (window - flush_at) * 20 > window;
        let end = has_room.then(|| {
            let number = locale.number(u64::from(window));
            view! {
                <span class="strip-number" style:--at=window.to_string()>{number}</span>
            }
        });
        view! {
            <span class="strip-number" style:--at="0">"0"</span>
            {end}
        }
    };
    let reserve = move || capacity.with(|it| it.window - it.flush_at).to_string();
    let flush_at = move || capacity.with(|it| it.flush_at).to_string();
    view! {
        <div class="strip" aria-hidden="true" style:--scale=scale>
            <div class="strip-bar">
                {segments}
                <i class="strip-reserve" style:--at=flush_at style:--tokens=reserve></i>
            </div>
            {ends}
            {lines}
        </div>
    }
    .into_any()
}

fn segment_name(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::System => "system",
        SegmentKind::Schemas => "schemas",
        SegmentKind::WorkingContext => "working-context",
        SegmentKind::Statistics => "statistics",
        SegmentKind::Row(kind) => kind_name(kind),
    }
}
