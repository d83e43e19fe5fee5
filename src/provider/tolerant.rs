//! Reads JSON as models write it: one pass that puts right what has one meaning only, and
//! names each thing that it did. What could mean two things is refused; what was cut within
//! a string is told apart, since half a sentence must never be stored.
//!
//! A crate for this (there are several) repairs more than is safe here and does not say what.

use serde_json::{Map, Number, Value};

use super::limits::DEPTH_MAX;
use super::repair::{Repair, note};

/// Why a text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It ends within a string.
    CutInString,
    /// It means nothing, or more than one thing.
    Broken,
}

/// Reads one JSON value that may be followed by surplus closing brackets.
///
/// # Errors
/// It cannot be read without guessing.
pub fn read(text: &str, repairs: &mut Vec<Repair>) -> Result<Value, Unreadable> {
    let mut reader = Reader::new(text);
    let value = reader.value(0)?;
    reader.blanks()?;
    while reader.skip('}') || reader.skip(']') {
        reader.note(Repair::SurplusCloser);
        reader.blanks()?;
    }
    if reader.peek().is_some() {
        return Err(Unreadable::Broken);
    }
    reader
        .repairs
        .into_iter()
        .for_each(|found| note(repairs, found));
    Ok(value)
}

/// Reads the value at the beginning of a text, and how many bytes it takes. Nothing is closed
/// that is open at the end.
pub fn read_first(text: &str, repairs: &mut Vec<Repair>) -> Option<(Value, usize)> {
    let mut reader = Reader::new(text);
    let value = reader.value(0).ok()?;
    if reader.repairs.contains(&Repair::MissingCloser) {
        return None;
    }
    let length = text.len() - reader.rest.len();
    reader
        .repairs
        .into_iter()
        .for_each(|found| note(repairs, found));
    Some((value, length))
}

struct Reader<'a> {
    rest: &'a str,
    repairs: Vec<Repair>,
}

