//! One address of a mail.

use super::{check_visible, is_letter_or_digit, text_like};
use crate::error::Error;
use crate::message;
use crate::uri::Part;

/// An address (RFC 5322 section 3.4): `local@domain`, with or without a display name before it in `<…>`.
///
/// ```
/// use portero::scheme::word::MailAddress;
/// assert_eq!(&*MailAddress::new("<joe@example.com>").unwrap(), "joe@example.com");
/// assert!(MailAddress::new("+inbox").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MailAddress(String);

text_like!(MailAddress);

impl MailAddress {
    /// Accepts one decoded address. A display name that needs quotes gets them.
    pub fn new(text: &str) -> Result<Self, Error> {
        check_visible(text)?;
        let whole = Part::new(text, 0).trim();
        let Some(inner) = whole.strip_suffix(">") else {
            check_spec(whole)?;
            return Ok(Self(whole.as_str().to_owned()));
        };
        let (name, spec) =
            inner.rsplit_once('<').ok_or_else(|| whole.malformed(message!("a ‘<’ is missing")))?;
        check_spec(spec)?;
        Ok(Self(match display_name(name.trim())? {
            name if name.is_empty() => spec.as_str().to_owned(),
            name => format!("{name} <{}>", spec.as_str()),
        }))
    }

    /// The address without its display name.
    pub fn spec(&self) -> &str {
        let inner = self.0.strip_suffix('>').and_then(|inner| inner.rsplit_once('<'));
        inner.map_or(&self.0, |(_, spec)| spec)
    }
}

/// A display name as it is written in a header: quoted where it holds more than words.
fn display_name(name: Part<'_>) -> Result<String, Error> {
    let text = name.as_str();
    let quoted = text.len() >= 2 && text.starts_with('"') && quoted_end(text) == Some(text.len());
    if quoted || !text.contains(|c: char| "()<>[]:;@\\,\"".contains(c)) {
        return Ok(text.to_owned());
    }
    if text.contains(['"', '\\', '<', '>']) {
        return Err(name.malformed(message!("a quotation mark in a name does not close")));
    }
    Ok(format!("\"{text}\""))
}

/// The byte after the quoted string that a text begins with.
fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// addr-spec (RFC 5322 section 3.4.1, RFC 6532). What command-line mailers take for an option, a command, a file or
/// a folder is refused.
fn check_spec(spec: Part<'_>) -> Result<(), Error> {
    let Some((local, domain)) = spec.rsplit_once('@') else {
        return Err(spec.malformed(message!("an address is local@domain")));
    };
    if local.as_str().starts_with(['-', '|', '/', '+', '&']) {
        return Err(local.dangerous(message!(
            "a mail program could take this address for an option, a command or a file"
        )));
    }
    check_local(local)?;
    check_domain(domain)
}

fn check_local(local: Part<'_>) -> Result<(), Error> {
    let text = local.as_str();
    if text.starts_with('"') && quoted_end(text) == Some(text.len()) {
        return Ok(());
    }
    let bad = text.find(|c: char| !is_atom_text(c) && c != '.').or(text.is_empty().then_some(0));
    match bad {
        Some(at) => Err(local.split_at(at).1.malformed(message!("the part before the ‘@’ cannot hold this"))),
        None => Ok(()),
    }
}

fn check_domain(domain: Part<'_>) -> Result<(), Error> {
    let text = domain.as_str();
    let literal = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let good = match literal {
        Some(literal) => {
            !literal.is_empty() && literal.chars().all(|c| c.is_ascii_alphanumeric() || ".:-".contains(c))
        }
        None => text.split('.').all(is_label),
    };
    if good { Ok(()) } else { Err(domain.malformed(message!("what follows the ‘@’ is no domain"))) }
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && label.chars().all(|c| is_letter_or_digit(c) || c == '-' || c == '_')
}

/// RFC 5322 atext with the Unicode letters of RFC 6532.
fn is_atom_text(c: char) -> bool {
    is_letter_or_digit(c) || "!#$%&'*+-/=?^_`{|}~".contains(c) || !c.is_ascii() && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        super::super::assert_words(
            MailAddress::new,
            &[
                "a@b.example",
                "~user/list@lists.example.org",
                "o'brien@example.org",
                "\"a,b\"@example.org",
                "user@[192.0.2.1]",
                "user@[IPv6:2001:db8::1]",
                "=?UTF-8?Q?four?=@example.com",
                "α@x.example",
                "a%40b@example.com",
                "Zoë K <zoe@example.org>",
                "\"Doe, Jane\" <jane@example.com>",
                "a@localhost",
            ],
            &[
                "",
                "joe",
                "+inbox",
                "|touch@example.org",
                "-X@example.org",
                "/x@example.org",
                "a@",
                "@b",
                "a@b c",
                "a b@c",
                "a@b\"",
                "a@-b",
                "a@b..c",
                "x <a@b",
                "\"x <a@b>",
                "a@b>",
                "a@@b",
                "a@b\n",
                "a@b\u{202e}",
            ],
        );
    }

    #[test]
    fn names_get_their_quotes() {
        for (text, written) in [
            ("Doe, Jane <j@x.example>", "\"Doe, Jane\" <j@x.example>"),
            ("good@bank.example <evil@x.example>", "\"good@bank.example\" <evil@x.example>"),
            (" <j@x.example> ", "j@x.example"),
        ] {
            assert_eq!(&*MailAddress::new(text).unwrap(), written);
        }
        assert_eq!(MailAddress::new("J <j@x.example>").unwrap().spec(), "j@x.example");
    }
}
