//! The two languages, and how each writes numbers.

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    /// Spanish (Spain).
    Es,
    /// English.
    En,
}

impl Locale {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::Es, Self::En];

    /// The language for a `lang` value such as `es-ES` or `en`: Spanish for every `es`, else English.
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        if primary.trim().eq_ignore_ascii_case("es") {
            Self::Es
        } else {
            Self::En
        }
    }

    /// The language of exactly that name: `es` or `en`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|locale| locale.tag() == name)
    }

    /// The value of `lang` attributes, and the name in links.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Es => "es",
            Self::En => "en",
        }
    }

    /// The language's name for itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::Es => "Español",
            Self::En => "English",
        }
    }

    /// The other language.
    pub fn other(self) -> Self {
        match self {
            Self::Es => Self::En,
            Self::En => Self::Es,
        }
    }

    /// `value` with the language's separators. Spanish leaves four digits together
    /// (2048, 12.345) as its Academy and Unicode's CLDR do; English does not (2,048).
    pub fn number(self, value: u64) -> String {
        let digits = value.to_string();
        let (separator, least) = match self {
            Self::Es => ('.', 5),
            Self::En => (',', 4),
        };
        if digits.len() < least {
            return digits;
        }
        let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// `value` divided by ten to the power of `places`, with exactly that many decimals.
    pub fn decimal(self, value: u64, places: u32) -> String {
        let unit = 10_u64.saturating_pow(places);
        if unit <= 1 {
            return self.number(value);
        }
        let point = match self {
            Self::Es => ',',
            Self::En => '.',
        };
        format!(
            "{}{point}{:0width$}",
            self.number(value / unit),
            value % unit,
            width = places as usize
        )
    }

    /// `text` in the language's quotation marks.
    pub fn quote(self, text: &str) -> String {
        match self {
            Self::Es => format!("«{text}»"),
            Self::En => format!("“{text}”"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Locale::{self, En, Es};

    #[test]
    fn chooses_spanish_for_every_spanish_tag_and_else_english() {
        for tag in ["es", "es-ES", "ES-mx", "es_AR", "es-419"] {
            assert_eq!(Locale::from_tag(tag), Es, "{tag}");
        }
        for tag in ["en", "en-GB", "fr", "", "est", "ca-ES"] {
            assert_eq!(Locale::from_tag(tag), En, "{tag}");
        }
    }

    #[test]
    fn separates_thousands_as_each_language_does() {
        let cases = [
            (0, "0", "0"),
            (999, "999", "999"),
            (2_048, "2048", "2,048"),
            (12_345, "12.345", "12,345"),
        ];
        for (value, es, en) in cases {
            assert_eq!(
                (Es.number(value).as_str(), En.number(value).as_str()),
                (es, en)
            );
        }
        assert_eq!(Es.number(u64::MAX), "18.446.744.073.709.551.615");
    }

    #[test]
    fn writes_decimals_with_the_language_s_point() {
        assert_eq!(Es.decimal(1_250, 3), "1,250");
        assert_eq!(En.decimal(5, 2), "0.05");
        assert_eq!(En.decimal(7, 0), "7");
        assert_eq!(Es.decimal(12_345_678, 1), "1.234.567,8");
    }
}
