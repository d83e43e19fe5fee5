//! The one place that measures: where on the stage a thing stands. Only arrows are drawn
//! from it; nothing about the run is decided.

use web_sys::{DomRect, Element};

use crate::scene::flight::Anchor;
use crate::scene::route::{Place, Port, Rect};

/// The name that an element wears in `data-anchor`.
pub fn name(anchor: Anchor) -> String {
    match anchor {
        Anchor::Door => "door".to_owned(),
        Anchor::Window => "window".to_owned(),
        Anchor::Row(id) => format!("row-{}", id.0),
        Anchor::Block(index) => format!("block-{index}"),
        Anchor::Cell(id) => format!("cell-{}", id.0),
        Anchor::Historial => "historial".to_owned(),
        Anchor::Passage(id) => format!("passage-{}", id.0),
        Anchor::Archivo => "archivo".to_owned(),
        Anchor::QueueManager => "queue-manager".to_owned(),
        Anchor::Model => "model".to_owned(),
        Anchor::Executor => "executor".to_owned(),
    }
}

/// Where a thing stands, from the corner of `root`; what cannot be seen, because it is
/// scrolled away or counted with others, stands where it would be.
pub fn place(root: &Element, anchor: Anchor) -> Option<Place> {
    let find = |name: &str| {
        let selector = format!("[data-anchor=\"{name}\"]");
        root.query_selector(&selector).ok().flatten()
    };
    let fallback = match anchor {
        Anchor::Row(_) => "queue",
        Anchor::Cell(_) => "historial",
        Anchor::Passage(_) => "archivo",
        _ => "window",
    };
    let element = find(&name(anchor)).or_else(|| find(fallback))?;
    let corner = root.get_bounding_client_rect();
    let mut rect = relative(&element.get_bounding_client_rect(), &corner);
    if let Ok(Some(scroller)) = element.closest(".queue-rows") {
        let seen = relative(&scroller.get_bounding_client_rect(), &corner);
        // Not `clamp`: it brings the formatting of floats, for a message nobody sees.
        let lowest = (seen.bottom - 8.0).max(seen.top);
        rect.top = rect.top.max(seen.top).min(lowest);
        rect.bottom = rect.bottom.min(seen.bottom).max(rect.top + 8.0);
    }
    let port = match anchor {
        Anchor::QueueManager | Anchor::Model | Anchor::Executor => Port::Station,
        Anchor::Row(_) | Anchor::Block(_) | Anchor::Door => Port::Row,
        _ => Port::Free,
    };
    Some(Place { rect, port })
}

fn relative(rect: &DomRect, corner: &DomRect) -> Rect {
    Rect {
        left: rect.left() - corner.left(),
        top: rect.top() - corner.top(),
        right: rect.right() - corner.left(),
        bottom: rect.bottom() - corner.top(),
    }
}
