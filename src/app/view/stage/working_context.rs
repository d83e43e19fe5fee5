//! Working context: the blocks that the model edits, with what an edit changes.

use crate::app::tree::{Element, classed, el};
use crate::scene::flight::Anchor;
use crate::scene::parts::{BlockChange, BlockPart};
use crate::text::{Locale, labels, t};

use super::{Drawn, anchors};

/// The blocks. Nothing in the miniature.
pub fn working_context(drawn: Drawn<'_>) -> Option<Element> {
    let (blocks, locale) = (&drawn.scene.blocks, drawn.locale);
    if blocks.is_empty() {
        return None;
    }
    let tokens = drawn.scene.capacity.parts.working_context;
    let blocks = blocks.iter().map(|block| block_view(locale, block));
    let part = classed("div", "working-context")
        .with(classed("h3", "part-title").text(t::stage::working_context(locale)))
        .with(classed("span", "tokens").text(locale.number(u64::from(tokens))))
        .with(classed("dl", "blocks").all(blocks));
    Some(part)
}

fn block_view(locale: Locale, block: &BlockPart) -> Element {
    let length = t::stage::block_length(locale, u64::from(block.length), u64::from(block.limit));
    let value = classed("dd", "block-value");
    let value = match &block.edit {
        Some(edit) => edited(value, edit),
        None if block.value.is_empty() => {
            value.with(classed("em", "quiet").text(t::stage::block_empty(locale)))
        }
        None => value.text(block.value.to_string()),
    };
    let name = classed("dt", "block-name")
        .set("title", length)
        .text(labels::block(locale, &block.label));
    classed("div", "block")
        .set("data-anchor", anchors::name(Anchor::Block(block.index)))
        .maybe("data-state", block.edit.as_ref().map(|_| "edited"))
        .with(name)
        .with(value)
}

/// Both readings: what goes is struck, what comes is underlined.
fn edited(value: Element, edit: &BlockChange) -> Element {
    let part = |tag, text: &str| (!text.is_empty()).then(|| el(tag).text(text.to_owned()));
    value
        .text(edit.head.to_string())
        .with(part("del", &edit.removed))
        .with(part("ins", &edit.added))
        .text(edit.tail.to_string())
}
