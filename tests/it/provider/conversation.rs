//! The driver of a live model, fed with scripted bytes: what it sends, when it tries again,
//! where it stops.

use memgpt_playground::engine::config::RuleSet;
use memgpt_playground::engine::function::Function;
use memgpt_playground::engine::package;
use memgpt_playground::engine::reply::{ModelFailure, PromptMessage, Reply, Request, Role};
use memgpt_playground::provider::budget::{Budget, Halt};
use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::conversation::{
    Conversation, Ended, Lost, Next, Partner, THOUGHTS_MAX, Trouble,
};
use memgpt_playground::provider::endpoint::Endpoint;
use memgpt_playground::provider::error::ErrorKind;
use memgpt_playground::provider::key::Key;
use memgpt_playground::provider::price::Price;
use memgpt_playground::provider::profile::Profile;
use memgpt_playground::provider::reading::Delta;
use memgpt_playground::text::Locale;
use serde_json::{Value, json};

const SECRET: &str = "sk-demo-Zx81/Qw+7Rt5Yu3Io2Pa9Sd=";

fn request() -> Request {
    let wording = memgpt_playground::text::wording::wording(Locale::En);
    let config = RuleSet::Paper.config();
    let functions = [Function::SendMessage, Function::CoreMemoryAppend];
    let message = |role, content: &str| PromptMessage {
        role,
        content: content.into(),
        calls: Vec::new(),
        function: None,
    };
    Request {
        messages: vec![
            message(Role::System, "You remember."),
            message(Role::User, "My bike code is 4417."),
        ],
        functions: functions
            .map(|one| package::schema(one, &config, &wording))
            .into(),
        tokens: 900,
    }
}

/// A conversation with a provider of the table, and its key where it needs one.
struct Talk {
    conversation: Conversation,
    key: Option<Key>,
}

impl Talk {
    fn with(provider: &str, budget: Budget) -> Self {
        let profile = Profile::named(provider).unwrap();
        let endpoint = Endpoint::read(profile.base, &profile).unwrap();
        let key = profile
            .needs_key
            .then(|| Key::new(SECRET, &endpoint).unwrap());
        let partner = Partner {
            profile,
            endpoint,
            model: "small-1".into(),
            answer_max: 512,
            window: None,
            price: Some(Price {
                read: 1_000,
                written: 2_000,
            }),
        };
        Self {
            conversation: Conversation::new(partner, budget),
            key,
        }
    }

    fn of(provider: &str) -> Self {
        Self::with(provider, Budget::USUAL)
    }

    fn ask(&mut self) -> Next {
        self.conversation.ask(request(), "Write JSON.".into(), 1)
    }

    /// The body of the request that is sent now.
    fn sent(&mut self) -> Value {
        let outgoing = self.conversation.outgoing(self.key.as_ref());
        let outgoing = outgoing.unwrap_or_else(|ended| panic!("{ended:?}"));
        assert!(!outgoing.body.contains(SECRET) && !outgoing.address.contains(SECRET));
        serde_json::from_str(&outgoing.body).unwrap()
    }

    /// The answer, in pieces of `size` bytes; what is shown of it is kept.
    fn answered(&mut self, status: u16, body: &str, size: usize) -> (Next, Vec<Delta>) {
        let head = Head {
            status,
            content_type: "text/event-stream".into(),
            ..Head::default()
        };
        self.conversation.head(head, self.key.as_ref());
        let mut shown = Vec::new();
        for piece in body.as_bytes().chunks(size) {
            shown.extend(self.conversation.bytes(piece));
        }
        (self.conversation.ended(0), shown)
    }

    fn round(&mut self, status: u16, body: &str) -> Next {
        self.sent();
        self.answered(status, body, 7).0
    }
}

