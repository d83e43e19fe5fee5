//! What an answer cost: model calls and function calls are never one word.

use super::Locale;
use super::context::TurnCounts;
use super::t::{cost_line, count};

/// `2 model calls: 1 + 1 for the page-in`; the sum only where there is something to explain
/// and every part is true.
pub fn model_calls(locale: Locale, turn: &TurnCounts) -> String {
    let calls = count::model_calls(locale, u64::from(turn.model_calls));
    let extra = turn.page_ins + turn.summary_calls + turn.choice_calls;
    // Two searches asked for in one reply are read by one call: then no sum is shown.
    if extra == 0 || turn.model_calls < extra {
        return calls;
    }
    let base = turn.model_calls - extra;
    if base == 0 && turn.page_ins > 0 {
        return calls;
    }
    let mut parts = Vec::new();
    if base > 0 {
        parts.push(locale.number(u64::from(base)));
    }
    for (many, words) in [
        (
            turn.page_ins,
            cost_line::page_ins as fn(Locale, u64) -> String,
        ),
        (turn.summary_calls, cost_line::summaries),
        (turn.choice_calls, cost_line::choices),
    ] {
        if many > 0 {
            parts.push(words(locale, u64::from(many)));
        }
    }
    cost_line::breakdown(locale, &calls, &parts.join(" + "))
}

/// `2 function calls`.
pub fn function_calls(locale: Locale, turn: &TurnCounts) -> String {
    count::function_calls(locale, u64::from(turn.function_calls))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_each_call_was_for() {
        let turn = |model_calls, page_ins, summary_calls, choice_calls| {
            let turn = TurnCounts {
                model_calls,
                page_ins,
                summary_calls,
                choice_calls,
                ..TurnCounts::default()
            };
            model_calls_es(&turn)
        };
        assert_eq!(turn(1, 0, 0, 0), "1 llamada al modelo");
        assert_eq!(
            turn(2, 1, 0, 0),
            "2 llamadas al modelo: 1 + 1 por el page-in"
        );
        assert_eq!(
            turn(5, 2, 1, 0),
            "5 llamadas al modelo: 2 + 2 por los page-ins + 1 por el resumen"
        );
        assert_eq!(
            turn(1, 0, 0, 1),
            "1 llamada al modelo: 1 por elegir qué sale"
        );
        // Two page-ins of one reply, read by one call.
        assert_eq!(turn(2, 2, 0, 0), "2 llamadas al modelo");
    }

    fn model_calls_es(turn: &TurnCounts) -> String {
        model_calls(Locale::Es, turn)
    }
}
