//! What each provider can do, as one table: the only place where providers differ beyond
//! their protocol. For an endpoint of one's own a row is copied and changed.
//!
//! Sources: recorded traffic, SDK types and documentation of August 2026; llama.cpp measured
//! in October 2026. Providers change: each row says when it was looked at.

use super::protocol::Protocol;

/// How the key is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer`.
    Bearer,
    /// `x-api-key`, with Anthropic's two further headers.
    Anthropic,
    /// `x-goog-api-key`, never the query.
    Google,
}

/// How functions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tools {
    /// By the protocol's own means.
    Native,
    /// The answer is one JSON object, held to a schema by the provider.
    JsonSchema,
    /// The model is asked to write calls as text.
    Text,
}

/// How a call is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// One function by name where one is declared, else `required`.
    Named,
    /// Only the word `required`.
    Required,
    /// The word is `any`, with `required` understood too (Mistral).
    Any,
    /// Not at all: such a field is refused or ignored.
    None,
}

/// Where system instructions stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemPlace {
    /// A message with the role `system`.
    Role,
    /// A message with the role `developer`.
    Developer,
    /// A field beside the messages.
    Top,
}

/// The field that limits the answer in Chat Completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLimit {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

/// What stands for the content of an assistant that only calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoContent {
    /// `null`.
    Null,
    /// An empty text, where null is refused.
    EmptyText,
}

/// Keywords of JSON Schema that are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaDialect {
    /// All that we use.
    JsonSchema,
    /// The subset of OpenAPI 3.0: an unknown keyword fails the whole request (Gemini).
    OpenApi,
}

/// What tells more of one model than the list does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Details {
    /// Nothing.
    None,
    /// Ollama's `/api/show`.
    OllamaShow,
    /// LM Studio's own list, `/api/v1/models`.
    LmStudioModels,
}

/// One provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name, as in a setting.
    pub name: &'static str,
    /// What it speaks.
    pub protocol: Protocol,
    /// Where it is; empty for an endpoint of one's own.
    pub base: &'static str,
    /// The path that is meant where an address has none.
    pub version_path: &'static str,
    /// How the key is sent.
    pub auth: Auth,
    /// It does not answer without a key.
    pub needs_key: bool,
    /// It runs on the person's own machine.
    pub is_local: bool,
    /// It takes `X-Title`, and shows it to its user.
    pub takes_title: bool,
    /// How functions are called.
    pub tools: Tools,
    /// How a call is forced.
    pub force: Force,
    /// It can be told to make one call at a time.
    pub parallel_switch: bool,
    /// It takes a temperature and a seed.
    pub takes_sampling: bool,
    /// It wants reasoning back with the calls that came of it.
    pub echo_reasoning: bool,
    /// It wants its signatures back.
    pub echo_signature: bool,
    /// Where system instructions stand.
    pub system: SystemPlace,
    /// The field that limits the answer.
    pub answer_limit: AnswerLimit,
    /// It reports usage in a stream when asked to.
    pub stream_usage: bool,
    /// What stands for the content of an assistant that only calls.
    pub no_content: NoContent,
    /// Which schemas it understands.
    pub schemas: SchemaDialect,
    /// What tells more of one model than the list does.
    pub details: Details,
    /// It makes embeddings.
    pub embeddings: bool,
    /// Further fields of every request, as a JSON object.
    pub extra: &'static str,
    /// When this row was looked at.
    pub seen: &'static str,
}

/// The name of the browser's own model in the table.
pub const BROWSER: &str = "browser";

/// A compatible endpoint of which nothing else is known.
const COMPATIBLE: Profile = Profile {
    name: "custom",
    protocol: Protocol::OpenAiChat,
    base: "",
    version_path: "/v1",
    auth: Auth::Bearer,
    needs_key: false,
    is_local: false,
    takes_title: false,
    tools: Tools::Native,
    force: Force::Required,
    parallel_switch: false,
    takes_sampling: true,
    echo_reasoning: false,
    echo_signature: false,
    system: SystemPlace::Role,
    answer_limit: AnswerLimit::MaxTokens,
    stream_usage: true,
    no_content: NoContent::EmptyText,
    schemas: SchemaDialect::JsonSchema,
    details: Details::None,
    embeddings: false,
    extra: "{}",
    seen: "2026-08",
};