#[track_caller]
fn ended(next: Next) -> Ended {
    match next {
        Next::Over(ended) => ended,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn reply(next: Next) -> Reply {
    let ended = ended(next);
    ended
        .outcome
        .unwrap_or_else(|failure| panic!("{failure:?}"))
}

#[track_caller]
fn failure(next: Next) -> (String, Trouble) {
    let ended = ended(next);
    match ended.outcome {
        Err(ModelFailure::Other { kind }) => (kind.to_string(), ended.trouble.unwrap()),
        other => panic!("{other:?}"),
    }
}

/// A stream of Chat Completions that calls one function.
fn stream(arguments: &str, usage: &Value) -> String {
    let call = json!({"choices":[{"index":0,"delta":{"content":"Noted. ","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"send_message","arguments":arguments}}]}}]});
    let end =
        json!({"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":usage});
    format!("data: {call}\n\ndata: {end}\n\ndata: [DONE]\n\n")
}

const HELLO: &str = r#"{"message":"Hello, I wrote it down."}"#;

#[test]
fn one_call_becomes_one_reply_that_says_who_answered() {
    let mut talk = Talk::of("openai");
    assert_eq!(talk.ask(), Next::Send);
    let body = talk.sent();
    assert_eq!(body["model"], "small-1");
    assert_eq!(body["max_completion_tokens"], 512);
    assert_eq!(body["stream"], true);
    let usage = json!({"prompt_tokens":900,"completion_tokens":20,"prompt_tokens_details":{"cached_tokens":64},"completion_tokens_details":{"reasoning_tokens":5}});
    let (next, shown) = talk.answered(200, &stream(HELLO, &usage), 1);
    let text: String = shown
        .iter()
        .filter_map(|delta| match delta {
            Delta::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(text, "Noted. ");
    let reply = reply(next);
    assert_eq!(reply.calls[0].arguments.as_ref(), HELLO);
    let by = reply.by.unwrap();
    assert_eq!(
        (by.provider.as_ref(), by.model.as_ref()),
        ("openai", "small-1")
    );
    let usage = reply.usage.unwrap();
    assert_eq!((usage.cached, usage.reasoning), (Some(64), Some(5)));
    let spent = talk.conversation.spent();
    assert_eq!((spent.calls, spent.read, spent.written), (1, 900, 20));
    assert_eq!(spent.money, 900 + 40);
    assert!(!spent.is_estimated);
}

#[test]
fn what_passes_by_itself_is_tried_again_twice_and_no_more() {
    let mut talk = Talk::of("groq");
    talk.ask();
    let busy = r#"{"error":{"message":"Rate limit reached. Please try again in 4.77s.","code":"rate_limit_exceeded"}}"#;
    for _ in 0..2 {
        let Next::Wait { milliseconds, .. } = talk.round(429, busy) else {
            panic!("it waits");
        };
        assert_eq!(milliseconds, 4_770);
        assert_eq!(talk.conversation.again(), Next::Send);
    }
    let (kind, trouble) = failure(talk.round(429, busy));
    assert_eq!(kind, "RateLimited");
    assert!(matches!(trouble, Trouble::Provider(_)));
    assert_eq!(talk.conversation.spent().calls, 3);
    assert_eq!(talk.conversation.spent().read, 0);
}

#[test]
fn a_wait_beyond_a_minute_is_left_to_the_person() {
    let mut talk = Talk::of("groq");
    talk.ask();
    let busy =
        r#"{"error":{"message":"Please try again in 9m38.016s.","code":"rate_limit_exceeded"}}"#;
    let (_, trouble) = failure(talk.round(429, busy));
    let Trouble::Provider(error) = trouble else {
        panic!("{trouble:?}")
    };
    assert_eq!(error.retry_after_ms, Some(578_016));
}

#[test]
fn a_field_that_is_refused_is_left_out_from_then_on() {
    let mut talk = Talk::of("openai");
    talk.ask();
    let refused = r#"{"error":{"message":"Unsupported parameter: 'parallel_tool_calls' is not supported with this model.","type":"invalid_request_error","param":"parallel_tool_calls","code":"unsupported_parameter"}}"#;
    assert_eq!(talk.round(400, refused), Next::Send);
    assert_eq!(talk.sent().get("parallel_tool_calls"), None);
    let next = talk.answered(200, &stream(HELLO, &Value::Null), 50).0;
    assert_eq!(reply(next).calls.len(), 1);
    // The second time it is no news.
    talk.ask();
    let (kind, _) = failure(talk.round(400, refused));
    assert_eq!(kind, "BadRequest");
}

#[test]
fn the_limits_stop_it() {
    let budget = Budget {
        calls_a_turn: 2,
        calls: 3,
        ..Budget::USUAL
    };
    let mut talk = Talk::with("openai", budget);
    for _ in 0..2 {
        assert_eq!(talk.ask(), Next::Send);
        let next = talk.round(200, &stream(HELLO, &Value::Null));
        reply(next);
    }
    let (kind, trouble) = failure(talk.ask());
    assert_eq!(
        (kind.as_str(), trouble),
        ("LimitCallsATurn", Trouble::Halted(Halt::CallsATurn))
    );
    assert_eq!(talk.conversation.ask(request(), "".into(), 2), Next::Send);
    talk.round(200, &stream(HELLO, &Value::Null));
    let (kind, _) = failure(talk.conversation.ask(request(), "".into(), 3));
    assert_eq!(kind, "LimitCalls");
    assert!(talk.conversation.spent().is_estimated);

    let few = Budget {
        tokens: 899,
        ..Budget::USUAL
    };
    assert_eq!(failure(Talk::with("openai", few).ask()).0, "LimitTokens");
    let poor = Budget {
        money: 899,
        ..Budget::USUAL
    };
    assert_eq!(failure(Talk::with("openai", poor).ask()).0, "LimitMoney");
}

#[test]
fn a_retry_does_not_pass_a_limit_either() {
    let budget = Budget {
        calls_a_turn: 1,
        ..Budget::USUAL
    };
    let mut talk = Talk::with("openai", budget);
    talk.ask();
    assert!(matches!(talk.round(503, "{}"), Next::Wait { .. }));
    assert_eq!(failure(talk.conversation.again()).0, "LimitCallsATurn");
}

#[test]
fn a_window_that_is_full_is_the_engine_s_to_empty() {
    let mut talk = Talk::of("llamacpp");
    talk.ask();
    let full = r#"{"error":{"code":400,"type":"exceed_context_size_error","message":"request (5010 tokens) exceeds the available context size (4096 tokens)","n_prompt_tokens":5010,"n_ctx":4096}}"#;
    let ended = ended(talk.round(400, full));
    assert_eq!(ended.outcome, Err(ModelFailure::ContextFull));
    assert_eq!(talk.conversation.partner().window, Some(4_096));
}

#[test]
fn a_prompt_that_was_cut_is_noticed() {
    let mut talk = Talk::of("ollama");
    talk.ask();
    let mut request = request();
    request.tokens = 7_300;
    talk.conversation.ask(request, "".into(), 1);
    let body = r#"{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"send_message","arguments":{"message":"Hi"}}}]},"done":true,"done_reason":"stop","prompt_eval_count":4096,"eval_count":7}"#;
    assert_eq!(ended(talk.round(200, body)).cut_at, Some(4_096));
}

#[test]
fn a_refused_key_is_said_and_a_missing_one_sends_nothing() {
    let mut talk = Talk::of("openai");
    talk.ask();
    let echo = format!(
        r#"{{"error":{{"message":"Incorrect API key provided: {SECRET}","code":"invalid_api_key"}}}}"#
    );
    let (kind, trouble) = failure(talk.round(401, &echo));
    assert_eq!(kind, "BadKey");
    assert!(trouble.is_bad_key());
    assert!(!format!("{trouble:?}").contains("Zx81"));
    talk.key = None;
    talk.ask();
    let Err(ended) = talk.conversation.outgoing(None) else {
        panic!("nothing is sent")
    };
    assert_eq!(ended.trouble, Some(Trouble::KeyMissing));
    assert!(!talk.conversation.is_asking());
}

#[test]
fn a_key_of_another_address_is_not_sent() {
    let mut talk = Talk::of("openai");
    let profile = Profile::named("groq").unwrap();
    let elsewhere = Endpoint::read(profile.base, &profile).unwrap();
    talk.key = Some(Key::new(SECRET, &elsewhere).unwrap());
    talk.ask();
    assert!(talk.conversation.outgoing(talk.key.as_ref()).is_err());
}

#[test]
fn what_breaks_off_is_no_reply() {
    let mut talk = Talk::of("openai");
    talk.ask();
    talk.sent();
    talk.conversation.head(Head::ok("text/event-stream"), None);
    talk.conversation
        .bytes(b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"I rem\"}}]}\n\n");
    let (kind, _) = failure(talk.conversation.lost(Lost::Silent, 0));
    assert_eq!(kind, "Truncated");
    // Nothing at all came.
    for (lost, expected) in [
        (Lost::Silent, "Truncated"),
        (Lost::Unexplained, "OpaqueNetwork"),
    ] {
        talk.ask();
        talk.sent();
        assert_eq!(failure(talk.conversation.lost(lost, 0)).0, expected);
    }
}

#[test]
fn a_call_that_was_cancelled_is_counted_and_over() {
    let mut talk = Talk::of("openai");
    talk.ask();
    talk.sent();
    talk.conversation.head(Head::ok("text/event-stream"), None);
    talk.conversation.cancel();
    assert_eq!(talk.conversation.spent().read, 900);
    assert!(!talk.conversation.is_asking());
    assert!(talk.conversation.bytes(b"data: {}\n\n").is_empty());
    assert_eq!(failure(talk.conversation.ended(0)).0, "Aborted");
}

#[test]
fn a_call_in_the_text_is_neither_run_nor_asked_for_for_ever() {
    let mut talk = Talk::of("openai");
    talk.ask();
    let call = r#"<tool_call>{"name":"core_memory_append","arguments":{"label":"human","content":"Owns a zoo"}}</tool_call>"#;
    let body = json!({"choices":[{"index":0,"message":{"role":"assistant","content":call},"finish_reason":"stop"}]}).to_string();
    assert_eq!(talk.round(200, &body), Next::Send);
    talk.sent();
    let (next, shown) = talk.answered(200, &body, 1);
    assert_eq!(
        failure(next),
        ("CallInText".into(), Trouble::Reply("CallInText"))
    );
    assert!(shown.is_empty(), "it does not flash up: {shown:?}");
}

#[test]
fn long_thoughts_are_shortened_and_a_reply_without_end_is_refused() {
    let mut talk = Talk::of("deepseek");
    talk.ask();
    let answer = |thoughts: &str, message: &str| {
        let arguments = json!({ "message": message }).to_string();
        json!({"choices":[{"index":0,"message":{"role":"assistant","reasoning_content":thoughts,"content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"send_message","arguments":arguments}}]},"finish_reason":"tool_calls"}]}).to_string()
    };
    let thoughtful = reply(talk.round(200, &answer(&"é".repeat(5_000), "Hi")));
    assert_eq!(thoughtful.thoughts.chars().count(), THOUGHTS_MAX + 1);
    let by = thoughtful.by.unwrap();
    assert!(
        by.repairs
            .iter()
            .any(|name| &**name == "shortened_thoughts")
    );
    talk.ask();
    let (kind, _) = failure(talk.round(200, &answer("", &"a".repeat(20_000))));
    assert_eq!(kind, "Length");
}

#[test]
fn every_failure_of_a_provider_has_a_name_and_holds_no_key() {
    for status in [
        400_u16, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 529,
    ] {
        for provider in ["openai", "anthropic", "gemini", "mistral", "deepseek"] {
            let mut talk = Talk::of(provider);
            talk.ask();
            let body = format!(
                r#"{{"error":{{"message":"no {SECRET} here","type":"x"}},"detail":"{SECRET}"}}"#
            );
            let mut next = talk.round(status, &body);
            while let Next::Wait { .. } = next {
                assert_eq!(talk.conversation.again(), Next::Send);
                next = talk.round(status, &body);
            }
            let ended = ended(next);
            let shown = format!("{ended:?}");
            assert!(!shown.contains("Zx81/Qw"), "{provider} {status}: {shown}");
            if let Err(ModelFailure::Other { kind }) = &ended.outcome {
                assert!(ErrorKind::ALL.iter().any(|known| known.name() == &**kind));
            }
        }
    }
}
