//! The state of the page as the part of an address behind `#`: read with every number
//! clamped and every unknown name left aside, written as short as it can be. It never
//! holds a key or an endpoint. Knows no browser.

use std::fmt::Write;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::engine::config::{Config, EvictionPolicy, RuleSet, WhenSpent};
use crate::scenario::settings::Choices;
use crate::text::Locale;
use crate::trace::address::Address;

use super::choices::{Level, Panel, PanelSet, Theme};

/// Version of the form. A later one may add names; the known ones stay.
pub const LINK_VERSION: u32 = 1;

/// Longest text that is read, in bytes; what lies beyond it is left aside.
pub const LINK_BYTES_MAX: usize = 16_384;

/// Most items of one's own.
pub const ITEMS_MAX: usize = 500;

/// Longest item, in characters.
pub const ITEM_CHARACTERS_MAX: usize = 120;

/// Greatest seed: every program that reads JSON holds it exactly.
pub const SEED_MAX: u64 = (1 << 53) - 1;

/// Greatest window that a link may ask for, in units.
pub const WINDOW_MAX: u64 = 1_048_576;

/// Greatest page-in budget that a link may ask for.
pub const BUDGET_MAX: u64 = 1_000;

/// What a link asks for. What it does not name is left to the example or the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Id of an example.
    pub example: Option<Box<str>>,
    /// Items of one's own, in place of the example's.
    pub items: Vec<String>,
    /// The step in view.
    pub step: Option<StepName>,
    /// How much is shown.
    pub level: Option<Level>,
    /// The language.
    pub locale: Option<Locale>,
    /// The colours.
    pub theme: Option<Theme>,
    /// Settings that differ from the example's.
    pub changes: Changes,
    /// Parts that are not shown.
    pub hidden: PanelSet,
    /// Parts that are shown but take no orders.
    pub locked: PanelSet,
    /// True where single-character keys are switched off.
    pub is_without_characters: bool,
    /// True where something was not known, out of range or too long, and is not as it was asked
    /// for.
    pub is_clamped: bool,
}

/// A step, by what stays the same when texts or settings change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepName {
    /// `turn.call.kind.nth`.
    Address(Address),
    /// A named mark of the example.
    Mark(Box<str>),
}

/// Settings that differ from those of the example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Another rule set: the example's side of the user runs under it.
    pub rules: Option<RuleSet>,
    /// Capacity, in units.
    pub window: Option<u32>,
    /// Which leaves first.
    pub policy: Option<EvictionPolicy>,
    /// Most search calls a turn; `Some(None)` is without limit.
    pub budget: Option<Option<u32>>,
    /// What happens when that is spent.
    pub when_spent: Option<WhenSpent>,
    /// With or without external context.
    pub external: Option<bool>,
    /// Seed.
    pub seed: Option<u64>,
}

impl Link {
    /// Reads the part behind `#`, with or without the sign.
    pub fn parse(hash: &str) -> Self {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let mut link = Self {
            is_clamped: hash.len() > LINK_BYTES_MAX,
            ..Self::default()
        };
        for pair in within(hash, LINK_BYTES_MAX).split('&') {
            if let Some((name, value)) = pair.split_once('=') {
                link.take(name, value);
            }
        }
        link
    }

    fn take(&mut self, name: &str, value: &str) {
        match name {
            "example" => self.example = self.example.take().or_else(|| plain_name(value)),
            "items" => {
                let all: Vec<String> = decoded(value).collect();
                self.is_clamped |= all.len() > ITEMS_MAX || all.iter().any(|item| is_long(item));
                self.items = kept_items(all.into_iter());
            }
            "step" => self.step = StepName::parse(value).or_else(|| self.step.take()),
            "level" => self.level = Level::from_name(value).or(self.level),
            "lang" => self.locale = Locale::from_name(value).or(self.locale),
            "theme" => self.theme = Theme::from_name(value).or(self.theme),
            "hide" => self.hidden = panels(value),
            "lock" => self.locked = panels(value),
            "keys" => self.is_without_characters = value == "0",
            _ => {
                let is_known = self.changes.take(name, value);
                self.is_clamped |= !is_known || self.changes.differs(name, value);
            }
        }
    }

