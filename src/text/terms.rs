//! The glossary: each term with its definition, in the order of the hierarchy, outside in.

use super::Locale;
use super::t::glossary as g;

/// A text of the catalogue.
type Text = fn(Locale) -> &'static str;

/// A term and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its name in links and in `id` attributes.
    pub id: &'static str,
    name: Text,
    meaning: Text,
}

impl Term {
    /// The term.
    pub fn name(&self, locale: Locale) -> &'static str {
        (self.name)(locale)
    }

    /// What it means, in one or two sentences.
    pub fn meaning(&self, locale: Locale) -> &'static str {
        (self.meaning)(locale)
    }
}

/// All terms.
pub const TERMS: [Term; 35] = [
    term("main-context", g::main_context, g::main_context_is),
    term(
        "external-context",
        g::external_context,
        g::external_context_is,
    ),
    term("window", g::window, g::window_is),
    term("system", g::system, g::system_is),
    term("schemas", g::schemas, g::schemas_is),
    term("working-context", g::working_context, g::working_context_is),
    term("blocks", g::blocks, g::blocks_is),
    term("queue", g::queue, g::queue_is),
    term("summary", g::summary, g::summary_is),
    term("recall", g::recall, g::recall_is),
    term("archival", g::archival, g::archival_is),
    term("page-out", g::page_out, g::page_out_is),
    term("page-in", g::page_in, g::page_in_is),
    term("store-search", g::store_search, g::store_search_is),
    term("result-page", g::result_page, g::result_page_is),
    term("copy", g::copy, g::copy_is),
    term("function-call", g::function_call, g::function_call_is),
    term("model-call", g::model_call, g::model_call_is),
    term("interrupt", g::interrupt, g::interrupt_is),
    term("heartbeat", g::heartbeat, g::heartbeat_is),
    term("warning", g::warning, g::warning_is),
    term("flush", g::flush, g::flush_is),
    term("policy", g::policy, g::policy_is),
    term("components", g::components, g::components_is),
    term("budget", g::budget, g::budget_is),
    term("silent-failure", g::silent_failure, g::silent_failure_is),
    term("explicit", g::explicit, g::explicit_is),
    term("invented", g::invented, g::invented_is),
    term("position", g::position, g::position_is),
    term("virtual-memory", g::virtual_memory, g::virtual_memory_is),
    term("page-fault", g::page_fault, g::page_fault_is),
    term("scripted", g::scripted, g::scripted_is),
    term("rule-set", g::rule_set, g::rule_set_is),
    term("step", g::step, g::step_is),
    term("run", g::run, g::run_is),
];

const fn term(id: &'static str, name: Text, meaning: Text) -> Term {
    Term { id, name, meaning }
}
