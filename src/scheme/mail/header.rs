//! The values of mail fields: one line in a header, many in a body, addresses in a list.

use std::borrow::Cow;

use super::super::Request;
use super::encoded_word;
use crate::error::Error;
use crate::message;
use crate::message::Message;
use crate::sanitize;
use crate::scheme::word::MailAddress;
use crate::uri::{Controls, Part};
use crate::warning::WarningCode;

/// A header's text in one line: folded lines joined, encoded words decoded.
pub fn text(value: Part<'_>, request: &mut Request<'_>) -> Result<String, Error> {
    let written = written(value, request);
    let line = one_line(Part::new(&written, 0)).map_err(|error| in_value(error, value))?;
    let Some(decoded) = encoded_word::decode(&line) else { return Ok(line.into_owned()) };
    if decoded.contains(sanitize::turns_direction) {
        request.warn(WarningCode::Bidi, message!("the text turns its reading direction"));
    }
    // What hides inside an encoded word is checked like what stands openly.
    let line = one_line(Part::new(&decoded, 0)).map_err(|error| error.placed(|_| value.at()))?;
    Ok(line.into_owned())
}

/// A body; every kind of line break becomes `\n`.
pub fn body(value: Part<'_>, request: &mut Request<'_>) -> Result<String, Error> {
    let text = written(value, request);
    let bad = text.char_indices().find(|(_, c)| c.is_control() && !matches!(c, '\r' | '\n' | '\t'));
    if let Some((at, _)) = bad {
        return Err(in_value(Error::unsafe_at(at, message!("a control character")), value));
    }
    Ok(unix_lines(text.into_owned()))
}

/// CR LF and a lone CR as LF.
fn unix_lines(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split('\r');
    out.extend(lines.next());
    for line in lines {
        out.push('\n');
        out.push_str(line.strip_prefix('\n').unwrap_or(line));
    }
    out
}

/// What a list of addresses holds that no mail URI may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// `;` in place of `,`.
    Semicolon,
    /// `name:members;`
    Group,
    /// `(words)`
    Comment,
}

impl Repair {
    /// What is told of it.
    pub fn message(self) -> Message {
        match self {
            Self::Semicolon => message!("addresses divide at commas, not at semicolons"),
            Self::Group => message!("of a group of addresses, the members were taken"),
            Self::Comment => message!("comments beside an address were left out"),
        }
    }
}

/// Addresses, which divide at `,` and `;` outside quotes, and what was repaired in their list. A group (RFC 5322
/// section 3.4) gives its members, and comments (section 3.2.2) are left out.
pub fn addresses(value: Part<'_>) -> Result<(Vec<MailAddress>, Vec<Repair>), Error> {
    value.decoded(Controls::Blanks, |text| {
        let line = one_line(text)?;
        let (mut addresses, mut repairs) = (Vec::new(), Vec::new());
        let mut rest = Some(Part::new(&line, text.at()));
        let mut in_group = false;
        while let Some(mut list) = rest {
            if let Some(members) = group_members(list) {
                repairs.push(Repair::Group);
                (list, in_group) = (members, true);
            }
            let end = list_end(list.as_str());
            let (item, after) = list.split_at(end.unwrap_or(list.as_str().len()));
            if after.as_str().starts_with(';') && !std::mem::take(&mut in_group) {
                repairs.push(Repair::Semicolon);
            }
            rest = end.map(|_| after.split_at(1).1);
            let item = item.trim();
            if item.is_empty() {
                continue;
            }
            match without_comments(item.as_str()) {
                Some(bare) => {
                    repairs.push(Repair::Comment);
                    addresses.push(address(Part::new(bare.trim(), item.at()))?);
                }
                None => addresses.push(address(item)?),
            }
        }
        repairs.sort_unstable();
        repairs.dedup();
        Ok((addresses, repairs))
    })
}