    /// The link as the part behind `#`, without the sign.
    pub fn print(&self) -> String {
        let mut text = format!("v={LINK_VERSION}");
        let mut put = |name: &str, value: &str| {
            // Writing to a String cannot fail.
            let _ = write!(text, "&{name}={value}");
        };
        if let Some(example) = &self.example {
            put("example", example);
        }
        if !self.items.is_empty() {
            let items: Vec<String> = self.items.iter().map(|item| encode(item)).collect();
            put("items", &items.join(","));
        }
        match &self.step {
            Some(StepName::Address(address)) => put("step", &address.to_string()),
            Some(StepName::Mark(name)) => put("step", name),
            None => {}
        }
        if let Some(level) = self.level {
            put("level", &level.number().to_string());
        }
        if let Some(locale) = self.locale {
            put("lang", locale.tag());
        }
        if let Some(theme) = self.theme {
            put("theme", theme.name());
        }
        self.changes.print(&mut put);
        for (name, panels) in [("hide", self.hidden), ("lock", self.locked)] {
            if panels != PanelSet::default() {
                let names: Vec<&str> = panels.iter().map(|panel| panel.name()).collect();
                put(name, &names.join(","));
            }
        }
        if self.is_without_characters {
            put("keys", "0");
        }
        text
    }
}

impl Changes {
    /// These as choices over an example's own settings.
    pub fn choices(&self) -> Choices {
        Choices {
            rules: self.rules,
            policy: self.policy,
            window: self.window,
            seed: self.seed,
            page_ins_max: self.budget,
            when_spent: self.when_spent,
            has_external: self.external,
        }
    }

    /// Puts these, but the rule set, into settings that no example stands behind.
    pub fn apply(&self, config: &mut Config) {
        self.choices().apply(config);
    }

    /// Takes a value. False where the setting has no such one.
    fn take(&mut self, name: &str, value: &str) -> bool {
        match name {
            "rules" => set(&mut self.rules, RuleSet::from_name(value)),
            "window" => set(&mut self.window, number_u32(value, 1, WINDOW_MAX)),
            "policy" => set(&mut self.policy, EvictionPolicy::from_name(value)),
            "budget" if value == "none" => set(&mut self.budget, Some(None)),
            "budget" => set(&mut self.budget, number_u32(value, 0, BUDGET_MAX).map(Some)),
            "spent" => set(&mut self.when_spent, WhenSpent::from_name(value)),
            "external" => set(&mut self.external, flag(value)),
            "seed" => set(&mut self.seed, number(value, 0, SEED_MAX)),
            _ => true,
        }
    }

    /// True where a number was given that was not taken as it is.
    fn differs(&self, name: &str, value: &str) -> bool {
        let taken = match name {
            "window" => self.window.map(u64::from),
            "budget" => self.budget.flatten().map(u64::from),
            "seed" => self.seed,
            _ => return false,
        };
        let given = number(value, 0, u64::MAX);
        given.is_some() && given != taken
    }

    fn print(&self, put: &mut impl FnMut(&str, &str)) {
        if let Some(rules) = self.rules {
            put("rules", rules.name());
        }
        if let Some(window) = self.window {
            put("window", &window.to_string());
        }
        if let Some(policy) = self.policy {
            put("policy", policy.name());
        }
        match self.budget {
            Some(Some(budget)) => put("budget", &budget.to_string()),
            Some(None) => put("budget", "none"),
            None => {}
        }
        if let Some(choice) = self.when_spent {
            put("spent", choice.name());
        }
        if let Some(external) = self.external {
            put("external", if external { "1" } else { "0" });
        }
        if let Some(seed) = self.seed {
            put("seed", &seed.to_string());
        }
    }
}

impl StepName {
    /// Reads an address or the name of a mark.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains('.') {
            text.parse().ok().map(Self::Address)
        } else {
            plain_name(text).map(Self::Mark)
        }
    }
}

/// A text typed by a person as items: one a line, or separated by commas or semicolons
/// where there is only one line. A list pasted from a notebook, `[1, 'tea']`, loses its
/// brackets and quotes. Each is trimmed; empty ones are left out.
pub fn typed_items(text: &str) -> Vec<String> {
    kept_items(split_items(text).map(str::to_owned))
}

