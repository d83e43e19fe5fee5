//! What the engine gets of a reading: one finished reply, or one failure with a name.

use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::package;
use memgpt_playground::engine::reply::{ModelFailure, Reply, Request, Usage};
use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::decode::Decoder;
use memgpt_playground::provider::profile::Tools;
use memgpt_playground::provider::protocol::Protocol;
use memgpt_playground::provider::reading::Reading;
use memgpt_playground::provider::repair::Repair;
use memgpt_playground::provider::reply::{Outcome, take};
use memgpt_playground::provider::scrub::Scrubber;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;
use serde_json::{Value, json};

fn request(functions: &[Function]) -> Request {
    let wording = wording(Locale::En);
    let config = RuleSet::Paper.config();
    let functions = functions.iter();
    Request {
        messages: Vec::new(),
        functions: functions
            .map(|one| package::schema(*one, &config, &wording))
            .collect(),
        tokens: 0,
    }
}

fn reading(status: u16, body: &Value) -> Reading {
    let head = Head {
        status,
        ..Head::default()
    };
    let mut decoder = Decoder::new(Protocol::OpenAiChat, head, Scrubber::none());
    decoder.feed(body.to_string().as_bytes());
    decoder.finish().0
}

fn message(message: Value) -> Reading {
    reading(
        200,
        &json!({"choices":[{"message":message,"finish_reason":"stop"}]}),
    )
}

fn called(name: &str, arguments: &str) -> Reading {
    message(json!({"tool_calls":[{"id":"a","function":{"name":name,"arguments":arguments}}]}))
}

fn said(text: &str) -> Reading {
    message(json!({ "content": text }))
}

fn outcome(reading: Reading, tools: Tools) -> (Outcome, Vec<Repair>) {
    take(reading, &request(&Function::MEMGPT), tools)
}

#[track_caller]
fn reply(reading: Reading, tools: Tools) -> (Reply, Vec<Repair>) {
    match outcome(reading, tools) {
        (Outcome::Reply(reply), repairs) => (reply, repairs),
        (failed, _) => panic!("{failed:?}"),
    }
}

#[track_caller]
fn fails(reading: Reading, tools: Tools, kind: &str, asks_again: bool) {
    let (outcome, _) = outcome(reading, tools);
    let failure = match kind {
        "ContextFull" => ModelFailure::ContextFull,
        _ => ModelFailure::Other { kind: kind.into() },
    };
    let expected = Outcome::Failed {
        failure,
        may_ask_again: asks_again,
    };
    assert_eq!(outcome, expected);
}

#[track_caller]
fn call(reading: Reading, expected: (&str, &str), repairs: &[Repair]) {
    let (reply, found) = reply(reading, Tools::Native);
    let call = &reply.calls[0];
    assert_eq!((call.name.as_ref(), call.arguments.as_ref()), expected);
    for repair in repairs {
        assert!(found.contains(repair), "{found:?}");
    }
    if repairs.is_empty() {
        assert_eq!(found, [Repair::FinishReason]);
    }
}

