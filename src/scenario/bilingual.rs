//! What an example gives in both languages.

use crate::text::Locale;

/// The same thing in Spanish and English; twice the same where the file gives only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bilingual<T> {
    /// Spanish.
    pub es: T,
    /// English.
    pub en: T,
}

impl<T> Bilingual<T> {
    /// The one in that language.
    pub fn of(&self, locale: Locale) -> &T {
        match locale {
            Locale::Es => &self.es,
            Locale::En => &self.en,
        }
    }

    /// Both, with the name that the file uses for each language.
    pub fn both(&self) -> [(Locale, &T); 2] {
        [(Locale::Es, &self.es), (Locale::En, &self.en)]
    }
}

impl<T: Clone> Bilingual<T> {
    /// The same in both languages.
    pub fn same(value: T) -> Self {
        Self {
            es: value.clone(),
            en: value,
        }
    }
}
