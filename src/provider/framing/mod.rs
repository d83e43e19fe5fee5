//! Cuts a body, in whatever chunks it arrives, into the pieces that a protocol speaks in:
//! events of an event stream, or JSON values one after another.
//!
//! Which of the two it is, the first byte that is not blank says: servers and proxies
//! announce one content type and send another (providers.md 4.6).

mod lines;
mod sse;
mod values;

use super::limits::Limits;
use sse::Events;
use values::Values;

/// One piece of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An event of an event stream: its name, where it has one, and its data.
    Event {
        /// What `event:` said; `error` for data on a line that starts with `error:`.
        name: Option<String>,
        /// The lines of data, joined.
        data: String,
        /// False where the body ended before the blank line that ends an event.
        is_ended: bool,
    },
    /// A complete JSON value.
    Json(String),
    /// The body ended inside a JSON value.
    CutJson,
    /// Text that is neither, as it stands: a page, a message of a proxy.
    Text(String),
}

/// The body is larger than a reply may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Cuts one body.
#[derive(Debug)]
pub struct Framing {
    limits: Limits,
    seen: usize,
    mark: Vec<u8>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Nothing but blanks so far.
    Unknown,
    Events(Events),
    Values(Values),
    Text(Vec<u8>),
}

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

impl Framing {
    /// For one body within these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            seen: 0,
            mark: Vec::new(),
            kind: Kind::Unknown,
        }
    }

    /// Takes the next bytes; adds the pieces that are complete with them.
    ///
    /// # Errors
    /// The body, or one piece of it, is beyond its limit.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<Piece>) -> Result<(), TooLarge> {
        self.seen = self.seen.saturating_add(bytes.len());
        if self.seen > self.limits.body {
            return Err(TooLarge);
        }
        for &byte in bytes {
            self.take(byte, out)?;
        }
        Ok(())
    }

    fn take(&mut self, byte: u8, out: &mut Vec<Piece>) -> Result<(), TooLarge> {
        match &mut self.kind {
            Kind::Unknown => self.first(byte, out),
            Kind::Events(events) => events.take(byte, out),
            Kind::Values(values) => values.take(byte, out),
            Kind::Text(text) => {
                text.push(byte);
                Ok(())
            }
        }
    }

    /// Decides by the first byte that is not blank, after one byte order mark.
    fn first(&mut self, byte: u8, out: &mut Vec<Piece>) -> Result<(), TooLarge> {
        if self.mark.len() < MARK.len() && byte == MARK[self.mark.len()] {
            self.mark.push(byte);
            return Ok(());
        }
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            return Ok(());
        }
        self.kind = match byte {
            b'{' | b'[' => Kind::Values(Values::new(self.limits.line)),
            // The fields of an event stream, and `error:` which some add to them.
            b'd' | b'e' | b'i' | b'r' | b':' => Kind::Events(Events::new(self.limits.line)),
            _ => Kind::Text(Vec::new()),
        };
        self.take(byte, out)
    }

    /// The body has ended: adds what was still open.
    pub fn finish(self, out: &mut Vec<Piece>) {
        match self.kind {
            Kind::Unknown => {}
            Kind::Events(events) => events.finish(out),
            Kind::Values(values) => values.finish(out),
            Kind::Text(text) => out.push(Piece::Text(String::from_utf8_lossy(&text).into_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a body, and that every cut into two or into single bytes gives the same.
    fn pieces(body: &[u8]) -> Vec<Piece> {
        let cut = |chunks: &[&[u8]]| {
            let mut framing = Framing::new(Limits::STANDARD);
            let mut out = Vec::new();
            for chunk in chunks {
                framing.feed(chunk, &mut out).unwrap();
            }
            framing.finish(&mut out);
            out
        };
        let whole = cut(&[body]);
        for at in 0..=body.len() {
            assert_eq!(cut(&[&body[..at], &body[at..]]), whole, "cut at {at}");
        }
        let bytes: Vec<&[u8]> = body.chunks(1).collect();
        assert_eq!(cut(&bytes), whole);
        whole
    }

    fn data(body: &[u8]) -> Vec<String> {
        let data = pieces(body).into_iter().map(|piece| match piece {
            Piece::Event { data, .. } | Piece::Json(data) | Piece::Text(data) => data,
            Piece::CutJson => "cut".to_owned(),
        });
        data.collect()
    }

    #[test]
    fn lines_may_end_in_any_of_three_ways() {
        let lf = data(b"data: {\"a\":1}\n\ndata: {\"b\":2}\n\n");
        assert_eq!(lf, ["{\"a\":1}", "{\"b\":2}"]);
        assert_eq!(data(b"data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\r\n\r\n"), lf);
        assert_eq!(data(b"data: {\"a\":1}\r\rdata: {\"b\":2}\r\r"), lf);
    }

    #[test]
    fn a_mark_comments_and_fields_that_say_nothing_are_skipped() {
        let body = b"\xEF\xBB\xBF: PROCESSING\n\n:\n\nid: 1\nretry: 5\nnonsense\ndata:{\"a\":1}\n\n\n\nevent: ping\n\n";
        assert_eq!(data(body), ["{\"a\":1}"]);
    }

    #[test]
    fn several_lines_of_data_are_one_event() {
        assert_eq!(data(b"data: {\"a\":\ndata: 1}\n\n"), ["{\"a\":\n1}"]);
    }

    #[test]
    fn the_last_blank_line_may_be_missing() {
        let found = pieces(b"event: x\ndata: {\"a\":1}");
        let event = Piece::Event {
            name: Some("x".into()),
            data: "{\"a\":1}".into(),
            is_ended: false,
        };
        assert_eq!(found, [event]);
    }

    #[test]
    fn a_line_that_starts_with_error_is_an_event_of_that_name() {
        let found = pieces(b"data: 1\n\nerror: {\"detail\":\"x\"}\n\n");
        assert_eq!(
            found[1],
            Piece::Event {
                name: Some("error".into()),
                data: "{\"detail\":\"x\"}".into(),
                is_ended: true,
            }
        );
    }

    #[test]
    fn json_values_need_no_line_of_their_own() {
        let body = "{\"a\":\"}\\\"{ é\"}{\"b\":[1,\n{}]}\n\n{\"c\":\n 1}";
        assert_eq!(
            data(body.as_bytes()),
            ["{\"a\":\"}\\\"{ é\"}", "{\"b\":[1,\n{}]}", "{\"c\":\n 1}"]
        );
        assert_eq!(data(b"{\"a\":1}\n{\"b\":"), ["{\"a\":1}", "cut"]);
    }

    #[test]
    fn anything_else_is_text() {
        assert_eq!(
            data(b"\n<html>\n<p>Bad gateway"),
            ["<html>\n<p>Bad gateway"]
        );
        assert_eq!(data(b"\n\n"), Vec::<String>::new());
        assert_eq!(data(b"error code: 1015"), ["error code: 1015"]);
        assert_eq!(data(b"rate limit exceeded\n"), ["rate limit exceeded\n"]);
        assert_eq!(data(b"{\"a\":1}\nrubbish"), ["{\"a\":1}", "rubbish"]);
    }

    #[test]
    fn broken_characters_are_replaced_and_do_not_spread() {
        assert_eq!(
            data(b"data: a\xFFb\xC3\n\ndata: \xC3\xA9\n\n"),
            ["a\u{FFFD}b\u{FFFD}", "é"]
        );
    }

    #[test]
    fn what_is_larger_than_allowed_is_refused_at_once() {
        let limits = Limits {
            body: 100,
            line: 20,
            ..Limits::STANDARD
        };
        let feed = |bytes: &[u8]| Framing::new(limits).feed(bytes, &mut Vec::new());
        assert_eq!(feed(&[b'\n'; 101]), Err(TooLarge));
        assert_eq!(feed(b"data: 123456789012345678901234567890"), Err(TooLarge));
        assert_eq!(
            feed(b"data: 12345678\ndata: 12345678\ndata: 1234567\n"),
            Err(TooLarge)
        );
        assert_eq!(feed(b"{\"a\":\"1234567890123456789\"}"), Err(TooLarge));
        assert_eq!(feed(b"data: 1\n\ndata: 1\n\ndata: 1\n\n"), Ok(()));
    }
}
