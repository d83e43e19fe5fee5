//! Working context: the blocks that the model edits, with what an edit changes.

use std::sync::Arc;

use leptos::either::Either;
use leptos::prelude::*;

use crate::scene::Scene;
use crate::scene::parts::{BlockChange, BlockPart};
use crate::text::{Locale, labels, t};

use super::anchors;
use crate::scene::flight::Anchor;

/// The blocks. Nothing in the miniature.
#[component]
pub fn WorkingContext(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let blocks = Memo::new(move |_| scene.with(|scene| scene.blocks.clone()));
    let tokens = Memo::new(move |_| scene.with(|scene| scene.capacity.parts.working_context));
    let shown = move || {
        let locale = locale.get();
        blocks.with(|blocks| {
            blocks
                .iter()
                .map(|block| block_view(locale, block))
                .collect_view()
        })
    };
    view! {
        <Show when=move || blocks.with(|blocks| !blocks.is_empty())>
            <div class="working-context">
                <h3 class="part-title">{move || t::stage::working_context(locale.get())}</h3>
                <span class="tokens">{move || locale.get().number(u64::from(tokens.get()))}</span>
                <dl class="blocks">{shown}</dl>
            </div>
        </Show>
    }
    .into_any()
}

fn block_view(locale: Locale, block: &BlockPart) -> impl IntoView + use<> {
    let length = t::stage::block_length(locale, u64::from(block.length), u64::from(block.limit));
    let value = match &block.edit {
        Some(edit) => Either::Left(edited(edit)),
        None if block.value.is_empty() => Either::Right(
            view! { <em class="quiet">{t::stage::block_empty(locale)}</em> }.into_any(),
        ),
        None => Either::Right(block.value.to_string().into_any()),
    };
    view! {
        <div
            class="block"
            data-anchor=anchors::name(Anchor::Block(block.index))
            data-state=block.edit.as_ref().map(|_| "edited")
        >
            <dt class="block-name" title=length>{labels::block(locale, &block.label)}</dt>
            <dd class="block-value">{value}</dd>
        </div>
    }
}

/// Both readings: what goes is struck, what comes is underlined.
fn edited(edit: &BlockChange) -> impl IntoView + use<> {
    let part = |text: &Arc<str>| text.to_string();
    let removed = (!edit.removed.is_empty()).then(|| view! { <del>{part(&edit.removed)}</del> });
    let added = (!edit.added.is_empty()).then(|| view! { <ins>{part(&edit.added)}</ins> });
    (part(&edit.head), removed, added, part(&edit.tail))
}
