//! The words that the model reads, in the content language of a run.

use crate::engine::wording::{FaultWording, FunctionWording, Wording};

use super::Locale;
use super::t::prompt;

/// The texts that can enter a prompt of the miniature; the others are empty. The first
/// screen needs no more.
pub fn miniature(locale: Locale) -> Wording {
    Wording {
        language: locale.tag(),
        system_miniature: prompt::system_miniature(locale).to_owned(),
        eviction_instructions: prompt::eviction_instructions(locale).to_owned(),
        heartbeat_requested: prompt::heartbeat_requested(locale).to_owned(),
        heartbeat_failed: prompt::heartbeat_failed(locale).to_owned(),
        heartbeat_recorded: prompt::heartbeat_recorded(locale).to_owned(),
        timer: prompt::timer(locale).to_owned(),
        page_head: prompt::page_head(locale).to_owned(),
        no_results: prompt::no_results(locale).to_owned(),
        paused: prompt::paused(locale).to_owned(),
        faults: FaultWording {
            unknown_function: prompt::fault_unknown_function(locale).to_owned(),
            broken_arguments: prompt::fault_broken_arguments(locale).to_owned(),
            missing_argument: prompt::fault_missing_argument(locale).to_owned(),
            unknown_argument: prompt::fault_unknown_argument(locale).to_owned(),
            wrong_type: prompt::fault_wrong_type(locale).to_owned(),
            unknown_block: prompt::fault_unknown_block(locale).to_owned(),
            block_full: prompt::fault_block_full(locale).to_owned(),
            text_not_found: prompt::fault_text_not_found(locale).to_owned(),
            empty_old_content: prompt::fault_empty_old_content(locale).to_owned(),
            bad_date: prompt::fault_bad_date(locale).to_owned(),
            page_out_of_range: prompt::fault_page_out_of_range(locale).to_owned(),
            empty_text: prompt::fault_empty_text(locale).to_owned(),
            budget_answer_without: prompt::fault_budget_answer_without(locale).to_owned(),
            budget_say_unknown: prompt::fault_budget_say_unknown(locale).to_owned(),
            budget_stop: prompt::fault_budget_stop(locale).to_owned(),
            not_evictable: prompt::fault_not_evictable(locale).to_owned(),
        },
        functions: FunctionWording {
            send_message: prompt::function_send_message(locale).to_owned(),
            conversation_search: prompt::function_conversation_search(locale).to_owned(),
            evict: prompt::function_evict(locale).to_owned(),
            ..FunctionWording::default()
        },
        ..Wording::default()
    }
}

