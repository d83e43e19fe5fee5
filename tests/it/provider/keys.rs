//! A key goes to one place and comes out of nowhere.

use memgpt_playground::provider::classify::Head;
use memgpt_playground::provider::decode::Decoder;
use memgpt_playground::provider::endpoint::{AddressProblem, Endpoint};
use memgpt_playground::provider::headers::{HeaderProblem, Headers};
use memgpt_playground::provider::key::{Key, KeyProblem};
use memgpt_playground::provider::profile::{PROFILES, Profile};
use memgpt_playground::provider::protocol::Protocol;
use memgpt_playground::provider::reading::Delta;
use serde_json::json;

/// Does not compile where the type has the trait: two implementations would be meant.
macro_rules! is_not {
    ($type:ty: $($trait:path),+) => { $(
        const _: fn() = || {
            trait Which<Marker> {
                fn one() {}
            }
            impl<T: ?Sized> Which<()> for T {}
            struct HasIt;
            impl<T: ?Sized + $trait> Which<HasIt> for T {}
            let _ = <$type as Which<_>>::one;
        };
    )+ };
}

is_not!(Key: std::fmt::Debug, std::fmt::Display, Clone, Copy, PartialEq, PartialOrd, std::hash::Hash,
    Default, serde::Serialize, serde::de::DeserializeOwned, AsRef<str>, std::ops::Deref, ToString);
is_not!(Headers<'static>: std::fmt::Debug, std::fmt::Display, Clone, PartialEq, serde::Serialize);

is_not!(Decoder: std::fmt::Debug, Clone, serde::Serialize);

const SECRET: &str = "sk-demo-Zx81/Qw+7Rt5Yu3Io2Pa9Sd=";

fn openai() -> (Profile, Endpoint) {
    let profile = Profile::named("openai").unwrap();
    let endpoint = Endpoint::read(profile.base, &profile).unwrap();
    (profile, endpoint)
}

#[test]
fn i02_each_provider_gets_the_headers_it_needs_and_no_other() {
    let key_headers = [("anthropic", "x-api-key"), ("gemini", "x-goog-api-key")];
    for profile in PROFILES {
        let base = if profile.base.is_empty() {
            "https://models.example/v1"
        } else {
            profile.base
        };
        let endpoint = Endpoint::read(base, profile).unwrap();
        let key = Key::new(SECRET, &endpoint).unwrap();
        let headers = Headers::new(profile, &endpoint, Some(&key)).unwrap();
        let mut expected = vec!["content-type"];
        match profile.name {
            "anthropic" => expected.extend([
                "anthropic-version",
                "anthropic-dangerous-direct-browser-access",
            ]),
            "openrouter" => expected.push("x-title"),
            _ => {}
        }
        let names: Vec<&str> = headers.plain.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, expected, "{}", profile.name);
        let own = key_headers.iter().find(|(name, _)| *name == profile.name);
        let own = own.map_or("authorization", |(_, header)| header);
        assert_eq!(headers.key_name(), Some(own), "{}", profile.name);
        let sent = headers.send_key(|name, value| (name.to_owned(), value.to_owned()));
        let value = match own {
            "authorization" => format!("Bearer {SECRET}"),
            _ => SECRET.to_owned(),
        };
        assert_eq!(sent, Some((own.to_owned(), value)));
        let alone = Headers::new(profile, &endpoint, None);
        match alone {
            Ok(headers) => {
                assert!(!profile.needs_key);
                assert_eq!(headers.send_key(|_, _| ()), None);
            }
            Err(problem) => {
                assert!(profile.needs_key);
                assert_eq!(problem, HeaderProblem::KeyMissing);
            }
        }
    }
}

