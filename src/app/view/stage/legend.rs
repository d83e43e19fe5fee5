//! The legend: each sign of the picture, with what it means.

use leptos::prelude::*;

use crate::text::{Locale, t};

/// A sign's name for styles, and its words.
type Entry = (&'static str, fn(Locale) -> &'static str);

/// In the order in which a newcomer meets them.
const ENTRIES: [Entry; 14] = [
    ("window", t::stage::legend_window),
    ("pinned", t::stage::legend_pinned),
    ("working-context", t::stage::legend_working_context),
    ("arrival", t::stage::legend_arrival),
    ("page-out", t::stage::legend_page_out),
    ("page-out-written", t::stage::legend_page_out_written),
    ("store", t::stage::legend_store),
    ("page-in", t::stage::legend_page_in),
    ("copy", t::stage::legend_copy),
    ("outlined", t::stage::legend_outlined),
    ("solid", t::stage::legend_solid),
    ("warning", t::stage::legend_warning),
    ("flush", t::stage::legend_flush),
    ("control", t::stage::legend_control),
];

/// The legend.
#[component]
pub fn Legend(
    /// The language.
    #[prop(into)]
    locale: Signal<Locale>,
) -> impl IntoView {
    let entries = move || {
        let locale = locale.get();
        let entry = |(name, words): Entry| {
            let text = match name {
                "copy" => "#6′",
                "control" => "●",
                _ => "",
            };
            view! {
                <li class="legend-entry">
                    <i class="legend-sign" data-sign=name aria-hidden="true">{text}</i>
                    {words(locale)}
                </li>
            }
        };
        ENTRIES.into_iter().map(entry).collect_view()
    };
    view! { <ul class="legend" aria-label=move || t::stage::legend(locale.get())>{entries}</ul> }
        .into_any()
}
