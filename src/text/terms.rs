//! The glossary: each term with its definition, in the order in which a newcomer meets them.

use super::Locale;
use super::t::glossary as g;

/// A text of the catalogue.
type Text = fn(Locale) -> &'static str;

/// Terms, each with what it means in one or two sentences.
pub const TERMS: [(Text, Text); 35] = [
    (g::main_context, g::main_context_about),
    (g::external, g::external_about),
    (g::window, g::window_about),
    (g::page_out, g::page_out_about),
    (g::page_in, g::page_in_about),
    (g::store_search, g::store_search_about),
    (g::model_call, g::model_call_about),
    (g::function_call, g::function_call_about),
    (g::step, g::step_about),
    (g::scripted, g::scripted_about),
    (g::working_context, g::working_context_about),
    (g::blocks, g::blocks_about),
    (g::queue, g::queue_about),
    (g::summary, g::summary_about),
    (g::recall, g::recall_about),
    (g::archival, g::archival_about),
    (g::result_page, g::result_page_about),
    (g::copy, g::copy_about),
    (g::warning, g::warning_about),
    (g::flush, g::flush_about),
    (g::policy, g::policy_about),
    (g::budget, g::budget_about),
    (g::silent_failure, g::silent_failure_about),
    (g::system, g::system_about),
    (g::schemas, g::schemas_about),
    (g::components, g::components_about),
    (g::interrupt, g::interrupt_about),
    (g::heartbeat, g::heartbeat_about),
    (g::explicit, g::explicit_about),
    (g::invented, g::invented_about),
    (g::position, g::position_about),
    (g::virtual_memory, g::virtual_memory_about),
    (g::page_fault, g::page_fault_about),
    (g::rule_set, g::rule_set_about),
    (g::run, g::run_about),
];
