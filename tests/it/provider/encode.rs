//! Requests as each provider wants them: whatever stands in the queue, no provider may have
//! a reason to refuse the list of messages.

use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::function::{Function, RawCall};
use memgpt_playground::engine::package;
use memgpt_playground::engine::reply::{PromptMessage, Request, Role};
use memgpt_playground::provider::encode::echo::Echoes;
use memgpt_playground::provider::encode::{Ask, Encoded, Healing, Sampling, encode};
use memgpt_playground::provider::profile::{Force, PROFILES, Profile, SystemPlace, Tools};
use memgpt_playground::provider::protocol::Protocol;
use memgpt_playground::provider::reading::{Reading, Signature, Signed};
use memgpt_playground::text::Locale;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

fn message(role: Role, content: &str) -> PromptMessage {
    PromptMessage {
        role,
        content: content.into(),
        calls: Vec::new(),
        function: None,
    }
}

fn user(content: &str) -> PromptMessage {
    message(Role::User, content)
}

fn calling(calls: &[(&str, &str)]) -> PromptMessage {
    let calls = calls.iter().map(|(name, arguments)| RawCall {
        name: (*name).into(),
        arguments: (*arguments).into(),
    });
    PromptMessage {
        calls: calls.collect(),
        ..message(Role::Assistant, "Let me see.")
    }
}

fn result(function: &str, content: &str) -> PromptMessage {
    PromptMessage {
        function: Some(function.into()),
        ..message(Role::Tool, content)
    }
}

fn request(messages: Vec<PromptMessage>, functions: &[Function]) -> Request {
    let wording = memgpt_playground::text::wording::wording(Locale::En);
    let config = RuleSet::Paper.config();
    let functions = functions.iter();
    Request {
        messages,
        functions: functions
            .map(|one| package::schema(*one, &config, &wording))
            .collect(),
        tokens: 0,
    }
}

const BOTH: &[Function] = &[Function::SendMessage, Function::ConversationSearch];

fn encoded(profile: &Profile, request: &Request) -> Encoded {
    encode(&Ask {
        request,
        profile,
        model: "some-model",
        answer_max: 300,
        window: Some(2_048),
        sampling: None,
        is_streamed: true,
        echoes: &Echoes::new(),
        text_instructions: "Answer with one call.",
    })
}

fn body(name: &str, request: &Request) -> Value {
    encoded(&Profile::named(name).unwrap(), request).body
}

fn conversation() -> Request {
    let messages = vec![
        message(Role::System, "You have a memory."),
        message(Role::System, "{\"type\":\"system_alert\"}"),
        user("{\"type\":\"user_message\",\"message\":\"bees?\"}"),
        calling(&[("conversation_search", "{\"query\":\"bees\"}")]),
        result(
            "conversation_search",
            "{\"status\":\"OK\",\"message\":\"[]\"}",
        ),
        user("{\"type\":\"heartbeat\"}"),
    ];
    request(messages, BOTH)
}

#[test]
fn the_body_of_chat_completions() {
    let body = body("openai", &conversation());
    assert_eq!(body["model"], "some-model");
    assert_eq!(body["stream_options"], json!({"include_usage": true}));
    assert_eq!(body["max_completion_tokens"], 300);
    assert_eq!(body["max_tokens"], Value::Null);
    assert_eq!(body["tool_choice"], "required");
    assert_eq!(body["parallel_tool_calls"], false);
    assert_eq!(body["tools"][1]["function"]["name"], "conversation_search");
    assert_eq!(
        body["messages"],
        json!([
            {"role":"developer","content":"You have a memory.\n\n{\"type\":\"system_alert\"}"},
            {"role":"user","content":"{\"type\":\"user_message\",\"message\":\"bees?\"}"},
            {"role":"assistant","content":"Let me see.","tool_calls":[{"id":"call00001","type":"function","function":{"name":"conversation_search","arguments":"{\"query\":\"bees\"}"}}]},
            {"role":"tool","tool_call_id":"call00001","content":"{\"status\":\"OK\",\"message\":\"[]\"}"},
            {"role":"user","content":"{\"type\":\"heartbeat\"}"},
        ])
    );
}

