//! Bytes that nobody meant: whatever comes, decoding ends, stays within its bounds, and says
//! the same however it is cut.

use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::decode::Decoder;
use memgpt_playground::provider::endpoint::Endpoint;
use memgpt_playground::provider::error::ErrorKind;
use memgpt_playground::provider::key::Key;
use memgpt_playground::provider::limits::Limits;
use memgpt_playground::provider::profile::Profile;
use memgpt_playground::provider::protocol::Protocol;
use memgpt_playground::provider::reading::{Reading, Stop};
use memgpt_playground::provider::scrub::Scrubber;
use memgpt_playground::provider::text_call::{TextMode, find};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::fixtures::fixtures;

fn read(protocol: Protocol, status: u16, chunks: &[&[u8]]) -> Reading {
    let head = Head {
        status,
        ..Head::default()
    };
    let mut decoder = Decoder::new(protocol, head, Scrubber::none());
    for chunk in chunks {
        decoder.feed(chunk);
    }
    decoder.finish().0
}

/// What must hold of every reading of a body.
fn check(protocol: Protocol, status: u16, body: &[u8], cut: usize) -> Result<(), TestCaseError> {
    let reading = read(protocol, status, &[body]);
    let cut = cut.min(body.len());
    let again = read(protocol, status, &[&body[..cut], &body[cut..]]);
    prop_assert_eq!(&again, &reading);
    // A byte that is no character becomes one of three bytes.
    let sum = reading.text.len() + reading.thoughts.len();
    prop_assert!(sum <= body.len() * 3);
    prop_assert!(reading.tool_calls.len() <= Limits::STANDARD.calls);
    prop_assert_eq!(reading.stop == Stop::Error, reading.error.is_some());
    prop_assert_eq!(
        reading.stop == Stop::ToolCalls,
        !reading.tool_calls.is_empty()
    );
    prop_assert!(status < 400 || reading.error.is_some());
    Ok(())
}

fn protocols() -> impl Strategy<Value = Protocol> {
    any::<Index>().prop_map(|index| *index.get(&Protocol::ALL))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(
        protocol in protocols(),
        status in prop_oneof![Just(200u16), 400u16..600],
        body in vec(any::<u8>(), 0..300),
        cut in 0usize..300,
    ) {
        check(protocol, status, &body, cut)?;
    }

    /// Pieces of what providers send, in any order.
    #[test]
    fn any_mixture_of_what_is_usual_is_read(
        protocol in protocols(),
        parts in vec(any::<Index>(), 0..40),
        cut in 0usize..400,
    ) {
        const PARTS: &[&str] = &[
            "data: ", "data:", "event: ", "error", "\n", "\n\n", "\r\n", "\r", ":", "[DONE]",
            "{", "}", "[", "]", "\"", ",", "\\", "\\u00", "\\ud83d", "null", "1e999", "-1", "0.5",
            "\"choices\":", "\"delta\":", "\"index\":", "\"tool_calls\":", "\"function\":",
            "\"arguments\":", "\"name\":", "\"content\":", "\"finish_reason\":", "\"error\":",
            "\"usage\":", "\"candidates\":", "\"type\":", "\"message\":", "\u{FEFF}", "é🌍",
        ];
        let body: String = parts.iter().map(|part| *part.get(PARTS)).collect();
        check(protocol, 200, body.as_bytes(), cut)?;
    }

    /// Bodies of the fixtures with a few bytes changed, read as any protocol.
    #[test]
    fn damaged_bodies_are_read(
        fixture in any::<Index>(),
        protocol in proptest::option::of(protocols()),
        damage in vec((any::<Index>(), any::<u8>(), 0u8..4), 1..6),
        cut in any::<Index>(),
    ) {
        let fixtures = fixtures();
        let fixture = fixture.get(&fixtures);
        let mut body = fixture.body.clone();
        for (at, byte, kind) in damage {
            if body.is_empty() {
                break;
            }
            let at = at.index(body.len());
            match kind {
                0 => body[at] = byte,
                1 => { body.remove(at); }
                2 => body.insert(at, byte),
                _ => body.truncate(at),
            }
        }
        let cut = cut.index(body.len() + 1);
        check(protocol.unwrap_or(fixture.protocol), fixture.head.status, &body, cut)?;
    }
}

