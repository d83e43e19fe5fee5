//! Makes typed functions of the two text files (see `src/text/mod.rs`), and tells the
//! linker what a program in several files needs.

use std::path::Path;
use std::{env, fs, process};

#[path = "src/text/generate.rs"]
mod generate;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/text");
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // What wasm-split needs to know which function uses which.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let read = |name: &str| {
        let path = format!("src/text/{name}");
        fs::read_to_string(&path)
            .unwrap_or_else(|error| fail(&[format!("{path} cannot be read: {error}")]))
    };
    let source = generate::generate(&read("es.toml"), &read("en.toml"))
        .unwrap_or_else(|problems| fail(&problems));
    let folder = env::var("OUT_DIR").unwrap_or_else(|error| fail(&[error.to_string()]));
    let path = Path::new(&folder).join("texts.rs");
    fs::write(&path, source)
        .unwrap_or_else(|error| fail(&[format!("the texts cannot be written: {error}")]));
}

/// Ends the build with one line a problem.
fn fail(problems: &[String]) -> ! {
    for problem in problems {
        println!("cargo::error=texts: {problem}");
    }
    process::exit(1);
}
