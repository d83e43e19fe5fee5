//! External context: the two shelves, or the word that there is none.

use crate::app::tree::{Element, classed};
use crate::engine::config::Unit;
use crate::text::t;

use super::Drawn;
use super::contract::contract;
use super::historial::historial;
use super::station::analogy;

/// External context.
pub fn external(drawn: Drawn<'_>) -> Element {
    let (scene, locale) = (drawn.scene, drawn.locale);
    let note = match scene.unit {
        Unit::Items => t::stage::external_note_items(locale),
        Unit::Tokens => t::stage::external_note(locale),
    };
    let head = classed("header", "panel-head")
        .with(classed("h2", "panel-title").text(t::stage::external(locale)))
        .with(analogy(drawn, t::stage::os_external))
        .with(classed("p", "panel-note").text(note));
    let archivo = drawn.beside.filter(|_| scene.unit == Unit::Tokens);
    let none = || classed("p", "store-none").text(t::stage::without_external(locale));
    classed("div", "external")
        .with(head)
        .with((!scene.has_external).then(none))
        .with(historial(drawn))
        .with(archivo.map(|beside| (beside.archivo)(drawn)))
        .with(drawn.reading.contract.then(|| contract(drawn)))
}
