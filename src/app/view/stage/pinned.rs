//! The parts that nobody edits: system instructions, function schemas, statistics.

use crate::app::tree::{Element, classed, el};
use crate::scene::parts::PinnedPart;
use crate::text::t;

use super::station::analogy;
use super::{Drawn, says};

/// The pinned parts, in one line. Nothing in the miniature.
pub fn pinned(drawn: Drawn<'_>) -> Option<Element> {
    let (parts, locale) = (&drawn.scene.pinned, drawn.locale);
    if parts.is_empty() {
        return None;
    }
    let row = |part: &PinnedPart| {
        classed("li", "pinned-part")
            .set("title", says::pinned(locale, part))
            .with(classed("span", "pinned-name").text(says::pinned_short(locale, part)))
            .with(classed("span", "tokens").text(locale.number(u64::from(part.tokens))))
    };
    let word = analogy(drawn, t::stage::os_system).map(|word| el("li").with(word));
    let list = classed("ul", "pinned")
        .set("aria-label", t::stage::read_only(locale))
        .all(parts.iter().map(row))
        .with(word);
    Some(list)
}