#[test]
fn a_key_is_bound_to_scheme_host_and_port() {
    let (profile, endpoint) = openai();
    let key = Key::new(SECRET, &endpoint).unwrap();
    for other in [
        "https://api.openai.com.example/v1",
        "https://api.openai.com:8443/v1",
        "https://openai.com/v1",
        "http://localhost:1234/v1",
    ] {
        let other = Endpoint::read(other, &profile).unwrap();
        assert!(!key.fits(&other));
        let headers = Headers::new(&profile, &other, Some(&key));
        assert_eq!(headers.err(), Some(HeaderProblem::KeyOfOtherOrigin));
    }
    for same in [
        "https://API.openai.com/",
        "https://api.openai.com:443/v2/chat/completions",
    ] {
        assert!(key.fits(&Endpoint::read(same, &profile).unwrap()), "{same}");
    }
}

#[test]
fn texts_that_are_no_key_are_refused() {
    let (_, endpoint) = openai();
    let problem = |text: &str| Key::new(text, &endpoint).err();
    assert_eq!(problem(""), Some(KeyProblem::TooShort));
    assert_eq!(problem("  abc "), Some(KeyProblem::TooShort));
    assert_eq!(problem(&"x".repeat(1001)), Some(KeyProblem::TooLong));
    for text in [
        "sk demo",
        "sk-démo",
        "sk-demo\r\nx-evil: 1",
        "sk\u{200b}demo",
    ] {
        assert_eq!(problem(text), Some(KeyProblem::BadCharacter), "{text:?}");
    }
    assert_eq!(problem("  sk-demo-1 \n"), None);
}

#[test]
fn i08_addresses_are_made_whole() {
    let check = |name: &str, address: &str, expected: &str| {
        let profile = Profile::named(name).unwrap();
        let endpoint = Endpoint::read(address, &profile);
        let url = endpoint.map(|endpoint| endpoint.call_url(profile.protocol, "m", true));
        assert_eq!(url.as_deref(), Ok(expected), "{name} {address}");
    };
    check(
        "vllm",
        "http://localhost:11434/v1/",
        "http://localhost:11434/v1/chat/completions",
    );
    check(
        "lmstudio",
        "http://localhost:1234",
        "http://localhost:1234/v1/chat/completions",
    );
    check(
        "lmstudio",
        " http://localhost:1234/ ",
        "http://localhost:1234/v1/chat/completions",
    );
    check(
        "deepseek",
        "https://api.deepseek.com",
        "https://api.deepseek.com/chat/completions",
    );
    check(
        "custom",
        "https://host.example/v1/chat/completions",
        "https://host.example/v1/chat/completions",
    );
    check(
        "custom",
        "https://host.example/v1/chat/completions/",
        "https://host.example/v1/chat/completions",
    );
    check(
        "custom",
        "HTTPS://Host.Example:443/api",
        "https://host.example/api/chat/completions",
    );
    check(
        "custom",
        "http://127.0.0.1:8080/v1",
        "http://127.0.0.1:8080/v1/chat/completions",
    );
    check(
        "custom",
        "http://[::1]:8080",
        "http://[::1]:8080/v1/chat/completions",
    );
    check(
        "custom",
        "http://[0:0:0:0:0:0:0:1]:8080",
        "http://[::1]:8080/v1/chat/completions",
    );
    check(
        "openai-responses",
        "https://api.openai.com/v1",
        "https://api.openai.com/v1/responses",
    );
    check(
        "anthropic",
        "https://api.anthropic.com",
        "https://api.anthropic.com/v1/messages",
    );
    check(
        "ollama",
        "http://localhost:11434/v1",
        "http://localhost:11434/api/chat",
    );
    check(
        "ollama",
        "http://localhost:11434/api/chat",
        "http://localhost:11434/api/chat",
    );
    check(
        "ollama",
        "http://localhost:11434",
        "http://localhost:11434/api/chat",
    );
    check(
        "gemini",
        "https://generativelanguage.googleapis.com",
        "https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse",
    );
    for profile in PROFILES.iter().filter(|profile| !profile.base.is_empty()) {
        let endpoint = Endpoint::read(profile.base, profile).unwrap();
        assert_eq!(endpoint.base(), profile.base);
        assert_eq!(endpoint.origin().is_loopback(), profile.is_local);
    }
}

