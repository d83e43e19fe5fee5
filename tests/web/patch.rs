//! The document follows the trees that views draw, and only what differs is touched.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use memgpt_playground::app::region::{attached, follow, page_in, region};
use memgpt_playground::app::tree::{Element, Node, On, Property, classed, el};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

/// A place of its own in the document, where `draw` is drawn.
fn placed(draw: impl Fn() -> Element + 'static) -> (HtmlElement, impl Sized) {
    let place: HtmlElement = document()
        .create_element("div")
        .expect("a tag")
        .unchecked_into();
    document()
        .body()
        .expect("a body")
        .append_child(&place)
        .expect("a child");
    let draw = Rc::new(draw);
    let around = move || {
        let draw = Rc::clone(&draw);
        el("div").with(region("inside", "section", move || draw()))
    };
    let handle = page_in(place.clone().into(), |place| {
        follow(place, Box::new(around))
    });
    (place, handle)
}

fn inside(place: &HtmlElement) -> String {
    place
        .query_selector("section")
        .expect("a valid selector")
        .map(|section| section.inner_html())
        .unwrap_or_default()
}

fn one(place: &HtmlElement, selector: &str) -> HtmlElement {
    let found = place.query_selector(selector).expect("a valid selector");
    found
        .unwrap_or_else(|| panic!("{selector} is there"))
        .unchecked_into()
}

#[wasm_bindgen_test]
async fn what_has_a_key_stays_the_same_node_wherever_it_moves() {
    let order = RwSignal::new(vec!["a", "b", "c"]);
    let (place, _kept) = placed(move || {
        let row = |key: &'static str| el("p").key(key).set("id", key).text(key);
        el("section").all(order.get().into_iter().map(row))
    });
    leptos::task::tick().await;
    let before = ["#a", "#b", "#c"].map(|row| one(&place, row));
    for next in [
        vec!["c", "a", "b"],
        vec!["b"],
        vec!["b", "d"],
        vec![],
        vec!["d", "b"],
    ] {
        order.set(next.clone());
        leptos::task::tick().await;
        let expected: String = next
            .iter()
            .map(|key| format!("<p id=\"{key}\">{key}</p>"))
            .collect();
        assert_eq!(inside(&place), expected);
        if next.contains(&"c") {
            for (old, row) in before.iter().zip(["#a", "#b", "#c"]) {
                assert!(old.is_same_node(Some(&one(&place, row))), "{row}");
            }
        }
    }
}

#[wasm_bindgen_test]
async fn what_comes_and_goes_leaves_its_neighbours_alone() {
    let has_middle = RwSignal::new(false);
    let (place, _kept) = placed(move || {
        let middle = || el("b").text("middle");
        el("section")
            .text("before")
            .with(has_middle.get().then(middle))
            .with(classed("i", "after").text("after"))
    });
    leptos::task::tick().await;
    let after = one(&place, ".after");
    for _ in 0..2 {
        has_middle.set(true);
        leptos::task::tick().await;
        assert_eq!(
            inside(&place),
            "before<b>middle</b><i class=\"after\">after</i>"
        );
        has_middle.set(false);
        leptos::task::tick().await;
        assert_eq!(inside(&place), "before<i class=\"after\">after</i>");
        assert!(after.is_same_node(Some(&one(&place, ".after"))));
    }
}

#[wasm_bindgen_test]
async fn attributes_and_styles_that_are_no_longer_asked_for_go() {
    let is_first = RwSignal::new(true);
    let (place, _kept) = placed(move || {
        let part = el("p").set("title", "a");
        let part = if is_first.get() {
            part.flag("data-is", true).style("--share", "0.5")
        } else {
            part.set("title", "b")
        };
        el("section").with(part)
    });
    leptos::task::tick().await;
    let part = one(&place, "p");
    assert!(part.has_attribute("data-is"));
    let share = || part.style().get_property_value("--share").expect("a name");
    assert_eq!(share(), "0.5");
    is_first.set(false);
    leptos::task::tick().await;
    assert!(!part.has_attribute("data-is"));
    assert_eq!(share(), "");
}

