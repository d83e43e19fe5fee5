//! Reaching things of the browser by their names, with nothing where they are not there. Every
//! name that the bindings bring stands in the first file of the program, whoever uses it: what is
//! seldom used is reached from here.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A member that is there.
pub fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    let found = Reflect::get(of, &JsValue::from_str(name)).ok()?;
    (!found.is_undefined() && !found.is_null()).then_some(found)
}

/// A member that is a number.
pub fn number(of: &JsValue, name: &str) -> Option<f64> {
    numeric(&get(of, name)?)
}

/// A number, by way of JSON, which has none without an end.
pub fn numeric(value: &JsValue) -> Option<f64> {
    let writer = get(&window().into(), "JSON")?;
    let written = call(&writer, "stringify", &[value]).ok()?;
    written.as_string()?.parse().ok()
}

/// A member that is a text.
pub fn text(of: &JsValue, name: &str) -> Option<String> {
    get(of, name)?.as_string()
}

/// Sets a member of an object of our own.
pub fn set(of: &JsValue, name: &str, value: &JsValue) {
    // Setting a member of our own object cannot fail.
    let _ = Reflect::set(of, &JsValue::from_str(name), value);
}

/// A value from JSON.
pub fn parse(json: &str) -> Option<JsValue> {
    let reader = get(&window().into(), "JSON")?;
    call(&reader, "parse", &[&JsValue::from_str(json)]).ok()
}

/// Calls a method with two arguments at most.
///
/// # Errors
/// What it throws, or nothing where there is no such method.
pub fn call(of: &JsValue, name: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let method = get(of, name).and_then(|method| method.dyn_into::<Function>().ok());
    let method = method.ok_or(JsValue::UNDEFINED)?;
    match *arguments {
        // What is not asked for is not looked at.
        [] => method.call1(of, &JsValue::UNDEFINED),
        [one] => method.call1(of, one),
        [one, two, ..] => method.call2(of, one, two),
    }
}

/// Calls a method that promises something, and waits for it.
///
/// # Errors
/// What it throws, at once or later.
pub async fn wait_for(
    of: &JsValue,
    name: &str,
    arguments: &[&JsValue],
) -> Result<JsValue, JsValue> {
    let promised = call(of, name, arguments)?;
    JsFuture::from(Promise::resolve(&promised)).await
}
