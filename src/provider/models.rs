//! The list of models as a provider tells it: names, and windows, prices and what the models
//! can do where it says.

use std::sync::Arc;

use serde_json::Value;

use super::price::Price;
use super::profile::Tools;
use super::scrub::Scrubber;

/// One model of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name, as it is shown and recorded.
    pub name: String,
    /// The name to ask for it by, where that is another one: a path on the server.
    pub asked_as: Option<Arc<str>>,
    /// Tokens of its window, where the provider says.
    pub window: Option<u32>,
    /// Its price, where the provider says.
    pub price: Option<Price>,
    /// How it is made to call functions, where the provider says what it can do.
    pub tools: Option<Tools>,
}

/// The two names of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name that is shown and recorded.
    pub shown: String,
    /// The name to ask for it by.
    pub asked: String,
}

/// Most models that are listed.
pub const MODELS_MAX: usize = 1_000;

/// Most bytes of a list that are read.
pub const LIST_BYTES_MAX: usize = 8 << 20;

/// Longest name that is shown, in characters.
pub const NAME_MAX: usize = 200;

/// Longest name that a model is asked for by, in bytes: paths are longer than names.
const ASKED_MAX: usize = 1_000;

/// How keys of well-known providers begin. Who pastes one into the field for the name must
/// not find it in a trace.
const KEYS: &[&str] = &["sk-", "sk_", "gsk_", "AIza", "xai-", "Bearer"];

/// How files of weights end.
const WEIGHTS: &[&str] = &[".gguf", ".ggml", ".bin", ".safetensors", ".onnx"];

/// The name of a model as a person types it or a provider tells it; `None` where it cannot
/// be one, or holds a key: names are shown and recorded.
pub fn name(text: &str, scrubber: &Scrubber) -> Option<Name> {
    let asked = text.trim();
    let asked = asked.strip_prefix("models/").unwrap_or(asked);
    let shown = last_part(asked);
    let is_shown = !shown.is_empty()
        && shown.len() <= NAME_MAX
        && shown.bytes().all(|byte| byte.is_ascii_graphic())
        && !shown.contains(['<', '>', '"', '`', '\\']);
    let is_asked = asked.len() <= ASKED_MAX && !asked.contains(char::is_control);
    let is_key = KEYS
        .iter()
        .any(|beginning| asked.starts_with(beginning) || shown.starts_with(beginning));
    let is_name = is_shown && is_asked && !is_key;
    (is_name && scrubber.error_text(asked) == asked).then(|| Name {
        shown: shown.to_owned(),
        asked: asked.to_owned(),
    })
}

