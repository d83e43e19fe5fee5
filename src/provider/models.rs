//! The list of models as a provider tells it: names, and windows and prices where it says.

use serde_json::Value;

use super::price::Price;
use super::scrub::Scrubber;

/// One model of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The name to ask for it by.
    pub name: String,
    /// Tokens of its window, where the provider says.
    pub window: Option<u32>,
    /// Its price, where the provider says.
    pub price: Option<Price>,
}

/// Most models that are listed.
pub const MODELS_MAX: usize = 1_000;

/// Most bytes of a list that are read.
pub const LIST_BYTES_MAX: usize = 8 << 20;

/// Longest name, in characters.
pub const NAME_MAX: usize = 200;

/// How keys of well-known providers begin. Who pastes one into the field for the name must
/// not find it in a trace.
const KEYS: &[&str] = &["sk-", "sk_", "gsk_", "AIza", "xai-", "Bearer"];

/// The name of a model as a person types it or a provider tells it; `None` where it cannot
/// be one, or holds a key: names are shown and recorded.
pub fn name(text: &str, scrubber: &Scrubber) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("models/").unwrap_or(text);
    let is_name = !text.is_empty()
        && text.len() <= NAME_MAX
        && text.bytes().all(|byte| byte.is_ascii_graphic())
        && !text.contains(['<', '>', '"', '`', '\\'])
        && !KEYS.iter().any(|beginning| text.starts_with(beginning));
    (is_name && scrubber.error_text(text) == text).then(|| text.to_owned())
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
    let name = name(text("id").or_else(|| text("name"))?, scrubber)?;
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
        .and_then(Value::as_u64)
        .and_then(|window| u32::try_from(window).ok())
        .filter(|window| *window > 0);
    let price = || {
        let price = one.get("pricing")?;
        Some(Price {
            read: of_token(price.get("prompt")?.as_str()?)?,
            written: of_token(price.get("completion")?.as_str()?)?,
        })
    };
    Some(Model {
        name,
        window,
        price: price(),
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
}