/// What follows `name:` where the list goes on to a `;`.
fn group_members(list: Part<'_>) -> Option<Part<'_>> {
    let (name, members) = list.split_once(':')?;
    let is_phrase = !name.as_str().contains(['@', '<', '>', '"', ',', ';', '(']) && !name.trim().is_empty();
    (is_phrase && members.as_str().contains(';')).then_some(members)
}

/// An address without the comments in parentheses around it; a name before `<…>` keeps its own.
fn without_comments(item: &str) -> Option<String> {
    if item.ends_with('>') || !item.contains('(') {
        return None;
    }
    let (mut bare, mut depth, mut quoted, mut escaped) = (String::new(), 0_usize, false, false);
    for c in item.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => {
                depth -= 1;
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            bare.push(c);
        }
    }
    (depth == 0 && bare.len() < item.len()).then_some(bare)
}

/// Where the first address of a list ends.
fn list_end(list: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in list.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' | ';' if !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// Encoded words are decoded in a display name, never in the address itself (RFC 2047 section 5).
fn address(item: Part<'_>) -> Result<MailAddress, Error> {
    let named = item.as_str().rsplit_once('<').filter(|(name, _)| !name.contains('"'));
    let decoded =
        named.and_then(|(name, spec)| Some(format!("{} <{spec}", encoded_word::decode(name)?.trim())));
    match decoded {
        Some(text) => MailAddress::new(&text).map_err(|error| error.placed(|_| item.at())),
        None => item.read(MailAddress::new),
    }
}

/// The value as text; old pages write Windows-1252.
fn written<'a>(value: Part<'a>, request: &mut Request<'_>) -> Cow<'a, str> {
    match value.bytes() {
        Cow::Borrowed(_) => Cow::Borrowed(value.as_str()),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).unwrap_or_else(|error| {
            request.repaired(message!("the text is no UTF-8; it was read as Windows-1252"));
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes()).0.into_owned()
        })),
    }
}

/// Takes a line break off the end and makes a folded one a space (RFC 5322 section 2.2.3); refuses any other, and
/// every control character.
fn one_line(text: Part<'_>) -> Result<Cow<'_, str>, Error> {
    let whole = text.as_str().trim_end_matches(['\r', '\n']);
    if !whole.contains(is_control) {
        return Ok(Cow::Borrowed(whole));
    }
    let mut out = String::with_capacity(whole.len());
    let mut rest = whole;
    while let Some(at) = rest.find(is_control) {
        let place = text.at() + whole.len() - rest.len() + at;
        let after = rest[at..].strip_prefix("\r\n").or_else(|| rest[at..].strip_prefix(['\r', '\n']));
        let after = after.ok_or_else(|| Error::unsafe_at(place, message!("a control character")))?;
        let fold = after.trim_start_matches([' ', '\t']);
        if fold.len() == after.len() {
            return Err(Error::unsafe_at(place, message!("a line break here would begin another field")));
        }
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = fold;
    }
    out.push_str(rest);
    Ok(Cow::Owned(out))
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn in_value(error: Error, value: Part<'_>) -> Error {
    error.placed(|at| value.encoded_place(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let cases = [
            ("Hi", Some("Hi")),
            ("Hello\r\n", Some("Hello")),
            ("Hi\r\n there", Some("Hi there")),
            ("one\r\n\ttwo", Some("one two")),
            ("one\n  two", Some("one two")),
            ("a\tb", None),
            ("x\r\nBcc: y", None),
            ("x\ry", None),
            ("x\u{85}y", None),
            ("x\u{2028}y", None),
            ("x\u{7}", None),
        ];
        for (text, line) in cases {
            assert_eq!(one_line(Part::new(text, 0)).ok().as_deref(), line, "{text:?}");
        }
    }

    #[test]
    fn lists_divide_outside_quotes() {
        let (list, semicolon) = addresses(Part::new("%22a,b%22@x.example;%20c@x.example,,", 0)).unwrap();
        assert_eq!(
            list.iter().map(|address| &**address).collect::<Vec<_>>(),
            ["\"a,b\"@x.example", "c@x.example"]
        );
        assert_eq!(semicolon, [Repair::Semicolon]);
    }
}
