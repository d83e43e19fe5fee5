//! The tabs below: explanation, prompt, evictions, cost; on the last level trace and
//! settings. Only the open one is built.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use crate::app::choices::{Level, Panel, Tab};
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::compare::compare;
use super::costs::costs;
use super::evictions::evictions;
use super::explanation::explanation;
use super::parts::{all, click, dynamic, say};
use super::prompt::prompt;
use super::recording::{differences, recording};
use super::settings::settings;
use super::trace::trace;

/// All tabs, in order.
const TABS: [Tab; 8] = [
    Tab::Explanation,
    Tab::Recording,
    Tab::Prompt,
    Tab::Evictions,
    Tab::Cost,
    Tab::Futures,
    Tab::Trace,
    Tab::Settings,
];

impl Tab {
    /// Its id, its title, the part of the page that it is.
    fn about(self) -> (&'static str, fn(Locale) -> &'static str, Panel) {
        match self {
            Self::Explanation => ("tab-explanation", t::tabs::explanation, Panel::Tabs),
            Self::Recording => ("tab-recording", t::agent::tab, Panel::Tabs),
            Self::Prompt => ("tab-prompt", t::tabs::prompt, Panel::Prompt),
            Self::Evictions => ("tab-evictions", t::tabs::evictions, Panel::Evictions),
            Self::Cost => ("tab-cost", t::tabs::cost, Panel::Cost),
            Self::Futures => ("tab-futures", t::tabs::futures, Panel::Tabs),
            Self::Trace => ("tab-trace", t::tabs::trace, Panel::Trace),
            Self::Settings => ("tab-settings", t::tabs::settings, Panel::Settings),
        }
    }

    fn is_shown(self, session: Session) -> bool {
        let has_record = || session.read(|playground, _| playground.record().is_some());
        let has_others = self == Self::Futures && session.frame.with(|frame| frame.others > 0);
        let is_of_last =
            matches!(self, Self::Trace | Self::Settings | Self::Futures) && !has_others;
        let is_there = self != Self::Recording || has_record();
        is_there
            && session.shows(self.about().2)
            && (!is_of_last || session.is_at_least(Level::Everything))
    }
}

/// The tabs.
pub fn tabs() -> AnyView {
    let session = Session::get();
    let asked = session.tab;
    let tabs = Memo::new(move |_| {
        TABS.into_iter()
            .filter(|tab| tab.is_shown(session))
            .collect::<Vec<_>>()
    });
    // A tab that a level or a link takes away leaves the first one open.
    let open = Memo::new(move |_| {
        let asked = asked.get();
        tabs.with(|tabs| {
            if tabs.contains(&asked) {
                asked
            } else {
                Tab::Explanation
            }
        })
    });
    let differences = differences();
    let list = NodeRef::<html::Div>::new();
    let key = move |event: ev::KeyboardEvent| {
        let tabs = tabs.get_untracked();
        let Some(at) = tabs.iter().position(|tab| *tab == open.get_untracked()) else {
            return;
        };
        let next = match event.key().as_str() {
            "ArrowRight" => (at + 1) % tabs.len(),
            "ArrowLeft" => (at + tabs.len() - 1) % tabs.len(),
            "Home" => 0,
            "End" => tabs.len() - 1,
            _ => return,
        };
        event.prevent_default();
        asked.set(tabs[next]);
        focus(list, next);
    };
    let buttons = dynamic(move || {
        let button = |tab: Tab| {
            let (id, title, _) = tab.about();
            let selected = Signal::derive(move || (open.get() == tab).to_string());
            let index = Signal::derive(move || {
                if open.get() == tab {
                    "0".to_owned()
                } else {
                    "-1".to_owned()
                }
            });
            view! {
                <button
                    type="button" role="tab" class="tab" id=id
                    aria-selected=selected aria-controls="tab-panel" tabindex=index
                    on:click=click(move || asked.set(tab))
                >
                    {say(title)}
                </button>
            }
            .into_any()
        };
        all(tabs.get().into_iter().map(button))
    });
    let panel = dynamic(move || match open.get() {
        Tab::Explanation => explanation(differences),
        Tab::Recording => recording(differences),
        Tab::Prompt => prompt(),
        Tab::Evictions => evictions(),
        Tab::Cost => costs(),
        Tab::Futures => compare(),
        Tab::Trace => trace(),
        Tab::Settings => settings(),
    });
    let named_by = Signal::derive(move || open.get().about().0.to_owned());
    view! {
        <section class="tabs" aria-label=say(t::tabs::name)>
            <div class="tabs-list" role="tablist" aria-label=say(t::tabs::name) node_ref=list on:keydown=key>
                {buttons}
            </div>
            <div class="tabs-panel" id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby=named_by>
                {panel}
            </div>
        </section>
    }
    .into_any()
}

/// Puts the focus on a tab: arrows move it, as in every list of tabs.
fn focus(list: NodeRef<html::Div>, index: usize) {
    let tab = list.get_untracked().and_then(|list| {
        let tab = list.children().item(u32::try_from(index).ok()?)?;
        tab.dyn_into::<web_sys::HtmlElement>().ok()
    });
    if let Some(tab) = tab {
        // A tab that is gone takes no focus, and none is lost.
        let _ = tab.focus();
    }
}