type Read<T> = Result<T, Unreadable>;

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            repairs: Vec::new(),
        }
    }

    fn note(&mut self, repair: Repair) {
        note(&mut self.repairs, repair);
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) -> Read<()> {
        loop {
            self.rest = self.rest.trim_start();
            let end = if self.rest.starts_with("//") {
                self.rest.find('\n').unwrap_or(self.rest.len())
            } else if self.rest.starts_with("/*") {
                self.rest.find("*/").ok_or(Unreadable::Broken)? + 2
            } else {
                return Ok(());
            };
            self.rest = &self.rest[end..];
            self.note(Repair::Comment);
        }
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        if depth > DEPTH_MAX {
            return Err(Unreadable::Broken);
        }
        self.blanks()?;
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some(quote @ ('"' | '\'' | '“')) => self.string(quote).map(Value::String),
            Some(_) => self.word(),
            None => Err(Unreadable::Broken),
        }
    }

    /// After a member: true where another follows.
    fn goes_on(&mut self, close: char) -> Read<bool> {
        self.blanks()?;
        match self.peek() {
            Some(',') => {
                self.next();
                self.blanks()?;
                match self.peek() {
                    Some(letter) if letter == close => {
                        self.next();
                        self.note(Repair::TrailingComma);
                        Ok(false)
                    }
                    Some(_) => Ok(true),
                    // "and there was to be more": cut.
                    None => Err(Unreadable::Broken),
                }
            }
            Some(letter) if letter == close => {
                self.next();
                Ok(false)
            }
            // The next name stands there without a comma before it.
            Some('"') => {
                self.note(Repair::MissingComma);
                Ok(true)
            }
            None => {
                self.note(Repair::MissingCloser);
                Ok(false)
            }
            Some(_) => Err(Unreadable::Broken),
        }
    }

    fn object(&mut self, depth: usize) -> Read<Value> {
        self.next();
        let mut object = Map::new();
        self.blanks()?;
        if self.skip('}') {
            return Ok(Value::Object(object));
        }
        loop {
            self.blanks()?;
            let name = match self.peek() {
                Some(quote @ ('"' | '\'' | '“')) => self.string(quote)?,
                Some(_) => self.bare_name()?,
                None => return Err(Unreadable::Broken),
            };
            self.blanks()?;
            if !self.skip(':') {
                return Err(Unreadable::Broken);
            }
            let value = self.value(depth + 1)?;
            // The same name twice: which of the two is meant?
            if object.insert(name, value).is_some() {
                return Err(Unreadable::Broken);
            }
            if !self.goes_on('}')? {
                return Ok(Value::Object(object));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Read<Value> {
        self.next();
        let mut list = Vec::new();
        self.blanks()?;
        if self.skip(']') {
            return Ok(Value::Array(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if !self.goes_on(']')? {
                return Ok(Value::Array(list));
            }
        }
    }

    fn bare_name(&mut self) -> Read<String> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter| !is_name(letter));
        let end = end.ok_or(Unreadable::Broken)?;
        if end == 0 {
            return Err(Unreadable::Broken);
        }
        let name = self.rest[..end].to_owned();
        self.rest = &self.rest[end..];
        self.note(Repair::Quotes);
        Ok(name)
    }

    /// A number or one of the words.
    fn word(&mut self) -> Read<Value> {
        let is_part = |letter: char| {
            letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+' | '_')
        };
        let end = self.rest.find(|letter| !is_part(letter));
        let end = end.unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        // A number at the very end may go on: 1 of 12.
        let is_cut = end == self.rest.len();
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "None" | "NULL" | "nil" | "undefined" => {
                self.note(Repair::ForeignWord);
                Value::Null
            }
            "True" | "TRUE" => {
                self.note(Repair::ForeignWord);
                Value::Bool(true)
            }
            "False" | "FALSE" => {
                self.note(Repair::ForeignWord);
                Value::Bool(false)
            }
            _ if is_cut => return Err(Unreadable::Broken),
            _ => match serde_json::from_str::<Number>(word) {
                Ok(number) => Value::Number(number),
                Err(_) => return Err(Unreadable::Broken),
            },
        };
        self.rest = &self.rest[end..];
        Ok(value)
    }

    fn string(&mut self, quote: char) -> Read<String> {
        self.next();
        let close = if quote == '“' { '”' } else { quote };
        if quote != '"' {
            self.note(Repair::Quotes);
        }
        let mut text = String::new();
        loop {
            let letter = self.next().ok_or(Unreadable::CutInString)?;
            if letter == close {
                // A quote ends a string only where something may follow that follows strings.
                let after = self.rest.trim_start().chars().next();
                match after {
                    None | Some(',' | '}' | ']' | ':') => return Ok(text),
                    // A comma is missing, and a name follows on a line of its own.
                    Some('"') if self.rest.starts_with('\n') || self.rest.starts_with(' ') => {
                        return Ok(text);
                    }
                    Some(_) => {
                        self.note(Repair::InnerQuotes);
                        text.push(letter);
                    }
                }
            } else if letter == '\\' {
                self.escape(&mut text)?;
            } else if letter < ' ' {
                self.note(Repair::ControlCharacter);
                text.push(letter);
            } else {
                text.push(letter);
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Read<()> {
        match self.next().ok_or(Unreadable::CutInString)? {
            letter @ ('"' | '\\' | '/') => text.push(letter),
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'u' => self.code_unit(text)?,
            letter @ ('\'' | '“' | '”' | '`') => {
                self.note(Repair::Escape);
                text.push(letter);
            }
            // The backslash meant itself, before a line feed too: both are kept.
            letter => {
                self.note(if letter < ' ' {
                    Repair::ControlCharacter
                } else {
                    Repair::Escape
                });
                text.push('\\');
                text.push(letter);
            }
        }
        Ok(())
    }

    /// After `\u`: four digits, and for characters beyond them another four.
    fn code_unit(&mut self, text: &mut String) -> Read<()> {
        let Some(first) = self.four_digits()? else {
            self.note(Repair::Escape);
            text.push_str("\\u");
            return Ok(());
        };
        if (0xD800..0xDC00).contains(&first) && self.rest.starts_with("\\u") {
            let before = self.rest;
            self.rest = &self.rest[2..];
            match self.four_digits()? {
                Some(second) if (0xDC00..0xE000).contains(&second) => {
                    let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                    text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    return Ok(());
                }
                _ => self.rest = before,
            }
        }
        match char::from_u32(first) {
            Some(letter) => text.push(letter),
            None => {
                self.note(Repair::Escape);
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Ok(())
    }

    fn four_digits(&mut self) -> Read<Option<u32>> {
        let is_hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match self.rest.get(..4) {
            Some(digits) if is_hexadecimal(digits) => {
                self.rest = &self.rest[4..];
                Ok(u32::from_str_radix(digits, 16).ok())
            }
            None if self.rest.len() < 4 && is_hexadecimal(self.rest) => {
                Err(Unreadable::CutInString)
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, repaired: &[Repair]) {
        let mut repairs = Vec::new();
        let value = read(text, &mut repairs).map(|value| value.to_string());
        assert_eq!(value.as_deref(), Ok(expected), "{text}");
        assert_eq!(repairs, repaired, "{text}");
    }

    #[track_caller]
    fn refuses(text: &str, why: Unreadable) {
        assert_eq!(read(text, &mut Vec::new()), Err(why), "{text}");
    }

    #[test]
    fn sound_json_is_read_as_it_is() {
        let text = r#"{"a":[1,-2.5,true,null,"\u00e9\ud83c\udf0d\n\"a,}\""],"b":{}}"#;
        let expected: Value = serde_json::from_str(text).unwrap();
        check(text, &expected.to_string(), &[]);
        check(r#"{"content":"a,}"}"#, r#"{"content":"a,}"}"#, &[]);
    }

    #[test]
    fn control_characters_in_strings_are_kept() {
        check(
            "{\"content\":\"Two:\n- a\n- b\tc\"}",
            r#"{"content":"Two:\n- a\n- b\tc"}"#,
            &[Repair::ControlCharacter],
        );
        check(
            "{\"content\":\"a\\\nb\"}",
            r#"{"content":"a\\\nb"}"#,
            &[Repair::ControlCharacter],
        );
    }

    #[test]
    fn commas_and_brackets() {
        check(r#"{"a":1,}"#, r#"{"a":1}"#, &[Repair::TrailingComma]);
        check(r#"{"a":[1,],}"#, r#"{"a":[1]}"#, &[Repair::TrailingComma]);
        check(r#"{"a":"b"}}]"#, r#"{"a":"b"}"#, &[Repair::SurplusCloser]);
        check(r#"{"a":["b""#, r#"{"a":["b"]}"#, &[Repair::MissingCloser]);
        check(
            "{\"a\":\"b\"\n\"c\":1}",
            r#"{"a":"b","c":1}"#,
            &[Repair::MissingComma],
        );
        refuses(r#"{"a":1,"#, Unreadable::Broken);
        refuses(r#"{"a":1,,"b":2}"#, Unreadable::Broken);
        refuses(r#"{"a":"#, Unreadable::Broken);
        refuses(r#"{"a""#, Unreadable::Broken);
        refuses(r#"{"a":12"#, Unreadable::Broken);
    }

    #[test]
    fn words_and_quotes_of_other_languages() {
        check(
            "{'a': None, b: True, \"c\": 'it is', // yes\n\"d\": False}",
            r#"{"a":null,"b":true,"c":"it is","d":false}"#,
            &[Repair::Quotes, Repair::ForeignWord, Repair::Comment],
        );
        check("{“a”: “b”}", r#"{"a":"b"}"#, &[Repair::Quotes]);
        check(
            "{'a': 'it's fine'}",
            r#"{"a":"it's fine"}"#,
            &[Repair::Quotes, Repair::InnerQuotes],
        );
    }

    #[test]
    fn inner_quotes_are_kept_where_nothing_else_can_be_meant() {
        check(
            r#"{"message":"She said "later" and left."}"#,
            r#"{"message":"She said \"later\" and left."}"#,
            &[Repair::InnerQuotes],
        );
        refuses(
            r#"{"message":"She said "later", then left."}"#,
            Unreadable::Broken,
        );
    }

    #[test]
    fn escapes_that_json_does_not_know() {
        check(r#"{"a":"it\'s"}"#, r#"{"a":"it's"}"#, &[Repair::Escape]);
        check(r#"{"a":"\d+\_"}"#, r#"{"a":"\\d+\\_"}"#, &[Repair::Escape]);
        check(
            r#"{"a":"\ud83d"}"#,
            "{\"a\":\"\u{FFFD}\"}",
            &[Repair::Escape],
        );
        check(
            r#"{"a":"\ud83d\u0041"}"#,
            "{\"a\":\"\u{FFFD}A\"}",
            &[Repair::Escape],
        );
        check(r#"{"a":"\uZZ"}"#, r#"{"a":"\\uZZ"}"#, &[Repair::Escape]);
    }

    #[test]
    fn what_is_cut_within_a_string_is_told_apart() {
        for text in [
            r#"{"a":"Works at a bak"#,
            r#"{"a":"b\"#,
            r#"{"a":"b\u00"#,
            r#"{"a":{"b":["c"#,
            r#"{"na"#,
        ] {
            refuses(text, Unreadable::CutInString);
        }
    }

    #[test]
    fn what_could_mean_several_things_is_refused() {
        for text in [
            r#"{ "function": "send_message",{ "function": "send_message", "params": {} }"#,
            "{Hello there! How are you?}",
            r#"{"a":1}{"a":2}"#,
            r#"{"a":1,'a':2}"#,
            "",
            "nonsense",
            "{,}",
        ] {
            refuses(text, Unreadable::Broken);
        }
        refuses(&"[".repeat(100_000), Unreadable::Broken);
    }
}
