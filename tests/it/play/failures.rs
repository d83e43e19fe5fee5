//! Bad files and options: exit status 2 and one line that says what to do.

use expect_test::{Expect, expect};

use super::{file, play, project};

/// The line for a file with these bytes, without its folder.
fn check(name: &str, bytes: impl AsRef<[u8]>, expected: Expect) {
    let path = file(name, bytes);
    let line = play(&[&path]).unwrap_err();
    let folder = env!("CARGO_TARGET_TMPDIR");
    expected.assert_eq(&line.replace(folder, "").replace('\\', "/"));
}

#[test]
fn bad_files() {
    check("empty.json", "", expect!["/empty.json: the file is empty"]);
    check(
        "empty.txt",
        "\u{feff}",
        expect!["/empty.txt: the file is empty"],
    );
    check(
        "comments.txt",
        "# a\n\n  # b\r\n",
        expect!["/comments.txt: there is no message in the file; write one a line"],
    );
    check(
        "binary.bin",
        [0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0],
        expect!["/binary.bin: line 1 is not text in UTF-8; save the file as UTF-8"],
    );
    check(
        "latin1.txt",
        b"Me llamo In\xe9s\n",
        expect!["/latin1.txt: line 1 is not text in UTF-8; save the file as UTF-8"],
    );
    check(
        "broken.json",
        "{\n  \"format\": 1,\n",
        expect!["/broken.json: line 3, column 1: not JSON: EOF while parsing a value"],
    );
    check(
        "list.json",
        "[]",
        expect!["/list.json: this is a list […]; write an object {…}"],
    );
    check(
        "plain.json",
        "Hola",
        expect!["/plain.json: line 1, column 1: not JSON: expected value"],
    );
    check(
        "no-format.json",
        "{}",
        expect![[r#"/no-format.json: the field "format" is missing; add it"#]],
    );
    check(
        "many.json",
        r#"{"format":1}"#,
        expect![[r#"/many.json: the field "id" is missing; add it (and 3 more)"#]],
    );
    check(
        "big.json",
        format!("{{{}}}", " ".repeat(1_048_576)),
        expect!["/big.json: the file has 1048578 bytes; it may have 1048576"],
    );
    check(
        "deep.txt",
        "{\"a\":".repeat(100_000),
        expect!["/deep.txt: line 1, column 636: not JSON: recursion limit exceeded"],
    );
}

#[test]
fn bad_sessions() {
    let kind = r#""kind":"memgpt-playground session""#;
    check(
        "session.json",
        format!("{{{kind}}}"),
        expect!["/session.json: line 1, column 36: not a readable session: missing field `format`"],
    );
    check(
        "newer.json",
        format!("{{{kind},\"format\":99}}"),
        expect!["/newer.json: the session has format 99, this version reads up to 1"],
    );
}

#[test]
fn files_that_are_not_there() {
    expect!["there/is/none.json: there is no such file"]
        .assert_eq(&play(&["there/is/none.json"]).unwrap_err());
    let line = play(&[&project("tests")]).unwrap_err();
    assert!(
        line.ends_with("tests: this is a directory; name a file in it"),
        "{line}"
    );
    assert!(
        play(&["a\nb"])
            .unwrap_err()
            .starts_with("a\\nb: there is no such file")
    );
}

#[test]
fn bad_options() {
    let five = project("public/scenarios/five-slots.json");
    let check = |options: &[&str], expected: Expect| {
        let arguments: Vec<&str> = [five.as_str()]
            .into_iter()
            .chain(options.iter().copied())
            .collect();
        expected.assert_eq(&play(&arguments).unwrap_err().replace(&five, "FILE"));
    };
    expect!["no file is named; write: play FILE (or play --help)"]
        .assert_eq(&play(&[]).unwrap_err());
    check(
        &["other.json"],
        expect![[r#""other.json": only one file can be played"#]],
    );
    check(
        &["--rules", "r9"],
        expect![[
            r#"--rules "r9" is not known; write one of: miniature, paper, memgpt-0.1, memgpt-0.2, memgpt-0.3, letta-2025, letta-2026"#
        ]],
    );
    check(
        &["--window", "gpt-5"],
        expect![[
            r#"--window "gpt-5" is not known; write one of: a number of tokens, toy, llama-1, llama-2, gpt-3.5-turbo, mistral-7b, gpt-4, gpt-3.5-turbo-16k, gpt-4-32k, claude-2, gpt-4-turbo, letta, yi-34b-200k"#
        ]],
    );
    check(
        &["--policy", "newest"],
        expect![[
            r#"--policy "newest" is not known; write one of: oldest, least-recently-used, random, model-chosen"#
        ]],
    );
    check(
        &["--lang", "fr"],
        expect![[r#"--lang "fr" is not known; write one of: es, en"#]],
    );
    check(
        &["--format", "xml"],
        expect![[r#"--format "xml" is not known; write one of: text, jsonl"#]],
    );
    check(
        &["--window", "many"],
        expect![[
            r#"--window "many" is not known; write one of: a number of tokens, toy, llama-1, llama-2, gpt-3.5-turbo, mistral-7b, gpt-4, gpt-3.5-turbo-16k, gpt-4-32k, claude-2, gpt-4-turbo, letta, yi-34b-200k"#
        ]],
    );
    check(
        &["--window", "-5"],
        expect![[r#"--window "-5" is no whole number in its range"#]],
    );
    check(
        &["--window", "0"],
        expect!["FILE: window is 0; it may be 1 to 1000"],
    );
    check(
        &["--window", "4294967296"],
        expect![[r#"--window "4294967296" is no whole number in its range"#]],
    );
    check(
        &["--seed"],
        expect!["missing argument for option '--seed' (see play --help)"],
    );
    check(
        &["--colour"],
        expect![[r#"there is no option "--colour" (see play --help)"#]],
    );
    check(&["-x"], expect!["invalid option '-x' (see play --help)"]);
    check(
        &["--without-external=yes"],
        expect![[
            r#"unexpected argument for option '--without-external': "yes" (see play --help)"#
        ]],
    );
    check(
        &["--rules", "paper", "--window", "100"],
        expect!["FILE: window is 100; it may be 1024 to 1048576"],
    );
}

#[test]
fn help_is_no_failure() {
    for option in ["--help", "-h"] {
        assert!(play(&[option]).unwrap().starts_with("Runs an example"));
    }
}
