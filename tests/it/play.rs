//! What `play` prints, and what it says where it cannot.

#[path = "../../examples/player/mod.rs"]
mod player;

mod failures;
mod golden;
mod rule_sets;
mod texts;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What `play` prints for these arguments, or the line that it says instead.
fn play(arguments: &[&str]) -> Result<String, String> {
    let mut out = Vec::new();
    let arguments = arguments.iter().map(OsString::from);
    match player::play(arguments, &mut out) {
        Ok(()) => Ok(String::from_utf8(out).unwrap()),
        Err(failure) => {
            assert_eq!(failure.status(), 2, "{failure}");
            let line = failure.to_string();
            assert!(!line.contains('\n'), "{line:?}");
            Err(line)
        }
    }
}

/// A file of the project.
fn project(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(path).to_str().unwrap().to_owned()
}

/// A file with these bytes, in a folder that the tests may write to.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}
