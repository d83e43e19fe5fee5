//! The historial: a cell a message, outlined where it is in the window too, solid where
//! it is only here.

use std::sync::Arc;

use leptos::prelude::*;

use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::flight::Anchor;
use crate::scene::historial::{Cell, Historial};
use crate::text::{Locale, t};

use super::queue_row::{hue, is_its_number};
use super::station::Analogy;
use super::{anchors, says};

/// Recall storage; in the miniature, the store.
#[component]
pub fn HistorialView(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
    /// With the words of an operating system.
    as_system: Signal<bool>,
) -> impl IntoView {
    let unit = Memo::new(move |_| scene.with(|scene| scene.unit));
    let historial = Memo::new(move |_| scene.with(|scene| scene.historial.clone()));
    let title = move || title(locale.get(), unit.get());
    // In the miniature the item is moved, not copied.
    let is_copied = Signal::derive(move || as_system.get() && unit.get() == Unit::Tokens);
    let note = move || historial.with(|it| note(locale.get(), unit.get(), it));
    let cells = move || {
        let is_item = unit.get() == Unit::Items;
        historial.with(|it| {
            it.cells
                .iter()
                .map(|cell| cell_view(cell, is_item))
                .collect_view()
        })
    };
    let plain = move || {
        let is_plain = |cell: &Cell| is_its_number(cell.first, &cell.text);
        historial
            .with(|it| it.cells.iter().all(is_plain))
            .then_some("")
    };
    let per_cell = move || {
        let share = historial.with(|it| it.per_cell);
        (share > 1).then(|| {
            let words = t::stage::per_cell(locale.get(), u64::from(share));
            view! { <p class="store-note">{words}</p> }
        })
    };
    view! {
        <section class="store" data-store="historial" data-anchor="historial">
            <header class="store-head">
                <h3 class="part-title">{title}</h3>
                <Analogy as_system=is_copied locale words=t::stage::os_historial/>
                <p class="store-note">{note}</p>
            </header>
            <div class="cells" aria-hidden="true" data-plain=plain>
                {cells}
            </div>
            {per_cell}
        </section>
    }
    .into_any()
}

/// Its name.
pub fn title(locale: Locale, unit: Unit) -> &'static str {
    match unit {
        Unit::Items => t::stage::historial_items(locale),
        Unit::Tokens => t::stage::historial(locale),
    }
}

/// How much is in it.
pub fn note(locale: Locale, unit: Unit, historial: &Historial) -> String {
    let (stored, only) = (u64::from(historial.stored), u64::from(historial.only_here));
    match (unit, stored) {
        (Unit::Items, 0) => t::stage::historial_empty_items(locale).to_owned(),
        (Unit::Tokens, 0) => t::stage::historial_empty(locale).to_owned(),
        (Unit::Items, _) => t::stage::historial_count_items(locale, stored),
        (Unit::Tokens, _) => t::stage::historial_count(locale, stored, only),
    }
}

fn cell_view(cell: &Cell, is_item: bool) -> impl IntoView + use<> {
    let place = if cell.only_here == 0 {
        "both"
    } else if cell.only_here == cell.stored {
        "only-here"
    } else {
        "partly"
    };
    let share = (cell.only_here * 100 / cell.stored.max(1)).to_string();
    let item = is_item.then(|| {
        let is_plain = is_its_number(cell.first, &cell.text);
        let text = (!is_plain).then(|| cell.text.to_string());
        view! {
            <b class="cell-mark">{cell.first.0.to_string()}</b>
            <span class="cell-text">{text}</span>
        }
    });
    view! {
        <i
            class="cell"
            data-anchor=anchors::name(Anchor::Cell(cell.first))
            data-place=place
            data-state=says::cell_state_name(cell.state)
            data-hue=is_item.then(|| hue(cell.first.0))
            style:--share=share
        >
            {item}
        </i>
    }
}
