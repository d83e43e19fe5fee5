//! The rules themselves, as tables.

use std::fmt;

use super::paths::{NamedPath, paths};
use super::source::{Token, tokens};

/// What each module at the top of `src/` may import besides itself.
const MODULES: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("misread", &[]),
    ("trace", &["misread"]),
    ("recording", &["engine"]),
    ("run", &["engine", "recording", "trace"]),
    ("model", &["engine"]),
    ("provider", &["engine"]),
    (
        "scenario",
        &["engine", "misread", "model", "run", "text", "trace"],
    ),
    (
        "agent_file",
        &[
            "engine",
            "misread",
            "model",
            "recording",
            "run",
            "scenario",
            "text",
            "trace",
        ],
    ),
    ("scene", &["engine"]),
    ("text", &["engine", "scene"]),
    ("explain", &["engine", "text"]),
    (
        "app",
        &[
            "agent_file",
            "engine",
            "explain",
            "misread",
            "model",
            "provider",
            "recording",
            "run",
            "scenario",
            "scene",
            "text",
            "trace",
        ],
    ),
];

/// Imports inside a module that are forbidden although the module is one.
const INNER: &[(&[&str], &[&str])] = &[(&["app", "view"], &["app", "platform"])];

/// What only `app` may know.
const BROWSER_CRATES: &[&str] = &[
    "console_error_panic_hook",
    "gloo",
    "js_sys",
    "leptos",
    "leptos_use",
    "reactive_graph",
    "serde_wasm_bindgen",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "web_sys",
];

/// Parts of the standard library that the core may not reach.
const OUTSIDE_WORLD: &[&str] = &["env", "fs", "net", "os", "process", "thread", "time"];

/// Words that no source may hold, with what to do instead.
const WORDS: &[(&str, &str)] = &[
    ("HashMap", "its order is random: use BTreeMap"),
    ("HashSet", "its order is random: use BTreeSet"),
    ("Instant", "time is an input"),
    ("SystemTime", "time is an input"),
    ("thread_rng", "chance comes from the seed"),
    ("StdRng", "it may change with a release: use ChaCha8Rng"),
    (
        "SmallRng",
        "it is another generator on 32 bits: use ChaCha8Rng",
    ),
];

/// The one module whose macro writes unsafe code.
const UNSAFE: &[&str] = &["app", "on_demand"];

/// Macros that are left in by mistake.
const MACROS: &[&str] = &["todo", "dbg", "unimplemented"];

