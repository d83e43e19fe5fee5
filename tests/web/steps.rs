//! What the page shows follows the step in view, and what stays in the queue stays the same
//! node of the document, so that it can be seen to travel.

use leptos::prelude::*;
use memgpt_playground::app;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, HtmlInputElement};

/// One element of the page.
fn one(selector: &str) -> Element {
    let found = document()
        .query_selector(selector)
        .expect("a valid selector");
    found.unwrap_or_else(|| panic!("{selector} is on the page"))
}

fn text(selector: &str) -> String {
    one(selector).text_content().unwrap_or_default()
}

/// The step in view.
fn step() -> usize {
    let slider: HtmlInputElement = one("[data-timeline]").unchecked_into();
    slider.value().parse().expect("a number")
}

/// Waits until the page is drawn: its parts lie in each other, and each is drawn after what
/// it lies in.
async fn drawn() {
    for _ in 0..4 {
        leptos::task::tick().await;
    }
}

/// Presses a button of the transport, and lets the page draw.
async fn press(keys: &str) {
    let button: HtmlElement = one(&format!("[aria-keyshortcuts^={keys}]")).unchecked_into();
    button.click();
    drawn().await;
}

/// The rows of the queue, with the mark that each wears.
fn rows() -> Vec<(String, Element)> {
    let rows = document().get_elements_by_class_name("queue-row");
    (0..rows.length())
        .filter_map(|index| rows.item(index))
        .map(|row| {
            let mark = row.query_selector(".row-mark").expect("a valid selector");
            (
                mark.and_then(|mark| mark.text_content())
                    .unwrap_or_default(),
                row,
            )
        })
        .collect()
}

#[wasm_bindgen_test]
async fn the_sentence_and_the_rows_follow_the_step() {
    crate::clear();
    app::mount();
    drawn().await;
    let start = step();
    let mut told = vec![text(".sentence-text")];
    let mut kept = 0;
    for count in 1..=12 {
        let before = rows();
        press("ArrowRight").await;
        assert_eq!(step(), start + count);
        let sentence = text(".sentence-text");
        assert_ne!(Some(&sentence), told.last(), "at step {}", step());
        told.push(sentence);
        // A row whose state has not changed is the very node that it was.
        for (mark, row) in rows() {
            let old = before.iter().find(|(other, _)| *other == mark);
            let is_same_state = |(_, old): &&(String, Element)| {
                old.get_attribute("data-state") == row.get_attribute("data-state")
            };
            if let Some((_, old)) = old.filter(is_same_state) {
                assert!(
                    old.is_same_node(Some(&row)),
                    "row {mark} at step {}",
                    step()
                );
                kept += 1;
            }
        }
    }
    assert!(kept > 12, "only {kept} rows were the same nodes");

    told.pop();
    while let Some(sentence) = told.pop() {
        press("ArrowLeft").await;
        assert_eq!(text(".sentence-text"), sentence);
    }
    assert_eq!(step(), start);
}
