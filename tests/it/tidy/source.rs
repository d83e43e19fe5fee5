//! Rust source as words: without comments, texts and characters.

/// One word (identifier or keyword) or one sign of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    /// Counted from 1.
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub fn is_word(&self) -> bool {
        self.text
            .starts_with(|first: char| first.is_alphabetic() || first == '_')
    }
}

/// Splits a source into tokens. `::` and `->` are one token each, every other
/// sign is its own; texts and numbers are left out.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader {
        rest: source,
        line: 1,
    };
    let mut found = Vec::new();
    while let Some(first) = reader.rest.chars().next() {
        let line = reader.line;
        if reader.rest.starts_with("//") {
            reader.skip_until("\n");
        } else if reader.rest.starts_with("/*") {
            reader.skip_comment();
        } else if let Some(hashes) = raw_text_hashes(reader.rest) {
            reader.skip_until("\"");
            reader.skip_until(&format!("\"{}", "#".repeat(hashes)));
        } else if first == '"' {
            reader.skip_text();
        } else if first == '\'' {
            reader.skip_character_or_lifetime();
        } else if first.is_alphabetic() || first == '_' {
            found.push(Token {
                text: reader.take_word(),
                line,
            });
        } else if first.is_ascii_digit() {
            reader.take_word();
        } else if reader.rest.starts_with("::") || reader.rest.starts_with("->") {
            let text = reader.rest[..2].to_owned();
            reader.advance(2);
            found.push(Token { text, line });
        } else {
            reader.advance(first.len_utf8());
            if !first.is_whitespace() {
                found.push(Token {
                    text: first.to_string(),
                    line,
                });
            }
        }
    }
    found
}

/// The number of `#` when a raw text (`r"`, `r#"`, `br"`) begins here.
fn raw_text_hashes(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn advance(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].matches('\n').count();
        self.rest = &self.rest[bytes..];
    }

    /// Goes on after `end`, or to the end of the source.
    fn skip_until(&mut self, end: &str) {
        let bytes = self
            .rest
            .find(end)
            .map_or(self.rest.len(), |at| at + end.len());
        self.advance(bytes);
    }

    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.advance(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.advance(2);
                if depth == 0 {
                    return;
                }
            } else if let Some(next) = self.rest.chars().next() {
                self.advance(next.len_utf8());
            } else {
                return;
            }
        }
    }

    fn skip_text(&mut self) {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, character)| {
            let closes = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            closes
        });
        self.advance(end.map_or(self.rest.len(), |(at, _)| at + 1));
    }

    /// `'x'` and `'\n'` are characters, `'a` is a lifetime.
    fn skip_character_or_lifetime(&mut self) {
        let mut following = self.rest.chars().skip(1);
        let (first, second) = (following.next(), following.next());
        if first == Some('\\') {
            self.advance(3.min(self.rest.len()));
            self.skip_until("'");
        } else if let (Some(character), Some('\'')) = (first, second) {
            self.advance(2 + character.len_utf8());
        } else {
            self.advance(1);
            self.take_word();
        }
    }

    fn take_word(&mut self) -> String {
        let end = self
            .rest
            .find(|character: char| !character.is_alphanumeric() && character != '_');
        let word = self.rest[..end.unwrap_or(self.rest.len())].to_owned();
        self.advance(word.len());
        word
    }
}