#[test]
fn a04_arguments_take_the_type_of_their_schema_and_texts_stay_texts() {
    call(
        called(
            "conversation_search",
            r#"{"query":"[1,2]","page":"2","request_heartbeat":"True"}"#,
        ),
        (
            "conversation_search",
            r#"{"page":2,"query":"[1,2]","request_heartbeat":true}"#,
        ),
        &[Repair::ArgumentType],
    );
    call(
        called("conversation_search", r#"{"query":"5","page":2.0}"#),
        ("conversation_search", r#"{"page":2,"query":"5"}"#),
        &[Repair::ArgumentType],
    );
    for sound in [
        r#"{"content":"[1,2]", "request_heartbeat": true}"#,
        r#"{"content":"true"}"#,
    ] {
        call(
            called("archival_memory_insert", sound),
            ("archival_memory_insert", sound),
            &[],
        );
    }
    // What does not fit is for the engine to tell.
    let wrong = r#"{"query":"a","page":"next"}"#;
    call(
        called("conversation_search", wrong),
        ("conversation_search", wrong),
        &[],
    );
}

#[test]
fn a04_a_list_in_a_text_becomes_a_list() {
    let request = request(&[Function::Evict]);
    let (outcome, repairs) = take(
        called("evict", r#"{"ids":"[3, 4]"}"#),
        &request,
        Tools::Native,
    );
    let Outcome::Reply(reply) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(reply.calls[0].arguments.as_ref(), r#"{"ids":[3,4]}"#);
    assert!(repairs.contains(&Repair::ArgumentType));
}

#[test]
fn a08_thoughts_among_the_arguments_are_thoughts() {
    for name in ["inner_thoughts", "thinking"] {
        let arguments = json!({"message":"Hi.", name:"A greeting."}).to_string();
        let (reply, repairs) = reply(called("send_message", &arguments), Tools::Native);
        assert_eq!(reply.thoughts.as_ref(), "A greeting.");
        assert_eq!(reply.calls[0].arguments.as_ref(), r#"{"message":"Hi."}"#);
        assert!(repairs.contains(&Repair::ThoughtsAmongArguments));
    }
}

#[test]
fn d10_names_that_are_written_differently_and_only_those() {
    let arguments = r#"{"label":"human","content":"x"}"#;
    for name in [
        "functions.core-memory-append",
        "CoreMemoryAppend",
        "default_api:core_memory_append",
        "core_memory_append<|channel|>commentary",
        "functions.core_memory_append:0",
        "Core_Memory_Append",
    ] {
        call(
            called(name, arguments),
            ("core_memory_append", arguments),
            &[Repair::FunctionName],
        );
    }
    for name in [
        "core_memory_add",
        "core_memory",
        "append",
        "core_memory_append_2",
        "memory_append",
    ] {
        call(called(name, arguments), (name, arguments), &[]);
    }
}

#[test]
fn c08_what_is_said_beside_a_call_is_not_said_to_the_user() {
    let reading = message(
        json!({"content":"Let me note that.","reasoning":"Hm.","tool_calls":[{"id":"a","function":{"name":"send_message","arguments":"{}"}}]}),
    );
    let (reply, _) = reply(reading, Tools::Native);
    assert_eq!(reply.thoughts.as_ref(), "Hm.\nLet me note that.");
    assert_eq!(reply.text.as_ref(), "");
}

#[test]
fn d04_several_calls_stay_in_order() {
    let one = |name: &str| json!({"id":name,"function":{"name":name,"arguments":"{}"}});
    let names = [
        "conversation_search",
        "send_message",
        "archival_memory_search",
    ];
    let calls: Vec<Value> = names.iter().map(|name| one(name)).collect();
    let (reply, _) = reply(message(json!({ "tool_calls": calls })), Tools::Native);
    let found: Vec<&str> = reply.calls.iter().map(|call| call.name.as_ref()).collect();
    assert_eq!(found, names);
}

#[test]
fn broken_arguments_go_to_the_engine_as_they_are() {
    let broken = r#"{"content":"She said "later", then left."}"#;
    call(
        called("core_memory_append", broken),
        ("core_memory_append", broken),
        &[],
    );
}

#[test]
fn failures_have_names_without_texts_of_the_provider() {
    fails(said(""), Tools::Native, "EmptyReply", true);
    fails(
        message(json!({"content":"","reasoning":"Only thoughts."})),
        Tools::Native,
        "EmptyReply",
        true,
    );
    fails(
        message(json!({"refusal":"No."})),
        Tools::Native,
        "Refused",
        false,
    );
    let ended = |reason: &str| {
        reading(
            200,
            &json!({"choices":[{"message":{"content":"Half a"},"finish_reason":reason}]}),
        )
    };
    fails(ended("length"), Tools::Native, "Length", false);
    fails(ended("content_filter"), Tools::Native, "Filtered", false);
    fails(
        ended("model_context_window_exceeded"),
        Tools::Native,
        "ContextFull",
        false,
    );
    fails(ended("pause_turn"), Tools::Native, "Paused", true);
    let error = |status, message: &str| reading(status, &json!({"error":{"message":message}}));
    fails(error(401, "secret words"), Tools::Native, "BadKey", false);
    fails(error(500, "secret words"), Tools::Native, "Server", false);
    fails(
        error(400, "prompt is too long: 9 tokens > 8 maximum"),
        Tools::Native,
        "ContextFull",
        false,
    );
    fails(
        error(400, "maximum context length is 8192 tokens"),
        Tools::Text,
        "ContextFull",
        false,
    );
}

#[test]
fn a_summary_is_text_and_a_cut_one_still_one() {
    for reason in ["stop", "length"] {
        let reading = reading(
            200,
            &json!({"choices":[{"message":{"content":"They spoke of bees."},"finish_reason":reason}],"usage":{"prompt_tokens":7,"completion_tokens":5}}),
        );
        let (outcome, _) = take(reading, &request(&[]), Tools::Native);
        let Outcome::Reply(reply) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(reply.text.as_ref(), "They spoke of bees.");
        let usage = Usage {
            prompt: 7,
            completion: 5,
            ..Usage::default()
        };
        assert_eq!(reply.usage, Some(usage));
    }
    let (outcome, _) = take(said(" "), &request(&[]), Tools::Native);
    assert!(matches!(outcome, Outcome::Failed { .. }));
}

const CALL: &str = r#"<tool_call>{"name":"core_memory_append","arguments":{"label":"human","content":"Owns a zoo"}}</tool_call>"#;

#[test]
fn e10_e11_in_native_mode_a_call_in_text_is_neither_run_nor_kept() {
    fails(said(CALL), Tools::Native, "CallInText", true);
    fails(
        said(&format!("As stored: {CALL}")),
        Tools::Native,
        "CallInText",
        true,
    );
    // Talking about calls is talking.
    let quoted = format!("You write it so:\n```\n{CALL}\n```");
    let (reply, _) = reply(said(&quoted), Tools::Native);
    assert_eq!(reply.text.as_ref(), quoted);
    assert_eq!(reply.calls.len(), 0);
}

#[test]
fn e01_in_text_mode_it_is_run_and_its_markup_is_not_kept() {
    for tools in [Tools::Text, Tools::JsonSchema] {
        let (reply, repairs) = reply(said(&format!("Noted. {CALL}")), tools);
        assert_eq!(reply.calls.len(), 1);
        assert_eq!(reply.thoughts.as_ref(), "Noted.");
        assert_eq!(reply.text.as_ref(), "");
        assert!(repairs.contains(&Repair::CallInText));
    }
}

#[test]
fn c11_a_call_only_in_the_reasoning_counts_where_calls_are_text() {
    let reading = || {
        let call = r#"{"name":"send_message","arguments":{"message":"Done."}}"#;
        message(json!({"content":"","reasoning_content":call}))
    };
    let (reply, repairs) = reply(reading(), Tools::JsonSchema);
    assert_eq!(reply.calls[0].name.as_ref(), "send_message");
    assert!(repairs.contains(&Repair::CallInThoughts));
    fails(reading(), Tools::Native, "EmptyReply", true);
}

#[test]
fn b14_a_call_that_cannot_be_read_goes_back_to_the_model() {
    let text = r#"{ "function": "send_message",{ "function": "send_message", "params": {"message": "Hello, Ben."} }"#;
    for tools in [Tools::Text, Tools::JsonSchema] {
        let (reply, _) = reply(said(text), tools);
        assert_eq!(reply.calls[0].name.as_ref(), "send_message");
        assert_eq!(reply.calls[0].arguments.as_ref(), text);
    }
    let prose = "{Hello there! How are you?}";
    let (reply, _) = reply(said(prose), Tools::Text);
    assert_eq!((reply.text.as_ref(), reply.calls.len()), (prose, 0));
}

#[test]
fn e12_an_invented_result_and_what_follows_it_are_dropped() {
    let text = "{\"function\":\"conversation_search\",\"params\":{\"query\":\"job\"}}\nFUNCTION RETURN {\"status\":\"OK\",\"message\":\"works at the zoo\"}\n{\"function\":\"send_message\",\"params\":{\"message\":\"You work at the zoo.\"}}";
    let (reply, repairs) = reply(said(text), Tools::Text);
    assert_eq!(reply.calls.len(), 1);
    assert_eq!(reply.calls[0].name.as_ref(), "conversation_search");
    assert!(!format!("{reply:?}").contains("zoo"));
    assert!(repairs.contains(&Repair::TextAfterCall));
}

#[test]
fn g12_what_a_provider_refused_is_judged_by_our_rules() {
    let refused = |generation: &str| {
        reading(
            400,
            &json!({"error":{"message":"Failed to call a function.","code":"tool_use_failed","failed_generation":generation}}),
        )
    };
    let (reply, _) = reply(
        refused(r#"{"name":"core_memory_append","arguments":{"invalid":1}}"#),
        Tools::Native,
    );
    assert_eq!(reply.calls[0].name.as_ref(), "core_memory_append");
    assert_eq!(reply.calls[0].arguments.as_ref(), r#"{"invalid":1}"#);
    fails(
        refused("I would rather not."),
        Tools::Native,
        "ToolSchemaRejected",
        false,
    );
}

#[test]
fn d12_a_call_that_nobody_offered_is_left_to_the_engine() {
    call(called("format_disk", "{}"), ("format_disk", "{}"), &[]);
}

/// A09: in the native form a heartbeat beside the arguments counts too.
#[test]
fn a09_a_heartbeat_beside_native_arguments_counts() {
    for place in ["call", "function"] {
        let mut one = json!({"id":"a","function":{"name":"archival_memory_search","arguments":"{\"query\":\"allergies\"}"}});
        match place {
            "call" => one["request_heartbeat"] = true.into(),
            _ => one["function"]["request_heartbeat"] = true.into(),
        }
        call(
            message(json!({"tool_calls":[one]})),
            (
                "archival_memory_search",
                r#"{"query":"allergies","request_heartbeat":true}"#,
            ),
            &[Repair::HeartbeatBeside],
        );
    }
}
