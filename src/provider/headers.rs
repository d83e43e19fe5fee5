//! The headers of a request: as few as the provider needs, since every further one must be
//! allowed by it before a page may send anything (providers.md 2.1).

use super::endpoint::Endpoint;
use super::key::Key;
use super::profile::{Auth, Profile};

/// The headers of one request. The one that holds the key can be sent and not printed.
pub struct Headers<'a> {
    /// Headers without a secret.
    pub plain: Vec<(&'static str, &'static str)>,
    key: Option<(&'static str, &'static str, &'a Key)>,
}

/// Why there are no headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderProblem {
    /// The provider does not answer without a key.
    KeyMissing,
    /// The key was entered for another scheme, host or port.
    KeyOfOtherOrigin,
}

/// What the page calls itself where a provider shows it to its user.
const TITLE: &str = "MemGPT Playground";

impl<'a> Headers<'a> {
    /// The headers of a request to this endpoint.
    ///
    /// # Errors
    /// The key is missing or belongs elsewhere.
    pub fn new(
        profile: &Profile,
        endpoint: &Endpoint,
        key: Option<&'a Key>,
    ) -> Result<Self, HeaderProblem> {
        match key {
            None if profile.needs_key => return Err(HeaderProblem::KeyMissing),
            Some(key) if !key.fits(endpoint) => return Err(HeaderProblem::KeyOfOtherOrigin),
            _ => {}
        }
        let mut plain = vec![("content-type", "application/json")];
        if profile.auth == Auth::Anthropic {
            plain.push(("anthropic-version", "2023-06-01"));
            plain.push(("anthropic-dangerous-direct-browser-access", "true"));
        }
        if profile.takes_title {
            plain.push(("x-title", TITLE));
        }
        let (name, scheme) = match profile.auth {
            Auth::Bearer => ("authorization", "Bearer "),
            Auth::Anthropic => ("x-api-key", ""),
            Auth::Google => ("x-goog-api-key", ""),
        };
        Ok(Self {
            plain,
            key: key.map(|key| (name, scheme, key)),
        })
    }

    /// The headers of a request that no key is for.
    pub fn without_key() -> Self {
        Self {
            plain: vec![("content-type", "application/json")],
            key: None,
        }
    }

    /// The name of the header that holds the key, where there is one.
    pub fn key_name(&self) -> Option<&'static str> {
        self.key.map(|(name, ..)| name)
    }

    /// Hands name and value of the header that holds the key to the one who sends it.
    pub fn send_key<T>(&self, send: impl FnOnce(&str, &str) -> T) -> Option<T> {
        let (name, scheme, key) = self.key?;
        Some(send(name, &format!("{scheme}{}", key.secret())))
    }
}