/// One broken rule.
pub struct Problem {
    pub file: String,
    pub line: usize,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "src/{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Checks one source; `file` is its path below `src/`, with `/`.
pub fn problems(file: &str, text: &str) -> Vec<Problem> {
    let place = module_of(file);
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut report = |line: usize, message: String| {
        found.push(Problem {
            file: file.to_owned(),
            line,
            message,
        })
    };
    if let Some(module) = place.first()
        && allowed(module).is_none()
    {
        report(
            1,
            format!("{module} is not in the table of modules of tests/it/tidy/rules.rs"),
        );
        return found;
    }
    for path in paths(&tokens) {
        if let Some(message) = import_problem(&place, &path) {
            report(path.line, message);
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        if let Some(message) = word_problem(&place, token, tokens.get(at + 1)) {
            report(token.line, message);
        }
    }
    for (line, name) in serialised_with_usize(&tokens) {
        report(
            line,
            format!(
                "{name} is serialised and holds a usize, which has another width in wasm: use u32 or u64"
            ),
        );
    }
    found
}

/// `engine/apply.rs` is engine::apply, `engine/mod.rs` is engine, `lib.rs` is
/// the root, as are the programs.
fn module_of(file: &str) -> Vec<String> {
    let mut words: Vec<String> = file
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    let last = words.last().map_or("", String::as_str);
    if last == "mod" || (words.len() == 1 && matches!(last, "lib" | "main")) {
        words.pop();
    }
    words
}

fn allowed(module: &str) -> Option<&'static [&'static str]> {
    MODULES
        .iter()
        .find(|(name, _)| *name == module)
        .map(|(_, others)| *others)
}

fn is_module(name: &str) -> bool {
    allowed(name).is_some()
}

fn is_core(place: &[String]) -> bool {
    place.first().is_some_and(|module| module != "app")
}

fn import_problem(place: &[String], path: &NamedPath) -> Option<String> {
    let module = place.first()?;
    let (first, rest) = path.words.split_first()?;
    if is_core(place) && BROWSER_CRATES.contains(&first.as_str()) && !rest.is_empty() {
        return Some(format!("{module} may not use the crate {first}"));
    }
    if is_core(place)
        && first == "std"
        && rest
            .first()
            .is_some_and(|part| OUTSIDE_WORLD.contains(&part.as_str()))
    {
        return Some(format!("{module} may not use std::{}", rest[0]));
    }
    let target = target_of(place, path)?;
    let other = target.first()?;
    if other != module {
        // After `crate::` a lower-case word is a module, else an item or macro.
        if !is_module(other) {
            let is_item =
                first != "crate" || other.starts_with(char::is_uppercase) || target.len() == 1;
            return (!is_item).then(|| {
                format!("{other} is not in the table of modules of tests/it/tidy/rules.rs")
            });
        }
        if !allowed(module)?.contains(&other.as_str()) {
            return Some(format!("{module} may not use {other}"));
        }
    }
    INNER
        .iter()
        .find(|(inside, forbidden)| starts_with(place, inside) && starts_with(&target, forbidden))
        .map(|(inside, forbidden)| {
            format!("{} may not use {}", inside.join("::"), forbidden.join("::"))
        })
}

fn starts_with(words: &[String], beginning: &[&str]) -> bool {
    words.len() >= beginning.len()
        && words
            .iter()
            .zip(beginning)
            .all(|(word, wanted)| word == wanted)
}

/// The path from the root of the crate, for paths that are written from the
/// crate or from a parent. A parent that a nested `mod tests` adds is unknown
/// here, so a path may be taken for one nearer to the root than it is.
fn target_of(place: &[String], path: &NamedPath) -> Option<Vec<String>> {
    if path.words.first()? == "crate" {
        return Some(path.words[1..].to_vec());
    }
    let parents = path
        .words
        .iter()
        .take_while(|word| *word == "super")
        .count();
    if parents == 0 {
        return None;
    }
    let kept = place.len().saturating_sub(parents);
    Some(
        place[..kept]
            .iter()
            .chain(&path.words[parents..])
            .cloned()
            .collect(),
    )
}

fn word_problem(place: &[String], token: &Token, next: Option<&Token>) -> Option<String> {
    if let Some((word, why)) = WORDS.iter().find(|(word, _)| token.is(word)) {
        return Some(format!("{word}: {why}"));
    }
    if MACROS.iter().any(|name| token.is(name)) && next.is_some_and(|sign| sign.is("!")) {
        return Some(format!("{}! is left over", token.text));
    }
    if (token.is("unsafe") || token.is("unsafe_code")) && place != UNSAFE {
        return Some(format!(
            "{}: only src/{}.rs reaches into another file of the program",
            token.text,
            UNSAFE.join("/")
        ));
    }
    if place.first().is_some_and(|module| module == "engine")
        && (token.is("f32") || token.is("f64"))
    {
        return Some(format!(
            "{}: the engine counts in integers, which are the same everywhere",
            token.text
        ));
    }
    None
}

/// Types with a derived serde trait and a `usize` inside, with their lines.
fn serialised_with_usize(tokens: &[Token]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if !(tokens[at].is("derive") && tokens.get(at + 1).is_some_and(|sign| sign.is("("))) {
            continue;
        }
        let traits = &tokens[at..end_of_group(tokens, at + 1)];
        if !traits
            .iter()
            .any(|token| token.is("Serialize") || token.is("Deserialize"))
        {
            continue;
        }
        let Some(item) =
            (at..tokens.len()).find(|&i| tokens[i].is("struct") || tokens[i].is("enum"))
        else {
            continue;
        };
        let Some(open) =
            (item..tokens.len()).find(|&i| ["{", "(", ";"].iter().any(|sign| tokens[i].is(sign)))
        else {
            continue;
        };
        if tokens[open].is(";") {
            continue;
        }
        if let Some(field) = tokens[open..end_of_group(tokens, open)]
            .iter()
            .find(|token| token.is("usize"))
        {
            found.push((field.line, tokens[item + 1].text.clone()));
        }
    }
    found
}

/// Where the group that opens at `open` ends.
fn end_of_group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}
