//! Schemas in the dialects that providers understand.

use serde_json::{Map, Value, json};

/// Keywords that Gemini's `parameters` understands. One that it does not fails the request.
const OPEN_API: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "maxItems",
    "minItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "example",
    "anyOf",
    "propertyOrdering",
    "default",
    "items",
    "minimum",
    "maximum",
];

/// The schema without what Gemini does not understand.
pub fn open_api(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let mut clean = Map::new();
    for (key, value) in members {
        let inner = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let properties = properties.iter();
                let properties = properties.map(|(name, inner)| (name.clone(), open_api(inner)));
                Value::Object(properties.collect())
            }
            ("items", inner) => open_api(inner),
            ("anyOf" | "oneOf", Value::Array(list)) => {
                clean.insert("anyOf".to_owned(), list.iter().map(open_api).collect());
                continue;
            }
            ("const", value) => {
                clean.insert("enum".to_owned(), json!([value]));
                continue;
            }
            // A list of types is not known; of two with null the other is nullable.
            ("type", Value::Array(types)) => {
                let is_null = |one: &&Value| one.as_str() == Some("null");
                if types.iter().any(|one| is_null(&one)) {
                    clean.insert("nullable".to_owned(), true.into());
                }
                let other = types.iter().find(|one| !is_null(one));
                other.cloned().unwrap_or_else(|| "string".into())
            }
            (key, value) if OPEN_API.contains(&key) => value.clone(),
            _ => continue,
        };
        clean.insert(key.clone(), inner);
    }
    if clean.get("type").and_then(Value::as_str) == Some("array") && !clean.contains_key("items") {
        clean.insert("items".to_owned(), json!({ "type": "string" }));
    }
    Value::Object(clean)
}

/// A schema of one call of one of these functions, for an answer that is one JSON object.
pub fn of_call(functions: &[Value]) -> Value {
    let calls = functions.iter().map(|function| {
        let none = json!({ "type": "object" });
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "enum": [function["name"]] },
                "arguments": function.get("parameters").unwrap_or(&none),
            },
            "required": ["name", "arguments"],
            "additionalProperties": false,
        })
    });
    let mut calls: Vec<Value> = calls.collect();
    if calls.len() == 1 {
        calls.remove(0)
    } else {
        json!({ "anyOf": calls })
    }
}
