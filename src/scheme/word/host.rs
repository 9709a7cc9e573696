//! A server's name or address.

use std::iter::once;
use std::net::Ipv6Addr;

use unicode_normalization::UnicodeNormalization as _;

use super::{is_letter_or_digit, text_like};
use crate::error::Error;
use crate::message;
use crate::uri::punycode;

/// A host in small letters: a name of letters, digits, hyphens and dots, in any script; an IPv4 address; or an IPv6
/// address, here without its brackets.
///
/// ```
/// use portero::scheme::word::Host;
/// assert_eq!(&*Host::new("[2001:DB8::7]").unwrap(), "2001:db8::7");
/// assert!(Host::new("-oProxyCommand=x").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(String);

text_like!(Host);

const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

impl Host {
    /// Accepts a decoded host as it stands in an authority.
    pub fn new(text: &str) -> Result<Self, Error> {
        if let Some(address) = text.strip_prefix('[') {
            return ipv6(address);
        }
        if text.is_empty() {
            return Err(Error::malformed(0, message!("a host is missing")));
        }
        if let Some((at, _)) = text.char_indices().find(|(_, c)| !is_of_host(*c)) {
            return Err(Error::malformed(at, message!("a host's name cannot hold this")));
        }
        let name = Self(small(text));
        check_labels(&name.ascii()).map(|()| name)
    }

    /// The name with each label that is not ASCII in its `xn--` form (RFC 3492).
    pub fn ascii(&self) -> String {
        punycode::to_ascii(&self.0)
    }
}

/// A letter may stand for signs, as `⑴` for `(1)`.
fn is_of_host(c: char) -> bool {
    "-._".contains(c) || is_letter_or_digit(c) && once(c).nfkc().all(is_letter_or_digit)
}

/// Small letters, and the compatibility forms of Unicode (wide letters, ligatures) as what they stand for: the name
/// that a resolver would look up.
fn small(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().flat_map(char::to_lowercase).nfc().collect()
}

fn ipv6(text: &str) -> Result<Host, Error> {
    let address = text.strip_suffix(']').filter(|address| address.parse::<Ipv6Addr>().is_ok());
    let address = address.ok_or_else(|| Error::malformed(0, message!("this is no IPv6 address")))?;
    Ok(Host(address.to_ascii_lowercase()))
}

fn check_labels(ascii: &str) -> Result<(), Error> {
    let name = ascii.strip_suffix('.').unwrap_or(ascii);
    if name.len() > LONGEST_NAME {
        return Err(Error::malformed(0, message!("a host's name has 253 characters at most")));
    }
    for label in name.split('.') {
        if label.starts_with('-') || label.ends_with('-') {
            return Err(Error::unsafe_at(0, message!("a part of a host's name begins or ends with no dash")));
        }
        if label.is_empty() || label.len() > LONGEST_LABEL {
            return Err(Error::malformed(0, message!("a part of a host's name has 1 to 63 characters")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        super::super::assert_words(
            Host::new,
            &[
                "a",
                "Example.ORG",
                "192.0.2.16",
                "xn--bcher-kva.example",
                "[::1]",
                "my_host",
                "example.org.",
                "納豆.example",
            ],
            &[
                "",
                "-x",
                "a-",
                "a..b",
                "a b",
                "a;b",
                "[-x]",
                "[::1",
                "[fe80::1%25eth0]",
                "a/b",
                "a\u{200b}b",
                "a\u{2474}b",
                "a\u{2488}evil.example",
                "a\u{37a}b",
                "a\u{bd}b",
                "a%62",
                ".",
            ],
        );
        assert!(Host::new(&"a".repeat(64)).is_err());
        assert!(Host::new(&"a.".repeat(130)).is_err());
    }

    #[test]
    fn names_are_what_a_resolver_looks_up() {
        assert_eq!(&*Host::new("Ｅｘample.ORG").unwrap(), "example.org");
        assert_eq!(Host::new("Bücher.example").unwrap().ascii(), "xn--bcher-kva.example");
    }
}
