//! What a failure can be of which the browser says nothing but that it failed
//! (providers.md 2.3). The page asks what it can find out and shows the rest as a list, the
//! likeliest first.

use super::endpoint::Endpoint;
use super::profile::Profile;

/// What the page knows when a request fails without a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The browser says that it is online; it may be wrong.
    pub is_online: bool,
    /// The page was opened by `https:`.
    pub is_secure_page: bool,
    /// The browser is Safari, which lets no secure page reach `http://localhost`.
    pub is_safari: bool,
    /// The page stands in a frame of another site.
    pub is_framed: bool,
    /// The permission for the local network, where the browser tells.
    pub local_network: LocalNetwork,
    /// A key was sent.
    pub has_key: bool,
}

/// The permission to reach the person's own machine or network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalNetwork {
    /// The browser has no such permission, or does not tell.
    #[default]
    Unknown,
    /// The person has not answered yet.
    Pending,
    /// Given.
    Granted,
    /// Refused.
    Denied,
}

/// One thing that it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There is no network.
    Offline,
    /// The permission for the local network was refused.
    LocalNetworkDenied,
    /// The question for that permission waits for an answer.
    LocalNetworkPending,
    /// In a frame that permission is not given.
    Frame,
    /// This browser lets no secure page reach a server without `https:`.
    SafariLocalhost,
    /// The local server is not started, or listens elsewhere.
    ServerNotStarted,
    /// The local server does not answer pages of other origins; see [`OriginSwitch`].
    OriginRefused(OriginSwitch),
    /// The key is wrong or revoked: this provider's refusal cannot be read by a page.
    Key,
    /// The provider, or a proxy before it, does not answer pages (CORS), or wants a key
    /// before it says whether it does.
    Cors,
    /// An extension or a filter in the network holds it back.
    Blocker,
    /// The policy of this page does not name the provider.
    PagePolicy,
}

/// How a local server is told to answer pages of other origins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginSwitch {
    /// Set `OLLAMA_ORIGINS` and start again.
    Ollama,
    /// `lms server start --cors`.
    LmStudio,
    /// `--cors-origins`.
    LlamaCpp,
    /// `--allowed-origins`.
    Vllm,
    /// As its manual says.
    Other,
}

impl OriginSwitch {
    /// The switch of this provider.
    pub fn of(profile: &Profile) -> Self {
        match profile.name {
            "ollama" => Self::Ollama,
            "lmstudio" => Self::LmStudio,
            "llamacpp" => Self::LlamaCpp,
            "vllm" => Self::Vllm,
            _ => Self::Other,
        }
    }

    /// The exact words to type, for a page of this origin; `None` where there is none.
    pub fn command(self, page_origin: &str) -> Option<String> {
        match self {
            Self::Ollama => Some(format!("OLLAMA_ORIGINS={page_origin} ollama serve")),
            Self::LmStudio => Some("lms server start --cors".to_owned()),
            Self::LlamaCpp => Some(format!("llama-server --cors-origins {page_origin}")),
            Self::Vllm => Some(format!(
                "vllm serve --allowed-origins '[\"{page_origin}\"]'"
            )),
            Self::Other => None,
        }
    }
}

/// What an opaque failure can be, the likeliest first.
pub fn causes(profile: &Profile, endpoint: &Endpoint, around: &Circumstances) -> Vec<Cause> {
    let mut causes = Vec::new();
    let is_loopback = endpoint.origin().is_loopback();
    if is_loopback {
        match around.local_network {
            LocalNetwork::Denied => causes.push(Cause::LocalNetworkDenied),
            LocalNetwork::Pending => causes.push(Cause::LocalNetworkPending),
            LocalNetwork::Unknown | LocalNetwork::Granted => {}
        }
        if around.is_framed && around.local_network != LocalNetwork::Granted {
            causes.push(Cause::Frame);
        }
        if around.is_safari && around.is_secure_page {
            causes.push(Cause::SafariLocalhost);
        }
        causes.push(Cause::ServerNotStarted);
        causes.push(Cause::OriginRefused(OriginSwitch::of(profile)));
    } else {
        if !around.is_online {
            causes.push(Cause::Offline);
        }
        if around.has_key {
            causes.push(Cause::Key);
        }
        causes.push(Cause::Cors);
        if around.is_online {
            causes.push(Cause::Offline);
        }
        causes.push(Cause::Blocker);
    }
    causes.push(Cause::PagePolicy);
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, around: Circumstances) -> Vec<Cause> {
        let profile = Profile::named(name).unwrap();
        let endpoint = Endpoint::read(profile.base, &profile).unwrap();
        causes(&profile, &endpoint, &around)
    }

    const HOSTED: Circumstances = Circumstances {
        is_online: true,
        is_secure_page: true,
        is_safari: false,
        is_framed: false,
        local_network: LocalNetwork::Unknown,
        has_key: true,
    };

    #[test]
    fn i01_a_wrong_key_comes_first_where_its_refusal_cannot_be_read() {
        assert_eq!(of("openai", HOSTED)[0], Cause::Key);
        let offline = Circumstances {
            is_online: false,
            ..HOSTED
        };
        assert_eq!(of("openai", offline)[..2], [Cause::Offline, Cause::Key]);
    }

    #[test]
    fn i03_a_local_server_is_told_whom_to_answer() {
        let expected = Cause::OriginRefused(OriginSwitch::Ollama);
        assert!(of("ollama", HOSTED).contains(&expected));
        assert_eq!(
            OriginSwitch::Ollama.command("https://page.example"),
            Some("OLLAMA_ORIGINS=https://page.example ollama serve".into())
        );
    }

    #[test]
    fn i05_i06_what_browsers_forbid_comes_before_what_servers_do() {
        let denied = Circumstances {
            local_network: LocalNetwork::Denied,
            is_framed: true,
            is_safari: true,
            ..HOSTED
        };
        assert_eq!(
            of("llamacpp", denied)[..4],
            [
                Cause::LocalNetworkDenied,
                Cause::Frame,
                Cause::SafariLocalhost,
                Cause::ServerNotStarted
            ]
        );
        assert!(!of("openai", denied).contains(&Cause::LocalNetworkDenied));
    }
}
