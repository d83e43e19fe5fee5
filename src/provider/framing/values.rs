//! JSON values one after another: one a line (Ollama), one alone (an answer that is not
//! streamed, an error), or several on one line (proxies). Only the brackets are looked at.

use super::{Piece, TooLarge};

/// Collects bytes to JSON objects and arrays.
#[derive(Debug)]
pub struct Values {
    limit: usize,
    value: Vec<u8>,
    depth: usize,
    in_string: bool,
    after_backslash: bool,
    /// Something that is no value came: the rest is text.
    is_text: bool,
}

impl Values {
    /// Values of at most so many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            value: Vec::new(),
            depth: 0,
            in_string: false,
            after_backslash: false,
            is_text: false,
        }
    }

    /// Takes a byte.
    ///
    /// # Errors
    /// The value is beyond its limit.
    pub fn take(&mut self, byte: u8, out: &mut Vec<Piece>) -> Result<(), TooLarge> {
        let is_between = self.depth == 0 && self.value.is_empty() && !self.is_text;
        if is_between {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b',' => return Ok(()),
                b'{' | b'[' => {}
                _ => self.is_text = true,
            }
        }
        if self.value.len() >= self.limit {
            return Err(TooLarge);
        }
        self.value.push(byte);
        if self.is_text {
            return Ok(());
        }
        if self.in_string {
            if self.after_backslash {
                self.after_backslash = false;
            } else if byte == b'\\' {
                self.after_backslash = true;
            } else if byte == b'"' {
                self.in_string = false;
            }
            return Ok(());
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth -= 1;
                if self.depth == 0 {
                    out.push(Piece::Json(self.text()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.value).into_owned();
        self.value.clear();
        text
    }

    /// The body has ended.
    pub fn finish(mut self, out: &mut Vec<Piece>) {
        if self.is_text {
            let text = self.text();
            out.push(Piece::Text(text));
        } else if self.depth > 0 {
            out.push(Piece::CutJson);
        }
    }
}