#[test]
fn the_body_of_responses() {
    let body = body("openai-responses", &conversation());
    assert_eq!(body["store"], false);
    assert_eq!(
        body["instructions"],
        "You have a memory.\n\n{\"type\":\"system_alert\"}"
    );
    // Flat, unlike in Chat Completions.
    assert_eq!(body["tools"][0]["name"], "send_message");
    assert_eq!(body["tools"][0]["type"], "function");
    assert_eq!(
        body["input"],
        json!([
            {"role":"user","content":"{\"type\":\"user_message\",\"message\":\"bees?\"}"},
            {"role":"assistant","content":"Let me see."},
            {"type":"function_call","call_id":"call00001","name":"conversation_search","arguments":"{\"query\":\"bees\"}"},
            {"type":"function_call_output","call_id":"call00001","output":"{\"status\":\"OK\",\"message\":\"[]\"}"},
            {"role":"user","content":"{\"type\":\"heartbeat\"}"},
        ])
    );
}

#[test]
fn the_body_of_messages() {
    let body = body("anthropic", &conversation());
    assert_eq!(body["max_tokens"], 300);
    assert_eq!(body["temperature"], Value::Null);
    assert_eq!(
        body["tool_choice"],
        json!({"type":"any","disable_parallel_tool_use":true})
    );
    assert_eq!(body["tools"][0]["input_schema"]["type"], "object");
    assert_eq!(
        body["messages"],
        json!([
            {"role":"user","content":[{"type":"text","text":"{\"type\":\"user_message\",\"message\":\"bees?\"}"}]},
            {"role":"assistant","content":[
                {"type":"text","text":"Let me see."},
                {"type":"tool_use","id":"call00001","name":"conversation_search","input":{"query":"bees"}},
            ]},
            {"role":"user","content":[
                {"type":"tool_result","tool_use_id":"call00001","content":"{\"status\":\"OK\",\"message\":\"[]\"}"},
                {"type":"text","text":"{\"type\":\"heartbeat\"}"},
            ]},
        ])
    );
}

#[test]
fn the_body_of_gemini() {
    let body = body("gemini", &conversation());
    assert_eq!(body["model"], Value::Null);
    assert_eq!(
        body["toolConfig"]["functionCallingConfig"],
        json!({"mode":"ANY"})
    );
    assert_eq!(body["generationConfig"]["maxOutputTokens"], 300);
    assert_eq!(
        body["contents"],
        json!([
            {"role":"user","parts":[{"text":"{\"type\":\"user_message\",\"message\":\"bees?\"}"}]},
            {"role":"model","parts":[
                {"text":"Let me see."},
                {"functionCall":{"name":"conversation_search","args":{"query":"bees"}},"thoughtSignature":"skip_thought_signature_validator"},
            ]},
            {"role":"user","parts":[
                {"functionResponse":{"name":"conversation_search","response":{"status":"OK","message":"[]"}}},
                {"text":"{\"type\":\"heartbeat\"}"},
            ]},
        ])
    );
}

#[test]
fn the_body_of_ollama() {
    let body = body("ollama", &conversation());
    assert_eq!(body["options"], json!({"num_predict":300,"num_ctx":2048}));
    assert_eq!(body["tool_choice"], Value::Null);
    // A02: the arguments are an object here and a text elsewhere.
    assert_eq!(
        body["messages"][2]["tool_calls"][0]["function"]["arguments"],
        json!({"query":"bees"})
    );
    assert_eq!(
        body["messages"][3],
        json!({"role":"tool","tool_name":"conversation_search","content":"{\"status\":\"OK\",\"message\":\"[]\"}"})
    );
}

