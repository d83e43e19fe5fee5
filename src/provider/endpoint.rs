//! Where requests go: the address as a person types it, made whole and checked. Strict on
//! purpose, since the key is bound to what is read here: what two readers could understand
//! in two ways is refused.

use core::fmt;

use super::profile::Profile;
use super::protocol::Protocol;

/// Scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    is_secure: bool,
    host: String,
    port: u16,
}

/// An address that requests may be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    origin: Origin,
    /// Path of the base, without a slash at the end.
    path: String,
}

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressProblem {
    /// Nothing is given.
    Empty,
    /// Neither `https:` nor `http:`.
    Scheme,
    /// `http:` to another machine: the key and the conversation could be read on the way.
    NotSecure,
    /// A name or password before the host.
    UserInfo,
    /// A query or fragment.
    Query,
    /// No host, or one with characters that hosts do not have.
    Host,
    /// The port is no number from 1 to 65535.
    Port,
    /// The path has characters that must not stand there.
    Path,
}

impl Origin {
    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.host.as_str();
        let is_name = host == "localhost" || host.ends_with(".localhost");
        is_name || host == "[::1]" || is_loopback_number(host)
    }

    /// The host, for a person to check.
    pub fn host(&self) -> &str {
        &self.host
    }
}

/// 127.0.0.0/8, in four plain numbers.
fn is_loopback_number(host: &str) -> bool {
    let parts: Vec<&str> = host.split('.').collect();
    let is_number = |part: &&str| {
        part.len() <= 3
            && !part.is_empty()
            && (part.len() == 1 || !part.starts_with('0'))
            && part.parse::<u8>().is_ok()
    };
    parts.len() == 4 && parts[0] == "127" && parts.iter().all(is_number)
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.is_empty() {
            return out.write_str("browser");
        }
        let (scheme, usual) = if self.is_secure {
            ("https", 443)
        } else {
            ("http", 80)
        };
        write!(out, "{scheme}://{}", self.host)?;
        if self.port != usual {
            write!(out, ":{}", self.port)?;
        }
        Ok(())
    }
}

impl Endpoint {
    /// Reads an address: a base, with or without the version, a slash at the end, or the
    /// whole path of a call.
    ///
    /// # Errors
    /// The address is not one that a key may be sent to.
    pub fn read(address: &str, profile: &Profile) -> Result<Self, AddressProblem> {
        let address = address.trim();
        if address.is_empty() {
            return Err(AddressProblem::Empty);
        }
        let Some((scheme, rest)) = address.split_once("://") else {
            return Err(AddressProblem::Scheme);
        };
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(AddressProblem::Scheme),
        };
        if rest.contains(['?', '#']) {
            return Err(AddressProblem::Query);
        }
        let end = rest.find('/').unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(AddressProblem::UserInfo);
        }
        let origin = origin(is_secure, authority)?;
        if !is_secure && !origin.is_loopback() {
            return Err(AddressProblem::NotSecure);
        }
        let path = base_path(path, profile)?;
        Ok(Self { origin, path })
    }

    /// The browser itself: no address, and no key is ever for it.
    pub fn of_browser() -> Self {
        Self {
            origin: Origin {
                is_secure: true,
                host: String::new(),
                port: 443,
            },
            path: String::new(),
        }
    }

    /// Where a key for it may go.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The base, for a person to check.
    pub fn base(&self) -> String {
        format!("{}{}", self.origin, self.path)
    }

    /// The whole address of a call of this model.
    pub fn call_url(&self, protocol: Protocol, model: &str, is_streamed: bool) -> String {
        let base = self.base();
        match protocol {
            Protocol::OpenAiChat => format!("{base}/chat/completions"),
            Protocol::OpenAiResponses => format!("{base}/responses"),
            Protocol::AnthropicMessages => format!("{base}/messages"),
            Protocol::OllamaNative => format!("{base}/api/chat"),
            Protocol::BrowserPrompt => String::new(),
            Protocol::GeminiNative => {
                let model = model.strip_prefix("models/").unwrap_or(model);
                let model = percent_encoding::utf8_percent_encode(model, MODEL).to_string();
                let call = if is_streamed {
                    "streamGenerateContent?alt=sse"
                } else {
                    "generateContent"
                };
                format!("{base}/models/{model}:{call}")
            }
        }
    }

    /// The address that lists the models.
    pub fn models_url(&self, protocol: Protocol) -> String {
        match protocol {
            Protocol::OllamaNative => format!("{}/api/tags", self.base()),
            Protocol::BrowserPrompt => String::new(),
            _ => format!("{}/models", self.base()),
        }
    }
}

/// What stays as it is in the name of a model within a path.
const MODEL: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.');

fn origin(is_secure: bool, authority: &str) -> Result<Origin, AddressProblem> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (number, port) = rest.split_once(']').ok_or(AddressProblem::Host)?;
            let number: core::net::Ipv6Addr = number.parse().map_err(|_| AddressProblem::Host)?;
            (format!("[{number}]"), port)
        }
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, port) = authority.split_at(end);
            (host.to_ascii_lowercase(), port)
        }
    };
    let is_host_letter =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_named = !host.starts_with('[');
    // A host that ends in a number must be one of four plain numbers: browsers read 0x7f.1,
    // 127.1 and the like as addresses.
    let ends_in_number = host
        .rsplit('.')
        .next()
        .is_some_and(|last| last.starts_with(|letter: char| letter.is_ascii_digit()));
    let is_plain = host.parse::<core::net::Ipv4Addr>().is_ok();
    if is_named
        && (host.is_empty()
            || !host.bytes().all(is_host_letter)
            || host.starts_with('.')
            || host.ends_with('.')
            || host.contains("..")
            || (ends_in_number && !is_plain))
    {
        return Err(AddressProblem::Host);
    }
    let usual = if is_secure { 443 } else { 80 };
    let port = match port.strip_prefix(':') {
        None if port.is_empty() => usual,
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            match number.parse::<u16>() {
                Ok(number @ 1..) => number,
                _ => return Err(AddressProblem::Port),
            }
        }
        _ => return Err(AddressProblem::Port),
    };
    Ok(Origin {
        is_secure,
        host,
        port,
    })
}

/// Paths of calls, which a person may paste with the base.
const CALLS: &[&str] = &[
    "/chat/completions",
    "/completions",
    "/responses",
    "/messages",
    "/api/chat",
    "/api/generate",
    "/models",
];

fn base_path(path: &str, profile: &Profile) -> Result<String, AddressProblem> {
    let is_path_letter =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~');
    let has_steps = path.split('/').any(|part| part == "." || part == "..");
    if !path.bytes().all(is_path_letter) || path.contains("//") || has_steps {
        return Err(AddressProblem::Path);
    }
    let mut base = path.trim_end_matches('/');
    if let Some(shorter) = CALLS.iter().find_map(|call| base.strip_suffix(call)) {
        base = shorter;
    } else if profile.protocol == Protocol::OllamaNative {
        // The base of its other protocol.
        base = base.strip_suffix("/v1").unwrap_or(base);
        base = base.strip_suffix("/api").unwrap_or(base);
    } else if base.is_empty() {
        base = profile.version_path;
    }
    Ok(base.to_owned())
}
