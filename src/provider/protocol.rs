//! The wire formats, by the names under which they are recorded.

/// A wire format. Several providers speak the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// OpenAI's Chat Completions, and what calls itself compatible.
    OpenAiChat,
    /// OpenAI's Responses.
    OpenAiResponses,
    /// Anthropic's Messages.
    AnthropicMessages,
    /// Gemini's `generateContent`.
    GeminiNative,
    /// Ollama's `/api/chat`.
    OllamaNative,
    /// The browser's own model: nothing is sent, see [`browser_model`](super::browser_model).
    BrowserPrompt,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::AnthropicMessages,
        Self::GeminiNative,
        Self::OllamaNative,
        Self::BrowserPrompt,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiResponses => "openai-responses",
            Self::AnthropicMessages => "anthropic-messages",
            Self::GeminiNative => "gemini-native",
            Self::OllamaNative => "ollama-native",
            Self::BrowserPrompt => "browser-prompt",
        }
    }

    /// True where it is spoken with a server.
    pub fn has_server(self) -> bool {
        self != Self::BrowserPrompt
    }

    /// The protocol of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name)
    }
}
