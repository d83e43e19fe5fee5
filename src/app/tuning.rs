//! From settings that were chosen to the inputs that bring them about.

use crate::engine::config::Config;
use crate::engine::input::Setting;

/// What differs, as settings that change from a step on.
pub fn differing(now: &Config, chosen: &Config) -> Vec<Setting> {
    let settings = [
        (now.window != chosen.window).then_some(Setting::Window(chosen.window)),
        (now.policy != chosen.policy).then_some(Setting::Policy(chosen.policy)),
        (now.page_ins_max != chosen.page_ins_max)
            .then_some(Setting::PageInBudget(chosen.page_ins_max)),
        (now.when_spent != chosen.when_spent).then_some(Setting::WhenSpent(chosen.when_spent)),
        (now.has_external != chosen.has_external).then_some(Setting::External(chosen.has_external)),
        (now.seed != chosen.seed).then_some(Setting::Seed(chosen.seed)),
    ];
    settings.into_iter().flatten().collect()
}
