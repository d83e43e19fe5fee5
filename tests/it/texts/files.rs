//! The two files themselves, and what the build says when one is wrong.

use std::collections::BTreeMap;

#[allow(dead_code, reason = "the build script uses all of it")]
#[path = "../../../src/text/generate.rs"]
mod generate;

use generate::generate;

const ES: &str = include_str!("../../../src/text/es.toml");
const EN: &str = include_str!("../../../src/text/en.toml");

/// Every text of a file, by section, name and form.
fn texts(file: &str) -> BTreeMap<String, String> {
    let table: toml::Table = file.parse().unwrap();
    let mut texts = BTreeMap::new();
    for (section, names) in table {
        for (name, text) in names.as_table().unwrap() {
            match text {
                toml::Value::String(text) => {
                    texts.insert(format!("{section}.{name}"), text.clone());
                }
                forms => {
                    for (form, text) in forms.as_table().unwrap() {
                        texts.insert(
                            format!("{section}.{name}.{form}"),
                            text.as_str().unwrap().to_owned(),
                        );
                    }
                }
            }
        }
    }
    texts
}

fn problems(es: &str, en: &str) -> String {
    generate(es, en).unwrap_err().join("\n")
}

#[test]
fn the_shipped_files_hold_the_same_texts_and_no_other() {
    generate(ES, EN).unwrap();
    let (es, en) = (texts(ES), texts(EN));
    assert_eq!(es.keys().collect::<Vec<_>>(), en.keys().collect::<Vec<_>>());
    assert!(es.len() > 300, "{}", es.len());
}

#[test]
fn a_missing_text_is_named_with_its_file() {
    let said = problems("[a]\nb = \"x\"\nc = \"y\"\n", "[a]\nb = \"x\"\n");
    assert_eq!(
        said,
        "en.toml: [a] c is missing; translate it there, or remove it from es.toml"
    );
    let said = problems("[a]\nb = \"x\"\n", "[a]\nb = \"x\"\n[d]\ne = \"y\"\n");
    assert_eq!(
        said,
        "es.toml: [d] e is missing; translate it there, or remove it from en.toml"
    );
}

#[test]
fn placeholders_must_agree_in_name_and_kind() {
    let said = problems("[a]\nb = \"{x} {#n}\"\n", "[a]\nb = \"{x} {n}\"\n");
    assert!(
        said.contains("[a] b")
            && said.contains("{x}")
            && said.contains("{#n}")
            && said.contains("{n}"),
        "{said}"
    );
    assert!(generate("[a]\nb = \"{x} {#n}\"\n", "[a]\nb = \"{#n} {x} {x}\"\n").is_ok());
}

#[test]
fn every_other_mistake_is_named_too() {
    let cases = [
        ("[a]\nb = \"\"\n", "the text is empty"),
        ("[a]\nb = \" x\"\n", "begins or ends with a space"),
        ("[a]\nb = \"{x\"\n", "is no placeholder"),
        ("[a]\nb = \"{x y}\"\n", "is no placeholder"),
        ("[a]\nb = \"x}\"\n", "a } without a {"),
        ("[a]\nb = 3\n", "must be a text in quotes"),
        (
            "[a]\nb = { one = \"x\", many = \"y\" }\n",
            "must be a text in quotes",
        ),
        (
            "[a]\nb = { one = \"x\", other = \"y\" }\n",
            "must hold {#n}",
        ),
        ("[a]\nB = \"x\"\n", "small letters"),
        ("[a]\nmatch = \"x\"\n", "no word of Rust"),
        ("b = \"x\"\n", "stands outside a section"),
        ("[a]\nb = \"x\"\nb = \"y\"\n", "this is not TOML"),
        ("[a]\nb = x\n", "this is not TOML"),
    ];
    for (file, expected) in cases {
        let said = problems(file, file);
        assert!(
            said.contains("es.toml") && said.contains("en.toml"),
            "{said}"
        );
        assert!(said.contains(expected), "{file}: {said}");
    }
    let said = problems(
        "[a]\nb = \"x\"\n",
        "[a]\nb = { one = \"{#n}\", other = \"{#n}\" }\n",
    );
    assert!(said.contains("[a] b"), "{said}");
}

#[test]
fn a_function_takes_its_arguments_by_name_whatever_the_order_of_words() {
    let source = generate("[a]\nb = \"{#z} {y}\"\n", "[a]\nb = \"{y} {#z}\"\n").unwrap();
    assert!(
        source.contains("pub fn b(locale: Locale, y: &dyn Display, z: u64) -> String"),
        "{source}"
    );
}

#[test]
fn spanish_opens_what_it_closes() {
    for (name, text) in texts(ES) {
        for (open, close) in [('¿', '?'), ('¡', '!'), ('«', '»'), ('(', ')')] {
            let count = |letter| text.matches(letter).count();
            let is_key = name.starts_with("keys.");
            assert!(is_key || count(open) == count(close), "{name}: {text}");
        }
        assert!(!text.contains(['“', '”', '"']), "{name}: {text}");
    }
}

#[test]
fn english_has_no_spanish_marks() {
    for (name, text) in texts(EN) {
        assert!(!text.contains(['«', '»', '¿', '¡']), "{name}: {text}");
        assert!(
            text.matches('“').count() == text.matches('”').count(),
            "{name}: {text}"
        );
    }
}

#[test]
fn the_words_are_the_glossary_s() {
    let banned_es = [
        "evicci",
        "evict",
        "computador",
        "costo",
        "ustedes",
        "usted ",
        "cache",
        "feedback",
        "prompt de sistema",
        "archivo de texto",
        "archivo JSON",
        "un archivo",
        "abrir archivo",
        "memoria de trabajo",
        "core memory",
        "alerta",
        "heartbeat",
        "flush",
        "query",
    ];
    // Names of functions and parameters, and terms that the glossary gives in brackets.
    let exempt = [
        "prompt.",
        "glossary.",
        "title.",
        "caption.heartbeat_requested",
        "stage.",
    ];
    for (name, text) in texts(ES) {
        if exempt.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        for word in banned_es {
            assert!(
                !text.to_lowercase().contains(word),
                "{name}: «{word}» in: {text}"
            );
        }
    }
    for (name, text) in texts(EN) {
        for word in [
            "disk storage",
            "colour-",
            "evictee",
            "recall memory",
            "archival memory",
        ] {
            assert!(
                !text.to_lowercase().contains(word),
                "{name}: “{word}” in: {text}"
            );
        }
    }
}
