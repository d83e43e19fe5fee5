//! Removes a key from everything that a provider sends. Providers echo keys in errors, and
//! a hostile one may echo them anywhere, in any of the usual disguises.

pub mod deltas;

use core::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::error::ProviderError;
use super::reading::{Arguments, Reading, Stop};

/// What stands where a key stood.
pub const MASK: &str = "[key]";

/// The shortest part of a key that is removed from errors, in characters.
const FRAGMENT_MIN: usize = 8;

/// Knows a key in all its forms, and removes them. It cannot be printed.
#[derive(Clone, Default)]
pub struct Scrubber {
    key: String,
    /// Forms of the key, the longest first.
    forms: Vec<String>,
}

impl fmt::Debug for Scrubber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Scrubber")
    }
}

impl Scrubber {
    /// For a call without a key.
    pub fn none() -> Self {
        Self::default()
    }

    /// For the key of a call.
    pub(super) fn new(key: &str) -> Self {
        if key.is_empty() {
            return Self::none();
        }
        let encoded = utf8_percent_encode(key, NON_ALPHANUMERIC).to_string();
        let json = Value::from(key).to_string();
        let hexadecimal: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        let mut forms = vec![
            key.to_owned(),
            encoded.to_lowercase(),
            encoded,
            json[1..json.len() - 1].to_owned(),
            json[1..json.len() - 1].replace('/', "\\/"),
            key.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('"', "&quot;"),
            hexadecimal.to_uppercase(),
            hexadecimal,
            key.chars().rev().collect(),
        ];
        // Unreserved characters may stay as they are in a URL.
        const UNRESERVED: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC
            .remove(b'-')
            .remove(b'_')
            .remove(b'.')
            .remove(b'~');
        forms.push(utf8_percent_encode(key, UNRESERVED).to_string());
        if key.len() >= FRAGMENT_MIN {
            for before in 0..3 {
                forms.push(in_base64(key, before));
                forms.push(in_base64(key, before).replace('+', "-").replace('/', "_"));
            }
            forms.push(STANDARD_NO_PAD.encode(key));
            forms.push(URL_SAFE_NO_PAD.encode(key));
        }
        forms.retain(|form| !form.is_empty());
        forms.sort_by(|one, other| other.len().cmp(&one.len()).then(one.cmp(other)));
        forms.dedup();
        Self {
            key: key.to_owned(),
            forms,
        }
    }

    /// The first form in a text, the longest of those at its place: where it begins and ends.
    /// One pass, however often the key stands there.
    fn find(&self, text: &str) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        (0..bytes.len()).find_map(|at| {
            let rest = &bytes[at..];
            let form = self
                .forms
                .iter()
                .find(|form| rest.starts_with(form.as_bytes()))?;
            Some((at, at + form.len()))
        })
    }

    /// How many bytes at the end of a text may be the beginning of a form.
    fn open_end(&self, text: &str) -> usize {
        let ends = self.forms.iter().map(|form| {
            let longest = (form.len() - 1).min(text.len());
            let fits = |length: &usize| text.as_bytes().ends_with(&form.as_bytes()[..*length]);
            (1..=longest).rev().find(fits).unwrap_or(0)
        });
        ends.max().unwrap_or(0)
    }

    /// The text without the key.
    pub fn text(&self, text: &str) -> String {
        let mut clean = String::new();
        let mut rest = text;
        while let Some((start, end)) = self.find(rest) {
            clean.push_str(&rest[..start]);
            clean.push_str(MASK);
            rest = &rest[end..];
        }
        clean.push_str(rest);
        clean
    }

    /// The text of an error without the key, parts of it, and what stands beside asterisks:
    /// errors quote keys shortened or masked, and that is nobody's business either.
    pub fn error_text(&self, text: &str) -> String {
        if self.key.is_empty() {
            return without_masked(text);
        }
        without_masked(&self.without_fragments(&self.text(text)))
    }

    fn without_fragments(&self, text: &str) -> String {
        let key: Vec<char> = self.key.chars().collect();
        let letters: Vec<char> = text.chars().collect();
        let mut clean = String::new();
        let mut at = 0;
        while at < letters.len() {
            let longest = (0..key.len())
                .map(|from| common(&key[from..], &letters[at..]))
                .max();
            match longest {
                Some(length) if length >= FRAGMENT_MIN => {
                    clean.push_str(MASK);
                    at += length;
                }
                _ => {
                    clean.push(letters[at]);
                    at += 1;
                }
            }
        }
        clean
    }

    fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    fn value(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => {
                let clean = self.text(text);
                let has_changed = clean != *text;
                *text = clean;
                has_changed
            }
            Value::Array(list) => list
                .iter_mut()
                .fold(false, |changed, one| self.value(one) | changed),
            Value::Object(object) => {
                let mut has_changed = false;
                let members = std::mem::take(object);
                for (name, mut inner) in members {
                    has_changed |= self.value(&mut inner);
                    let clean = self.text(&name);
                    has_changed |= clean != name;
                    object.insert(clean, inner);
                }
                has_changed
            }
            _ => false,
        }
    }

    fn arguments(&self, arguments: Arguments) -> Arguments {
        match arguments {
            Arguments::Broken(text) => Arguments::Broken(self.text(&text)),
            Arguments::Object { object, text } => {
                let mut value = Value::Object(object);
                let has_changed = self.value(&mut value);
                let text = if has_changed { value.to_string() } else { text };
                match value {
                    Value::Object(object) => Arguments::Object { object, text },
                    _ => Arguments::Broken(text),
                }
            }
        }
    }

    /// A reading without the key in any of its texts.
    pub(super) fn reading(&self, mut reading: Reading) -> Reading {
        if let Some(error) = reading.error.take() {
            reading.error = Some(self.error(error));
        }
        if self.is_empty() {
            return reading;
        }
        for text in [
            &mut reading.text,
            &mut reading.thoughts,
            &mut reading.refusal,
        ] {
            *text = self.text(text);
        }
        for signature in &mut reading.signatures {
            signature.value = self.text(&signature.value);
        }
        if let Stop::Unknown(raw) = &mut reading.stop {
            *raw = self.error_text(raw);
        }
        for call in &mut reading.tool_calls {
            call.name = self.text(&call.name);
            call.id = call.id.take().map(|id| self.text(&id));
            let arguments = Arguments::Broken(String::new());
            call.arguments = self.arguments(std::mem::replace(&mut call.arguments, arguments));
        }
        reading
    }

    /// An error without the key in any of its texts.
    pub fn error(&self, mut error: ProviderError) -> ProviderError {
        error.message = self.error_text(&error.message);
        for text in [&mut error.code, &mut error.parameter] {
            *text = text.take().map(|text| self.error_text(&text));
        }
        // A text of the model, of any length.
        let generation = error.failed_generation.take();
        error.failed_generation = generation.map(|text| self.text(&text));
        error
    }
}

