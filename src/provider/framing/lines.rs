//! Lines that end with LF, CR or CR LF, also where a chunk ends between the two.

use super::TooLarge;

/// Collects bytes to lines.
#[derive(Debug)]
pub struct Lines {
    limit: usize,
    line: Vec<u8>,
    /// The last byte was a CR: an LF that follows belongs to it.
    after_return: bool,
}

impl Lines {
    /// Lines of at most so many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            after_return: false,
        }
    }

    /// Takes a byte; a line where it ends one.
    ///
    /// # Errors
    /// The line is beyond its limit.
    pub fn take(&mut self, byte: u8) -> Result<Option<String>, TooLarge> {
        let belongs_to_return = self.after_return && byte == b'\n';
        self.after_return = byte == b'\r';
        match byte {
            b'\n' if belongs_to_return => Ok(None),
            b'\n' | b'\r' => Ok(Some(self.end())),
            _ if self.line.len() >= self.limit => Err(TooLarge),
            _ => {
                self.line.push(byte);
                Ok(None)
            }
        }
    }

    /// What stands after the last line end. Characters are read from whole lines, never
    /// from chunks, so that none is cut; a broken one is replaced.
    pub fn end(&mut self) -> String {
        let line = String::from_utf8_lossy(&self.line).into_owned();
        self.line.clear();
        line
    }
}
