//! Percent-decoding (RFC 3986 section 2.1), once for each component, and the check that follows it.

use std::borrow::Cow;

use crate::error::Error;
use crate::message;
use crate::uri::Part;

/// Which control characters a component may hold once it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controls {
    /// None.
    Refused,
    /// Those that are white space too: line breaks and tabs.
    Blanks,
    /// All but NUL.
    Allowed,
}

impl<'a> Part<'a> {
    /// Decodes the part, hands the text to `read`, and translates the places that `read` blames back. Refuses
    /// invalid UTF-8, NUL, and control characters that `controls` does not allow.
    pub fn decoded<T>(
        self,
        controls: Controls,
        read: impl FnOnce(Part<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let text = self.checked(controls)?;
        read(Part::new(&text, 0)).map_err(|error| error.placed(|at| self.encoded_place(at)))
    }

    /// The decoded text, which holds no control character.
    pub fn text(self) -> Result<String, Error> {
        self.checked(Controls::Refused).map(Cow::into_owned)
    }

    /// Decodes the part and reads it by a newtype's constructor.
    pub fn word<T>(self, new: impl FnOnce(&str) -> Result<T, Error>) -> Result<T, Error> {
        self.decoded(Controls::Refused, |text| text.read(new))
    }

    /// The decoded bytes.
    pub fn bytes(self) -> Cow<'a, [u8]> {
        let mut rest = self.as_str().as_bytes();
        if !rest.contains(&b'%') {
            return Cow::Borrowed(rest);
        }
        let mut out = Vec::with_capacity(rest.len());
        while let Some(sign) = rest.iter().position(|byte| *byte == b'%') {
            out.extend_from_slice(&rest[..sign]);
            rest = &rest[sign..];
            let (byte, length) = escaped_byte(rest).map_or((b'%', 1), |byte| (byte, 3));
            out.push(byte);
            rest = &rest[length..];
        }
        out.extend_from_slice(rest);
        Cow::Owned(out)
    }

    /// The text as a person sees it: invalid UTF-8 as U+FFFD, control characters still in their escapes.
    pub fn shown(self) -> String {
        let Cow::Owned(bytes) = self.bytes() else { return self.as_str().to_owned() };
        let text = String::from_utf8_lossy(&bytes);
        if !text.contains(char::is_control) {
            return text.into_owned();
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if c.is_control() {
                let mut utf8 = [0; 4];
                c.encode_utf8(&mut utf8).bytes().for_each(|byte| push_escape(&mut out, byte));
            } else {
                out.push(c);
            }
        }
        out
    }

    /// The byte of the encoded text that gave this byte of the decoded text.
    pub fn encoded_place(self, decoded: usize) -> usize {
        let bytes = self.as_str().as_bytes();
        let mut at = 0;
        for _ in 0..decoded {
            at += if bytes.get(at..).and_then(escaped_byte).is_some() { 3 } else { 1 };
        }
        self.at() + at.min(bytes.len())
    }

    fn checked(self, controls: Controls) -> Result<Cow<'a, str>, Error> {
        let text = match self.bytes() {
            Cow::Borrowed(_) => Cow::Borrowed(self.as_str()),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|error| {
                let at = self.encoded_place(error.utf8_error().valid_up_to());
                Error::malformed(at, message!("the bytes here are no UTF-8 text"))
            })?),
        };
        match text.char_indices().find(|(_, c)| is_refused(*c, controls)) {
            None => Ok(text),
            Some((at, '\0')) => Err(Error::unsafe_at(self.encoded_place(at), message!("a zero byte"))),
            Some((at, _)) => Err(Error::unsafe_at(self.encoded_place(at), message!("a control character"))),
        }
    }
}

fn is_refused(c: char, controls: Controls) -> bool {
    let control = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    control
        && match controls {
            Controls::Refused => true,
            Controls::Blanks => !c.is_whitespace(),
            Controls::Allowed => c == '\0',
        }
}

/// The byte that an escape at the very beginning stands for.
fn escaped_byte(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

/// Adds the escape of a byte, digits in capitals.
pub fn push_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// Percent-encodes every byte but unreserved ones and those of `kept` (all ASCII).
pub fn encode(bytes: &[u8], kept: &str) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        let unreserved = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        // For so few bytes a search of the library's is slower.
        if unreserved || kept.bytes().any(|other| other == byte) {
            out.push(char::from(byte));
        } else {
            push_escape(&mut out, byte);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn decodes_once() {
        for (encoded, text) in
            [("a%20b", "a b"), ("%2541", "%41"), ("%C3%BC%41", "üA"), ("%", "%"), ("%4", "%4")]
        {
            assert_eq!(Part::new(encoded, 0).text().as_deref(), Ok(text));
        }
    }

    #[test]
    fn blames_the_encoded_byte() {
        let cases =
            [("ab%00", Code::Unsafe, 7), ("a%20%0Ab", Code::Unsafe, 9), ("%C3%BC%FF", Code::Malformed, 11)];
        for (encoded, code, at) in cases {
            let error = Part::new(encoded, 5).text().unwrap_err();
            assert_eq!((error.code, error.at), (code, Some(at)), "{encoded}");
        }
    }

    #[test]
    fn shows_what_cannot_be_text() {
        assert_eq!(Part::new("a%0A%FF%C2%9B%C3%BC", 0).shown(), "a%0A\u{fffd}%C2%9Bü");
    }

    #[test]
    fn encodes_all_but_unreserved() {
        assert_eq!(encode("a b/ü~+".as_bytes(), "/"), "a%20b/%C3%BC~%2B");
    }
}
