//! A key that cannot be shown, compared, copied or stored. Only the header of a request to
//! the origin that it was entered for gets it.

use super::endpoint::{Endpoint, Origin};
use super::scrub::Scrubber;

/// A key, bound to scheme, host and port. It has no `Debug`, `Display`, `Clone`, `PartialEq`
/// or `Serialize`, so that it cannot reach a trace, a log or an export by accident:
///
/// ```compile_fail
/// fn shows(key: &memgpt_playground::provider::key::Key) -> String {
///     format!("{key:?}")
/// }
/// ```
pub struct Key {
    secret: Box<str>,
    origin: Origin,
}

/// Why a text cannot be a key. It does not hold the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// Shorter than [`Key::LENGTH_MIN`].
    TooShort,
    /// Longer than [`Key::LENGTH_MAX`].
    TooLong,
    /// It holds blanks or characters that no header can carry.
    BadCharacter,
}

impl Key {
    /// Characters of the shortest key. A shorter one could not be removed from what a provider
    /// sends without removing words.
    pub const LENGTH_MIN: usize = 4;
    /// Characters of the longest key (OpenAI's, today, have about 170).
    pub const LENGTH_MAX: usize = 1000;

    /// A key for this endpoint, blanks around it left out.
    ///
    /// # Errors
    /// The text cannot be a key.
    pub fn new(text: &str, endpoint: &Endpoint) -> Result<Self, KeyProblem> {
        let text = text.trim();
        if text.len() < Self::LENGTH_MIN {
            return Err(KeyProblem::TooShort);
        }
        if text.len() > Self::LENGTH_MAX {
            return Err(KeyProblem::TooLong);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(KeyProblem::BadCharacter);
        }
        Ok(Self {
            secret: text.into(),
            origin: endpoint.origin().clone(),
        })
    }

    /// Whether the key may be sent there.
    pub fn fits(&self, endpoint: &Endpoint) -> bool {
        self.origin == *endpoint.origin()
    }

    /// Where the key may be sent.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Removes this key from texts.
    pub fn scrubber(&self) -> Scrubber {
        Scrubber::new(&self.secret)
    }

    /// For the header alone.
    pub(super) fn secret(&self) -> &str {
        &self.secret
    }
}
