//! The tabs below: explanation, prompt, evictions, cost; on the last level trace and
//! settings. Only the open one is built.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use crate::app::choices::{Level, Panel};
use crate::app::session::Session;
use crate::text::{Locale, t};

use super::costs::Costs;
use super::evictions::Evictions;
use super::explanation::Explanation;
use super::prompt::Prompt;
use super::say;
use super::settings::Settings;
use super::trace::Trace;

/// A tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Explanation,
    Prompt,
    Evictions,
    Cost,
    Trace,
    Settings,
}

impl Tab {
    const ALL: [Self; 6] = [
        Self::Explanation,
        Self::Prompt,
        Self::Evictions,
        Self::Cost,
        Self::Trace,
        Self::Settings,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Explanation => "explanation",
            Self::Prompt => "prompt",
            Self::Evictions => "evictions",
            Self::Cost => "cost",
            Self::Trace => "trace",
            Self::Settings => "settings",
        }
    }

    fn title(self) -> fn(Locale) -> &'static str {
        match self {
            Self::Explanation => t::tabs::explanation,
            Self::Prompt => t::tabs::prompt,
            Self::Evictions => t::tabs::evictions,
            Self::Cost => t::tabs::cost,
            Self::Trace => t::tabs::trace,
            Self::Settings => t::tabs::settings,
        }
    }

    fn is_shown(self, session: Session) -> bool {
        let panel = match self {
            Self::Explanation => Panel::Tabs,
            Self::Prompt => Panel::Prompt,
            Self::Evictions => Panel::Evictions,
            Self::Cost => Panel::Cost,
            Self::Trace => Panel::Trace,
            Self::Settings => Panel::Settings,
        };
        let is_of_last = matches!(self, Self::Trace | Self::Settings);
        session.shows(panel) && (!is_of_last || session.is_at_least(Level::Everything))
    }
}

/// The tabs.
#[component]
pub fn Tabs() -> impl IntoView {
    let session = Session::get();
    let asked = RwSignal::new(Tab::Explanation);
    let tabs = Memo::new(move |_| {
        Tab::ALL
            .into_iter()
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
    let buttons = move || {
        let button = |tab: Tab| {
            let is_open = move || open.get() == tab;
            view! {
                <button
                    type="button"
                    role="tab"
                    class="tab"
                    id=format!("tab-{}", tab.name())
                    aria-selected=move || if is_open() { "true" } else { "false" }
                    aria-controls="tab-panel"
                    tabindex=move || if is_open() { "0" } else { "-1" }
                    on:click=move |_| asked.set(tab)
                >
                    {say(tab.title())}
                </button>
            }
        };
        tabs.get().into_iter().map(button).collect_view()
    };
    let panel = move || match open.get() {
        Tab::Explanation => view! { <Explanation/> }.into_any(),
        Tab::Prompt => view! { <Prompt/> }.into_any(),
        Tab::Evictions => view! { <Evictions/> }.into_any(),
        Tab::Cost => view! { <Costs/> }.into_any(),
        Tab::Trace => view! { <Trace/> }.into_any(),
        Tab::Settings => view! { <Settings/> }.into_any(),
    };
    view! {
        <section class="tabs" aria-label=say(t::tabs::name)>
            <div class="tabs-list" role="tablist" aria-label=say(t::tabs::name) node_ref=list on:keydown=key>
                {buttons}
            </div>
            <div
                class="tabs-panel"
                id="tab-panel"
                role="tabpanel"
                tabindex="0"
                aria-labelledby=move || format!("tab-{}", open.get().name())
            >
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
