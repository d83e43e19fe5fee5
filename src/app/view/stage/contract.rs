//! The lesson's contract in five lines, with the running one lit.

use std::sync::Arc;

use leptos::prelude::*;

use crate::scene::Scene;
use crate::scene::contract::ContractLine;
use crate::text::{Locale, t};

use super::says;

/// The contract.
#[component]
pub fn Contract(
    /// What stands where.
    scene: Signal<Arc<Scene>>,
    /// The language.
    locale: Signal<Locale>,
) -> impl IntoView {
    let running = Memo::new(move |_| scene.with(|scene| scene.contract.clone()));
    let lines = move || {
        let (locale, running) = (locale.get(), running.get());
        let line = |line: ContractLine| {
            let is_running = running.contains(&line);
            let spoken = is_running.then(|| {
                let words = t::stage::contract_running(locale);
                view! { <span class="visually-hidden">{words}</span> }
            });
            view! {
                <li
                    class="contract-line"
                    data-state=is_running.then_some("running")
                    data-indent=line.is_indented().then_some("")
                >
                    <code>{says::contract(locale, line)}</code>
                    {spoken}
                </li>
            }
        };
        ContractLine::ALL.into_iter().map(line).collect_view()
    };
    view! {
        <section class="contract">
            <h2 class="part-title">{move || t::stage::contract(locale.get())}</h2>
            <ol class="contract-lines">{lines}</ol>
        </section>
    }
    .into_any()
}