#[test]
fn g04_one_function_is_forced_by_name_where_that_is_kept_to() {
    let request = request(vec![user("x")], &[Function::Evict]);
    let named = json!({"type":"function","function":{"name":"evict"}});
    for profile in PROFILES
        .iter()
        .filter(|profile| profile.protocol == Protocol::OpenAiChat)
    {
        let expected = match profile.force {
            Force::Named => named.clone(),
            Force::Required => "required".into(),
            Force::Any => "any".into(),
            Force::None => Value::Null,
        };
        let body = encoded(profile, &request).body;
        assert_eq!(body["tool_choice"], expected, "{}", profile.name);
        assert_eq!(body["tools"].as_array().unwrap().len(), 1);
    }
    for name in ["lmstudio", "llamacpp", "custom"] {
        assert_eq!(Profile::named(name).unwrap().force, Force::Required);
    }
    let choice = |name: &str| body(name, &request)["tool_choice"].clone();
    assert_eq!(
        choice("openai-responses"),
        json!({"type":"function","name":"evict"})
    );
    assert_eq!(
        choice("anthropic"),
        json!({"type":"tool","name":"evict","disable_parallel_tool_use":true})
    );
}

#[test]
fn c07_without_functions_nothing_is_said_of_them() {
    let request = request(vec![user("x")], &[]);
    for profile in PROFILES {
        let body = encoded(profile, &request).body;
        for key in [
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "toolConfig",
            "response_format",
        ] {
            assert_eq!(body.get(key), None, "{} {key}", profile.name);
        }
    }
}

#[test]
fn b11_what_the_model_wrote_badly_is_not_sent_back_so() {
    let messages = vec![
        user("x"),
        calling(&[
            ("conversation_search", "{\"query\":\"bees\",}"),
            ("send_message", "{and prose}"),
        ]),
        result("conversation_search", "{\"status\":\"Failed\"}"),
        result("send_message", "{\"status\":\"Failed\"}"),
    ];
    let request = request(messages, BOTH);
    let encoded = encoded(&Profile::named("openai").unwrap(), &request);
    let calls = &encoded.body["messages"][1]["tool_calls"];
    assert_eq!(calls[0]["function"]["arguments"], "{\"query\":\"bees\"}");
    assert_eq!(calls[1]["function"]["arguments"], "{}");
    assert_eq!(encoded.healed, [Healing::Arguments]);
}

#[test]
fn d04_g08_calls_and_results_are_paired_whatever_is_missing() {
    let cases: &[(Vec<PromptMessage>, &[Healing])] = &[
        // The call was evicted, its result was not.
        (
            vec![result("conversation_search", "{}"), user("And my sister?")],
            &[Healing::OrphanResult],
        ),
        // The second call was not run.
        (
            vec![
                user("x"),
                calling(&[("send_message", "{}"), ("conversation_search", "{}")]),
                result("send_message", "{\"status\":\"OK\"}"),
                user("y"),
            ],
            &[Healing::MissingResult],
        ),
        // A warning came between.
        (
            vec![
                user("x"),
                calling(&[("conversation_search", "{}")]),
                user("alert"),
                result("conversation_search", "{\"status\":\"OK\"}"),
            ],
            &[Healing::MovedResult],
        ),
        // An invented name with letters that providers refuse.
        (
            vec![
                user("x"),
                calling(&[("personal_diary.add", "{}")]),
                result("personal_diary.add", "{\"status\":\"Failed\"}"),
            ],
            &[Healing::Name],
        ),
    ];
    for (messages, healed) in cases {
        let request = request(messages.clone(), BOTH);
        let natives = PROFILES.iter();
        for profile in natives.filter(|profile| profile.tools == Tools::Native) {
            let encoded = encoded(profile, &request);
            let own: Vec<Healing> = encoded
                .healed
                .iter()
                .copied()
                .filter(|healing| *healing != Healing::Opening)
                .collect();
            assert_eq!(own, *healed, "{}", profile.name);
            check_pairs(profile, &encoded.body);
        }
    }
}

#[test]
fn results_in_another_order_find_their_calls() {
    let messages = vec![
        user("x"),
        calling(&[
            ("send_message", "{}"),
            ("conversation_search", "{}"),
            ("send_message", "{}"),
        ]),
        result("conversation_search", "\"search\""),
        result("send_message", "\"first\""),
        result("send_message", "\"second\""),
    ];
    let body = body("openai", &request(messages, BOTH));
    let contents =
        [2, 3, 4].map(|at: usize| body["messages"][at]["content"].as_str().unwrap().to_owned());
    assert_eq!(contents, ["\"first\"", "\"search\"", "\"second\""]);
}