/// The part of the base64 of a key that is the same whatever stands around it, when so many
/// bytes of a group of three stand before it.
fn in_base64(key: &str, before: usize) -> String {
    let mut bytes = vec![0; before];
    bytes.extend(key.as_bytes());
    let encoded = STANDARD_NO_PAD.encode(&bytes);
    // A digit holds six bits: those that hold a bit from outside the key are left out.
    let start = (before * 8).div_ceil(6);
    let end = bytes.len() * 8 / 6;
    encoded.get(start..end).unwrap_or_default().to_owned()
}

/// How many letters two texts have in common at their beginning.
fn common(one: &[char], other: &[char]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// A word with several asterisks in it is a masked key, its visible parts included.
fn without_masked(text: &str) -> String {
    if !text.contains("***") && !text.contains("•••") {
        return text.to_owned();
    }
    let is_masked = |word: &str| word.contains("***") || word.contains("•••");
    let mut clean = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        if is_masked(word) {
            clean.push_str(MASK);
            clean.extend(word.chars().filter(|letter| letter.is_whitespace()));
        } else {
            clean.push_str(word);
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-demo/A1b2+C3d4&E5f6 \"G7h8";

    #[test]
    fn every_usual_form_of_the_key_is_removed() {
        let scrubber = Scrubber::new(KEY);
        let json = Value::from(KEY).to_string();
        let forms = [
            KEY.to_owned(),
            utf8_percent_encode(KEY, NON_ALPHANUMERIC).to_string(),
            utf8_percent_encode(KEY, NON_ALPHANUMERIC)
                .to_string()
                .to_lowercase(),
            json,
            KEY.replace('&', "&amp;").replace('"', "&quot;"),
        ];
        for form in forms {
            let clean = scrubber.text(&format!("before {form} after {form}"));
            assert_eq!(clean.matches(MASK).count(), 2, "{clean}");
            assert!(!clean.contains("A1b2"), "{clean}");
        }
        for before in ["", "a", "ab", "abc", "Bearer ", "user:"] {
            for engine in [
                &base64::engine::general_purpose::STANDARD,
                &base64::engine::general_purpose::URL_SAFE,
            ] {
                let encoded = engine.encode(format!("{before}{KEY} tail"));
                let clean = scrubber.text(&encoded);
                assert!(clean.contains(MASK), "{before:?}: {encoded}");
                let kept = clean.len() - MASK.len();
                let digits = KEY.len() * 8 / 6;
                assert!(kept + digits <= encoded.len() + 2, "{encoded} -> {clean}");
            }
        }
    }

    #[test]
    fn errors_lose_parts_of_the_key_and_masked_ones() {
        let scrubber = Scrubber::new("sk-demo-0123456789abcdef9xYz");
        let text = "Incorrect API key provided: sk-demo-*******9xYz. You can find it at https://x.example/keys.";
        assert_eq!(
            scrubber.error_text(text),
            "Incorrect API key provided: [key] You can find it at https://x.example/keys."
        );
        assert_eq!(
            scrubber.error_text("key 23456789abc is wrong"),
            "key [key] is wrong"
        );
        assert_eq!(
            scrubber.text("key 23456789abc is wrong"),
            "key 23456789abc is wrong"
        );
    }

    #[test]
    fn it_says_nothing_of_what_it_knows() {
        let scrubber = Scrubber::new(KEY);
        assert_eq!(format!("{scrubber:?} {scrubber:#?}"), "Scrubber Scrubber");
    }
}
