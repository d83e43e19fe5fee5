//! What a visitor, or a teacher by a link, chooses about the page itself. None of it
//! changes what the machine does.

/// How much of the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The lesson's miniature: no tokens, no tabs.
    Slots,
    /// Tokens, working context, functions, tabs.
    Conversation,
    /// Rule sets, policies, budgets, trace.
    Everything,
}

/// Colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Those of the system.
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How fast a run is played. On a log scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// 0.25×.
    Quarter,
    /// 0.5×.
    Half,
    /// 1×.
    Normal,
    /// 2×.
    Double,
    /// 4×.
    Fourfold,
    /// 8×.
    Eightfold,
    /// Without travel and without waiting.
    Immediate,
}

/// Parts of the page that a link can hide or lock. Hiding removes a part; locking shows
/// it but takes no orders. A convenience for lessons, no security.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The whole bar at the top.
    Header,
    /// Choice of the example, own items.
    Example,
    /// Rule set, policy, window, budgets, seed.
    Settings,
    /// Choice of the language.
    Language,
    /// Choice of the theme.
    Theme,
    /// Choice of the level.
    Level,
    /// Copying the link, embed code.
    Share,
    /// Glossary, legend, keys.
    Help,
    /// Start again.
    Restart,
    /// The conversation column.
    Conversation,
    /// The box to say something in, with its suggestions.
    Composer,
    /// The timeline.
    Timeline,
    /// Playing.
    Play,
    /// The sentence below the stage.
    Sentence,
    /// The contract and the other toggles of meaning.
    Views,
    /// All tabs.
    Tabs,
    /// The tab with the prompt.
    Prompt,
    /// The tab with what left.
    Evictions,
    /// The tab with the costs.
    Cost,
    /// The tab with the trace.
    Trace,
    /// A live model.
    Live,
}

/// Some of the parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanelSet(u32);

impl PanelSet {
    /// True where it holds the part.
    pub fn contains(self, panel: Panel) -> bool {
        self.0 & Self::bit(panel) != 0
    }

    /// Puts a part in.
    pub fn insert(&mut self, panel: Panel) {
        self.0 |= Self::bit(panel);
    }

    /// Takes a part out.
    pub fn remove(&mut self, panel: Panel) {
        self.0 &= !Self::bit(panel);
    }

    /// Its parts, in the order of [`Panel::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Panel> {
        Panel::ALL
            .into_iter()
            .filter(move |panel| self.contains(*panel))
    }

    fn bit(panel: Panel) -> u32 {
        1 << panel as u32
    }
}

impl FromIterator<Panel> for PanelSet {
    fn from_iter<I: IntoIterator<Item = Panel>>(panels: I) -> Self {
        let mut set = Self::default();
        for panel in panels {
            set.insert(panel);
        }
        set
    }
}

/// A tab below the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// What happens at this step.
    Explanation,
    /// What is different from a recorded agent.
    Recording,
    /// What the model gets.
    Prompt,
    /// What left.
    Evictions,
    /// The costs.
    Cost,
    /// Two futures beside each other.
    Futures,
    /// The log.
    Trace,
    /// Settings of the run.
    Settings,
}

impl Level {
    /// All levels, least first.
    pub const ALL: [Self; 3] = [Self::Slots, Self::Conversation, Self::Everything];

    /// Its number, from 1: the name in links.
    pub fn number(self) -> u32 {
        match self {
            Self::Slots => 1,
            Self::Conversation => 2,
            Self::Everything => 3,
        }
    }

    /// The level of that number.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|level| level.number().to_string() == name)
    }
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Name in links and of the attribute that styles read.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

impl Speed {
    /// All speeds, slowest first.
    pub const ALL: [Self; 7] = [
        Self::Quarter,
        Self::Half,
        Self::Normal,
        Self::Double,
        Self::Fourfold,
        Self::Eightfold,
        Self::Immediate,
    ];

    /// Name in storage and on the control.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quarter => "0.25",
            Self::Half => "0.5",
            Self::Normal => "1",
            Self::Double => "2",
            Self::Fourfold => "4",
            Self::Eightfold => "8",
            Self::Immediate => "instant",
        }
    }

    /// The speed of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// `milliseconds` at this speed.
    pub fn scale(self, milliseconds: u32) -> u32 {
        match self {
            Self::Quarter => milliseconds * 4,
            Self::Half => milliseconds * 2,
            Self::Normal => milliseconds,
            Self::Double => milliseconds / 2,
            Self::Fourfold => milliseconds / 4,
            Self::Eightfold => milliseconds / 8,
            Self::Immediate => 0,
        }
    }

    /// The next faster one; itself where there is none.
    pub fn faster(self) -> Self {
        Self::ALL
            .into_iter()
            .find(|speed| *speed > self)
            .unwrap_or(self)
    }

    /// The next slower one; itself where there is none.
    pub fn slower(self) -> Self {
        Self::ALL
            .into_iter()
            .rev()
            .find(|speed| *speed < self)
            .unwrap_or(self)
    }
}

impl Panel {
    /// All parts.
    pub const ALL: [Self; 21] = [
        Self::Header,
        Self::Example,
        Self::Settings,
        Self::Language,
        Self::Theme,
        Self::Level,
        Self::Share,
        Self::Help,
        Self::Restart,
        Self::Conversation,
        Self::Composer,
        Self::Timeline,
        Self::Play,
        Self::Sentence,
        Self::Views,
        Self::Tabs,
        Self::Prompt,
        Self::Evictions,
        Self::Cost,
        Self::Trace,
        Self::Live,
    ];

    /// Name in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Example => "example",
            Self::Settings => "settings",
            Self::Language => "language",
            Self::Theme => "theme",
            Self::Level => "level",
            Self::Share => "share",
            Self::Help => "help",
            Self::Restart => "restart",
            Self::Conversation => "conversation",
            Self::Composer => "composer",
            Self::Timeline => "timeline",
            Self::Play => "play",
            Self::Sentence => "sentence",
            Self::Views => "views",
            Self::Tabs => "tabs",
            Self::Prompt => "prompt",
            Self::Evictions => "evictions",
            Self::Cost => "cost",
            Self::Trace => "trace",
            Self::Live => "live",
        }
    }

    /// The part of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_found_by_its_name() {
        for level in Level::ALL {
            assert_eq!(Level::from_name(&level.number().to_string()), Some(level));
        }
        for theme in Theme::ALL {
            assert_eq!(Theme::from_name(theme.name()), Some(theme));
        }
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), Some(speed));
        }
        for panel in Panel::ALL {
            assert_eq!(Panel::from_name(panel.name()), Some(panel));
        }
    }

    #[test]
    fn speeds_stop_at_both_ends() {
        assert_eq!(Speed::Immediate.faster(), Speed::Immediate);
        assert_eq!(Speed::Quarter.slower(), Speed::Quarter);
        assert_eq!(Speed::Normal.faster(), Speed::Double);
        assert_eq!(Speed::Normal.slower(), Speed::Half);
        assert_eq!(Speed::Fourfold.scale(800), 200);
    }
}