/// What is shown and recorded of a name: of a path on the server (llama.cpp, vLLM) the last
/// part alone, since folders can hold the name of a person or of a machine.
pub fn last_part(name: &str) -> &str {
    let ends = |name: &str, end: &&str| {
        let start = name.len().checked_sub(end.len());
        let tail = start.and_then(|start| name.get(start..));
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    };
    let has_drive = name.as_bytes().get(1) == Some(&b':')
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name[2..].starts_with(['/', '\\']);
    let is_path = ["/", "~", "./", "../"]
        .iter()
        .any(|start| name.starts_with(start))
        || has_drive
        || name.contains('\\')
        || WEIGHTS.iter().any(|end| ends(name, end));
    if !is_path {
        return name;
    }
    let name = name.trim_end_matches(['/', '\\']);
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The models in the body of a list, by name. A body that is no list has none.
pub fn read(body: &[u8], scrubber: &Scrubber) -> Vec<Model> {
    if body.len() > LIST_BYTES_MAX {
        return Vec::new();
    }
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let list = match &value {
        Value::Array(list) => Some(list),
        value => value
            .get("data")
            .or_else(|| value.get("models"))
            .and_then(Value::as_array),
    };
    let found = list.into_iter().flatten();
    let found = found.filter_map(|one| model(one, scrubber));
    let mut models: Vec<Model> = found.take(MODELS_MAX).collect();
    models.sort_by(|one, other| one.name.cmp(&other.name));
    models.dedup_by(|one, other| one.name == other.name);
    models
}

fn model(one: &Value, scrubber: &Scrubber) -> Option<Model> {
    let text = |key: &str| one.get(key).and_then(Value::as_str);
    // Of Gemini's list only what can be asked for a text.
    if let Some(Value::Array(methods)) = one.get("supportedGenerationMethods")
        && !methods.contains(&Value::from("generateContent"))
    {
        return None;
    }
    let Name { shown, asked } = name(text("id").or_else(|| text("name"))?, scrubber)?;
    let windows = [
        "context_length",
        "max_context_length",
        "context_window",
        "max_input_tokens",
        "inputTokenLimit",
        "max_model_len",
    ];
    let window = windows
        .iter()
        .find_map(|key| one.get(*key))
        .or_else(|| one.pointer("/meta/n_ctx"))
        .and_then(tokens);
    let price = || {
        let price = one.get("pricing")?;
        Some(Price {
            read: of_token(price.get("prompt")?.as_str()?)?,
            written: of_token(price.get("completion")?.as_str()?)?,
        })
    };
    Some(Model {
        asked_as: (asked != shown).then(|| asked.into()),
        name: shown,
        window,
        price: price(),
        tools: tools(one),
    })
}

/// A number of tokens that a window can have.
pub(super) fn tokens(value: &Value) -> Option<u32> {
    let tokens = value.as_u64()?;
    u32::try_from(tokens).ok().filter(|tokens| *tokens > 0)
}

/// How a model that cannot call functions is asked, and one that can.
pub(super) fn native_or_schema(calls_functions: bool) -> Tools {
    if calls_functions {
        Tools::Native
    } else {
        Tools::JsonSchema
    }
}

/// What a list says of functions (Mistral, OpenRouter).
fn tools(one: &Value) -> Option<Tools> {
    if let Some(calls) = one.pointer("/capabilities/function_calling") {
        return calls.as_bool().map(native_or_schema);
    }
    let parameters = one.get("supported_parameters")?.as_array()?;
    let has = |name: &str| parameters.iter().any(|one| one.as_str() == Some(name));
    Some(if has("tools") {
        Tools::Native
    } else if has("structured_outputs") {
        Tools::JsonSchema
    } else {
        Tools::Text
    })
}

/// Dollars for one token, as OpenRouter writes them, in thousandths of a dollar for a million:
/// the ninth decimal is one. What is below is rounded up.
fn of_token(dollars: &str) -> Option<u64> {
    let (whole, part) = dollars.split_once('.').unwrap_or((dollars, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || whole.len() > 6 {
        return None;
    }
    let nine: String = part.chars().chain("000000000".chars()).take(9).collect();
    let is_beyond = part.bytes().skip(9).any(|digit| digit != b'0');
    let whole: u64 = whole.parse().ok()?;
    Some(whole * 1_000_000_000 + nine.parse::<u64>().ok()? + u64::from(is_beyond))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let models = read(body.as_bytes(), &Scrubber::none());
        models.into_iter().map(|model| model.name).collect()
    }

    #[test]
    fn every_provider_s_list_is_read() {
        assert_eq!(
            names(r#"{"object":"list","data":[{"id":"b"},{"id":"a"},{"id":"b"}]}"#),
            ["a", "b"]
        );
        assert_eq!(
            names(r#"{"models":[{"name":"tiny:1b","model":"tiny:1b"}]}"#),
            ["tiny:1b"]
        );
        assert_eq!(
            names(
                r#"{"models":[{"name":"models/g-1","supportedGenerationMethods":["generateContent"]},{"name":"models/e","supportedGenerationMethods":["embedContent"]}]}"#
            ),
            ["g-1"]
        );
        for body in [
            "",
            "[]",
            "{}",
            "null",
            "{\"data\":{}}",
            "<html>",
            "{\"data\":[1,null,{}]}",
        ] {
            assert_eq!(names(body), Vec::<String>::new(), "{body}");
        }
    }

    #[test]
    fn windows_and_prices_are_taken_where_they_are_told() {
        let body = r#"{"data":[{"id":"a","context_length":4096,"pricing":{"prompt":"0.00000015","completion":"0.0000006"}},{"id":"b","meta":{"n_ctx":2048}},{"id":"c","context_length":"x","pricing":{"prompt":"-1","completion":"0"}}]}"#;
        let models = read(body.as_bytes(), &Scrubber::none());
        assert_eq!(models[0].window, Some(4_096));
        assert_eq!(
            models[0].price,
            Some(Price {
                read: 150,
                written: 600
            })
        );
        assert_eq!(models[1].window, Some(2_048));
        assert_eq!((models[2].window, models[2].price), (None, None));
    }

    #[test]
    fn a_name_that_holds_the_key_or_markup_is_none() {
        let scrubber = Scrubber::new("sk-secret-123456");
        let body = r#"{"data":[{"id":"sk-secret-123456"},{"id":"x/sk-secret-123456"},{"id":"a b"},{"id":"<img>"},{"id":"good"}]}"#;
        let models = read(body.as_bytes(), &scrubber);
        assert_eq!(models.len(), 1);
        assert_eq!(models[0].name, "good");
        let endless = format!(r#"{{"data":[{{"id":"{}"}}]}}"#, "a".repeat(NAME_MAX + 1));
        assert!(read(endless.as_bytes(), &scrubber).is_empty());
    }

    #[test]
    fn of_a_path_on_the_server_only_the_last_part_is_shown() {
        for (told, shown) in [
            ("/home/ana/models/tiny-1b.Q4.gguf", "tiny-1b.Q4.gguf"),
            ("C:\\Users\\Ana María\\tiny.gguf", "tiny.gguf"),
            ("c:/models/tiny", "tiny"),
            ("~/models/tiny/", "tiny"),
            ("../tiny", "tiny"),
            ("./out/checkpoint-9", "checkpoint-9"),
            ("files/7b/tiny.GGUF", "tiny.GGUF"),
            ("\\\\host\\share\\tiny", "tiny"),
            ("openai/gpt-oss-20b", "openai/gpt-oss-20b"),
            ("tiny:1b", "tiny:1b"),
        ] {
            let found = name(told, &Scrubber::none()).unwrap();
            assert_eq!(
                (found.shown.as_str(), found.asked.as_str()),
                (shown, told),
                "{told}"
            );
            let list = serde_json::json!({ "data": [{ "id": told }] }).to_string();
            let model = read(list.as_bytes(), &Scrubber::none()).remove(0);
            assert_eq!(model.name, shown);
            let asked = model.asked_as.as_deref();
            assert_eq!(asked, (told != shown).then_some(told), "{told}");
        }
        let scrubber = Scrubber::new("sk-secret-123456");
        assert_eq!(name("/keys/sk-secret-123456/tiny.gguf", &scrubber), None);
        assert_eq!(name("/", &scrubber), None);
        assert_eq!(name("/models/sk-other", &scrubber), None);
    }

    #[test]
    fn what_a_list_says_of_functions_decides_how_they_are_called() {
        let body = r#"{"data":[{"id":"a","capabilities":{"function_calling":true}},{"id":"b","capabilities":{"function_calling":false}},{"id":"c","supported_parameters":["tools","seed"]},{"id":"d","supported_parameters":["structured_outputs"]},{"id":"e","supported_parameters":[]},{"id":"f"},{"id":"g","capabilities":{"vision":true}}]}"#;
        let models = read(body.as_bytes(), &Scrubber::none());
        let tools: Vec<_> = models.iter().map(|model| model.tools).collect();
        let (native, json, text) = (Tools::Native, Tools::JsonSchema, Tools::Text);
        let expected = [native, json, native, json, text].map(Some);
        assert_eq!(tools[..5], expected);
        assert_eq!(tools[5..], [None, None]);
    }
}
