//! Mounts the page; a panic becomes a notice with a reload button.

use wasm_bindgen::{JsCast, JsValue};

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        show_notice(&panic.to_string());
    }));
    memgpt_playground::app::mount();
}

/// Asks the start script (`src/start.js`) to say that the page broke. A
/// panic leaves the program in an unknown state, so no part of it is used.
fn show_notice(detail: &str) {
    let notice = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("__memgpt_broken"));
    if let Ok(notice) = notice.and_then(JsCast::dyn_into::<js_sys::Function>) {
        // Were the notice itself to fail, nothing better is left to do.
        let _ = notice.call1(&JsValue::NULL, &JsValue::from_str(detail));
    }
}
