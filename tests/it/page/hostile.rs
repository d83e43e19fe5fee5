//! Every example that ships under settings that nobody chose for it: the smallest and largest
//! windows, every rule set and policy, budgets of nothing and of one, without a store. Each
//! ends with the user in control, breaks no rule, and says something whole at every step.

use memgpt_playground::app::link::Changes;
use memgpt_playground::app::playground::{ForkAt, OpenProblem, Playground, Source};
use memgpt_playground::engine::config::{Config, EvictionPolicy, RuleSet, WhenSpent};
use memgpt_playground::run::Wait;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::text::Locale;

use super::{SUPPLIED, example};

/// Examples that are long are tried with a third of the settings.
const LONG: &str = "six-sessions";

fn settings(rules: RuleSet) -> Vec<Changes> {
    let (least, most) = Config::window_range(rules.config().unit);
    let small = rules.config().window.max(least);
    let windows = [least, least + 1, small, small + 1, small * 2, most];
    let budgets = [Some(0), Some(1), None];
    let policies = EvictionPolicy::ALL;
    let mut all = Vec::new();
    for (nth, window) in windows.into_iter().enumerate() {
        for (at, policy) in policies.into_iter().enumerate() {
            let turn = nth * policies.len() + at;
            all.push(Changes {
                rules: Some(rules),
                window: Some(window),
                policy: Some(policy),
                budget: Some(budgets[turn % budgets.len()]),
                when_spent: Some(WhenSpent::ALL[(turn / 2) % WhenSpent::ALL.len()]),
                external: Some(!turn.is_multiple_of(5)),
                seed: Some([0, 1, 7, u64::from(u32::MAX)][turn % 4]),
            });
        }
    }
    all
}

#[test]
fn every_example_ends_in_order_under_settings_meant_to_break_it() {
    for (nth, built_in) in BUILT_IN.iter().enumerate() {
        let scenario = example(built_in.id);
        for rules in RuleSet::ALL {
            for (at, changes) in settings(rules).into_iter().enumerate() {
                if built_in.id == LONG && at % 3 != 0 {
                    continue;
                }
                let locale = Locale::ALL[(nth + at) % 2];
                let place = format!("{} {changes:?}", built_in.id);
                let source = Source::Example(scenario.clone());
                let mut playground = match Playground::open(source, changes, locale, SUPPLIED) {
                    Ok(playground) => playground,
                    // A window that does not hold the blocks of the file is refused, and said.
                    Err(OpenProblem::Settings(_)) => continue,
                    Err(problem) => panic!("{place}: {problem:?}"),
                };
                assert_eq!(playground.broken(), None, "{place}");
                assert_eq!(playground.wait(), Wait::User, "{place}");
                // Every step can be told, and the policies compared.
                assert!(!playground.trace_text(locale, None).is_empty(), "{place}");
                playground.follow();
                let _ = memgpt_playground::app::policies::compared(&playground);
                // And one can still speak in the middle of it.
                playground.look_at(playground.count() / 2);
                let _ = playground.say("1 + 2", ForkAt::Here);
                assert_eq!(playground.broken(), None, "{place}");
                for future in memgpt_playground::app::futures::named(&playground) {
                    let numbers = [1, future.number];
                    assert!(
                        memgpt_playground::app::futures::compared(&playground, numbers).is_some(),
                        "{place}"
                    );
                }
            }
        }
    }
}