#[test]
fn a_model_cannot_lead_elsewhere() {
    let profile = Profile::named("gemini").unwrap();
    let endpoint = Endpoint::read(profile.base, &profile).unwrap();
    let url = endpoint.call_url(Protocol::GeminiNative, "models/../../x?key=a#b", false);
    assert_eq!(
        url,
        "https://generativelanguage.googleapis.com/v1beta/models/..%2F..%2Fx%3Fkey%3Da%23b:generateContent"
    );
}

#[test]
fn addresses_that_two_could_read_differently_are_refused() {
    use AddressProblem as P;
    let profile = Profile::named("custom").unwrap();
    for (address, problem) in [
        ("", P::Empty),
        ("api.openai.com", P::Scheme),
        ("ftp://host.example", P::Scheme),
        ("javascript://host.example/%0aalert(1)", P::Scheme),
        ("http://host.example/v1", P::NotSecure),
        ("http://192.168.1.5:8080", P::NotSecure),
        ("http://localhost.example", P::NotSecure),
        ("http://127.0.0.1.example", P::NotSecure),
        ("https://key@host.example", P::UserInfo),
        ("https://api.openai.com@evil.example/v1", P::UserInfo),
        ("https://host.example?x=1", P::Query),
        ("https://host.example/v1?x=1", P::Query),
        ("https://host.example/#x", P::Query),
        ("https:///v1", P::Host),
        ("https://ho st.example", P::Host),
        ("https://hóst.example", P::Host),
        ("https://evil.example\\@api.openai.com", P::UserInfo),
        ("https://evil.example\\.api.openai.com", P::Host),
        ("https://host..example", P::Host),
        ("https://%68ost.example", P::Host),
        ("http://127.1", P::Host),
        ("http://0x7f.0.0.1", P::Host),
        ("http://2130706433", P::Host),
        ("http://127.0.0.01", P::Host),
        ("https://[::1", P::Host),
        ("https://[xyz]", P::Host),
        ("https://host.example:0", P::Port),
        ("https://host.example:99999", P::Port),
        ("https://host.example:8o", P::Port),
        ("https://[::1]8080", P::Port),
        ("https://host.example/a/../b", P::Path),
        ("https://host.example//b", P::Path),
        ("https://host.example/a%2fb", P::Path),
        ("https://host.example/a\tb", P::Path),
    ] {
        assert_eq!(
            Endpoint::read(address, &profile).err(),
            Some(problem),
            "{address:?}"
        );
    }
}

