//! Files that are dropped on the page, wherever that is.

use js_sys::Reflect;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DataTransfer, DragEvent, File};

use super::{files, root};

/// The mark of the root while a file is over the page; its value is what is said then.
const MARK: &str = "data-dropping";

/// Where `start.js` keeps a file that was dropped before the program listened.
const EARLIER: &str = "__memgpt_dropped";

/// Hands over the name and the bytes of every file that is dropped on the page, or was before
/// this was called; the first where there are several. While one is over the page, the root
/// wears `words`. For the life of the page.
pub fn listen(
    words: impl Fn() -> &'static str + 'static,
    done: impl Fn(String, Result<Vec<u8>, u64>) + Clone + 'static,
) {
    // Without this the browser opens the file in the place of the page.
    on("dragover", move |event, transfer| {
        event.prevent_default();
        transfer.set_drop_effect("copy");
        root::set(MARK, words());
    });
    on("dragleave", |event, _| {
        // It left for another part of the page where there is one.
        if event.related_target().is_none() {
            root::remove(MARK);
        }
    });
    if let Some(file) = earlier() {
        files::read_file(&file, done.clone());
    }
    on("drop", move |event, transfer| {
        event.prevent_default();
        root::remove(MARK);
        let file = transfer.files().and_then(|files| files.get(0));
        if let Some(file) = file {
            files::read_file(&file, done.clone());
        }
    });
}

/// The file that was dropped before; from now on none is kept.
fn earlier() -> Option<File> {
    let window = window();
    let file = Reflect::get(&window, &EARLIER.into()).ok();
    let _ = Reflect::delete_property(&window, &EARLIER.into());
    file?.dyn_into().ok()
}

/// Does something whenever a file is dragged over the page; other things that are dragged
/// are none of ours.
fn on(name: &str, act: impl Fn(&DragEvent, &DataTransfer) + 'static) {
    let closure = Closure::<dyn Fn(DragEvent)>::new(move |event: DragEvent| {
        let Some(transfer) = event.data_transfer() else {
            return;
        };
        let types = transfer.types();
        let has_files = types
            .iter()
            .any(|kind| kind.as_string().as_deref() == Some("Files"));
        if has_files {
            act(&event, &transfer);
        }
    });
    // Fails for no name of an event.
    let _ = document().add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}
