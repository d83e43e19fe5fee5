//! What can be found out about a request that failed without a word.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::provider::opaque::{Circumstances, LocalNetwork};

/// Scheme, host and port of this page.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// True on the page whose policy lets through any `https:` address.
pub fn allows_any_host() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.has_attribute("data-any-host"))
}

/// The address of that page, with what lies behind `#` here.
pub fn any_host_page() -> String {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let hash = location.hash().unwrap_or_default();
    format!("{folder}/custom.html{hash}")
}

/// The address of this page, for a tab of its own.
pub fn own_tab() -> String {
    window().location().href().unwrap_or_default()
}

/// True while the page is not looked at: its timers and streams may stand still.
pub fn is_hidden() -> bool {
    document().hidden()
}

/// Finds out what can be found out, then hands it over.
pub fn look(has_key: bool, is_framed: bool, done: impl FnOnce(Circumstances) + 'static) {
    let navigator = window().navigator();
    let agent = navigator.user_agent().unwrap_or_default();
    let is_safari = agent.contains("Safari/")
        && !["Chrome/", "Chromium/", "Android"]
            .iter()
            .any(|other| agent.contains(other));
    let is_secure_page = window()
        .location()
        .protocol()
        .is_ok_and(|scheme| scheme == "https:");
    let around = Circumstances {
        is_online: navigator.on_line(),
        is_secure_page,
        is_safari,
        is_framed,
        local_network: LocalNetwork::Unknown,
        has_key,
    };
    spawn_local(async move {
        let mut local_network = LocalNetwork::Unknown;
        // A page of this computer may reach it without being asked about.
        let names = if is_page_local() {
            &[][..]
        } else {
            &["loopback-network", "local-network-access"]
        };
        for name in names {
            if local_network == LocalNetwork::Unknown {
                local_network = permission(name).await;
            }
        }
        done(Circumstances {
            local_network,
            ..around
        });
    });
}

fn is_page_local() -> bool {
    let host = window().location().hostname().unwrap_or_default();
    host == "localhost"
        || host.ends_with(".localhost")
        || host.starts_with("127.")
        || host == "[::1]"
}

/// What the browser says of a permission; most do not know these names.
async fn permission(name: &str) -> LocalNetwork {
    let asked = query(name);
    let Some(asked) = asked else {
        return LocalNetwork::Unknown;
    };
    let status = JsFuture::from(asked).await.ok();
    let state = status.and_then(|status| Reflect::get(&status, &JsValue::from_str("state")).ok());
    match state.and_then(|state| state.as_string()).as_deref() {
        Some("granted") => LocalNetwork::Granted,
        Some("denied") => LocalNetwork::Denied,
        Some("prompt") => LocalNetwork::Pending,
        _ => LocalNetwork::Unknown,
    }
}

fn query(name: &str) -> Option<Promise> {
    let navigator: JsValue = window().navigator().into();
    let permissions = Reflect::get(&navigator, &JsValue::from_str("permissions")).ok()?;
    let query = Reflect::get(&permissions, &JsValue::from_str("query")).ok()?;
    let query: Function = query.dyn_into().ok()?;
    let wanted = Object::new();
    Reflect::set(
        &wanted,
        &JsValue::from_str("name"),
        &JsValue::from_str(name),
    )
    .ok()?;
    query.call1(&permissions, &wanted).ok()?.dyn_into().ok()
}