#[wasm_bindgen_test]
async fn a_press_is_heard_once_by_what_was_drawn_last() {
    let drawn = RwSignal::new(1_u32);
    let heard = Rc::new(Cell::new(0_u32));
    let told = Rc::clone(&heard);
    let (place, _kept) = placed(move || {
        let (number, told) = (drawn.get(), Rc::clone(&told));
        let press = el("button").press(move || told.set(told.get() * 10 + number));
        el("section").with(press)
    });
    leptos::task::tick().await;
    one(&place, "button").click();
    drawn.set(2);
    leptos::task::tick().await;
    one(&place, "button").click();
    assert_eq!(heard.get(), 12);
}

#[wasm_bindgen_test]
async fn a_tick_that_is_not_taken_does_not_stand() {
    let asked = Rc::new(Cell::new(false));
    let told = Rc::clone(&asked);
    let (place, _kept) = placed(move || {
        let told = Rc::clone(&told);
        let tick = el("input")
            .set("type", "checkbox")
            .property("checked", Property::Flag(false))
            .on(On::Tick(Rc::new(move |is_on| told.set(is_on))));
        el("section").with(tick)
    });
    leptos::task::tick().await;
    let tick = one(&place, "input");
    tick.click();
    assert!(asked.get(), "it was told");
    let input: web_sys::HtmlInputElement = tick.unchecked_into();
    assert!(!input.checked(), "it is as it was drawn");
}

#[wasm_bindgen_test]
async fn what_someone_else_draws_is_left_alone_and_lines_are_drawn_as_svg() {
    let count = RwSignal::new(0);
    let (place, _kept) = placed(move || {
        let lines = el("svg").with(el("path").set("d", "M0 0L9 9"));
        el("section")
            .set("data-count", count.get().to_string())
            .with(classed("div", "foreign").foreign())
            .with(Node::from(lines))
    });
    leptos::task::tick().await;
    one(&place, ".foreign").set_inner_html("<b>theirs</b>");
    count.set(1);
    leptos::task::tick().await;
    assert_eq!(one(&place, ".foreign").inner_html(), "<b>theirs</b>");
    let path = place.query_selector("path").expect("a valid selector");
    let namespace = path.and_then(|path| path.namespace_uri());
    assert_eq!(namespace.as_deref(), Some("http://www.w3.org/2000/svg"));
}

#[wasm_bindgen_test]
async fn what_is_drawn_inside_lives_until_its_element_goes() {
    let (around, count, has_inside) = (RwSignal::new(0), RwSignal::new(0), RwSignal::new(true));
    let (made, drawn) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let seen = (Rc::clone(&made), Rc::clone(&drawn));
    let (place, _kept) = placed(move || {
        let (made, drawn) = seen.clone();
        let inside = attached(el("p").key("inside"), move |place| {
            made.set(made.get() + 1);
            // Its own: it must not end when what is around it is drawn again.
            let twice = Memo::new(move |_| count.get() * 2);
            let draw = move || {
                drawn.set(drawn.get() + 1);
                el("p").text(twice.get().to_string())
            };
            follow(place, Box::new(draw));
        });
        el("section")
            .text(around.get().to_string())
            .with(has_inside.get().then_some(inside))
    });
    leptos::task::tick().await;
    for round in 1..=3 {
        around.set(round);
        leptos::task::tick().await;
        count.set(round);
        leptos::task::tick().await;
        assert_eq!(inside(&place), format!("{round}<p>{}</p>", 2 * round));
    }
    assert_eq!((made.get(), drawn.get()), (1, 4));
    has_inside.set(false);
    leptos::task::tick().await;
    assert_eq!(inside(&place), "3");
    count.set(9);
    leptos::task::tick().await;
    assert_eq!(
        (made.get(), drawn.get()),
        (1, 4),
        "nothing is drawn any more"
    );
    has_inside.set(true);
    leptos::task::tick().await;
    assert_eq!(inside(&place), "3<p>18</p>");
    assert_eq!((made.get(), drawn.get()), (2, 5));
}