/// All texts that enter a prompt, in one language.
pub fn wording(locale: Locale) -> Wording {
    let small = miniature(locale);
    Wording {
        system: prompt::system(locale).to_owned(),
        system_direct: prompt::system_direct(locale).to_owned(),
        statistics: prompt::statistics(locale).to_owned(),
        memory_changed: prompt::memory_changed(locale).to_owned(),
        boot_thought: prompt::boot_thought(locale).to_owned(),
        boot_message: prompt::boot_message(locale).to_owned(),
        first_login: prompt::first_login(locale).to_owned(),
        summary_instructions: prompt::summary_instructions(locale).to_owned(),
        pressure_alert: prompt::pressure_alert(locale).to_owned(),
        summary: prompt::summary(locale).to_owned(),
        summary_missing: prompt::summary_missing(locale).to_owned(),
        document_notice: prompt::document_notice(locale).to_owned(),
        functions: FunctionWording {
            pause_heartbeats: prompt::function_pause_heartbeats(locale).to_owned(),
            core_memory_append: prompt::function_core_memory_append(locale).to_owned(),
            core_memory_replace: prompt::function_core_memory_replace(locale).to_owned(),
            conversation_search_date: prompt::function_conversation_search_date(locale).to_owned(),
            archival_memory_insert: prompt::function_archival_memory_insert(locale).to_owned(),
            archival_memory_search: prompt::function_archival_memory_search(locale).to_owned(),
            ..small.functions
        },
        ..small
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::function::Function;
    use crate::engine::tokens;

    /// The values that the engine fills into each text, in the order of [`Wording`].
    fn templates(words: &Wording) -> Vec<(&str, &[&str])> {
        let faults = &words.faults;
        let mut all: Vec<(&str, &[&str])> = vec![
            (&words.system, &[]),
            (&words.system_direct, &[]),
            (&words.system_miniature, &[]),
            (&words.statistics, &["recall", "archival"]),
            (&words.memory_changed, &["time"]),
            (&words.boot_thought, &[]),
            (&words.boot_message, &[]),
            (&words.first_login, &[]),
            (&words.summary_instructions, &["words"]),
            (&words.eviction_instructions, &[]),
            (&words.pressure_alert, &[]),
            (&words.heartbeat_requested, &[]),
            (&words.heartbeat_failed, &[]),
            (&words.timer, &[]),
            (&words.summary, &["hidden", "total", "folded", "summary"]),
            (&words.summary_missing, &[]),
            (&words.page_head, &["shown", "total", "page", "last"]),
            (&words.no_results, &[]),
            (&words.document_notice, &["title", "passages"]),
            (&words.paused, &["minutes"]),
            (&faults.unknown_function, &["name"]),
            (&faults.broken_arguments, &["problem"]),
            (&faults.missing_argument, &["name"]),
            (&faults.unknown_argument, &["name"]),
            (&faults.wrong_type, &["name", "expected"]),
            (&faults.unknown_block, &["name"]),
            (&faults.block_full, &["block", "limit", "asked"]),
            (&faults.text_not_found, &["block", "old"]),
            (&faults.empty_old_content, &[]),
            (&faults.bad_date, &["text"]),
            (&faults.page_out_of_range, &["page", "first", "last"]),
            (&faults.empty_text, &["name"]),
            (&faults.budget_answer_without, &["budget"]),
            (&faults.budget_say_unknown, &["budget"]),
            (&faults.budget_stop, &["budget"]),
            (&faults.not_evictable, &["id"]),
        ];
        all.extend(
            Function::MEMGPT
                .iter()
                .chain([&Function::Evict])
                .map(|it| (words.functions.of(*it), &[][..])),
        );
        all
    }

    #[test]
    fn every_prompt_text_holds_exactly_the_values_that_the_engine_fills_in() {
        for locale in Locale::ALL {
            for (text, values) in templates(&wording(locale)) {
                let mut rest = text.to_owned();
                for value in values {
                    let written = format!("{{{value}}}");
                    assert!(
                        rest.contains(&written),
                        "{locale:?}: {written} is missing in: {text}"
                    );
                    rest = rest.replace(&written, "");
                }
                assert!(
                    !rest.contains(['{', '}']),
                    "{locale:?}: a value that nobody fills in: {text}"
                );
            }
        }
    }

    #[test]
    fn the_fixed_texts_leave_room_in_a_small_window() {
        for locale in Locale::ALL {
            let words = wording(locale);
            assert!(
                tokens::estimate(&words.system) < 220
                    && tokens::estimate(&words.system_direct) < 220,
                "{locale:?}: {}",
                tokens::estimate(&words.system)
            );
            let config = crate::engine::config::RuleSet::Paper.config();
            let schemas = Function::MEMGPT
                .map(|function| crate::engine::package::schema(function, &config, &words).json);
            let total: u32 = schemas.iter().map(|schema| tokens::estimate(schema)).sum();
            assert!(total <= 620, "{locale:?}: {total}");
        }
    }

    #[test]
    fn the_warning_names_the_functions_that_save() {
        for locale in Locale::ALL {
            let words = wording(locale);
            for function in [
                Function::CoreMemoryAppend,
                Function::CoreMemoryReplace,
                Function::ArchivalMemoryInsert,
            ] {
                assert!(words.pressure_alert.contains(function.wire()));
            }
        }
    }
}
