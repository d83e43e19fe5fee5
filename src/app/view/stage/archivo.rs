//! The archivo: what the model stored, and documents.

use crate::app::tree::{Element, classed};
use crate::engine::message::StoredBy;
use crate::scene::archivo::PassageRow;
use crate::scene::flight::Anchor;
use crate::text::{Locale, t};

use super::station::analogy;
use super::{Drawn, anchors, says};

/// Archival storage.
pub fn archivo(drawn: Drawn<'_>) -> Element {
    let (archivo, locale) = (&drawn.scene.archivo, drawn.locale);
    let stored = u64::from(archivo.stored);
    let note = match stored {
        0 => t::stage::archivo_empty(locale).to_owned(),
        _ => t::stage::archivo_count(locale, stored),
    };
    let more = stored.saturating_sub(archivo.passages.len() as u64);
    let more =
        (more > 0).then(|| classed("p", "store-note").text(t::stage::archivo_more(locale, more)));
    let head = classed("header", "store-head")
        .with(classed("h3", "part-title").text(t::stage::archivo(locale)))
        .with(analogy(drawn, t::stage::os_archivo))
        .with(classed("p", "store-note").text(note));
    let passages = archivo.passages.iter().map(|row| passage(locale, row));
    classed("section", "store")
        .set("data-store", "archivo")
        .set("data-anchor", "archivo")
        .with(head)
        .with(classed("ul", "passages").all(passages))
        .with(more)
}

fn passage(locale: Locale, row: &PassageRow) -> Element {
    let by = match row.by {
        StoredBy::Model => t::stage::stored_by_model(locale),
        StoredBy::User => t::stage::stored_by_user(locale),
    };
    classed("li", "passage")
        .key(row.id.0.to_string())
        .set("data-anchor", anchors::name(Anchor::Passage(row.id)))
        .maybe("data-state", says::passage_state_name(row.state))
        .set("title", by)
        .with(classed("b", "row-mark").text(row.id.to_string()))
        .with(classed("span", "passage-text").text(row.text.to_string()))
}
