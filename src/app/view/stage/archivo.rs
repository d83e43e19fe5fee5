//! The archivo: what the model stored, and documents.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::message::StoredBy;
use crate::scene::Scene;
use crate::scene::archivo::PassageRow;
use crate::scene::flight::Anchor;
use crate::text::{Locale, t};

use super::station::Analogy;
use super::{anchors, says};

/// Archival storage.
#[component]
pub fn ArchivoView(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// With the words of an operating system.
    as_system: Signal<bool>,
) -> impl IntoView {
    let archivo = Memo::new(move |_| scene.with(|scene| scene.archivo.clone()));
    let note = move || {
        let (locale, stored) = (locale.get(), archivo.with(|it| u64::from(it.stored)));
        match stored {
            0 => t::stage::archivo_empty(locale).to_owned(),
            _ => t::stage::archivo_count(locale, stored),
        }
    };
    let passages = move || {
        let locale = locale.get();
        archivo.with(|it| {
            it.passages
                .iter()
                .map(|row| passage(locale, row))
                .collect_view()
        })
    };
    let more = move || {
        let more = archivo.with(|it| u64::from(it.stored) - it.passages.len() as u64);
        (more > 0).then(
            || view! { <p class="store-note">{t::stage::archivo_more(locale.get(), more)}</p> },
        )
    };
    view! {
        <section class="store" data-store="archivo" data-anchor="archivo">
            <header class="store-head">
                <h3 class="part-title">{move || t::stage::archivo(locale.get())}</h3>
                <Analogy as_system locale words=t::stage::os_archivo/>
                <p class="store-note">{note}</p>
            </header>
            <ul class="passages">{passages}</ul>
            {more}
        </section>
    }
    .into_any()
}

fn passage(locale: Locale, row: &PassageRow) -> impl IntoView + use<> {
    let by = match row.by {
        StoredBy::Model => t::stage::stored_by_model(locale),
        StoredBy::User => t::stage::stored_by_user(locale),
    };
    view! {
        <li
            class="passage"
            data-anchor=anchors::name(Anchor::Passage(row.id))
            data-state=says::passage_state_name(row.state)
            title=by
        >
            <b class="row-mark">{row.id.to_string()}</b>
            <span class="passage-text">{row.text.to_string()}</span>
        </li>
    }
}
