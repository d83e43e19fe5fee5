//! Guards the boundaries and the determinism of `src/` (ARCHITECTURE.md): who
//! may import whom, and words that make a run depend on the clock, on chance or
//! on the pointer width. Not taste; lengths are for the reviewer's eye.

mod faults;
mod paths;
mod rules;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use rules::problems;

/// Every Rust file below `directory`, in order.
fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn the_sources_respect_the_boundaries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() >= 3, "the walk found only {files:?}");

    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).expect("a file below src");
        let name = name.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a readable source");
        found.extend(problems(&name, &text));
    }

    let list: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(list.is_empty(), "{}", list.join("\n"));
}

/// The messages for one snippet at a place of `src/`.
fn check(name: &str, text: &str) -> Vec<String> {
    problems(name, text)
        .iter()
        .map(|problem| problem.message.clone())
        .collect()
}

#[track_caller]
fn refuses(name: &str, text: &str, part: &str) {
    let messages = check(name, text);
    assert!(
        messages.iter().any(|message| message.contains(part)),
        "{name} with {text:?} should be refused for {part:?}, got {messages:?}"
    );
}

#[track_caller]
fn accepts(name: &str, text: &str) {
    assert_eq!(
        check(name, text),
        Vec::<String>::new(),
        "{name} with {text:?}"
    );
}

#[test]
fn a_forbidden_import_is_found_in_every_way_of_writing_it() {
    refuses(
        "engine/apply.rs",
        "use crate::trace::Cursor;",
        "engine may not use trace",
    );
    refuses(
        "engine/apply.rs",
        "use crate::{engine::State, text::Locale};",
        "engine may not use text",
    );
    refuses(
        "engine/apply.rs",
        "use crate::{\n  scene,\n  engine::State,\n};",
        "engine may not use scene",
    );
    refuses(
        "engine/apply.rs",
        "fn f() { crate::app::mount() }",
        "engine may not use app",
    );
    refuses(
        "engine/apply.rs",
        "use super::super::model::Reply;",
        "engine may not use model",
    );
    refuses(
        "engine/mod.rs",
        "pub use super::scenario::Checked;",
        "engine may not use scenario",
    );
    refuses(
        "trace/cursor.rs",
        "use crate::app::Session;",
        "trace may not use app",
    );
    refuses(
        "trace/cursor.rs",
        "use crate::engine::Event;",
        "trace may not use engine",
    );
    refuses(
        "model/script.rs",
        "use crate::trace::Journal;",
        "model may not use trace",
    );
    refuses(
        "model/script.rs",
        "use crate::app::Session;",
        "model may not use app",
    );
    for (other, name) in [
        ("run::Run", "run"),
        ("trace::Journal", "trace"),
        ("app", "app"),
    ] {
        refuses(
            "provider/reply.rs",
            &format!("use crate::{other};"),
            &format!("provider may not use {name}"),
        );
    }
    refuses(
        "scene/mod.rs",
        "use crate::text::Catalogue;",
        "scene may not use text",
    );
    refuses(
        "text/mod.rs",
        "use crate::trace::Journal;",
        "text may not use trace",
    );
    refuses(
        "scenario/raw.rs",
        "use crate::app;",
        "scenario may not use app",
    );
    refuses(
        "app/view/stage.rs",
        "use crate::app::platform::clock;",
        "app::view may not use app::platform",
    );
    refuses(
        "app/view/stage.rs",
        "use super::super::platform::clock;",
        "app::view may not use app::platform",
    );
}

#[test]
fn the_core_knows_no_browser() {
    for module in [
        "engine", "trace", "model", "provider", "scenario", "scene", "text",
    ] {
        let file = format!("{module}/mod.rs");
        refuses(
            &file,
            "use leptos::prelude::*;",
            "may not use the crate leptos",
        );
        refuses(
            &file,
            "fn f() { web_sys::window(); }",
            "may not use the crate web_sys",
        );
        refuses(&file, "use gloo::timers;", "may not use the crate gloo");
        refuses(&file, "use js_sys::Date;", "may not use the crate js_sys");
        refuses(
            &file,
            "use ::wasm_bindgen::JsValue;",
            "may not use the crate wasm_bindgen",
        );
    }
    accepts(
        "app/mod.rs",
        "use leptos::prelude::*;\nuse crate::engine::State;",
    );
}

