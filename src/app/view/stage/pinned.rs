//! The parts that nobody edits: system instructions, function schemas, statistics.

use std::sync::Arc;

use leptos::prelude::*;

use crate::scene::Scene;
use crate::text::{Locale, t};

use super::says;
use super::station::Analogy;

/// The pinned parts, in one line. Nothing in the miniature.
#[component]
pub fn Pinned(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// With the words of an operating system.
    as_system: Signal<bool>,
) -> impl IntoView {
    let parts = Memo::new(move |_| scene.with(|scene| scene.pinned.clone()));
    let rows = move || {
        let locale = locale.get();
        parts.with(|parts| {
            let rows = parts.iter().map(|part| {
                view! {
                    <li class="pinned-part" title=says::pinned(locale, part)>
                        <span class="pinned-name">{says::pinned_short(locale, part)}</span>
                        <span class="tokens">{locale.number(u64::from(part.tokens))}</span>
                    </li>
                }
            });
            rows.collect_view()
        })
    };
    view! {
        <Show when=move || parts.with(|parts| !parts.is_empty())>
            <ul class="pinned" aria-label=move || t::stage::read_only(locale.get())>
                {rows}
                <Show when=move || as_system.get()>
                    <li><Analogy as_system locale words=t::stage::os_system/></li>
                </Show>
            </ul>
        </Show>
    }
    .into_any()
}
