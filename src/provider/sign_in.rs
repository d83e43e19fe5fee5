//! OpenRouter's sign-in without a key to paste (OAuth with PKCE, S256): no client id, no server of
//! ours. The person agrees on OpenRouter's page and comes back with a code, which is exchanged
//! for a key by whoever knows the verifier. Here is all of it but the browser: what is kept for
//! the way, what is sent, and what is refused.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Where the person agrees.
const AUTHORIZE: &str = "https://openrouter.ai/auth";

/// Where the code is exchanged: the origin that the key will be bound to.
pub const EXCHANGE: &str = "https://openrouter.ai/api/v1/auth/keys";

/// The provider whose sign-in it is, by its name in the table.
pub const PROVIDER: &str = "openrouter";

/// Bytes of a secret: 256 bits.
pub const SECRET_BYTES: usize = 32;

/// Longest code and state that are looked at, in bytes.
const PART_MAX: usize = 512;

/// Most bytes of an answer that are read.
pub const ANSWER_MAX: usize = 64 << 10;

/// How long a sign-in may be under way, in milliseconds: a forgotten one must not be finished
/// by somebody else at the same computer.
pub const PENDING_MAX_MS: u64 = 15 * 60 * 1000;

/// A sign-in that is under way: what this tab keeps until the person is back. It cannot be
/// printed.
#[derive(Serialize, Deserialize)]
pub struct Pending {
    verifier: String,
    state: String,
    /// When it began, in milliseconds of the browser's clock.
    began: u64,
}

/// What the address brought back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// The code.
    pub code: String,
    /// The state that was sent along.
    pub state: String,
}

/// Why there is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInProblem {
    /// This tab has begun no sign-in, or it was used already.
    NotBegun,
    /// It belongs to another sign-in than the one that this tab has begun.
    OtherState,
    /// It took too long.
    TooLate,
    /// The person did not agree, or no code came.
    NoCode,
    /// OpenRouter does not take the code.
    Refused,
    /// OpenRouter failed, or sent what is no key.
    NoKey,
    /// Another provider was chosen before the key came.
    Left,
    /// The request failed, and the browser does not say why.
    Unreachable,
}

impl Pending {
    /// A new sign-in from fresh chance.
    pub fn new(verifier: [u8; SECRET_BYTES], state: [u8; SECRET_BYTES], now: u64) -> Self {
        Self {
            verifier: URL_SAFE_NO_PAD.encode(verifier),
            state: URL_SAFE_NO_PAD.encode(state),
            began: now,
        }
    }

    /// What is hashed for the challenge.
    pub fn verifier(&self) -> &str {
        &self.verifier
    }

    /// Where the person is sent. `page` is the address of this page without query and fragment,
    /// `hash` the SHA-256 of the verifier.
    pub fn address(&self, page: &str, hash: &[u8]) -> String {
        let escaped = |text: &str| {
            let all = percent_encoding::NON_ALPHANUMERIC;
            percent_encoding::utf8_percent_encode(text, all).to_string()
        };
        let back = escaped(&format!("{page}?state={}", self.state));
        let challenge = URL_SAFE_NO_PAD.encode(hash);
        format!(
            "{AUTHORIZE}?callback_url={back}&code_challenge={challenge}&code_challenge_method=S256"
        )
    }

    /// As it is kept for the way.
    pub fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was kept.
    pub fn read(kept: &str) -> Option<Self> {
        serde_json::from_str(kept).ok()
    }
}

/// The body that exchanges the code for a key. `kept` is what this tab kept: it is used once,
/// whatever comes of it.
///
/// # Errors
/// What does not belong to the sign-in that this tab has begun.
pub fn exchange(
    kept: Option<&str>,
    returned: &Returned,
    now: u64,
) -> Result<String, SignInProblem> {
    let pending = kept
        .and_then(Pending::read)
        .ok_or(SignInProblem::NotBegun)?;
    if returned.state != pending.state {
        return Err(SignInProblem::OtherState);
    }
    // A clock that was set back makes no sign-in younger.
    if now.abs_diff(pending.began) > PENDING_MAX_MS {
        return Err(SignInProblem::TooLate);
    }
    let is_code = !returned.code.is_empty()
        && returned.code.len() <= PART_MAX
        && returned.code.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_code {
        return Err(SignInProblem::NoCode);
    }
    let body = json!({
        "code": returned.code,
        "code_verifier": pending.verifier,
        "code_challenge_method": "S256",
    });
    Ok(body.to_string())
}

