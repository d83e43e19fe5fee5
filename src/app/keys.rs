//! What a key means. Knows no browser: the page says what was pressed and where.

use crate::trace::cursor::Stride;

use super::choices::Panel;

/// Towards the end or towards the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the beginning.
    Back,
}

/// A key with what was held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press<'a> {
    /// The key, as browsers name it: `ArrowRight`, ` `, `k`.
    pub key: &'a str,
    /// Shift was held.
    pub shift: bool,
    /// Alt was held.
    pub alt: bool,
    /// Control or the command key was held.
    pub control: bool,
}

/// Where the focus was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nowhere, or on something that takes no keys.
    Page,
    /// On something that Space presses: a button, a link.
    Button,
    /// On the timeline, whose arrows are ours.
    Timeline,
    /// On something with keys of its own: a text box, a list, a tab, an open dialog.
    Own,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    /// One event, one model call or one turn.
    Step(Direction, Stride),
    /// To the next or last event that stands out.
    ToMark(Direction),
    /// To the beginning.
    First,
    /// To the end.
    Last,
    /// Play or pause.
    TogglePlay,
    /// One speed up.
    Faster,
    /// One speed down.
    Slower,
    /// Open or close the help.
    Help,
}

impl KeyAction {
    /// The part of the page that has a control for the same: where a link hides or locks
    /// it, the key does nothing either. `None` for steps, which nothing takes away.
    pub fn panel(self) -> Option<Panel> {
        match self {
            Self::Step(..) => None,
            Self::ToMark(_) | Self::First | Self::Last => Some(Panel::Timeline),
            Self::TogglePlay | Self::Faster | Self::Slower => Some(Panel::Play),
            Self::Help => Some(Panel::Help),
        }
    }
}

/// What `press` asks for; `with_characters` is false where single characters are switched off.
pub fn action(press: Press<'_>, focus: Focus, with_characters: bool) -> Option<KeyAction> {
    // Many keyboards write brackets and plus by AltGr, which is reported as Control with Alt.
    let is_alt_graph = press.control && press.alt && matches!(press.key, "[" | "]" | "+");
    let press = if is_alt_graph {
        Press {
            key: press.key,
            ..Press::default()
        }
    } else {
        press
    };
    if focus == Focus::Own || press.control {
        return None;
    }
    let stride = match (press.shift, press.alt) {
        (false, false) => Stride::Event,
        (true, false) => Stride::Call,
        (false, true) => Stride::Turn,
        (true, true) => return None,
    };
    let step = |direction| Some(KeyAction::Step(direction, stride));
    match press.key {
        "ArrowRight" | "PageDown" => return step(Direction::Forward),
        "ArrowLeft" | "PageUp" => return step(Direction::Back),
        _ if press.alt => return None,
        "Home" => return Some(KeyAction::First),
        "End" => return Some(KeyAction::Last),
        _ => {}
    }
    if !with_characters {
        return None;
    }
    match press.key {
        " " if focus == Focus::Page => Some(KeyAction::TogglePlay),
        "k" | "K" => Some(KeyAction::TogglePlay),
        "+" => Some(KeyAction::Faster),
        "-" => Some(KeyAction::Slower),
        "]" => Some(KeyAction::ToMark(Direction::Forward)),
        "[" => Some(KeyAction::ToMark(Direction::Back)),
        "?" => Some(KeyAction::Help),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str) -> Press<'_> {
        Press {
            key,
            ..Press::default()
        }
    }

    #[test]
    fn arrows_step_by_event_call_and_turn() {
        let right = press("ArrowRight");
        let forward = |stride| Some(KeyAction::Step(Direction::Forward, stride));
        assert_eq!(action(right, Focus::Page, true), forward(Stride::Event));
        assert_eq!(
            action(
                Press {
                    shift: true,
                    ..right
                },
                Focus::Page,
                true
            ),
            forward(Stride::Call)
        );
        assert_eq!(
            action(Press { alt: true, ..right }, Focus::Page, true),
            forward(Stride::Turn)
        );
        assert_eq!(
            action(press("PageDown"), Focus::Timeline, true),
            forward(Stride::Event)
        );
        let back = Some(KeyAction::Step(Direction::Back, Stride::Event));
        assert_eq!(action(press("ArrowLeft"), Focus::Button, true), back);
        assert_eq!(action(press("PageUp"), Focus::Page, false), back);
    }

    #[test]
    fn nothing_is_taken_from_a_text_box_or_from_the_browser() {
        for key in ["ArrowRight", " ", "k", "Home", "?"] {
            assert_eq!(action(press(key), Focus::Own, true), None, "{key}");
        }
        let copied = Press {
            control: true,
            ..press("k")
        };
        assert_eq!(action(copied, Focus::Page, true), None);
        let alt_graph = Press {
            control: true,
            alt: true,
            ..press("]")
        };
        assert_eq!(
            action(alt_graph, Focus::Page, true),
            Some(KeyAction::ToMark(Direction::Forward))
        );
    }

    #[test]
    fn space_presses_a_button_and_plays_elsewhere() {
        assert_eq!(action(press(" "), Focus::Button, true), None);
        assert_eq!(
            action(press(" "), Focus::Page, true),
            Some(KeyAction::TogglePlay)
        );
        assert_eq!(
            action(press("k"), Focus::Button, true),
            Some(KeyAction::TogglePlay)
        );
    }

    #[test]
    fn single_characters_can_be_switched_off() {
        for key in [" ", "k", "+", "-", "[", "]", "?"] {
            assert!(action(press(key), Focus::Page, true).is_some(), "{key}");
            assert_eq!(action(press(key), Focus::Page, false), None, "{key}");
        }
        assert_eq!(
            action(press("End"), Focus::Page, false),
            Some(KeyAction::Last)
        );
    }

    #[test]
    fn a_key_belongs_to_the_part_that_has_its_control() {
        assert_eq!(KeyAction::TogglePlay.panel(), Some(Panel::Play));
        assert_eq!(KeyAction::Help.panel(), Some(Panel::Help));
        assert_eq!(KeyAction::Last.panel(), Some(Panel::Timeline));
        let step = KeyAction::Step(Direction::Forward, Stride::Turn);
        assert_eq!(step.panel(), None);
    }
}