/// All providers, the endpoint of one's own last.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "openai",
        base: "https://api.openai.com/v1",
        needs_key: true,
        force: Force::Named,
        parallel_switch: true,
        system: SystemPlace::Developer,
        answer_limit: AnswerLimit::MaxCompletionTokens,
        no_content: NoContent::Null,
        // Refused by the models that reason.
        takes_sampling: false,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "openai-responses",
        protocol: Protocol::OpenAiResponses,
        base: "https://api.openai.com/v1",
        needs_key: true,
        force: Force::Named,
        parallel_switch: true,
        system: SystemPlace::Top,
        takes_sampling: false,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "anthropic",
        protocol: Protocol::AnthropicMessages,
        base: "https://api.anthropic.com/v1",
        auth: Auth::Anthropic,
        needs_key: true,
        takes_sampling: false,
        force: Force::Named,
        parallel_switch: true,
        system: SystemPlace::Top,
        ..COMPATIBLE
    },
    Profile {
        name: "gemini",
        protocol: Protocol::GeminiNative,
        base: "https://generativelanguage.googleapis.com/v1beta",
        version_path: "/v1beta",
        auth: Auth::Google,
        needs_key: true,
        force: Force::Named,
        echo_signature: true,
        system: SystemPlace::Top,
        schemas: SchemaDialect::OpenApi,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "openrouter",
        base: "https://openrouter.ai/api/v1",
        version_path: "/api/v1",
        needs_key: true,
        takes_title: true,
        force: Force::Named,
        parallel_switch: true,
        embeddings: true,
        // Only those behind it that support functions.
        extra: r#"{"provider":{"require_parameters":true}}"#,
        ..COMPATIBLE
    },
    Profile {
        name: "mistral",
        base: "https://api.mistral.ai/v1",
        needs_key: true,
        force: Force::Any,
        parallel_switch: true,
        stream_usage: false,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "groq",
        base: "https://api.groq.com/openai/v1",
        version_path: "/openai/v1",
        needs_key: true,
        force: Force::Named,
        parallel_switch: true,
        ..COMPATIBLE
    },
    Profile {
        name: "deepseek",
        base: "https://api.deepseek.com",
        version_path: "",
        needs_key: true,
        // Refused while it thinks, which is the default.
        force: Force::Named,
        echo_reasoning: true,
        extra: r#"{"thinking":{"type":"disabled"}}"#,
        ..COMPATIBLE
    },
    Profile {
        name: "ollama",
        protocol: Protocol::OllamaNative,
        base: "http://localhost:11434",
        version_path: "",
        is_local: true,
        force: Force::None,
        details: Details::OllamaShow,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "lmstudio",
        base: "http://localhost:1234/v1",
        is_local: true,
        details: Details::LmStudioModels,
        embeddings: true,
        ..COMPATIBLE
    },
    Profile {
        name: "llamacpp",
        base: "http://localhost:8080/v1",
        is_local: true,
        // A name is taken and not kept to: only `required` works (measured).
        parallel_switch: true,
        seen: "2026-10",
        ..COMPATIBLE
    },
    Profile {
        name: "vllm",
        base: "http://localhost:8000/v1",
        is_local: true,
        force: Force::Named,
        parallel_switch: true,
        ..COMPATIBLE
    },
    Profile {
        name: BROWSER,
        protocol: Protocol::BrowserPrompt,
        version_path: "",
        // It runs functions by itself and hides the loop: it is held to a schema instead.
        tools: Tools::JsonSchema,
        force: Force::None,
        takes_sampling: false,
        stream_usage: false,
        seen: "2026-11",
        ..COMPATIBLE
    },
    COMPATIBLE,
];

impl Profile {
    /// It costs nothing: it runs on the person's own machine.
    pub fn is_free(&self) -> bool {
        self.is_local || !self.protocol.has_server()
    }

    /// The row of this name.
    pub fn named(name: &str) -> Option<Self> {
        PROFILES
            .iter()
            .find(|profile| profile.name == name)
            .copied()
    }

    /// An endpoint of one's own, of which only the protocol is known.
    pub fn custom(protocol: Protocol) -> Self {
        let alike = PROFILES.iter().find(|profile| profile.protocol == protocol);
        let own = Self {
            protocol,
            ..COMPATIBLE
        };
        match (protocol, alike) {
            (Protocol::OpenAiChat, _) | (_, None) => own,
            (_, Some(alike)) => Self {
                name: own.name,
                base: own.base,
                needs_key: false,
                is_local: false,
                ..*alike
            },
        }
    }
}