/// The key in the answer.
///
/// # Errors
/// There is none.
pub fn key(status: u16, body: &[u8]) -> Result<String, SignInProblem> {
    match status {
        200 => {}
        400..500 => return Err(SignInProblem::Refused),
        _ => return Err(SignInProblem::NoKey),
    }
    let value: Value = serde_json::from_slice(body).map_err(|_| SignInProblem::NoKey)?;
    let key = value.get("key").and_then(Value::as_str);
    key.map(str::to_owned).ok_or(SignInProblem::NoKey)
}

/// What a query brings back, `?` left out; `None` where it is no return from a sign-in.
pub fn returned(query: &str) -> Option<Returned> {
    let part = |name: &str| {
        let mut parts = query.split('&').filter_map(|part| part.split_once('='));
        let (_, value) = parts.find(|(key, _)| *key == name)?;
        let value = value.get(..value.len().min(PART_MAX * 3))?;
        let decoded = percent_encoding::percent_decode_str(value).decode_utf8();
        Some(decoded.ok()?.into_owned())
    };
    let state = part("state");
    let code = part("code");
    (state.is_some() || code.is_some()).then(|| Returned {
        code: code.unwrap_or_default(),
        state: state.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_800_000_000_000;

    fn pending() -> Pending {
        Pending::new([1; SECRET_BYTES], [2; SECRET_BYTES], NOW)
    }

    fn back(code: &str) -> Returned {
        Returned {
            code: code.to_owned(),
            state: pending().state,
        }
    }

    #[test]
    fn the_person_is_sent_there_with_the_hash_alone() {
        let pending = pending();
        assert_eq!(pending.verifier().len(), 43);
        let address = pending.address("https://page.example/a/", &[3; 32]);
        assert!(
            address.starts_with("https://openrouter.ai/auth?callback_url=https%3A%2F%2Fpage%2Eexample%2Fa%2F%3Fstate%3D"),
            "{address}"
        );
        assert!(address.ends_with(&format!(
            "&code_challenge={}&code_challenge_method=S256",
            URL_SAFE_NO_PAD.encode([3; 32])
        )));
        assert!(!address.contains(pending.verifier()));
    }

    #[test]
    fn a_code_is_exchanged_by_who_began_alone() {
        let kept = pending().kept();
        let body = exchange(Some(&kept), &back("abc"), NOW + 1_000).unwrap();
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["code"], "abc");
        assert_eq!(body["code_verifier"], pending().verifier());
        assert_eq!(body["code_challenge_method"], "S256");

        let refused = |kept: Option<&str>, returned: Returned, now| {
            exchange(kept, &returned, now).expect_err("it is refused")
        };
        use SignInProblem as P;
        assert_eq!(refused(None, back("abc"), NOW), P::NotBegun);
        assert_eq!(refused(Some("{"), back("abc"), NOW), P::NotBegun);
        let stranger = Returned {
            state: "x".into(),
            ..back("abc")
        };
        assert_eq!(refused(Some(&kept), stranger, NOW), P::OtherState);
        let none = Returned {
            state: String::new(),
            ..back("abc")
        };
        assert_eq!(refused(Some(&kept), none, NOW), P::OtherState);
        for late in [NOW + PENDING_MAX_MS + 1, NOW - PENDING_MAX_MS - 1] {
            assert_eq!(refused(Some(&kept), back("abc"), late), P::TooLate);
        }
        for code in ["", "a b", "a\n", &"a".repeat(PART_MAX + 1)] {
            assert_eq!(refused(Some(&kept), back(code), NOW), P::NoCode, "{code}");
        }
    }

    #[test]
    fn only_a_key_is_a_key() {
        assert_eq!(
            key(200, br#"{"key":"sk-or-1234","user_id":"u"}"#).unwrap(),
            "sk-or-1234"
        );
        for (status, body, problem) in [
            (403, r#"{"error":"invalid code"}"#, SignInProblem::Refused),
            (500, r#"{"key":"sk-or-1234"}"#, SignInProblem::NoKey),
            (200, "{}", SignInProblem::NoKey),
            (200, "<html>", SignInProblem::NoKey),
            (200, r#"{"key":7}"#, SignInProblem::NoKey),
        ] {
            assert_eq!(
                key(status, body.as_bytes()),
                Err(problem),
                "{status} {body}"
            );
        }
    }

    #[test]
    fn what_comes_back_is_read_off_the_query() {
        let both = returned("state=a%2Db&code=c_d").unwrap();
        assert_eq!((both.state.as_str(), both.code.as_str()), ("a-b", "c_d"));
        assert_eq!(returned("state=a&error=denied").unwrap().code, "");
        assert_eq!(returned("lang=en"), None);
        assert_eq!(returned(""), None);
        assert_eq!(returned("code=%FF"), None);
    }
}
