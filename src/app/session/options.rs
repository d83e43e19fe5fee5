//! What is chosen about the page.

use crate::text::Locale;
use crate::trace::cursor::Stride;

use crate::app::choices::{Level, PanelSet, Speed, Theme};
use crate::app::mark::Mark;
use crate::app::platform::{preferences, storage};

/// What is chosen about the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much is shown.
    pub level: Level,
    /// The language of the page.
    pub locale: Locale,
    /// The colours.
    pub theme: Theme,
    /// How fast it plays.
    pub speed: Speed,
    /// How far one step goes.
    pub stride: Stride,
    /// What "the next" jumps to.
    pub wanted: Mark,
    /// Parts that are not shown.
    pub hidden: PanelSet,
    /// Parts that take no orders.
    pub locked: PanelSet,
    /// True where single characters are keys.
    pub has_character_keys: bool,
    /// True where the contract is shown.
    pub shows_contract: bool,
    /// True where the page speaks of an operating system.
    pub shows_system: bool,
    /// True where nothing travels.
    pub is_still: bool,
}

/// What is chosen where the address says nothing: what was chosen last time, else what
/// the browser prefers. A frame remembers nothing.
pub(super) fn first_options(is_framed: bool) -> Options {
    let kept = |name| if is_framed { None } else { storage::load(name) };
    Options {
        level: Level::Slots,
        locale: Locale::from_tag(&preferences::language()),
        theme: kept("theme")
            .and_then(|name| Theme::from_name(&name))
            .unwrap_or(Theme::Auto),
        speed: kept("speed")
            .and_then(|name| Speed::from_name(&name))
            .unwrap_or(Speed::Normal),
        stride: Stride::Event,
        wanted: Mark::PageIn,
        hidden: PanelSet::default(),
        locked: PanelSet::default(),
        has_character_keys: kept("keys").is_none_or(|value| value != "0"),
        shows_contract: true,
        shows_system: false,
        is_still: preferences::reduces_motion(),
    }
}
