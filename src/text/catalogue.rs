//! The typed functions that the build makes of `es.toml` and `en.toml`: one a text, with a
//! typed argument for each placeholder (in the order of their names) and the language per call.

use core::fmt::{Display, Write};

use super::locale::Locale;

/// What stands in the place of a placeholder.
enum Argument<'a> {
    /// `{#name}`: written with the language's separators.
    Number(u64),
    /// `{name}`: written as it is.
    Words(&'a dyn Display),
}

fn pick(locale: Locale, es: &'static str, en: &'static str) -> &'static str {
    match locale {
        Locale::Es => es,
        Locale::En => en,
    }
}

/// Both languages have two forms, and one is the form of 1 alone.
fn plural(
    locale: Locale,
    n: u64,
    [es_one, es_other, en_one, en_other]: [&'static str; 4],
) -> &'static str {
    if n == 1 {
        pick(locale, es_one, en_one)
    } else {
        pick(locale, es_other, en_other)
    }
}

/// Fills a template of the build: argument k stands where the control character k + 1 does.
fn fill(locale: Locale, template: &str, arguments: &[Argument<'_>]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    for letter in template.chars() {
        match (letter as usize)
            .checked_sub(1)
            .and_then(|index| arguments.get(index))
        {
            Some(Argument::Number(number)) => filled.push_str(&locale.number(*number)),
            Some(Argument::Words(words)) => {
                // Writing to a String cannot fail.
                let _ = write!(filled, "{words}");
            }
            None => filled.push(letter),
        }
    }
    filled
}

/// One module a section of the text files, one function a text.
#[allow(clippy::too_many_arguments, reason = "one argument a placeholder")]
pub mod t {
    #[allow(
        unused_imports,
        reason = "a section may have no text with placeholders"
    )]
    use super::Argument::{Number, Words};
    #[allow(
        unused_imports,
        reason = "a section may have no text with placeholders"
    )]
    use super::{Display, Locale, fill, pick, plural};

    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}
