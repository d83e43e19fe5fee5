//! Turns `es.toml` and `en.toml` into one typed function a text. Runs in `build.rs`; it is
//! no part of the library. A text that one language lacks, or whose placeholders differ,
//! is a problem that names file, text and mend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use toml::{Table, Value};

/// The section of texts that enter prompts: the engine fills them, so they keep their `{name}`.
const PROMPT: &str = "prompt";

/// The words that no text may be named, since each name becomes a Rust function.
const RESERVED: &str = "abstract as async await become box break const continue crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static \
    struct super trait true try type typeof unsafe unsized use virtual where while yield";

/// Texts of one file, by section and name.
type Catalogue = BTreeMap<String, BTreeMap<String, Text>>;

/// One text in one language.
#[derive(Debug)]
enum Text {
    Plain(String),
    /// Which of the two is shown depends on the number `{#n}`.
    Plural {
        one: String,
        other: String,
    },
}

/// A placeholder: `{name}` is a text, `{#name}` is a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placeholder {
    name: String,
    is_number: bool,
}

/// The Rust source of all functions.
///
/// # Errors
/// All problems found, each in one line.
pub fn generate(es: &str, en: &str) -> Result<String, Vec<String>> {
    let mut problems = Vec::new();
    let es = read("es.toml", es, &mut problems);
    let en = read("en.toml", en, &mut problems);
    compare("es.toml", &es, "en.toml", &en, &mut problems);
    compare("en.toml", &en, "es.toml", &es, &mut problems);
    let mut source = String::new();
    for (section, texts) in &es {
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(
            source,
            "/// Section `[{section}]` of the text files.\npub mod {section} {{"
        );
        source.push_str("    use super::*;\n");
        for (name, es_text) in texts {
            if let Some(en_text) = en.get(section).and_then(|texts| texts.get(name)) {
                function(&mut source, section, name, es_text, en_text, &mut problems);
            }
        }
        source.push_str("}\n");
    }
    if problems.is_empty() {
        Ok(source)
    } else {
        Err(problems)
    }
}

/// Reads one file.
fn read(file: &str, text: &str, problems: &mut Vec<String>) -> Catalogue {
    let mut catalogue = Catalogue::new();
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => {
            problems.push(format!(
                "{file}: this is not TOML: {}",
                error.to_string().replace('\n', " | ")
            ));
            return catalogue;
        }
    };
    for (section, texts) in table {
        let Value::Table(texts) = texts else {
            problems.push(format!(
                "{file}: {section} stands outside a section; put it below a line [section]"
            ));
            continue;
        };
        for (name, value) in texts {
            let place = format!("{file}: [{section}] {name}");
            if !is_name(&name) || !is_name(&section) {
                problems.push(format!(
                    "{place}: a name has small letters, digits and _ only, and is no word of Rust"
                ));
                continue;
            }
            match text_of(value) {
                Some(text) => {
                    text.check(&place, problems);
                    catalogue
                        .entry(section.clone())
                        .or_default()
                        .insert(name, text);
                }
                None => problems.push(format!(
                    "{place}: must be a text in quotes, or {{ one = \"...\", other = \"...\" }}"
                )),
            }
        }
    }
    catalogue
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
        && !RESERVED.split_whitespace().any(|word| word == name)
}