/// A provider that puts the key wherever it can.
fn hostile_bodies() -> Vec<(Protocol, u16, String)> {
    let escaped: String = SECRET
        .chars()
        .map(|letter| format!("\\u{:04x}", u32::from(letter)))
        .collect();
    let arguments = format!("{{\"message\":\"{escaped}\",\"{SECRET}\":[\"{SECRET}\"]}}");
    let call = json!({"index":0,"id":SECRET,"function":{"name":SECRET,"arguments":arguments}});
    let error = json!({"error":{"message":format!("wrong key {SECRET}"),"code":SECRET,"param":SECRET,"type":SECRET,"failed_generation":SECRET}});
    let halves = SECRET.split_at(11);
    let stream = format!(
        "data: {}\n\ndata: {}\n\ndata: {}\n\ndata: {}\n\ndata: [DONE]\n\n",
        json!({"choices":[{"delta":{"content":format!("it is {}", halves.0),"reasoning":halves.0}}]}),
        json!({"choices":[{"delta":{"content":format!("{} indeed", halves.1),"reasoning":halves.1}}]}),
        json!({"choices":[{"delta":{"tool_calls":[call],"refusal":SECRET}}]}),
        json!({"choices":[{"delta":{},"finish_reason":SECRET}]}),
    );
    vec![
        (Protocol::OpenAiChat, 200, stream.clone()),
        (Protocol::OpenAiChat, 200, stream.replace(",\"refusal\"", ",\"none\"")),
        (Protocol::OpenAiChat, 401, error.to_string()),
        (Protocol::OpenAiChat, 401, format!("your key is {SECRET}")),
        (Protocol::OpenAiChat, 200, format!("<p>{SECRET}</p>")),
        (Protocol::OpenAiChat, 200, format!("data: {error}\n\n")),
        (Protocol::OpenAiChat, 200, format!("error: {SECRET}\n\n")),
        (Protocol::OllamaNative, 500, json!({"error":SECRET}).to_string()),
        (Protocol::OllamaNative, 200, json!({"message":{"content":SECRET,"thinking":SECRET,"tool_calls":[{"function":{"name":"f","arguments":{SECRET:SECRET}}}]},"done":true,"done_reason":SECRET}).to_string()),
        (Protocol::GeminiNative, 200, json!({"candidates":[{"content":{"parts":[{"text":SECRET,"thoughtSignature":SECRET},{"functionCall":{"name":SECRET,"args":{"a":{"b":[SECRET]}}}}]},"finishReason":SECRET}]}).to_string()),
        (Protocol::AnthropicMessages, 200, json!({"type":"message","content":[{"type":"thinking","thinking":SECRET,"signature":SECRET},{"type":"tool_use","id":SECRET,"name":SECRET,"input":{"a":SECRET}}],"stop_reason":"tool_use"}).to_string()),
        (Protocol::OpenAiResponses, 200, json!({"object":"response","status":"failed","error":{"code":SECRET,"message":SECRET},"output":[{"type":"message","content":[{"type":"output_text","text":SECRET}]}]}).to_string()),
    ]
}

#[test]
fn i09_what_a_hostile_provider_echoes_is_removed_wherever_it_stands() {
    let (_, endpoint) = openai();
    let key = Key::new(SECRET, &endpoint).unwrap();
    for (protocol, status, body) in hostile_bodies() {
        assert!(body.contains(SECRET) || body.contains("sk-demo-"), "{body}");
        for size in [1, 3, 17, body.len()] {
            let head = Head {
                status,
                ..Head::default()
            };
            let mut decoder = Decoder::new(protocol, head, key.scrubber());
            let mut deltas = Vec::new();
            for chunk in body.as_bytes().chunks(size) {
                deltas.extend(decoder.feed(chunk));
            }
            let (reading, last) = decoder.finish();
            deltas.extend(last);
            let told = format!("{reading:?}");
            assert!(!told.contains("Zx81"), "{body}\n{told}");
            let mut shown: [String; 5] = Default::default();
            for delta in &deltas {
                match delta {
                    Delta::Text(text) => shown[0] += text,
                    Delta::Thoughts(text) => shown[1] += text,
                    Delta::Refusal(text) => shown[2] += text,
                    Delta::Call { name, .. } => shown[3] += name,
                    Delta::Arguments { piece, .. } => shown[4] += piece,
                }
            }
            for text in &shown {
                assert!(!text.contains("Zx81"), "{body}\n{text}");
                assert!(!text.contains("\\u0073\\u006b"), "{body}\n{text}");
            }
        }
    }
}

#[test]
fn what_holds_no_key_is_left_as_it_is() {
    let (_, endpoint) = openai();
    let key = Key::new(SECRET, &endpoint).unwrap();
    let text = |deltas: &[Delta]| -> String {
        let texts = deltas.iter().map(|delta| match delta {
            Delta::Text(text) => text.as_str(),
            _ => "",
        });
        texts.collect()
    };
    for fixture in super::fixtures::fixtures() {
        let mut decoder = Decoder::new(fixture.protocol, fixture.head.clone(), key.scrubber());
        let mut deltas = Vec::new();
        for chunk in fixture.body.chunks(5) {
            deltas.extend(decoder.feed(chunk));
        }
        let (reading, last) = decoder.finish();
        deltas.extend(last);
        let (plain, plain_deltas) = fixture.read([fixture.body.as_slice()]);
        assert_eq!(reading, plain);
        assert_eq!(text(&deltas), text(&plain_deltas));
    }
}