/// True where more is typed than [`typed_items`] takes.
pub fn is_cut(text: &str) -> bool {
    let all = split_items(text);
    all.clone().count() > ITEMS_MAX || all.into_iter().any(is_long)
}

fn split_items(text: &str) -> impl Iterator<Item = &str> + Clone {
    let text = text.trim();
    let listed = [('[', ']'), ('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let separators: &[char] = match listed {
        Some(_) => &[',', ';', '\n', '\r'],
        None if text.contains('\n') => &['\n', '\r'],
        None => &[',', ';'],
    };
    let is_listed = listed.is_some();
    listed
        .unwrap_or(text)
        .split(separators)
        .map(move |item| {
            let item = item.trim();
            let inside = ['\'', '"']
                .into_iter()
                .find_map(|quote| item.strip_prefix(quote)?.strip_suffix(quote));
            inside.filter(|_| is_listed).unwrap_or(item).trim()
        })
        .filter(|item| !item.is_empty())
}

fn is_long(item: &str) -> bool {
    item.trim().chars().count() > ITEM_CHARACTERS_MAX
}

fn decoded(value: &str) -> impl Iterator<Item = String> {
    value
        .split(',')
        .map(|item| percent_decode_str(item).decode_utf8_lossy().into_owned())
}

fn kept_items(items: impl Iterator<Item = String>) -> Vec<String> {
    let cut = |item: String| {
        item.trim()
            .chars()
            .take(ITEM_CHARACTERS_MAX)
            .collect::<String>()
    };
    items
        .map(cut)
        .filter(|item| !item.is_empty())
        .take(ITEMS_MAX)
        .collect()
}

/// Letters, digits and `-_.` stay; a comma inside an item does not.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

fn encode(text: &str) -> String {
    utf8_percent_encode(text, KEPT).to_string()
}

fn panels(value: &str) -> PanelSet {
    value.split(',').filter_map(Panel::from_name).collect()
}

/// `a-z`, `0-9` and `-`, as ids and marks of examples are written.
fn plain_name(value: &str) -> Option<Box<str>> {
    let is_sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_name = !value.is_empty() && value.len() <= 64 && value.bytes().all(is_sign);
    is_name.then(|| value.into())
}

/// Sets what is given. False where nothing is.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_given = value.is_some();
    if is_given {
        *place = value;
    }
    is_given
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}

/// A whole number, clamped; `None` for what is no number.
fn number(value: &str, least: u64, most: u64) -> Option<u64> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| value.parse().unwrap_or(u64::MAX).clamp(least, most))
}

fn number_u32(value: &str, least: u64, most: u64) -> Option<u32> {
    number(value, least, most).and_then(|value| u32::try_from(value).ok())
}