fn text_of(value: Value) -> Option<Text> {
    match value {
        Value::String(text) => Some(Text::Plain(text)),
        Value::Table(mut table) if table.len() == 2 => {
            match (table.remove("one"), table.remove("other")) {
                (Some(Value::String(one)), Some(Value::String(other))) => {
                    Some(Text::Plural { one, other })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Says what `right` lacks of `left`.
fn compare(
    left_file: &str,
    left: &Catalogue,
    right_file: &str,
    right: &Catalogue,
    problems: &mut Vec<String>,
) {
    for (section, texts) in left {
        for name in texts.keys() {
            if right
                .get(section)
                .is_none_or(|texts| !texts.contains_key(name))
            {
                problems.push(format!(
                    "{right_file}: [{section}] {name} is missing; translate it there, or remove it from {left_file}"
                ));
            }
        }
    }
}

impl Text {
    fn variants(&self) -> Vec<&str> {
        match self {
            Self::Plain(text) => vec![text],
            Self::Plural { one, other } => vec![one, other],
        }
    }

    fn check(&self, place: &str, problems: &mut Vec<String>) {
        for text in self.variants() {
            if text.trim().is_empty() {
                problems.push(format!(
                    "{place}: the text is empty; write it, or remove it from both files"
                ));
            } else if text.trim() != text {
                problems.push(format!(
                    "{place}: the text begins or ends with a space; remove it"
                ));
            }
            if let Err(problem) = placeholders(text) {
                problems.push(format!("{place}: {problem}"));
            }
        }
        if let Self::Plural { other, .. } = self {
            let has_number = placeholders(other)
                .is_ok_and(|all| all.iter().any(|it| it.is_number && it.name == "n"));
            if !has_number {
                problems.push(format!(
                    "{place}: `other` must hold {{#n}}, the number that decides"
                ));
            }
        }
    }

    fn placeholders(&self) -> BTreeSet<Placeholder> {
        self.variants()
            .into_iter()
            .filter_map(|text| placeholders(text).ok())
            .flatten()
            .collect()
    }
}

/// Splits a text at its placeholders: what stands before each, and what stands after the last.
fn split(text: &str) -> Result<(Vec<(String, Placeholder)>, String), String> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '{' | '}' if rest.peek() == Some(&letter) => {
                rest.next();
                plain.push(letter);
            }
            '{' => {
                let mut inside = String::new();
                let is_closed = rest.by_ref().any(|letter| {
                    if letter != '}' {
                        inside.push(letter);
                    }
                    letter == '}'
                });
                let (name, is_number) = inside
                    .strip_prefix('#')
                    .map_or((inside.as_str(), false), |name| (name, true));
                if !is_closed || !is_name(name) {
                    return Err(format!(
                        "{{{inside} is no placeholder; write {{name}}, or {{{{ for a brace"
                    ));
                }
                parts.push((
                    core::mem::take(&mut plain),
                    Placeholder {
                        name: name.to_owned(),
                        is_number,
                    },
                ));
            }
            '}' => return Err("a } without a { before it; write }} for a brace".to_owned()),
            letter if letter.is_control() && letter != '\n' => {
                return Err("a control character".to_owned());
            }
            letter => plain.push(letter),
        }
    }
    Ok((parts, plain))
}

fn placeholders(text: &str) -> Result<BTreeSet<Placeholder>, String> {
    Ok(split(text)?
        .0
        .into_iter()
        .map(|(_, placeholder)| placeholder)
        .collect())
}

/// The template that is filled at run time: the argument of number k stands as the control
/// character k + 1, which no text holds.
fn template(text: &str, arguments: &[Placeholder]) -> String {
    let Ok((parts, last)) = split(text) else {
        return String::new();
    };
    let mut template = String::new();
    for (before, placeholder) in parts {
        template.push_str(&before);
        let position = arguments
            .iter()
            .position(|argument| *argument == placeholder)
            .unwrap_or(0);
        template.push(mark(position));
    }
    template + &last
}

/// Control characters, without those that texts may hold (tab, line feed).
fn mark(position: usize) -> char {
    u8::try_from(position + 1).map_or('\u{1}', char::from)
}

/// Writes the function of one text.
fn function(
    source: &mut String,
    section: &str,
    name: &str,
    es: &Text,
    en: &Text,
    problems: &mut Vec<String>,
) {
    let place = format!("[{section}] {name}");
    let arguments: Vec<Placeholder> = es.placeholders().into_iter().collect();
    if es.placeholders() != en.placeholders() {
        let list = |text: &Text| {
            let all: Vec<String> = text
                .placeholders()
                .iter()
                .map(Placeholder::written)
                .collect();
            if all.is_empty() {
                "none".to_owned()
            } else {
                all.join(" ")
            }
        };
        problems.push(format!(
            "{place}: es.toml and en.toml must hold the same placeholders; es.toml has {}, en.toml has {}",
            list(es),
            list(en)
        ));
        return;
    }
    if arguments.len() > 8 {
        problems.push(format!(
            "{place}: more than 8 placeholders; split the text in two"
        ));
        return;
    }
    let _ = writeln!(
        source,
        "    #[doc = {:?}]",
        format!("`{}` `{}`", es.documentation(), en.documentation())
    );
    let is_raw = section == PROMPT;
    match (es, en) {
        (Text::Plain(es), Text::Plain(en)) if is_raw || arguments.is_empty() => {
            let (es, en) = if is_raw {
                (es.clone(), en.clone())
            } else {
                (template(es, &[]), template(en, &[]))
            };
            let _ = writeln!(
                source,
                "    pub fn {name}(locale: Locale) -> &'static str {{ pick(locale, {es:?}, {en:?}) }}"
            );
        }
        (Text::Plain(es), Text::Plain(en)) => {
            let (es, en) = (template(es, &arguments), template(en, &arguments));
            let (parameters, values) = signature(&arguments);
            let _ = writeln!(
                source,
                "    pub fn {name}(locale: Locale, {parameters}) -> String {{\n        \
                 fill(locale, pick(locale, {es:?}, {en:?}), &[{values}])\n    }}"
            );
        }
        (
            Text::Plural {
                one: es_one,
                other: es_other,
            },
            Text::Plural {
                one: en_one,
                other: en_other,
            },
        ) if !is_raw => {
            let all = [es_one, es_other, en_one, en_other].map(|text| template(text, &arguments));
            let (parameters, values) = signature(&arguments);
            let _ = writeln!(
                source,
                "    pub fn {name}(locale: Locale, {parameters}) -> String {{\n        \
                 fill(locale, plural(locale, n, {all:?}), &[{values}])\n    }}"
            );
        }
        _ => problems.push(format!(
            "{place}: must be one text in both files, or {{ one, other }} in both"
        )),
    }
}

/// Parameters and values of a function, in the order of the names, so that a text can be
/// worded anew without any caller noticing.
fn signature(arguments: &[Placeholder]) -> (String, String) {
    let parameters: Vec<String> = arguments
        .iter()
        .map(|it| {
            format!(
                "{}: {}",
                it.name,
                if it.is_number { "u64" } else { "&dyn Display" }
            )
        })
        .collect();
    let values: Vec<String> = arguments
        .iter()
        .map(|it| {
            format!(
                "{}({})",
                if it.is_number { "Number" } else { "Words" },
                it.name
            )
        })
        .collect();
    (parameters.join(", "), values.join(", "))
}

impl Placeholder {
    fn written(&self) -> String {
        format!("{{{}{}}}", if self.is_number { "#" } else { "" }, self.name)
    }
}

impl Text {
    /// The text in one line, for the comment of its function.
    fn documentation(&self) -> String {
        self.variants()
            .join(" | ")
            .replace('\n', " ")
            .replace('`', "'")
    }
}
