//! The way to another page for a sign-in and back: chance, a hash, and what this tab keeps for the
//! way. The address that brings a code back is cleaned by `src/start.js` before anything else.

use js_sys::{Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::JsValue;

use super::reflect::{call, get, parse, text, wait_for};

/// Where the tab keeps what belongs to a sign-in that is under way.
const PENDING: &str = "memgpt-playground.sign-in";

/// Where it keeps what stood behind `#`; `src/start.js` puts it back.
const AT: &str = "memgpt-playground.sign-in-at";

/// Where `src/start.js` leaves what the address brought.
const RETURNED: &str = "__memgpt_returned";

fn crypto() -> Option<JsValue> {
    get(&window().into(), "crypto")
}

/// True where the browser can make the hash, and the tab can keep what it has to.
pub fn is_possible() -> bool {
    let has_hash = crypto().is_some_and(|crypto| get(&crypto, "subtle").is_some());
    has_hash && window().session_storage().ok().flatten().is_some()
}

/// Bytes that nobody can guess.
pub fn chance<const N: usize>() -> Option<[u8; N]> {
    let size = u32::try_from(N).ok()?;
    let bytes = Uint8Array::new(&JsValue::from(size));
    call(&crypto()?, "getRandomValues", &[&bytes]).ok()?;
    bytes.to_vec().try_into().ok()
}

/// The SHA-256 of a text.
pub async fn hash(of: &str) -> Option<Vec<u8>> {
    let subtle = get(&crypto()?, "subtle")?;
    let bytes = Uint8Array::new(&parse(&format!("{:?}", of.as_bytes()))?);
    let name = JsValue::from_str("SHA-256");
    let hash = wait_for(&subtle, "digest", &[&name, &bytes]).await.ok()?;
    Some(Uint8Array::new(&hash).to_vec())
}

/// Milliseconds of this computer's clock.
pub fn now() -> u64 {
    // Positive and far below what the number holds, for some thousands of centuries.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let now = js_sys::Date::new_0().get_time() as u64;
    now
}

/// The address of this page, without query and fragment.
pub fn page() -> Option<String> {
    let location = window().location();
    let (origin, path) = (location.origin().ok()?, location.pathname().ok()?);
    Some(format!("{origin}{path}"))
}

/// Keeps what belongs to the sign-in, and leaves for that address; false where nothing can be kept.
pub fn leave_for(address: &str, pending: &str) -> bool {
    let Some(storage) = window().session_storage().ok().flatten() else {
        return false;
    };
    let location = window().location();
    let at = location.hash().unwrap_or_default();
    storage.set_item(PENDING, pending).is_ok()
        && storage.set_item(AT, &at).is_ok()
        && call(&location, "assign", &[&JsValue::from_str(address)]).is_ok()
}

/// Takes what was kept; it is there once.
pub fn take_pending() -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    let kept = storage.get_item(PENDING).ok().flatten();
    let _ = storage.remove_item(PENDING);
    kept
}

/// True where the address has brought something back that nobody took yet.
pub fn has_returned() -> bool {
    get(&window().into(), RETURNED).is_some()
}

/// Takes the query that the address brought back; it is there once.
pub fn take_returned() -> Option<String> {
    let window: JsValue = window().into();
    let query = text(&window, RETURNED);
    let _ = Reflect::set(&window, &JsValue::from_str(RETURNED), &JsValue::UNDEFINED);
    query
}
