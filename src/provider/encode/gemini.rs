//! The body of Gemini's `generateContent`.

use serde_json::{Map, Value, json};

use super::super::profile::SchemaDialect;
use super::chat::calls;
use super::turns::{PairedCall, Turn, Turns};
use super::{Choice, Part, object, schema};

/// What Google takes in place of the signature of a call that it did not make.
const FOREIGN_SIGNATURE: &str = "skip_thought_signature_validator";

pub fn body(part: &Part<'_>, turns: &mut Turns<'_>) -> Map<String, Value> {
    turns.open_with_user();
    let ask = part.ask;
    let mut generation = object([("maxOutputTokens", ask.answer_max.into())]);
    part.add_sampling(&mut generation);
    if let Some(schema) = part.answer_schema() {
        generation.insert("responseMimeType".to_owned(), "application/json".into());
        generation.insert("responseSchema".to_owned(), schema::open_api(&schema));
    }
    let mut body = object([
        ("contents", contents(part, turns).into()),
        ("generationConfig", generation.into()),
    ]);
    let mut add = |key: &str, value: Value| body.insert(key.to_owned(), value);
    if !turns.system.is_empty() {
        add(
            "systemInstruction",
            json!({ "parts": [{ "text": turns.system }] }),
        );
    }
    if part.is_native {
        let functions = part.functions.iter().map(|function| {
            let mut function = function.clone();
            if ask.profile.schemas == SchemaDialect::OpenApi
                && let Some(parameters) = function.get_mut("parameters")
            {
                *parameters = schema::open_api(parameters);
            }
            function
        });
        let functions: Vec<Value> = functions.collect();
        add("tools", json!([{ "functionDeclarations": functions }]));
        let config = match part.choice() {
            Choice::Named(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
            Choice::Some(_) => json!({ "mode": "ANY" }),
            Choice::Open => json!({ "mode": "AUTO" }),
        };
        add("toolConfig", json!({ "functionCallingConfig": config }));
    }
    body
}

fn contents(part: &Part<'_>, turns: &Turns<'_>) -> Vec<Value> {
    let raw: Vec<_> = calls(turns).map(|call| call.raw).collect();
    let mut belongings = part.ask.echoes.of(&raw).into_iter();
    let mut contents: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut add = |role, piece| match contents.last_mut() {
        Some((last, parts)) if *last == role => parts.push(piece),
        _ => contents.push((role, vec![piece])),
    };
    for turn in &turns.turns {
        match turn {
            Turn::System(text) | Turn::User(text) => add("user", json!({ "text": text })),
            Turn::Assistant { content, calls } => {
                if !content.trim().is_empty() {
                    add("model", json!({ "text": content }));
                }
                let own: Vec<_> = belongings.by_ref().take(calls.len()).collect();
                let is_foreign = own.iter().all(|belonging| belonging.signature.is_none());
                for (call, belonging) in calls.iter().zip(&own) {
                    let mut piece =
                        json!({ "functionCall": { "name": call.name, "args": call.arguments } });
                    let foreign = is_foreign.then_some(FOREIGN_SIGNATURE);
                    if let Some(signature) = belonging.signature.or(foreign)
                        && part.ask.profile.echo_signature
                    {
                        piece["thoughtSignature"] = signature.into();
                    }
                    add("model", piece);
                }
                calls.iter().for_each(|call| add("user", response(call)));
            }
        }
    }
    let contents = contents.into_iter();
    contents
        .map(|(role, parts)| json!({ "role": role, "parts": parts }))
        .collect()
}

/// The response has to be an object, which packaged results are.
fn response(call: &PairedCall<'_>) -> Value {
    let response = match serde_json::from_str::<Value>(call.result) {
        Ok(object @ Value::Object(_)) => object,
        _ => json!({ "output": call.result }),
    };
    json!({ "functionResponse": { "name": call.name, "response": response } })
}
