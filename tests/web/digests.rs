//! The same inputs and seed make the same run in a browser as natively.

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../both/digests.rs"]
mod both;

#[wasm_bindgen_test]
fn every_run_has_the_digest_that_it_has_natively() {
    let native = include_str!("../golden/digests.txt");
    assert_eq!(both::digests(), native);
}