/// The longest beginning of at most `bytes` bytes that ends between two characters.
fn within(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_link_is_read_as_it_is_written() {
        let text = "v=1&example=five-slots&items=pan,una%20coma%2C%20aqu%C3%AD&step=6.1.evicted.1&level=2&lang=es\
                    &theme=dark&rules=paper&window=2048&policy=least-recently-used&budget=2&spent=stop&external=0\
                    &seed=7&hide=header,timeline&lock=language&keys=0";
        let link = Link::parse(text);
        assert_eq!(link.print(), text);
        assert_eq!(link.items, ["pan", "una coma, aquí"]);
        assert_eq!(link.changes.budget, Some(Some(2)));
        assert_eq!(Link::parse(&format!("#{text}")), link);
    }

    #[test]
    fn an_empty_link_asks_for_nothing() {
        for text in ["", "#", "&&", "v=1", "nothing", "=", "example="] {
            assert_eq!(Link::parse(text), Link::default(), "{text}");
        }
    }

    #[test]
    fn numbers_are_clamped_and_what_is_no_number_is_left_aside() {
        let changes = |text: &str| Link::parse(text).changes;
        assert_eq!(changes("window=0").window, Some(1));
        assert_eq!(
            changes("window=99999999999999999999999").window,
            Some(1_048_576)
        );
        assert_eq!(changes("budget=5000").budget, Some(Some(1_000)));
        assert_eq!(changes("budget=none").budget, Some(None));
        assert_eq!(changes("seed=18446744073709551616").seed, Some(SEED_MAX));
        for text in [
            "window=-1",
            "window=1e9",
            "window=",
            "window=٣",
            "seed=0x10",
            "budget=many",
        ] {
            assert_eq!(changes(text), Changes::default(), "{text}");
        }
    }

    #[test]
    fn what_is_not_taken_as_it_was_asked_for_is_told_apart() {
        let is_clamped = |text: &str| Link::parse(text).is_clamped;
        let long = |count: usize| format!("items={}", vec!["a"; count].join(","));
        for text in [
            "",
            "v=1&example=five-slots&level=1&external=0&keys=0",
            "window=5&budget=0&seed=7",
            "window=007&budget=none",
            "items=a,b&moon=many",
            "policy=lru&rules=paper&spent=stop",
            &long(ITEMS_MAX),
        ] {
            assert!(!is_clamped(text), "{text}");
        }
        let wordy = format!("items={}", "a".repeat(ITEM_CHARACTERS_MAX + 1));
        for text in [
            "window=0",
            "window=99999999999999999999999",
            "budget=1001",
            "seed=9007199254740992",
            "window=many",
            "seed=-1",
            "budget=",
            "policy=best",
            "rules=mine",
            "spent=later",
            "external=yes",
            &wordy,
            &long(ITEMS_MAX + 1),
            &format!("items=a&theme={}", "x".repeat(LINK_BYTES_MAX)),
        ] {
            assert!(is_clamped(text), "{}", within(text, 40));
        }
        assert!(is_cut(&"x,".repeat(ITEMS_MAX + 1)) && !is_cut(" a , , b"));
    }

    #[test]
    fn names_that_are_not_known_are_left_aside() {
        let link = Link::parse(
            "level=4&lang=fr&theme=pink&rules=mine&policy=best&hide=moon,cost&step=1.2&example=../x",
        );
        assert_eq!(
            link,
            Link {
                hidden: [Panel::Cost].into_iter().collect(),
                is_clamped: true,
                ..Link::default()
            }
        );
        assert_eq!(
            Link::parse("key=sk-secret&endpoint=http://x").print(),
            "v=1"
        );
    }

    #[test]
    fn a_step_is_an_address_or_a_mark() {
        assert!(matches!(
            StepName::parse("2.1.paged_in.1"),
            Some(StepName::Address(_))
        ));
        assert_eq!(
            StepName::parse("first-page-out"),
            Some(StepName::Mark("first-page-out".into()))
        );
        assert_eq!(StepName::parse("12"), Some(StepName::Mark("12".into())));
        assert_eq!(StepName::parse("2.1.paged_in"), None);
    }

    #[test]
    fn typed_items_stand_on_lines_or_between_commas() {
        assert_eq!(
            typed_items(" pan, leche ;, huevos\t"),
            ["pan", "leche", "huevos"]
        );
        assert_eq!(
            typed_items("uno, dos\r\n\r\n tres \n"),
            ["uno, dos", "tres"]
        );
        // As a notebook prints them.
        for list in [
            "[1, 'tea', \"red wine\"]",
            "(1, 'tea', 'red wine')",
            "{1, 'tea', 'red wine'}",
            "[\n  1,\n  'tea',\n  'red wine',\n]",
        ] {
            assert_eq!(typed_items(list), ["1", "tea", "red wine"], "{list}");
        }
        assert_eq!(typed_items("[1], 'tea'"), ["[1]", "'tea'"]);
        assert_eq!(typed_items("[]"), Vec::<String>::new().as_slice());
        assert_eq!(typed_items(" \n , "), Vec::<String>::new().as_slice());
        assert_eq!(typed_items(&"x,".repeat(2_000)).len(), ITEMS_MAX);
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_what_is_written_is_read_back(text in ".{0,300}") {
            let link = Link { is_clamped: false, ..Link::parse(&text) };
            prop_assert_eq!(Link::parse(&link.print()), link);
        }

        #[test]
        fn any_items_come_back(items in prop::collection::vec("[^\\s]{1,30}", 0..8)) {
            let link = Link { items, ..Link::default() };
            prop_assert_eq!(Link::parse(&link.print()), link);
        }
    }
}
