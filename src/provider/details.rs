//! What a local server tells of one model once it is chosen, beyond its list: the window, and
//! whether the model can call functions.

use serde_json::{Value, json};

use super::endpoint::Endpoint;
use super::models::{native_or_schema, tokens};
use super::profile::{Details, Profile, Tools};

/// Most bytes of an answer that are read: Ollama sends the template and the licence along.
pub const BYTES_MAX: usize = 2 << 20;

/// A question about one model. It stays at the origin of the endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Where to.
    pub address: String,
    /// The body, where it is asked by POST.
    pub body: Option<String>,
}

/// What is told of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Tokens of its window.
    pub window: Option<u32>,
    /// How it is made to call functions.
    pub tools: Option<Tools>,
}

/// What to ask about a model of this name; `None` where the list has said all.
pub fn question(profile: &Profile, endpoint: &Endpoint, model: &str) -> Option<Question> {
    match profile.details {
        Details::None => None,
        Details::OllamaShow => Some(Question {
            address: format!("{}/api/show", endpoint.base()),
            body: Some(json!({ "model": model }).to_string()),
        }),
        Details::LmStudioModels => Some(Question {
            address: format!("{}/api/v1/models", endpoint.origin()),
            body: None,
        }),
    }
}

/// What the answer tells. One that cannot be read tells nothing.
pub fn read(profile: &Profile, body: &[u8], model: &str) -> Told {
    if body.len() > BYTES_MAX {
        return Told::default();
    }
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    match profile.details {
        Details::None => Told::default(),
        Details::OllamaShow => of_ollama(&value),
        Details::LmStudioModels => of_lm_studio(&value, model),
    }
}

/// `POST /api/show`: what the model can do by name, and its window under the name of its
/// architecture.
fn of_ollama(value: &Value) -> Told {
    let facts = value.get("model_info").and_then(Value::as_object);
    let window = facts.and_then(|facts| {
        let mut named = facts.iter();
        let (_, window) = named.find(|(key, _)| key.ends_with(".context_length"))?;
        tokens(window)
    });
    let abilities = value.get("capabilities").and_then(Value::as_array);
    Told {
        window,
        tools: abilities.map(|list| native_or_schema(list.contains(&Value::from("tools")))),
    }
}

/// `GET /api/v1/models`: the window in force where the model is loaded, else the largest one.
fn of_lm_studio(value: &Value, model: &str) -> Told {
    let list = value.get("models").and_then(Value::as_array);
    let is_named = |one: &Value, key: &str| one.get(key).and_then(Value::as_str) == Some(model);
    let instances = |one: &Value| {
        let list = one.get("loaded_instances").and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    let mut all = list.into_iter().flatten();
    let found = all.find(|one| {
        is_named(one, "key")
            || instances(one)
                .iter()
                .any(|instance| is_named(instance, "id"))
    });
    let Some(found) = found else {
        return Told::default();
    };
    let loaded = instances(found);
    let loaded = loaded
        .iter()
        .find(|instance| is_named(instance, "id"))
        .or(loaded.first());
    let in_force = loaded.and_then(|instance| instance.pointer("/config/context_length"));
    let trained = found.pointer("/capabilities/trained_for_tool_use");
    Told {
        window: in_force
            .or_else(|| found.get("max_context_length"))
            .and_then(tokens),
        tools: trained.and_then(Value::as_bool).map(native_or_schema),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(provider: &str, body: &Value, model: &str) -> Told {
        let profile = Profile::named(provider).unwrap();
        read(&profile, body.to_string().as_bytes(), model)
    }

    fn asked(provider: &str) -> Option<Question> {
        let profile = Profile::named(provider).unwrap();
        let endpoint = Endpoint::read(profile.base, &profile).ok()?;
        question(&profile, &endpoint, "tiny:1b")
    }

    #[test]
    fn only_servers_whose_list_says_too_little_are_asked() {
        let show = asked("ollama").unwrap();
        assert_eq!(show.address, "http://localhost:11434/api/show");
        assert_eq!(show.body.as_deref(), Some(r#"{"model":"tiny:1b"}"#));
        let list = asked("lmstudio").unwrap();
        assert_eq!(list.address, "http://localhost:1234/api/v1/models");
        assert_eq!(list.body, None);
        for provider in ["openai", "openrouter", "llamacpp", "vllm"] {
            assert_eq!(asked(provider), None, "{provider}");
        }
    }

    #[test]
    fn ollama_tells_the_window_and_what_the_model_can_do() {
        let body = json!({
            "capabilities": ["completion", "tools"],
            "model_info": { "general.architecture": "tiny", "tiny.context_length": 8_192 },
        });
        let window = Some(8_192);
        let tools = Some(Tools::Native);
        assert_eq!(told("ollama", &body, "a"), Told { window, tools });
        let body = json!({ "capabilities": ["completion"], "model_info": {} });
        let tools = Some(Tools::JsonSchema);
        assert_eq!(
            told("ollama", &body, "a"),
            Told {
                window: None,
                tools
            }
        );
    }

    #[test]
    fn lm_studio_tells_the_window_in_force_before_the_largest() {
        let body = json!({ "models": [
            { "key": "other", "max_context_length": 1 },
            { "key": "tiny", "max_context_length": 32_768,
              "loaded_instances": [{ "id": "tiny:2", "config": { "context_length": 4_096 } }],
              "capabilities": { "trained_for_tool_use": false } },
            { "key": "third", "max_context_length": 9_000, "loaded_instances": [] },
        ] });
        let tools = Some(Tools::JsonSchema);
        for name in ["tiny", "tiny:2"] {
            let window = Some(4_096);
            assert_eq!(told("lmstudio", &body, name), Told { window, tools });
        }
        assert_eq!(told("lmstudio", &body, "third").window, Some(9_000));
        assert_eq!(told("lmstudio", &body, "fourth"), Told::default());
    }

    #[test]
    fn what_cannot_be_read_tells_nothing() {
        for body in [
            json!(null),
            json!([]),
            json!({ "models": 3, "model_info": [], "capabilities": "tools" }),
            json!({ "models": [1, { "loaded_instances": {} }], "model_info": { "x.context_length": -1 } }),
        ] {
            assert_eq!(told("ollama", &body, "a"), Told::default(), "{body}");
            assert_eq!(told("lmstudio", &body, "a"), Told::default(), "{body}");
        }
        let profile = Profile::named("ollama").unwrap();
        let endless = vec![b' '; BYTES_MAX + 1];
        assert_eq!(read(&profile, &endless, "a"), Told::default());
    }
}
