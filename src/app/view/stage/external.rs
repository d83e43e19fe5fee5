//! External context: the two shelves, or the word that there is none.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::text::{Locale, t};

use super::Reading;
use super::archivo::ArchivoView;
use super::contract::Contract;
use super::historial::HistorialView;
use super::station::Analogy;

/// External context.
#[component]
pub fn External(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// What the picture is read as.
    reading: Signal<Reading>,
) -> impl IntoView {
    let as_system = Signal::derive(move || reading.get().as_system);
    let unit = Memo::new(move |_| scene.with(|scene| scene.unit));
    let has_store = Memo::new(move |_| scene.with(|scene| scene.has_external));
    let note = move || match unit.get() {
        Unit::Items => t::stage::external_note_items(locale.get()),
        Unit::Tokens => t::stage::external_note(locale.get()),
    };
    view! {
        <div class="external">
            <header class="panel-head">
                <h2 class="panel-title">{move || t::stage::external(locale.get())}</h2>
                <Analogy as_system locale words=t::stage::os_external/>
                <p class="panel-note">{note}</p>
            </header>
            <Show when=move || !has_store.get()>
                <p class="store-none">{move || t::stage::without_external(locale.get())}</p>
            </Show>
            <HistorialView scene locale as_system/>
            <Show when=move || unit.get() == Unit::Tokens>
                <ArchivoView scene locale as_system/>
            </Show>
            {move || reading.get().contract.then(|| view! { <Contract scene locale/> })}
        </div>
    }
    .into_any()
}
