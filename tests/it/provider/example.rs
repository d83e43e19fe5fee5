//! The command line of `decode`.

use super::decoder;

fn run(arguments: &[&str]) -> Result<String, String> {
    let printed = decoder::decode(arguments.iter().map(Into::into));
    printed.map_err(|bad_use| bad_use.to_string())
}

#[test]
fn bad_use_is_told_in_one_line() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/provider/a05-empty-0.json"
    );
    let uses: &[(&[&str], &str)] = &[
        (&[], "no file"),
        (&[file], "--protocol is needed"),
        (&["--protocol", "smoke-signals", file], "smoke-signals"),
        (&["--protocol"], "--protocol"),
        (&["--protocol", "openai-chat", file, file], "second file"),
        (
            &["--protocol", "openai-chat", "--chunk", "0", file],
            "--chunk \"0\"",
        ),
        (
            &["--protocol", "openai-chat", "--chunk", "x", file],
            "--chunk \"x\"",
        ),
        (
            &["--protocol", "openai-chat", "--status", "99", file],
            "--status \"99\"",
        ),
        (
            &["--protocol", "openai-chat", "--shape", "x", file],
            "--shape",
        ),
        (
            &["--protocol", "openai-chat", "no\nsuch.json"],
            "cannot read",
        ),
        (
            &["--protocol", "openai-chat", env!("CARGO_MANIFEST_DIR")],
            "cannot read",
        ),
    ];
    for (arguments, part) in uses {
        let line = run(arguments).unwrap_err();
        assert!(line.contains(part), "{arguments:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    }
}

#[test]
fn help_is_given() {
    for ask in ["--help", "-h"] {
        assert!(run(&[ask]).unwrap().contains("decode --protocol NAME"));
    }
}

#[test]
fn what_is_printed_is_one_object_with_its_fields() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/provider/a05-empty-0.json"
    );
    let line = run(&["--protocol", "openai-chat", file]).unwrap();
    assert_eq!(
        line,
        r#"{"error":null,"repairs":["empty_arguments"],"stop":"tool_calls","text":null,"tool_calls":[{"arguments":{},"id":"c7","name":"core_memory_view"}],"usage":null}"#
    );
}

#[test]
fn a_provider_that_nobody_knows_is_a_compatible_endpoint() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/provider/a05-empty-0.json"
    );
    assert!(run(&["--protocol", "openai-chat", "--provider", "whoever", file]).is_ok());
}
