//! docs/FAULTS.md names a test for every kind of fault, and each of them is there.

use std::fs;
use std::path::Path;

/// The kinds that real implementations met.
const KINDS: [&str; 38] = [
    "A1", "A2", "A3", "A6", "A8", "A9", "A11", "A18", "A20", "A26", "A28", "B1", "B2", "B5", "B9",
    "C1", "C3", "C5", "C6", "C9", "C12", "C13", "D1", "D2", "D3", "D7", "D8", "E1", "E2", "E3",
    "E4", "E13", "F1", "F6", "F7", "F8", "F9", "F10",
];

#[test]
fn every_kind_of_fault_names_a_test_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/FAULTS.md")).expect("a readable page");
    let mut kinds = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let mut cells = row.split('|').map(str::trim).skip(1);
        let kind = cells.next().expect("a first cell");
        if !kind.chars().any(|sign| sign.is_ascii_digit()) {
            continue;
        }
        kinds.push(kind);
        let tests: Vec<&str> = cells.nth(2).expect("a cell of tests").split(", ").collect();
        for test in tests {
            let named = test.trim_matches('`').split_once("::");
            let (file, name) = named.unwrap_or_else(|| panic!("{kind}: {test} is no test"));
            let path = root.join(format!("tests/it/{file}.rs"));
            let source = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{kind}: no {file}"));
            assert!(
                source.contains(&format!("#[test]\nfn {name}()")),
                "{kind}: {file} has no test {name}"
            );
        }
    }
    assert_eq!(kinds, KINDS);
}
