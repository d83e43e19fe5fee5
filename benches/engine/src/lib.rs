//! What the engine must reach, measured. All figures of a run come from one
//! process, so that ratios compare like with like.

mod conversation;
mod figures;

pub use conversation::Conversation;
pub use figures::measure;

/// One measured number. The names are known to `scripts/bench.mjs`.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub name: &'static str,
    pub value: f64,
}

/// The figures as a JSON object.
pub fn to_json(figures: &[Figure]) -> String {
    let fields: Vec<String> = figures
        .iter()
        .map(|figure| format!("\"{}\":{}", figure.name, figure.value))
        .collect();
    format!("{{{}}}", fields.join(","))
}

/// Measures in the browser; `now` gives milliseconds.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn measure_in_browser(now: &js_sys::Function) -> String {
    let clock = || {
        now.call0(&wasm_bindgen::JsValue::NULL)
            .ok()
            .and_then(|value| value.as_f64())
            .expect("performance.now() gives a number")
    };
    to_json(&measure(clock))
}
