//! The lesson's contract in five lines, with the running one lit.

use crate::app::tree::{Element, classed, el, hidden};
use crate::scene::contract::ContractLine;
use crate::text::t;

use super::{Drawn, says};

/// The contract.
pub fn contract(drawn: Drawn<'_>) -> Element {
    let locale = drawn.locale;
    let line = |line: ContractLine| {
        let is_running = drawn.scene.contract.contains(&line);
        classed("li", "contract-line")
            .maybe("data-state", is_running.then_some("running"))
            .flag("data-indent", line.is_indented())
            .with(el("code").text(says::contract(locale, line)))
            .with(is_running.then(|| hidden(t::stage::contract_running(locale))))
    };
    classed("section", "contract")
        .with(classed("h2", "part-title").text(t::stage::contract(locale)))
        .with(classed("ol", "contract-lines").all(ContractLine::ALL.into_iter().map(line)))
}