#[test]
fn words_that_break_determinism_are_found() {
    refuses(
        "engine/a.rs",
        "use std::collections::{BTreeMap, HashMap};",
        "HashMap",
    );
    refuses(
        "app/a.rs",
        "type Seen = std::collections::HashSet<u32>;",
        "HashSet",
    );
    refuses(
        "engine/a.rs",
        "let now = std::time::Instant::now();",
        "Instant",
    );
    refuses("model/a.rs", "use std::time::SystemTime;", "SystemTime");
    refuses("engine/a.rs", "let x = rand::thread_rng();", "thread_rng");
    refuses("engine/a.rs", "use rand::rngs::SmallRng;", "SmallRng");
    refuses("engine/a.rs", "use rand::rngs::StdRng;", "StdRng");
    refuses("engine/a.rs", "fn f() { todo!() }", "todo!");
    refuses("app/a.rs", "fn f() { dbg!(1); }", "dbg!");
    refuses(
        "engine/a.rs",
        "fn share(x: u32) -> f64 { f64::from(x) }",
        "f64",
    );
    refuses("app/a.rs", "#![allow(unsafe_code)]", "unsafe_code");
    refuses("engine/a.rs", "fn f() { unsafe { g() } }", "unsafe");
    accepts("app/on_demand.rs", "#![allow(unsafe_code)]");
    refuses("engine/a.rs", "use std::fs;", "std::fs");
    refuses("scene/a.rs", "use std::{env, fmt};", "std::env");
}

#[test]
fn a_pointer_sized_number_in_a_serialised_type_is_found() {
    refuses(
        "engine/a.rs",
        "#[derive(Clone, Serialize)]\npub struct A {\n    pub at: usize,\n}",
        "A is serialised",
    );
    refuses(
        "engine/a.rs",
        "#[derive(serde::Deserialize)]\nstruct B(Vec<usize>);",
        "B is serialised",
    );
    refuses(
        "trace/a.rs",
        "#[derive(\n  Debug,\n  Serialize,\n)]\n#[serde(tag = \"k\")]\nenum C { D { n: usize } }",
        "C is serialised",
    );
    accepts(
        "engine/a.rs",
        "#[derive(Clone)]\nstruct A { at: usize }\n#[derive(Serialize)]\nstruct B { at: u32 }",
    );
    accepts(
        "engine/a.rs",
        "#[derive(Serialize)]\nstruct B;\nfn f(at: usize) -> usize { at }",
    );
}

#[test]
fn comments_and_texts_are_not_code() {
    accepts(
        "engine/a.rs",
        "// use crate::trace::Cursor; HashMap, todo!()\n/* dbg!(1) /* nested */ leptos::x */",
    );
    accepts(
        "engine/a.rs",
        "/// Unlike `std::time::Instant`.\nconst A: &str = \"crate::app::x HashMap \\\" todo!\";",
    );
    accepts(
        "engine/a.rs",
        "const A: &str = r#\"dbg! \"HashSet\" \"#; const B: char = '\"'; const C: char = '\\'';",
    );
    accepts("engine/a.rs", "fn longest<'a>(x: &'a str) -> &'a str { x }");
    refuses(
        "engine/a.rs",
        "const B: char = '\"'; use crate::trace::A; const C: char = '\"';",
        "engine may not use trace",
    );
}

#[test]
fn what_is_allowed_passes() {
    accepts(
        "engine/a.rs",
        "use super::state::State;\nuse crate::engine::event::Event;\nuse std::collections::BTreeMap;",
    );
    accepts(
        "engine/a.rs",
        "#[cfg(test)]\nmod tests { use super::super::state::State; }",
    );
    accepts(
        "model/script.rs",
        "use crate::engine::Request;\nuse super::reply::Reply;",
    );
    accepts("provider/reply.rs", "use crate::engine::reply::Reply;");
    accepts("scenario/checked.rs", "use crate::model::script::Script;");
    accepts("app/session/outside.rs", "use crate::app::platform::clock;");
    accepts(
        "app/view/stage.rs",
        "use crate::scene::Scene;\nuse crate::text::Text;",
    );
}

#[test]
fn a_module_that_the_table_does_not_know_must_be_entered() {
    refuses("extra/mod.rs", "", "extra is not in the table of modules");
    refuses(
        "app/a.rs",
        "use crate::extra::A;",
        "extra is not in the table of modules",
    );
}

#[test]
fn a_problem_says_where() {
    let found = problems(
        "engine/a.rs",
        "\n\nuse crate::{\n    engine::A,\n    trace::B,\n};",
    );
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "src/engine/a.rs:5: engine may not use trace"
    );
}
