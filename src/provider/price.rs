//! Windows and prices of well-known models, for where the provider does not tell them. Both
//! change often and are only a beginning: the person can write others over them.

/// A price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Thousandths of a dollar for a million tokens read.
    pub read: u64,
    /// Thousandths of a dollar for a million tokens written.
    pub written: u64,
}

impl Price {
    /// A model on one's own machine.
    pub const FREE: Self = Self {
        read: 0,
        written: 0,
    };

    /// What so many tokens cost, in millionths of a dollar, rounded up: a limit is not passed
    /// by what was rounded away.
    pub fn money(&self, read: u64, written: u64) -> u64 {
        read.saturating_mul(self.read)
            .saturating_add(written.saturating_mul(self.written))
            .div_ceil(1_000)
    }
}

/// What is known of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Tokens of its window.
    pub window: u32,
    /// Its price.
    pub price: Price,
}

/// When the table was last looked through. From general knowledge, not read off the
/// providers' own lists: the page says so beside the numbers.
pub const SEEN: &str = "2025-11";

/// Provider, beginning of the model's name, window, dollars for a million tokens read and
/// written, in thousandths. The longest beginning that fits counts.
const TABLE: &[(&str, &str, u32, u64, u64)] = &[
    ("openai", "gpt-4o-mini", 128_000, 150, 600),
    ("openai", "gpt-4o", 128_000, 2_500, 10_000),
    ("openai", "gpt-4.1-nano", 1_047_576, 100, 400),
    ("openai", "gpt-4.1-mini", 1_047_576, 400, 1_600),
    ("openai", "gpt-4.1", 1_047_576, 2_000, 8_000),
    ("openai", "gpt-5-nano", 400_000, 50, 400),
    ("openai", "gpt-5-mini", 400_000, 250, 2_000),
    ("openai", "gpt-5", 400_000, 1_250, 10_000),
    ("anthropic", "claude-3-5-haiku", 200_000, 800, 4_000),
    ("anthropic", "claude-haiku-4-5", 200_000, 1_000, 5_000),
    ("anthropic", "claude-sonnet-4", 200_000, 3_000, 15_000),
    ("anthropic", "claude-opus-4-5", 200_000, 5_000, 25_000),
    ("gemini", "gemini-2.5-flash-lite", 1_048_576, 100, 400),
    ("gemini", "gemini-2.5-flash", 1_048_576, 300, 2_500),
    ("gemini", "gemini-2.5-pro", 1_048_576, 1_250, 10_000),
    ("mistral", "mistral-small", 128_000, 100, 300),
    ("mistral", "mistral-medium", 128_000, 400, 2_000),
    ("groq", "llama-3.1-8b-instant", 131_072, 50, 80),
    ("groq", "llama-3.3-70b-versatile", 131_072, 590, 790),
    ("groq", "openai/gpt-oss-20b", 131_072, 75, 300),
    ("groq", "openai/gpt-oss-120b", 131_072, 150, 600),
    ("deepseek", "deepseek-chat", 128_000, 280, 420),
];

/// What the table knows of a provider's model.
pub fn known(provider: &str, model: &str) -> Option<Known> {
    let provider = provider.strip_suffix("-responses").unwrap_or(provider);
    let model = model.strip_prefix("models/").unwrap_or(model);
    let fits = TABLE
        .iter()
        .filter(|(owner, beginning, ..)| *owner == provider && model.starts_with(beginning));
    let (_, _, window, read, written) = fits.max_by_key(|(_, beginning, ..)| beginning.len())?;
    Some(Known {
        window: *window,
        price: Price {
            read: *read,
            written: *written,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_counts() {
        let read = |provider, model| known(provider, model).map(|known| known.price.read);
        assert_eq!(read("openai", "gpt-4o-mini-2024-07-18"), Some(150));
        assert_eq!(read("openai-responses", "gpt-4o"), Some(2_500));
        assert_eq!(read("gemini", "models/gemini-2.5-flash"), Some(300));
        assert_eq!(read("groq", "gpt-4o"), None);
        assert_eq!(read("custom", "gpt-4o"), None);
    }

    #[test]
    fn money_is_rounded_up() {
        let price = Price {
            read: 150,
            written: 600,
        };
        assert_eq!(price.money(1_000_000, 0), 150_000);
        assert_eq!(price.money(1, 0), 1);
        assert_eq!(Price::FREE.money(9, 9), 0);
    }
}
