//! The page that shows this one in a frame: it is told how high we are, in our own message
//! and in the one that course sites understand (LTI `lti.frameResize`).

use std::cell::Cell;

use leptos::prelude::{document, window};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ResizeObserver;

/// Smaller changes of the height are not told, in CSS pixels: borders and rounding make
/// them, and a host that follows would never come to rest.
const CHANGE_LEAST: f64 = 2.0;

/// Tells the host page our height now and whenever it changes. For the life of the page.
pub fn tell_height() {
    let told = Cell::new(0.0_f64);
    let observed = Closure::<dyn Fn()>::new(move || {
        let Some(body) = document().body() else {
            return;
        };
        let height = body.get_bounding_client_rect().height().ceil();
        if (height - told.get()).abs() >= CHANGE_LEAST {
            told.set(height);
            send(height);
        }
    });
    let Some(body) = document().body() else {
        return;
    };
    if let Ok(observer) = ResizeObserver::new(observed.as_ref().unchecked_ref()) {
        observer.observe(&body);
        // Both live as long as the page.
        observed.forget();
        core::mem::forget(observer);
    }
}

fn send(height: f64) {
    let Ok(Some(parent)) = window().parent() else {
        return;
    };
    let own = [
        ("source", JsValue::from_str("memgpt-playground")),
        ("version", JsValue::from_f64(1.0)),
        ("type", JsValue::from_str("resize")),
        ("height", JsValue::from_f64(height)),
    ];
    let lti = [
        ("subject", JsValue::from_str("lti.frameResize")),
        ("height", JsValue::from_f64(height)),
    ];
    for message in [object(&own), object(&lti)] {
        // The height is no secret, and the host's origin is not ours to know.
        let _ = parent.post_message(&message, "*");
    }
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = js_sys::Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}