/// Every call has its result, behind it and in its message or the next, and no result is alone.
fn check_pairs(profile: &Profile, body: &Value) {
    let mut open: Vec<String> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let name = profile.name;
    let mut call = |id: &str, open: &mut Vec<String>| {
        assert!(
            !seen.contains(&id.to_owned())
                || profile.protocol == Protocol::GeminiNative
                || profile.protocol == Protocol::OllamaNative,
            "{name}: {id} twice"
        );
        seen.push(id.to_owned());
        open.push(id.to_owned());
    };
    let result = |id: &str, open: &mut Vec<String>| {
        let at = open.iter().position(|one| one == id);
        open.remove(at.unwrap_or_else(|| panic!("{name}: result {id} without its call\n{body}")));
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let empty = Vec::new();
    let list = |value: &Value| value.as_array().unwrap_or(&empty).clone();
    match profile.protocol {
        Protocol::OpenAiChat | Protocol::OllamaNative => {
            for message in list(&body["messages"]) {
                if message["role"] == "tool" {
                    let id = message.get("tool_call_id").unwrap_or(&message["tool_name"]);
                    result(&text(id), &mut open);
                } else {
                    assert!(
                        open.is_empty(),
                        "{name}: calls without results before {message}"
                    );
                }
                for one in list(&message["tool_calls"]) {
                    let id = one.get("id").unwrap_or(&one["function"]["name"]);
                    call(&text(id), &mut open);
                    let called = text(&one["function"]["name"]);
                    assert!(
                        called
                            .bytes()
                            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
                    );
                }
                assert_ne!(message["tool_calls"], json!([]));
            }
        }
        Protocol::BrowserPrompt => check_prompts(body),
        Protocol::OpenAiResponses => {
            for item in list(&body["input"]) {
                match item["type"].as_str() {
                    Some("function_call") => call(&text(&item["call_id"]), &mut open),
                    Some("function_call_output") => result(&text(&item["call_id"]), &mut open),
                    _ => assert!(open.is_empty(), "{name}"),
                }
            }
        }
        Protocol::AnthropicMessages => {
            let messages = list(&body["messages"]);
            assert_eq!(messages[0]["role"], "user");
            for pair in messages.windows(2) {
                assert_ne!(pair[0]["role"], pair[1]["role"], "{name}");
            }
            for message in &messages {
                let mut has_text = false;
                for block in list(&message["content"]) {
                    match block["type"].as_str().unwrap() {
                        "tool_use" => call(&text(&block["id"]), &mut open),
                        "tool_result" => {
                            assert!(!has_text, "{name}: a result behind text");
                            result(&text(&block["tool_use_id"]), &mut open);
                        }
                        _ => {
                            assert!(!text(&block["text"]).trim().is_empty(), "{name}");
                            has_text = true;
                        }
                    }
                }
                assert!(message["role"] == "assistant" || open.is_empty(), "{name}");
            }
        }
        Protocol::GeminiNative => {
            let contents = list(&body["contents"]);
            assert_eq!(contents[0]["role"], "user");
            for content in &contents {
                for part in list(&content["parts"]) {
                    if let Some(one) = part.get("functionCall") {
                        call(&text(&one["name"]), &mut open);
                    } else if let Some(one) = part.get("functionResponse") {
                        assert!(one["response"].is_object());
                        result(&text(&one["name"]), &mut open);
                    }
                }
                assert!(content["role"] == "model" || open.is_empty(), "{name}");
            }
        }
    }
    assert!(open.is_empty(), "{name}: calls without results\n{body}");
}

/// What the browser's own model refuses: instructions behind the beginning, and empty texts.
fn check_prompts(body: &Value) {
    let prompts = body["initialPrompts"].as_array().unwrap();
    for (at, prompt) in prompts.iter().enumerate() {
        let role = prompt["role"].as_str().unwrap();
        assert!(["system", "user", "assistant"].contains(&role), "{role}");
        assert!(role != "system" || at == 0, "{body}");
        assert_ne!(prompt["content"], "");
    }
    assert!(!body["input"].as_str().unwrap().is_empty());
}

fn any_message() -> impl Strategy<Value = PromptMessage> {
    let name = prop_oneof![
        Just("send_message"),
        Just("conversation_search"),
        Just("né.")
    ];
    let names = vec(name.clone(), 0..4);
    prop_oneof![
        ".{0,6}".prop_map(|text| user(&text)),
        Just(message(Role::System, "summary")),
        (names, ".{0,4}").prop_map(|(names, arguments)| {
            let calls: Vec<_> = names
                .iter()
                .map(|name| (*name, arguments.as_str()))
                .collect();
            calling(&calls)
        }),
        Just(message(Role::Assistant, "")),
        name.prop_map(|name| result(name, "{\"status\":\"OK\"}")),
        Just(result("unknown", "no json")),
    ]
}

proptest! {
    #[test]
    fn any_list_of_messages_becomes_one_that_nobody_refuses(
        messages in vec(any_message(), 0..12),
    ) {
        let request = request(messages, BOTH);
        for profile in PROFILES {
            check_pairs(profile, &encoded(profile, &request).body);
            let textual = Profile { tools: Tools::Text, ..*profile };
            let body = encoded(&textual, &request).body;
            check_pairs(&textual, &body);
            prop_assert!(!body.to_string().contains("tool_call"));
        }
    }
}

#[test]
fn g05_gemini_gets_only_keywords_that_it_knows() {
    let mut request = request(vec![user("x")], &[Function::SendMessage]);
    request.functions[0].json = json!({"name":"send_message","description":"d","parameters":{
        "type":"object","$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":false,
        "properties":{
            "page":{"type":"integer","exclusiveMinimum":-1,"description":"p"},
            "tags":{"type":"array","uniqueItems":true},
            "mood":{"type":["string","null"]},
            "kind":{"const":"a"},
            "either":{"oneOf":[{"type":"string","multipleOf":2},{"type":"integer"}]},
        },
        "required":["page"],
    }})
    .to_string();
    let parameters =
        body("gemini", &request)["tools"][0]["functionDeclarations"][0]["parameters"].clone();
    assert_eq!(
        parameters,
        json!({
            "type":"object",
            "properties":{
                "page":{"type":"integer","description":"p"},
                "tags":{"type":"array","items":{"type":"string"}},
                "mood":{"type":"string","nullable":true},
                "kind":{"enum":["a"]},
                "either":{"anyOf":[{"type":"string"},{"type":"integer"}]},
            },
            "required":["page"],
        })
    );
}

fn reading_with(signature: &str, thoughts: &str) -> Reading {
    Reading {
        thoughts: thoughts.into(),
        signatures: vec![Signature {
            on: Signed::Call(0),
            value: signature.into(),
        }],
        ..Reading::default()
    }
}

#[test]
fn g06_signatures_go_back_with_the_calls_they_came_with() {
    let same = [("conversation_search", "{\"query\":\"bees\"}")];
    let messages = vec![
        user("x"),
        calling(&[("send_message", "{\"message\":\"foreign\"}")]),
        result("send_message", "{}"),
        user("y"),
        calling(&same),
        result("conversation_search", "{}"),
        calling(&same),
        result("conversation_search", "{}"),
    ];
    let request = request(messages, BOTH);
    let mut echoes = Echoes::new();
    // The first of three equal calls has been evicted.
    for signature in ["evicted", "first", "second"] {
        echoes.remember(&calling(&same).calls, &reading_with(signature, ""));
    }
    let profile = Profile::named("gemini").unwrap();
    let body = encode(&Ask {
        request: &request,
        profile: &profile,
        model: "m",
        answer_max: 1,
        window: None,
        sampling: None,
        is_streamed: false,
        echoes: &echoes,
        text_instructions: "",
    })
    .body;
    let contents = body["contents"].as_array().unwrap();
    let parts = contents
        .iter()
        .flat_map(|content| content["parts"].as_array().unwrap());
    let signatures: Vec<&str> = parts
        .filter_map(|part| part["thoughtSignature"].as_str())
        .collect();
    assert_eq!(
        signatures,
        ["skip_thought_signature_validator", "first", "second"]
    );
}

#[test]
fn g07_reasoning_goes_back_to_deepseek_alone() {
    let request = conversation();
    let mut echoes = Echoes::new();
    let calls = calling(&[("conversation_search", "{\"query\":\"bees\"}")]).calls;
    echoes.remember(&calls, &reading_with("", "Hm."));
    for profile in PROFILES {
        let body = encode(&Ask {
            request: &request,
            profile,
            model: "m",
            answer_max: 1,
            window: None,
            sampling: None,
            is_streamed: false,
            echoes: &echoes,
            text_instructions: "",
        })
        .body;
        let is_echoed = body.to_string().contains("reasoning_content");
        assert_eq!(is_echoed, profile.name == "deepseek", "{}", profile.name);
    }
    let deepseek = body("deepseek", &request);
    assert_eq!(deepseek["thinking"], json!({"type":"disabled"}));
}

#[test]
fn without_native_functions_calls_are_written_out() {
    let profile = Profile {
        tools: Tools::Text,
        system: SystemPlace::Role,
        ..Profile::named("custom").unwrap()
    };
    let body = encoded(&profile, &conversation()).body;
    let messages = body["messages"].as_array().unwrap();
    let system = messages[0]["content"].as_str().unwrap();
    assert!(system.starts_with("You have a memory."));
    assert!(
        system.contains("Answer with one call.\n{\"description\":"),
        "{system}"
    );
    assert_eq!(
        messages[2],
        json!({"role":"assistant","content":"Let me see.\n{\"name\":\"conversation_search\",\"arguments\":{\"query\":\"bees\"}}"})
    );
    assert_eq!(messages[3]["role"], "user");
    let held = Profile {
        tools: Tools::JsonSchema,
        ..profile
    };
    let body = encoded(&held, &conversation()).body;
    let schema = &body["response_format"]["json_schema"]["schema"];
    assert_eq!(
        schema["anyOf"][1]["properties"]["name"]["enum"],
        json!(["conversation_search"])
    );
}

#[test]
fn the_browser_s_own_model_is_held_to_a_schema() {
    let profile = Profile::named("browser").unwrap();
    let body = encoded(&profile, &conversation()).body;
    let prompts = body["initialPrompts"].as_array().unwrap();
    let system = prompts[0]["content"].as_str().unwrap();
    assert!(system.contains("Answer with one call.\n{\"description\":"));
    let schema = &body["responseConstraint"]["anyOf"][1];
    let names = &schema["properties"]["name"]["enum"];
    assert_eq!(*names, json!(["conversation_search"]));
    assert!(body["mostCharacters"].as_u64().unwrap() > 0);
    // A summary is held to nothing.
    let asked = request(vec![user("Summarise.")], &[]);
    let body = encoded(&profile, &asked).body;
    assert_eq!(body.get("responseConstraint"), None);
    assert_eq!(body["input"], "Summarise.");
    let textual = Profile {
        tools: Tools::Text,
        ..profile
    };
    let body = encoded(&textual, &conversation()).body;
    assert_eq!(body.get("responseConstraint"), None);
}

#[test]
fn temperature_and_seed_go_where_they_are_taken() {
    let request = conversation();
    for profile in PROFILES {
        let body = encode(&Ask {
            request: &request,
            profile,
            model: "m",
            answer_max: 1,
            window: None,
            sampling: Some(Sampling {
                temperature_permille: 700,
                seed: 7,
            }),
            is_streamed: false,
            echoes: &Echoes::new(),
            text_instructions: "",
        })
        .body;
        let says = body.to_string().contains("\"temperature\":0.7");
        assert_eq!(says, profile.takes_sampling, "{}", profile.name);
    }
}