#[test]
fn deep_json_is_an_error_and_no_overflow() {
    for protocol in Protocol::ALL {
        for open in ["[", "{\"a\":", "{\"error\":[", "{\"choices\":["] {
            let deep = open.repeat(100_000);
            for body in [deep.clone(), format!("data: {deep}\n\n")] {
                let reading = read(protocol, 200, &[body.as_bytes()]);
                assert_eq!(reading.stop, Stop::Error);
            }
        }
        let arguments = "[".repeat(50_000);
        let body = serde_json::json!({"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":arguments}}]}}]});
        read(protocol, 200, &[body.to_string().as_bytes()]);
    }
}

#[test]
fn endless_replies_are_ended() {
    let within = Limits {
        body: 10_000,
        line: 1_000,
        calls: 5,
    };
    let run = |piece: &str| {
        let head = Head::ok("text/event-stream");
        let mut decoder = Decoder::within(within, Protocol::OpenAiChat, head, Scrubber::none());
        let mut fed = 0;
        while !decoder.is_over() && fed < 1_000_000 {
            decoder.feed(piece.as_bytes());
            fed += piece.len();
        }
        (decoder.finish().0, fed)
    };
    let pieces = [
        "data: {\"choices\":[{\"delta\":{\"content\":\"and so on \"}}]}\n\n",
        ": still there\n",
        "data: no end of line",
        "{\"a\":\"",
        "<p>",
    ];
    for piece in pieces {
        let (reading, fed) = run(piece);
        assert_eq!(reading.error.unwrap().kind, ErrorKind::BadStream, "{piece}");
        assert!(fed <= 10_100, "{piece}: {fed}");
        assert!(reading.text.len() <= 10_000);
    }
}

/// What grows with the square of a reply would stop the page: megabytes of each are read.
#[test]
fn long_replies_of_every_kind_are_read_in_time() {
    const SIZE: usize = 2 << 20;
    let profile = Profile::named("custom").unwrap();
    let endpoint = Endpoint::read("https://models.example", &profile).unwrap();
    let key = Key::new("sk-demo-0123456789", &endpoint).unwrap();
    let event = |delta: Value| format!("data: {}\n\n", json!({"choices":[{"delta":delta}]}));
    let call = |name: &str, arguments: &str| {
        event(json!({"tool_calls":[{"index":0,"function":{"name":name,"arguments":arguments}}]}))
    };
    let kinds = [
        event(json!({"content":"sk-demo-0123456789"})),
        event(json!({"content":"sk-demo-"})),
        event(json!({"content":" "})),
        event(json!({"content":"<"})),
        event(json!({"content":"<tool_call>"})),
        event(json!({"reasoning":"a"})),
        call("a", ""),
        call("a", "{"),
        call("a", "{}"),
        call("", "\"{"),
        call("", "\\"),
    ];
    for kind in kinds {
        let body = kind.repeat(SIZE / kind.len());
        let mut decoder = Decoder::new(Protocol::OpenAiChat, Head::ok(""), key.scrubber());
        decoder.feed(body.as_bytes());
        decoder.finish();
    }
    let json = r#"<tool_call>{"name":"f","arguments":{}}</tool_call>"#;
    for text in [
        "sk-demo-0123456789",
        "sk-demo-",
        "***",
        "{",
        "```",
        "<p>",
        json,
        "\"",
        "\\u0",
        "1s ",
    ] {
        let long = text.repeat(SIZE / text.len());
        for body in [
            long.clone(),
            json!({"error":{"message":long,"failed_generation":long}}).to_string(),
        ] {
            let mut decoder = Decoder::new(Protocol::OpenAiChat, Head::ok(""), key.scrubber());
            decoder.feed(body.as_bytes());
            decoder.finish();
        }
        for mode in [TextMode::Json, TextMode::Text] {
            find(&long, mode, &|_| true);
        }
    }
}

#[test]
fn endless_calls_are_ended() {
    let call = serde_json::json!({"id":"", "function":{"name":"send_message","arguments":"{}"}});
    let whole = serde_json::json!({"choices":[{"message":{"tool_calls":vec![call.clone(); 1000]},"finish_reason":"tool_calls"}]});
    let reading = read(Protocol::OpenAiChat, 200, &[whole.to_string().as_bytes()]);
    assert_eq!(reading.error.unwrap().kind, ErrorKind::BadStream);
    assert!(reading.tool_calls.is_empty());
}
