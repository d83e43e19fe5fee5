//! The strip: the window in true proportion, with the warning and the flush line.

use crate::app::tree::{Element, classed};
use crate::scene::capacity::{Capacity, Segment, SegmentKind};
use crate::text::{Locale, t};

use super::says::kind_name;

/// The window in proportion. What it shows is said in words elsewhere, so it is hidden
/// from screen readers.
pub fn strip(locale: Locale, capacity: &Capacity) -> Element {
    let (window, used, flush_at) = (capacity.window, capacity.used, capacity.flush_at);
    let segment = |segment: &Segment| {
        classed("i", "strip-part")
            .set("data-kind", segment_name(segment.kind))
            .style("--tokens", segment.tokens.to_string())
    };
    let line = |kind: &'static str, at: u32, words: &'static str| {
        classed("span", "strip-line")
            .set("data-line", kind)
            .style("--at", at.to_string())
            .with(classed("b", "strip-label").text(words))
    };
    let number = |at: u32| {
        classed("span", "strip-number")
            .style("--at", at.to_string())
            .text(locale.number(u64::from(at)))
    };
    let reserve = classed("i", "strip-reserve")
        .style("--at", flush_at.to_string())
        .style("--tokens", (window - flush_at).to_string());
    // The flush line's word would lie on the number of the window's end.
    let has_room = (window - flush_at) * 20 > window;
    let warning = capacity
        .warning_at
        .map(|at| line("warning", at, t::stage::warning_line(locale)));
    let end = (used > window).then(|| line("window", window, t::stage::window_line(locale)));
    classed("div", "strip")
        .set("aria-hidden", "true")
        .style("--scale", window.max(used).to_string())
        .with(
            classed("div", "strip-bar")
                .all(capacity.segments.iter().map(segment))
                .with(reserve),
        )
        .with(number(0))
        .with(has_room.then(|| number(window)))
        .with(warning)
        .with(line("flush", flush_at, t::stage::flush_line(locale)))
        .with(end)
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
