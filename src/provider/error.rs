//! What can go wrong with a call of a model, as typed kinds.

/// A kind of failure. The names are part of the trace and never hold a text of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The key is wrong, revoked or missing.
    BadKey,
    /// The key is known and may not do this.
    Forbidden,
    /// The account has no money left.
    NoCredit,
    /// The provider has no such model.
    ModelNotFound,
    /// Too many calls; waiting helps.
    RateLimited,
    /// A quota of a day or more is used up; waiting a little does not help.
    QuotaExhausted,
    /// The request is larger than a quota or the server takes, whatever the window.
    TooLarge,
    /// The prompt is longer than the model's window.
    ContextOverflow,
    /// The provider does not understand the request.
    BadRequest,
    /// The provider refused a call that its own model made, or a schema of ours.
    ToolSchemaRejected,
    /// The provider has no room at the moment.
    Overloaded,
    /// The provider failed.
    Server,
    /// The browser says only that it failed: network, key or permissions across origins.
    OpaqueNetwork,
    /// A server on this machine refuses this page.
    LocalServerBlocked,
    /// The person cancelled it.
    Aborted,
    /// The reply ended before its end.
    Truncated,
    /// What came is not what the protocol says.
    BadStream,
}

impl ErrorKind {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::BadKey,
        Self::Forbidden,
        Self::NoCredit,
        Self::ModelNotFound,
        Self::RateLimited,
        Self::QuotaExhausted,
        Self::TooLarge,
        Self::ContextOverflow,
        Self::BadRequest,
        Self::ToolSchemaRejected,
        Self::Overloaded,
        Self::Server,
        Self::OpaqueNetwork,
        Self::LocalServerBlocked,
        Self::Aborted,
        Self::Truncated,
        Self::BadStream,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::BadKey => "BadKey",
            Self::Forbidden => "Forbidden",
            Self::NoCredit => "NoCredit",
            Self::ModelNotFound => "ModelNotFound",
            Self::RateLimited => "RateLimited",
            Self::QuotaExhausted => "QuotaExhausted",
            Self::TooLarge => "TooLarge",
            Self::ContextOverflow => "ContextOverflow",
            Self::BadRequest => "BadRequest",
            Self::ToolSchemaRejected => "ToolSchemaRejected",
            Self::Overloaded => "Overloaded",
            Self::Server => "Server",
            Self::OpaqueNetwork => "OpaqueNetwork",
            Self::LocalServerBlocked => "LocalServerBlocked",
            Self::Aborted => "Aborted",
            Self::Truncated => "Truncated",
            Self::BadStream => "BadStream",
        }
    }
}

/// A failure with what the provider says of it. Its texts are scrubbed of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderError {
    /// What it is.
    pub kind: ErrorKind,
    /// How long the provider asks to wait, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// The provider's own words, shortened. To be shown as text, never as markup.
    pub message: String,
    /// The provider's code or type.
    pub code: Option<String>,
    /// The field of the request that it names.
    pub parameter: Option<String>,
    /// Tokens of the prompt, where an overflow states them.
    pub used: Option<u64>,
    /// Tokens of the window, where an overflow states them.
    pub max: Option<u64>,
    /// What the model wrote and the provider refused (Groq).
    pub failed_generation: Option<String>,
}

impl ProviderError {
    /// A failure of this kind of which nobody says more.
    pub fn of(kind: ErrorKind) -> Self {
        Self {
            kind,
            retry_after_ms: None,
            message: String::new(),
            code: None,
            parameter: None,
            used: None,
            max: None,
            failed_generation: None,
        }
    }
}
